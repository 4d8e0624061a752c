"""What the files of one run say together."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping

from sweeplens.data.layouts.contents import Content
from sweeplens.data.layouts.numbers import curve_of_records
from sweeplens.data.layouts.runs import stem_of
from sweeplens.lazy import pl

STEP = "step"
BY_STEP = "by step"
"""What is put behind the name of documents that were joined."""

_STEP_IN_NAME = re.compile(r"[._-]?(?:step|epoch|iter(?:ation)?|checkpoint|ckpt)[._-]?(?P<step>\d+)(?!\d)")


def by_step_in_name(contents: Mapping[str, Content]) -> dict[str, Content]:
    """The contents of a run by kind; documents that only differ in a step (`metrics_epoch_3.json`) are one curve."""
    groups: dict[str, dict[float, str]] = {}
    for kind, content in contents.items():
        match = _STEP_IN_NAME.search(kind)
        if match and content.numbers and not content.curves:
            groups.setdefault(kind[: match.start()] + kind[match.end() :], {})[float(match["step"])] = kind
    joined = {kind: steps for kind, steps in groups.items() if len(steps) > 1}
    single = {name for steps in joined.values() for name in steps.values()}
    rest = {kind: content for kind, content in contents.items() if kind not in single}
    return rest | {
        f"{kind} {BY_STEP}": _curve_of_steps({at: contents[n] for at, n in steps.items()})
        for kind, steps in joined.items()
    }


def _curve_of_steps(contents: Mapping[float, Content]) -> Content:
    records = [{STEP: step, **contents[step].numbers} for step in sorted(contents)]
    return Content(contents[max(contents)].settings, curves={"": curve_of_records(records, STEP)})


def shared_names(runs: Iterable[Mapping[str, Content]]) -> frozenset[str]:
    """The metrics that more than one kind of file gives, over all runs, each a mapping of contents by kind of file."""
    kinds: dict[str, set[str]] = {}
    for contents in runs:
        for kind, content in contents.items():
            curves = (metric for curve in content.curves.values() for metric in curve.columns[1:])
            for name in (*content.numbers, *curves):
                kinds.setdefault(name, set()).add(kind)
    return frozenset(name for name, found in kinds.items() if len(found) > 1)


def merged(contents: Mapping[str, Content], shared: Container[str]) -> Content:
    """What the files of a run say together, by kind of file, which names their curves.

    A number of a name that is `shared` by several kinds is headed by its own: `test.loss` of `test.json`.
    """
    settings: dict[str, str] = {}
    numbers: dict[str, float] = {}
    curves: dict[str, pl.DataFrame] = {}
    for kind, content in sorted(contents.items(), key=lambda pair: -_width(pair[1])):
        stem = stem_of(kind)
        for key, text in content.settings.items():
            settings[key if settings.get(key, text) == text else f"{stem}.{key}"] = text
        numbers |= {f"{stem}.{key}" if key in shared else key: value for key, value in content.numbers.items()}
        curves |= {
            f"{kind}{part}": curve
            for part, curve in content.curves.items()
            if not any(_says_again(curve, known) for known in curves.values())
        }
    return Content(settings, numbers, curves)


def _width(content: Content) -> int:
    return max((curve.width for curve in content.curves.values()), default=0)


def _says_again(curve: pl.DataFrame, known: pl.DataFrame) -> bool:
    """Whether a curve holds nothing that another one does not (the same log, written as JSON and as CSV)."""
    has_columns = curve.columns[0] == known.columns[0] and {*curve.columns} <= {*known.columns}
    return has_columns and curve.equals(known.select(curve.columns))
