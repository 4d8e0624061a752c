"""Curves as drawings: one plot, small multiples, or one metric against another along the steps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sweeplens.data.metrics import Factor, Metric
from sweeplens.data.names import STEPS
from sweeplens.errors import UsageError
from sweeplens.figures import Axis, Curves, Pattern, Plot, Series
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.panes.base import Question
from sweeplens.panes.curve_bands import BAND, count_sentences, mean_line
from sweeplens.panes.histories import CurveSet, chosen_history, curves_of, history_metric, key_factors, measured
from sweeplens.panes.sentences import listed, row_in_words
from sweeplens.stats.dynamics import first_divergence
from sweeplens.stats.smoothing import healthy_range, smoothed
from sweeplens.text import plural

PATTERNS: tuple[Pattern, ...] = ("solid", "dashed", "dotted")
FRACTION = "fraction"
MOST_PLOTS = 24
"""Small multiples that are drawn; more are counted, and a filter chooses among them."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """How the curves of one question are told apart and scaled."""

    question: Question
    chosen: CurveSet
    factors: tuple[Factor, ...]

    def name(self, curve: int) -> str:
        """Which curve it is, in words."""
        texts = [self.chosen.curves[factor.column][curve] for factor in self.factors]
        heads = [level.head if (level := f.level(t)) else t for f, t in zip(self.factors, texts, strict=True)]
        return row_in_words(self.factors, heads) if heads else self.chosen.history.name

    def colour(self, curve: int) -> str:
        """The name that the curve's colour belongs to: its first factor's level."""
        return str(self.chosen.curves[self.factors[0].column][curve]) if self.factors else self.chosen.history.name

    @property
    def is_folded(self) -> bool:
        """Whether some of the curves are replicates that are folded."""
        return self.question.is_folded and any(factor.is_replicate for factor in self.factors)

    def pattern(self, curve: int) -> Pattern:
        """The pattern that tells levels of the second factor apart, where there are few enough."""
        if len(self.factors) < 2 or len(self.factors[1].levels) > len(PATTERNS):
            return "solid"
        texts = [level.text for level in self.factors[1].levels]
        text = self.chosen.curves[self.factors[1].column][curve]
        return PATTERNS[texts.index(text)] if text in texts else "solid"


def drawn_against(question: Question) -> tuple[str | None, ...]:
    """What the curves can be drawn against: None for their step, the fraction of training, and further counts.

    Raises `UsageError` where no history holds the metric asked about.
    """
    history = chosen_history(question, [history_metric(question)])
    counts = (name for name in history.metrics if name.lower() in STEPS and name != history.step)
    return (None, FRACTION, *counts)


def is_log(question: Question, axis: str) -> bool:
    """Whether `axis` (`x` or `y`) is logarithmic: the view says so, or, for y, the selection."""
    asked = question.view.options.get("log", ()) if question.view else ()
    named = axis in asked if isinstance(asked, str | list) else bool(asked)
    return named or (axis == "y" and question.selection.log)


def one_plot(question: Question, title: str, captions: Sequence[str]) -> Curves:
    """The curves of one metric in one pair of axes."""
    metric = measured(question.collection, history_metric(question))
    drawing = _drawing(question, [metric])
    plots = (_plot(drawing, "", metric, range(drawing.chosen.curves.height), drawing.factors),)
    return _curves(question, title, plots, drawing, captions)


def multiples(question: Question, title: str, captions: Sequence[str]) -> Curves:
    """Small multiples: one plot a metric that is asked for, and a level of the factor (or task) to answer by."""
    names = question.columns or (history_metric(question),)
    metrics = [measured(question.collection, name) for name in names]
    drawing, averaging = _averaged(question, _drawing(question, metrics))
    splitting = _splitting(drawing, len(metrics))
    plots = [plot for metric in metrics for plot in _by_level(drawing, metric, splitting, len(metrics) > 1)]
    more = f"{plural(len(plots) - MOST_PLOTS, 'further plot')} left out; a filter chooses."
    said = (*captions, *averaging, *[more] * (len(plots) > MOST_PLOTS))
    return _curves(question, title, tuple(plots[:MOST_PLOTS]), drawing, said)


def _averaged(question: Question, drawing: Drawing) -> tuple[Drawing, list[str]]:
    """The curves averaged over what the view says (`mean_over: task`), and the sentence that says so."""
    asked = question.view.options.get("mean_over", ()) if question.view else ()
    names = [asked] if isinstance(asked, str) else list(asked)
    over = [factor for factor in drawing.factors if factor.name in names or factor.column in names]
    if not over:
        return drawing, []
    chosen = drawing.chosen.mean_over([factor.column for factor in over])
    kept = tuple(factor for factor in drawing.factors if factor not in over)
    return Drawing(question, chosen, kept), [f"Means over {listed([factor.head for factor in over])}."]


def _splitting(drawing: Drawing, metrics: int) -> Factor | None:
    """The factor that parts the plots: what is answered by, else, of a single metric, the task or the first factor."""
    asked = [f for name in drawing.question.by_names for f in drawing.factors if name in (f.name, f.column)]
    tasks = [factor for factor in drawing.factors if factor.column == drawing.chosen.history.task]
    by_default = [] if metrics > 1 else [*tasks, *drawing.factors]
    return next(iter((*asked, *by_default)), None)


def _by_level(drawing: Drawing, metric: Metric, splitting: Factor | None, with_metric: bool) -> list[Plot]:
    """One plot of a metric for each level that some curve has; a single one where nothing parts them."""
    name = metric.head_with_arrow if with_metric else ""
    if splitting is None:
        return [_plot(drawing, name, metric, range(drawing.chosen.curves.height), drawing.factors)]
    rest = tuple(factor for factor in drawing.factors if factor is not splitting)
    column = drawing.chosen.curves[splitting.column]
    kept = [(level, (column == level.text).fill_null(False).arg_true().to_list()) for level in splitting.levels]
    return [
        _plot(drawing, " · ".join(part for part in (name, level.head) if part), metric, rows, rest)
        for level, rows in kept
        if rows
    ]


def trajectory(question: Question, title: str, captions: Sequence[str]) -> Curves:
    """One metric against another along the steps, the start and the end of each run marked."""
    x, y = _two_metrics(question)
    drawing = _drawing(question, [x, y])
    series = [
        Series(
            drawing.name(curve),
            points[x.name].cast(pl.Float64).fill_null(math.nan).to_list(),
            points[y.name].cast(pl.Float64).fill_null(math.nan).to_list(),
            colour=drawing.colour(curve),
            pattern=drawing.pattern(curve),
            start_mark=True,
            end_mark=True,
        )
        for curve, points in _by_curve(drawing, range(drawing.chosen.curves.height))
    ]
    plot = Plot("", metric_axis(x, is_log(question, "x")), metric_axis(y, is_log(question, "y")), tuple(series))
    said = f"Along the steps of {drawing.chosen.history.name}; start and end of each run are marked."
    return _curves(question, title, (plot,), drawing, (*captions, said))


def _two_metrics(question: Question) -> tuple[Metric, Metric]:
    """The two metrics of a trajectory: the view's, the first two columns asked for, or the first two of a history."""
    view = question.view
    there = [metric for history in question.collection.histories for metric in history.metrics]
    asked = [*question.columns[:2]] or ([view.x, view.y] if view and view.x and view.y else [])
    names = asked or list(dict.fromkeys([*there[1:2], history_metric(question), *there]))[:2]
    if len(names) < 2:
        raise UsageError("A trajectory is of one metric against another; name two with --columns X,Y.")
    return measured(question.collection, names[0]), measured(question.collection, names[1])


