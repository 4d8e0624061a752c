"""Has anything of a collection changed since it was read?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sweeplens.data.collection import Collection, FileEntry


def changed_files(collection: Collection) -> tuple[str, ...]:
    """Names of the files that are longer, shorter, newer or gone since the collection was read."""
    return tuple(_changed(_folder(collection), collection.files))


def _folder(collection: Collection) -> Path:
    """What the names of a collection's files are below."""
    return collection.path.parent if collection.path.is_file() else collection.path


def _changed(folder: Path, files: tuple[FileEntry, ...]) -> Iterator[str]:
    for file in files:
        try:
            now = (folder / file.name).stat()
        except OSError:
            yield file.name
            continue
        if (now.st_size, now.st_mtime) != (file.size, file.modified):
            yield file.name


def signature_of(path: Path) -> tuple[int, int, int]:
    """What changes when a file does: when it was modified (ns), its size and its inode; zeros where it is gone."""
    try:
        now = path.stat()
    except OSError:
        return 0, 0, 0
    return now.st_mtime_ns, now.st_size, now.st_ino
