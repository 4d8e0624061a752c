"""Rows that sum up other rows of the same table: `mean`, `std`, `total`."""

from __future__ import annotations

from collections.abc import Iterable

from sweeplens.data.collecting import Table, aggregated
from sweeplens.lazy import pl

MEANS = ("mean", "avg", "average")
SPREADS = (
    "std",
    "sd",
    "stdev",
    "stddev",
    "std_dev",
    "sample_sd",
    "sample_std",
    "sem",
    "stderr",
    "std_err",
    "var",
    "variance",
)
OTHERS = ("median", "min", "max", "sum", "total", "count", "overall")
LOOKED_AT = 8
"""Only the first columns can name a row."""
_ROW = "sweeplens:row"
_HALF = 0.51
"""How far, in units of its last decimal, a rounded value may be from the true one."""


def summary_columns(table: Table) -> list[str]:
    """The columns of a table of text in which words such as `mean` say that a row is a summary of the others.

    A column is one where such a word stands among numbers (`seed`: 42, 2025, mean), or all its rows leave a field empty
    that every other row fills, or where the row called `mean` holds the mean of the rows above it.
    """
    names = table.collect_schema().names()
    counts = aggregated(table, [pl.len().alias(_ROW), *(_is_named(name).sum() for name in names[:LOOKED_AT])])
    named = [name for name, count in counts.items() if 0 < count < counts[_ROW]]
    return [name for name in named if _sums_up(table, name, [other for other in names if other != name])]


def is_summary(columns: Iterable[str]) -> pl.Expr:
    """Whether a row is a summary, in a table whose summaries are named in these columns."""
    return pl.any_horizontal(_is_named(name) for name in columns)


def may_hold_summaries(frame: pl.DataFrame) -> bool:
    """Whether any row is called as a summary is."""
    return bool(frame.select(is_summary(frame.columns[:LOOKED_AT]).any()).item())


def _word(name: str) -> pl.Expr:
    """A column in lower case, words joined by underscores."""
    return pl.col(name).str.to_lowercase().str.replace_all(" ", "_", literal=True)


def _is_named(name: str) -> pl.Expr:
    return _word(name).is_in([*MEANS, *SPREADS, *OTHERS]).fill_null(False)


def _sums_up(table: Table, name: str, others: list[str]) -> bool:
    return _stands_among_numbers(table, name) or _leaves_gaps(table, name, others) or _holds_means(table, name, others)


def _stands_among_numbers(table: Table, name: str) -> bool:
    others = pl.col(name).filter(~_is_named(name))
    numbers = others.cast(pl.Float64, strict=False)
    present, read = aggregated(table, (others.count(), numbers.count().alias(_ROW))).values()
    return bool(0 < present == read)


def _leaves_gaps(table: Table, name: str, others: list[str]) -> bool:
    """Whether a column that every other row fills is empty in all the named rows."""
    is_named = _is_named(name)
    filled = aggregated(table, [pl.col(other).filter(is_named).count() for other in others])
    gaps = aggregated(table, [pl.col(other).filter(~is_named).null_count() for other in others])
    return any(not filled[other] and not gaps[other] for other in others)


def _holds_means(table: Table, name: str, others: list[str]) -> bool:
    """Whether the first named row, called `mean`, holds the means of the rows above it, as far as it is rounded."""
    named = table.with_row_index(_ROW).filter(_is_named(name))
    first = aggregated(named, [pl.col(_ROW, *others).first(), _word(name).first()])
    if first[_ROW] < 2 or first[name] not in MEANS:
        return False
    above = table.head(first[_ROW])
    numbers = pl.col(others).cast(pl.Float64, strict=False)
    means, gaps = aggregated(above, [numbers.mean()]), aggregated(above, [numbers.null_count()])
    claims = [(first[other], means[other]) for other in others if not gaps[other]]
    return len(claims) > 0 and all(_agrees(text, mean) for text, mean in claims)


def _agrees(text: str | None, value: object) -> bool:
    try:
        claim = float(text or "")
    except ValueError:
        return False
    rounding = _HALF * 10.0 ** -len((text or "").partition(".")[2])
    return isinstance(value, float) and abs(claim - value) <= rounding + 1e-9 * abs(value)
