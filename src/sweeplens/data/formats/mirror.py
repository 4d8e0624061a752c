"""Large delimited texts as columns in the user's cache: parsed once, and of what is added later only that."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from sweeplens.data.cache import cache_folder, is_kept, name_of, put
from sweeplens.data.formats import csv, format_of
from sweeplens.data.formats.scanning import Plan, is_last_row, plan_of, whole_lines
from sweeplens.data.formats.tail import Place, behind, place_in
from sweeplens.data.remembered import Remembered
from sweeplens.data.signature import Signature, signature_of
from sweeplens.lazy import pl

LONGEST_TAIL = 64 << 20
"""Bytes that may be written behind what is in the cache before they are put there too."""
_TEXTS = 1 << 40
"""Bytes of texts whose columns are remembered: only what was added to them is in memory."""


class Base(NamedTuple):
    """A Parquet file in the cache, and where its rows end in the text."""

    file: Path
    end: int


@dataclass(frozen=True, eq=False)
class Mirror:
    """A text as columns: the rows in the cache, those written since, and a last one without an end that counts."""

    plan: Plan
    name: str
    """What the files in the cache that hold this text are called by."""
    texts: frozenset[str]
    """The columns that are held as text, all others as numbers."""
    base: Base
    place: Place
    """Where the whole lines end that were read."""
    tail: pl.DataFrame
    last: pl.DataFrame
    is_settled: bool = True
    """Whether no half line may become whole although nobody writes to it."""

    def scan(self, keys: Sequence[str], numbers: Sequence[str]) -> pl.LazyFrame | None:
        """All rows, `keys` as text and `numbers` as Float64; None where they are not held so, or no longer."""
        if not self.texts.issuperset(keys) or not is_kept(self.base.file):
            return None
        held = pl.concat([pl.scan_parquet(self.base.file, glob=False), self.tail.lazy(), self.last.lazy()])
        return held.select(*keys, *(self.plan.number(name) if name in self.texts else name for name in numbers))


def mirrored(path: Path, texts: frozenset[str]) -> Mirror | None:
    """A large text as columns, those in `texts` as text; None where it cannot be, or the cache cannot be written to."""
    return next(iter(_known(path, texts)), None)


def _made(path: Path, texts: frozenset[str]) -> tuple[Mirror, ...]:
    """The mirror of what stands in the file now; nothing where there is none."""
    plan = plan_of(path) if format_of(path) is csv.FORMAT else None
    if plan is None:
        return ()
    signature = signature_of(path)
    name = name_of("mirror", str(path.resolve()), signature.inode, plan.names, plan.dialect, sorted(texts))
    base = _found(path, name, signature) or _written(path, name, signature, plan, texts)
    if base is None:
        return ()
    nothing = _typed(plan, texts, b"")
    mirror = Mirror(plan, name, texts, base, place_in(path, base.end), nothing, nothing)
    return _caught_up(path, mirror) or ()


def _gone_on(path: Path, before: tuple[Mirror, ...]) -> tuple[Mirror, ...] | None:
    """The mirror with what was written since; None where it has to be made anew."""
    return _caught_up(path, before[0]) if before else None


_known = Remembered(_made, _gone_on, lambda found: all(mirror.is_settled for mirror in found), most=_TEXTS)


def _typed(plan: Plan, texts: frozenset[str], lines: bytes) -> pl.DataFrame:
    """The rows in some lines, as they are held."""
    nothing = plan.dialect.separator.encode() * (len(plan.names) - 1) + b"\n"  # shows how many fields a row has
    return _held(plan, texts, plan.rows(io.BytesIO(nothing + lines))).collect()


def _held(plan: Plan, texts: frozenset[str], rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.select(plan.text(name) if name in texts else plan.number(name) for name in plan.names)


def _found(path: Path, name: str, now: Signature) -> Base | None:
    """The longest base in the cache that the file still begins with."""
    found = []
    for file in cache_folder().glob(f"{name}-*.parquet"):
        end, size, modified = map(int, file.stem.split("-")[1:4])
        has_grown, is_same = size < now.size, (size, modified) == (now.size, now.modified)
        if (has_grown or is_same) and file == _file(path, name, end, Signature(modified, size)):
            found.append(Base(file, end))
    return max(found, key=lambda base: base.end, default=None)


def _file(path: Path, name: str, end: int, then: Signature) -> Path:
    """The file in the cache for what stands before `end` in a state of the file."""
    place = place_in(path, end)
    mark = hashlib.sha256(place.start + place.mark).hexdigest()[:16]
    return cache_folder() / f"{name}-{end}-{then.size}-{then.modified}-{mark}.parquet"


def _written(path: Path, name: str, now: Signature, plan: Plan, texts: frozenset[str]) -> Base | None:
    """A base of all whole lines; None where it cannot be written."""
    with path.open("rb") as file:
        lines, end = whole_lines(file, plan.dialect.quote)
    rows = _held(plan, texts, plan.rows(path, lines - plan.skip, plan.skip))
    base = Base(_file(path, name, end, now), end)
    return base if lines > plan.skip and put(base.file, lambda part: rows.sink_parquet(part)) else None


def _caught_up(path: Path, before: Mirror) -> tuple[Mirror, ...] | None:
    """The mirror with what stands behind it; None where something else stands before that than did."""
    added = behind(path, before.place)
    if added is None:
        return None
    end = whole_lines(io.BytesIO(added), before.plan.dialect.quote)[1]
    rest = added[end:]
    is_row = bool(rest) and is_last_row(rest, path, before.plan)
    tail = pl.concat([before.tail, _typed(before.plan, before.texts, added[:end])])
    grown = replace(
        before,
        place=before.place.moved(added[:end]),
        tail=tail,
        last=_typed(before.plan, before.texts, rest if is_row else b""),
        is_settled=is_row or not rest,
    )
    return (_with_longer_base(path, grown),)


def _with_longer_base(path: Path, mirror: Mirror) -> Mirror:
    """The mirror with a long tail put into the cache."""
    end = mirror.place.offset
    if end - mirror.base.end <= LONGEST_TAIL:
        return mirror
    base = Base(_file(path, mirror.name, end, signature_of(path)), end)
    rows = pl.concat([pl.scan_parquet(mirror.base.file, glob=False), mirror.tail.lazy()])
    if not put(base.file, lambda part: rows.sink_parquet(part)):
        return mirror
    mirror.base.file.unlink(missing_ok=True)
    return replace(mirror, base=base, tail=mirror.tail.clear())
