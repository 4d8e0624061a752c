"""How the browser is opened: what the command line hands to the application."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Opening:
    """The places to browse, and what is asked of them before the first key."""

    paths: tuple[Path, ...]
    """Collections, roots of collections, or table files."""
    first: str = ""
    """Name of the collection to open first; the one that was left, else the first that is found, where empty."""
    pane: str | None = None
    view: str | None = None
    where: str = ""
    theme: str | None = None
    no_mouse: bool = False
    charset: Literal["auto", "braille", "block", "ascii"] | None = None
    plain_driver: bool = False
    reset_view: bool = False
    """Whether to forget how these places were left."""
    as_inferred: bool = False
    """Whether to leave out the corrections that the user keeps."""
