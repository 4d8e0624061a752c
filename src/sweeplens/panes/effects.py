"""How far does each factor move a metric: against the spread of seeds, and two factors at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Column, Field, Figure, Folded, Grid, Notice, Ordering, Value, table_of
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.behind import filter_of
from sweeplens.panes.cell_values import EXPECTED, LEAVES_OUT, N, cell_values, folded
from sweeplens.panes.common import common_set, making_cells
from sweeplens.panes.grid_order import ordered_grid
from sweeplens.panes.noise import ABOUT, WITHIN
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.panes.sentences import listed, titled
from sweeplens.panes.standing import row_sentences
from sweeplens.stats.effects import Effect, effect, pooled_spread
from sweeplens.stats.folding import METHODS, part_name
from sweeplens.stats.folding import folded as fold

COLUMNS = (
    Column("factor", kind="level", is_key=True),
    Column("levels", kind="integer"),
    Column("lowest", kind="level"),
    Column("lowest_mean", label="mean"),
    Column("highest", kind="level"),
    Column("highest_mean", label="mean"),
    Column("range", leads=True, why="Highest minus lowest mean of a level."),
    Column("seed_std", label="seed std", leads=True, why="Standard deviation within cells (ddof=1), pooled over them."),
    Column("ratio", label="range / std", leads=True),
    Column("noise", kind="text", leads=True, short={WITHIN: f"{ABOUT} {WITHIN}"}),
)


def effects(question: Question) -> Figure:
    """One row a factor, the one that moves the metric most first."""
    metric = question.metric
    factors = [factor for factor in question.collection.cell_factors if len(factor.levels) > 1]
    if metric is None or not factors:
        return Notice("Factor effects", ("Effects take a metric and a factor of several levels.",))
    cells, spread = cell_values(question, metric), _seed_spread(question, metric)
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


def _seed_spread(question: Question, metric: Metric) -> float | None:
    """The standard deviation of finite runs within cells, pooled; None where no cell has two."""
    keys = [factor.column for factor in question.collection.cell_factors]
    cells = fold(question.runs, keys, [metric.name], METHODS["mean-std"], {})
    spreads, counts = cells[part_name(metric.name, "spread")], cells[part_name(metric.name, "n")]
    return pooled_spread(spreads.to_list(), counts.to_list())


def _row(factor: Factor, found: Effect, spread: float | None) -> tuple[Value, ...]:
    low, high = found.lowest, found.highest
    ratio = found.range / spread if spread else None
    is_noise = ratio is not None and ratio < 1
    means = (low.level, low.mean, high.level, high.mean, found.range)
    return (factor.head, len(found.means), *means, spread, ratio, WITHIN if is_noise else "")


def _said(question: Question, metric: Metric, spread: float | None) -> Iterator[str]:
    yield f"Means of {metric.head} by level, over all cells of the others; every cell weighs alike."
    if spread is None:
        yield "No cell has two finite runs: n is too small to say what seeds alone would move."
    yield from row_sentences(folded(question))


def pivot(question: Question) -> Figure:
    """Two factors, by the means of the cells of each pair of levels, with the runs that made them."""
    metric, factors = question.metric, (question.by or question.collection.cell_factors)[:2]
    if metric is None or len(factors) < 2:
        return Notice("Pivot", ("A pivot takes a metric and two factors: --by A,B.",))
    rows, columns = making_cells(question, factors)
    others = [factor for factor in question.collection.cell_factors if factor not in factors]
    common = common_set(question, cell_values(question, metric), factors, others, metric.name)
    grid = Grid(
        titled(f"{metric.head} by {rows.head} and {columns.head}"),
        row_head=rows.head,
        column_head=columns.head,
        row_labels=tuple(level.head for level in rows.levels),
        column_labels=tuple(level.head for level in columns.levels),
        fields=_fields(common.frame, metric, rows, columns),
        captions=tuple(filter(None, (_over(others), common.sentence, *row_sentences(folded(question))))),
        ordering=Ordering(tuple(level.text for level in columns.levels), metric.name),
    )
    return ordered_grid(grid, question, metric.direction)


def _over(others: Sequence[Factor]) -> str:
    """What the fields are means over; empty where each is a cell."""
    over = listed([factor.head for factor in others])
    return f"Fields are means over {over}, in brackets the finite runs of those expected." if over else ""


def _fields(cells: pl.DataFrame, metric: Metric, rows: Factor, columns: Factor) -> tuple[tuple[Field, ...], ...]:
    """One field for each pair of levels: the mean of its cells, and of how many runs it is."""
    parts = [pl.col(metric.name).mean(), pl.col(N).sum(), pl.col(EXPECTED).sum(), pl.col(LEAVES_OUT).any().not_()]
    known = {
        (row, column): Folded(value, n, expected, is_ranked=is_ranked)
        for row, column, value, n, expected, is_ranked in cells.group_by(rows.column, columns.column).agg(parts).rows()
    }

    def field(row: str, column: str) -> Field:
        return Field(known.get((row, column)), where=filter_of((rows, columns), (row, column)))

    return tuple(tuple(field(row.text, column.text) for column in columns.levels) for row in rows.levels)
