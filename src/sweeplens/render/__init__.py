"""Figure to text, for a size and a look.

The parts are small and used one by one; what draws every kind of figure comes with the first one that is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sweeplens.render.drawings import DRAWINGS, render

__all__ = ["DRAWINGS", "render"]


def __getattr__(name: str) -> Any:
    """`render` and `DRAWINGS`, imported when they are asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from sweeplens.render import drawings

    return getattr(drawings, name)
