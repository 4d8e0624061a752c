"""Settings of runs as flat keys and texts: `{"model": {"depth": 4}}` is `model.depth` = `4`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

MOST_KEYS = 2_000
"""How many settings of one file are kept; a file with more is no file of settings."""

_CONFIG_NAME = re.compile(
    r"(?:^|[._\-/])(?:conf(?:ig)?s?|cfg|params?|hparams?|hyper_?param(?:eter)?s?|args?|arguments|specs?|settings?|options?"
    r"|flags?|overrides?|opts?)(?:$|[._\-/])",
    re.IGNORECASE,
)


def is_config(name: str) -> bool:
    """Whether a file or key called `name` holds what a run was given, not what it gave: `config.yaml`, `args`."""
    return bool(_CONFIG_NAME.search(name))


def flat_settings(document: Any, before: str = "") -> dict[str, str]:
    """Every single value of `document` by its dotted key, as text; a list is one value.

    Values that W&B wraps (`lr: {desc: null, value: 0.1}`) are unwrapped. At most `MOST_KEYS` are kept.
    """
    found: dict[str, str] = {}
    for key, value in _flat(document, before):
        if len(found) == MOST_KEYS:
            break
        found[key] = value
    return found


def _flat(value: Any, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        if "value" in value and set(value) <= {"desc", "value"} and key:
            yield from _flat(value["value"], key)
            return
        for name, member in value.items():
            yield from _flat(member, f"{key}.{name}" if key else str(name))
    elif key:
        yield key, as_text(value)


def as_text(value: Any) -> str:
    """One setting as text, numbers as they are written: `true`, `null`, `1e-3`, `[64, 64]`."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {as_text(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_text, value)) + "]"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return str(value)
