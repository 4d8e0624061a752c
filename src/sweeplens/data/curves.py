"""Histories tied to their collection: keys called and spelt as the runs' factors, derived metrics added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sweeplens.data.collecting import collected
from sweeplens.data.collection import History
from sweeplens.data.derived import Formula, derived
from sweeplens.data.digest import digested
from sweeplens.data.factors import Spelling, as_known, spelling
from sweeplens.data.metrics import Factor
from sweeplens.errors import ReadError
from sweeplens.lazy import pl


def bound(
    history: History,
    runs: pl.DataFrame,
    factors: Sequence[Factor],
    spelt: Mapping[str, Spelling],
    formulas: Sequence[Formula],
    numbers: Mapping[str, pl.Expr],
) -> History:
    """The history with its keys under the names and in the spelling of the runs' columns.

    Where it holds a run's name in place of the factors, the factors are joined to it. Derived metrics are added whose
    inputs are all there.
    """
    renamed = {
        f.name: f.column
        for f in factors
        if f.name in history.keys and f.column not in history.keys and f.name not in runs.columns
    }
    keys = tuple(renamed.get(key, key) for key in history.keys)
    fields = {*keys, history.step, *history.metrics}
    lacking = [factor.column for factor in factors if factor.column not in fields and factor.column in runs.columns]
    known = [key for key in keys if runs.schema.get(key) == pl.String]
    shared = [key for key in known if runs[key].n_unique() == runs.height]
    levels = {key: spelt.get(key) or spelling(runs[key].drop_nulls(), key) for key in known}
    table = runs.select(shared[0], *lacking).unique(maintain_order=True) if shared and lacking else None
    added = tuple(lacking) if table is not None else ()

    def scan() -> pl.LazyFrame:
        frame = history.scan().rename(renamed)
        frame = frame.with_columns(as_known(key, levels[key], is_filled=key in spelt) for key in known)
        if table is not None:
            frame = frame.join(table.lazy(), on=shared[0], how="left", maintain_order="left")
        return derived(frame, formulas, numbers).frame

    names = [formula.name for formula in _possible(formulas, fields.union(added))]
    return replace(
        history,
        keys=(*keys, *added),
        metrics=tuple(dict.fromkeys((*history.metrics, *names))),
        scan=scan,
        task=renamed.get(history.task, history.task),
    )


def _possible(formulas: Sequence[Formula], fields: set[str]) -> list[Formula]:
    """The formulas whose inputs are all there, in order."""
    there = set(fields)
    possible = []
    for formula in formulas:
        if formula.inputs <= there:
            there.add(formula.name)
            possible.append(formula)
    return possible


def varying_in_histories(histories: Sequence[History], columns: Sequence[str]) -> dict[str, str]:
    """The columns of the runs that some history varies, each with the name of that history."""
    found: dict[str, str] = {}
    for history in histories:
        keys = [column for column in columns if column in history.keys]
        rows = _distinct(history, keys) if keys else []
        levels = [set(column) for column in zip(*rows, strict=True)]
        found |= {key: history.name for key, seen in zip(keys, levels, strict=False) if len(seen) > 1}
    return found


def runs_in_histories(histories: Sequence[History], factors: Sequence[Factor]) -> list[dict[str, str]]:
    """The runs of which histories tell: for each, the text of every factor that makes cells, by column.

    Only histories that hold all these factors can tell.
    """
    own = [factor for factor in factors if factor.splits_cells and not factor.is_replicate]
    found = []
    for history in histories:
        keys = {f.column: key for f in own for key in (f.name, f.column) if key in history.keys}
        if own and len(keys) == len(own):
            rows = _distinct(history, list(keys.values()))
            found += [{column: text or "" for column, text in zip(keys, row, strict=True)} for row in rows]
    return found


def _distinct(history: History, columns: Sequence[str]) -> list[tuple[str | None, ...]]:
    """The different rows in some keys of a history; none where it cannot be read."""

    def make() -> pl.DataFrame:
        return collected(history.scan().select(columns).unique(maintain_order=True), history.name)

    try:
        return digested(history.files, f"distinct {history.name} {tuple(columns)!r}", make).rows()
    except ReadError:
        return []
