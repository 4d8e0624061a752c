"""Where the columns of a table stand: its keys fixed at the left, as many of the others as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from sweeplens.render.fields import TEXT_LIMIT, ColumnFormat
from sweeplens.tui.widgets.frame_heads import head_width

GAP = 2
"""Cells between columns."""
NARROW_TEXT = 6
"""Cells that a text column keeps, however little room there is."""
KEY_SHARE = 3
"""The keys take at most one cell in so many, where not all columns fit."""
_TEXT = ("text", "level")


class Formats(Protocol):
    """Formats by number, each made when it is first looked at."""

    def __len__(self) -> int: ...

    def __getitem__(self, at: int, /) -> ColumnFormat: ...


@dataclass(frozen=True)
class Place:
    """One column on the screen."""

    at: int
    """Which of the shown columns it is, counted from the first key."""
    x: int
    format: ColumnFormat

    @property
    def end(self) -> int:
        """One past its last cell."""
        return self.x + self.format.width


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


def lay_out(keys: Sequence[ColumnFormat], others: Formats, cursor: int, first: int, width: int) -> Layout:
    """`keys` and a window of `others` in `width` cells; only formats in the window, and the next, are looked at.

    The window starts at `first`, or as near to it as shows the column under the `cursor`, which counts from the first
    key. Formats come as wide as their texts would like to be; texts and heads give way, numbers never do.
    """
    lines = 1 if _all_fit([_narrowed(each, 1) for each in keys], others, width) else 2
    narrow = [_narrowed(each, lines) for each in keys]
    if lines == 2:
        narrow = _squeezed(narrow, width // KEY_SHARE if len(others) else width)
    room = width - _total(narrow) - (GAP if keys else 0)
    first, stop = _window(
        lambda at: _narrowed(others[at], lines, room).width, len(others), cursor - len(keys), first, room
    )
    wanted = [others[at] for at in range(first, stop)]
    shown = _widened([*narrow, *(_narrowed(each, lines, room) for each in wanted)], [*keys, *wanted], width)
    return Layout(_placed(shown, len(keys), first), first, stop, len(others), lines)


def _is_text(each: ColumnFormat) -> bool:
    return each.column.kind in _TEXT


def _narrowed(each: ColumnFormat, head_lines: int, room: int = TEXT_LIMIT) -> ColumnFormat:
    """The format no wider than its values and its head on so many lines have to be; text is clipped into `room`."""
    values = each.writer.width
    if _is_text(each):
        values = min(values, TEXT_LIMIT, max(room, NARROW_TEXT))
    return replace(each, width=max(values, head_width(each, head_lines)))


def _total(formats: Sequence[ColumnFormat]) -> int:
    return sum(each.width for each in formats) + GAP * max(len(formats) - 1, 0)


def _all_fit(keys: Sequence[ColumnFormat], others: Formats, width: int) -> bool:
    """Whether all columns fit side by side with their heads on one line."""
    used = _total(keys) - (0 if keys else GAP)
    for at in range(len(others)):
        used += GAP + _narrowed(others[at], 1).width
        if used > width:
            return False
    return used <= width


def _squeezed(formats: Sequence[ColumnFormat], width: int) -> list[ColumnFormat]:
    """The formats in `width` cells together, the widest texts narrowed first, as far as that goes."""
    formats = list(formats)
    while _total(formats) > width:
        widest = max((each.width for each in formats if _is_text(each)), default=0)
        if widest <= NARROW_TEXT:
            break
        at = next(at for at, each in enumerate(formats) if _is_text(each) and each.width == widest)
        formats[at] = replace(formats[at], width=widest - 1)
    return formats


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


def _widened(shown: Sequence[ColumnFormat], wanted: Sequence[ColumnFormat], width: int) -> list[ColumnFormat]:
    """`shown` with the room that is left given to its texts in order, up to what is `wanted`."""
    widened = list(shown)
    for at, wish in enumerate(wanted):
        if _is_text(wish):
            spare = max(width - _total(widened), 0)
            widened[at] = replace(wish, width=min(max(wish.writer.width, shown[at].width), shown[at].width + spare))
    return widened


def _placed(shown: Sequence[ColumnFormat], keys: int, first: int) -> tuple[Place, ...]:
    places: list[Place] = []
    x = 0
    for at, each in enumerate(shown):
        places.append(Place(at if at < keys else at + first, x, each))
        x += each.width + GAP
    return tuple(places)
