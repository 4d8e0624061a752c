"""How far does each factor move a metric: against the spread of seeds, and two factors at once."""

from __future__ import annotations

from collections.abc import Iterator

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Column, Field, Figure, Grid, Notice, Ordering, Value, table_of
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.panes.base import Question
from sweeplens.panes.common import common_set
from sweeplens.panes.grid_order import ordered_grid
from sweeplens.panes.noise import ABOUT
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.panes.sentences import titled
from sweeplens.panes.standing import standing_sentences
from sweeplens.stats.effects import Effect, effect, pooled_spread
from sweeplens.stats.folding import METHODS, folded, part_name

COLUMNS = (
    Column("factor", kind="level", is_key=True),
    Column("levels", kind="integer"),
    Column("lowest", kind="level"),
    Column("lowest_mean", label="mean"),
    Column("highest", kind="level"),
    Column("highest_mean", label="mean"),
    Column("range", why="Highest minus lowest mean of a level."),
    Column("seed_std", label="seed std", why="Standard deviation within cells (ddof=1), pooled over them."),
    Column("ratio", label="range / std"),
    Column("noise", label=ABOUT, kind="text", why="The range is below the spread of seeds."),
)


def effects(question: Question) -> Figure:
    """One row a factor, the one that moves the metric most first."""
    metric = question.metric
    factors = [factor for factor in question.collection.cell_factors if len(factor.levels) > 1]
    if metric is None or not factors:
        return Notice("Factor effects", ("Effects take a metric and a factor of several levels.",))
    cells, spread = _cells(question, metric)
    rows, sentences = [], []
    for factor in factors:
        others = [other for other in question.collection.cell_factors if other is not factor]
        common = common_set(question, cells, [factor], others, metric.name)
        found = effect(common.frame, factor.column, metric.name)
        rows += [_row(factor, found, spread)] if found else []
        sentences += [common.sentence] if common.sentence else []
    rows.sort(key=lambda row: -row[6] if isinstance(row[6], float) else 0.0)
    captions = (*_said(question, metric, spread), *sentences)
    table = table_of(f"What moves {metric.head}", COLUMNS, rows, captions=captions)
    return first_rows(ordered(table, question), question.limit(max(len(rows), 1)))


def _cells(question: Question, metric: Metric) -> tuple[pl.DataFrame, float | None]:
    """The mean of each cell's finite runs, and their spread within cells, pooled."""
    keys = [factor.column for factor in question.collection.cell_factors]
    cells = folded(question.runs, keys, [metric.name], METHODS["mean-std"], {})
    spreads, counts = cells[part_name(metric.name, "spread")], cells[part_name(metric.name, "n")]
    return cells, pooled_spread(spreads.to_list(), counts.to_list())


def _row(factor: Factor, found: Effect, spread: float | None) -> tuple[Value, ...]:
    low, high = found.lowest, found.highest
    ratio = found.range / spread if spread else None
    is_noise = ratio is not None and ratio < 1
    means = (low.level, low.mean, high.level, high.mean, found.range)
    return (factor.head, len(found.means), *means, spread, ratio, ABOUT if is_noise else "")


def _said(question: Question, metric: Metric, spread: float | None) -> Iterator[str]:
    yield f"Means of {metric.head} by level, over all cells of the others; every cell weighs alike."
    if spread is None:
        yield "No cell has two finite runs: n is too small to say what seeds alone would move."
    yield from standing_sentences(question)


def pivot(question: Question) -> Figure:
    """Two factors, by the means of the cells of each pair of levels, with the runs that made them."""
    metric, factors = question.metric, (question.by or question.collection.cell_factors)[:2]
    if metric is None or len(factors) < 2:
        return Notice("Pivot", ("A pivot takes a metric and two factors: --by A,B.",))
    cells, _ = _cells(question, metric)
    others = [factor for factor in question.collection.cell_factors if factor not in factors]
    common = common_set(question, cells, factors, others, metric.name)
    rows, columns = factors
    grid = Grid(
        titled(f"{metric.head} by {rows.head} and {columns.head}"),
        row_head=rows.head,
        column_head=columns.head,
        row_labels=tuple(level.head for level in rows.levels),
        column_labels=tuple(level.head for level in columns.levels),
        fields=_fields(common.frame, metric, rows, columns),
        captions=tuple(filter(None, ("Means of cells; in brackets the finite runs.", common.sentence))),
        ordering=Ordering(tuple(level.text for level in columns.levels), metric.name),
    )
    return ordered_grid(grid, question, metric.direction)


def _fields(cells: pl.DataFrame, metric: Metric, rows: Factor, columns: Factor) -> tuple[tuple[Field, ...], ...]:
    """One field for each pair of levels."""
    finite = cells.filter(pl.col(metric.name).is_finite())
    mean, runs = pl.col(metric.name).mean(), pl.col(part_name(metric.name, "n")).sum()
    known = {
        (row, column): Field(value, text=f"{document_number(value)} ({n})")
        for row, column, value, n in finite.group_by(rows.column, columns.column).agg(mean, runs).iter_rows()
    }
    return tuple(tuple(known.get((r.text, c.text), Field()) for c in columns.levels) for r in rows.levels)
