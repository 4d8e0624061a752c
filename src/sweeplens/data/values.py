"""What the text of a column means: numbers with their spread and unit, truth values, lists, or just text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from sweeplens.data.numerals import CELL, FALSE_WORDS, MISSING_WORDS, NAN_WORDS, SCALES, TRUE_WORDS
from sweeplens.lazy import pl

TOLERANCE = 0.1
"""A column is numeric when at most this share of what is not missing does not read as a number."""
METRIC_TOLERANCE = 0.34
"""The same for a column of measurements: at least three numbers, each of three or more significant digits."""
MEASURED_DIGITS = 3
SHOWN = 5
"""How many unreadable fields are kept by their text."""
_SAMPLE = 2_000

ColumnMeaning: TypeAlias = Literal["number", "bool", "text", "list"]


@dataclass(frozen=True, eq=False)
class ReadColumn:
    """What a column of text says."""

    kind: ColumnMeaning
    values: pl.Series
    """Float64, one a row: null where there is nothing or nothing could be read, 1 and 0 for truth values; all null for
    text and lists."""
    spread: pl.Series | None = None
    """Float64: what stood behind ±, where it stood in any row."""
    unit: str = ""
    """The unit that every number carries: `%`, `ms`, `$`."""
    missing: int = 0
    """How many fields were empty or held a word for nothing."""
    missing_words: int = 0
    """How many of these held a word (`None`, `N/A`)."""
    unreadable: tuple[tuple[int, str], ...] = ()
    """The first few fields that are no numbers in a column that is numeric otherwise: row from 0, and text."""
    unreadable_count: int = 0

    @property
    def is_numeric(self) -> bool:
        """Whether `values` hold the column's meaning."""
        return self.kind in ("number", "bool")


def read_column(series: pl.Series) -> ReadColumn:
    """The meaning of a column, of text or typed already.

    A column of text is numeric when what is not missing reads as numbers, nearly all of it (`TOLERANCE`); what does not
    is null in `values` and counted in `unreadable`.
    """
    if series.dtype != pl.String:
        return _typed(series)
    text = series.str.strip_chars()
    values = text.cast(pl.Float64, strict=False)
    if values.null_count() == text.null_count() < len(text):
        return ReadColumn("number", values, missing=text.null_count())
    return _read_text(text, values)


def _typed(series: pl.Series) -> ReadColumn:
    """A column that its file gave a type."""
    missing = series.null_count()
    if series.dtype == pl.Boolean:
        return ReadColumn("bool", series.cast(pl.Float64), missing=missing)
    if series.dtype.is_numeric():
        return ReadColumn("number", series.cast(pl.Float64), missing=missing)
    kind: ColumnMeaning = "list" if series.dtype.is_nested() else "text"
    return ReadColumn(kind, _nothing(series), missing=missing)


def _read_text(text: pl.Series, values: pl.Series) -> ReadColumn:
    """A column whose fields are not all plain numbers."""
    lowered = text.str.to_lowercase()
    words = lowered.is_in(list(MISSING_WORDS)).fill_null(False)
    present = ~(text.is_null() | (text == "") | words)
    column = ReadColumn("text", _nothing(text), missing=int((~present).sum()), missing_words=int(words.sum()))
    odd = present & values.is_null()
    if not present.any() or _is_hopeless(text, lowered, odd, int(present.sum())):
        return replace(column, kind=_kind_of_text(text.filter(present)))
    rows = odd.arg_true()
    cells = _read_cells(text.filter(odd), lowered.filter(odd))
    if cells["truth"].all() and len(cells) == present.sum():
        return replace(column, kind="bool", values=values.scatter(rows, cells["value"]))
    table = pl.DataFrame(
        {"text": text, "present": present, "value": values.scatter(rows, cells["value"])}
    ).with_columns(
        spread=_nothing(text).scatter(rows, cells["spread"]),
        unit=text.clear(len(text)).fill_null("").scatter(rows, cells["unit"]),
    )
    return _judged(table, column)


def _judged(table: pl.DataFrame, column: ReadColumn) -> ReadColumn:
    """A numeric column with its unit, spread and unreadable fields; text where too little of it reads as numbers."""
    text, values, unit = table["text"], table["value"].alias(column.values.name), _main_unit(table)
    values = values.set(_is_measure(values) & (table["unit"] != unit), None)
    bad = (table["present"] & values.is_null()).arg_true()
    if len(bad) > _allowed(text.filter(values.is_finite().fill_null(False)), int(table["present"].sum())):
        return replace(column, kind=_kind_of_text(text.filter(table["present"])))
    spread = table["spread"].alias(values.name).set(values.is_null(), None)
    return replace(
        column,
        kind="number",
        values=values,
        spread=spread if spread.null_count() < len(spread) else None,
        unit=unit,
        unreadable=tuple((row, str(text[row])) for row in bad[:SHOWN].to_list()),
        unreadable_count=len(bad),
    )


