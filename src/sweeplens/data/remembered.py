"""What was read of files, remembered until they change; what only grew is gone on with."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from sweeplens.data.signature import Signature, signature_of

T = TypeVar("T")

MOST_BYTES = 256 << 20
"""Of files whose contents one reader remembers; what was asked for longest ago is forgotten first."""

TICK = 100_000_000
"""Nanoseconds within which two states of a file may have the same time."""


@dataclass(frozen=True, eq=False)
class _Kept(Generic[T]):
    """What was read of a file, and the state in which the file was before that."""

    signature: Signature
    value: T
    is_sure: bool
    """Whether another state of the file would have another time: false where it was only just written."""


class Remembered(Generic[T]):
    """A reader of files that reads none again that has not changed."""

    def __init__(
        self,
        read: Callable[..., T],
        go_on: Callable[[Path, T], T | None] = lambda path, before: None,
        is_settled: Callable[[T], bool] = lambda value: True,
        most: int = MOST_BYTES,
    ) -> None:
        """Remembers what `read(path, *how)` gives.

        Where a file has changed, `go_on` is asked first, with what was read before; it gives None where the file has to
        be read anew, as what is not settled always has. Of files of more than `most` bytes together, the latest are
        remembered.
        """
        self._most = most
        self._read, self._go_on, self._is_settled = read, go_on, is_settled
        self._kept: OrderedDict[tuple[Any, ...], _Kept[T]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def __call__(self, path: Path, *how: Any) -> T:
        """What stands in the file now; raises what `read` does."""
        signature, now = signature_of(path), time.time_ns()
        before = self._kept.get((path, *how))
        value = None if before is None else self._still(path, before, signature)
        if value is None:
            value = self._read(path, *how)
        self._keep((path, *how), _Kept(signature, value, abs(now - signature.modified) > TICK))
        return value

    def knows(self, path: Path, *how: Any) -> bool:
        """Whether something is remembered of the file, in whatever state it was."""
        return (path, *how) in self._kept

    def learn(self, value: T, signature: Signature, path: Path, *how: Any) -> None:
        """Remembers what somebody else has just read of the file, which was in this state before that."""
        self._keep((path, *how), _Kept(signature, value, abs(time.time_ns() - signature.modified) > TICK))

    def _still(self, path: Path, before: _Kept[T], signature: Signature) -> T | None:
        """What was read before, with what was added since; None where the file has to be read anew."""
        if before.signature == signature:
            return before.value if before.is_sure and self._is_settled(before.value) else None
        return self._go_on(path, before.value) if signature.size > before.signature.size else None

    def _keep(self, key: tuple[Any, ...], kept: _Kept[T]) -> None:
        with self._lock:
            before = self._kept.pop(key, None)
            self._bytes += kept.signature.size - (before.signature.size if before else 0)
            self._kept[key] = kept
            while self._bytes > self._most and len(self._kept) > 1:
                self._bytes -= self._kept.popitem(last=False)[1].signature.size
