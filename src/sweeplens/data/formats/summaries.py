"""Rows that sum up other rows of the same table: `mean`, `std`, `total`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweeplens.data.numerals import CELL
from sweeplens.lazy import np, pl

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORDS = frozenset(
    [
        "mean",
        "avg",
        "average",
        "std",
        "sd",
        "stdev",
        "stddev",
        "std_dev",
        "sample_sd",
        "sample_std",
        "median",
        "min",
        "max",
        "sum",
        "total",
        "count",
        "sem",
        "stderr",
        "std_err",
        "variance",
        "var",
        "overall",
    ]
)
_LOOKED_AT = 8
"""Only the first text columns can name a row."""
_ROUNDING = 0.51


def summary_rows(frame: pl.DataFrame) -> NDArray[np.bool_]:
    """Which rows are summaries of the others, shape (rows,).

    A row is one where a word such as `mean` stands among numbers (`seed`: 42, 2025, mean), or takes the place of a
    field that every other row fills, or where the row called `mean` holds the mean of the rows above it.
    """
    found = np.zeros(frame.height, dtype=bool)
    for name in frame.columns[:_LOOKED_AT]:
        text = frame[name].str.strip_chars().str.to_lowercase().str.replace_all(r"[\s.\-]+", "_")
        named = text.is_in(list(WORDS)).fill_null(False).to_numpy()
        if named.any() and not named.all() and _are_summaries(frame, name, named):
            found |= named
    return found


def _are_summaries(frame: pl.DataFrame, name: str, named: NDArray[np.bool_]) -> bool:
    rest = frame.filter(~pl.Series(named))
    if _reads_as_numbers(rest[name]):
        return True
    return _leaves_gaps(frame.drop(name), named) or _is_mean_of(frame.drop(name), frame[name], named)


def _reads_as_numbers(text: pl.Series) -> bool:
    present = text.drop_nulls()
    return len(present) > 0 and bool(present.str.strip_chars().str.contains(CELL).all())


def _leaves_gaps(others: pl.DataFrame, named: NDArray[np.bool_]) -> bool:
    """Whether a column that every other row fills is empty in all the named rows."""
    mask = pl.Series(named)
    return any(
        column.filter(mask).null_count() == mask.sum() and column.filter(~mask).null_count() == 0 for column in others
    )


def _is_mean_of(others: pl.DataFrame, words: pl.Series, named: NDArray[np.bool_]) -> bool:
    """Whether the first row called `mean` holds, as far as it is rounded, the means of the rows above it."""
    means = words.str.strip_chars().str.to_lowercase().is_in(["mean", "avg", "average"]).fill_null(False).arg_true()
    if not len(means) or means[0] < 2 or named[: means[0]].any():
        return False
    above = others.head(int(means[0])).select(pl.all().cast(pl.Float64, strict=False))
    claims = [(others[name][int(means[0])], above[name]) for name in others.columns if above[name].null_count() == 0]
    told = [(text, column.mean()) for text, column in claims if text is not None]
    return len(told) > 0 and all(_agrees(text, value) for text, value in told)


def _agrees(text: str, value: object) -> bool:
    try:
        claim = float(text)
    except ValueError:
        return False
    decimals = len(text.partition(".")[2])
    return isinstance(value, float) and abs(claim - value) <= _ROUNDING * 10.0**-decimals + 1e-9 * abs(value)
