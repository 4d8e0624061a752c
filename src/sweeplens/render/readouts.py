"""What a cursor reads out: the nearest step, and every line's value there."""

from __future__ import annotations

from collections.abc import Sequence

from sweeplens.lazy import np
from sweeplens.render.base import Line, Look, Span
from sweeplens.render.digits import digits_for
from sweeplens.render.lines import line_width
from sweeplens.render.traces import Trace


def values_at(traces: Sequence[Trace], step: float, look: Look) -> list[str]:
    """Each line's value at `step`, `NaN` where it has none that is finite, empty where it has no such step."""
    found = [_value(trace, step) for trace in traces]
    digits = digits_for(found, look)
    return ["" if value is None else digits.text(value) for value in found]


def values_line(traces: Sequence[Trace], step: float, width: int, look: Look) -> Line:
    """Each line's marker with its value at `step`, as many as fit; the others are counted."""
    pairs = zip(traces, values_at(traces, step, look), strict=True)
    said = [(trace, value) for trace, value in pairs if value and not trace.series.is_behind]
    spans = [Span(f"{trace.mark.text}{value} ", trace.role) for trace, value in said]
    for count in range(len(spans), -1, -1):
        more = (Span(f"+{len(spans) - count}", "muted"),) if count < len(spans) else ()
        if line_width(line := (*spans[:count], *more)) <= width:
            return line
    return ()


def _value(trace: Trace, step: float) -> float | None:
    at = np.flatnonzero(trace.x == step)
    return float(trace.y[at[-1]]) if len(at) else None
