"""Tables of random content in random dialects, for the tests that write them and read them back."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass

from hypothesis import strategies as st

WORDS = [
    "raw",
    "dist norm",
    "tokcc a.25",
    "ünïcode β",
    "a,b",
    "semi;colon",
    'quo"te',
    "line\nbreak",
    "模式",
    "bar|tab\t",
    "none at all",
]


@dataclass(frozen=True)
class Written:
    """A table, and the bytes of one file that holds it."""

    names: list[str]
    rows: list[list[float | str | None]]
    data: bytes


@dataclass(frozen=True)
class Style:
    """One way of writing a table."""

    separator: str
    quote_all: bool
    line_end: str
    encoding: str
    decimal: str
    comments: tuple[str, ...]
    has_blank_lines: bool
    ends_with_line_end: bool


styles = st.builds(
    Style,
    separator=st.sampled_from([",", ";", "\t", "|"]),
    quote_all=st.booleans(),
    line_end=st.sampled_from(["\n", "\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"]),
    decimal=st.sampled_from([".", ","]),
    comments=st.sampled_from([(), ("# written by a logger",), ('#{"t_start": 1.5, "env_id": "Pendulum"}', "# two")]),
    has_blank_lines=st.booleans(),
    ends_with_line_end=st.just(True),
)

numbers = st.one_of(
    st.floats(-1e6, 1e6, allow_nan=False).map(lambda x: round(x, 4)),
    st.floats(allow_nan=False, allow_infinity=False),
    st.just(math.nan),
    st.just(math.inf),
    st.none(),
)
words = st.one_of(st.sampled_from(WORDS), st.none())


@st.composite
def tables(draw: st.DrawFn, styles: st.SearchStrategy[Style] = styles) -> Written:
    """A table with a column of words and one or more of numbers, written in one style."""
    style = draw(styles)
    count, height = draw(st.integers(1, 4)), draw(st.integers(3, 12))
    names = ["family", *(f"metric {at}" for at in range(count))]
    columns = [[draw(words) for _ in range(height)], *([draw(numbers) for _ in range(height)] for _ in range(count))]
    rows = [list(row) for row in zip(*columns, strict=True)]
    rows = [row for row in rows if any(value is not None for value in row)]
    return Written(names, rows, written(names, rows, style))


def written(names: list[str], rows: list[list[float | str | None]], style: Style) -> bytes:
    """The bytes of a file that holds the table in a style."""
    out = io.StringIO()
    quoting = csv.QUOTE_ALL if style.quote_all else csv.QUOTE_MINIMAL
    writer = csv.writer(out, delimiter=style.separator, quoting=quoting, lineterminator=style.line_end)
    out.write("".join(comment + style.line_end for comment in style.comments))
    writer.writerow(names)
    for row in rows:
        out.write(style.line_end if style.has_blank_lines else "")
        writer.writerow([_field(value, style) for value in row])
    text = out.getvalue()
    return (text if style.ends_with_line_end else text.removesuffix(style.line_end)).encode(style.encoding)


def _field(value: float | str | None, style: Style) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return repr(value) if style.separator == "," else repr(value).replace(".", style.decimal)
