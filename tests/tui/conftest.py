"""Tests find a machine without a user: no settings, no memory, and all colours."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"SWEEPLENS_{kind}_DIR", str(tmp_path / kind.lower()))
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TMUX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
