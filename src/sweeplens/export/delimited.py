"""What CSV and TSV share: a head of names, one line a row, numbers in full."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from sweeplens.export.base import Options
from sweeplens.figures import Figure, Media, Value
from sweeplens.numbers import whole
from sweeplens.text import visible

_PAGE = 10_000
_RUN = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula."""


def write_delimited(figure: Figure, options: Options, delimiter: str) -> str:
    """The figure's table; what is missing is empty, NaN is `nan`, infinities are `inf` and `-inf`.

    Control characters in a text are written as something that can be seen, so that a row is always one line.
    """
    table = figure.as_table()
    places = [at for at in table.places(Media.DATA) if table.columns[at].kind not in ("spark", "histogram")]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow([_field(table.columns[at].name, options) for at in places])
    for start in range(0, len(table.rows), _PAGE):
        page = table.rows.page(start, start + _PAGE)
        writer.writerows([_field(row[at], options) for at in places] for row in page)
    return out.getvalue()


def _field(value: Value, options: Options) -> str:
    """One field: floats by their shortest exact form, without decimals where they are whole."""
    if value is None or (isinstance(value, Sequence) and not isinstance(value, str)):
        return ""
    if not isinstance(value, str):
        return repr(whole(value) if isinstance(value, float) else value)
    text = visible(value)
    return f"'{text}" if options.safe_csv and _runs(text) else text


def _runs(text: str) -> bool:
    """Whether a spreadsheet would take `text` for a formula; a number is none."""
    if not text.lstrip().startswith(_RUN):
        return False
    try:
        float(text)
    except ValueError:
        return True
    return False
