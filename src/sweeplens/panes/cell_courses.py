"""Rows with the course of each metric in one field: its best value and where it was, its last one, and its shape."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sweeplens.data.collection import STATUS
from sweeplens.data.metrics import Metric
from sweeplens.errors import UsageError
from sweeplens.figures import Column, Course, Direction, Figure, Media, Notice, Table, Value
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.columns import Shown, factor_column, level_places, metric_column, row_factors, shown_rows
from sweeplens.panes.composed_rows import ComposedRows
from sweeplens.panes.courses import Courses, courses_of, known_of, step_name, value_name, with_history
from sweeplens.panes.folding import Places, fold_sentences, places_of
from sweeplens.panes.frame_rows import FrameRows
from sweeplens.panes.histories import measured
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.panes.sentences import listed, no_rows

NOWHERE = Media(0)
"""Of a column that only others are made of."""
NO_HISTORY = "No history holds metrics run by run, so how they got there is not known."


@dataclass(frozen=True)
class _Made:
    """A column of the table, and the column of the frame that holds its values."""

    column: Column
    source: str


@dataclass(frozen=True)
class CourseParts:
    """Makes the fields of one metric from other columns of their row."""

    earlier: int
    earlier_at: tuple[int, int] | None
    """Where the lowest and the highest step of the best value stand; None where it is not known what better is."""
    last_at: tuple[int, int]
    final: float | None
    """The last step of all rows."""
    shape: int
    fold: Places | None

    def composed(self, value: Value, part: Callable[[int], Value]) -> Value:
        """The course that ends in `value`; nothing where the row has no history."""
        if not isinstance(value, float):
            return value
        last = value if self.fold is None else self.fold.composed(value, part)
        earlier_at, last_at = (_steps(places, part) for places in (self.earlier_at, self.last_at))
        is_at_end = earlier_at is not None and last_at == (self.final, self.final)
        shape = part(self.shape)
        return Course(last, part(self.earlier), earlier_at, None if is_at_end else last_at, tuple(shape or ()))  # type: ignore[arg-type]


def _steps(places: tuple[int, int] | None, part: Callable[[int], Value]) -> tuple[float, float] | None:
    """The lowest and the highest of some steps, where they are there."""
    low, high = (part(at) for at in places) if places else (None, None)
    return (low, high) if isinstance(low, float) and isinstance(high, float) else None


def course_table(question: Question, lead: Iterable[Column]) -> Figure:
    """One row a run or cell with the course of each metric that a history holds; `lead` stands before them."""
    metrics = _metrics(question)
    if not metrics:
        return Notice("Courses", (NO_HISTORY,))
    courses = courses_of(question, metrics)
    shown, factors = shown_rows(courses.question), row_factors(question)
    made = [
        *(_Made(factor_column(factor), factor.column) for factor in factors),
        *(_Made(column, STATUS) for column in lead),
        *(each for metric in metrics for each in _columns(metric, shown)),
    ]
    frame = _frame(courses, shown, [factor.column for factor in factors])
    levels = {at: found for at, each in enumerate(made) if (found := level_places(question.collection, each.source))}
    columns = [pl.col(each.source).alias(str(at)) for at, each in enumerate(made)]
    rows = ComposedRows(
        FrameRows(frame.select(columns), levels, shown.numbers), _composing(made, metrics, shown, frame)
    )
    table = Table(
        (question.view.title if question.view else "")
        or f"How every {'cell' if question.is_folded else 'run'} got there",
        tuple(each.column for each in made),
        rows,
        _captions(courses),
        row_ids=None if shown.numbers is None else rows.row_ids,
        empty=no_rows(question),
    )
    return first_rows(ordered(table, question), question.limit(len(rows)))


def _metrics(question: Question) -> tuple[Metric, ...]:
    """The metrics asked for; else those of the runs that a history holds, the one asked about first."""
    collection = question.collection
    if question.columns:
        asked = tuple(measured(collection, name) for name in question.columns)
        lacking = [metric.name for metric in asked if not with_history(collection, [metric])]
        if lacking:
            raise UsageError(f"No history of {collection.name} holds {listed(lacking)} run by run.")
        return asked
    first = (question.metric,) if question.metric else ()
    return with_history(collection, dict.fromkeys((*first, *collection.metrics)))


def _columns(metric: Metric, shown: Shown) -> Iterator[_Made]:
    """The course as screens and documents show it, what data write of it, and its shape."""
    last = value_name("last", metric.name)
    course = replace(metric_column(metric, Media.SCREEN | Media.DOCUMENT), kind="course", leads=True)
    yield _Made(course, last)
    for what in known_of(metric):
        yield from _data_columns(metric, what, shown)
    yield _Made(Column(f"{metric.name}_shape", kind="spark", media=NOWHERE), _shape_name(metric))


def _data_columns(metric: Metric, what: str, shown: Shown) -> Iterator[_Made]:
    """A value, what stands beside it where runs are folded, and its step, or the steps between which it lies."""
    name, source = f"{metric.name}_{what}", value_name(what, metric.name)
    beside = shown.beside.get(source)
    yield _Made(Column(name, media=Media.DATA), source)
    for column in beside.columns if beside else ():
        yield _Made(replace(column, name=column.name.replace(source, name)), column.name)
    for end in ("",) if shown.numbers is not None else ("_low", "_high"):
        yield _Made(Column(f"{name}_step{end}", media=Media.DATA), step_name(what, metric.name) + end)


def _shape_name(metric: Metric) -> str:
    return f"sweeplens:shape:{metric.name}"


def _frame(courses: Courses, shown: Shown, keys: Sequence[str]) -> pl.DataFrame:
    """What is shown, with the shapes, and of cells with the lowest and the highest step among their runs."""
    shapes = [
        pl.Series(_shape_name(metric), courses.shapes(metric, shown.frame, keys), dtype=pl.List(pl.Float64))
        for metric in courses.metrics
    ]
    frame = shown.frame.with_columns(shapes)
    if shown.numbers is not None:
        return frame
    names = [step_name(what, metric.name) for metric in courses.metrics for what in known_of(metric)]
    ends = [(pl.col(name).min().alias(f"{name}_low"), pl.col(name).max().alias(f"{name}_high")) for name in names]
    runs, parts = courses.question.runs, [part for both in ends for part in both]
    if not keys:
        return frame.with_columns(runs.select(parts).get_columns())
    return frame.join(runs.group_by(keys).agg(parts), on=keys, how="left", nulls_equal=True, maintain_order="left")


def _composing(
    made: Sequence[_Made], metrics: Sequence[Metric], shown: Shown, frame: pl.DataFrame
) -> dict[int, CourseParts]:
    """By the place of each course what makes it."""
    sources = [each.source for each in made]
    places, folds = {source: at for at, source in enumerate(sources)}, places_of(shown.beside, sources)
    courses = (at for at, each in enumerate(made) if each.column.kind == "course")
    return {at: _parts(metric, places, folds, frame) for at, metric in zip(courses, metrics, strict=True)}


def _parts(metric: Metric, places: Mapping[str, int], folds: Mapping[int, Places], frame: pl.DataFrame) -> CourseParts:
    earlier = "first" if metric.direction is Direction.UNKNOWN else "best"
    ends = {what: _step_sources(what, metric, frame) for what in known_of(metric)}
    at = {what: (places[low], places[high]) for what, (low, high) in ends.items()}
    final: float | None = frame[ends["last"][1]].max()  # type: ignore[assignment]
    fold = folds.get(places[value_name("last", metric.name)])
    shape = places[_shape_name(metric)]
    return CourseParts(places[value_name(earlier, metric.name)], at.get("best"), at["last"], final, shape, fold)


def _step_sources(what: str, metric: Metric, frame: pl.DataFrame) -> tuple[str, str]:
    """The columns of the lowest and the highest step of a value: of a run one and the same."""
    name = step_name(what, metric.name)
    return (name, name) if name in frame.columns else (f"{name}_low", f"{name}_high")


def _captions(courses: Courses) -> tuple[str, ...]:
    """What the fields say, where they are from, and how runs were folded."""
    has_best = [metric.direction is not Direction.UNKNOWN for metric in courses.metrics]
    unknown = " (first value where the better end is unknown)" if any(has_best) and not all(has_best) else ""
    earlier = "Best value @step" if any(has_best) else "First value"
    files = [f"{each.history.name or 'the histories'} along {each.history.step}" for each in courses.curves]
    end = ", with its @step where that is not the last of all" if any(has_best) else " @step"
    said = f"{earlier} → last value{end}{unknown}; from {listed(files)}."
    view = courses.question.view
    return tuple(filter(None, (said, view.caption if view else "", *fold_sentences(courses.question))))
