"""Curves as drawings: one plot, small multiples, or one metric against another along the steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sweeplens.data.metrics import Factor, Metric
from sweeplens.errors import UsageError
from sweeplens.figures import Curves, Plot, Stand
from sweeplens.panes.axes import is_log, metric_axis
from sweeplens.panes.base import Question
from sweeplens.panes.curve_axes import Ends, Way, ends_of, step_axis, with_shared_axes
from sweeplens.panes.curve_bands import with_worst
from sweeplens.panes.curve_drawing import Drawing, averaged, drawing_of
from sweeplens.panes.curve_facts import Facts
from sweeplens.panes.curve_lines import lines_of, trajectories
from sweeplens.panes.curve_sentences import curve_sentences
from sweeplens.panes.histories import history_metric, measured
from sweeplens.panes.sentences import listed
from sweeplens.text import plural

WAYS: tuple[Way, Way] = ("x", "y")
MOST_PLOTS = 60
"""Small multiples that are drawn; more are counted, and a filter chooses among them."""


def one_plot(question: Question, title: str, captions: Sequence[str]) -> Curves:
    """The curves of one metric in one pair of axes."""
    metric = measured(question.collection, history_metric(question))
    drawing = drawing_of(question, [metric])
    stands = Facts(drawing, metric).stands()
    plot, ends = _plot(with_worst(drawing, metric), "", metric, drawing.all, stands)
    return _curves(drawing, title, [metric], [plot], [ends], captions)


def multiples(question: Question, title: str, captions: Sequence[str]) -> Curves:
    """Small multiples: one plot a metric that is asked for, and a level of the factor (or task) to answer by."""
    names = question.columns or (history_metric(question),)
    metrics = [measured(question.collection, name) for name in names]
    drawing = averaged(drawing_of(question, metrics))
    splitting = _splitting(drawing, len(metrics))
    found = [
        each
        for metric in metrics
        for each in _by_level(with_worst(drawing, metric), metric, splitting, len(metrics) > 1)
    ]
    plots, ends = [plot for plot, _ in found[:MOST_PLOTS]], [ends for _, ends in found[:MOST_PLOTS]]
    rest = drawing.called_by(factor for factor in drawing.factors if factor is not splitting)
    if question.selection.shared_axes:
        plots = with_shared_axes(plots)
    more = f"{plural(len(found) - MOST_PLOTS, 'further plot')} left out; a filter chooses."
    said = (_sharing(question), *_averaging(question, drawing), *[more] * (len(found) > MOST_PLOTS), *captions)
    return _curves(rest, title, metrics, plots, ends, said)


def _sharing(question: Question) -> str:
    """Whether heights of different plots can be compared."""
    if question.selection.shared_axes:
        return "Plots of one metric share their axes."
    return "Each plot has axes of its own (Y shares them)."


def _averaging(question: Question, drawing: Drawing) -> Iterator[str]:
    heads = {factor.column: factor.head for factor in question.collection.factors}
    if drawing.over:
        yield f"Means over {listed([heads.get(column, column) for column in drawing.over])}."


def _splitting(drawing: Drawing, metrics: int) -> Factor | None:
    """The factor that parts the plots: what is answered by, else, of a single metric, the task, else what varies."""
    asked = [f for name in drawing.question.by_names for f in drawing.factors if name in (f.name, f.column)]
    tasks = [factor for factor in drawing.factors if factor.column == drawing.chosen.history.task]
    by_default = [] if metrics > 1 else [*tasks, *drawing.varying, *drawing.factors]
    return next(iter((*asked, *by_default)), None)


def _by_level(
    drawing: Drawing, metric: Metric, splitting: Factor | None, with_metric: bool
) -> Iterator[tuple[Plot, Ends]]:
    """One plot of a metric for each level that some curve has; a single one where nothing parts them."""
    name, stands = metric.head_with_arrow if with_metric else "", Facts(drawing, metric).stands()
    if splitting is None:
        yield _plot(drawing, name, metric, drawing.all, stands)
        return
    rest = drawing.called_by(factor for factor in drawing.factors if factor is not splitting)
    column = drawing.chosen.curves[splitting.column]
    for level in splitting.levels:
        curves = (column == level.text).fill_null(False).arg_true().to_list()
        if curves:
            yield _plot(rest, " · ".join(part for part in (name, level.head) if part), metric, curves, stands)


def _plot(
    drawing: Drawing, title: str, metric: Metric, curves: Iterable[int], stands: Mapping[int, Stand]
) -> tuple[Plot, Ends]:
    """One pair of axes with the curves of one metric, and what lies beyond them."""
    groups = lines_of(drawing, metric, curves, stands)
    ends = ends_of(groups, drawing.question.selection, ["y"])
    y = metric_axis(metric, is_log(drawing.question, "y"), *ends.of("y"))
    x = step_axis(drawing.question.selection.x, drawing.chosen.history.step)
    return Plot(title, x, y, tuple(line for group in groups for line in group)), ends


def trajectory(question: Question, title: str, captions: Sequence[str]) -> Curves:
    """One metric against another along the steps, the start and the end of each run marked."""
    metrics = _two_metrics(question)
    drawing = drawing_of(question, metrics)
    groups = trajectories(drawing, *metrics)
    ends = ends_of(groups, question.selection, WAYS)
    x, y = (
        metric_axis(metric, is_log(question, way), *ends.of(way)) for metric, way in zip(metrics, WAYS, strict=True)
    )
    plot = Plot("", x, y, tuple(line for group in groups for line in group))
    said = f"Along the steps of {drawing.chosen.history.name}; start and end of each run are marked, none is folded."
    no_steps = ["Both axes are metrics, so the x axis that was chosen for curves changes nothing here."]
    said_all = (*captions, said, *no_steps * (question.selection.x is not None))
    return replace(_curves(drawing, title, metrics, [plot], [ends], said_all), counts_steps=False)


def _two_metrics(question: Question) -> tuple[Metric, Metric]:
    """The two metrics of a trajectory: the view's, the first two columns asked for, or the first two of a history."""
    view = question.view
    there = [metric for history in question.collection.histories for metric in history.metrics]
    asked = [*question.columns[:2]] or ([view.x, view.y] if view and view.x and view.y else [])
    names = asked or list(dict.fromkeys([*there[1:2], history_metric(question), *there]))[:2]
    if len(names) < 2:
        raise UsageError("A trajectory is of one metric against another; name two with --columns X,Y.")
    return measured(question.collection, names[0]), measured(question.collection, names[1])


def _curves(
    drawing: Drawing,
    title: str,
    metrics: Sequence[Metric],
    plots: Sequence[Plot],
    ends: Sequence[Ends],
    captions: Sequence[str],
) -> Curves:
    """The plots with what is said of them."""
    is_folded = any(line.n is not None for plot in plots for line in plot.series)
    shown = drawing.cells if is_folded else drawing
    said = (*curve_sentences(drawing, metrics, plots, ends), *captions)
    keys = tuple(factor.head for factor in shown.varying)
    return Curves(title, tuple(plots), tuple(dict.fromkeys(said)), keys, counts_steps=True)
