"""What a key or an option can change: the immutable part of a question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sweeplens.data.query import EVERYTHING, Filter
from sweeplens.ways import Folding, Nonfinite, Statistic


@dataclass(frozen=True)
class Selection:
    """Everything about an answer that is not the collection; `None` and empty mean the pane's own default."""

    where: Filter = EVERYTHING
    metric: str | None = None
    sort: tuple[str, bool | None] | None = None
    """A column's name, and whether downwards; None: its better end first, downwards where the direction is unknown."""
    columns: tuple[str, ...] = ()
    rows: int | None = None
    """How many rows of each end, or of the whole, are asked for."""
    each_end: int = 5
    """How many rows of each end a ranking shows where no number is asked for: both ends fit on a short terminal."""
    by: tuple[str, ...] = ()
    """Names of factors to answer by."""
    fold: bool | None = None
    """One answer a cell in place of one a run."""
    folding: Folding = "mean-std"
    nonfinite: Nonfinite = "exclude"
    statistic: Statistic = "last"
    """The value of its history that a run stands for."""
    mean_of: int = 5
    """How many of the last values the statistic `mean` is of."""
    view: str | None = None
    """A pane's own view, or a view named in the brief."""
    versus: str | None = None
    """The reference: a path, the name of a reference in the brief, or a level."""
    ddof: Literal[0, 1] | None = None
    common: bool = False
    """Averages over what all levels have alone."""
    log: bool = False
    smoothing: float = 0.0
    """Weight of the past in an exponential moving average, from 0 (none) to below 1."""
    clip_outliers: bool = False
    interpolate: bool = False
    """Whether folded curves are interpolated to one another's steps."""
    shared_axes: bool = False
    """Whether small multiples of one metric have the same axes."""
    full_range: bool = False
    """Whether the axes of curves take diverged runs in."""
    x: str | None = None
    """What curves are drawn against: the step where None, `fraction` of training, or a column of the history."""
    step: float | None = None
    """The checkpoint asked about; the final shared one where None."""
    hide_constant: bool = False
    marked: frozenset[int] = frozenset()
    """Row numbers of the runs that carry a mark."""

    def with_where(self, where: Filter) -> Selection:
        """The same selection under another filter."""
        return replace(self, where=where)


def sort_in(text: str | None) -> tuple[str, bool | None] | None:
    """The order that `text` names: `loss` its better end first, `-loss` downwards, `+loss` upwards; None for none."""
    if not text:
        return None
    if text[0] in "+-" and len(text) > 1:
        return text[1:], text[0] == "-"
    return text, None
