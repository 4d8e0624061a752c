"""Writes the README's tables of panes and keys from the code, so that they cannot drift: `python tools/readme.py`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from textual.keys import format_key

from sweeplens.panes import PANES
from sweeplens.tui.commands import COMMANDS

README = Path(__file__).parents[1] / "README.md"


def panes_table() -> str:
    rows = [(f"`{pane.key}`", f"`{pane.id}`", pane.question, _views(pane.views)) for pane in PANES]
    return _table(("key", "pane", "the question", "views"), rows)


def _views(views: tuple[object, ...]) -> str:
    return ", ".join(getattr(view, "title", "").lower() for view in views)


def keys_table() -> str:
    rows = [(_keys(command.keys), command.title, command.help) for command in COMMANDS]
    return _table(("key", "what it does", ""), rows)


def _keys(keys: str) -> str:
    return " ".join(f"`{_escaped(format_key(key.strip()))}`" for key in keys.split(","))


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(fields) + " |" for fields in lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def written(text: str) -> str:
    """The README with both tables as the code has them."""
    for name, table in (("panes", panes_table()), ("keys", keys_table())):
        between = re.compile(rf"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)", re.DOTALL)
        text = between.sub(lambda found, table=table: f"{found[1]}{table}\n{found[2]}", text)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
