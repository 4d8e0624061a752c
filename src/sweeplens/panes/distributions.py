"""How is each metric spread?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sweeplens.data.collection import Collection
from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Column, Figure, Media, Notice, Paragraph, Value, table_of
from sweeplens.lazy import pl
from sweeplens.panes.base import Pane, PaneView, Question, Section, chosen_view, required_factor, required_metric
from sweeplens.panes.benchmarks import benchmark, profiles
from sweeplens.panes.columns import factor_column, rows_by
from sweeplens.panes.common import CommonSet, common_set, open_factors, splitting_factors
from sweeplens.panes.counting import counted_spreads, counting, worst_values
from sweeplens.panes.effects import effects, pivot
from sweeplens.panes.factor_lines import factor_lines
from sweeplens.panes.ordering import first_rows, ordered, without_columns
from sweeplens.panes.sentences import best_row, listed, titled, what_varies
from sweeplens.panes.standing import average_sentences
from sweeplens.stats.histogram import histogram, shared_edges
from sweeplens.stats.spread import Spread
from sweeplens.text import plural

STATISTICS = ("min", "mean", "median", "max", "std")
COUNTS = ("n", "missing", "nonfinite")
FEW_LEVELS = 50
"""Levels up to which a factor has a view of its own."""
BY = "by "
"""Before a factor's name in the id of its view."""


@dataclass(frozen=True)
class _Row:
    """One metric over one group of rows."""

    levels: tuple[str | None, ...]
    metric: Metric
    spread: Spread
    counts: tuple[int, ...]
    """The histogram, on the edges that all groups of the metric share."""

    @property
    def values(self) -> tuple[Value, ...]:
        """What stands under `_columns`."""
        s = self.spread
        statistics = (s.min, s.mean, s.median, s.max, s.std)
        return (
            *self.levels,
            self.metric.name,
            self.metric.head,
            self.counts,
            *statistics,
            s.n,
            s.missing,
            s.nonfinite,
            s.ddof,
        )


def answer(question: Question) -> Figure:
    """One row a metric, or one a metric and level where it is asked by a factor."""
    view = OWN_FIGURES.get(_view(question))
    if view is not None:
        return view(question)
    metrics, by = _metrics(question), _by(question)
    if not metrics:
        return Notice(PANE.title, ("This collection has no metrics: no column of its table holds measured numbers.",))
    common = _common(question, by)
    frame, ddof = common.frame, _ddof(question, by)
    rows = list(_rows(frame, metrics, by, ddof, worst_values(question)))
    asked = [at for at, row in enumerate(rows) if row.metric.name == question.selection.metric]
    table = table_of(
        _title(question, by),
        _columns(metrics, by, rows),
        [row.values for row in rows],
        captions=(*_captions(question, frame.height, by, ddof), *common.sentences),
        section="metric" if by and len(metrics) > 1 else "",
        section_titles={metric.name: titled(metric.head) for metric in metrics},
        marked_rows=frozenset(asked if len(metrics) > 1 else ()),
    )
    return first_rows(without_columns(ordered(table, question), _left_out(question)), question.limit(len(rows)))


OWN_FIGURES: Mapping[str, Callable[[Question], Figure]] = {
    "effects": effects,
    "lines": factor_lines,
    "pivot": pivot,
    "benchmark": benchmark,
    "profiles": profiles,
}
"""Views that are no table of spreads."""


def _common(question: Question, by: Sequence[Factor]) -> CommonSet:
    """The rows that are spread; by levels, what these have in common."""
    frame, metric = rows_by(question, by).frame, question.metric
    if not by or metric is None:
        return CommonSet(frame, (), "")
    return common_set(question, frame, by, open_factors(frame, by, splitting_factors(question)), metric.name)


def _view(question: Question) -> str:
    return chosen_view(question, PANE.id, PANE.views_of(question.collection))


def _by(question: Question) -> tuple[Factor, ...]:
    """The factors to answer by: those asked for, or the one whose view it is."""
    name = _view(question).removeprefix(BY)
    is_own = name != _view(question) and not question.by
    return (required_factor(question.collection, name),) if is_own else question.by


def _metrics(question: Question) -> tuple[Metric, ...]:
    """The metrics among the columns asked for; else the one asked about, where the view is about one; else all."""
    collection = question.collection
    named = [required_metric(collection, name) for name in question.columns if name not in (*STATISTICS, *COUNTS)]
    if named:
        return tuple(named)
    is_about_one = _view(question).startswith(BY) or (question.selection.metric and question.selection.view is None)
    return (question.metric,) if is_about_one and question.metric else collection.metrics


