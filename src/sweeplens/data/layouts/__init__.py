"""Directory layouts, the most particular first: the first that recognises a directory reads it."""

from __future__ import annotations

from sweeplens.data.layouts import aggregate, tables
from sweeplens.data.layouts.base import Layout

LAYOUTS: tuple[Layout, ...] = (aggregate.LAYOUT, tables.LAYOUT)
"""Every layout, in the order in which they are tried."""
