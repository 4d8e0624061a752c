"""The lists in a document of results: curves, what its parts gave, and what single examples gave, which is neither."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sweeplens.data.layouts.curves import joined_by_step
from sweeplens.data.layouts.numbers import curve_of_records, flat_numbers, number_of
from sweeplens.data.layouts.runs import words_of
from sweeplens.data.names import is_example_name, is_metric_name, is_numbering_name, step_rank
from sweeplens.lazy import pl
from sweeplens.text import plural

ABSCISSAS = ("x", "xs", "t", "time")
"""Names of arrays against which the arrays beside them stand, when none counts steps."""
INDEX = "index"
"""The step of arrays that stand against none: the place in the array."""
SHORTEST_CURVE = 5
"""An array without a step is a curve from this length on."""
MOST_PARTS = 20
"""A list of mappings that is no curve gives numbers of its parts, up to this length."""


@dataclass(frozen=True, eq=False)
class Lists:
    """What the lists in a document say."""

    curves: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    """By their key, after a colon, empty for the first; the step in the first column."""
    numbers: Mapping[str, float] = field(default_factory=dict)
    left: Mapping[str, str] = field(default_factory=dict)
    """What is neither curve nor number, by key: `30 records`."""


def lists_in(results: Mapping[str, Any]) -> Lists:
    """What the lists in the mappings of a document say."""
    curves: list[tuple[str, pl.DataFrame]] = []
    numbers: dict[str, float] = {}
    left: dict[str, str] = {}
    for path, mapping in _mappings(results):
        for key, records in _lists_of_records(mapping):
            name = _below(path, key)
            if step := step_key(records):
                curves.append((name, curve_of_records(records, step)))
            elif _are_parts(key, records):
                numbers |= _numbers_of_parts(name, records)
            else:
                left[name] = plural(len(records), "record")
        own, unused = _curves_of_arrays(mapping)
        curves += [(_below(path, key), curve) for key, curve in own]
        left |= {_below(path, key): plural(length, "number") for key, length in unused.items()}
    curves.sort(key=lambda found: found[1].columns[0] == INDEX)
    return Lists({f":{key}" if at else "": curve for at, (key, curve) in enumerate(curves)}, numbers, left)


def _mappings(value: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """A mapping and those in it, each with its path."""
    yield path, value
    for key, member in value.items():
        if isinstance(member, Mapping):
            yield from _mappings(member, _below(path, str(key)))


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _lists_of_records(mapping: Mapping[str, Any]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    for key, value in mapping.items():
        if isinstance(value, list) and value and all(isinstance(member, Mapping) for member in value):
            yield str(key), value


def step_key(records: Sequence[Mapping[str, Any]]) -> str:
    """The key of `records` that counts steps, the surest first; empty where none does."""
    if len(records) < 2:
        return ""
    ranked = [(rank, key) for key in records[0] if (rank := _rank(str(key))) is not None]
    counting = [
        key for _, key in sorted(ranked) if len({number_of(record.get(key)) for record in records} - {None}) > 1
    ]
    return next(iter(counting), "")


def _rank(key: str) -> int | None:
    return step_rank("_".join(words_of(key)))


def _are_parts(key: str, records: Sequence[Mapping[str, Any]]) -> bool:
    """Whether records are what a few parts gave (folds, tasks), rather than every single example."""
    are_numbered = any(is_numbering_name(words_of(str(name))) for name in records[0])
    return len(records) <= MOST_PARTS and not are_numbered and not is_example_name(words_of(key))


def _numbers_of_parts(name: str, records: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """The numbers of each part, by its name where all have one of their own, else by its place: `folds.0.loss`."""
    texts = (key for key, value in records[0].items() if isinstance(value, str) and number_of(value) is None)
    named = ([record.get(key) for record in records] for key in texts)
    parts = next((found for found in named if len({*map(str, found)}) == len(records)), range(len(records)))
    return {
        key: number
        for part, record in zip(parts, records, strict=True)
        for key, number in flat_numbers(record, before=f"{name}.{part}")
    }


def _curves_of_arrays(mapping: Mapping[str, Any]) -> tuple[list[tuple[str, pl.DataFrame]], dict[str, int]]:
    """The arrays of a mapping as curves, one for each length, and the lengths of measured ones that are none."""
    arrays = {str(key): [number_of(m) for m in value] for key, value in mapping.items() if _is_array(value)}
    curves, unused = list[tuple[str, pl.DataFrame]](), dict[str, int]()
    for length, _ in Counter(map(len, arrays.values())).most_common():
        alike = {key: values for key, values in arrays.items() if len(values) == length}
        step = _step_of_arrays([*alike])
        used = {key: values for key, values in alike.items() if step or _goes_on(key, length)}
        unused |= dict.fromkeys((key for key in alike if key not in used and _is_measured(key)), length)
        counted = used.pop(step, [float(at) for at in range(length)])
        if used:
            columns = {step or INDEX: counted, **used}
            frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.Float64), strict=False)
            curves.append((next(iter(used)), joined_by_step(frame)))
    return curves, unused


def _goes_on(key: str, length: int) -> bool:
    """Whether an array without a step is a curve."""
    return length >= SHORTEST_CURVE and not is_example_name(words_of(key))


def _is_measured(key: str) -> bool:
    """Whether an array that is no curve is worth telling of: a short one of other numbers is a setting."""
    return is_example_name(words_of(key)) or is_metric_name(words_of(key))


def _step_of_arrays(keys: Sequence[str]) -> str:
    """The array that counts steps, be it called in the plural; else one against which others stand; else empty."""
    ranks = [(rank, key) for key in keys for name in (key, key.removesuffix("s")) if (rank := _rank(name)) is not None]
    return min(ranks)[1] if ranks else next((key for key in keys if key.lower() in ABSCISSAS), "")


def _is_array(value: Any) -> bool:
    """Whether a value is a list of at least two numbers, some of which may be missing."""
    if not isinstance(value, list) or len(value) < 2:
        return False
    return all(member is None or number_of(member) is not None for member in value)
