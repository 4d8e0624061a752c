"""The fields of a delimited text: by polars where it can, by the standard library where polars refuses."""

from __future__ import annotations

import io

from sweeplens.data.formats.dialect import Dialect
from sweeplens.data.formats.grid import Grid, grid_of, numbered
from sweeplens.data.formats.records import Records, records_of
from sweeplens.lazy import np, pl


def parsed(data: bytes, body: Records, dialect: Dialect, width: int) -> Grid:
    """The records of `body` as a grid of `width` columns."""
    if not len(body):
        return grid_of([], [], width)
    is_plain = body.is_sound and dialect.is_plain
    frame = at_once(body.joined(data), dialect.separator, dialect.quote, width) if is_plain else None
    if frame is not None and frame.height == len(body):
        return Grid(frame, body.fields, body.lines, is_tidy(data, dialect))
    tolerant = _tolerant(data, body, dialect, width)
    if not dialect.quote or dialect.escape:
        return tolerant
    plain = _unquoted(data, body, dialect, width)
    return min((tolerant, plain), key=lambda grid: (int((grid.fields != width).sum()), -len(grid.fields)))


def at_once(text: bytes, separator: str, quote: str, width: int) -> pl.DataFrame | None:
    """The rows as polars reads them, all strings; None where it finds the text malformed."""
    header = separator.join(numbered(width)).encode() + b"\n"
    try:
        return pl.read_csv(
            header + text,
            separator=separator,
            quote_char=quote or None,
            infer_schema=False,
            truncate_ragged_lines=True,
            glob=False,
        )
    except pl.exceptions.PolarsError:
        return None


def is_tidy(data: bytes, dialect: Dialect) -> bool:
    """Whether no blank stands beside a separator, a quote or a line end, and no field is quoted and empty."""
    if b"\xa0" in data or (b'"' in data and (dialect.separator == "\t" or b'""' in data)):
        return False
    return not any(_stands_at_edges(blank, data, dialect) for blank in {" ", "\t"} - {dialect.separator})


def _stands_at_edges(blank: str, data: bytes, dialect: Dialect) -> bool:
    if blank.encode() not in data:
        return False
    is_edge = np.zeros(256, dtype=bool)
    is_edge[[ord(sign) for sign in (dialect.separator, dialect.quote, "\n", "\r") if sign]] = True
    text = np.frombuffer(data, dtype=np.uint8)
    places = np.flatnonzero(text == ord(blank))
    return bool(is_edge[text[places - 1]].any() or is_edge[text[np.minimum(places + 1, len(text) - 1)]].any())


def _tolerant(data: bytes, body: Records, dialect: Dialect, width: int) -> Grid:
    """The rows as the standard library reads them: a quote inside a field is a letter."""
    text = data[int(body.starts[0]) : int(body.ends[-1])].decode("utf-8", "replace")
    rows, lines = _rows(text, dialect)
    first = int(body.lines[0])
    return grid_of(rows, [first + line for line in lines], width)


def _rows(text: str, dialect: Dialect) -> tuple[list[list[str]], list[int]]:
    """The rows that hold anything, and how many lines stand before each."""
    reader = dialect.rows(io.StringIO(text, newline="\n"))
    rows, lines, before = [], [], 0
    for row in reader:
        if any(field.strip() for field in row):
            rows.append(row)
            lines.append(before)
        before = reader.line_num
    return rows, lines


def _unquoted(data: bytes, body: Records, dialect: Dialect, width: int) -> Grid:
    """The rows with every quote taken as a letter."""
    start, end = int(body.starts[0]), int(body.ends[-1])
    records = records_of(data[start:end], dialect.separator, quote="")
    frame = at_once(records.joined(data[start:end]), dialect.separator, "", width)
    if frame is None or frame.height != len(records):
        return _tolerant(data, body, Dialect(dialect.separator, quote=""), width)
    return Grid(frame, records.fields, records.lines + int(body.lines[0]) - 1)