def number_of(text: pl.Expr) -> pl.Expr:
    """The number that each field of a text column holds, as Float64; null where it holds none.

    One expression for frames that are too large to be read column by column; units and spreads are passed over.
    """
    return pl.coalesce(text.cast(pl.Float64, strict=False), _word_value(text.str.to_lowercase()), _cell_value(text))


def _word_value(lowered: pl.Expr) -> pl.Expr:
    """NaN in other spellings, and truth values as 1 and 0."""
    words = dict.fromkeys(NAN_WORDS, float("nan")) | dict.fromkeys(TRUE_WORDS, 1.0) | dict.fromkeys(FALSE_WORDS, 0.0)
    return lowered.replace_strict(words, default=None, return_dtype=pl.Float64)


def _cell_value(text: pl.Expr) -> pl.Expr:
    parts = text.str.extract_groups(CELL)
    return _number(parts.struct.field("value")) * _scale(parts.struct.field("scale"))


def _read_cells(text: pl.Series, lowered: pl.Series) -> pl.DataFrame:
    """`value`, `spread`, `unit` and `truth` of fields that are no plain numbers; `value` is null where none is one."""
    parts = text.str.extract_groups(CELL).struct.unnest()
    frame = parts.with_columns(lowered=lowered).select(
        value=pl.coalesce(_word_value(pl.col("lowered")), _number(pl.col("value")) * _scale(pl.col("scale"))),
        spread=_number(pl.coalesce("spread", "bracket")) * _scale(pl.col("spread_scale")),
        unit=pl.concat_str(pl.col("currency").fill_null(""), pl.max_horizontal("unit", "last_unit").fill_null("")),
        truth=pl.col("lowered").is_in([*TRUE_WORDS, *FALSE_WORDS]),
    )
    return frame.with_columns(spread=pl.when(pl.col("value").is_not_null()).then("spread"))


def _number(text: pl.Expr) -> pl.Expr:
    """The number in a matched part: group marks dropped, a typographic minus read as one."""
    return (
        text.str.replace_all("[,'’\u00a0\u202f]", "")
        .str.replace_all("−", "-")
        .str.replace("∞", "inf")
        .cast(pl.Float64, strict=False)
    )


def _scale(letter: pl.Expr) -> pl.Expr:
    """What a scale letter multiplies by; 1 where there is none."""
    return letter.fill_null("").replace_strict(SCALES, default=1.0, return_dtype=pl.Float64)


def _is_measure(values: pl.Series) -> pl.Series:
    """Where a value is a finite number other than 0, which means the same in every unit."""
    return (values.is_finite() & (values != 0)).fill_null(False)


def _main_unit(table: pl.DataFrame) -> str:
    """The unit that most numbers carry; numbers in other units cannot be compared with them."""
    units = table.filter(_is_measure(table["value"]))["unit"]
    return str(units.value_counts(sort=True)[0, 0]) if len(units) else ""


def _allowed(numbers: pl.Series, present: int) -> float:
    """How many unreadable fields a column of `present` fields may have, when these are its `numbers`."""
    return present * (METRIC_TOLERANCE if _is_measured(numbers.head(_SAMPLE)) else TOLERANCE)


def _is_measured(text: pl.Series) -> bool:
    """Whether numbers look like measurements, not levels: three or more of them, distinct, of three digits or more."""
    digits = text.str.replace(r"[eE].*$", "").str.replace_all(r"[^\d]", "").str.strip_chars_start("0").str.len_chars()
    decimal = text.str.contains(".", literal=True)
    precise = text.filter((digits >= MEASURED_DIGITS) & decimal)
    return len(precise) >= 3 and 2 * len(precise) >= len(text) and 2 * precise.n_unique() >= len(precise)


def _is_hopeless(text: pl.Series, lowered: pl.Series, odd: pl.Series, present: int) -> bool:
    """Whether a sample shows that the column cannot be numeric, which spares reading all of its fields."""
    rows = odd.arg_true()
    if len(rows) <= _SAMPLE or len(rows) < (1 - METRIC_TOLERANCE) * present:
        return False
    sample = rows.gather_every(max(len(rows) // _SAMPLE, 1))
    cells = _read_cells(text.gather(sample), lowered.gather(sample))
    return cells["value"].null_count() > 2 * METRIC_TOLERANCE * len(sample)


def _kind_of_text(text: pl.Series) -> ColumnMeaning:
    """`list` where nearly every field is written as a list, a tuple or a mapping."""
    sample = text.head(_SAMPLE)
    listed = int(sample.str.contains(r"(?s)^(?:\[.*\]|\{.*\}|\(.*,.*\))$").sum())
    return "list" if 0 < (1 - TOLERANCE) * len(sample) <= listed else "text"


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
