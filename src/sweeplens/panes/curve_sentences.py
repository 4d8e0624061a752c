"""What is said below curves: how they were folded, which of them diverged, what lies beyond the axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sweeplens.data.metrics import Metric
from sweeplens.data.selection import Selection
from sweeplens.figures import Direction, Divergence, Plot, Series
from sweeplens.numbers import document_number
from sweeplens.panes.curve_axes import Ends
from sweeplens.panes.curve_drawing import Drawing
from sweeplens.panes.sentences import listed, row_in_words
from sweeplens.stats.folding import METHODS
from sweeplens.text import plural

CROWD = 30
"""Lines beyond which markers and patterns do not tell them apart any more."""
TOLD = 3
"""Curves of which something is told one by one; more are counted."""


def curve_sentences(
    drawing: Drawing, metrics: Sequence[Metric], plots: Sequence[Plot], ends: Sequence[Ends]
) -> list[str]:
    """Everything that was done to the curves, and everything of them that the plots do not show."""
    lines = [replace(line, name=_called(drawing, plot, line)) for plot in plots for line in plot.series]
    step = plots[0].x.label if plots else drawing.chosen.history.step
    said = [
        *_crowd(lines),
        *divergence_sentences(lines, step),
        *cut_sentences(drawing.question.selection, ends),
        *count_sentences(lines, step),
        *([_folding(drawing, metrics)] if any(line.n is not None for line in lines) else []),
        *smoothing_sentences(drawing.question.selection),
    ]
    return list(dict.fromkeys(said))


def _called(drawing: Drawing, plot: Plot, line: Series) -> str:
    """Which line it is among those that are drawn: its levels of what varies, and its plot."""
    telling = (factors for factors in (drawing.varying, drawing.cells.varying) if len(factors) == len(line.levels))
    factors = next(telling, ())
    name = row_in_words(factors, line.levels) if factors else line.name
    return f"{name} ({plot.title})" if plot.title else name


def _crowd(lines: Sequence[Series]) -> list[str]:
    """What can be done where there are more lines than anyone can follow."""
    count = len({line.name for line in lines if not line.is_behind})
    many = f"{count:,} lines: a filter, folding (A), small multiples (v) and smoothing (+) leave fewer to follow."
    return [many] if count > CROWD else []


def _folding(drawing: Drawing, metrics: Sequence[Metric]) -> str:
    """How single runs became lines and bands."""
    selection = drawing.question.selection
    made = f"Lines are the {METHODS[selection.folding].says} over {_replicates(drawing)}"
    of = "each step is of the runs that have it"
    if selection.interpolate:
        of = "each step is of the runs that reach it, between their own steps interpolated linearly"
    policy = _policy(selection, metrics, "run at the same step")
    return f"{made}, {of}; thin lines are single runs; {policy}."


def _policy(selection: Selection, metrics: Sequence[Metric], among: str) -> str:
    """What was done with NaN and infinities, as a clause; `among` what the worst one was looked for."""
    unknown = [metric.head for metric in metrics if metric.direction is Direction.UNKNOWN]
    if selection.nonfinite == "exclude" or len(unknown) == len(metrics):
        why = f", as it is not known what is worse of {listed(unknown)}" if selection.nonfinite == "worst" else ""
        return f"NaN and Inf are left out{why}"
    return f"NaN and Inf count as the worst finite value of any {among}"


def folded_rows_sentence(drawing: Drawing, metrics: Sequence[Metric]) -> str:
    """How the rows of a table were folded."""
    selection = drawing.question.selection
    says, over = METHODS[selection.folding].says, _replicates(drawing)
    policy = _policy(selection, metrics, "run")
    return f"Each row is the {says} over {over}, in brackets the finite runs of those expected; {policy}."


def _replicates(drawing: Drawing) -> str:
    return listed([factor.head for factor in drawing.factors if factor.is_replicate])


def count_sentences(lines: Iterable[Series], step: str, what: str = "runs") -> list[str]:
    """Where lines are made of fewer runs than before; nothing where every one is of as many from end to end."""
    uneven = [line for line in lines if line.n is not None and len(set(line.n)) > 1]
    falls = [f"{line.name} {_fall(line, step)}" for line in uneven if line.falls]
    others = [line for line in uneven if not line.falls]
    fewer = [f"{what.capitalize()} get fewer: {_some(falls)}."] if falls else []
    return fewer + ([_unshared(others, step, what)] if others else [])


def _unshared(lines: Sequence[Series], step: str, what: str) -> str:
    """`3 lines are of 1 to 5 runs, which share not every step (I fills in between).`"""
    counts = [n for line in lines for n in line.n or ()]
    which = f"{lines[0].name} is" if len(lines) == 1 else f"{len(lines)} lines are"
    hint = " (I fills in between)" if what == "runs" else ""
    return f"{which} of {min(counts)} to {max(counts)} {what}, which share not every {step}{hint}."


def _fall(line: Series, step: str) -> str:
    """`3 → 2 from step 650`, `3 → 1 by step 900` where there are several falls."""
    n = line.n or ()
    first, last = line.falls[0], line.falls[-1]
    return f"{n[0]} → {n[last]} {'from' if first == last else 'by'} {step} {document_number(line.x[last])}"


def divergence_sentences(lines: Iterable[Series], step: str) -> list[str]:
    """Which runs are not finite, since when, and what they were worth before."""
    events = {line.name: line.diverged for line in lines if line.diverged is not None}
    ends = [_end(name, event, step) for name, event in events.items() if event.is_final]
    gaps = [f"{name} at {step} {document_number(event.at)}" for name, event in events.items() if not event.is_final]
    ended = [f"Not finite to the end: {_some(ends)}."] if ends else []
    return ended + ([f"Not finite in between: {_some(gaps)}."] if gaps else [])


def _end(name: str, event: Divergence, step: str) -> str:
    """`raw at seed=1 from step 450 (last finite 0.6931 @400)`."""
    since = f"{name} from {step} {document_number(event.at)}"
    if event.last is None or event.last_at is None:
        return f"{since} (never finite)"
    if event.at == event.last_at:
        return f"{name} after {step} {document_number(event.at)} (last finite {document_number(event.last)})"
    return f"{since} (last finite {document_number(event.last)} @{document_number(event.last_at)})"


def _some(items: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    more = [f"{len(items) - TOLD} more"] if len(items) > TOLD else []
    return listed([*items[:TOLD], *more])


def cut_sentences(selection: Selection, ends: Sequence[Ends]) -> list[str]:
    """What lies beyond axes that are shorter than their lines."""
    runs, points = {name for end in ends for name in end.runs}, sum(end.points for end in ends)
    if not points:
        return []
    beyond = f"{plural(points, 'point')} of {plural(len(runs), 'run')} {'lies' if points == 1 else 'lie'} beyond"
    if selection.clip_outliers:
        return [f"The axis is clipped to the middle 98 % of the finite values: {beyond} (O takes them in)."]
    return [f"The axis is that of the runs that stay finite: {beyond} (D takes them in)."]


def smoothing_sentences(selection: Selection) -> list[str]:
    """How the curves are smoothed, where they are."""
    weight = selection.smoothing
    calm = f"Smoothed by an exponential moving average of weight {weight:g}; thin lines are as measured."
    return [calm] if weight else []
