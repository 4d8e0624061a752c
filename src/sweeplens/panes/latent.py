"""How do the latents move?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sweeplens.data.collection import FrameStream
from sweeplens.data.frame_index import indexed
from sweeplens.errors import UsageError
from sweeplens.figures import Axis, Figure, FramePanel, Frames, Notice
from sweeplens.lazy import np
from sweeplens.numbers import document_number
from sweeplens.panes.base import Pane, PaneView, Question, chosen_view
from sweeplens.panes.latent_panels import left_out, panel_keys
from sweeplens.panes.latent_projection import Panel, panel, places_of
from sweeplens.panes.sentences import titled
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
AT_ONCE = 32 << 20
"""Bytes of frames that are read before anything is shown; of more, a few frames are shown first."""
FIRST = 12
"""Frames of each panel that are shown first."""
IN_BETWEEN = 8
"""Positions from one saved frame to the next, where the movement is smoothed."""
EVEN = 6
EARLY_SHARES = (0.02, 0.06, 0.10, 0.20, 0.50, 1.0)
"""Shares of training at which the early-emphasis strip looks."""


def answer(question: Question) -> Figure:
    """The points of a stream on one fixed basis for each panel, as an animation or as a strip of checkpoints."""
    return _answer(question, None)


def first_answer(question: Question) -> Figure | None:
    """The answer of a few frames of each panel, which says so; None where all of them are soon read."""
    if not question.collection.frames:
        return None
    stream = _stream(question)
    shown = panel_keys(question, stream)[:MOST_PANELS]
    size = sum(place.length for keys in shown for place in places_of(stream, keys))
    return _answer(question, FIRST) if size > AT_ONCE else None


def _answer(question: Question, most: int | None) -> Figure:
    """The answer of at most `most` frames of each panel, of all where it is None."""
    kind = chosen_view(question, PANE.id, VIEWS)
    if not question.collection.frames:
        looked_for = "a JSON Lines file of frames: {step, points: [[...], ...]} with the run's factors beside them"
        return Notice(PANE.title, ("This collection has no latent frames.", f"Looked for {looked_for}."))
    stream = _stream(question)
    if not indexed(stream).frames:
        return Notice(PANE.title, (f"{stream.name} holds no whole frame.",))
    there = panel_keys(question, stream)
    if not there:
        return Notice(PANE.title, ("No frame is kept by this filter.",))
    panels = [panel(stream, keys, most) for keys in there[:MOST_PANELS]]
    title = (question.view.title if question.view else "") or titled(
        f"{stream.label or stream.name}: {_view_title(kind)}"
    )
    return KINDS[kind](title, panels, _captions(question, stream, panels, len(there)))


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
    more = f"{there - len(panels)} of {plural(there, 'panel')} are left out; a filter chooses."
    lost = sum(panel.left_out for panel in panels)
    said = f"{plural(lost, 'frame')} left out: unreadable, or of another number of points than the others."
    unasked = left_out(question, stream)
    said_of = (view, f"From {stream.name}.", _basis(panels), more * (there > len(panels)), said * bool(lost), unasked)
    return tuple(text for text in said_of if text)


def _basis(panels: Sequence[Panel]) -> str:
    """What the panels are projected on."""
    unread = sum(panel.unread for panel in panels)
    if not unread:
        return "Each panel has one PCA basis, fixed over all its saved frames."
    read = sum(len(panel.steps) for panel in panels)
    return f"{read} of {read + unread} frames so far, on PCA bases of these alone; the others are being read."


def _frames(title: str, panels: Sequence[Panel], captions: tuple[str, ...]) -> Frames:
    """Every saved frame, in lock step over the steps of all panels."""
    steps = _all_steps(panels)
    drawn = tuple(_drawn(panel, _title(panel, panels), panel.at(steps)) for panel in panels)
    return Frames(title, steps, drawn, captions)


def _smoothed(title: str, panels: Sequence[Panel], captions: tuple[str, ...]) -> Frames:
    """The saved frames with positions between them on the straight way of each projected point."""
    saved = _all_steps(panels)
    moments = np.arange((len(saved) - 1) * IN_BETWEEN + 1) / IN_BETWEEN
    steps = np.interp(moments, np.arange(len(saved)), saved)
    drawn = [_drawn(panel, _title(panel, panels), _between(panel.at(saved), moments)) for panel in panels]
    said = (
        f"Between saved frames every projected point goes straight; {len(saved)} of {len(steps)} frames are saved ones."
    )
    return Frames(title, tuple(steps.tolist()), tuple(drawn), (*captions, said))


def _all_steps(panels: Sequence[Panel]) -> tuple[float, ...]:
    return tuple(np.unique(np.concatenate([panel.steps for panel in panels])).tolist())


def _between(positions: Array, moments: Array) -> Array:
    """Where the points are at each moment, in saved frames from 0: on the way from the one before to the one after."""
    before, after = np.floor(moments).astype(int), np.ceil(moments).astype(int)
    return between(positions[before], positions[after], (moments - before)[:, None, None])


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
        replace(_drawn(panel, _title(panel, panels), panel.at([step])), still_at=step, moment=_at(step, last))
        for panel in panels
        for step in steps
    )
    return Frames(title, (steps[-1],), drawn, captions)


def _at(step: float, last: float) -> str:
    """`@600 (20 %)`."""
    share = f" ({100 * step / last:.0f} %)" if last > 0 else ""
    return f"@{document_number(step)}{share}"


def _drawn(panel: Panel, title: str, positions: Array) -> FramePanel:
    (low_x, high_x), (low_y, high_y) = panel.limits
    first, second = (f"PC{at} ({100 * share:.0f} %)" for at, share in enumerate(panel.explained, start=1))
    return FramePanel(
        title,
        Axis(first, low=low_x, high=high_x),
        Axis(second, low=low_y, high=high_y),
        panel.names,
        positions,
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
    first_answer=first_answer,
    takes_order=False,
    is_finer=True,
)
