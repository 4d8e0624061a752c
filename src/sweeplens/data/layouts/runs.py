"""Runs as a layout finds them, before they are one table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sweeplens.data.collection import Role
from sweeplens.data.names import is_replicate_name
from sweeplens.lazy import pl

RUN = "run"
"""The column that names the run."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NUMBERING = re.compile(r"(?P<word>[A-Za-z]*)[_-]?\d+")
_MACHINE = re.compile(r"[0-9a-f]{8,}|[0-9a-f-]{36}|(?:[A-Za-z]+[_-])*(?:19|20)\d\d-?\d\d-?\d\d.*|\d\d-\d\d-\d\d")
_PLACE = re.compile(r"[\w.-]*[/\\].*[/\\].*|[/\\~.].*[/\\].*|\w+://.*|.*\.(?:pt|pth|ckpt|json|ya?ml|csv|npz|log|txt)")
_CLOCK = re.compile(r"(?:\d+ days?, )?\d+:\d\d(?::\d\d(?:\.\d+)?)?|\d{4}[-_]\d\d[-_]\d\d[T _-]\d\d[:_-]\d\d.*")
_NAME = re.compile(
    r"(?:wandb[._])?(?:(?:run|exp|experiment|job|trial|slurm)[._-]?(?:job[._-]?)?)?(?:name|id|uuid)|experiment"
)
_MACHINERY = re.compile(
    r"(?:.*[._-])?(?:host(?:name)?|gpus?|pid|user(?:name)?|cwd|git[._-]\w+|commit|sha|(?:python|torch|cuda)[._-]version"
    r"|(?:out(?:put)?|log(?:ging)?|save|work|checkpoint|ckpt|results?)[._-]?(?:dir|directory|path|folder|root))"
)
_LONGEST_LEVEL = 200


@dataclass(frozen=True, eq=False)
class Run:
    """One training run: what it was given and what it gave."""

    name: str
    """Where it is: a path below the collection, without its suffix where it is a file."""
    part: Mapping[str, str] = field(default_factory=dict)
    """What parts its file into several runs: `{"task": "piqa"}`, `{"seed": "3"}`."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """What it was given, by flat key."""
    numbers: Mapping[str, float | None] = field(default_factory=dict)
    """What it gave in the end, by metric; where it does not say, the last values of its curves stand."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What else is said of it: its state, when it started."""
    curves: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    """By history: the step in the first column, metrics in the others, all Float64."""

    @property
    def title(self) -> str:
        """Its name and what parts it from the other runs of its file."""
        return " ".join((self.name, *(f"{key}={value}" for key, value in self.part.items())))


@dataclass(frozen=True)
class Said:
    """One text column of the runs, and what it is."""

    name: str
    levels: tuple[str | None, ...]
    role: Role
    why: str


def words_of(name: str) -> list[str]:
    """A name in lower-case words: `learning`, `rate` of `learningRate` and `learning_rate`."""
    return [word.lower() for word in _WORD.findall(name)]


def is_replicate(name: str) -> bool:
    """Whether a factor called `name` repeats a cell: `seed`, `data.seed`, `fold`."""
    words = words_of(name.rpartition(".")[2])
    return "seed" in words or words == ["worker"] or is_replicate_name("_".join(words))


def is_number(level: str) -> bool:
    """Whether a level is written as a number and nothing else."""
    try:
        return float(level) == float(level)
    except ValueError:
        return False


def stem_of(name: str) -> str:
    """A file's own name without its suffix."""
    own = name.rpartition("/")[2]
    return own.rpartition(".")[0] or own


def judged(name: str, levels: Sequence[str | None], source: str) -> Said:
    """A setting of the runs with its role: a factor where it differs, unless it only says which run it is, or where."""
    present = [level for level in levels if level is not None]
    distinct = len(set(map(spelling, levels)))
    if distinct == 1:
        role, why = Role.CONSTANT, f"the same in every run's {source}"
    elif max(map(len, present)) > _LONGEST_LEVEL:
        role, why = Role.TEXT, f"long text in {source}"
    elif _MACHINERY.fullmatch(name.lower()) or all(map(_CLOCK.fullmatch, present)):
        role, why = Role.TEXT, f"says in {source} where or when a run was made"
    elif distinct == len(levels) and all(_PLACE.fullmatch(level) or _MACHINE.fullmatch(level) for level in present):
        role, why = Role.TEXT, f"another path, hash or time in every run's {source}"
    elif _NAME.fullmatch(name.lower()):
        role, why = Role.IDENTITY, f"names the run in {source}"
    elif is_replicate(name):
        role, why = Role.REPLICATE, f"a seed in {source}"
    else:
        role, why = Role.FACTOR, f"differs between the runs' {source}"
    return Said(name, tuple(levels), role, why)


def spelling(level: str | None) -> str | None:
    """One spelling for every way to write a number: `0.70` and `.7` are `0.7`."""
    try:
        return level and str(float(level))
    except ValueError:
        return level


def placed(name: str, levels: Sequence[str | None], where: str) -> Said:
    """What paths or columns say under `name`, with its role."""
    if len(set(levels)) == 1:
        role, why = Role.CONSTANT, f"the same in {where} of every run"
    elif is_replicate(name):
        role, why = Role.REPLICATE, f"a seed in {where}"
    else:
        role, why = Role.FACTOR, f"differs in {where}"
    return Said(name, tuple(levels), role, why)


def run_names(names: Sequence[str], others: Sequence[Said], are_named: bool) -> Said:
    """The column that names the runs: a factor where no factor tells them apart, or where names say more than a number.

    It never splits a cell whose runs only differ in their seed. `are_named` says that what names the runs has a column
    of its own.
    """
    factors = [said for said in others if said.role is Role.FACTOR]
    has_replicates = any(said.role is Role.REPLICATE for said in others)
    if len(names) == 1 or (are_apart(others) and (has_replicates or are_named or are_numbers(names))):
        role, why = Role.IDENTITY, "where the run is"
    elif are_apart(others) or (factors and not has_replicates and not are_numbers(names)):
        role, why = Role.FACTOR, "every run has a name of its own"
    elif factors:
        role, why = Role.REPLICATE, "runs of one cell differ in their name alone"
    else:
        role, why = Role.FACTOR, "nothing else tells the runs apart"
    return Said(RUN, tuple(names), role, why)


def are_apart(columns: Sequence[Said]) -> bool:
    """Whether the factors and replicates among `columns` tell all runs apart."""
    telling = [said.levels for said in columns if said.role in (Role.FACTOR, Role.REPLICATE)]
    return bool(telling) and len(set(zip(*telling, strict=True))) == len(telling[0])


def are_numbers(levels: Sequence[str | None]) -> bool:
    """Whether the last parts of paths only count or date runs: `version_3`, `7`, `run-20240101_120000-abc`."""
    own = [level.rpartition("/")[2] for level in levels if level]
    counted = [_NUMBERING.fullmatch(name) for name in own]
    words = {match["word"] if match else None for match in counted}
    return (len(words) == 1 and None not in words) or all(_MACHINE.fullmatch(name) for name in own)
