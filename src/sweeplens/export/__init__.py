"""Figure to bytes: the formats in which an answer leaves."""

from __future__ import annotations

from sweeplens.export.base import Exporter, Options
from sweeplens.export.csv import CSV
from sweeplens.export.html import HTML
from sweeplens.export.json import JSON
from sweeplens.export.latex import LATEX
from sweeplens.export.markdown import MARKDOWN
from sweeplens.export.plot import PLOT
from sweeplens.export.tsv import TSV

__all__ = ["EXPORTERS", "Exporter", "Options"]

EXPORTERS: tuple[Exporter, ...] = (MARKDOWN, CSV, TSV, JSON, LATEX, HTML, PLOT)
"""Every format, in the order of menus and help."""
