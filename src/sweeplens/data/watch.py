"""Has anything of a collection changed since it was read?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from sweeplens.data.collection import Collection, FileEntry

LOOKED_INTO = ("", "data")
"""Folders of a collection in which new files are looked for."""


def changed_files(collection: Collection) -> tuple[str, ...]:
    """Names of the files that are longer, shorter, newer, others, new or gone since the collection was read.

    New ones are looked for where tables lie: at the top of a collection and under `data/`.
    """
    if collection.path.is_file():
        return tuple(_changed(collection.path.parent, collection.files))
    known = {file.name for file in collection.files}
    return (*_changed(collection.path, collection.files), *(n for n in _names(collection.path) if n not in known))


def has_changed(collection: Collection) -> bool:
    """Whether the collection would read differently now."""
    return bool(changed_files(collection))


def _changed(folder: Path, files: tuple[FileEntry, ...]) -> Iterator[str]:
    for file in files:
        try:
            now = (folder / file.name).stat()
        except OSError:
            yield file.name
            continue
        is_same = (now.st_size, now.st_mtime) == (file.size, file.modified) and file.inode in (0, now.st_ino)
        if not is_same:
            yield file.name


def _names(root: Path) -> Iterator[str]:
    """Names of the files where tables lie, as the collection calls them."""
    for folder in LOOKED_INTO:
        try:
            with os.scandir(root / folder) as entries:
                yield from sorted(f"{folder}/{e.name}".lstrip("/") for e in entries if e.is_file())
        except OSError:
            continue