def metric_axis(metric: Metric, log: bool, low: float | None = None, high: float | None = None) -> Axis:
    """The axis of a metric."""
    return Axis(metric.head, metric.unit, metric.direction, log, low, high, metric.name)


def _drawing(question: Question, metrics: Sequence[Metric]) -> Drawing:
    """The curves that hold all these metrics, and the column they are drawn against."""
    names = [metric.name for metric in metrics]
    history = chosen_history(question, names)
    against = question.selection.x
    if against not in (None, FRACTION, history.step, *history.metrics):
        raise UsageError(f"{history.name} has no column {against} to draw against; its step is {history.step}.")
    extra = [against] if against in history.metrics and against not in names else []
    chosen = curves_of(question, history, [*names, *extra])
    return Drawing(question, chosen, key_factors(question, chosen))


def _by_curve(drawing: Drawing, curves: Iterable[int]) -> list[tuple[int, pl.DataFrame]]:
    parts = drawing.chosen.by_curve
    return [(curve, parts[curve]) for curve in curves if curve in parts]


def _plot(drawing: Drawing, title: str, metric: Metric, curves: Iterable[int], factors: Sequence[Factor]) -> Plot:
    """One pair of axes with the curves of one metric, and behind smoothed ones what was measured."""
    selection = drawing.question.selection
    named = Drawing(drawing.question, drawing.chosen, tuple(factors))
    series = _folded(named, metric, curves) if named.is_folded else _single(named, metric, curves)
    measured = [value for line in series for value in line.y]
    low, high = (healthy_range(measured) or (None, None)) if selection.clip_outliers else (None, None)
    return Plot(title, _x_axis(drawing), metric_axis(metric, is_log(drawing.question, "y"), low, high), tuple(series))


