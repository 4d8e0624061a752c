"""Tables of random content in random dialects, for the tests that write them and read them back."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

WORDS = (
    "raw",
    "dist norm",
    "tokcc a.25",
    "größe",
    "a,b",
    "semi;colon",
    'quo"te',
    "two\nlines",
    "bar|tab\tend",
    "β 模式",
)
FORMS: dict[str, Callable[[float], str]] = {
    "plain": repr,
    "signed": lambda x: f"{x:+.4f}",
    "percent": lambda x: f"{x:.2f}%",
    "spread": lambda x: f"{x:.2f} ± {abs(x) / 8:.2f}",
    "grouped": lambda x: f"{x:,.2f}",
}
"""How the numbers of a column may be written."""


@dataclass(frozen=True)
class Style:
    """One way of writing a table."""

    separator: str = ","
    quotes_all: bool = False
    line_end: str = "\n"
    encoding: str = "utf-8"
    decimal: str = "."
    comments: tuple[str, ...] = ()
    has_blank_lines: bool = False
    ends_with_line_end: bool = True


@dataclass(frozen=True)
class Written:
    """A table as it was meant, and the bytes of a file that holds it."""

    names: list[str]
    words: list[str | None]
    numbers: list[list[float | None]]
    """By column; as far as they were written."""
    data: bytes


styles = st.builds(
    Style,
    separator=st.sampled_from([",", ";", "\t", "|"]),
    quotes_all=st.booleans(),
    line_end=st.sampled_from(["\n", "\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"]),
    decimal=st.sampled_from([".", ","]),
    comments=st.sampled_from(
        [(), ("# written by a logger",), ('#{"t_start": 1.5, "env": "Pendulum"}', "# two, words")]
    ),
    has_blank_lines=st.booleans(),
    ends_with_line_end=st.booleans(),
)
finite = st.floats(-1e6, 1e6).map(lambda x: round(x, 4)) | st.floats(allow_nan=False, allow_infinity=False)
values = finite | st.sampled_from([math.nan, math.inf, -math.inf, None])


@st.composite
def tables(draw: st.DrawFn) -> Written:
    """A table with a column of words and one to four of numbers, each written in a form of its own, in one style."""
    style, height = draw(styles), draw(st.integers(3, 10))
    words = draw(st.lists(st.sampled_from([*WORDS, None]), min_size=height, max_size=height))
    forms = draw(st.lists(st.sampled_from(sorted(FORMS)), min_size=1, max_size=4))
    columns = [_column(draw(st.lists(values, min_size=height, max_size=height)), form, style) for form in forms]
    texts = [[word or "" for word in words], *([text for text, _ in column] for column in columns)]
    rows = [list(row) for row in zip(*texts, strict=True)]
    kept = [at for at, row in enumerate(rows) if any(row)]
    names = ["family", *(f"{form} {at}" for at, form in enumerate(forms))]
    return Written(
        names,
        [words[at] for at in kept],
        [[column[at][1] for at in kept] for column in columns],
        written([names, *(rows[at] for at in kept)], style),
    )


def _column(numbers: list[float | None], form: str, style: Style) -> list[tuple[str, float | None]]:
    """Each number as it is written, and as what was written means."""
    return [("", None) if number is None else _cell(number, form, style) for number in numbers]


def _cell(number: float, form: str, style: Style) -> tuple[str, float | None]:
    if not math.isfinite(number):
        return str(number), number
    text = FORMS["plain" if form == "grouped" and style.decimal == "," else form](number)
    value = float(text.split(" ")[0].rstrip("%").replace(",", ""))
    has_commas = style.decimal == "," and style.separator != ","
    return (text.replace(".", ",") if has_commas else text), value


def written(rows: list[list[str]], style: Style) -> bytes:
    """The bytes of a file that holds the rows in a style; in UTF-8 where the style's encoding lacks a sign."""
    out = io.StringIO()
    writer = csv.writer(
        out,
        delimiter=style.separator,
        quoting=csv.QUOTE_ALL if style.quotes_all else csv.QUOTE_MINIMAL,
        lineterminator=style.line_end,
    )
    out.write("".join(comment + style.line_end for comment in style.comments))
    for row in rows:
        writer.writerow(row)
        out.write(style.line_end if style.has_blank_lines else "")
    text = out.getvalue()
    text = text if style.ends_with_line_end else text.rstrip("\r\n")
    try:
        return text.encode(style.encoding)
    except UnicodeEncodeError:
        return text.encode()
