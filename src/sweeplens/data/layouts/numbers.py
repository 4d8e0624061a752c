"""Numbers out of JSON, YAML and TOML values: single ones, nested ones by dotted key, and lists of records as curves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sweeplens.data.formats.documents import Numeral
from sweeplens.data.layouts.configs import is_config
from sweeplens.data.layouts.curves import joined_by_step
from sweeplens.data.layouts.runs import words_of
from sweeplens.data.names import step_rank
from sweeplens.data.numerals import NAN_WORDS
from sweeplens.lazy import pl

_WORDS = frozenset((*NAN_WORDS, "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"))


def number_of(value: Any) -> float | None:
    """`value` as a float, where it is a number or a word for one that JSON cannot write (`"NaN"`, `"Infinity"`)."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and not isinstance(value, Numeral) and value.strip().lower() not in _WORDS:
        return None
    try:
        return float("nan" if isinstance(value, str) and value.strip().lower() in NAN_WORDS else value)
    except OverflowError:  # an integer of more than 308 digits
        return math.inf if int(value) > 0 else -math.inf


def flat_numbers(document: Any, joint: str = ".", before: str = "") -> Iterator[tuple[str, float]]:
    """Every number in nested mappings by its path: `{"test": {"acc": 0.9}}` gives `test.acc`."""
    if isinstance(document, Mapping):
        for key, value in document.items():
            yield from flat_numbers(value, joint, f"{before}{joint}{key}" if before else str(key))
    elif (number := number_of(document)) is not None:
        yield before, number


def curve_of_records(records: Sequence[Mapping[str, Any]], step: str) -> pl.DataFrame:
    """The numbers of `records` against their `step`, Float64, records of one step joined; the step is the first column.

    Numbers in mappings inside a record are named by their path; settings and other counters in it are no metrics.
    """
    flat = [dict(flat_numbers(_results(record))) for record in records]
    measured = (key for record in flat for key in record if step_rank("_".join(words_of(key))) is None)
    keys = dict.fromkeys([step, *measured])
    columns = [pl.Series(key, [record.get(key) for record in flat], dtype=pl.Float64) for key in keys]
    return joined_by_step(pl.DataFrame(columns))


def _results(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without the mappings in it that are called as settings are."""
    return {key: value for key, value in record.items() if not (isinstance(value, Mapping) and is_config(str(key)))}
