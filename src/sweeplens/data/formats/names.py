"""Names of columns: stripped, never empty, no two alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from sweeplens.lazy import pl

T = TypeVar("T", "pl.DataFrame", "pl.LazyFrame")

_SAID = 3


def renamed(table: T) -> T:
    """A table that its file gave names, with these stripped and told apart."""
    names = table.collect_schema().names()
    return table.rename(dict(zip(names, unique_names(names), strict=True)))


def unique_names(raw: Sequence[str]) -> tuple[str, ...]:
    """Names stripped and told apart: `column_2` for the nameless second column, `loss_2` for the second `loss`."""
    taken = {name.strip() for name in raw}
    used: set[str] = set()
    names = []
    for at, name in enumerate((name.strip() for name in raw), start=1):
        chosen = _free(name or f"column_{at}", name, taken, used)
        used.add(chosen)
        names.append(chosen)
    return tuple(names)


def _free(wanted: str, name: str, taken: set[str], used: set[str]) -> str:
    """`wanted`, or with the first number behind it that makes it a name nothing else has."""
    chosen, number = wanted, 2
    while chosen in used or (chosen != name and chosen in taken):
        chosen, number = f"{wanted}_{number}", number + 1
    return chosen


def name_notes(raw: Sequence[str]) -> tuple[str, ...]:
    """Sentences about names that are missing or occur several times."""
    stripped = [name.strip() for name in raw]
    unnamed = [str(at) for at, name in enumerate(stripped, start=1) if not name]
    twice = [repr(name) for name, count in Counter(stripped).items() if count > 1 and name]
    notes = []
    if 0 < len(unnamed) < len(raw):
        verb = "Column {} has" if len(unnamed) == 1 else "Columns {} have"
        notes.append(f"{verb.format(_listed(unnamed))} no name.")
    if twice:
        notes.append(f"Several columns are called {_listed(twice)}; they are numbered.")
    return tuple(notes)


def _listed(items: Sequence[str]) -> str:
    return ", ".join(items[:_SAID]) + (f" and {len(items) - _SAID} more" if len(items) > _SAID else "")
