"""How do the latents move?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from sweeplens.data.collection import FrameStream
from sweeplens.errors import UsageError
from sweeplens.figures import Axis, Figure, FramePanel, Frames, Notice
from sweeplens.lazy import np
from sweeplens.numbers import document_number
from sweeplens.panes.base import Pane, PaneView, Question, chosen_view
from sweeplens.panes.latent_panels import Panel, indexed, panels_of
from sweeplens.stats.pca import between
from sweeplens.text import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

VIEWS = (
    PaneView("frames", "Frame by frame"),
    PaneView("smoothed", "Smoothed"),
    PaneView("strip", "Even checkpoints"),
    PaneView("early", "Early checkpoints"),
)
MOST_PANELS = 6
"""Panels side by side; a filter chooses among more."""
IN_BETWEEN = 8
"""Positions from one saved frame to the next, where the movement is smoothed."""
EVEN = 6
EARLY_SHARES = (0.02, 0.06, 0.10, 0.20, 0.50, 1.0)
"""Shares of training at which the early-emphasis strip looks."""


def answer(question: Question) -> Figure:
    """The points of a stream on one fixed basis for each panel, as an animation or as a strip of checkpoints."""
    kind = chosen_view(question, PANE.id, VIEWS)
    if not question.collection.frames:
        looked_for = "a JSON Lines file of frames: {step, points: [[...], ...]} with the run's factors beside them"
        return Notice(PANE.title, ("This collection has no latent frames.", f"Looked for {looked_for}."))
    stream = _stream(question)
    if not indexed(stream).frames:
        return Notice(PANE.title, (f"{stream.name} holds no whole frame.",))
    panels, there = panels_of(question, stream, MOST_PANELS)
    if not panels:
        return Notice(PANE.title, ("No frame is kept by this filter.",))
    title = (question.view.title if question.view else "") or f"{stream.label or stream.name}: {_view_title(kind)}"
    return KINDS[kind](title, panels, _captions(question, stream, panels, there))


def _view_title(kind: str) -> str:
    return next(view.title.lower() for view in VIEWS if view.id == kind)


def _stream(question: Question) -> FrameStream:
    """The stream that the view or the columns name, else the first; `UsageError` says which are there."""
    streams = question.collection.frames
    asked = str(question.view.options.get("stream", "")) if question.view else ""
    asked = question.selection.columns[0] if question.selection.columns else asked
    found = next((stream for stream in streams if asked in (stream.label, stream.name)), None)
    if asked and found is None:
        there = ", ".join(stream.label or stream.name for stream in streams)
        raise UsageError(f"{question.collection.name} does not contain the stream {asked}; it contains {there}.")
    return found or streams[0]


def _captions(question: Question, stream: FrameStream, panels: Sequence[Panel], there: int) -> tuple[str, ...]:
    """What the view says, where the frames are from, what is fixed, and what is left out."""
    view = question.view.caption if question.view else ""
    basis = "Each panel has one PCA basis, fixed over all its saved frames."
    more = f"{there - len(panels)} of {plural(there, 'panel')} are left out; a filter chooses."
    lost = sum(panel.left_out for panel in panels)
    said = f"{plural(lost, 'frame')} left out: unreadable, or of another number of points than the others."
    said_of = (view, f"From {stream.name}.", basis, more * (there > len(panels)), said * bool(lost))
    return tuple(text for text in said_of if text)


def _frames(title: str, panels: Sequence[Panel], captions: tuple[str, ...]) -> Frames:
    """Every saved frame, in lock step over the steps of all panels."""
    steps = _all_steps(panels)
    drawn = tuple(_drawn(panel, _title(panel, panels), [panel.at(step) for step in steps]) for panel in panels)
    return Frames(title, steps, drawn, captions)


def _smoothed(title: str, panels: Sequence[Panel], captions: tuple[str, ...]) -> Frames:
    """The saved frames with positions between them on the straight way of each projected point."""
    saved = _all_steps(panels)
    steps = _with_between(saved)
    drawn = [_drawn(p, _title(p, panels), [_position(p, saved, step) for step in steps]) for p in panels]
    said = (
        f"Between saved frames every projected point goes straight; {len(saved)} of {len(steps)} frames are saved ones."
    )
    return Frames(title, steps, tuple(drawn), (*captions, said))


def _all_steps(panels: Sequence[Panel]) -> tuple[float, ...]:
    return tuple(sorted({step for panel in panels for step in panel.steps}))


def _with_between(saved: Sequence[float]) -> tuple[float, ...]:
    """The saved steps with `IN_BETWEEN - 1` even ones before each next."""
    filled = [a + (b - a) * part / IN_BETWEEN for a, b in pairwise(saved) for part in range(IN_BETWEEN)]
    return (*filled, saved[-1])


def _position(panel: Panel, saved: Sequence[float], step: float) -> Array:
    """Where the panel's points are at `step`: on the way from the frame before it to the one after it."""
    before = max((s for s in saved if s <= step), default=saved[0])
    after = min((s for s in saved if s >= step), default=saved[-1])
    share = (step - before) / (after - before) if after > before else 0.0
    return between(panel.at(before), panel.at(after), share)


