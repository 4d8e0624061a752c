"""`findings.json`: what an author claims of a collection, to be held against what is computed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sweeplens.data.layouts.documents import parse_json, read_text
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError

FINDINGS = "findings.json"


@dataclass(frozen=True)
class Finding:
    """One claim; with a metric and a value it can be checked."""

    claim: str
    id: str = ""
    metric: str = ""
    where: str = ""
    """A filter's text: the rows over which the value is a mean."""
    value: float | None = None
    tolerance: float | None = None
    """How far the value may be off; half a unit of its last digit where None."""
    written: str = ""
    """The value as it stands in the file, whose last digit says how exact it is meant."""


@dataclass(frozen=True)
class Findings:
    """What the file holds."""

    claims: tuple[Finding, ...] = ()
    text: str = ""
    """The file as it is, where it is no list of claims."""
    problems: tuple[Problem, ...] = ()


def findings_at(directory: Path) -> Findings:
    """The findings beside a collection's data; empty where there are none."""
    path = directory / FINDINGS
    if not path.is_file():
        return Findings()
    try:
        said = parse_json(read_text(path))
    except ReadError as error:
        return Findings(problems=(Problem(FINDINGS, str(error), "the findings were left out"),))
    claims = said.get("findings") if isinstance(said, Mapping) else said
    if isinstance(claims, list) and all(isinstance(each, Mapping) and "claim" in each for each in claims):
        return Findings(tuple(_finding(each) for each in claims))
    return Findings(text=json.dumps(said, indent=2, ensure_ascii=False))


def _finding(said: Mapping[str, Any]) -> Finding:
    value = said.get("value")
    return Finding(
        str(said["claim"]),
        str(said.get("id", "")),
        str(said.get("metric", "")),
        _where(said.get("where")),
        _number(value),
        _number(said.get("tolerance")),
        "" if value is None else str(value),
    )


def _where(said: object) -> str:
    """A filter's text; a mapping of factors to levels is one too."""
    if isinstance(said, Mapping):
        return " ".join(f'"{name}"="{level}"' for name, level in said.items())
    return "" if said is None else str(said)


def _number(said: object) -> float | None:
    """A number, as one or as text; None for anything else."""
    if isinstance(said, bool) or not isinstance(said, int | float | str):
        return None
    try:
        return float(said)
    except ValueError:
        return None
