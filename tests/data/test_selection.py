"""The part of a question that keys and options change."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from sweeplens.data.query import EVERYTHING, parse_filter
from sweeplens.data.selection import Selection


def test_a_new_selection_keeps_every_row() -> None:
    assert Selection().where == EVERYTHING


def test_another_filter_changes_nothing_else() -> None:
    asked = Selection(metric="loss", by=("family",), rows=3)
    narrowed = asked.with_where(parse_filter("beta=.1"))
    assert (narrowed.metric, narrowed.by, narrowed.rows) == ("loss", ("family",), 3)
    assert narrowed.with_where(EVERYTHING) == asked


def test_a_selection_is_a_value() -> None:
    assert len({Selection(metric="loss"), Selection(metric="loss")}) == 1
    with pytest.raises(FrozenInstanceError):
        Selection().metric = "loss"  # type: ignore[misc]
