"""From runs to a reading: one table of what they were given and gave, and their histories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sweeplens.data.collection import FileEntry, History, Role, RoleDecision
from sweeplens.data.layouts.base import Reading
from sweeplens.data.layouts.curves import last_values, stacked
from sweeplens.data.layouts.paths import Levels, Places, differs, path_factors
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
    stem_of,
)
from sweeplens.data.metrics import Metric
from sweeplens.data.problems import Problem
from sweeplens.lazy import pl

MOST_FACTORS = 12
"""With more differing settings than this, those that follow from the runs' paths are no factors."""


def assemble(
    runs: Sequence[Run],
    source: str,
    *,
    places: Places | None = None,
    metrics: Sequence[Metric] = (),
    expected: tuple[Mapping[str, str], ...] | None = None,
    files: Iterable[FileEntry] = (),
    problems: Iterable[Problem] = (),
) -> Reading:
    """The reading of `runs`, whose settings come from `source` (`hparams.yaml`).

    `places` are the levels that stand in their paths, found in the runs' names where None; `metrics` say what is known
    of some metrics (a direction, the column of the spread).
    """
    histories = _histories(runs)
    numbers = _numbers(runs, histories)
    taken = {*numbers.columns, *(frame.columns[1] for frame in histories.values())}
    said = _said(runs, source, places or path_factors([run.name for run in runs]), taken)
    if expected is not None:
        said = [replace(one, role=Role.IDENTITY) if one.name == RUN else one for one in said]
    texts = pl.DataFrame([pl.Series(one.name, one.levels, dtype=pl.String) for one in said])
    return Reading(
        runs=texts.hstack(numbers),
        histories=tuple(_history(name, frame) for name, frame in histories.items()),
        roles=(
            *(RoleDecision(one.name, one.role, one.why) for one in said),
            *_number_roles(numbers.columns, {metric.spread for metric in metrics}),
        ),
        metrics=tuple(metric for metric in metrics if metric.name in numbers.columns),
        expected=expected,
        files=tuple(files),
        problems=tuple(problems),
    )


def _number_roles(names: Iterable[str], spreads: set[str]) -> Iterator[RoleDecision]:
    for name in names:
        if name in spreads:
            yield RoleDecision(name, Role.SPREAD, "the spread of another metric")
        else:
            yield RoleDecision(name, Role.METRIC, "a number that the runs report")


def _said(runs: Sequence[Run], source: str, places: Places, taken: set[str]) -> list[Said]:
    """The text columns: the runs' names, what paths, parts and settings say, and what else is said of the runs."""
    names = [run.title for run in runs]
    own_parts = {name: levels for name, levels in places.parts.items() if levels != tuple(names)}
    parts = [placed(name, levels, "the paths of the runs") for name, levels in own_parts.items()]
    keys = [placed(name, levels, "the paths of the runs") for name, levels in places.keys.items()]
    keys += [placed(name, levels, "the files") for name, levels in _columns([run.part for run in runs])]
    settings = [judged(name, levels, source) for name, levels in _columns([run.settings for run in runs])]
    settings = _few(settings, [*parts, *keys])
    columns = _without_echoes([*(part for part in parts if not are_numbers(part.levels)), *keys, *settings], names)
    if not are_apart(columns):
        columns = _without_echoes([*parts, *keys, *settings], names)
    texts = [_text(name, levels) for name, levels in _columns([run.texts for run in runs])]
    are_named = any(run.part for run in runs) or any(len({*part.levels}) == len(names) for part in parts)
    own = run_names(names, columns, are_named)
    return _renamed([own, *columns, *texts], taken)


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


def _histories(runs: Sequence[Run]) -> dict[str, pl.DataFrame]:
    """The runs' curves as one frame a history; a metric that several histories have is headed by the history's name."""
    curves: dict[str, list[tuple[str, pl.DataFrame]]] = {}
    for run in runs:
        for name, curve in run.curves.items():
            if curve.height:
                curves.setdefault(name, []).append((run.title, curve))
    frames = {name: stacked(found) for name, found in curves.items()}
    counts = Counter(metric for frame in frames.values() for metric in frame.columns[2:])
    return {
        name: frame.rename({metric: f"{stem_of(name)}.{metric}" for metric in frame.columns[2:] if counts[metric] > 1})
        for name, frame in frames.items()
    }


def _numbers(runs: Sequence[Run], histories: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """What each run gave in the end, Float64: the number it states, else the last value of its curve."""
    names = pl.DataFrame({RUN: [run.title for run in runs]})
    stated = pl.DataFrame([pl.Series(key, values, dtype=pl.Float64) for key, values in _stated(runs)])
    ended = names
    for frame in histories.values():
        ended = ended.join(last_values(frame), on=RUN, how="left", maintain_order="left")
    ended = ended.drop(RUN)
    filled = [stated[name].fill_null(ended[name]) if name in ended.columns else stated[name] for name in stated.columns]
    return pl.DataFrame([*filled, *(ended[name] for name in ended.columns if name not in stated.columns)])


def _stated(runs: Sequence[Run]) -> list[tuple[str, list[float | None]]]:
    keys = dict.fromkeys(key for run in runs for key in run.numbers)
    return [(key, [run.numbers.get(key) for run in runs]) for key in keys]


def _history(name: str, frame: pl.DataFrame) -> History:
    """A stacked frame as a history of its runs."""
    return History(name, frame.columns[1], (RUN,), tuple(frame.columns[2:]), frame.lazy)
