"""Many small tables of numbers under one head, parsed at once: what takes time of them is how many they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from sweeplens.data.columns import ColumnFacts
from sweeplens.data.formats.base import Sheet
from sweeplens.data.formats.parsing import at_once
from sweeplens.data.formats.place import place_behind
from sweeplens.data.formats.tail import Followed
from sweeplens.data.signature import Signature, signature_of
from sweeplens.data.tablefile import TableFile, is_remembered, read_table, remember
from sweeplens.data.values import ReadColumn
from sweeplens.errors import ReadError
from sweeplens.lazy import np, pl

FEWEST = 8
"""Fewer tables under one head are read one by one."""
LARGEST = 1 << 20
"""Bytes of the largest of them."""
TOGETHER = 64 << 20
"""Bytes that are parsed at once."""
READERS = 8


@dataclass(frozen=True, eq=False)
class _Text:
    """A file with what stands in it, its first line apart."""

    path: Path
    name: str
    signature: Signature
    head: bytes
    body: bytes


@dataclass(frozen=True, eq=False)
class _Rows:
    """The rows of several texts, one after the other."""

    texts: pl.DataFrame
    numbers: pl.DataFrame
    is_odd: pl.Series
    """Whether a row has fields that are no numbers, none at all, or too few or too many."""


def read_alike(root: Path, names: Iterable[str]) -> None:
    """Reads those of the files called `names` that are plain tables of numbers under a head that many have.

    Each is remembered as `read_table` would read it. The others are left to be read one by one.
    """
    for batch in _batches(root, names):
        with ThreadPoolExecutor(READERS) as threads:
            texts = [text for text in threads.map(lambda name: _text(root, name), batch) if text is not None]
        by_head: dict[bytes, list[_Text]] = {}
        for text in texts:
            by_head.setdefault(text.head, []).append(text)
        for alike in by_head.values():
            if len(alike) >= FEWEST:
                _read(alike)


def _batches(root: Path, names: Iterable[str]) -> Iterator[list[str]]:
    """The names of small files that nothing is known of yet, as many at once as memory bears."""
    batch: list[str] = []
    size = 0
    for name in names:
        own = signature_of(root / name).size
        if not 0 < own <= LARGEST or is_remembered(root / name, name):
            continue
        if size + own > TOGETHER:
            yield batch
            batch, size = [], 0
        batch.append(name)
        size += own
    yield batch


def _text(root: Path, name: str) -> _Text | None:
    """What stands in a file; None where it cannot be read, or is no text of plain whole lines."""
    signature = signature_of(root / name)
    try:
        data = (root / name).read_bytes()
    except OSError:
        return None
    if not data.endswith(b"\n") or any(sign in data for sign in (b'"', b"'", b"\r", b"\0")):
        return None
    head = data[: data.find(b"\n") + 1]
    return _Text(root / name, name, signature, head, data[len(head) :])


def _read(texts: Sequence[_Text]) -> None:
    """Reads the texts under one head; the first is read as any table is, and shows how."""
    try:
        model = read_table(texts[0].path, texts[0].name)
    except ReadError:
        return
    parts = model.followed.parts if model.followed else None
    if parts is None or model.problems or (parts.head.rows, parts.head.has_names) != (1, True):
        return
    rows = _parsed(b"".join(text.body for text in texts[1:]), parts.dialect.separator, model.frame.columns)
    start = 0
    for text in texts[1:] if rows else ():
        here = slice(start, start + text.body.count(b"\n"))
        start = here.stop
        if rows and here.stop > here.start and not rows.is_odd[here].any():
            sheet = Sheet(rows.texts[here])
            place = place_behind(text.head + text.body, text.signature.inode)
            facts = tuple(map(_facts, rows.texts[here], rows.numbers[here]))
            followed = Followed((sheet,), place, parts)
            remember(TableFile(text.path, text.name, sheet.frame, followed=followed, facts=facts), text.signature)


def _parsed(body: bytes, separator: str, names: Sequence[str]) -> _Rows | None:
    """The rows of lines that end; None where they cannot be told apart."""
    signs = np.frombuffer(body, dtype=np.uint8)
    ends, between = np.flatnonzero(signs == ord("\n")), np.flatnonzero(signs == ord(separator))
    fields = np.diff(np.searchsorted(between, ends), prepend=0) + 1
    texts = at_once(body, separator, "", len(names))
    if texts is None or texts.height != len(ends):
        return None
    texts.columns = list(names)
    numbers = texts.select(pl.all().cast(pl.Float64, strict=False))
    is_text = pl.DataFrame([(a.is_not_null() & b.is_null()) for a, b in zip(texts, numbers, strict=True)])
    is_odd = is_text.select(pl.any_horizontal(pl.all())).to_series() | pl.Series(fields != len(names))
    return _Rows(texts, numbers, is_odd | texts.select(pl.all_horizontal(pl.all().is_null())).to_series())


def _facts(text: pl.Series, numbers: pl.Series) -> ColumnFacts:
    """A column of which is known that all of it are numbers; where nothing stands in it, nothing is known."""
    missing = numbers.null_count()
    return ColumnFacts(
        text, ReadColumn(kind="number", values=numbers, missing=missing, is_plain=True) if missing < len(text) else None
    )
