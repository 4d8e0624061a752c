"""CSV as in RFC 4180, with line feeds."""

from __future__ import annotations

from sweeplens.export.base import Exporter, Options
from sweeplens.export.delimited import write_delimited
from sweeplens.figures import Figure


def write_csv(figure: Figure, options: Options) -> str:
    """The figure's table as CSV."""
    return write_delimited(figure, options, ",")


CSV = Exporter("csv", ".csv", "CSV", write_csv)
