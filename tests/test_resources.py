from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens import resources
from sweeplens.errors import SweeplensError
from sweeplens.resources import sample_collections_dir, themes_dir


def test_themes_and_sample_collections_are_found() -> None:
    assert list(themes_dir().glob("*.toml"))
    assert list(sample_collections_dir().glob("*/brief.yaml"))


def test_what_stands_in_the_package_goes_before_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "themes").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    assert themes_dir() == tmp_path / "themes"


def test_a_broken_installation_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    monkeypatch.setattr(resources, "_CHECKOUT", tmp_path)
    with pytest.raises(SweeplensError, match="install sweeplens again"):
        themes_dir()
