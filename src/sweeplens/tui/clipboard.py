"""Copying over a terminal: by its own escape sequence, or through tmux, which does not let that pass."""

from __future__ import annotations

import base64
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sweeplens.text import plural

Way: TypeAlias = Literal["terminal", "tmux", "nothing"]

TERMINAL_LIMIT = 100_000
"""Encoded bytes beyond which terminals drop what is sent, or a part of it."""
TMUX_LIMIT = 5_000_000
TMUX_SECONDS = 2.0
SCREEN_PIECE = 512
"""Bytes that GNU screen passes on at a time."""


@dataclass(frozen=True)
class Sent:
    """What became of a text that was to be copied."""

    way: Way
    """Through what it went; `nothing` where it was too large to be sent."""
    size: int
    """Bytes of the text in UTF-8."""
    lines: int

    @property
    def sentence(self) -> str:
        """What a user is told: that it was sent, since no terminal says whether it arrived."""
        what = f"{plural(self.lines, 'line')}, {plural(self.size, 'byte')}"
        if self.way == "nothing":
            return f"{what} are too much for a terminal's clipboard; write them to a file instead (e)."
        return f"Sent to the clipboard through {'tmux' if self.way == 'tmux' else 'the terminal'}: {what}."


def copy(text: str, write: Callable[[str], object], environ: Mapping[str, str] = os.environ) -> Sent:
    """Send `text` to the clipboard of the user's own machine; `write` writes to the terminal.

    Never cuts: what is too large is not sent at all. tmux may take two seconds, so this is work for a thread; a
    `write` that belongs to the event loop has to be wrapped accordingly.
    """
    data = text.encode("utf-8", "replace")
    lines = text.count("\n") + (not text.endswith("\n"))
    if environ.get("TMUX") and len(data) <= TMUX_LIMIT and _through_tmux(data):
        return Sent("tmux", len(data), lines)
    sequence = clipboard_sequence(data, in_screen=bool(environ.get("STY")))
    if len(sequence) > TERMINAL_LIMIT:
        return Sent("nothing", len(data), lines)
    write(sequence)
    return Sent("terminal", len(data), lines)


def clipboard_sequence(data: bytes, in_screen: bool = False) -> str:
    """OSC 52 with `data`; in pieces that GNU screen hands on to its terminal where told."""
    sequence = f"\x1b]52;c;{base64.b64encode(data).decode()}\x07"
    if not in_screen:
        return sequence
    pieces = (sequence[at : at + SCREEN_PIECE] for at in range(0, len(sequence), SCREEN_PIECE))
    return "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)


def _through_tmux(data: bytes) -> bool:
    """Whether tmux took `data` as a buffer and sent it on to its client's clipboard."""
    command = ["tmux", "load-buffer", "-w", "-"]
    try:
        return not subprocess.run(
            command, input=data, capture_output=True, timeout=TMUX_SECONDS, check=False
        ).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False
