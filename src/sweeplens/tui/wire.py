"""Between an application that repaints and a slow line: only the cells that change go through."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rich.cells import cell_len, get_character_cell_size

from sweeplens.tui.sgr import PLAIN, Pen, after, change
from sweeplens.tui.shadow import NEAR, Cells, Shadow

SYNC_START, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"

_TOKENS = re.compile(
    r"\x1b\[(?P<row>\d*);?(?P<column>\d*)(?P<move>H)"
    r"|\x1b\[(?P<pen>[\d;:]*)m"
    r"|(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|(?P<line>\n)"
    r"|\x1b\]8;[^;]*;(?P<link>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|(?P<other>\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[P_^X][^\x1b]*\x1b\\|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]|.)",
    re.DOTALL,
)
_HARMLESS = re.compile(r"\x1b\[[?>=<].*|\x1b\[[0-?]*[ -/]*[cnpqtux]|\x1b[\]P_^X].*|\x1b[=>]|\x07", re.DOTALL)
"""Sequences that change no cell: modes, reports, titles, the clipboard, the bell."""
_OTHER_SCREEN = re.compile(r"\x1b\[\?(?:1049|1047|47)[hl]")


class Wire:
    """Takes what an application writes to a terminal; gives what has to be sent, which leaves the same on its screen.

    `stand_ins` translates text for terminals that lack glyphs.
    """

    def __init__(self, stand_ins: Mapping[int, str] | None = None) -> None:
        self._stand_ins = stand_ins
        self._shadow = Shadow()
        self._x = self._y = 0
        self._pen = PLAIN
        self._link = False
        self._is_lost = False
        """Whether the application's cursor is not known until its next absolute move."""
        self._sync_waits = False
        self._terminal_at: tuple[int, int] | None = None
        self._terminal_pen: Pen | None = None
        self._out: list[str] = []

    def forget(self) -> None:
        """Know nothing of the screen any more: whatever is written next goes through."""
        self._shadow.clear()
        self._terminal_at = self._terminal_pen = None

    def encode(self, data: str) -> str:
        """What to send for `data`; empty where the screen shows it already."""
        for token in _TOKENS.finditer(data):
            self._take(token, token.lastgroup or "")
        sent = "".join(self._out)
        self._out.clear()
        return sent

    def _take(self, token: re.Match[str], kind: str) -> None:
        if kind == "pen":
            self._pen = after(self._pen, token["pen"])
        if kind == "move":
            self._x, self._y = int(token["column"] or 1) - 1, int(token["row"] or 1) - 1
            self._is_lost = False
        elif self._is_lost or kind in ("other", "link"):
            self._pass(token.group(), token["link"])
        elif kind == "text":
            self._write(token["text"].translate(self._stand_ins) if self._stand_ins else token["text"])
        elif kind == "line":
            self._x, self._y = 0, self._y + 1

    def _write(self, text: str) -> None:
        """Put text where the application's cursor is."""
        cells = None if self._link else cells_of(text)
        if cells is None:
            self._write_through(text)
        else:
            self._write_cells(cells)

    def _write_cells(self, cells: Cells) -> None:
        """Send those cells that the terminal does not show."""
        for start, stop in self._shadow.put(self._y, self._x, cells, self._pen):
            self._send_at(self._x + start, "".join(cells[start:stop]))
            is_wide = not all(cells[start:stop])
            self._terminal_at = None if is_wide else (self._x + stop, self._y)
        self._x += len(cells)

    def _write_through(self, text: str) -> None:
        """Send text of which terminals disagree how many cells it takes."""
        self._send_at(self._x, text)
        self._shadow.forget(self._y, self._x, cell_len(text))
        self._terminal_at = None
        self._x += cell_len(text)

    def _send_at(self, x: int, text: str) -> None:
        self._go(x, self._y)
        self._send(change(self._terminal_pen, self._pen))
        self._send(text)
        self._terminal_pen = self._pen

    def _go(self, x: int, y: int) -> None:
        """Bring the terminal's cursor to a cell the short way."""
        if self._terminal_at == (x, y):
            return
        old_x, old_y = self._terminal_at or (x + 1, -2)
        if old_y == y and x > old_x:
            self._send(self._over(old_x, x))
        elif x == 0 and y == old_y + 1:
            self._send("\r\n")
        else:
            self._send(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")

    def _over(self, start: int, stop: int) -> str:
        """From one cell to another at the right: what stands between them again, where that is short."""
        if stop - start <= NEAR and self._terminal_pen is not None:
            between = self._shadow.plain_between(self._y, start, stop, self._terminal_pen)
            if between is not None:
                return between
        return f"\x1b[{stop - start}C" if stop - start > 1 else "\x1b[C"

    def _pass(self, raw: str, link: str | None) -> None:
        """Send what is no text; where it may have changed the screen, that is not known any more."""
        if raw == SYNC_START:
            self._sync_waits = True
        elif raw == SYNC_END and self._sync_waits:
            self._sync_waits = False
        elif raw == SYNC_END or link is not None or _HARMLESS.fullmatch(raw):
            self._send(raw)
            self._link = self._link if link is None else bool(link)
            if _OTHER_SCREEN.fullmatch(raw):
                self.forget()
        else:
            self._pass_unknown(raw)

    def _pass_unknown(self, raw: str) -> None:
        """Send it from where the application believes to be, and follow it blindly to its next absolute move."""
        if not self._is_lost:
            self._go(self._x, self._y)
            self._send(change(self._terminal_pen, self._pen))
        self._send(raw)
        self.forget()
        self._is_lost = True

    def _send(self, text: str) -> None:
        if text and self._sync_waits:
            self._sync_waits = False
            self._out.append(SYNC_START)
        self._out.append(text)


def cells_of(text: str) -> Cells | None:
    """The cells that `text` takes, an empty one behind each wide character.

    None where it has characters that join others (accents, emoji sequences), whose cells terminals count differently.
    """
    if text.isascii():
        return list(text)
    cells: Cells = []
    for character in text:
        width = get_character_cell_size(character)
        if not width:
            return None
        cells += (character, "") if width > 1 else (character,)
    return cells
