"""The closed set of answers: what a pane can say, as data that knows no terminal and no file format.

Every figure is frozen, holds all that any output needs, and can say itself as a `Table`, so that an exporter which
writes tables can write every figure.
"""

from __future__ import annotations

from sweeplens.figures.documents import Block, Document, Figure, Heading, Listing, Notice, Paragraph
from sweeplens.figures.drawings import Axis, Bar, Bars, Curves, Pattern, Plot, Point, Points, Series
from sweeplens.figures.frames import FramePanel, Frames
from sweeplens.figures.grids import Field, Grid
from sweeplens.figures.sliders import Slider
from sweeplens.figures.tables import Column, ColumnKind, ListRows, Rows, Table, table_of
from sweeplens.figures.values import Direction, Folded, Media, Value, is_finite, is_sortable

__all__ = [
    "FIGURES",
    "Axis",
    "Bar",
    "Bars",
    "Block",
    "Column",
    "ColumnKind",
    "Curves",
    "Direction",
    "Document",
    "Field",
    "Figure",
    "Folded",
    "FramePanel",
    "Frames",
    "Grid",
    "Heading",
    "ListRows",
    "Listing",
    "Media",
    "Notice",
    "Paragraph",
    "Pattern",
    "Plot",
    "Point",
    "Points",
    "Rows",
    "Series",
    "Slider",
    "Table",
    "Value",
    "is_finite",
    "is_sortable",
    "table_of",
]

FIGURES: tuple[type, ...] = (Table, Bars, Curves, Points, Grid, Frames, Document, Notice)
"""Every kind of figure; `render` and `export` are tested to know each of them."""
