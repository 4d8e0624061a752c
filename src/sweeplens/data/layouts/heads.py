"""First lines of table files, for layouts that are known by their columns."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from sweeplens.data.formats.encoding import decoded
from sweeplens.data.formats.unpack import start_of
from sweeplens.data.layouts.walk import Tree
from sweeplens.errors import ReadError

MOST_OPENED = 40
"""How many files are opened to find one with the columns of a layout."""


def first_lines(path: Path, count: int) -> list[str]:
    """The first lines of a text file; none where it cannot be read."""
    try:
        text = decoded(start_of(path)).data.decode("utf-8", "replace")
    except ReadError:
        return []
    return text.splitlines()[:count]


def first_line(path: Path) -> str:
    """The first line of a text file; empty where it cannot be read."""
    return next(iter(first_lines(path, 1)), "")


def head_of(path: Path) -> list[str]:
    """The fields of the first line of a comma-separated file, stripped; none where it cannot be read."""
    try:
        return [field.strip() for field in next(csv.reader([first_line(path)]), [])]
    except csv.Error:  # a zero byte, on Python 3.10
        return []


def with_head(tree: Tree, is_meant: Callable[[list[str]], bool]) -> Iterator[str]:
    """Names of the CSV files whose columns are meant."""
    return (name for name in tree.names if name.lower().endswith(".csv") and is_meant(head_of(tree.path(name))))


def sample_with_head(tree: Tree, is_meant: Callable[[list[str]], bool]) -> str:
    """The first CSV file whose columns are meant, among the first few; empty where there is none."""
    few = islice((name for name in tree.names if name.lower().endswith(".csv")), MOST_OPENED)
    return next((name for name in few if is_meant(head_of(tree.path(name)))), "")
