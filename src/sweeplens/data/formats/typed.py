"""The rows of a table too large for memory as they are asked for: some columns as text, others as numbers."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from sweeplens.data.columns import text_of
from sweeplens.data.meaning import Meaning
from sweeplens.data.values import number_as
from sweeplens.lazy import pl


def typed(
    rows: pl.LazyFrame,
    keys: Sequence[str],
    numbers: Sequence[str],
    meanings: Mapping[str, Meaning],
    whole: Container[str] = (),
) -> pl.LazyFrame:
    """`keys` as text and `numbers` as Float64, as `ColumnFacts.text` and `ReadColumn.values` are.

    `meanings` are those of the columns of text over all rows, `whole` the columns of floats that are whole numbers.
    """
    schema = rows.collect_schema()
    texts = [text_of(pl.col(key), schema[key], key in whole).alias(key) for key in keys]
    values = [_number(name, schema[name], meanings.get(name)).alias(name) for name in numbers]
    return rows.with_columns(*texts, *values).select(*keys, *numbers)


def _number(name: str, dtype: pl.DataType, meaning: Meaning | None) -> pl.Expr:
    if meaning is not None:
        return number_as(pl.col(name).str.strip_chars(), meaning)
    return pl.col(name).cast(pl.Float64) if dtype.is_numeric() or dtype == pl.Boolean else pl.lit(None, pl.Float64)
