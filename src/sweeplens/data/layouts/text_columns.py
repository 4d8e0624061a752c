"""The text columns of a table of runs: what their paths, files and settings say, each once and with its role."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sweeplens.data.collection import Role
from sweeplens.data.layouts.paths import Levels, Places, differs
from sweeplens.data.layouts.runs import (
    RUN,
    Run,
    Said,
    are_apart,
    are_numbers,
    is_number,
    judged,
    placed,
    run_names,
    spelling,
)

MOST_FACTORS = 12
"""With more differing settings than this, those that follow from the runs' paths are no factors."""

_NUMBERED = re.compile(r"(?:path )?(?:run|exp|experiment|job|trial|config|idx|index|id)", re.IGNORECASE)


def text_columns(runs: Sequence[Run], source: str, places: Places, taken: set[str]) -> list[Said]:
    """The text columns: the runs' names, what paths, parts and settings say, and what else is said of the runs."""
    names = [run.title for run in runs]
    found = {name: levels for name, levels in places.parts.items() if levels != tuple(names)}
    settings = [judged(name, levels, source) for name, levels in _columns([run.settings for run in runs])]
    parts, keys = _of_paths(found, settings), _of_paths(places.keys, settings)
    own = [placed(name, levels, "the files") for name, levels in _columns([run.part for run in runs])]
    settings = _few(settings, [*parts, *keys, *own])
    columns = _telling(parts, keys, [*own, *settings], names)
    texts = [_text(name, levels) for name, levels in _columns([run.texts for run in runs])]
    are_named = bool(own) or are_apart(keys) or any(len({*levels}) == len(runs) for levels in found.values())
    return _renamed([run_names(names, columns, are_named), *columns, *texts], taken)


def _telling(parts: Sequence[Said], keys: Sequence[Said], others: Sequence[Said], names: Sequence[str]) -> list[Said]:
    """What paths and `others` say; what only counts runs is among it where nothing else tells them apart."""
    counting = [part for part in parts if are_numbers(part.levels)]
    places = [*(part for part in parts if part not in counting), *counting, *keys]
    counting += filter(_numbers_runs, keys)
    columns = _without_echoes([*(said for said in places if said not in counting), *others], names)
    if are_apart(columns):
        return columns
    counts = dict(zip(counting, _counting(counting, columns), strict=True))
    return _without_echoes([*(counts.get(said, said) for said in places), *others], names)


def _of_paths(found: Mapping[str, Levels], settings: Sequence[Said]) -> list[Said]:
    """What paths say and no setting says better, which has a name of its own."""
    named = {tuple(map(spelling, said.levels)) for said in settings if said.role in (Role.FACTOR, Role.REPLICATE)}
    return [
        placed(name if name != RUN else f"path {name}", levels, "the paths of the runs")
        for name, levels in found.items()
        if tuple(map(spelling, levels)) not in named
    ]


def _numbers_runs(said: Said) -> bool:
    """Whether a number in paths is another for every run and is called as one: `run_0007`, `exp12`."""
    return bool(_NUMBERED.fullmatch(said.name)) and len({*said.levels}) == len(said.levels)


def _counting(counts: Sequence[Said], columns: Sequence[Said]) -> list[Said]:
    """Parts of paths that count or date runs: they repeat the cells that there are, and else make them."""
    if not any(said.role is Role.FACTOR for said in columns):
        return list(counts)
    return [replace(said, role=Role.REPLICATE, why="counts the runs of a cell") for said in counts]


def _text(name: str, levels: Levels) -> Said:
    """What else is said of the runs."""
    if differs(levels):
        return Said(name, levels, Role.TEXT, "said of the run")
    return Said(name, levels, Role.CONSTANT, "the same in every run")


def _few(settings: Sequence[Said], paths: Sequence[Said]) -> list[Said]:
    """`settings`; where many differ, those that follow from the paths, which stand for whole configurations, are texts.

    Nothing is said to follow from paths that name single runs.
    """
    telling = [said for said in paths if said.role is Role.FACTOR and not are_numbers(said.levels)]
    groups = list(zip(*(said.levels for said in telling), strict=True))
    if sum(said.role is Role.FACTOR for said in settings) <= MOST_FACTORS or len(set(groups)) in (0, len(groups)):
        return list(settings)
    why = f"follows from {', '.join(said.name for said in telling)}"
    return [replace(one, role=Role.TEXT, why=why) if _follows(one, groups) else one for one in settings]


def _follows(said: Said, groups: Sequence[tuple[str | None, ...]]) -> bool:
    """Whether a factor or seed has one level in each group of runs."""
    return said.role in (Role.FACTOR, Role.REPLICATE) and len({*zip(groups, said.levels, strict=True)}) == len(
        {*groups}
    )


def _columns(mappings: Sequence[Mapping[str, str]]) -> list[tuple[str, Levels]]:
    """One column for each key that any of the mappings has; None where one lacks it."""
    keys = dict.fromkeys(key for mapping in mappings for key in mapping)
    return [(key, tuple(mapping.get(key) for mapping in mappings)) for key in keys]


def _without_echoes(columns: Sequence[Said], names: Sequence[str]) -> list[Said]:
    """`columns` without those that repeat the runs' names or an earlier column of that name (`data.seed` of `seed`)."""
    kept: list[Said] = []
    heard: set[tuple[str, Levels]] = set()
    for said in columns:
        if said.levels == tuple(names) and not all(map(is_number, names)):
            continue
        echo = (said.name.rpartition(".")[2], tuple(map(spelling, said.levels)))
        if echo not in heard or said.role is Role.CONSTANT:
            kept.append(said)
        heard.add(echo)
    return kept


def _renamed(columns: Sequence[Said], taken: set[str]) -> list[Said]:
    """`columns` under names that differ from each other and the metrics': a setting `loss` becomes `config.loss`."""
    named: list[Said] = []
    taken = set(taken)
    for said in columns:
        choices = (
            said.name,
            f"config.{said.name}",
            *(f"{said.name}_{number}" for number in range(2, len(columns) + 3)),
        )
        name = next(choice for choice in choices if choice not in taken)
        taken.add(name)
        named.append(replace(said, name=name))
    return named
