"""What a user has set: one frozen value, one TOML file, and the directories that belong to the user."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

import platformdirs

from sweeplens.errors import SettingsError
from sweeplens.ways import Folding, Nonfinite, Statistic

APP = "sweeplens"
LONGEST_NAME = 40
"""Characters of a place's name in the names of files about it, however many bytes each takes."""


@dataclass(frozen=True)
class Settings:
    """Everything that can be set in `settings.toml`; a key that is absent keeps the value here."""

    theme: str = "lens-dark"
    """Name of a theme: one that is shipped, or a file in `themes/` beside the settings."""
    charset: Literal["auto", "braille", "block", "ascii"] = "auto"
    """Which glyphs are drawn; `auto` asks the locale."""
    mouse: bool = True
    """Whether the application listens to the mouse."""
    plain_driver: bool = False
    """Whether every repaint is sent whole, for terminals that lose cells."""
    rows: int = 5
    """How many rows of each end a ranking shows."""
    fold: bool = False
    """Whether replicates are folded into cells from the start."""
    folding: Folding = "mean-std"
    """What a cell is where replicates are folded."""
    nonfinite: Nonfinite = "exclude"
    """What NaN and infinities are where values are averaged: left out, or the worst finite value of their metric."""
    statistic: Statistic = "last"
    """The value of its history that a run stands for."""
    mean_of: int = 5
    """How many of the last values the statistic `mean` is of."""
    watch_seconds: float = 5.0
    """How often the open collection's files are looked at for changes; 0 for never."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """New keys by command: `next_view = "f5,ctrl+v"`."""


def config_dir() -> Path:
    """Where the settings and the user's themes are; `SWEEPLENS_CONFIG_DIR` names another place."""
    return _user_dir("CONFIG", platformdirs.user_config_path)


def state_dir() -> Path:
    """Where is remembered how each root was left, and where the log is; `SWEEPLENS_STATE_DIR` names another place."""
    return _user_dir("STATE", platformdirs.user_state_path)


def cache_dir() -> Path:
    """Where what took long to read is kept; `SWEEPLENS_CACHE_DIR` names another place."""
    return _user_dir("CACHE", platformdirs.user_cache_path)


def _user_dir(kind: str, default: Any) -> Path:
    chosen = os.environ.get(f"SWEEPLENS_{kind}_DIR")
    return Path(chosen) if chosen else Path(default(APP, appauthor=False))


def place_name(paths: Sequence[Path]) -> str:
    """What a file about these places is called, its suffix left out: it can be recognised, and is never too long."""
    places = "\n".join(map(str, paths))
    return f"{crc32(places.encode(errors='surrogateescape')):08x}-{paths[0].name[:LONGEST_NAME] or 'root'}"


def removed(file: Path) -> bool:
    """Whether a file of the user's was there; it is no more. Raises `SettingsError` where it cannot be removed."""
    try:
        file.unlink()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise SettingsError(f"{file} cannot be removed: {error.strerror}.") from error
    return True


def settings_file() -> Path:
    """The file that `load_settings` reads."""
    return config_dir() / "settings.toml"


def load_settings(file: Path | None = None) -> Settings:
    """The user's settings; the defaults where there is no file.

    Raises `SettingsError` naming the file and the key that cannot be meant.
    """
    file = file or settings_file()
    try:
        raw = parse_toml(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        raise SettingsError(f"{file} cannot be read as settings: {error}.") from error
    import msgspec  # most users have no settings, and the first paint can do without it

    _refuse_unknown(file, raw)
    try:
        settings = msgspec.convert(raw, Settings)
    except msgspec.ValidationError as error:
        raise SettingsError(f"{file}: {error}.") from error
    _refuse_nothing(file, settings)
    return settings


def _refuse_unknown(file: Path, raw: Mapping[str, object]) -> None:
    known = Settings.__dataclass_fields__
    for key in raw:
        if key not in known:
            raise SettingsError(f"{file}: there is no setting called {key}; the settings are {', '.join(known)}.")


def _refuse_nothing(file: Path, settings: Settings) -> None:
    for key in ("rows", "mean_of"):
        if getattr(settings, key) < 1:
            raise SettingsError(f"{file}: {key} is a number of what is to be shown, 1 at least.")


def parse_toml(text: str) -> dict[str, Any]:
    """The table that a TOML text holds; `ValueError` where it is not TOML."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)
