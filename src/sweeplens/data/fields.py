"""What single fields of text hold: a number with its spread and unit, a truth value, a word for nothing, or none."""

from __future__ import annotations

from dataclasses import dataclass

from sweeplens.data.numerals import CELL, FALSE_WORDS, MISSING_WORDS, NAN_WORDS, SCALES, TRUE_WORDS
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Fields:
    """The fields of a column, read one by one; what they mean together is another question."""

    text: pl.Series
    """Stripped, null where a field is empty."""
    plain: pl.Series
    """Float64: the numbers that a cast reads."""
    odd: pl.Series
    """The rows, from 0, of all other fields that are not empty."""
    distinct: pl.Series
    """The different texts in them."""
    cells: pl.DataFrame
    """One row for each of `odd`: `value` and `spread` as Float64, `unit` as text, `is_truth` and `is_word` (a word for
    nothing) as truth values; `value` is null where a field holds no number."""


def read_fields(text: pl.Series) -> Fields:
    """The fields of a column of stripped text."""
    is_empty = text == ""
    text = text.set(is_empty, None) if is_empty.any() else text
    plain = text.cast(pl.Float64, strict=False)
    odd = (text.is_not_null() & plain.is_null()).arg_true()
    others = text.gather(odd)
    distinct = others.unique()
    return Fields(text, plain, odd, distinct, _cells_of(others.alias("text"), distinct.alias("text")))


def _cells_of(text: pl.Series, distinct: pl.Series) -> pl.DataFrame:
    """The columns of `Fields.cells`; where much of it occurs again, that is read once."""
    if 2 * len(distinct) > len(text):
        return _cells(text).drop("text")
    return text.to_frame().join(_cells(distinct), on="text", how="left", maintain_order="left").drop("text")


def _cells(text: pl.Series) -> pl.DataFrame:
    lowered = text.str.to_lowercase()
    parts = text.str.extract_groups(CELL).struct.unnest()
    frame = parts.with_columns(text=text, lowered=lowered).select(
        "text",
        value=pl.coalesce(_word_value(pl.col("lowered")), _number(pl.col("value")) * _scale(pl.col("scale"))),
        spread=_number(pl.coalesce("spread", "bracket")) * _scale(pl.col("spread_scale")),
        unit=_unit(pl.col("currency"), pl.col("unit"), pl.col("last_unit")),
        is_truth=pl.col("lowered").is_in([*TRUE_WORDS, *FALSE_WORDS]),
        is_word=pl.col("lowered").is_in(list(MISSING_WORDS)),
    )
    return frame.with_columns(spread=pl.when(pl.col("value").is_not_null()).then("spread"))


def number_of(text: pl.Expr) -> pl.Expr:
    """The number that each field of a stripped column of text holds, as Float64; null where it holds none.

    One expression for frames that are too large to be read column by column; units and spreads are passed over.
    """
    parts = text.str.extract_groups(CELL)
    cell = _number(parts.struct.field("value")) * _scale(parts.struct.field("scale"))
    return pl.coalesce(text.cast(pl.Float64, strict=False), _word_value(text.str.to_lowercase()), cell)


def unit_of(text: pl.Expr) -> pl.Expr:
    """The unit that each field of a stripped column of text carries; empty where it carries none."""
    parts = text.str.extract_groups(CELL)
    return _unit(*(parts.struct.field(name) for name in ("currency", "unit", "last_unit")))


def _word_value(lowered: pl.Expr) -> pl.Expr:
    """NaN in other spellings, and truth values as 1 and 0."""
    words = dict.fromkeys(NAN_WORDS, float("nan")) | dict.fromkeys(TRUE_WORDS, 1.0) | dict.fromkeys(FALSE_WORDS, 0.0)
    return lowered.replace_strict(words, default=None, return_dtype=pl.Float64)


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


def _unit(currency: pl.Expr, unit: pl.Expr, last_unit: pl.Expr) -> pl.Expr:
    return pl.concat_str(currency.fill_null(""), pl.max_horizontal(unit, last_unit).fill_null(""))
