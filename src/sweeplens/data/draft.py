"""A brief from what was inferred: a text to correct, each line with its reason, that gives the same collection."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from sweeplens.data.apart import BY_PLACE
from sweeplens.data.brief import Brief, ExpectedBrief
from sweeplens.data.collection import Collection, Role
from sweeplens.data.layouts import aggregate
from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Direction
from sweeplens.text import visible

LISTED_LEVELS = 24
"""Levels of a factor are written out up to this number."""
_LATER = ("frames", "references", "modes", "views", "report", "extra")
"""Keys that nothing can be inferred for; they stay as the brief has them."""


def draft_brief(collection: Collection) -> str:
    """The text of a `brief.yaml` that says what was inferred and what an existing brief says, reasons as comments.

    Put into the collection's directory, it gives the same collection.
    """
    return "\n".join(_lines(collection)) + "\n"


def _lines(collection: Collection) -> Iterator[str]:
    brief = collection.brief
    yield f"# {visible(collection.name)}, read as {visible(collection.layout)}"
    yield f"title: {_flow(collection.title)}"
    if brief.label:
        yield f"label: {_flow(brief.label)}"
    yield from _files(collection)
    yield from _factors(collection)
    yield from _expected(collection)
    yield from _metrics(collection)
    if collection.final:
        yield f"final: {_flow(list(collection.final))}"
    yield from _entries("derived", {name: _derived(name, collection) for name in brief.derived})
    if collection.primary:
        yield f"primary: {_flow(collection.primary)}" if brief.primary or brief.final else _undecided(collection)
    if brief.fold:
        yield "fold: true"
    yield from _kept(brief)


def _undecided(collection: Collection) -> str:
    """The metric that is asked about first, as a comment: as a key it would also say what a finished run has."""
    said = "asked about first; as a key it also says which metric a finished run has"
    return f"# primary: {_flow(collection.primary)}    # {said}"


def _files(collection: Collection) -> Iterator[str]:
    """The summary and the histories, where the layout does not find them by itself."""
    is_file = collection.path.is_file()
    if not is_file and not collection.layout.startswith(aggregate.LAYOUT.title):
        return
    names = [history.name for history in collection.histories]
    summary = collection.name if is_file and not names else _summary(collection)
    if summary:
        yield f"summary: {_flow(summary)}"
    entries = [
        {"file": history.name, "step": history.step, "task": history.task, "label": history.label}
        for history in collection.histories
    ]
    if entries:
        yield "histories:"
        for entry, history in zip(entries, collection.histories, strict=True):
            yield _with_reason(f"  - {_flow({key: value for key, value in entry.items() if value})}", history.why)


def _summary(collection: Collection) -> str:
    return next((file.name for file in collection.files if file.what == "summary"), collection.brief.summary)


def _factors(collection: Collection) -> Iterator[str]:
    made = [factor for factor in collection.factors if _is_in_file(factor)]
    if made:
        yield "factors:"
    for factor in made:
        yield _with_reason(f"  {_flow(factor.name)}: {_flow(_factor(factor, collection.brief))}", factor.why)
    repeats = [factor.name for factor in made if factor.is_replicate]
    if repeats:
        yield f"replicate: {_flow(repeats)}"
    roles = {**collection.brief.roles, **{d.column: d.role.value for d in collection.roles if d.by_user}}
    if roles:
        yield f"roles: {_flow(roles)}"
    for name, level in collection.constants:
        yield f"# {visible(name)} is {visible(level)} in every run"


def _is_in_file(factor: Factor) -> bool:
    """Whether a factor is a column of the file; places and repeats of a cell by name are found again."""
    is_repeat_by_name = factor.is_replicate and not factor.splits_cells
    return factor.why != BY_PLACE and not is_repeat_by_name


def _factor(factor: Factor, brief: Brief) -> dict[str, Any]:
    said = brief.factors.get(factor.name)
    if said and said.pattern:
        return _said(said)
    declared = list(said.levels) if said else []
    levels = declared or [level.text for level in factor.levels]
    written: dict[str, Any] = {"column": factor.column}
    if declared or len(levels) <= LISTED_LEVELS:
        written["levels"] = levels
    return written | ({"label": factor.label} if factor.label else {})


def _expected(collection: Collection) -> Iterator[str]:
    said = collection.brief.expected
    if said is None:
        yield f"# expected: product    # {visible(collection.expectation)}"
    elif said == ExpectedBrief(product=True):
        yield "expected: product"
    else:
        whole = {"product": dict(said.levels) or "all", "except": list(said.excepted)}
        yield f"expected: {_flow(whole if said.product else list(said.cells))}"


def _metrics(collection: Collection) -> Iterator[str]:
    """The stored metrics; as comments those that would change places with the derived ones and need not be said."""
    brief = collection.brief
    spreads = {decision.column for decision in collection.roles if decision.role is Role.SPREAD}
    stored = [metric for metric in collection.metrics if not metric.formula and metric.name not in spreads]
    written = [metric for metric in stored if metric.name in brief.metrics or metric.inferred or not brief.derived]
    further = list(_of_curves_alone(collection))
    if written or further:
        yield "metrics:"
    for metric in stored:
        line = _with_reason(f"  {_flow(metric.name)}: {_flow(_metric(metric, brief))}", _why(metric))
        yield line if metric in written else f"#{line}"
    yield from further


def _of_curves_alone(collection: Collection) -> Iterator[str]:
    """The directions that the user says of metrics that only histories have."""
    for name, way in collection.said.better.items():
        if collection.metric(name) is None and name not in collection.refused:
            yield _with_reason(f"  {_flow(name)}: {_flow({'better': way})}", collection.said.why_better(name))


def _metric(metric: Metric, brief: Brief) -> dict[str, str]:
    said = brief.metrics.get(metric.name)
    written = {"label": metric.label, "better": _better(metric), "unit": said.unit if said else ""}
    return {key: value for key, value in written.items() if value}


def _better(metric: Metric) -> str:
    """The better end of a metric; nothing where it is unknown, unless the user says so."""
    return "" if metric.direction is Direction.UNKNOWN and metric.inferred is None else metric.direction.value


def _derived(name: str, collection: Collection) -> dict[str, Any]:
    """What a brief says of a derived metric, under the direction that it has."""
    said, metric = _said(collection.brief.derived[name]), collection.metric(name)
    better = _better(metric) if metric else ""
    return said | ({"better": better} if better else {})


def _why(metric: Metric) -> str:
    asked = "which is better, higher or lower? " if metric.direction is Direction.UNKNOWN else ""
    return asked + metric.why


def _kept(brief: Brief) -> Iterator[str]:
    """What only an existing brief can say."""
    for key in _LATER:
        value = getattr(brief, key)
        if not value:
            continue
        if key == "extra":
            yield from (f"{_flow(name)}: {_flow(said)}" for name, said in value.items())
        elif key in ("references", "views"):
            yield from _entries(key, {name: _said(said) for name, said in value.items()})
        elif key == "frames":
            yield f"frames: {_flow([_said(said) for said in value])}"
        else:
            yield f"{key}: {_flow(list(value) if isinstance(value, tuple) else _said(value))}"


def _entries(key: str, entries: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    if entries:
        yield f"{key}:"
    for name, said in entries.items():
        yield f"  {_flow(name)}: {_flow(dict(said))}"


def _said(record: Any) -> dict[str, Any]:
    """What a record of the brief says, defaults left out, under the keys of the file."""
    said = {
        field.name: getattr(record, field.name)
        for field in dataclasses.fields(record)
        if getattr(record, field.name) not in ("", (), None, {})
    }
    options = said.pop("options", {})
    if "source" in said and "pattern" in said:
        said["from"] = said.pop("source")
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in said.items()}
    return {**plain, **options}


def _flow(value: str | Sequence[Any] | Mapping[str, Any]) -> str:
    """A value on one line, every character that cannot be seen written as an escape between double quotes."""
    text: str = yaml.dump(
        value, Dumper=_Dumper, default_flow_style=True, width=float("inf"), allow_unicode=True, sort_keys=False
    )
    return visible(text.removesuffix("\n").removesuffix("\n..."))


class _Dumper(yaml.SafeDumper):
    """Puts text that cannot be seen between double quotes, where `visible` makes escapes of what YAML leaves."""


def _quoted(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if visible(text) == text else '"')


_Dumper.add_representer(str, _quoted)


def _with_reason(line: str, why: str) -> str:
    return f"{line}  # {visible(why)}" if why else line
