"""From runs to a reading: one table of what they were given and gave, and their histories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sweeplens.data.collection import FileEntry, History, Role, RoleDecision
from sweeplens.data.layouts.base import Reading
from sweeplens.data.layouts.curves import last_values, stacked
from sweeplens.data.layouts.paths import Places, path_factors
from sweeplens.data.layouts.runs import RUN, Run, stem_of
from sweeplens.data.layouts.text_columns import text_columns
from sweeplens.data.metrics import Metric
from sweeplens.data.problems import Problem
from sweeplens.lazy import pl


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
    said = text_columns(runs, source, places or path_factors([run.name for run in runs]), taken)
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
