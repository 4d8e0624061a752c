"""Curves as a table: a sparkline with first, extremes and final, the value a run stands for, and where it diverged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.figures import Column, ColumnKind, Direction, Folded, Media, Table, Value
from sweeplens.lazy import np
from sweeplens.panes.base import Question
from sweeplens.panes.curve_bands import with_worst
from sweeplens.panes.curve_drawing import as_measured, drawing_of
from sweeplens.panes.curve_facts import STANDS, VALUES, Facts, stand_in_words
from sweeplens.panes.curve_lines import lines_of
from sweeplens.panes.curve_tables import finished
from sweeplens.panes.histories import history_metric, measured
from sweeplens.stats.dynamics import DIVERGED, FACTS
from sweeplens.stats.folding import METHODS

SPARK = 24
"""Points of a sparkline; each is the last value of its share of the steps."""
_HEADS = {
    "first_step": "from",
    "min_step": "at",
    "max_step": "at",
    "final_step": "to",
    "diverged_step": "not finite from",
    "last_finite": "last finite",
    "last_finite_step": "at",
    "value_step": "at",
}
"""How the screen heads facts that it does not call by their name."""

_SEEN = (
    *("final", "final_step", "last_finite", "last_finite_step", "diverged_step"),
    *("min", "min_step", "max", "max_step", "first", "first_step", "n"),
)
"""The facts in the order in which the screen shows them: what became of a run first."""


def spark_table(question: Question, title: str, captions: tuple[str, ...] = ()) -> Table:
    """One metric, one row a curve, or a cell where they are folded: its course in small, and the facts."""
    metric = measured(question.collection, history_metric(question))
    facts = Facts(drawing_of(as_measured(question), [metric]), metric)
    stands = STANDS if stand_in_words(question.selection, metric.direction) else ()
    values = {name: facts.told(name) for name in (*stands, *FACTS, *DIVERGED)}
    told = {name for name in values if name not in DIVERGED or any(value is not None for value in values[name])}
    columns: list[tuple[Column, Sequence[Value]]] = [
        (Column("metric", kind="level", media=Media.DATA), [metric.name] * len(facts.curves)),
        (Column(metric.name, label=metric.head, kind="spark", media=Media.SCREEN), _sparks(facts)),
        *((_column(facts, name, Media.SCREEN), values[name]) for name in (*stands, *_SEEN) if name in told),
        *(
            (_column(facts, name, Media.DATA | Media.DOCUMENT if name in told else Media.DATA), values[name])
            for name in values
        ),
        *(each for name in VALUES if name in values for each in _beside(question, name, values[name])),
    ]
    heads, shown = [column for column, _ in columns], [values for _, values in columns]
    return finished(question, title, facts, heads, shown, captions)


def _column(facts: Facts, name: str, media: Media) -> Column:
    """The column of one fact."""
    metric, selection = facts.metric, facts.drawing.question.selection
    label = stand_in_words(selection, metric.direction) if name == STANDS[0] else _HEADS.get(name, "")
    if name not in VALUES:
        kind: ColumnKind = "integer" if name == "n" else "number"
        return Column(name, label=label, kind=kind, media=media, why=name.replace("_", " "))
    return Column(
        name,
        label=label,
        kind="folded" if facts.drawing.is_folded else "number",
        unit=metric.unit,
        direction=metric.direction,
        media=media,
        mark_best=name in (STANDS[0], "final", "min" if metric.direction is Direction.LOWER else "max"),
    )


def _beside(question: Question, name: str, values: Sequence[Value]) -> Iterator[tuple[Column, list[Value]]]:
    """For data alone, what stands beside the folded values of a fact; nothing where none is folded."""
    folds = [value if isinstance(value, Folded) else None for value in values]
    if not any(folds):
        return
    spread = METHODS[question.selection.folding].beside
    parts = {spread: "spread"} if spread else {"low": "low", "high": "high"}
    for written, part in {**parts, "runs": "n"}.items():
        told = [None if fold is None else getattr(fold, part) for fold in folds]
        yield Column(f"{name}_{written}", kind="integer" if part == "n" else "number", media=Media.DATA), told


def _sparks(facts: Facts) -> list[Value]:
    """For each row its course, as at most `SPARK` values: that of its curve, or of the centre of its curves."""
    drawing = with_worst(facts.drawing, facts.metric)
    lines = {group[-1].name: group[-1] for group in lines_of(drawing, facts.metric, drawing.all)}
    called = drawing.cells if drawing.is_folded else drawing
    names = [called.name(curves[0]) for curves in facts.curves]
    return [_thinned(lines[name].y) if name in lines else None for name in names]


def _thinned(values: Sequence[float]) -> list[float | None]:
    if len(values) <= SPARK:
        return list(values)
    return [values[place] for place in np.linspace(0, len(values) - 1, SPARK).round().astype(int)]
