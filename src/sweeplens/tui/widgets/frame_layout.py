"""Where the columns of a table stand: its keys fixed at the left, as many of the others as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sweeplens.tui.widgets.frame_heads import NARROW_TEXT, Headed

GAP = 2
"""Cells between columns."""
KEY_SHARE = 3
"""The keys take at most one cell in so many, where not all columns fit."""


class Columns(Protocol):
    """Columns by number, each made when it is first looked at."""

    def __len__(self) -> int: ...

    def __getitem__(self, at: int, /) -> Headed: ...


@dataclass(frozen=True)
class Place:
    """One column on the screen."""

    at: int
    """Which of the shown columns it is, counted from the first key."""
    x: int
    column: Headed

    @property
    def end(self) -> int:
        """One past its last cell."""
        return self.x + self.column.width


@dataclass(frozen=True)
class Layout:
    """The columns that are in sight; behind the keys those from `first` up to `stop`."""

    places: tuple[Place, ...] = ()
    first: int = 0
    stop: int = 0
    count: int = 0
    """How many columns there are behind the keys."""
    head_lines: int = 1

    @property
    def overflows(self) -> bool:
        """Whether some columns are out of sight."""
        return self.first > 0 or self.stop < self.count

    def column_at(self, x: int) -> int | None:
        """Which column is at cell `x`, the gap behind it included; None beyond the last one."""
        return next((place.at for place in self.places if place.x <= x < place.end + GAP), None)


def lay_out(keys: Sequence[Headed], others: Columns, cursor: int, first: int, width: int) -> Layout:
    """`keys` and a window of `others` in `width` cells; only columns in the window, and the next, are looked at.

    The window starts at `first`, or as near to it as shows the column under the `cursor`, which counts from the first
    key. Columns come as wide as their texts would like to be; texts and heads give way, numbers never do.
    """
    lines = 1 if _all_fit([each.narrowed(1) for each in keys], others, width) else 2
    narrow = [each.narrowed(lines) for each in keys]
    if lines == 2:
        narrow = _squeezed(narrow, width // KEY_SHARE if len(others) else width)
    room = width - _total(narrow) - (GAP if keys else 0)
    first, stop = _window(
        lambda at: others[at].narrowed(lines, room).width, len(others), cursor - len(keys), first, room
    )
    wanted = [others[at] for at in range(first, stop)]
    shown = _widened([*narrow, *(each.narrowed(lines, room) for each in wanted)], [*keys, *wanted], width)
    lines = lines if any(each.is_cut for each in shown) else 1
    return Layout(_placed(shown, len(keys), first), first, stop, len(others), lines)


def _total(columns: Sequence[Headed]) -> int:
    return sum(each.width for each in columns) + GAP * max(len(columns) - 1, 0)


def _all_fit(keys: Sequence[Headed], others: Columns, width: int) -> bool:
    """Whether all columns fit side by side with their heads on one line."""
    used = _total(keys) - (0 if keys else GAP)
    for at in range(len(others)):
        used += GAP + others[at].narrowed(1).width
        if used > width:
            return False
    return used <= width


def _squeezed(columns: Sequence[Headed], width: int) -> list[Headed]:
    """The columns in `width` cells together, the widest texts narrowed first, as far as that goes."""
    columns = list(columns)
    while _total(columns) > width:
        widest = max((each.width for each in columns if each.is_text), default=0)
        if widest <= NARROW_TEXT:
            break
        at = next(at for at, each in enumerate(columns) if each.is_text and each.width == widest)
        columns[at] = columns[at].at(widest - 1)
    return columns


def _window(wide: Callable[[int], int], count: int, cursor: int, first: int, room: int) -> tuple[int, int]:
    """The first of `count` columns in the window and one past its last; at least one column where there is one."""
    first = min(first, cursor if cursor >= 0 else first, max(count - 1, 0))
    while first < cursor and _stop(wide, count, first, room) <= cursor:
        first += 1
    while first > 0 and _stop(wide, count, first - 1, room) == count:
        first -= 1
    return first, _stop(wide, count, first, room)


def _stop(wide: Callable[[int], int], count: int, first: int, room: int) -> int:
    """One past the last column that fits into `room` from `first` on."""
    used, stop = -GAP, first
    while stop < count and (stop == first or used + GAP + wide(stop) <= room):
        used += GAP + wide(stop)
        stop += 1
    return stop


def _widened(shown: Sequence[Headed], wanted: Sequence[Headed], width: int) -> list[Headed]:
    """`shown` with the room that is left given to its texts in order, up to what is `wanted`."""
    widened = list(shown)
    for at, wish in enumerate(wanted):
        if wish.is_text:
            spare = max(width - _total(widened), 0)
            widened[at] = wish.at(min(max(wish.format.writer.width, shown[at].width), shown[at].width + spare))
    return widened


def _placed(shown: Sequence[Headed], keys: int, first: int) -> tuple[Place, ...]:
    places: list[Place] = []
    x = 0
    for at, each in enumerate(shown):
        places.append(Place(at if at < keys else at + first, x, each))
        x += each.width + GAP
    return tuple(places)
