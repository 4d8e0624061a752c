"""Numbers written with a decimal comma."""

from __future__ import annotations

from sweeplens.lazy import pl

_COMMA_NUMBER = r"[+\-−]?(?:\d{1,3}(?:[.'\u00a0]\d{3})+|\d*),\d+(?:[eE][+\-]?\d+)?"
_PLAIN = r"[+\-−]?(?:\d+|nan|inf)"
_CELL = rf"(?i)^\s*(?:{_COMMA_NUMBER}|{_PLAIN})\s?%?(?:\s*(?:±|\+/-)\s*(?:{_COMMA_NUMBER}|{_PLAIN}))?\s?%?\s*$"
_SURE = r"(?:^|\D)\d*,(?:\d{1,2}|\d{4,})(?:\D|$)|(?:^|\D)0?,\d"
"""A comma that cannot part thousands."""
_SURE_AMONG_COMMAS = r"(?:^|\D)\d*,\d{4,}(?:\D|$)|(?:^|\D)0?,\d{3,}"
"""The same where a comma parts the fields too, and a quoted `1,5` may be a list."""


def comma_columns(frame: pl.DataFrame, separator: str) -> list[str]:
    """The columns whose numbers have a decimal comma.

    Every field of such a column is a whole number or has a comma and no point, and some field of the column (of the
    table, where no comma parts the fields) has one that cannot part thousands.
    """
    sure = _SURE_AMONG_COMMAS if separator == "," else _SURE
    written = [name for name in frame.columns if _is_written_so(frame[name])]
    certain = [name for name in written if frame[name].str.contains(sure).any()]
    return written if certain and separator != "," else certain


def _is_written_so(text: pl.Series) -> bool:
    if not text.str.contains(",", literal=True).any():
        return False
    present = text.drop_nulls()
    return bool((present.str.contains(_CELL) | ~present.str.contains(r"^\s*[+\-−]?[\d.,]")).all()) and bool(
        present.str.contains(_CELL).any()
    )


def with_points(text: pl.Series) -> pl.Series:
    """The column with decimal points in place of commas, in the fields that are numbers."""
    pointed = text.str.replace_all(r"(\d)[.'\u00a0](\d{3})", "$1$2").str.replace_all(",", ".", literal=True)
    return pl.select(pl.when(text.str.contains(_CELL)).then(pointed).otherwise(text).alias(text.name)).to_series()