def _single(drawing: Drawing, metric: Metric, curves: Iterable[int]) -> list[Series]:
    """The curves, one after the other."""
    return [line for curve, points in _by_curve(drawing, curves) for line in _lines(drawing, metric, curve, points)]


def _folded(drawing: Drawing, metric: Metric, curves: Iterable[int]) -> list[Series]:
    """The runs of each cell as thin lines, and over them their mean with its band."""
    cell = replace(drawing, factors=tuple(factor for factor in drawing.factors if not factor.is_replicate))
    runs: dict[str, list[Series]] = {}
    means: dict[str, list[Series]] = {}
    for curve, points in _by_curve(drawing, curves):
        *_, calm = _lines(drawing, metric, curve, points)
        own = replace(calm, colour=cell.colour(curve))
        means.setdefault(cell.name(curve), []).append(replace(own, pattern=cell.pattern(curve)))
        runs.setdefault(cell.name(curve), []).append(replace(own, pattern="thin"))
    return [line for name, of in runs.items() for line in (*of, mean_line(name, means[name]))]


def _lines(drawing: Drawing, metric: Metric, curve: int, points: pl.DataFrame) -> list[Series]:
    """The curve; where it is smoothed, thin behind it what was measured."""
    written = points.filter(pl.col(metric.name).is_not_null())
    x, y = _x_values(drawing, written), written[metric.name].to_list()
    name, colour, weight = drawing.name(curve), drawing.colour(curve), drawing.question.selection.smoothing
    pattern = drawing.pattern(curve)
    diverged = first_divergence(x, y)
    if not weight:
        return [Series(name, x, y, colour, pattern, diverged_at=diverged)]
    calm = Series(name, x, smoothed(y, weight), colour, pattern, diverged_at=diverged)
    return [Series(name, x, y, colour, "thin"), calm]


def _x_values(drawing: Drawing, points: pl.DataFrame) -> list[float]:
    """The steps of a curve, their share of its last step, or another column of the history."""
    history, against = drawing.chosen.history, drawing.question.selection.x
    column = history.step if against in (None, FRACTION) else str(against)
    steps: list[float] = points[column].cast(pl.Float64).to_list()
    if against != FRACTION:
        return steps
    last = max(steps, default=0.0)
    return [step / last for step in steps] if last > 0 else steps


def _x_axis(drawing: Drawing) -> Axis:
    against = drawing.question.selection.x
    if against == FRACTION:
        return Axis("fraction of training", low=0.0, high=1.0)
    return Axis(against or drawing.chosen.history.step)


def _curves(
    question: Question, title: str, plots: tuple[Plot, ...], drawing: Drawing, captions: Sequence[str]
) -> Curves:
    step = drawing.chosen.history.step
    over = listed([factor.head for factor in drawing.factors if factor.is_replicate])
    bands = [BAND.format(over=over), *count_sentences(plots, step)] if drawing.is_folded else []
    said = (*captions, *bands, *_announcements(question), *_divergences(plots, step))
    return Curves(title, plots, tuple(dict.fromkeys(said)))


def _announcements(question: Question) -> list[str]:
    """What was done to the curves: smoothing and clipping are never silent."""
    selection = question.selection
    calm = f"Smoothed by an exponential moving average of weight {selection.smoothing:g}; thin lines are as measured."
    clip = "The axis is clipped to the middle 98 % of the finite values; what lies beyond runs off its edge."
    return [calm] * bool(selection.smoothing) + [clip] * selection.clip_outliers


def _divergences(plots: Iterable[Plot], step: str) -> list[str]:
    """Which curves are not finite, and since when."""
    events = {line.name: line.diverged_at for plot in plots for line in plot.series if line.diverged_at is not None}
    told = [f"{name} at {step} {document_number(at)}" for name, at in list(events.items())[:3]]
    more = [f"{len(events) - 3} more"] if len(events) > 3 else []
    return [f"Not finite from there on: {listed([*told, *more])}."] if events else []
