"""What an exporter is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sweeplens.figures import Figure


@dataclass(frozen=True)
class Options:
    """What a user can ask of a format."""

    precision: int | None = None
    """Decimals of every number that is not whole, in documents; four, and at most six digits, where None."""
    safe_csv: bool = False
    """Whether text that a spreadsheet would run is defused in CSV and TSV."""
    provenance: Sequence[Mapping[str, object]] = ()
    """Where each collection's rows come from; where there are some, JSON is an object that holds them beside `rows`."""


@dataclass(frozen=True)
class Exporter:
    """One format in which a figure leaves."""

    name: str
    """What it is called after `--format`."""
    suffix: str
    """The end of a file's name that asks for it."""
    title: str
    """What a menu calls it."""
    write: Callable[[Figure, Options], str | bytes]
    """The figure in this format, ending with a line end; may raise `ExportError`."""