def _ddof(question: Question, by: Sequence[Factor]) -> int:
    """What is asked for; else that of a sample where every group is one cell's replicates, and of a population."""
    if question.selection.ddof is not None:
        return question.selection.ddof
    collection = question.collection
    is_cell = bool(collection.replicates) and {f.column for f in by} >= {f.column for f in collection.cell_factors}
    return int(is_cell and not question.is_folded)


def _rows(
    frame: pl.DataFrame, metrics: Sequence[Metric], by: Sequence[Factor], ddof: int, worst: Mapping[str, float]
) -> Iterable[_Row]:
    """Metric after metric, each with its groups in the order of the levels."""
    keys = [factor.column for factor in by]
    groups = counted_spreads(frame, [metric.name for metric in metrics], keys, ddof, worst)
    frame = counting(frame, worst)
    parts = frame.partition_by(keys, maintain_order=True) if keys else [frame]
    ranked = sorted(range(len(groups)), key=lambda at: _place(by, groups[at][0]))
    for at, metric in enumerate(metrics):
        edges = shared_edges(frame[metric.name])
        for group in ranked:
            counts = histogram(parts[group][metric.name], edges)
            yield _Row(groups[group][0], metric, groups[group][1][at], counts)


def _place(by: Sequence[Factor], levels: Sequence[str | None]) -> list[int]:
    """Where a group stands: by the order of its levels, rows without a level last."""
    orders = [[level.text for level in factor.levels] for factor in by]
    return [order.index(text) if text in order else len(order) for order, text in zip(orders, levels, strict=True)]


def _columns(metrics: Sequence[Metric], by: Sequence[Factor], rows: Sequence[_Row]) -> tuple[Column, ...]:
    """The contract's columns for data; labels and a histogram on the screen; counts in documents where they matter."""
    arrows = {metric.head: metric.head_with_arrow for metric in metrics}
    is_whole = all(row.spread.missing == row.spread.nonfinite == 0 for row in rows)
    is_even = is_whole and not by
    return (
        *map(factor_column, by),
        Column("metric", kind="level", is_key=True, media=Media.DATA),
        Column("metric", kind="level", is_key=True, media=Media.SCREEN | Media.DOCUMENT, short=arrows),
        Column("distribution", kind="histogram", media=Media.SCREEN),
        *(Column(name) for name in STATISTICS),
        Column("n", kind="integer", media=Media.SCREEN | Media.DATA if is_even else Media.ALL),
        *(Column(name, kind="integer", media=Media.DATA if is_whole else Media.ALL) for name in COUNTS[1:]),
        Column("ddof", kind="integer", media=Media.DATA),
    )


def _left_out(question: Question) -> set[str]:
    """Columns that are not among the statistics asked for; none where none are."""
    asked = {name for name in question.columns if name in (*STATISTICS, *COUNTS)}
    return {*STATISTICS, *COUNTS, "distribution", "ddof"} - asked if asked else set()


def _title(question: Question, by: Sequence[Factor]) -> str:
    if question.view is not None and question.view.title:
        return question.view.title
    return f"Metric distributions by {listed([factor.head for factor in by])}" if by else "Metric distributions"


def _captions(question: Question, rows: int, by: Sequence[Factor], ddof: int) -> tuple[str, ...]:
    """What the deviation is of, and what the view says."""
    whole = "a sample" if ddof else "a whole population"
    over = "the rows of each group" if by else plural(rows, "cell" if question.is_folded else "row")
    said = f"std is that of {whole} over {over} (ddof={ddof})."
    view = question.view.caption if question.view else ""
    return (said, *average_sentences(question), *([view] if view else []))


def further_views(collection: Collection) -> tuple[PaneView, ...]:
    """One view a factor of few levels: the metric asked about, level by level."""
    few = [factor for factor in collection.factors if len(factor.levels) <= FEW_LEVELS]
    return tuple(PaneView(f"{BY}{factor.name}", f"By {factor.head}") for factor in few)


def sections(question: Question) -> tuple[Section, ...]:
    """What varies and which row is best, then the spreads."""
    figure = answer(question)
    spread = Section(figure.title, (figure,))
    sentences = tuple(Paragraph(text) for text in (what_varies(question), best_row(question)) if text)
    if question.view is not None or not sentences or isinstance(figure, Notice):
        return (spread,)
    return (Section("Aggregate metrics", sentences), spread)


PANE = Pane(
    id="distributions",
    key="3",
    title="Distributions",
    short="Distr.",
    question="How is each metric spread?",
    answer=answer,
    views=(
        PaneView("metrics", "All metrics"),
        PaneView("effects", "Factor effects"),
        PaneView("lines", "Along a factor"),
        PaneView("pivot", "Two factors"),
        PaneView("benchmark", "Methods over tasks"),
        PaneView("profiles", "Performance profiles"),
    ),
    further_views=further_views,
    sections=sections,
)
