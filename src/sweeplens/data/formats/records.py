"""Where the records of a delimited text begin and end, how many fields each has, and on which line it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.int64]

_NEWLINE, _RETURN = 10, 13


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

    def kept(self, which: NDArray[np.bool_] | slice) -> Records:
        """Some of the records."""
        return Records(self.starts[which], self.ends[which], self.fields[which], self.lines[which], self.is_sound)

    def joined(self, data: bytes) -> bytes:
        """The records' text, one after the other, each with a line end."""
        if len(self) and self.ends[-1] - self.starts[0] <= int((self.ends - self.starts).sum()) + 2 * len(self):
            return data[int(self.starts[0]) : int(self.ends[-1])] + b"\n"
        return b"".join(data[start:end] + b"\n" for start, end in zip(self.starts, self.ends, strict=True))

    def texts(self, data: bytes, count: int) -> list[str]:
        """The first `count` records as text."""
        spans = zip(self.starts[:count].tolist(), self.ends[:count].tolist(), strict=True)
        return [data[start:end].decode("utf-8", "replace") for start, end in spans]


def records_of(data: bytes, separator: str, quote: str = '"') -> Records:
    """The records of a UTF-8 text whose fields `separator` parts and `quote` (none where empty) may enclose."""
    text = np.frombuffer(data, dtype=np.uint8)
    newlines = np.flatnonzero(text == _NEWLINE)
    separators = np.flatnonzero(text == ord(separator))
    quotes = np.flatnonzero(text == ord(quote)) if quote and quote.encode() in data else newlines[:0]
    breaks = _outside(newlines, quotes)
    bounds = np.append(breaks, len(text)) if not len(text) or text[-1] != _NEWLINE or len(breaks) == 0 else breaks
    starts = np.concatenate(([0], bounds[:-1] + 1)).astype(np.int64)
    between = np.searchsorted(_outside(separators, quotes), np.stack((starts, bounds)))
    lines = np.searchsorted(newlines, starts) + 1
    ends = bounds - ((bounds > starts) & (text[np.maximum(bounds - 1, 0)] == _RETURN)) if len(text) else bounds
    found = Records(starts, ends, between[1] - between[0] + 1, lines, _is_sound(text, quotes, ord(separator)))
    return found.kept(~_is_blank(data, found))


def _outside(places: Indices, quotes: Indices) -> Indices:
    """The places that no pair of quotes encloses."""
    return places[np.searchsorted(quotes, places) % 2 == 0] if len(quotes) else places


def _is_blank(data: bytes, records: Records) -> NDArray[np.bool_]:
    blank = records.ends <= records.starts
    for at in np.flatnonzero((records.fields == 1) & ~blank & (records.ends - records.starts < 200)).tolist():
        blank[at] = not data[records.starts[at] : records.ends[at]].strip()
    return blank


def _is_sound(text: NDArray[np.uint8], quotes: Indices, separator: int) -> bool:
    if len(quotes) % 2:
        return False
    if not len(quotes):
        return True
    quote = text[quotes[0]]
    edges = np.array([separator, _NEWLINE, _RETURN, quote], dtype=np.uint8)
    before, after = quotes[0::2] - 1, quotes[1::2] + 1
    opened = np.isin(text[before[before >= 0]], edges).all()
    return bool(opened and np.isin(text[after[after < len(text)]], edges).all())
