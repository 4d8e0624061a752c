"""Delimited texts too large for memory: gone through once, and of what is added later only that."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from sweeplens.data.cache import name_of
from sweeplens.data.collecting import failures
from sweeplens.data.digest import LONG
from sweeplens.data.formats import beginnings
from sweeplens.data.formats.base import Survey
from sweeplens.data.formats.counting import Count, counted
from sweeplens.data.formats.decimals import Commas, commas_in
from sweeplens.data.formats.largetext import LargeText, Rest, Told
from sweeplens.data.formats.outline import Outline, outline_of
from sweeplens.data.formats.pieces import Start, pieces
from sweeplens.data.formats.place import behind, place_at
from sweeplens.data.formats.rows import Rows
from sweeplens.data.formats.summaries import summary_columns
from sweeplens.data.remembered import Remembered
from sweeplens.data.signature import Signature, signature_of
from sweeplens.lazy import pl

LONGEST_TAIL = 64 << 20
"""Bytes of rows that may be held in memory before they are put into the cache too."""
_TEXTS = 1 << 40
"""Bytes of texts that are remembered: only what was added to them is in memory."""


def surveyed(path: Path) -> Survey | None:
    """The table in a large text; None where it has to be read whole.

    That is where it is compressed, not UTF-8, or its quotes and comments are not such as a plain parser understands.
    """
    text = next(iter(_known(path)), None)
    return Survey(text.sample, text.meanings, text.problems, text.scan) if text else None


def _read(path: Path) -> tuple[LargeText, ...]:
    """The text as it stands; nothing where it has to be read whole."""
    signature, outline = signature_of(path), outline_of(path)
    if outline is None:
        return ()
    told = _kept(outline)
    text = told and _gone_on_from(outline, signature, told, told.count, None)
    text = text or _gone_through(outline, signature)
    return (text,) if text else ()


def _gone_on(path: Path, before: tuple[LargeText, ...]) -> tuple[LargeText, ...] | None:
    """The text with what was added to it; None where it has to be read anew."""
    known = next(iter(before), None)
    if known is None or behind(path, known.place, 0) is None:
        return None
    text = _gone_on_from(known.outline, signature_of(path), known.told, known.base, known.tail)
    return (text,) if text else None


_known = Remembered(_read, _gone_on, lambda found: not any(text.last.is_cut for text in found), most=_TEXTS)


@dataclass(frozen=True, eq=False)
class _Passage:
    """What rows hold that were gone through."""

    count: Count
    """Of all but the last ones."""
    tables: tuple[pl.DataFrame, ...]
    """These rows, where they are to be kept."""
    last: Rest


def _passed(outline: Outline, rows: Rows, start: Start, keeps: bool = False) -> _Passage | None:
    """The rows of a text from `start` on; None where a plain parser would not read them as they are meant."""
    count, tables = Count(), list[pl.DataFrame]()
    for piece in pieces(outline.path, outline.parts.dialect, start):
        found = counted(piece, outline.parts, rows)
        if found is None:
            return None
        if piece.is_last:
            return _Passage(count, tuple(tables), Rest(*found, piece.is_cut))
        count += found[0]
        tables += [found[1]] if keeps else []
    return None


def _gone_through(outline: Outline, signature: Signature) -> LargeText | None:
    """The text from its first row on, twice where the first time changes what its fields say."""
    began, rows = time.monotonic(), outline.rows
    passage = _passed(outline, rows, outline.start)
    if passage is None:
        return None
    rows, commas = _cleaned(outline, rows, passage.count + passage.last.count)
    if rows != outline.rows:
        passage = _passed(outline, rows, outline.start) or passage
    told = Told(rows, commas, passage.count)
    if time.monotonic() - began >= LONG:
        _keep(outline, signature, told)
    place = place_at(outline.path, told.count.end(outline.start).offset)
    return LargeText(outline, signature, told, told.count, passage.last.table.clear(), passage.last, place)


def _gone_on_from(
    outline: Outline, signature: Signature, told: Told, base: Count, tail: pl.DataFrame | None
) -> LargeText | None:
    """The text from behind the rows that have told; None where what stands there may change what was told."""
    passage = _passed(outline, told.rows, told.count.end(outline.start), keeps=True)
    if passage is None:
        return None
    added = passage.count + passage.last.count
    if added.has_commas or added.has_summaries:
        return None
    told = replace(told, count=told.count + passage.count)
    tail = pl.concat([passage.last.table.clear() if tail is None else tail, *passage.tables])
    if told.count.size - base.size > LONGEST_TAIL:
        base, tail = told.count, tail.clear()
        _keep(outline, signature, told)
    place = place_at(outline.path, told.count.end(outline.start).offset)
    return LargeText(outline, signature, told, base, tail, passage.last, place)


def _cleaned(outline: Outline, rows: Rows, count: Count) -> tuple[Rows, Commas]:
    """Without rows that sum up others and with decimal points, as far as the count says that there may be some."""
    summaries = summary_columns(outline.table(rows, count.rows)) if count.has_summaries else ()
    rows = replace(rows, summaries=tuple(summaries))
    separator = outline.parts.dialect.separator
    commas = commas_in(outline.table(rows, count.rows), separator) if count.has_commas else Commas()
    return replace(rows, decimal=commas.decimal), commas


def _kept(outline: Outline) -> Told | None:
    """What the longest beginning that the text still has told before; None where that is not known."""
    import msgspec  # small files do without it

    file = beginnings.found(outline.path, name_of("told", *outline.marks))
    try:
        return msgspec.json.decode(pl.read_parquet(file, glob=False).item(), type=Told) if file else None
    except failures():
        return None
    except msgspec.DecodeError:
        return None


def _keep(outline: Outline, signature: Signature, told: Told) -> None:
    import msgspec

    frame = pl.DataFrame({"told": [msgspec.json.encode(told).decode()]})
    end = told.count.end(outline.start).offset
    beginnings.keep(outline.path, name_of("told", *outline.marks), end, signature, frame.write_parquet)
