"""What the table costs by its number of rows: time to its first lines, to move, to page, and to be ordered.

python -m benchmarks.table
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from time import perf_counter

import numpy as np
import polars as pl
from textual.app import App, ComposeResult

from sweeplens.figures import Column, Direction, Table
from sweeplens.panes.frame_rows import FrameRows
from sweeplens.tui.widgets.frame_table import FrameTable

ROWS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
METRICS = 14
REPEATS = 15


class Host(App[None]):
    """Nothing but a table."""

    def compose(self) -> ComposeResult:
        yield FrameTable()


def table(rows: int) -> Table:
    """So many runs of three families, with metrics of different sizes."""
    random = np.random.default_rng(0)
    metrics = {f"metric {at}": random.random(rows) * 10.0 ** (at % 4) for at in range(METRICS)}
    frame = pl.DataFrame({"family": random.choice(["raw", "dist norm", "tokcc"], rows), **metrics})
    columns = (
        Column("family", kind="level", is_key=True),
        *(Column(name, direction=Direction.HIGHER) for name in metrics),
    )
    return Table("Runs", columns, FrameRows(frame), row_ids=range(rows))


def ordered(given: Table) -> Table:
    """The same runs by their fourth metric, its beginning made."""
    rows = given.rows.ordered(4, True)
    rows.page(0, 256)
    return replace(given, rows=rows, sorted_by=("metric 3", True))


def milliseconds(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median time that `action` takes."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return 1000 * median(times)


async def measured(rows: int) -> list[float]:
    """Milliseconds to show the table, to move down, to page down, to begin an order, and to make it whole."""
    app = Host()
    async with app.run_test(size=(120, 40)) as pilot:
        widget, given = app.query_one(FrameTable), table(rows)

        def paint(move: Callable[[], object]) -> None:
            move()
            for y in range(widget.size.height):
                widget.render_line(y)

        show = milliseconds(lambda: paint(lambda: setattr(widget, "table", given)), 5)
        down = milliseconds(lambda: paint(lambda: widget.action_move_rows(1)))
        page = milliseconds(lambda: paint(lambda: widget.action_move_pages(1)))
        begin = milliseconds(lambda: ordered(given), 3)
        start = perf_counter()
        widget.table = ordered(given)
        await pilot.pause()
        await widget.workers.wait_for_complete()
        return [show, down, page, begin, 1000 * (perf_counter() - start)]


def main() -> int:
    """Print a line a number of rows; 1 where paging through the largest table takes twice what the smallest takes."""
    print(f"{'rows':>12}{'show':>10}{'down':>10}{'page':>10}{'order':>10}{'whole':>10}   ms", file=sys.__stdout__)
    pages = []
    for rows in ROWS:
        times = asyncio.run(measured(rows))
        pages.append(times[2])
        print(f"{rows:12,}" + "".join(f"{each:10.1f}" for each in times), file=sys.__stdout__, flush=True)
    return int(pages[-1] > 2 * pages[0])


if __name__ == "__main__":
    raise SystemExit(main())
