"""Tables that lie beside a collection's data and are no data: someone derived them from it earlier."""

from __future__ import annotations

from collections.abc import Iterator

from sweeplens.data.collection import Collection
from sweeplens.data.formats import format_of
from sweeplens.data.tablefile import TableFile, read_table
from sweeplens.errors import ReadError

NO_DATA = ("derived table", "not read")
"""What a file was taken for that is no data of any collection."""
LARGEST = 8 << 20
"""Bytes of the largest table that is taken for a derived one."""


def derived_tables(collection: Collection) -> Iterator[TableFile]:
    """The tables among the collection's files that were not read as data; what cannot be read is passed over."""
    if not collection.path.is_dir():
        return
    for entry in collection.files:
        path = collection.path / entry.name
        if entry.what not in NO_DATA or entry.size > LARGEST or format_of(path) is None:
            continue
        try:
            yield read_table(path, entry.name)
        except ReadError:
            continue
