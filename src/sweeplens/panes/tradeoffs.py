"""What is bought with what?"""

from __future__ import annotations

from collections.abc import Iterator

from sweeplens.data.metrics import Metric
from sweeplens.errors import UsageError
from sweeplens.figures import Direction, Figure, Notice, Points, Table, table_of
from sweeplens.panes.axes import is_log, metric_axis
from sweeplens.panes.base import Pane, PaneView, Question, chosen_view, required_metric
from sweeplens.panes.columns import factor_column
from sweeplens.panes.scatter import Plane, plane_of
from sweeplens.panes.sentences import WAYS_TO_SAY, listed, titled
from sweeplens.panes.standing import row_sentences
from sweeplens.text import plural

NAMED = 6
"""Rows of the front that a sentence names."""

VIEWS = (PaneView("points", "Points"), PaneView("front", "Pareto front"))


def answer(question: Question) -> Figure:
    """One metric against another, a point a run or cell; or the rows that no other one beats on both."""
    view = chosen_view(question, PANE.id, VIEWS)
    metrics = _metrics(question)
    if metrics is None:
        return Notice(PANE.title, ("A trade-off is between two metrics, which this collection does not have.",))
    plane = plane_of(question, *metrics)
    return _front(question, plane) if view == "front" else _points(question, plane)


def _metrics(question: Question) -> tuple[Metric, Metric] | None:
    """The metrics of x and y: the columns asked for, the view's, else what suits the metric asked about."""
    view, columns = question.view, question.columns
    if len(columns) > 2:
        raise UsageError("A trade-off is between two metrics; name x and y with --columns X,Y.")
    names = columns or ((view.x, view.y) if view else ())
    x, y, *_ = (*(required_metric(question.collection, name) if name else None for name in names), None, None)
    y = y or question.metric
    x = x or (next(_counterparts(question, y), None) if y else None)
    return (x, y) if x and y else None


def _counterparts(question: Question, y: Metric) -> Iterator[Metric]:
    """Metrics to set `y` against: what it may cost first, which is better in the other direction."""
    collection = question.collection
    spreads = {metric.spread for metric in collection.metrics}
    others = [each for each in collection.metrics if each.name != y.name and each.name not in spreads]
    varying = [each for each in others if collection.runs[each.name].n_unique() > 1]
    order = (y.direction, Direction.UNKNOWN)
    yield from sorted(
        varying or others, key=lambda each: order.index(each.direction) if each.direction in order else -1
    )


def _points(question: Question, plane: Plane) -> Points:
    """Every row as a point, coloured by one factor and shaped by another."""
    return Points(
        _title(question) or titled(f"{plane.y.head} against {plane.x.head}"),
        metric_axis(plane.x, question.selection.log or is_log(question, "x")),
        metric_axis(plane.y, question.selection.log or is_log(question, "y")),
        plane.points(),
        (_front_sentence(plane), *_captions(question, plane)),
        tuple(map(factor_column, plane.factors)),
        plane.beside,
    )


def _title(question: Question) -> str:
    return question.view.title if question.view else ""


def _captions(question: Question, plane: Plane) -> Iterator[str]:
    """Which rows are not there, and what the view says."""
    drawn, placed, count = len(plane.drawn), len(plane.placed), len(plane.places)
    if placed < count:
        yield f"{count - placed} of {plural(count, 'row')} without a finite value of both metrics left out."
    if drawn < placed:
        yield f"{drawn:,} of {plural(placed, 'point')} are drawn: every n-th, and the whole front."
    if plane.unranked and Direction.UNKNOWN not in (plane.x.direction, plane.y.direction):
        names = [plane.name(row) for row in plane.unranked[:NAMED]]
        yield f"Never on the front, as diverged runs are left out of it: {listed(names)}."
    if question.view and question.view.caption:
        yield question.view.caption
    yield from row_sentences(question)


def _front_sentence(plane: Plane) -> str:
    """`On the Pareto front of lower loss and higher accuracy: raw at beta=.1.`, or why there is no front."""
    unknown = [metric.head for metric in (plane.x, plane.y) if metric.direction is Direction.UNKNOWN]
    if unknown:
        return f"No front: which way of {listed(unknown)} is better is not known; {WAYS_TO_SAY} says it."
    ends = [f"{metric.direction.value} {metric.head}" for metric in (plane.x, plane.y)]
    names = [plane.name(row) for row in plane.front[:NAMED]]
    more = [plural(len(plane.front) - NAMED, "further row")] if len(plane.front) > NAMED else []
    return f"On the Pareto front of {ends[0]} and {ends[1]}: {listed([*names, *more]) or 'no row'}."


def _front(question: Question, plane: Plane) -> Table | Notice:
    """The rows on the front, from the better end of x."""
    title = _title(question) or f"Pareto front of {plane.x.head} and {plane.y.head}"
    if not plane.front:
        return Notice(title, (_front_sentence(plane),))
    return table_of(
        title,
        (*map(factor_column, plane.factors), *plane.columns, *plane.beside),
        [(*plane.levels[row], *plane.places[row], *plane.besides[row]) for row in plane.front],
        captions=tuple(_captions(question, plane)),
        row_ids=None if plane.runs is None else tuple(plane.runs[row] for row in plane.front),
    )


PANE = Pane(
    id="tradeoffs",
    key="7",
    title="Trade-offs",
    short="Trade",
    question="What is bought with what?",
    answer=answer,
    ranks=True,
    views=VIEWS,
    takes_order=False,
)
