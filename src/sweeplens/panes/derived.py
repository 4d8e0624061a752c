"""Does a table that someone derived earlier still say what is computed?"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from sweeplens.data.collection import Collection
from sweeplens.data.metrics import Factor
from sweeplens.data.problems import Problem
from sweeplens.data.tablefile import TableFile
from sweeplens.numbers import document_number
from sweeplens.panes.sentences import row_in_words
from sweeplens.stats.spread import spreads
from sweeplens.text import plural

EACH_FILE = 5
"""Fields of one file that are named; more are counted."""
ROUNDING = 1e-9
"""Share of itself by which a number may be off that was written in full."""
STATISTICS = ("min", "mean", "median", "max", "std", "n")

_HEAD_LINES = 2
"""The first row of a table stands on its second line."""


def table_problems(collection: Collection, table: TableFile) -> tuple[Problem, ...]:
    """Fields that say something else than what is computed, and rows that are about no run; the first few, and a count.

    A table is understood where its rows are told apart by the collection's factors and its columns are metrics, or
    where it gives statistics by metric. Of any other nothing is said.
    """
    found = list(_differences(collection, table))
    more = [f"{plural(len(found) - EACH_FILE, 'further field')} no longer say what is computed."]
    sentences = [*found[:EACH_FILE], *((None, sentence) for sentence in more if len(found) > EACH_FILE)]
    return tuple(Problem(table.name, sentence, line=line) for line, sentence in sentences)


def _differences(collection: Collection, table: TableFile) -> Iterator[tuple[int | None, str]]:
    """The line and a sentence for each field that is off."""
    texts = {column.name: column.text.to_list() for column in table.columns}
    if "metric" in texts and not texts.keys().isdisjoint(STATISTICS):
        yield from _spread_differences(collection, texts)
        return
    factors = [factor for factor in collection.factors if factor.column in texts]
    metrics = [metric.name for metric in collection.metrics if metric.name in texts]
    keys = list(zip(*(texts[factor.column] for factor in factors), strict=True))
    if factors and metrics and len(set(keys)) == len(keys):
        yield from _run_differences(collection, texts, factors, metrics)


def _spread_differences(
    collection: Collection, texts: Mapping[str, Sequence[str | None]]
) -> Iterator[tuple[int | None, str]]:
    """Statistics over all runs, metric by metric."""
    names = [metric.name for metric in collection.metrics]
    computed = dict(zip(names, spreads(collection.runs, names)[0][1], strict=True))
    for at, said in enumerate(texts["metric"]):
        metric = collection.metric(said or "")
        if metric is None:
            continue
        for name in (name for name in STATISTICS if name in texts):
            value = getattr(computed[metric.name], name)
            if not agrees(texts[name][at], value):
                yield at + _HEAD_LINES, f"{metric.head}: {name} says {texts[name][at]}, computed is {exact(value)}."


def _run_differences(
    collection: Collection, texts: Mapping[str, Sequence[str | None]], factors: Sequence[Factor], metrics: Sequence[str]
) -> Iterator[tuple[int | None, str]]:
    """Metrics of the runs that a row's levels name, their mean where they are several."""
    groups = spreads(collection.runs, metrics, [factor.column for factor in factors])
    computed = {levels: [spread.mean for spread in found] for levels, found in groups}
    for at, levels in enumerate(zip(*(texts[factor.column] for factor in factors), strict=True)):
        row = row_in_words(factors, levels)
        if levels not in computed:
            yield at + _HEAD_LINES, f"{row} is no row of the summary."
            continue
        for name, value in zip(metrics, computed[levels], strict=True):
            if not agrees(texts[name][at], value):
                yield at + _HEAD_LINES, f"{row}: {name} says {texts[name][at]}, computed is {exact(value)}."


def agrees(written: str | None, computed: float | None, tolerance: float | None = None) -> bool:
    """Whether what is written is what is computed: within `tolerance`, or half a unit of its last digit.

    What is no finite number on either side is compared with nothing.
    """
    value = _number(written)
    if value is None or computed is None or not math.isfinite(computed):
        return True
    allowed = half_unit(written or "") if tolerance is None else tolerance
    return abs(value - computed) <= allowed + ROUNDING * abs(computed)


def half_unit(written: str) -> float:
    """Half a unit of the last digit: 0.00005 of `0.5502`, 0.5 of `12`, 50 of `1.2e3`."""
    mantissa, _, exponent = written.strip().lower().partition("e")
    decimals = len(re.sub(r"\D", "", mantissa.partition(".")[2]))
    return float(0.5 * 10.0 ** (int(exponent or 0) - decimals))


def exact(value: float | None) -> str:
    """A number with six digits beside its document form where that rounds it; `nothing` where there is none."""
    if value is None:
        return "nothing"
    return document_number(value) if float(document_number(value)) == value else f"{value:.6g}"


def _number(written: str | None) -> float | None:
    """The finite number that is written; None where there is none."""
    try:
        value = float(written or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None
