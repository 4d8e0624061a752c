"""Where the files are that come with sweeplens: beside the package once installed, at the top of a source checkout."""

from __future__ import annotations

from pathlib import Path

from sweeplens.errors import SweeplensError

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent


def themes_dir() -> Path:
    """The directory of the shipped themes, one TOML file each."""
    return _shipped("themes")


def sample_collections_dir() -> Path:
    """The directory of the shipped sample collections."""
    return _shipped("sample_collections")


def _shipped(name: str) -> Path:
    for place in (_PACKAGE, _CHECKOUT):
        if (place / name).is_dir():
            return place / name
    raise SweeplensError(f"The files of {name} are not beside {_PACKAGE}; install sweeplens again.")
