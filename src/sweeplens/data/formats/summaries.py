"""Rows that sum up other rows of the same table: `mean`, `std`, `total`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweeplens.lazy import np, pl

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
_LOOKED_AT = 8
"""Only the first columns can name a row."""
_HALF = 0.51
"""How far, in units of its last decimal, a rounded value may be from the true one."""


def summary_rows(frame: pl.DataFrame) -> NDArray[np.bool_]:
    """Which rows of a frame of strings are summaries of the others, shape (rows,).

    A row is one where a word such as `mean` stands among numbers (`seed`: 42, 2025, mean), or takes the place of a
    field that every other row fills, or where the row called `mean` holds the mean of the rows above it.
    """
    found = np.zeros(frame.height, dtype=bool)
    words = _words(frame)
    named = _named(words)
    counts = named.sum().row(0) if frame.height else ()
    for name, count in zip(named.columns, counts, strict=bool(frame.height)):
        if 0 < count < frame.height and _are_summaries(frame.drop(name), words[name], named[name]):
            found |= named[name].to_numpy()
    return found


def may_hold_summaries(frame: pl.DataFrame) -> bool:
    """Whether any row is called as a summary is."""
    return bool(_named(_words(frame)).select(pl.any_horizontal(pl.all().any())).item())


def _words(frame: pl.DataFrame) -> pl.DataFrame:
    """The first columns in lower case, words joined by underscores."""
    return frame.select(pl.col(frame.columns[:_LOOKED_AT]).str.to_lowercase().str.replace_all(" ", "_", literal=True))


def _named(words: pl.DataFrame) -> pl.DataFrame:
    return words.select(pl.all().is_in([*MEANS, *SPREADS, *OTHERS]).fill_null(False))


def _are_summaries(others: pl.DataFrame, words: pl.Series, named: pl.Series) -> bool:
    return _reads_as_numbers(words.filter(~named)) or _leaves_gaps(others, named) or _holds_means(others, words, named)


def _reads_as_numbers(text: pl.Series) -> bool:
    present = text.drop_nulls()
    return len(present) > 0 and present.cast(pl.Float64, strict=False).null_count() == 0


def _leaves_gaps(others: pl.DataFrame, named: pl.Series) -> bool:
    """Whether a column that every other row fills is empty in all the named rows."""
    nulls = ((column.filter(named).null_count(), column.filter(~named).null_count()) for column in others)
    return any(gaps == named.sum() and rest == 0 for gaps, rest in nulls)


def _holds_means(others: pl.DataFrame, words: pl.Series, named: pl.Series) -> bool:
    """Whether the first row called `mean` holds, as far as it is rounded, the means of the rows above it."""
    means = words.is_in(list(MEANS)).fill_null(False).arg_true()
    if not len(means) or means[0] < 2 or named.head(means[0]).any():
        return False
    above = others.head(means[0]).cast(pl.Float64, strict=False)
    told = [(others[column.name][means[0]], column.mean()) for column in above if column.null_count() == 0]
    return len(told) > 0 and all(_agrees(text, value) for text, value in told)


def _agrees(text: str | None, value: object) -> bool:
    try:
        claim = float(text or "")
    except ValueError:
        return False
    rounding = _HALF * 10.0 ** -len((text or "").partition(".")[2])
    return isinstance(value, float) and abs(claim - value) <= rounding + 1e-9 * abs(value)
