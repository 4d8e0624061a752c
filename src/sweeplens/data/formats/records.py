"""Where the records of a delimited text begin and end, how many fields each has, and on which line it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.int64]
    Mask = NDArray[np.bool_]

_NEWLINE, _RETURN, _HASH = 10, 13, 35
_SHORT = 200
"""Longer records are not looked at for being blank."""


@dataclass(frozen=True, eq=False)
class Records:
    """The records of a text, blank ones left out."""

    starts: Indices
    ends: Indices
    """Behind each record's last byte, its line end left out."""
    fields: Indices
    """How many fields each has."""
    lines: Indices
    """The line each begins on, from 1."""
    is_sound: bool
    """Every quote opens at the start of a field and closes at its end."""

    def __len__(self) -> int:
        return len(self.starts)

    def kept(self, which: Mask | slice) -> Records:
        """Some of the records."""
        return Records(self.starts[which], self.ends[which], self.fields[which], self.lines[which], self.is_sound)

    def text(self, data: bytes, at: int) -> str:
        """One record as text."""
        return data[int(self.starts[at]) : int(self.ends[at])].decode("utf-8", "replace")

    def joined(self, data: bytes) -> bytes:
        """The records' text, one after the other, each with a line end."""
        if not len(self):
            return b""
        between = self.starts[1:] - self.ends[:-1]
        if (between <= 2).all():
            return data[int(self.starts[0]) : int(self.ends[-1])] + b"\n"
        spans = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        return b"\n".join(data[start:end] for start, end in spans) + b"\n"

    def begin_with_hash(self, data: bytes) -> Mask:
        """Which records begin with `#`."""
        first: NDArray[np.uint8] = np.frombuffer(data, dtype=np.uint8)[self.starts]
        return np.equal(first, _HASH)

    def repeat(self, data: bytes, at: int) -> Mask:
        """Which records are written exactly as the one at `at`."""
        size = self.ends - self.starts
        same: Mask = np.equal(size, size[at])
        wanted = data[int(self.starts[at]) : int(self.ends[at])]
        for other in np.flatnonzero(same).tolist():
            same[other] = data[int(self.starts[other]) : int(self.ends[other])] == wanted
        return same


def records_of(data: bytes, separator: str, quote: str = '"') -> Records:
    """The records of a UTF-8 text whose fields `separator` parts and `quote` (none where empty) may enclose."""
    text = np.frombuffer(data, dtype=np.uint8)
    newlines = np.flatnonzero(text == _NEWLINE)
    quotes = np.flatnonzero(text == ord(quote)) if quote and quote.encode() in data else newlines[:0]
    bounds = _outside(newlines, quotes)
    if not len(bounds) or bounds[-1] != len(text) - 1:
        bounds = np.append(bounds, len(text))
    starts = np.concatenate(([0], bounds[:-1] + 1))
    separators = _outside(np.flatnonzero(text == ord(separator)), quotes)
    before = np.searchsorted(separators, np.stack((starts, bounds)))
    returns = (bounds > starts) & (text[bounds - 1] == _RETURN) if len(text) else np.zeros(len(bounds), bool)
    lines = np.searchsorted(newlines, starts) + 1
    is_sound = _is_sound(text, quotes, ord(separator))
    found = Records(starts, bounds - returns, before[1] - before[0] + 1, lines, is_sound)
    return found.kept(~_blank(data, found))


def _outside(places: Indices, quotes: Indices) -> Indices:
    """The places that no pair of quotes encloses."""
    return places[np.searchsorted(quotes, places) % 2 == 0] if len(quotes) else places


def _blank(data: bytes, records: Records) -> Mask:
    size = records.ends - records.starts
    blank = size <= 0
    for at in np.flatnonzero((records.fields == 1) & ~blank & (size < _SHORT)).tolist():
        blank[at] = not data[int(records.starts[at]) : int(records.ends[at])].strip()
    return blank


def _is_sound(text: NDArray[np.uint8], quotes: Indices, separator: int) -> bool:
    """Whether all quotes come in pairs that enclose whole fields, doubled ones inside them allowed."""
    if not len(quotes):
        return True
    edges = np.array([separator, _NEWLINE, _RETURN, text[quotes[0]]], dtype=np.uint8)
    before, after = quotes[0::2] - 1, quotes[1::2] + 1
    opens = np.isin(text[before[before >= 0]], edges).all()
    closes = np.isin(text[after[after < len(text)]], edges).all()
    return bool(len(quotes) % 2 == 0 and opens and closes)
