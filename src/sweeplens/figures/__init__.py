"""The closed set of answers: what a pane can say, as data that knows no terminal and no file format.

Every figure is frozen, holds all that any output needs, and can say itself as a `Table`, so that an exporter which
writes tables can write every figure.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sweeplens.figures.curves import Curves, Divergence, Pattern, Plot, Series, Stand
    from sweeplens.figures.documents import (
        Block,
        Document,
        Figure,
        Heading,
        Item,
        Listing,
        Notice,
        Paragraph,
        Verbatim,
        is_figure,
    )
    from sweeplens.figures.drawings import Axis, Bar, Bars, Point, Points
    from sweeplens.figures.frames import FramePanel, Frames
    from sweeplens.figures.grids import Field, Grid, Ordering
    from sweeplens.figures.sliders import Slider
    from sweeplens.figures.tables import Column, ColumnKind, ListRows, Rows, Table, table_of
    from sweeplens.figures.values import (
        Course,
        Direction,
        Folded,
        Media,
        Unranked,
        Value,
        WithinNoise,
        Written,
        at_steps,
        is_finite,
        is_ranked,
        is_sortable,
    )

    FIGURES: tuple[type, ...]
    """Every kind of figure; `render` and `export` are tested to know each of them."""

__all__ = [
    "FIGURES",
    "Axis",
    "Bar",
    "Bars",
    "Block",
    "Column",
    "ColumnKind",
    "Course",
    "Curves",
    "Direction",
    "Divergence",
    "Document",
    "Field",
    "Figure",
    "Folded",
    "FramePanel",
    "Frames",
    "Grid",
    "Heading",
    "Item",
    "ListRows",
    "Listing",
    "Media",
    "Notice",
    "Ordering",
    "Paragraph",
    "Pattern",
    "Plot",
    "Point",
    "Points",
    "Rows",
    "Series",
    "Slider",
    "Stand",
    "Table",
    "Unranked",
    "Value",
    "Verbatim",
    "WithinNoise",
    "Written",
    "at_steps",
    "is_figure",
    "is_finite",
    "is_ranked",
    "is_sortable",
    "table_of",
]

_KINDS = ("Table", "Bars", "Curves", "Points", "Grid", "Frames", "Document", "Notice")
_HOMES = {
    "curves": "Curves Divergence Pattern Plot Series Stand",
    "documents": "Block Document Figure Heading Item Listing Notice Paragraph Verbatim is_figure",
    "drawings": "Axis Bar Bars Point Points",
    "frames": "FramePanel Frames",
    "grids": "Field Grid Ordering",
    "sliders": "Slider",
    "tables": "Column ColumnKind ListRows Rows Table table_of",
    "values": (
        "Course Direction Folded Media Unranked Value WithinNoise Written at_steps is_finite is_ranked is_sortable"
    ),
}
"""Which module holds which names: the first paint needs tables alone."""


def __getattr__(name: str) -> Any:
    """What is called `name`, its module imported when it is first asked for."""
    if name == "FIGURES":
        return tuple(__getattr__(kind) for kind in _KINDS)
    home = next((home for home, names in _HOMES.items() if name in names.split()), None)
    if home is None:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return found
