"""What of a filter some rows can be asked: runs know nothing of the tasks in a history, nor a history of metrics."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from sweeplens.data.collection import Collection
from sweeplens.data.filters import all_of, outermost
from sweeplens.data.frame_index import key_names
from sweeplens.data.keep import CELL_WORDS, column_called
from sweeplens.data.query import All, Any, Compare, Filter, Not, Word, filter_text
from sweeplens.errors import ReadError


@dataclass(frozen=True)
class Asked:
    """What a filter asks of some rows."""

    where: Filter
    """Without the parts that these rows cannot be asked; it may still name what nothing has."""
    left_out: tuple[Filter, ...] = ()
    """The parts that name what these rows do not have, and other rows of the collection do."""

    def sentence(self, rows: str) -> str:
        """What was left out of the question about `rows` (`the runs`), and why; empty where nothing was."""
        if not self.left_out:
            return ""
        names = dict.fromkeys(name for part in self.left_out for name in names_in(part))
        verb = "is" if len(self.left_out) == 1 else "are"
        return f"{' and '.join(map(filter_text, self.left_out))} {verb} left out: {rows} have no {' or '.join(names)}."


def asked_of(rows: Collection, where: Filter, collection: Collection) -> Asked:
    """What `where` asks of the runs of `rows`, which is the collection or one with finer rows in place of its runs."""
    parts = outermost(where)
    left_out = tuple(part for part in parts if _is_of_others(rows, part, collection))
    return Asked(all_of(part for part in parts if part not in left_out), left_out) if left_out else Asked(where)


def names_in(where: Filter) -> Iterator[str]:
    """The names that a filter compares, those after `has:` too; no words about cells."""
    if isinstance(where, Not):
        yield from names_in(where.inner)
    elif isinstance(where, All | Any):
        for part in where.parts:
            yield from names_in(part)
    elif isinstance(where, Compare) and where.name == "has" and where.operator == ":":
        yield from where.values
    elif not isinstance(where, Word) and where.name not in CELL_WORDS:
        yield where.name


def finer_columns(where: Filter, collection: Collection) -> frozenset[str]:
    """The keys of histories or frames that a filter names, and that the runs do not have."""
    unknown = {name.casefold() for name in names_in(where) if column_called(collection, name) is None}
    return frozenset(key for key in _finer_keys(collection) if key.casefold() in unknown) if unknown else frozenset()


def _is_of_others(rows: Collection, part: Filter, collection: Collection) -> bool:
    """Whether `rows` lack something that a part of a filter names, and others have all that they lack."""
    lacking = [name for name in names_in(part) if column_called(rows, name) is None]
    return bool(lacking) and all(_is_somewhere(name, collection) for name in lacking)


def _is_somewhere(name: str, collection: Collection) -> bool:
    if column_called(collection, name) is not None:
        return True
    return name.casefold() in {key.casefold() for key in _finer_keys(collection)}


def _finer_keys(collection: Collection) -> Iterator[str]:
    """What tells curves and frames apart, runs' columns or not."""
    for history in collection.histories:
        yield from history.keys
    for stream in collection.frames:
        with suppress(ReadError):
            yield from key_names(stream)
