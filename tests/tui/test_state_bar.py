from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sweeplens.data.collection import Status
from sweeplens.tui.widgets.state_bar import GLYPHS, apportioned, state_bar

COUNTS = st.lists(st.integers(0, 10_000), min_size=1, max_size=5)


@given(COUNTS, st.integers(5, 60))
def test_shares_fill_the_width_and_every_status_that_there_is_has_one(counts: list[int], width: int) -> None:
    shares = apportioned(counts, width)
    assert sum(shares) == (width if any(counts) else 0)
    assert [share > 0 for share in shares] == [count > 0 for count in counts]


@given(COUNTS, st.integers(5, 60))
def test_more_cells_never_have_a_shorter_part(counts: list[int], width: int) -> None:
    shares = sorted(zip(counts, apportioned(counts, width), strict=True))
    assert all(one[1] <= other[1] + 1 for one, other in pairwise(shares))


def test_the_bar_shows_each_status_by_glyph_and_role() -> None:
    bar = state_bar({Status.COMPLETE: 5, Status.INCOMPLETE: 2, Status.MISSING: 1, Status.DIVERGED: 1}, 9)
    assert "".join(span.text for span in bar) == "█████▄▄✗░"
    assert [span.role for span in bar] == [
        f"status:{name}" for name in ("complete", "incomplete", "diverged", "missing")
    ]


def test_no_two_statuses_look_alike() -> None:
    assert set(GLYPHS) == set(Status)
    assert len(set(GLYPHS.values())) == len(GLYPHS)
