"""Where do the modes disagree?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sweeplens.data.metrics import Factor, Metric
from sweeplens.errors import UsageError
from sweeplens.figures import (
    Axis,
    Column,
    Curves,
    Field,
    Figure,
    Grid,
    Media,
    Notice,
    Plot,
    Series,
    Slider,
    Value,
    table_of,
)
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.panes.base import Pane, PaneView, Question, chosen_view
from sweeplens.panes.behind import filter_of
from sweeplens.panes.columns import factor_column
from sweeplens.panes.histories import history_metric, measured
from sweeplens.panes.mode_pairs import Pairs, averaged, count, modes_of, pairs_of, reference
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.text import plural

VIEWS = (
    PaneView("final", "At the final shared checkpoint"),
    PaneView("first", "At the first checkpoint"),
    PaneView("heatmap", "Heat map"),
    PaneView("curves", "Gap along the steps"),
)
NONE_SHARED = "No step is in all compared runs; at {}."
_COLUMN = re.compile(r"(delta|ratio) +(.+)")


@dataclass(frozen=True)
class GapColumn:
    """One column of the table: a side, the difference, or the ratio of a metric."""

    kind: str
    """`candidate`, `reference`, `delta` or `ratio`."""
    metric: Metric

    def head(self, pairs: Pairs) -> str:
        """`delta_full_minus_reinit_val_accuracy`, `ratio_reinit_to_full_val_norm_recon`, `full_val_accuracy`."""
        candidate, other = pairs.modes.heads()
        stem = {
            "candidate": candidate,
            "reference": other,
            "delta": f"delta_{candidate}_minus_{other}",
            "ratio": f"ratio_{other}_to_{candidate}",
        }
        return f"{stem[self.kind]}_{self.metric.name}"

    def label(self, pairs: Pairs) -> str:
        """How the screen heads it."""
        candidate, other = pairs.modes.candidate, pairs.modes.reference
        said = {"candidate": candidate, "reference": other, "delta": "Δ", "ratio": f"{other}/{candidate}"}
        return f"{said[self.kind]} {self.metric.head}"

    def values(self, means: pl.DataFrame) -> list[Value]:
        """One value a row of means; None where there is no finite pair or nothing to divide by."""
        ours, theirs = means[self.metric.name].to_list(), means[reference(self.metric.name)].to_list()
        return [self._value(a, b) for a, b in zip(ours, theirs, strict=True)]

    def _value(self, ours: float | None, theirs: float | None) -> float | None:
        if ours is None or theirs is None:
            return None
        if self.kind == "ratio":
            return theirs / ours if ours else None
        return {"candidate": ours, "reference": theirs, "delta": ours - theirs}[self.kind]


def answer(question: Question) -> Figure:
    """The gap between the modes, candidate minus reference, at a checkpoint or along the steps."""
    kind = chosen_view(question, PANE.id, VIEWS)
    if not question.collection.histories:
        return Notice(PANE.title, ("This collection has no history in which modes could be followed.",))
    try:
        modes_of(question)
    except UsageError as error:
        return Notice(PANE.title, (str(error),))
    return ANSWERS[kind](question)


def _final(question: Question) -> Figure:
    return _table(question, "final")


def _first(question: Question) -> Figure:
    return _table(question, "first")


def _table(question: Question, which: str) -> Figure:
    """Both sides, their difference and ratio, one row for each level of what is answered by."""
    columns = _asked(question)
    pairs = pairs_of(question, list(dict.fromkeys(column.metric.name for column in columns)))
    slider, said = _checkpoint(question, pairs, which)
    if slider is None:
        return Notice(PANE.title, said)
    by = _by(question, pairs) or pairs.others
    means = averaged(pairs, pairs.at(slider.at), by)
    heads = [_column(column, pairs) for column in columns]
    counts = Column(
        "pairs", kind="integer", media=Media.SCREEN | Media.DATA, why="Pairs that are finite on both sides."
    )
    values = [column.values(means) for column in columns]
    least = means.select(pl.min_horizontal(count(metric.name) for metric in pairs.metrics)).to_series().to_list()
    keys = [means[factor.column].to_list() for factor in by]
    rows = list(zip(*keys, *values, least, strict=True))
    title = (question.view.title if question.view else "") or _title(pairs, slider, which)
    columns_shown = (*map(factor_column, by), *heads, counts)
    table = table_of(title, columns_shown, rows, captions=_captions(question, pairs, said), slider=slider)
    return first_rows(ordered(table, question), question.limit(len(rows) or 1))


def _asked(question: Question) -> list[GapColumn]:
    """The columns asked for; a bare metric is both sides and their difference."""
    names = question.columns or tuple(dict.fromkeys((history_metric(question), *_finals(question))))
    found: list[GapColumn] = []
    for name in names:
        if match := _COLUMN.fullmatch(name.strip()):
            found.append(GapColumn(match[1], measured(question.collection, match[2])))
        else:
            metric = measured(question.collection, name)
            found += [GapColumn(kind, metric) for kind in ("candidate", "reference", "delta")]
    return found


def _finals(question: Question) -> list[str]:
    """Final metrics that the history of the metric asked about holds too."""
    holding = [h for h in question.collection.histories if history_metric(question) in h.metrics]
    return [name for name in question.collection.final if all(name in history.metrics for history in holding)]


def _column(column: GapColumn, pairs: Pairs) -> Column:
    is_side = column.kind in ("candidate", "reference")
    return Column(
        column.head(pairs),
        label=column.label(pairs),
        unit="" if column.kind == "ratio" else column.metric.unit,
        direction=column.metric.direction if is_side else Column.direction,
    )


def _by(question: Question, pairs: Pairs) -> tuple[Factor, ...]:
    """The factors to answer by, among those that the pairs are told apart by."""
    found = []
    for name in question.by_names:
        factor = next((factor for factor in pairs.others if name in (factor.name, factor.column)), None)
        if factor is None:
            known = ", ".join(factor.name for factor in pairs.others) or "nothing"
            raise UsageError(f"The modes cannot be compared by {name}; they are told apart by {known}.")
        found.append(factor)
    return tuple(found)


def _checkpoint(question: Question, pairs: Pairs, which: str) -> tuple[Slider | None, tuple[str, ...]]:
    """The step that is answered about among those that all pairs have, and what has to be said about it."""
    if not pairs.steps:
        return None, ("No pair of runs that is kept differs in its mode alone.",)
    asked, last = question.selection.step, pairs.steps[-1] if pairs.shared_step is None else pairs.shared_step
    home = pairs.steps[0] if which == "first" else last
    at = home if asked is None else min(pairs.steps, key=lambda step: abs(step - asked))
    slider = Slider(pairs.step, tuple(sorted({*pairs.shared_steps, home, at})), at, home)
    return slider, (_place_in_words(pairs, slider, which),)


def _place_in_words(pairs: Pairs, slider: Slider, which: str) -> str:
    """`At the final shared checkpoint, step 3000.`"""
    place = f"{slider.name} {document_number(slider.at)}"
    if slider.at != slider.home:
        return f"At {place}."
    if which == "first":
        return f"At the first checkpoint, {place}."
    return f"At the final shared checkpoint, {place}." if pairs.shared_step is not None else NONE_SHARED.format(place)


def _title(pairs: Pairs, slider: Slider, which: str) -> str:
    place = {"first": "First ", "final": "Final Shared "}[which] if slider.at == slider.home else ""
    gap = f"{pairs.modes.candidate} Minus {pairs.modes.reference}"
    return f"{gap} At The {place}Checkpoint ({document_number(slider.at)})"


def _captions(question: Question, pairs: Pairs, said: Sequence[str]) -> tuple[str, ...]:
    """What the view says, the checkpoint, what was averaged, where it is from, and what has no counterpart."""
    view = question.view.caption if question.view else ""
    by = _by(question, pairs)
    over = [factor.head for factor in pairs.others if by and factor not in by]
    mean = f"Means over {' and '.join(over)}." if over else ""
    lost = f"{plural(pairs.unpaired, 'run')} without a counterpart left out." if pairs.unpaired else ""
    return tuple(text for text in (view, *said, mean, f"From {pairs.source}.", lost, pairs.modes.why) if text)


def _heatmap(question: Question) -> Figure:
    """The gap of one metric, one factor down and one across."""
    metric = measured(question.collection, history_metric(question))
    pairs = pairs_of(question, [metric.name])
    slider, said = _checkpoint(question, pairs, "final")
    by = (_by(question, pairs) or pairs.others)[:2]
    if slider is None or not by:
        return Notice(PANE.title, said if slider is None else ("There is nothing but the mode to compare by.",))
    down, across = (by[0], by[1]) if len(by) > 1 else (by[0], None)
    means = averaged(pairs, pairs.at(slider.at), by)
    gaps = dict(zip(means.select([f.column for f in by]).rows(), _deltas(metric, means), strict=True))
    columns = [level.text for level in across.levels] if across else [""]
    there = [text for text in columns if any(key[1:] in ((text,), ()) for key in gaps)]
    rows = [(text, [gaps.get((text, other) if across else (text,)) for other in there]) for text in _texts(down)]
    kept = _sorted_rows(question, [(text, values) for text, values in rows if any(v is not None for v in values)])
    return Grid(
        (question.view.title if question.view else "") or f"{metric.head}: {_minus(pairs)}",
        down.head,
        across.head if across else metric.head,
        tuple(_head(down, text) for text, _ in kept),
        tuple(_head(across, text) if across else metric.head for text in there),
        tuple(
            tuple(_field(value, by, (text, other)) for value, other in zip(values, there, strict=True))
            for text, values in kept
        ),
        normalise="all",
        centred=True,
        captions=_captions(question, pairs, said),
        slider=slider,
    )


def _deltas(metric: Metric, means: pl.DataFrame) -> list[float | None]:
    difference: list[float | None] = (means[metric.name] - means[reference(metric.name)]).to_list()
    return difference


def _texts(factor: Factor) -> list[str]:
    return [level.text for level in factor.levels]


def _head(factor: Factor, text: str) -> str:
    level = factor.level(text)
    return level.head if level else text


def _minus(pairs: Pairs) -> str:
    return f"{pairs.modes.candidate} minus {pairs.modes.reference}"


def _field(value: float | None, by: Sequence[Factor], texts: Sequence[str]) -> Field:
    return Field(value, where=filter_of(by, texts[: len(by)]))


def _sorted_rows(
    question: Question, rows: list[tuple[str, list[float | None]]]
) -> list[tuple[str, list[float | None]]]:
    """The rows by their mean gap where an order is asked for; in the order of the levels else."""
    if question.sort is None:
        return rows
    down = question.sort[1] is not False
    return sorted(rows, key=lambda row: _mean(row[1]), reverse=down)


def _mean(values: Sequence[float | None]) -> float:
    there = [value for value in values if value is not None]
    return sum(there) / len(there) if there else 0.0


def _curves(question: Question) -> Figure:
    """The gap of one metric along the steps, one line for each level of what is answered by."""
    metric = measured(question.collection, history_metric(question))
    pairs = pairs_of(question, [metric.name])
    by = _by(question, pairs) or pairs.others[:1]
    series = tuple(_line(pairs, metric, by, key, part) for key, part in _parts(pairs, by))
    title = (question.view.title if question.view else "") or f"{metric.head}: {_minus(pairs)} along the steps"
    zero = "Where a line meets zero the modes agree."
    plot = Plot("", Axis(pairs.step), Axis(f"Δ {metric.head}", metric.unit), series)
    return Curves(title, (plot,), (*_captions(question, pairs, ()), zero))


def _parts(pairs: Pairs, by: Sequence[Factor]) -> list[tuple[tuple[str, ...], pl.DataFrame]]:
    """The pairs of each combination of levels, in their order."""
    if not by:
        return [((), pairs.frame)]
    parts = pairs.frame.partition_by([factor.column for factor in by], as_dict=True)
    order = [{text: at for at, text in enumerate(_texts(factor))} for factor in by]
    placed = sorted(parts, key=lambda key: tuple(o.get(text, len(o)) for o, text in zip(order, key, strict=True)))
    return [(key, parts[key]) for key in placed]


def _line(pairs: Pairs, metric: Metric, by: Sequence[Factor], key: tuple[str, ...], part: pl.DataFrame) -> Series:
    """The mean gap at each step; at a step where a pair of the others is missing the mean is of fewer pairs."""
    step = pl.col(pairs.step)
    gap = pl.col(metric.name) - pl.col(reference(metric.name))
    means = (
        part.group_by(step).agg(gap.filter(gap.is_finite()).mean().alias("sweeplens:gap")).sort(pairs.step).drop_nulls()
    )
    name = " ".join(_head(factor, text) for factor, text in zip(by, key, strict=True)) or _minus(pairs)
    return Series(name, means[pairs.step].cast(pl.Float64).to_list(), means["sweeplens:gap"].to_list())


ANSWERS: Mapping[str, Callable[[Question], Figure]] = {
    "final": _final,
    "first": _first,
    "heatmap": _heatmap,
    "curves": _curves,
}

PANE = Pane(
    id="gaps",
    key="9",
    title="Gaps",
    short="Gaps",
    question="Where do the modes disagree?",
    answer=answer,
    views=VIEWS,
    opens=("dynamics", "curves"),
)
