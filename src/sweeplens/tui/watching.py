"""Looks at the open collection's files now and then, never twice at once."""

from __future__ import annotations

from time import monotonic

from textual.dom import DOMNode

from sweeplens.data.collection import Collection
from sweeplens.data.watch import changed_files
from sweeplens.tui.messages import FilesChanged

PATIENCE = 10
"""A look that took long is not repeated before this many times its duration."""


class Watcher:
    """Posts `FilesChanged` to its owner, once for every reading of a collection."""

    def __init__(self, owner: DOMNode) -> None:
        self._owner = owner
        self._is_looking = False
        self._not_before = 0.0
        self._told: Collection | None = None

    def look(self, collection: Collection | None) -> None:
        """Look at the collection's files in a thread, unless that is under way, has been told, or takes too long."""
        if collection is None or collection is self._told or self._is_looking or monotonic() < self._not_before:
            return
        self._is_looking = True
        self._owner.run_worker(
            lambda: self._look(collection), name="watch", group="watch", thread=True, exit_on_error=False
        )

    def _look(self, collection: Collection) -> None:
        began = monotonic()
        try:
            changed = changed_files(collection)
        finally:
            self._not_before = monotonic() + PATIENCE * (monotonic() - began)
            self._is_looking = False
        if changed:
            self._told = collection
            self._owner.post_message(FilesChanged(collection, changed))
