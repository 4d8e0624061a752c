"""Names made short: whatever is left out, they stay apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweeplens.render.naming import shortened, told_apart
from sweeplens.text import cell_width

NAMES = st.lists(st.text(st.characters(codec="latin-1", categories=["L", "N"]), min_size=1, max_size=14), max_size=6)


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["raw at beta=1", "raw at beta=2"], ["beta=1", "beta=2"]),
        (["raw at beta=1", "norm at beta=1"], ["raw", "norm"]),
        (["logs/one/version_0", "logs/two/version_0"], ["one", "two"]),
        (["MiniGrid-FourRooms-v0", "MiniGrid-LavaGapS7-v0"], ["FourRooms", "LavaGapS7"]),
        (["atari_alien", "atari_bank_heist"], ["alien", "bank_heist"]),
        (["lr 1e-3", "lr 1e-4", "lr -1"], ["1e-3", "1e-4", "-1"]),
        (["loss", "loss of a"], ["loss", "loss of a"]),
        (["same name", "same name"], ["same name", "same name"]),
        (["alone in here"], ["alone in here"]),
        ([], []),
    ],
)
def test_words_that_all_names_share_at_an_end_are_left_out(names: list[str], short: list[str]) -> None:
    assert told_apart(names) == short


@pytest.mark.parametrize(
    ("names", "width", "short"),
    [
        (["raw", "norm"], 9, ["raw", "norm"]),
        (["reconstruction", "regularisation"], 7, ["rec…ion", "reg…ion"]),
        (["version_with_a", "version_with_b"], 4, ["ve…a", "ve…b"]),
        (["the same start 1 and end", "the same start 2 and end"], 6, ["…1…", "…2…"]),
    ],
)
def test_what_differs_is_kept(names: list[str], width: int, short: list[str]) -> None:
    assert shortened(names, width, "…") == short


def test_names_that_need_more_room_have_it() -> None:
    names = [f"run {at:03}" for at in range(200)]
    found = shortened(names, 2, "…")
    assert len(set(found)) == 200
    assert max(map(len, found)) < max(map(len, names))


@given(NAMES, st.integers(1, 9))
def test_names_that_differ_differ_when_they_are_short(names: list[str], width: int) -> None:
    assert len(set(shortened(names, width, "…"))) == len(set(names))
    assert len(set(told_apart(names))) == len(set(names))


@given(NAMES, st.integers(1, 20))
def test_no_name_becomes_longer(names: list[str], width: int) -> None:
    longest = max(map(cell_width, names), default=0)
    assert all(cell_width(short) <= max(width, longest) for short in shortened(names, width, "…"))