def _strip(title: str, panels: Sequence[Panel], captions: tuple[str, ...]) -> Frames:
    """Evenly chosen checkpoints side by side."""
    steps = _all_steps(panels)
    places = sorted({round(place) for place in np.linspace(0, len(steps) - 1, min(EVEN, len(steps)))})
    return _still(title, panels, [steps[place] for place in places], captions)


def _early(title: str, panels: Sequence[Panel], captions: tuple[str, ...]) -> Frames:
    """The checkpoints nearest to 2, 6, 10, 20, 50 and 100 % of training, side by side."""
    steps = _all_steps(panels)
    nearest = [min(steps, key=lambda step: abs(step - share * steps[-1])) for share in EARLY_SHARES]
    return _still(title, panels, list(dict.fromkeys(nearest)), captions)


def _still(title: str, panels: Sequence[Panel], steps: Sequence[float], captions: tuple[str, ...]) -> Frames:
    """One panel for each combination and checkpoint, without movement."""
    last = _all_steps(panels)[-1]
    drawn = tuple(
        replace(_drawn(panel, f"{_title(panel, panels)} {_at(step, last)}".strip(), [panel.at(step)]), still_at=step)
        for panel in panels
        for step in steps
    )
    return Frames(title, (steps[-1],), drawn, captions)


def _at(step: float, last: float) -> str:
    """`@600 (20 %)`."""
    share = f" ({100 * step / last:.0f} %)" if last > 0 else ""
    return f"@{document_number(step)}{share}"


def _drawn(panel: Panel, title: str, positions: Sequence[Array]) -> FramePanel:
    (low_x, high_x), (low_y, high_y) = panel.limits
    first, second = (f"PC{at} ({100 * share:.0f} %)" for at, share in enumerate(panel.explained, start=1))
    return FramePanel(
        title,
        Axis(first, low=low_x, high=high_x),
        Axis(second, low=low_y, high=high_y),
        panel.names,
        [[(float(x), float(y)) for x, y in frame] for frame in positions],
    )


def _title(panel: Panel, panels: Sequence[Panel]) -> str:
    """The values of the keys that tell the panels apart."""
    varying = {key for key, value in panel.keys if any(dict(other.keys).get(key) != value for other in panels)}
    return " · ".join(value for key, value in panel.keys if key in varying)


KINDS: Mapping[str, Callable[[str, Sequence[Panel], tuple[str, ...]], Figure]] = {
    "frames": _frames,
    "smoothed": _smoothed,
    "strip": _strip,
    "early": _early,
}

PANE = Pane(
    id="latent",
    key="0",
    title="Latent",
    short="Lat.",
    question="How do the latents move?",
    answer=answer,
    views=VIEWS,
    takes_order=False,
)
