"""sweeplens: a terminal browser for the results of experiment sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from sweeplens.data.collection import Collection

__version__ = "0.1.0"


def open(path: str | Path) -> Collection:  # noqa: A001  the module is the namespace: sweeplens.open(...)
    """The collection at `path`: a directory, or a single table file.

    Raises `sweeplens.errors.ReadError` where nothing there can be read as a collection.
    """
    from pathlib import Path

    from sweeplens.data.load import load_collection  # polars costs 90 ms that `import sweeplens` need not pay

    return load_collection(Path(path))
