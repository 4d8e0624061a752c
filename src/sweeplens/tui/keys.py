"""Which key does what: the factors' keys, and the keys that a user has moved."""

from __future__ import annotations

import string
from collections.abc import Collection as Container
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import combinations

from textual.binding import Binding
from textual.keys import Keys, key_to_character

from sweeplens.data.metrics import Factor
from sweeplens.tui.commands import Command
from sweeplens.tui.steps import along_factor

RESERVED = {"b": "beta", "f": "family"}
"""Keys that a factor of this name has wherever it stands."""
FACTOR_PREFIX = "factor."
"""What the ids of factor commands begin with; factors differ from collection to collection."""

MODIFIERS = {"ctrl", "alt", "shift", "super", "hyper", "meta"}
_NAMED_KEYS = {key.value for key in Keys}


def factor_keys(factors: Sequence[Factor], taken: Container[str]) -> dict[str, str]:
    """A lower-case letter for each factor's name, as far as there are any that are not `taken`.

    `b` is beta's and `f` is family's; every other factor has the first free letter of its name, else any free one.
    """
    free = [letter for letter in string.ascii_lowercase if letter not in taken]
    names = [factor.name for factor in factors]
    keys = {name: letter for letter, name in RESERVED.items() if name in names and letter in free}
    for name in names:
        left = [letter for letter in free if letter not in keys.values()]
        if name not in keys and left:
            keys[name] = next((letter for letter in name.lower() if letter in left), left[0])
    return {name: keys[name] for name in names if name in keys}


def factor_commands(factors: Sequence[Factor], taken: Container[str]) -> tuple[Command, ...]:
    """One command for each factor that has a key: it steps the factor to its next level."""
    keys = factor_keys(factors, taken)
    return tuple(
        Command(
            FACTOR_PREFIX + factor.name,
            keys[factor.name],
            factor.head,
            f"Step {factor.head} to its next level; after the last, to all.",
            "Filter",
            change=along_factor(factor.name, 1),
            hint=factor.name,
            factor=factor.name,
        )
        for factor in factors
        if factor.name in keys
    )


def letters_of(bindings: Iterable[Binding]) -> frozenset[str]:
    """The lower-case letters among the bindings' keys, which no factor can have."""
    keys = {key for binding in Binding.make_bindings(bindings) for key in [binding.key]}
    return frozenset(key for key in keys if key in string.ascii_lowercase)


def moved(bindings: Iterable[Binding], keys: Mapping[str, str]) -> list[Binding]:
    """The bindings, those that the user has moved on their new keys."""
    return [binding.with_key(keys.get(binding.id or "", binding.key)) for binding in bindings]


def key_faults(bindings: Sequence[Binding], keys: Mapping[str, str]) -> list[str]:
    """One sentence for each moved key that cannot be meant: no such command, no such key, two commands on one key."""
    known = [binding.id for binding in bindings if binding.id]
    strange = [name for name in keys if name not in known and not name.startswith(FACTOR_PREFIX)]
    faults = [_unknown_command(name, known) for name in strange]
    faults += [
        f"keys: {name} = {text!r} names no key; a key is a character or a name such as f5, ctrl+v or pagedown."
        for name, text in keys.items()
        if not all(map(is_key, text.split(",")))
    ]
    return faults + _clashes(moved(bindings, keys), keys)


def _unknown_command(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=3)
    return f"keys: there is no command called {name}; " + (
        f"did you mean {' or '.join(near)}?" if near else "the help (?) names them all."
    )


def is_key(text: str) -> bool:
    """Whether `text` is the name of a key, or the character on it."""
    *modifiers, bare = text.strip().split("+") if len(text.strip()) > 1 else [text.strip()]
    is_named = len(bare) == 1 or bare in _NAMED_KEYS or key_to_character(bare) is not None
    return is_named and set(modifiers) <= MODIFIERS


def _clashes(bindings: Sequence[Binding], keys: Mapping[str, str]) -> list[str]:
    """A sentence for each key that a move has put under two commands."""
    users: dict[str, list[str]] = {}
    for binding in Binding.make_bindings(bindings):
        if binding.id and binding.id not in users.setdefault(binding.key, []):
            users[binding.key].append(binding.id)
    return [
        f"keys: {one} and {other} are both on {key}; one of them needs another key."
        for key, ids in users.items()
        for one, other in combinations(ids, 2)
        if (one in keys or other in keys) and _can_meet(one, other)
    ]


def _can_meet(one: str, other: str) -> bool:
    """Whether two commands can be possible at one time; `table.up` and `list.up` never are."""
    parts = {name.rpartition(".")[0] for name in (one, other)}
    return len(parts - {"", "pane"}) < 2
