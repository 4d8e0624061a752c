"""The heavy libraries, imported at their first use and not before.

`from sweeplens.lazy import pl` costs nothing until an attribute of `pl` is read, so that every module can be imported
(for its titles, keys and help) by a process that never touches a table.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["np", "pl"]


class _Lazy:
    """A module that imports itself when an attribute is asked of it; the import lock makes it safe in threads."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(import_module(self._name), attribute)
        self.__dict__[attribute] = found  # drawing asks thousands of times a frame
        return found


if TYPE_CHECKING:
    import numpy as np
    import polars as pl
else:
    np = _Lazy("numpy")
    pl = _Lazy("polars")
