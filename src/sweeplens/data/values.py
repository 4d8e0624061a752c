"""What a column says: numbers with their spread and unit, truth values, lists, or just text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sweeplens.data.fields import Fields, number_of, read_fields, unit_of
from sweeplens.data.meaning import ColumnMeaning, Meaning, is_measure, meaning_of, tally_of
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False, kw_only=True)
class ReadColumn(Meaning):
    """What a column says, with its numbers."""

    values: pl.Series
    """Float64, one a row: null where there is nothing or nothing could be read, 1 and 0 for truth values; all null for
    text and lists."""
    spread: pl.Series | None = None
    """Float64: what stood behind ±, where it stood in any row."""


def read_column(series: pl.Series) -> ReadColumn:
    """The meaning of a column, of text or typed already.

    A column of text is numeric when what is not missing reads as numbers, nearly all of it; what does not is null in
    `values` and counted in `unreadable`.
    """
    if series.dtype != pl.String:
        return _typed(series)
    text = series.str.strip_chars()
    values = text.cast(pl.Float64, strict=False)
    if values.null_count() == text.null_count() < len(text):
        return ReadColumn(kind="number", values=values, missing=text.null_count(), is_plain=True)
    fields = read_fields(text)
    return _column(fields, meaning_of(tally_of(fields)))


def read_as(series: pl.Series, meaning: Meaning) -> ReadColumn:
    """What a part of a column says when the whole of it has this meaning; what is missing is that of the part."""
    fields = read_fields(series.str.strip_chars())
    own = tally_of(fields)
    return _column(fields, replace(meaning, missing=own.empty + own.words, missing_words=own.words))


def number_as(text: pl.Expr, meaning: Meaning) -> pl.Expr:
    """The `values` of a stripped column of text with this meaning, for tables too large for memory."""
    if not meaning.is_numeric:
        return pl.lit(None, dtype=pl.Float64)
    if meaning.is_plain:
        return text.cast(pl.Float64, strict=False)
    number = number_of(text)
    is_foreign = number.is_finite() & (number != 0) & (unit_of(text) != meaning.unit)
    return number if meaning.kind == "bool" else pl.when(~is_foreign).then(number)


def _typed(series: pl.Series) -> ReadColumn:
    """A column that its file gave a type."""
    missing = series.null_count()
    if series.dtype == pl.Boolean:
        return ReadColumn(kind="bool", values=series.cast(pl.Float64), missing=missing)
    if series.dtype.is_numeric():
        return ReadColumn(kind="number", values=series.cast(pl.Float64), missing=missing)
    kind: ColumnMeaning = "list" if series.dtype.is_nested() else "text"
    return ReadColumn(kind=kind, values=_nothing(series), missing=missing)


def _column(fields: Fields, meaning: Meaning) -> ReadColumn:
    """The numbers in fields that mean this together: none in text, and none in another unit than the column's."""
    if not meaning.is_numeric:
        return ReadColumn(**vars(meaning), values=_nothing(fields.text))
    cells = fields.cells
    values = fields.plain.scatter(fields.odd, cells["value"])
    if meaning.kind == "bool":
        return ReadColumn(**vars(meaning), values=values)
    units = fields.text.clear(len(fields.text)).fill_null("").scatter(fields.odd, cells["unit"])
    values = values.set(is_measure(values) & (units != meaning.unit), None)
    spread = _nothing(fields.text).scatter(fields.odd, cells["spread"]).set(values.is_null(), None)
    return ReadColumn(**vars(meaning), values=values, spread=spread if spread.null_count() < len(spread) else None)


def _nothing(series: pl.Series) -> pl.Series:
    """As many nulls as the column has rows."""
    return pl.Series(series.name, [None] * len(series), dtype=pl.Float64)


_UNIT_AT_END = re.compile(r"[^\s(\[]\s*[(\[]\s*(?P<unit>[^()\[\]]{1,24})\s*[)\]]\s*$")
_KNOWN_UNIT = re.compile(
    r"%|‰|[numkµμ]?s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|epochs?|steps?|tokens?|[KMGT]?i?B(?:ytes?)?|"
    r"[kMG]?W|[kM]?Wh|[kM]?J|[kMG]?Hz|[KMGTP]?FLOPS?|px|dB|°C|nats?|bits?|(?:per|in) .+|[^/]{1,12}/[^/]{1,12}|[$€£].*",
    re.IGNORECASE,
)


def unit_in(name: str) -> str:
    """The unit that a column's name states in brackets: `s` of `time (s)`, `$ per 1k` of `cost ($ per 1k)`; else empty.

    Brackets that hold no unit (`metric_recall (TPR)`) give none.
    """
    match = _UNIT_AT_END.search(name)
    if match is None:
        return ""
    unit = match["unit"].strip()
    return unit if _KNOWN_UNIT.fullmatch(unit) else ""
