"""Which rows are best and worst?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from sweeplens.data.metrics import Metric
from sweeplens.figures import Column, Direction, Figure, Media, Notice, Rows, Table, Value, table_of
from sweeplens.lazy import pl
from sweeplens.panes.base import Pane, PaneView, Question, Section, chosen_view
from sweeplens.panes.columns import Shown, asked_columns, metric_column, rows_of, shown_rows
from sweeplens.panes.folding import diverged_sentence, ranked_values
from sweeplens.panes.frame_rows import first_places, sort_key
from sweeplens.panes.level_means import of_levels
from sweeplens.panes.noise import cell_spreads, noise_sentence, tie_marks
from sweeplens.panes.ordering import ordered, without_columns
from sweeplens.panes.sentences import best_row, left_out, no_rows, open_end
from sweeplens.panes.standing import frame_name, row_sentences, with_steps
from sweeplens.stats.ranks import is_downwards
from sweeplens.text import plural

WRITTEN = 6
"""Metrics that a document writes, unless asked for otherwise: more do not fit on its page."""

LEADING = (
    Column("end", kind="level", is_key=True, media=Media.DATA),
    Column("rank", label="#", kind="integer", is_key=True, media=Media.SCREEN | Media.DATA),
    Column("tie", label="=", kind="text", is_key=True, media=Media.SCREEN, why="Rows of one value share a rank."),
)
"""Before the row itself: which end (the title of a part says it elsewhere), which place, and whether it is shared."""
TIE_GROUP = Column(
    "tie_group",
    kind="integer",
    media=Media.DOCUMENT | Media.DATA,
    why="Rows of one group are not apart by more than repeats are.",
)


@dataclass(frozen=True, eq=False)
class _End:
    """The rows of one end, the outermost first."""

    name: str
    title: str
    places: pl.Series
    ranks: tuple[int, ...]
    shared: tuple[bool, ...]
    """Whether another row, shown or not, has the same value."""
    beyond: int
    """Rows that are equal to the last one and are not shown."""
    groups: tuple[tuple[int, str], ...] = ()
    """For each row the number of its noise group and its mark; empty where nothing is repeated."""

    @property
    def marks(self) -> Iterator[str]:
        """What stands beside each rank: that it is shared, or could be by chance."""
        about = (mark for _, mark in self.groups) if self.groups else repeat("")
        for is_shared, mark in zip(self.shared, about, strict=False):
            yield "=" if is_shared else mark or " "


def answer(question: Question) -> Figure:
    """The rows at both ends of the metric asked about, the better end first; levels where they are answered by."""
    chosen_view(question, PANE.id, VIEWS)
    if question.by:
        levels, said = of_levels(question)
        figure = answer(levels)
        return replace(figure, captions=(*figure.captions, *said)) if isinstance(figure, Table) else figure
    metric = question.metric
    if metric is None:
        return Notice(PANE.title, ("This collection has no metrics, so its rows have no order.",))
    if not question.runs.height:
        return Notice(PANE.title, (no_rows(question),))
    shown = shown_rows(question)
    key = sort_key(ranked_values(shown.frame, metric, shown.beside))
    if key.null_count() == len(key):
        return Notice(PANE.title, (f"No row that is kept has a finite value of {metric.head}.",))
    spreads = cell_spreads(question, metric, shown.frame)
    ends = [_grouped(end, key, spreads) for end in _ends(metric, key, question.limit(question.selection.each_end))]
    columns = _columns(question, metric)
    names = [frame_name(column, question) for column in columns]
    rows = [row for end in ends for row in _rows(end, rows_of(question.collection, shown.at(end.places), names))]
    numbers = shown.numbers
    table = table_of(
        (question.view.title if question.view else "") or f"Top and bottom rows by {metric.head}",
        (*LEADING, *columns, *([] if spreads is None else [TIE_GROUP])),
        rows,
        captions=(*_captions(question, metric, shown, ends), *_noise(question, spreads, ends)),
        section="end",
        section_titles={end.name: end.title for end in ends},
        row_ids=None if numbers is None else tuple(numbers[place] for end in ends for place in end.places),
    )
    has_ties = any(mark.strip() for end in ends for mark in end.marks)
    return ordered(table if has_ties else without_columns(table, ["tie"]), question)


def _grouped(end: _End, key: pl.Series, spreads: pl.Series | None) -> _End:
    """The end with the groups of rows that are no further apart than repeats."""
    if spreads is None:
        return end
    values, own = key.gather(end.places).to_list(), spreads.gather(end.places).to_list()
    return replace(end, groups=tuple(tie_marks(values, own)))


def _noise(question: Question, spreads: pl.Series | None, ends: Sequence[_End]) -> tuple[str, ...]:
    """What the marks say, where there are some; that there are too few runs for any."""
    if spreads is None or not (spreads.null_count() == len(spreads) or any(mark for e in ends for _, mark in e.groups)):
        return ()
    return (noise_sentence(question, spreads),)


def _ends(metric: Metric, key: pl.Series, count: int) -> tuple[_End, _End]:
    """Top and bottom; where no end is known to be better, the highest is the top and the titles say so."""
    words = ("Highest", "Lowest") if metric.direction is Direction.UNKNOWN else ("Top", "Bottom")
    downwards = is_downwards(metric.direction)
    titles = [f"{word} rows by {metric.head}" for word in words]
    return (
        _end("top", titles[0], key, count, downwards),
        _end("bottom", titles[1], key, count, not downwards),
    )


def _end(name: str, title: str, key: pl.Series, count: int, descending: bool) -> _End:
    """The first `count` rows with a finite value; equal ones share the best of their ranks."""
    places = first_places(key, min(count, len(key) - key.null_count()), descending)
    values = key.gather(places).to_list()
    alike = {value: int((key == value).sum()) for value in set(values)}
    return _End(
        name,
        title,
        places,
        tuple(values.index(value) + 1 for value in values),
        tuple(alike[value] > 1 for value in values),
        alike[values[-1]] - values.count(values[-1]),
    )


def _columns(question: Question, metric: Metric) -> tuple[Column, ...]:
    """Factors and metrics, the one asked about first and with bars; documents write the first few."""
    others = [each for each in question.collection.metrics if each.name != metric.name]
    default = [
        metric_column(each, Media.ALL if at < WRITTEN else Media.SCREEN | Media.DATA)
        for at, each in enumerate((metric, *others))
    ]
    return tuple(
        replace(column, bar=column.name == metric.name, mark_best=False)
        for column in with_steps(asked_columns(question, default), question)
    )


def _rows(end: _End, values: Rows) -> list[tuple[Value, ...]]:
    page = values.page(0, len(values))
    behind: list[tuple[int, ...]] = [(group,) for group, _ in end.groups] or [()] * len(page)
    parts = zip(end.ranks, end.marks, page, behind, strict=True)
    return [(end.name, rank, mark, *row, *group) for rank, mark, row, group in parts]


def _captions(question: Question, metric: Metric, shown: Shown, ends: Sequence[_End]) -> tuple[str, ...]:
    """The best row in words, what the view says, how rows were made, what is left out, and which ties are cut."""
    cut = [_cut(end) for end in ends if end.beyond]
    view = question.view.caption if question.view else ""
    unranked = (left_out(metric, shown.frame[metric.name]), diverged_sentence(shown.frame, metric, shown.beside))
    said = (best_row(question), open_end([metric]), view, *row_sentences(question), *unranked, *cut)
    return tuple(text for text in said if text)


def _cut(end: _End) -> str:
    verb = "shares" if end.beyond == 1 else "share"
    return f"{plural(end.beyond, 'further row')} {verb} rank {end.ranks[-1]} of the {end.name}."


def sections(question: Question) -> tuple[Section, ...]:
    """Both ends, one table each."""
    figure = answer(question)
    if question.view is not None and question.view.title:
        return (Section(question.view.title, (figure,)),)
    return (Section("Top and bottom rows", (replace(figure, title="") if isinstance(figure, Table) else figure,)),)


VIEWS = (PaneView("ends", "Both ends"),)

PANE = Pane(
    id="extremes",
    key="4",
    title="Extremes",
    short="Extr.",
    question="Which rows are best and worst?",
    answer=answer,
    ranks=True,
    views=VIEWS,
    sections=sections,
)
