"""Plain-text plots by plotext, for a mail, a log or a README: characters alone, readable without colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sweeplens.export.base import Exporter, Options
from sweeplens.export.charts import bar_chart, chart
from sweeplens.figures import (
    Axis,
    Bar,
    Bars,
    Block,
    Curves,
    Document,
    Figure,
    Folded,
    Frames,
    Grid,
    Heading,
    Listing,
    Media,
    Notice,
    Paragraph,
    Plot,
    Points,
    Table,
    Verbatim,
)
from sweeplens.numbers import document_number
from sweeplens.text import visible


def write_plot(figure: Figure, options: Options) -> str:
    """The figure drawn in characters under its title, with its captions below."""
    return "\n".join(_block(figure)) + "\n"


PLOT = Exporter("plot", ".txt", "Plain-text plot", write_plot)


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading | Paragraph):
        yield visible(block.text)
    elif isinstance(block, Listing):
        yield from (f"{'  ' * item.depth}{item.mark or '-'} {visible(item.text)}" for item in block.items)
    elif isinstance(block, Verbatim):
        yield from (visible(line.expandtabs(4)) for line in block.lines)
    elif isinstance(block, Document):
        for each in block.flow():
            yield from (*_block(each), "")
    else:
        yield from ([visible(block.title)] if block.title else [])
        yield from _DRAWINGS[type(block)](block)
        yield from (visible(caption) for caption in getattr(block, "captions", ()))


def _notice(notice: Notice) -> Iterator[str]:
    yield from (visible(sentence) for sentence in notice.sentences)


def _bars(bars: Bars) -> Iterator[str]:
    labels = [(_bar_label(group, bar), bar.value) for group, each in bars.groups for bar in each]
    yield from bar_chart(labels, bars.axis)


def _bar_label(group: str, bar: Bar) -> str:
    """`raw · beta=.1`; of a folded value with what stands beside it: `raw · beta=.1 ± 0.0006 (3/3)`."""
    folds = [bar.value.around(document_number), bar.value.count] if isinstance(bar.value, Folded) else []
    return " ".join(filter(None, (f"{group} · {bar.label}" if group else bar.label, *folds)))


def _grid(grid: Grid) -> Iterator[str]:
    """A bar a field, or one a status with the number of its cells."""
    if grid.normalise == "status":
        counts = Counter(field.status for fields in grid.fields for field in fields if field.status)
        yield from bar_chart(list(counts.items()), Axis("cells"))
        return
    labels = [f"{row} · {column}" for row in grid.row_labels for column in grid.column_labels]
    values = [field.value for fields in grid.fields for field in fields]
    yield from bar_chart(list(zip(labels, values, strict=True)), Axis(""))


def _table(table: Table) -> Iterator[str]:
    """The rows by their keys, over the column that the table is about: ordered by, else marked, else the first one."""
    columns = table.columns
    numbers = [at for at in table.places(Media.SCREEN) if columns[at].is_numeric and not columns[at].is_key]
    if not numbers or not len(table.rows):
        yield visible(table.empty) if not len(table.rows) else "No column of numbers to draw."
        return
    wanted = table.sorted_by[0] if table.sorted_by else ""
    at = min(numbers, key=lambda at: (table.columns[at].name != wanted, not table.columns[at].mark_best, at))
    keys = [place for place in table.places(Media.SCREEN) if table.columns[place].is_key] or table.places(Media.SCREEN)[
        :1
    ]
    rows = table.rows.page(0, len(table.rows))
    labels = [(" · ".join(str(row[key]) for key in keys if row[key] is not None), row[at]) for row in rows]
    column = table.columns[at]
    yield from bar_chart(labels, Axis(column.head, column.unit, column.direction))


def _curves(curves: Curves) -> Iterator[str]:
    for plot in curves.plots:
        yield from ([visible(plot.title)] if plot.title and plot.title != curves.title else [])
        yield from _plot(plot)


def _plot(plot: Plot) -> Iterator[str]:
    series = {line.name: (line.x, line.y) for line in plot.series}
    joined = [line.name for line in plot.series if line.pattern != "points"]
    yield from chart(series, plot.x, plot.y, joined)


def _points(points: Points) -> Iterator[str]:
    clouds = _clouds((point.colour or point.shape, point.x, point.y) for point in points.points)
    yield from chart(clouds, points.x, points.y)


def _frames(frames: Frames) -> Iterator[str]:
    """The last frame of each panel."""
    for panel in frames.panels:
        yield f"{visible(panel.name)}, step {frames.steps[-1]:g}"
        places = zip(panel.names, panel.positions[-1], strict=True)
        yield from chart(_clouds((name, x, y) for name, (x, y) in places), panel.x, panel.y)


def _clouds(points: Iterable[tuple[str, float, float]]) -> dict[str, tuple[list[float], list[float]]]:
    """The points' x and y by their name."""
    clouds: dict[str, tuple[list[float], list[float]]] = {}
    for name, x, y in points:
        xs, ys = clouds.setdefault(name, ([], []))
        xs.append(x)
        ys.append(y)
    return clouds


_DRAWINGS: Mapping[type, Callable[[Any], Iterator[str]]] = {
    Table: _table,
    Bars: _bars,
    Curves: _curves,
    Points: _points,
    Grid: _grid,
    Frames: _frames,
    Notice: _notice,
}
"""What draws each kind of figure but documents."""
