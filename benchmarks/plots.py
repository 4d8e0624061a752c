"""What a frame costs: curves, scatters and tables drawn for 120x30, against plotext where it is asked for.

python benchmarks/plots.py [--peers]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import process_time

import numpy as np

from sweeplens.export import Options
from sweeplens.export.plot import write_plot
from sweeplens.figures import Axis, Column, Curves, Figure, Plot, Point, Points, Series, table_of
from sweeplens.render import render
from sweeplens.render.base import Size

SIZE = Size(120, 30)
REPEATS = 15
BUDGET_MS = 40.0
"""What 60 series of 5000 points may take."""


def curves(series: int, points: int) -> Curves:
    """So many random walks."""
    rng = np.random.default_rng(0)
    x = np.arange(float(points))
    lines = tuple(Series(f"run {at}", x, np.cumsum(rng.normal(size=points))) for at in range(series))  # type: ignore[arg-type]
    return Curves("Walks", (Plot("", Axis("step"), Axis("loss"), lines),))


def scatter(points: int) -> Points:
    """So many normal points in four colours."""
    places = np.random.default_rng(0).normal(size=(points, 2)).tolist()
    return Points(
        "Cloud", Axis("x"), Axis("y"), tuple(Point("", x, y, f"c{at % 4}") for at, (x, y) in enumerate(places))
    )


def table(rows: int, columns: int) -> Figure:
    """A table of random numbers."""
    values = np.random.default_rng(0).normal(size=(rows, columns)).tolist()
    return table_of("Numbers", [Column(f"metric_{at}") for at in range(columns)], values)


def milliseconds(work: Callable[[], object]) -> float:
    """The median processor time of several runs, the first of which warms up."""
    times = []
    for _ in range(REPEATS + 1):
        start = process_time()
        work()
        times.append(1000 * (process_time() - start))
    return median(times[1:])


FIGURES: dict[str, Figure] = {
    "12 series x 500 points": curves(12, 500),
    "60 series x 5000 points": curves(60, 5000),
    "300 points": scatter(300),
    "6000 points": scatter(6000),
    "table of 600 x 60": table(600, 60),
}


def line(name: str, figure: Figure, with_peer: bool) -> str:
    """The figure's name and time, beside plotext's for what both draw."""
    text = f"{name:24} {milliseconds(lambda: render(figure, SIZE)):8.1f} ms"
    if not with_peer or not isinstance(figure, Curves | Points):
        return text
    return f"{text}   plotext {milliseconds(lambda: write_plot(figure, Options())):8.1f} ms"


def main() -> int:
    """Print a line a figure; 1 where the largest plot is over its budget."""
    for name, figure in FIGURES.items():
        print(line(name, figure, "--peers" in sys.argv))
    return int(milliseconds(lambda: render(FIGURES["60 series x 5000 points"], SIZE)) > BUDGET_MS)


if __name__ == "__main__":
    sys.exit(main())
