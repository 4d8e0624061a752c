"""What the legend of curves says of each line: its levels, its value, and what happened to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sweeplens.figures import Curves, Divergence, Folded, Series, Stand, is_finite
from sweeplens.render.base import Look
from sweeplens.render.digits import Digits, digits_for
from sweeplens.render.glyphs import CHARSETS, Glyphs
from sweeplens.render.legend_blocks import Entry
from sweeplens.render.naming import told_apart
from sweeplens.render.readouts import values_at
from sweeplens.render.traces import Trace
from sweeplens.text import cell_width

_LONG = 12
"""Names that are longer are shown without the words that all of them share."""
_NUMBER = re.compile(r"[\d.eE+-]+")


def heads_of(curves: Curves) -> tuple[str, ...]:
    """What stands over the levels of the lines; nothing over a single column."""
    return curves.keys if len(curves.keys) > 1 else ()


def entries_of(
    curves: Curves, traces: Sequence[Trace], step: float | None, look: Look, with_notes: bool = True
) -> tuple[Entry, ...]:
    """An entry for each line that lies behind no other one; none for a single line of which there is nothing to say."""
    shown = [trace for trace in traces if not trace.series.is_behind] or list(traces)
    cells = _cells(curves, [trace.series for trace in shown])
    notes = _notes(shown, step, look) if with_notes else [("",)] * len(shown)
    if len(shown) == 1 and not any(notes[0]):
        return ()
    glyphs = CHARSETS[look.charset]
    return tuple(
        Entry(_key(trace, glyphs), texts, trace.role, note)
        for trace, texts, note in zip(shown, cells, notes, strict=True)
    )


def _key(trace: Trace, glyphs: Glyphs) -> str:
    line = glyphs.patterns[trace.mark.pattern]
    return f"{line}{trace.mark.text}{line}"


def _cells(curves: Curves, lines: Sequence[Series]) -> list[tuple[str, ...]]:
    """Which line it is: its levels, where the figure has keys, else its name; long ones without what all share."""
    if not curves.keys or any(len(line.levels) != len(curves.keys) for line in lines):
        return [(name,) for name in _without_shared([line.name for line in lines])]
    columns = [_without_shared(column) for column in zip(*(line.levels for line in lines), strict=True)]
    if len(columns) == 1 and all(map(_NUMBER.fullmatch, columns[0])):
        columns = [[f"{curves.keys[0]} {level}" for level in columns[0]]]
    return list(zip(*columns, strict=True))


def _without_shared(names: Sequence[str]) -> list[str]:
    return told_apart(names) if max(map(cell_width, names), default=0) > _LONG else list(names)


def _notes(traces: Sequence[Trace], step: float | None, look: Look) -> list[tuple[str, ...]]:
    """What is said of each line, from the most to the least."""
    if step is not None:
        values = values_at(traces, step, look)
        return [(value + _around(trace, step, look), value) for trace, value in zip(traces, values, strict=True)]
    digits = digits_for((value for trace in traces for value in _values(trace.series)), look)
    return [_worth(trace, digits, look) for trace in traces]


def _around(trace: Trace, step: float, look: Look) -> str:
    """` [0.79, 0.83] n 2`: the band at a step, and of how many runs the line is there."""
    series = trace.series
    at = next((at for at, x in enumerate(series.x) if x == step), None)
    if at is None or series.low is None or series.high is None:
        return ""
    ends = [series.low[at], series.high[at]]
    band = f" [{', '.join(map(digits_for(ends, look).text, ends))}]" if all(map(is_finite, ends)) else ""
    return f"{band} n {series.n[at]}" if series.n else band


def _values(series: Series) -> list[float]:
    """What is written of a line."""
    last = series.diverged.last if series.diverged else None
    return [*([series.stands.value] if series.stands else []), *([last] if last is not None else [])]


def _worth(trace: Trace, digits: Digits, look: Look) -> tuple[str, ...]:
    """`best 0.91 ± 0.02 @800, n 3 to 2 @450`, or `✗ last finite 0.83 @1200`; then less and less; at last a mark."""
    series, glyphs = trace.series, CHARSETS[look.charset]
    if series.diverged is not None and series.diverged.is_final:
        return _gone(series.diverged, digits, glyphs)
    value, around, said = _stands(series.stands, digits, glyphs) if series.stands else ("", "", "")
    gap = f"{glyphs.diverged} @{_at(series.diverged.at)}" if series.diverged else ""
    return (", ".join(filter(None, (said, gap, _fewer(series)))), around, value, "")


def _fewer(series: Series) -> str:
    """`n 3 to 2 @450`: of how many runs it is at first and at last, and since when."""
    if not series.falls or not series.n:
        return ""
    last = series.falls[-1]
    return f"n {series.n[0]} to {series.n[last]} @{_at(series.x[last])}"


def _stands(stand: Stand, digits: Digits, glyphs: Glyphs) -> tuple[str, str, str]:
    """The value; what is around it as well; and what it is, and its step: `best 0.91 ± 0.02 @800`."""
    value = digits.text(float(stand.value))
    around = stand.value.around(digits.text, glyphs.plus_minus) if isinstance(stand.value, Folded) else ""
    place = f"@{_at(stand.at)}" if stand.at is not None else ""
    with_around = " ".join(filter(None, (value, around)))
    return value, with_around, " ".join(filter(None, (stand.what, with_around, place)))


def _gone(event: Divergence, digits: Digits, glyphs: Glyphs) -> tuple[str, ...]:
    """What a line was worth before it stopped being finite."""
    mark = glyphs.diverged
    if event.last is None or event.last_at is None:
        return (f"{mark} never finite", mark)
    value = digits.text(event.last)
    return (f"{mark} last finite {value} @{_at(event.last_at)}", f"{mark} last finite {value}", f"{mark} {value}", mark)


def _at(step: float) -> str:
    return digits_for([step]).text(step)
