"""Tables whose rows are runs (or cells, where replicates are folded): factors first, then what was measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from sweeplens.data.collection import Collection
from sweeplens.data.metrics import Factor, Metric
from sweeplens.errors import UsageError
from sweeplens.figures import Column, Media, Value
from sweeplens.lazy import pl
from sweeplens.panes.base import Question, unknown
from sweeplens.panes.composed_rows import ComposedRows
from sweeplens.panes.folding import Beside, folded_cells, folded_columns, places_of
from sweeplens.panes.frame_rows import FrameRows, Levels

MARKED_UP_TO = 100_000
"""Rows up to which a column's best value is looked for and marked."""


def factor_column(factor: Factor) -> Column:
    """The column of a factor: headed and written as in the file, on the screen by its label and in short."""
    return Column(factor.column, label=factor.head, kind="level", is_key=True, short=factor.shorts, why=factor.why)


def metric_column(metric: Metric, media: Media = Media.ALL) -> Column:
    """The column of a metric, its best value marked where its direction is known."""
    why = metric.formula or metric.why
    return Column(
        metric.name,
        label=metric.head,
        unit=metric.unit,
        direction=metric.direction,
        mark_best=True,
        media=media,
        why=why,
    )


def column_of(collection: Collection, name: str) -> Column:
    """The column called `name`, whatever it holds; `UsageError` with the nearest names where there is none."""
    factor, metric = collection.factor(name), collection.metric(name)
    if factor is not None:
        return factor_column(factor)
    if metric is not None:
        return metric_column(metric)
    if name not in collection.runs.columns:
        known = [*(f.name for f in collection.factors), *(m.name for m in collection.metrics), *collection.texts]
        raise unknown("column", name, known)
    return Column(name, kind="number" if collection.runs.schema[name].is_numeric() else "text")


def asked_columns(question: Question, default: Iterable[Column]) -> tuple[Column, ...]:
    """The factors that tell rows apart, then the columns asked for, or `default` where none are.

    Where a factor is among those asked for, they are all there is. Where replicates are folded, what data write beside
    a metric follows it.
    """
    asked = [column_of(question.collection, name) for name in dict.fromkeys(question.columns)]
    is_all = any(column.is_key for column in asked)
    columns = asked if is_all else (*map(factor_column, row_factors(question)), *(asked or default))
    return tuple(folded_columns(columns, shown_rows(question).beside))


def row_factors(question: Question) -> tuple[Factor, ...]:
    """The factors that tell rows apart: all of them for runs, those of cells where replicates are folded."""
    return question.collection.cell_factors if question.is_folded else question.collection.factors


@dataclass(frozen=True, eq=False)
class Shown:
    """The rows that an answer is about."""

    frame: pl.DataFrame
    """Columns as in the collection's runs."""
    numbers: Sequence[int] | None
    """For each row the number of its run; None where a row is a cell."""
    beside: Mapping[str, Beside] = field(default_factory=dict)
    """By folded metric the columns beside it; empty where nothing is folded."""

    def at(self, places: pl.Series) -> Shown:
        """These of the rows."""
        numbers = None if self.numbers is None else [self.numbers[place] for place in places]
        return replace(self, frame=self.frame[places], numbers=numbers)

    def value(self, name: str, row: int) -> Value:
        """What stands in a column, a folded metric with what stands beside it."""
        names = [name, *(self.beside[name].names if name in self.beside else ())]
        rows = ComposedRows(FrameRows(self.frame[row : row + 1].select(names)), places_of(self.beside, names))
        return rows.column(0)[0]


_FOLDED: WeakKeyDictionary[Question, Shown] = WeakKeyDictionary()
"""Cells that were folded already: one answer asks for them several times."""


def shown_rows(question: Question) -> Shown:
    """The runs that the filter keeps; one row a cell where they are folded."""
    if not question.is_folded:
        return Shown(question.runs, question.rows)
    if question not in _FOLDED:
        cells = folded_cells(question)
        _FOLDED[question] = Shown(cells.frame, None, cells.beside)
    return _FOLDED[question]


def rows_by(question: Question, by: Sequence[Factor]) -> Shown:
    """The rows that an answer by these factors is about; `UsageError` where one of them was folded away."""
    shown = shown_rows(question)
    gone = [factor.head for factor in by if factor.column not in shown.frame.columns]
    if gone:
        raise UsageError(f"{' and '.join(gone)} cannot be answered by where runs are folded into cells.")
    return shown


def rows_of(collection: Collection, shown: Shown, names: Sequence[str]) -> FrameRows | ComposedRows:
    """The columns called `names` of what is shown; factors are ordered by their levels."""
    levels = {at: places for at, name in enumerate(names) if (places := level_places(collection, name)) is not None}
    rows = FrameRows(shown.frame.select(names), levels, shown.numbers)
    folds = places_of(shown.beside, names)
    return ComposedRows(rows, folds) if folds else rows


def level_places(collection: Collection, name: str) -> Levels | None:
    """The place of each level of the factor whose column this is; None where it is no factor's."""
    factor = next((factor for factor in collection.factors if factor.column == name), None)
    return {level.text: at for at, level in enumerate(factor.levels)} if factor else None
