"""The settings file: what it may say, and how it is corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.errors import SettingsError
from sweeplens.settings import Settings, config_dir, load_settings, place_name, settings_file


def test_no_file_gives_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.toml") == Settings()


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('theme = "paper"\nrows = 8\n[keys]\nnext_view = "f5"\n')
    settings = load_settings(file)
    assert (settings.theme, settings.rows, settings.keys) == ("paper", 8, {"next_view": "f5"})
    assert settings.mouse is Settings().mouse


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("colour = 1", "colour"),
        ('rows = "many"', "rows"),
        ('charset = "emoji"', "charset"),
        ("rows = = 3", "settings"),
        ("rows = 0", "rows"),
        ("mean_of = 0", "mean_of"),
        ('folding = "mode"', "folding"),
    ],
)
def test_a_wrong_file_is_one_sentence_that_names_it(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        load_settings(file)
    assert str(file) in str(caught.value)
    assert named in str(caught.value)


def test_the_environment_moves_the_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWEEPLENS_CONFIG_DIR", str(tmp_path))
    assert config_dir() == tmp_path
    assert settings_file().parent == tmp_path


def test_files_about_places_are_called_after_them_and_apart() -> None:
    one, other = (place_name([Path(root) / "sweep"]) for root in ("/a", "/b"))
    assert one.endswith("-sweep")
    assert other.endswith("-sweep")
    assert one != other
    assert place_name([Path("/")]).endswith("-root")
    assert len(place_name([Path("/") / ("ü" * 255)]).encode()) < 200
