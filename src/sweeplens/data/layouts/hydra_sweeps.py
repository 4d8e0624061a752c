"""The sweeps that Hydra was asked for: overrides like `lr=0.1,0.01` and `seed=range(0,3)` as the cells they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from sweeplens.data.layouts.configs import as_text

MOST_CELLS = 100_000
"""A sweep of more cells states no grid that could be looked at."""

_KEY = re.compile(r"(?:\+\+|\+|~)?(?P<key>[^=]+?)(?:@[^=]*)?=(?P<value>.*)", re.DOTALL)
_CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)\)", re.DOTALL)
_OPEN, _CLOSE = "([{", ")]}"


def taken_apart(override: str) -> tuple[str, str] | None:
    """Key and value of an override, without signs and quotes; None where it is none."""
    match = _KEY.fullmatch(override.strip())
    return (match["key"].strip(), _unquoted(match["value"])) if match else None


def planned_cells(multiruns: Sequence[Any], keys: Sequence[str]) -> tuple[Mapping[str, str], ...] | None:
    """The cells that all sweeps together ask for, in levels of `keys`; None where some sweep names no finite grid."""
    cells: list[dict[str, str]] = []
    for document in multiruns:
        levels = _levels(document)
        if not levels or None in levels.values():
            return None
        choices = {key: found for key, found in levels.items() if found and key in keys}
        if prod(map(len, choices.values())) > MOST_CELLS:
            return None
        cells += [dict(zip(choices, combination, strict=True)) for combination in product(*choices.values())]
    unique = {tuple(cell.items()): cell for cell in cells}
    return tuple(unique.values()) or None


def _levels(document: Any) -> dict[str, list[str] | None]:
    """For every key of a sweep the values it takes; None where they cannot be counted."""
    return {key: _values(text) for key, text in _swept(document)}


def _swept(document: Any) -> Iterator[tuple[str, str]]:
    """The overrides of a sweep: those of the command line, and the sweeper's own parameters."""
    hydra = document.get("hydra") if isinstance(document, Mapping) else None
    if not isinstance(hydra, Mapping):
        return
    sweeper, overrides = hydra.get("sweeper"), hydra.get("overrides")
    parameters = sweeper.get("params") if isinstance(sweeper, Mapping) else None
    if isinstance(parameters, Mapping):
        yield from ((str(key).lstrip("+~"), as_text(value)) for key, value in parameters.items())
    tasks = overrides.get("task") if isinstance(overrides, Mapping) else None
    for text in tasks if isinstance(tasks, list) else ():
        if pair := taken_apart(as_text(text)):
            yield pair


def _values(text: str) -> list[str] | None:
    """The values of a sweep: those between commas, of `choice(...)` and of `range(...)`; None of any other call."""
    call = _CALL.fullmatch(text.strip())
    if call is None:
        return [_unquoted(value) for value in _split(text)]
    arguments = _split(call["arguments"])
    if call["name"] == "choice":
        return [_unquoted(value) for value in arguments]
    return _range(arguments) if call["name"] == "range" else None


def _split(text: str) -> list[str]:
    """`text` at the commas that stand in no bracket and no quotes."""
    parts, depth, quote = [""], 0, ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        depth += (character in _OPEN and not quote) - (character in _CLOSE and not quote)
        if character == "," and depth == 0 and not quote:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def _range(arguments: Sequence[str]) -> list[str] | None:
    """The whole numbers of `range(start, stop, step)`, as in Python; None where they are not whole."""
    try:
        numbers = [int(argument.rpartition("=")[2]) for argument in arguments]
        return [str(number) for number in range(*numbers)]
    except (ValueError, TypeError):
        return None


def _unquoted(text: str) -> str:
    stripped = text.strip()
    is_quoted = len(stripped) > 1 and stripped[0] == stripped[-1] and stripped[0] in "'\""
    return stripped[1:-1] if is_quoted else stripped
