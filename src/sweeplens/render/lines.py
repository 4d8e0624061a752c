"""Lines of words: titles, sentences and lists, broken to a width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sweeplens.figures import Axis
from sweeplens.render.base import Line, Lines, Look, Span
from sweeplens.render.glyphs import CHARSETS, Glyphs, arrow
from sweeplens.text import cell_width, clipped, visible, wrapped


def line_width(line: Line) -> int:
    """How many cells a line takes."""
    return sum(cell_width(span.text) for span in line)


def axis_title(axis: Axis, glyphs: Glyphs) -> str:
    """What an axis measures: `kl loss (nats, log) ↓`."""
    inside = ", ".join([visible(axis.unit)] * bool(axis.unit) + ["log"] * axis.log)
    return " ".join(
        part
        for part in (
            glyphs.spelled(visible(axis.label)),
            f"({inside})" if inside else "",
            arrow(axis.direction, glyphs),
        )
        if part
    )


def words(text: str, width: int, role: str = "", indent: str = "") -> Lines:
    """`text` broken into lines of at most `width` cells, those after the first set in by `indent`'s width."""
    room = max(width - cell_width(indent), 1)
    lines = wrapped(visible(text), room)
    heads = (indent, *(" " * cell_width(indent) for _ in lines[1:]))
    return tuple((Span(head + line, role),) for head, line in zip(heads, lines, strict=True))


def title(text: str, width: int, ellipsis: str = "…") -> Lines:
    """A title on one line; no line where it is empty."""
    return ((Span(clipped(visible(text), width, ellipsis), "title"),),) if text else ()


def captions(sentences: Iterable[str], width: int, look: Look) -> Lines:
    """Sentences below a figure, each on lines of its own."""
    spelled = CHARSETS[look.charset].spelled
    return tuple(line for sentence in sentences for line in words(spelled(sentence), width, "muted"))


def flowing(sentences: Iterable[str], width: int, most: int, look: Look) -> Lines:
    """Sentences below a figure, as one paragraph of at most `most` lines; an ellipsis stands for the rest."""
    glyphs = CHARSETS[look.charset]
    lines = words(glyphs.spelled(" ".join(sentences)), width, "muted")
    if len(lines) <= most:
        return lines
    last = clipped("".join(span.text for span in lines[most - 1]), width - len(glyphs.ellipsis) - 1, "")
    return (*lines[: most - 1], (Span(f"{last} {glyphs.ellipsis}", "muted"),))


def note(text: str, width: int) -> Lines:
    """What the drawing itself has to say: what is left out, what could not be drawn."""
    return words(text, width, "muted")


def cut(lines: Lines, height: int | None, width: int, what: str) -> Lines:
    """At most `height` lines; where some are left out, the last one says how many of `what`."""
    if height is None or len(lines) <= height:
        return lines
    kept = lines[: max(height - 1, 0)]
    return (*kept, *note(f"{len(lines) - len(kept)} further {what} below.", width)[:1])


def flowed(items: Sequence[Line], width: int, gap: int = 2) -> Lines:
    """Items side by side in columns of one width, filled line by line."""
    if not items:
        return ()
    widest = max(line_width(item) for item in items)
    count = max((width + gap) // (widest + gap), 1)
    rows = [items[at : at + count] for at in range(0, len(items), count)]
    return tuple(_row(row, widest + gap) for row in rows)


def _row(items: Sequence[Line], column: int) -> Line:
    """Items one after the other, each but the last filled to `column` cells."""
    spans: list[Span] = []
    for item in items[:-1]:
        spans += [*item, Span(" " * (column - line_width(item)))]
    return (*spans, *items[-1])
