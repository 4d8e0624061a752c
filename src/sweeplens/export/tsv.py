"""Tab-separated values, for pasting into a spreadsheet."""

from __future__ import annotations

from sweeplens.export.base import Exporter, Options
from sweeplens.export.delimited import write_delimited
from sweeplens.figures import Figure


def write_tsv(figure: Figure, options: Options) -> str:
    """The figure's table as TSV."""
    return write_delimited(figure, options, "\t")


TSV = Exporter("tsv", ".tsv", "Tab-separated values", write_tsv)
