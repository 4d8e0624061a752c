"""Lines to what a terminal or a pipe is sent."""

from __future__ import annotations

from collections.abc import Mapping

from sweeplens.render.base import Line, Lines
from sweeplens.render.palette import TRUECOLOUR, sgr


def plain(lines: Lines) -> str:
    """The characters alone, without trailing blanks."""
    return "".join("".join(span.text for span in line).rstrip() + "\n" for line in lines)


def ansi(lines: Lines, colours: int) -> str:
    """The characters with escape sequences in so many `colours`; neighbours that share a style start it once."""
    return "".join(_coloured(line, colours) + "\n" for line in lines)


def _coloured(line: Line, colours: int) -> str:
    parts, style, is_ground = [], "", False
    for span in line:
        if span.text.strip() or is_ground or _is_ground(span.role):
            wanted, is_ground = sgr(span.role, colours), _is_ground(span.role)
            parts += [f"\x1b[0;{wanted}m" if wanted else "\x1b[0m"] if wanted != style else []
            style = wanted
        parts.append(span.text)
    return "".join(parts).rstrip() + ("\x1b[0m" if style else "")


def _is_ground(role: str) -> bool:
    """Whether a role is seen on blanks too."""
    return role.startswith("heat:") or role == "cursor"


def colours_of(environ: Mapping[str, str]) -> int:
    """How many colours a terminal says that it has: 2^24, 256, 16, or none where `NO_COLOR` is set or it is dumb."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or term in ("", "dumb"):
        return 0
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return TRUECOLOUR
    return 256 if "256color" in term or "kitty" in term else 16
