"""Factors that stand in the names of files and folders: `beta0.70_seed0` is beta 0.70 and seed 0."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sweeplens.data.names import is_factor_name, is_replicate_name, step_rank

UNSIGNED = r"(?:\d+p\d+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)"
NUMBER = rf"[-+]?{UNSIGNED}"
NO_KEYS = frozenset({"v", "V"})
"""Letters before a number that are part of a name: `CartPole-v1`."""

_WORD_AND_NUMBER = re.compile(
    rf"(?<![A-Za-z0-9.])(?P<key>[A-Za-z]+)(?P<joint>[_:-]?)(?!20\d{{6}})(?P<value>{UNSIGNED})(?!\.?[A-Za-z0-9])"
)
_LEADING_NUMBER = re.compile(rf"(?P<value>{NUMBER})(?P<rest>[_-].*)?$")
_ENVIRONMENT = re.compile(r".*-v\d+$")

Levels = tuple["str | None", ...]
"""The level of each name, in their order; None for a name that has none."""


@dataclass(frozen=True)
class NameParts:
    """What one file's or folder's name says: keys with their values, and what is left of it."""

    rest: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Places:
    """What the paths of several runs say, by name: a level for each of them."""

    keys: Mapping[str, Levels] = field(default_factory=dict)
    """Numbers behind a word that every path has at that place (`beta0.70`), whether or not they differ."""
    parts: Mapping[str, Levels] = field(default_factory=dict)
    """What is left of folders and file names, where it differs."""


def path_factors(names: Sequence[str], leaf: str = "", keep_leaf: bool = False) -> Places:
    """The levels that stand in `names`, paths with `/` and without suffixes.

    A part is called `directory` (`directory_1`, ... where several vary), the last part of the path `leaf` where that is
    given, and a part that holds names like `CartPole-v1` is called `env`. `keep_leaf` leaves the last part whole.
    """
    places = _places([name.split("/") for name in names])
    keys: dict[str, Levels] = {}
    rests: list[Levels] = []
    for at, texts in enumerate(places):
        keyed, rest = ({}, texts) if keep_leaf and at == len(places) - 1 else _keyed(texts)
        for key, levels in keyed.items():
            _add(keys, key, levels)
        rests.append(rest)
    return Places(keys, _named(rests, leaf))


def differs(levels: Iterable[str | None]) -> bool:
    """Whether there is more than one level."""
    return len(set(levels)) > 1


def is_setting(word: str) -> bool:
    """Whether a word is one that people use for what is set, repeated or counted: `beta`, `seed`, `step`."""
    key = word.lower()
    return is_factor_name((key,)) or key == "seed" or is_replicate_name(key) or step_rank(key) is not None


def _places(paths: Sequence[Sequence[str]]) -> list[Levels]:
    """The paths' parts place by place: folders aligned at the root, the last parts with each other.

    A place whose every text has as many fields between `__` is as many places.
    """
    depth = max((len(path) for path in paths), default=1) - 1
    folders = [tuple(path[at] if at < len(path) - 1 else None for path in paths) for at in range(depth)]
    return [field for place in (*folders, tuple(path[-1] for path in paths)) for field in _fields(place)]


def _fields(texts: Levels) -> list[Levels]:
    counts = {None if text is None else text.count("__") for text in texts}
    if len(counts) > 1 or counts <= {0, None}:
        return [texts]
    return list(zip(*(text.split("__") for text in texts if text is not None), strict=True))


def _keyed(texts: Levels) -> tuple[dict[str, Levels], Levels]:
    """The keys that all `texts` share with their values, and what is left of each text."""
    present = [text for text in texts if text is not None]
    read = _by_equals if present and all("=" in text for text in present) else _by_words
    parts = iter(read(present))
    aligned = [None if text is None else next(parts) for text in texts]
    keys = list(next((part.values for part in aligned if part), {}))
    columns = {key: tuple(part.values[key] if part else None for part in aligned) for key in keys}
    return columns, tuple(part.rest if part else None for part in aligned)


def _by_words(texts: Sequence[str]) -> list[NameParts]:
    """Words with a number behind them that all texts have; where all agree, only words that people use for settings."""
    matches = [list(_WORD_AND_NUMBER.finditer(text)) for text in texts]
    signed = {match["key"] for found in matches for match in found if not match["joint"]}
    first = [{match["key"]: match for match in reversed(found)} for found in matches]
    shared = set.intersection(*(set(found) for found in first)) - NO_KEYS if first else set()
    keys = {key for key in shared if is_setting(key) or differs(_value(found[key], signed) for found in first)}
    return [
        _without_words(text, [match for match in found.values() if match["key"] in keys], signed)
        for text, found in zip(texts, first, strict=True)
    ]


def _value(match: re.Match[str], signed: Container[str]) -> str:
    """The number behind a word; a dash before it is a sign where others join it to the word (`a-5` beside `a5`)."""
    return ("-" if match["joint"] == "-" and match["key"] in signed else "") + match["value"]


def _without_words(text: str, matches: Sequence[re.Match[str]], signed: Container[str]) -> NameParts:
    values = {match["key"]: _value(match, signed) for match in sorted(matches, key=lambda match: match.start())}
    rest = text
    for match in sorted(matches, key=lambda match: -match.start()):
        rest = rest[: match.start()] + rest[match.end() :]
    return NameParts(_tidy(rest) if values else text, values)


def _by_equals(texts: Sequence[str]) -> list[NameParts]:
    """`key=value` pairs, whatever parts them; only those that all texts have."""
    read = [_pairs_of(text) for text in texts]
    if tail := _common_tail([next(iter(part.values)) for part in read]):
        read = [_pairs_of(_moved(text, tail)) for text in texts]
    shared = set.intersection(*(set(part.values) for part in read))
    return [
        part if set(part.values) == shared else NameParts(text, {key: part.values[key] for key in shared})
        for part, text in zip(read, texts, strict=True)
    ]


def _pairs_of(text: str) -> NameParts:
    first, *segments = text.split("=")
    before, key = _head_and_key(first)
    values: dict[str, str] = {}
    for segment in segments[:-1]:
        value, following = _value_and_key(segment)
        values[key], key = value, following
    last = _LEADING_NUMBER.match(segments[-1])
    values[key] = last["value"] if last else segments[-1]
    after = (last["rest"] or "") if last else ""
    return NameParts(_tidy(before + after), values)


def _head_and_key(text: str) -> tuple[str, str]:
    """What stands before the first key, and that key: `c4_original-d` is `c4_original` and `d`."""
    match = re.match(r"(?:(?P<head>.*)[-,;\s])?(?P<key>[^-,;\s]*)$", text, re.DOTALL)
    return (match["head"] or "", match["key"]) if match else ("", text)


def _value_and_key(text: str) -> tuple[str, str]:
    """A value and the key behind it: `1024_l` is `1024` and `l`, `adam,agent.lr` is `adam` and `agent.lr`."""
    if parted := re.match(r"(?P<value>.*)[,;&\s]+(?P<key>[^,;&\s]+)$", text, re.DOTALL):
        return parted["value"], parted["key"]
    match = re.match(rf"(?P<value>{NUMBER}|[^_-]*)[_-](?P<key>.+)$", text, re.DOTALL)
    return (match["value"], match["key"]) if match else (text, "")


def _common_tail(keys: Sequence[str]) -> str:
    """The words that differing `keys` all end with: `lr` of `ppo_lr` and `sac_lr`; none where a key is nothing else."""
    words = [key.split("_")[::-1] for key in keys]
    shared = 0
    while all(shared < len(one) - 1 and one[shared] == words[0][shared] for one in words):
        shared += 1
    return "_".join(words[0][:shared][::-1]) if differs(keys) else ""


def _moved(text: str, key: str) -> str:
    """`ppo_lr=1` as `ppo-lr=1`, so that the key stands alone."""
    at = text.index(f"_{key}=")
    return f"{text[:at]}-{text[at + 1 :]}"


def _tidy(text: str) -> str:
    """`text` without the separators that stood around what was taken out of it."""
    return re.sub(r"([_,\s-])[_,\s-]+", r"\1", text).strip("_,- ")


def _named(rests: Sequence[Levels], leaf: str) -> dict[str, Levels]:
    """Names for what is left of each place, where it differs; a part that says again what another says is left out."""
    varying = [at for at, levels in enumerate(rests) if differs(levels) and levels not in rests[:at]]
    own = {at: _own_name(rests[at], leaf if at == len(rests) - 1 else "") for at in varying}
    folders = [at for at in varying if not own[at]]
    named: dict[str, Levels] = {}
    for at in varying:
        folder = "directory" if len(folders) == 1 else f"directory_{folders.index(at) + 1}" if at in folders else ""
        _add(named, own[at] or folder, rests[at])
    return named


def _own_name(levels: Levels, leaf: str) -> str:
    """What a place is called that is no mere directory: `env` by its levels, or the last part's name."""
    return "env" if all(_ENVIRONMENT.match(text) for text in levels if text) else leaf


def _add(found: dict[str, Levels], name: str, levels: Levels) -> None:
    """Adds a factor, unless the same levels are there already under any name."""
    if differs(levels) and levels in found.values():
        return
    unused = (name, *(f"{name}_{number}" for number in range(2, 1000)))
    found[next(name for name in unused if name not in found)] = levels
