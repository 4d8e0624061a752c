"""A path to a collection."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from sweeplens.data.assembly import assembled
from sweeplens.data.brief import Brief
from sweeplens.data.briefpaths import path_problems, reference_problems
from sweeplens.data.briefreader import brief_at
from sweeplens.data.collecting import failures, first_line
from sweeplens.data.collection import Collection
from sweeplens.data.correction_file import word_on
from sweeplens.data.corrections import UserWord
from sweeplens.data.layouts import LAYOUTS
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.walk import survey_anew
from sweeplens.data.problems import Problem
from sweeplens.data.source import Source
from sweeplens.errors import ReadError


def load_collection(path: Path, brief: Brief | None = None, said: UserWord | None = None) -> Collection:
    """The collection at `path`, a directory or a table file; `brief` in place of the one that lies there.

    It is corrected by what is `said` of it, else by what the user keeps on this machine. What cannot be read is among
    the collection's problems; `ReadError` is raised where nothing can.
    """
    _check(path)
    try:
        return _loaded(path, brief, said or word_on(path))
    except _unforeseen() as error:
        raise ReadError(f"{path} cannot be read: {type(error).__name__}: {first_line(error)}.") from error


def _unforeseen() -> tuple[type[BaseException], ...]:
    """What data that nobody thought of makes of the reading of one collection, and that others shall not suffer by."""
    of_values = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
    return (*failures(), *of_values, RecursionError, MemoryError)


def _loaded(path: Path, brief: Brief | None, word: UserWord) -> Collection:
    own, problems = brief_at(path) if path.is_dir() else (Brief(), ())
    meant = own if brief is None else brief
    layout, why, reading, failures = _read(path, replace(meant, roles={**meant.roles, **word.roles}))
    told = (*problems, *path_problems(path, own), *failures, *reference_problems(path, own))
    name = path.resolve().name or str(path)
    return assembled(Source(path, name, meant, reading, f"{layout.title} ({why})", told, word))


def _check(path: Path) -> None:
    """Raises `ReadError` where there is nothing to be read at `path`, whatever it holds."""
    try:
        if path.is_dir():
            next(os.scandir(path), None)
        elif path.stat().st_size == 0:
            raise ReadError(f"{path} is empty.")
    except FileNotFoundError as error:
        raise ReadError(f"There is nothing at {path}.") from error
    except OSError as error:
        raise ReadError(f"{path} cannot be read: {error.strerror or error}.") from error


def _read(path: Path, brief: Brief) -> tuple[Layout, str, Reading, list[Problem]]:
    """What the first layout that recognises and can read the path makes of it, and how those before it failed."""
    failures: list[Problem] = []
    survey_anew()
    for layout in LAYOUTS:
        try:
            if why := layout.detect(path):
                return layout, why, layout.reading(path, brief), failures
        except (ReadError, OSError) as error:
            failures.append(Problem(path.name, str(error), f"it was not read as {layout.title}"))
    if failures:
        raise ReadError(failures[-1].sentence)
    raise ReadError(
        f"{path} holds no table that can be read; a collection has a summary.csv, a brief.yaml or tables in it."
    )
