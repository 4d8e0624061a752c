"""Numbers written with a decimal comma."""

from __future__ import annotations

from sweeplens.lazy import pl

_GROUPED = r"[1-9]\d{0,2}(?:[.'\u00a0]\d{3})+"
_NUMBER = rf"[+\-−]?(?:(?:(?:{_GROUPED}|\d*),\d+|\d+)(?:e[+\-]?\d+)?|{_GROUPED}|nan|inf)"
_CELL = rf"(?i)^{_NUMBER}\s?%?(?:\s*(?:±|\+/-)\s*{_NUMBER})?\s?%?$"
_DIGIT_FIRST = r"^[+\-−]?[\d.,]"
_SURE = r"(?:^|\D)\d*,(?:\d{1,2}|\d{4,})(?:\D|$)|(?:^|\D)0?,\d"
"""A comma that cannot part thousands."""
_SURE_AMONG_COMMAS = r"(?:^|\D)\d*,\d{4,}(?:\D|$)|(?:^|\D)0?,\d{3,}"
"""The same where a comma parts the fields too, and a quoted `1,5` may be a list."""


def comma_columns(frame: pl.DataFrame, separator: str) -> list[str]:
    """The columns whose numbers have a decimal comma.

    Every number of such a column is a whole one or has a comma and no decimal point, and some number of the column (of
    the table, where no comma parts the fields) has a comma that cannot part thousands.
    """
    if not frame.height:
        return []
    commas = frame.select(pl.all().str.contains(",", literal=True).any()).row(0)
    written = [name for name, found in zip(frame.columns, commas, strict=True) if found and _is_written_so(frame[name])]
    sure = _SURE_AMONG_COMMAS if separator == "," else _SURE
    certain = [name for name in written if frame[name].str.contains(sure).any()]
    return written if certain and separator != "," else certain


def _is_written_so(text: pl.Series) -> bool:
    """Whether a column has numbers, and whatever begins as a number is one whose point, if any, parts thousands."""
    numbers = text.str.contains(_CELL).fill_null(False)
    return bool(numbers.any() and (numbers | ~text.str.contains(_DIGIT_FIRST).fill_null(False)).all())


def with_points(text: pl.Series) -> pl.Series:
    """The column with decimal points in place of commas, in the fields that are numbers."""
    pointed = text.str.replace_all(r"[.'\u00a0]", "").str.replace_all(",", ".", literal=True)
    return pl.select(pl.when(text.str.contains(_CELL)).then(pointed).otherwise(text).alias(text.name)).to_series()
