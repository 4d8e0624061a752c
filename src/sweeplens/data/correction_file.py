"""Corrections that a user keeps: one small file for each collection, in the user's state directory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from sweeplens.data.brief import RoleName
from sweeplens.data.corrections import NOTHING_SAID, Corrections, UserWord, Way
from sweeplens.errors import SettingsError
from sweeplens.settings import place_name, removed, state_dir
from sweeplens.text import visible


@dataclass(frozen=True)
class _Page:
    """What stands in the file."""

    collection: str
    roles: Mapping[str, RoleName] = field(default_factory=dict)
    better: Mapping[str, Way] = field(default_factory=dict)


def corrections_file(path: Path) -> Path:
    """Where the corrections of the collection at `path` are kept, however the path is written."""
    return state_dir() / "corrections" / f"{place_name([path.resolve()])}.json"


def word_on(path: Path, for_now: Corrections = NOTHING_SAID, as_inferred: bool = False) -> UserWord:
    """What is kept of the collection at `path`, unless that is left out, and `for_now` with it.

    Nothing is kept, with the reason, where the file cannot be read.
    """
    file = corrections_file(path)
    word = UserWord(for_now=for_now, file=file, as_inferred=as_inferred)
    try:
        return word if as_inferred else replace(word, kept=_kept_in(file))
    except SettingsError as error:
        return replace(word, fault=str(error))


def keep(path: Path, change: Corrections) -> None:
    """Keep what is said of the collection at `path` beside what is kept already; nothing left is no file.

    Raises `SettingsError` where the file cannot be written, or cannot be read and so would be lost.
    """
    file = corrections_file(path)
    kept = _kept_in(file).then(change).in_force
    if not kept.names:
        removed(file)
        return
    import msgspec  # not needed where nothing is kept

    page = _Page(visible(str(path.resolve())), kept.roles, kept.better)  # type: ignore[arg-type]
    partial = file.with_suffix(".partial")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(msgspec.json.format(msgspec.json.encode(page)) + b"\n")
        partial.replace(file)
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}; nothing is kept.") from error
    except UnicodeEncodeError as error:
        raise SettingsError("A name that is no Unicode cannot be written down; nothing is kept.") from error


def forget(path: Path) -> bool:
    """Forget what is kept of the collection at `path`; whether there was anything.

    Raises `SettingsError` where the file cannot be removed.
    """
    return removed(corrections_file(path))


def _kept_in(file: Path) -> Corrections:
    """What a file holds; nothing where it is not there. Raises `SettingsError` where it cannot be read."""
    try:
        written = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return Corrections()
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error
    import msgspec

    try:
        page = msgspec.json.decode(written, type=_Page)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        way_out = "`sweeplens corrections --forget` removes it"
        raise SettingsError(f"{file} holds no corrections that can be read: {error}; {way_out}.") from error
    return Corrections(page.roles, page.better)
