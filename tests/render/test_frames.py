from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sweeplens.figures import Axis, FramePanel, Frames
from sweeplens.render import render
from sweeplens.render.base import Cursor, Lines, Size
from sweeplens.render.frames import between
from tests.gallery import FRAMES

MOVING = Frames("", (0.0, 100.0), (FramePanel("p", Axis("x"), Axis("y"), ("a",), [[(0.0, 0.0)], [(10.0, 10.0)]]),))


def text_of(lines: Lines) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def drawn(frames: Frames, frame: float | None = None, size: Size | None = None) -> str:
    return text_of(render(frames, size or Size(80, 24), None, Cursor(frame=frame)))


def marker_at(text: str) -> tuple[int, int]:
    """Row and column of the only marker."""
    rows = text.splitlines()
    row = next(at for at, line in enumerate(rows) if "●" in line)
    return row, rows[row].index("●")


def test_panels_stand_side_by_side_under_one_step() -> None:
    lines = drawn(FRAMES, 0.0).splitlines()
    assert lines[1] == "step 31 · 2% · frame 1 of 8"
    assert lines[2].split() == ["full", "reinit"]


def test_the_last_frame_is_drawn_where_none_is_named() -> None:
    assert "frame 8 of 8" in drawn(FRAMES)


@pytest.mark.parametrize(("asked", "said"), [(-5.0, "frame 1 of 8"), (99.0, "frame 8 of 8")])
def test_a_frame_beyond_the_ends_is_the_one_at_the_end(asked: float, said: str) -> None:
    assert said in drawn(FRAMES, asked)


def test_points_are_on_straight_ways_between_two_frames() -> None:
    assert between(np.array([[[0.0, 0.0]], [[10.0, -4.0]]]), 0.25).tolist() == [[2.5, -1.0]]


def test_between_two_frames_both_steps_are_named() -> None:
    assert "between step 31 and 231" in drawn(FRAMES, 0.5)


def test_points_move_while_the_limits_stand_still() -> None:
    first, middle, last = (drawn(MOVING, frame) for frame in (0.0, 0.5, 1.0))
    assert marker_at(first)[1] < marker_at(middle)[1] < marker_at(last)[1]
    assert marker_at(first)[0] > marker_at(middle)[0] > marker_at(last)[0]
    assert first.splitlines()[-2:] == last.splitlines()[-2:]


def test_paper_gets_a_few_frames_from_the_first_to_the_last() -> None:
    text = drawn(FRAMES, size=Size(120))
    assert text.count("· full") == 6
    assert "step 31 · 2% · full" in text
    assert "step 1431 · 100% · full" in text


def test_panels_that_stand_still_have_no_step_above_them() -> None:
    still = Frames(
        "", (100.0,), tuple(replace(MOVING.panels[0], positions=[[(0.0, 0.0)]], still_at=50.0) for _ in range(2))
    )
    assert "step" not in drawn(still)


def test_names_are_listed_with_their_markers() -> None:
    assert "● a" in drawn(FRAMES)
    assert "■ c" in drawn(FRAMES)


def test_the_moment_of_a_panel_that_stands_still_is_never_cut() -> None:
    panel = replace(MOVING.panels[0], title="a task of a very long name", still_at=100.0, moment="@3000 (100 %)")
    still = Frames("", (100.0,), tuple(replace(panel, positions=[[(0.0, 0.0)]]) for _ in range(3)))
    heads = drawn(still).splitlines()[0]
    assert heads.count("@3000 (100 %)") == 3
    assert heads.startswith("a ")


def test_the_legend_of_many_names_is_whole_where_there_is_room() -> None:
    names = tuple(f"strategy {at}" for at in range(10))
    cloud = replace(MOVING.panels[0], names=names, positions=[[(float(at), 0.0) for at in range(10)]] * 2)
    text = drawn(replace(MOVING, panels=(cloud,)))
    assert all(name in text for name in names)


@pytest.mark.parametrize(("size", "across"), [(Size(77, 20), 3), (Size(86, 36), 2)])
def test_clouds_are_as_large_both_ways_as_the_room_lets_them(size: Size, across: int) -> None:
    three = replace(MOVING, panels=tuple(replace(MOVING.panels[0], title=f"panel {at}") for at in range(3)))
    assert drawn(three, size=size).splitlines()[1].count("panel") == across
