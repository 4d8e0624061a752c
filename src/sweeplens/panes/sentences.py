"""Sentences about rows, as a report says them: made from the data, whatever was varied and measured."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Direction, Folded, Value, is_finite
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.panes.base import Question
from sweeplens.panes.columns import row_factors, shown_rows
from sweeplens.panes.folding import ranked_values
from sweeplens.panes.frame_rows import first_places, sort_key
from sweeplens.stats.ranks import is_downwards

WAYS_TO_SAY = "K, `sweeplens corrections` or a brief (better: higher, or lower)"
"""What says which way of a metric is better."""
NAMED = 4
"""Constants, or rows that share a place, that a sentence names; more are counted."""


def no_rows(question: Question) -> str:
    """Why there is no row."""
    return "No row is kept by this filter." if question.collection.runs.height else "There are no rows yet."


def listed(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b, and c`."""
    if len(items) < 3:
        return " and ".join(items)
    return f"{', '.join(items[:-1])}, and {items[-1]}"


def heading(text: str) -> str:
    """`text` as a heading of a report: every word begins with a capital; names with underscores stay as they are."""
    return re.sub(r"(^|[\s/-])([a-z])(?!\S*_)", lambda found: found[1] + found[2].upper(), text)


def open_end(metrics: Sequence[Metric]) -> str:
    """Of which metrics nobody has said which way is better, and how to say it; empty where there are none."""
    heads = [metric.head for metric in metrics if metric.is_open]
    return f"Which way of {listed(heads)} is better is not known: {WAYS_TO_SAY} says it." if heads else ""


def titled(text: str) -> str:
    """`text` as a title on the screen: its first word begins with a capital; a name with underscores stays as it is."""
    return re.sub(r"^[a-z](?!\S*_)", lambda found: found[0].upper(), text)


def row_in_words(factors: Sequence[Factor], texts: Sequence[str | None]) -> str:
    """Which row: `tokcc a.25 at beta=.01`, `raw at beta=.1 and seed=2`."""
    said = [_level_in_words(factor, text, at > 0) for at, (factor, text) in enumerate(zip(factors, texts, strict=True))]
    return f"{said[0]} at {listed(said[1:])}" if len(said) > 1 else "".join(said)


def _level_in_words(factor: Factor, text: str | None, with_name: bool) -> str:
    """The level, with its factor's name before it unless it is said already or a word that speaks for itself."""
    if text is None:
        return f"no {factor.name}"
    speaks = "=" in text or not (with_name or re.fullmatch(r"[\d.eE+-]+", text))
    return text if speaks else f"{factor.name}={text}"


def what_varies(question: Question) -> str:
    """`Rows vary reconstruction family and beta while fixing token aggregation to sum.`; empty where nothing varies."""
    factors = row_factors(question)
    frame = question.runs
    varying = [factor for factor in factors if frame[factor.column].n_unique() > 1]
    if not varying:
        return ""
    fixed = [(factor.head, str(frame[factor.column][0])) for factor in factors if factor not in varying]
    said = [f"{name} to {value}" for name, value in (*fixed, *_constants(question))]
    more = [f"{len(said) - NAMED} further columns"] if len(said) > NAMED else []
    fixing = f" while fixing {listed([*said[:NAMED], *more])}" if said else ""
    return f"Rows vary {listed([factor.head for factor in varying])}{fixing}."


def _constants(question: Question) -> list[tuple[str, str]]:
    """Names and values of what is constant: what the brief declares, else every column that could have varied."""
    declared = {
        key: (factor.label or key, factor.column or key) for key, factor in question.collection.brief.factors.items()
    }
    values = dict(question.collection.constants)
    named = [
        (label, value)
        for key, (label, column) in declared.items()
        if (value := values.get(column, values.get(key))) is not None
    ]
    return named or [(name.replace("_", " "), value) for name, value in question.collection.constants]


def best_row(question: Question) -> str:
    """The best row by the metric asked about, with its final metrics; empty where no row has a finite value.

    `The best sum row by matched router score is tokcc a.25 at beta=.01 with matched router score 0.5502, within-task
    router probe 0.5521, and final answer accuracy 0.9971.`
    """
    metric, shown = question.metric, shown_rows(question)
    key = sort_key(ranked_values(shown.frame, metric, shown.beside)) if metric else None
    if metric is None or key is None or key.null_count() == len(key):
        return ""
    best = key[first_places(key, 1, is_downwards(metric.direction))[0]]
    rows = (key == best).arg_true().to_list()
    return _said_of(question, metric, shown.frame, rows)


def _said_of(question: Question, metric: Metric, frame: pl.DataFrame, rows: Sequence[int]) -> str:
    """The sentence about the rows that share the best value."""
    factors = row_factors(question)
    what = "highest" if metric.direction is Direction.UNKNOWN else "best"
    if not factors or len(rows) > NAMED:
        value = _written(shown_rows(question).value(metric.name, rows[0]))
        count = f"{len(rows)} rows share the" if len(rows) > 1 else "The"
        return f"{count} {what} {metric.head}{', ' if len(rows) > 1 else ' is '}{value}."
    names = [row_in_words(factors, frame.select([f.column for f in factors]).row(row)) for row in rows]
    label = f"{question.collection.brief.label} ".lstrip()
    noun, verb = ("row", "is") if len(rows) == 1 else ("rows", "are")
    values = listed(_values(question, metric, rows))
    return f"The {what} {label}{noun} by {metric.head} {verb} {listed(names)} with {values}."


def _values(question: Question, metric: Metric, rows: Sequence[int]) -> list[str]:
    """The metric and, of a single row, its other final metrics, each with its value."""
    finals = [found for name in question.collection.final if (found := question.collection.metric(name)) is not None]
    metrics = dict.fromkeys([metric, *finals]) if len(rows) == 1 else [metric]
    shown = shown_rows(question)
    values = [(each.head, shown.value(each.name, rows[0])) for each in metrics]
    return [f"{head} {_written(value)}" for head, value in values if is_finite(value)]


def _written(value: Value) -> str:
    """A number; of a folded one with what stands beside it, where that can be told: `0.8897 ± 0.0035 (3/3)`."""
    return value.text(document_number) if isinstance(value, Folded) else document_number(value)  # type: ignore[arg-type]


def left_out(metric: Metric, values: pl.Series) -> str:
    """How many rows have no place by this metric, and why; empty where every one has."""
    missing = values.null_count()
    nonfinite = len(values) - missing - int(values.is_finite().sum())
    parts = [f"{missing} missing"] * bool(missing) + [f"{nonfinite} NaN or Inf"] * bool(nonfinite)
    count = missing + nonfinite
    rows = "row without a finite value is" if count == 1 else "rows without a finite value are"
    return f"{count} {rows} left out of {metric.head} ({listed(parts)})." if count else ""
