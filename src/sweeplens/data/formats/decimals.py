"""Numbers written with a decimal comma."""

from __future__ import annotations

from sweeplens.lazy import pl

_MARK = r"[.' \u00a0\u202f]"
"""What parts thousands where a comma stands before the decimals."""
_GROUPED = rf"[1-9]\d{{0,2}}(?:{_MARK}\d{{3}})+"
_NUMBER = rf"[+\-−]?(?:(?:(?:{_GROUPED}|\d*),\d+|\d+)(?:e[+\-]?\d+)?|{_GROUPED}|nan|inf)"
_CELL = rf"(?i)^{_NUMBER}\s?%?(?:\s*(?:±|\+/-)\s*{_NUMBER})?\s?%?$"
_DIGIT_FIRST = r"^[+\-−]?[\d.,]"
_SURE = r"(?:^|\D)\d*,(?:\d{1,2}|\d{4,})(?:\D|$)|(?:^|\D)0?,\d"
"""A comma that cannot part thousands."""
_SURE_AMONG_LISTS = r"(?:^|\D)\d*,\d{4,}(?:\D|$)|(?:^|\D)0?,\d{3,}"
"""The same where `64,32` may be a list."""
_POINTED = r"^[+\-−]?(?:\d+\.(?:\d{1,2}|\d{4,})|0?\.\d+)(?:[eE][+\-]?\d+)?%?$"
"""A number with a decimal point."""


def comma_columns(frame: pl.DataFrame, separator: str) -> list[str]:
    """The columns whose numbers have a decimal comma.

    Every number of such a column is a whole one or has a comma and no decimal point, and some number of the column (of
    the table, where neither commas part the fields nor any number has a point) has a comma that cannot part thousands.
    """
    if not frame.height:
        return []
    commas = frame.select(pl.all().str.contains(",", literal=True).any()).row(0)
    written = [name for name, found in zip(frame.columns, commas, strict=True) if found and _is_written_so(frame[name])]
    if not written:
        return []
    has_lists = separator == "," or any(frame.select(pl.all().str.contains(_POINTED).any()).row(0))
    sure = _SURE_AMONG_LISTS if has_lists else _SURE
    certain = [name for name in written if frame[name].str.contains(sure).any()]
    return certain if has_lists or not certain else written


def _is_written_so(text: pl.Series) -> bool:
    """Whether a column has numbers, and whatever begins as a number is one whose point, if any, parts thousands."""
    numbers = text.str.contains(_CELL).fill_null(False)
    return bool(numbers.any() and (numbers | ~text.str.contains(_DIGIT_FIRST).fill_null(False)).all())


def with_points(text: pl.Series) -> pl.Series:
    """The column with decimal points in place of commas, in the fields that are numbers."""
    pointed = text
    for _ in range(2):  # a match ends where the next one begins, so that every other mark is found at first
        pointed = pointed.str.replace_all(rf"(\d){_MARK}(\d{{3}})", "$1$2")
    pointed = pointed.str.replace_all(",", ".", literal=True)
    return pl.select(pl.when(text.str.contains(_CELL)).then(pointed).otherwise(text).alias(text.name)).to_series()
