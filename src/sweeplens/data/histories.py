"""Tables of curves as histories, read when asked, and summed up as runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from sweeplens.data.collecting import collected
from sweeplens.data.collection import History
from sweeplens.data.columns import unreadable
from sweeplens.data.digest import digested
from sweeplens.data.problems import Problem
from sweeplens.data.shapes import Shape
from sweeplens.data.steps import has_step, stepless_in
from sweeplens.data.tablefile import TableFile, with_constants
from sweeplens.lazy import np, pl


def history_of(table: TableFile, shape: Shape, task: str = "", label: str = "") -> History:
    """The history that a table holds."""
    return History(
        table.name,
        shape.step,
        shape.keys,
        shape.metrics,
        lambda: scanned(table, shape),
        task if task in shape.keys else "",
        label,
        shape.why,
        (table.path,),
    )


def scanned(table: TableFile, shape: Shape) -> pl.LazyFrame:
    """Keys, step and metrics of a table, long ones made wide: of a value that is given twice, the later one."""
    if not shape.name_column:
        return table.scan(shape.keys, (shape.step, *shape.metrics))
    long = table.scan((*shape.keys, shape.name_column), (shape.step, shape.value_column))
    value = pl.col(shape.value_column)
    values = [
        value.filter((pl.col(shape.name_column) == written) & value.is_not_null()).last().alias(name)
        for written, name in zip(shape.written, shape.metrics, strict=True)
    ]
    return long.group_by([*shape.keys, shape.step], maintain_order=True).agg(values)


def problems_in(table: TableFile, shape: Shape, metrics: Sequence[str] = ()) -> list[Problem]:
    """What a table of curves holds that is no step or no number, and what of it had to be called otherwise.

    `metrics` are those of its neighbours, which are measured in it as well.
    """
    measured = {shape.value_column} if shape.name_column else {*shape.metrics, *metrics}
    odd = (unreadable(column, table.name) for column in table.columns if column.name in measured)
    return [*filter(None, odd), *stepless_in(table, shape.step), *_renamed(table, shape)]


def _renamed(table: TableFile, shape: Shape) -> Iterator[Problem]:
    """A note for every metric of a long table that is called as a key or the step, and so got another name."""
    for written, name in zip(shape.written, shape.metrics, strict=False):
        if written != name:
            said = f"The metric {written} is called as another column."
            yield Problem(table.name, said, f"it is called {name}", level="note")


def joined(histories: Sequence[tuple[History, Mapping[str, str]]], name: str, is_held: bool = False) -> History:
    """Tables of one shape as one history; each brings the levels that its path holds.

    Tables that are held in memory are put together once.
    """
    first = histories[0][0]
    added = tuple(dict.fromkeys(key for _, constants in histories for key in constants))
    keys = tuple(dict.fromkeys((*added, *(key for history, _ in histories for key in history.keys))))
    metrics = tuple(dict.fromkeys(metric for history, _ in histories for metric in history.metrics))

    @cache
    def held() -> pl.DataFrame:
        return _together(histories, added)

    def scan() -> pl.LazyFrame:
        parts = [with_constants(history.scan(), constants) for history, constants in histories if not is_held]
        rows = held().lazy() if is_held else pl.concat(parts, how="diagonal")
        return rows.select(*keys, first.step, *metrics)

    files = tuple(dict.fromkeys(file for history, _ in histories for file in history.files))
    return History(name, first.step, keys, metrics, scan, first.task, first.label, first.why, files)


def _together(histories: Sequence[tuple[History, Mapping[str, str]]], added: Sequence[str]) -> pl.DataFrame:
    """The rows of all tables, with the levels that are `added` by their paths."""
    frames = pl.collect_all([history.scan() for history, _ in histories])
    places = np.repeat(np.arange(len(frames)), [frame.height for frame in frames])
    levels = (pl.Series(key, [own.get(key) for _, own in histories], dtype=pl.String) for key in added)
    return pl.concat(frames, how="diagonal").with_columns(level.gather(places) for level in levels)


def final_values(histories: Sequence[History]) -> pl.DataFrame:
    """One row a run: the keys of the histories, and of each metric the last value that was written.

    Histories that are split by task, or that know more keys than the first, say nothing of whole runs and are left out.
    """
    keys = histories[0].keys
    frames = [_finals(history) for history in histories if set(history.keys) == set(keys)]
    runs = frames[0]
    for frame in frames[1:]:
        new = [name for name in frame.columns if name in keys or name not in runs.columns]
        runs = (
            runs.join(frame.select(new), on=list(keys), how="full", coalesce=True, nulls_equal=True)
            if keys
            else (pl.concat([runs, frame.select(new)], how="horizontal"))
        )
    return runs


def _finals(history: History) -> pl.DataFrame:
    """One row a curve, from the cache where the files have not changed since it took long."""
    asked = repr((history.name, history.step, history.keys, history.metrics))
    return digested(history.files, f"final values of {asked}", lambda: _computed_finals(history))


def _computed_finals(history: History) -> pl.DataFrame:
    finals = [last_value(name, history.step) for name in history.metrics]
    frame = history.scan()
    if not history.keys:
        return collected(frame.select(finals), history.name)
    return collected(frame.group_by(history.keys, maintain_order=True).agg(finals), history.name)


def last_value(metric: str, step: str) -> pl.Expr:
    """The value of a metric at the greatest finite step that has one; of a step that occurs twice, the later row's."""
    is_there = pl.col(metric).is_not_null() & has_step(step)
    last_step = pl.col(step).filter(is_there).max()
    return pl.col(metric).filter(is_there & (pl.col(step) == last_step)).last()
