"""Where the records of a delimited text begin and end, how many fields each has, and on which line it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.int64]
    Mask = NDArray[np.bool_]

_NEWLINE, _RETURN, _HASH = 10, 13, 35
_BLANKS = (9, 11, 12, 32)
_SHORT = 200
"""Longer records are not looked at for being blank."""


@dataclass(frozen=True, eq=False)
class Records:
    """The records of a text, without those that hold nothing but blanks or separators."""

    starts: Indices
    ends: Indices
    """Behind each record's last byte, its line end left out."""
    fields: Indices
    """How many fields each has."""
    lines: Indices
    """The line each begins on, from 1."""
    is_sound: bool
    """Every quote opens at the start of a field and closes at its end."""
    ends_open: bool = False
    """A quote opens at the start of a field of the last record and is never closed; all others are sound."""

    def __len__(self) -> int:
        return len(self.starts)

    def kept(self, which: Mask | slice) -> Records:
        """Some of the records."""
        starts, ends, fields, lines = (each[which] for each in (self.starts, self.ends, self.fields, self.lines))
        return replace(self, starts=starts, ends=ends, fields=fields, lines=lines)

    def without_last(self) -> Records:
        """All records but the last one."""
        return replace(self.kept(slice(None, -1)), is_sound=self.is_sound or self.ends_open, ends_open=False)

    def text(self, data: bytes, at: int) -> str:
        """One record as text."""
        return data[int(self.starts[at]) : int(self.ends[at])].decode("utf-8", "replace")

    def joined(self, data: bytes) -> bytes:
        """The records' text, one after the other, each with a line end."""
        if not len(self):
            return b""
        between = self.starts[1:] - self.ends[:-1]
        returns = np.frombuffer(data, dtype=np.uint8)[self.ends[:-1]] == _RETURN
        if (between == 1 + returns).all():
            return data[int(self.starts[0]) : int(self.ends[-1])] + b"\n"
        spans = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        return b"\n".join(data[start:end] for start, end in spans) + b"\n"

    def begin_with_hash(self, data: bytes) -> Mask:
        """Which records begin with `#`."""
        first: NDArray[np.uint8] = np.frombuffer(data, dtype=np.uint8)[self.starts]
        return np.equal(first, _HASH)

    def are(self, data: bytes, wanted: bytes) -> Mask:
        """Which records are written exactly so."""
        size = self.ends - self.starts
        text = np.frombuffer(data, dtype=np.uint8)
        first = text[np.minimum(self.starts, len(text) - 1)]
        same: Mask = (size == len(wanted)) & (first == (wanted or b"\n")[0])
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
    before = np.searchsorted(separators, bounds)
    returns = (bounds > starts) & (text[bounds - 1] == _RETURN) if len(text) else np.zeros(len(bounds), bool)
    lines = np.searchsorted(newlines, starts) + 1 if len(quotes) else np.arange(1, len(starts) + 1)
    sound = _sound_quotes(text, quotes, ord(separator))
    found = Records(
        starts,
        bounds - returns,
        np.diff(before, prepend=0) + 1,
        lines,
        is_sound=sound == len(quotes) and sound % 2 == 0,
        ends_open=sound == len(quotes) and sound % 2 == 1,
    )
    return found.kept(~_blank(data, found))


def line_ends(data: bytes, quote: str) -> int:
    """How many line ends stand outside quotes in a text that begins outside them."""
    if not quote or quote.encode() not in data:
        return data.count(b"\n")
    text = np.frombuffer(data, dtype=np.uint8)
    return len(_outside(np.flatnonzero(text == _NEWLINE), np.flatnonzero(text == ord(quote))))


def _outside(places: Indices, quotes: Indices) -> Indices:
    """The places that no pair of quotes encloses."""
    return places[np.searchsorted(quotes, places) % 2 == 0] if len(quotes) else places


def _blank(data: bytes, records: Records) -> Mask:
    size = records.ends - records.starts
    blank: Mask = size <= records.fields - 1
    if not len(data):
        return blank
    first = np.frombuffer(data, dtype=np.uint8)[np.minimum(records.starts, len(data) - 1)]
    for at in np.flatnonzero(np.isin(first, _BLANKS) & ~blank & (size < _SHORT)).tolist():
        blank[at] = not data[int(records.starts[at]) : int(records.ends[at])].strip()
    return blank


def _sound_quotes(text: NDArray[np.uint8], quotes: Indices, separator: int) -> int:
    """How many quotes, from the first on, open at the start of a field or close at its end; doubled ones do both."""
    if not len(quotes):
        return 0
    edges = np.array([separator, _NEWLINE, _RETURN, text[quotes[0]]], dtype=np.uint8)
    step = np.where(np.arange(len(quotes)) % 2 == 0, -1, 1)
    beside = quotes + step
    inside = (beside >= 0) & (beside < len(text))
    sound = ~inside | np.isin(text[np.clip(beside, 0, len(text) - 1)], edges)
    return int(sound.argmin()) if not sound.all() else len(quotes)
