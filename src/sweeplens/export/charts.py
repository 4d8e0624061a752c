"""Charts in plain characters: the one module that talks to plotext."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, cycle, pairwise
from string import ascii_letters, digits
from typing import Any, TypeAlias

from sweeplens.figures import Axis
from sweeplens.text import clipped, plural, visible

WIDTH = 100
HEIGHT = 24
MOST_BARS = 60
_LONGEST_LABEL = 40
_LARGEST = 1e300
"""Plotext's arithmetic overflows beyond."""
_MARKERS = "o+x*#@%&=~" + "".join(letter for letter in ascii_letters + digits if letter not in "ox")
"""Characters that tell series apart; they are used again only beyond so many."""
_MOST_POWERS = 6
"""Ticks of a log axis, which plotext's own cannot be: it takes the logarithm of 0 where there is one value."""

Places: TypeAlias = "tuple[Sequence[float], Sequence[float]]"


def bar_chart(labels: Sequence[tuple[str, Any]], axis: Axis) -> Iterator[str]:
    """Horizontal bars, the first at the top; what is missing or not finite is counted."""
    drawn = [(label, float(value)) for label, value in labels if _is_drawable(value, axis)]
    kept = drawn[:MOST_BARS]
    if kept:
        names = [clipped(visible(label), _LONGEST_LABEL).strip() or "-" for label, _ in reversed(kept)]
        values = [value for _, value in reversed(kept)]
        figure = _blank(WIDTH, len(kept) + 3 + bool(axis.label))
        low, high = min(0.0, *values), max(0.0, *values)
        figure.ruler("x").lim(low, high if high > low else low + 1)
        figure.label(_axis_label(axis), axis="x")
        figure.draw(figure.bar(list(range(len(values))), values, orientation="horizontal", marker="#", width=0.1))
        figure.ruler("y").ticks(list(range(len(values))), names)
        yield from _drawn(figure)
    yield from _left_out(len(labels) - len(drawn), len(drawn) - len(kept))


def _left_out(undrawn: int, further: int) -> Iterator[str]:
    if undrawn:
        yield f"{plural(undrawn, 'value')} missing or not finite."
    if further:
        yield f"{plural(further, 'further bar')} left out."


def chart(series: Mapping[str, Places], x: Axis, y: Axis, joined: Collection[str] = ()) -> Iterator[str]:
    """Series in one pair of axes, each with a marker of its own that the lines below name; some `joined` by lines."""
    runs = {name: list(_runs(xs, ys, x, y)) for name, (xs, ys) in series.items()}
    if not any(runs.values()):
        yield "Nothing finite to draw."
        return
    figure = _blank(WIDTH, HEIGHT)
    markers = dict(zip(runs, cycle(_MARKERS), strict=False))
    for name, parts in runs.items():
        for part in map(_thinned, parts) if name in joined else parts:
            signal = figure.signal([place for place, _ in part], [place for _, place in part], marker=markers[name])
            figure.draw(signal.lines(name in joined))
    places = zip(*chain(*chain(*runs.values())), strict=True)
    for way, axis, values in zip("xy", (x, y), places, strict=True):
        if axis.log:
            figure.ruler(way).ticks(*_log_ticks(values))
        elif axis.names:
            figure.ruler(way).ticks([*range(len(axis.names))], [visible(name) for name in axis.names])
        figure.label(_axis_label(axis), axis=way)
    yield from _drawn(figure)
    yield from (_legend_line(name, markers[name], bool(parts)) for name, parts in runs.items() if name)


def _log_ticks(values: Sequence[float]) -> tuple[list[float], list[str]]:
    """Powers of ten among the logarithms `values`, and their labels; the two ends where there are no two powers."""
    low, high = min(values), max(values)
    powers = [float(power) for power in range(math.ceil(low), math.floor(high) + 1)]
    powers = powers[:: len(powers) // _MOST_POWERS + 1]
    ticks = powers if len(powers) > 1 else sorted({low, high})
    return ticks, [f"{10**tick:.3g}" for tick in ticks]


def _legend_line(name: str, marker: str, is_drawn: bool) -> str:
    return f"{marker} {visible(name)}" if is_drawn else f"  {visible(name)}: nothing finite to draw"


def _runs(xs: Sequence[float], ys: Sequence[float], x: Axis, y: Axis) -> Iterator[list[tuple[float, float]]]:
    """Stretches of points that can be drawn, as logarithms where an axis is logarithmic: what cannot is a gap."""
    run: list[tuple[float, float]] = []
    for across, up in zip(map(float, xs), map(float, ys), strict=True):
        if _is_drawable(across, x) and _is_drawable(up, y):
            run.append((math.log10(across) if x.log else across, math.log10(up) if y.log else up))
        elif run:
            yield run
            run = []
    yield from [run] if run else []


def _thinned(run: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The lowest and the highest point of each stretch that falls into one column, for plotext takes its time."""
    if len(run) <= 4 * WIDTH:
        return run
    edges = [len(run) * at // WIDTH for at in range(WIDTH + 1)]
    stretches = (run[start:stop] for start, stop in pairwise(edges))
    ends = ((min(part, key=_height), max(part, key=_height)) for part in stretches)
    return [place for pair in ends for place in sorted(pair)]


def _height(place: tuple[float, float]) -> float:
    return place[1]


def _is_drawable(value: object, axis: Axis) -> bool:
    """Whether `value` has a place on the axis, and plotext can find it: it aborts the process on a NaN."""
    if not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > _LARGEST:
        return False
    is_beyond = (axis.low is not None and value < axis.low) or (axis.high is not None and value > axis.high)
    return not is_beyond and (not axis.log or value > 0)


def _axis_label(axis: Axis) -> str:
    inside = ", ".join(filter(None, [visible(axis.unit), "log" if axis.log else ""]))
    return " ".join(filter(None, [visible(axis.label), f"({inside})" if inside else "", axis.direction.arrow]))


def _blank(width: int, height: int) -> Any:
    """Plotext's figure, emptied, without colours and as large as asked whatever the terminal."""
    import plotext

    plotext.terminal.limit(False, False)
    plotext.figure.clear()
    plotext.figure.plot_size(width, height)
    plotext.figure.theme("colorless")
    return plotext.figure


def _drawn(figure: Any) -> Iterable[str]:
    """The figure's lines."""
    return [line.rstrip() for line in figure.build().string(colorless=True).rstrip("\n").splitlines()]
