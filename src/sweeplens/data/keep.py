"""Which runs and which cells a filter keeps."""

from __future__ import annotations

from sweeplens.data.collection import Cell, Collection
from sweeplens.data.query import Filter


def kept_rows(collection: Collection, where: Filter) -> tuple[int, ...]:
    """Row numbers of the runs that `where` keeps, in the file's order; `QueryError` names what is unknown."""
    raise NotImplementedError


def kept_cells(collection: Collection, where: Filter) -> tuple[Cell, ...]:
    """The cells that `where` keeps, missing ones included: by their levels, their status and number of runs, or one of their runs."""
    raise NotImplementedError
