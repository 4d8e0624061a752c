"""Moving through figures: frames that play, checkpoints that are stepped, fields that are opened."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest

from sweeplens.data.query import filter_text
from sweeplens.figures import Curves, Frames, Grid, Table
from sweeplens.render.field_readout import grid_of
from sweeplens.tui.widgets.drawing import Drawing
from sweeplens.tui.widgets.playing import PACES, USUAL_PACE
from tests.tui.driving import SUM, Driven, driven

MODES = "full-vs-reinit_20260415"


def drawing(it: Driven) -> Drawing:
    return it.main.figure_view.drawing


def readout(it: Driven) -> str:
    """`step 1200 · 40% · frame 4 of 10 · 4/s`."""
    found = re.search(r"step [\d.]+ · \d+% · frame \d+ of \d+ · [\d.]+/s", it.screen())
    return found[0] if found else ""


def where(it: Driven) -> str:
    return filter_text(it.main.inquiry.selection.where)


async def wait_for(it: Driven, seen: Callable[[], bool]) -> None:
    for _ in range(500):
        await it.pilot.pause()
        if seen():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(it.screen())


async def test_frames_open_on_the_last_one_and_do_not_play_by_themselves() -> None:
    async with driven(first=MODES, pane="latent") as it:
        await asyncio.sleep(2 / USUAL_PACE)
        assert readout(it) == "step 3000 · 100% · frame 10 of 10 · 4/s"
        assert not drawing(it).is_playing


async def test_space_plays_from_the_first_frame_to_the_last_and_stops_there() -> None:
    async with driven(first=MODES, pane="latent") as it:
        await it.burst("space")
        assert drawing(it).is_playing
        await it.burst(">" * len(PACES))
        await wait_for(it, lambda: not drawing(it).is_playing)
        assert readout(it) == "step 3000 · 100% · frame 10 of 10 · 20/s"
        await it.burst("<" * len(PACES), "space")
        assert drawing(it).is_playing
        assert (drawing(it).cursor.frame or 0) < 9


async def test_space_pauses_and_goes_on_from_there() -> None:
    async with driven(first=MODES, pane="latent") as it:
        await it.burst("home", "space")
        await wait_for(it, lambda: (drawing(it).cursor.frame or 0) > 1)
        await it.burst("space")
        paused = readout(it)
        await asyncio.sleep(2 / USUAL_PACE)
        assert readout(it) == paused
        at = drawing(it).cursor.frame or 0
        await it.burst("space")
        await wait_for(it, lambda: (drawing(it).cursor.frame or 0) > at)


async def test_frames_are_stepped_one_by_one_and_to_both_ends() -> None:
    async with driven(first=MODES, pane="latent") as it:
        seen = []
        for key in (",", ",", ".", "home", ",", ".", "end", "."):
            await it.burst(key)
            seen.append(int(re.findall(r"frame (\d+)", readout(it))[0]))
        assert seen == [9, 8, 9, 1, 1, 2, 10, 10]


async def test_a_step_pauses_what_plays() -> None:
    async with driven(first=MODES, pane="latent") as it:
        await it.burst("home", "space", ".")
        assert not drawing(it).is_playing
        assert "frame 2 of 10" in readout(it)


async def test_the_pace_is_bounded_and_shown() -> None:
    async with driven(first=MODES, pane="latent") as it:
        await it.burst("<" * len(PACES))
        assert readout(it).endswith("0.5/s")
        await it.burst(">" * 2 * len(PACES))
        assert readout(it).endswith("20/s")
        assert it.main.inquiry.selection.rows is None


async def test_the_footer_begins_with_the_keys_of_the_frames_where_it_is_narrow() -> None:
    async with driven(size=(80, 24), first=MODES, pane="latent") as it:
        assert it.line(23).split("  ")[:2] == [" space play", ". later"]


async def test_leaving_the_pane_stops_the_frames() -> None:
    async with driven(first=MODES, pane="latent") as it:
        await it.burst("home", "space", "9")
        assert not drawing(it).is_playing
        await it.burst("0")
        assert not drawing(it).is_playing


async def test_frames_wait_for_a_terminal_that_is_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    behind = [100]
    monkeypatch.setattr("sweeplens.tui.widgets.playing.backlog", lambda app: behind[0])
    async with driven(first=MODES, pane="latent") as it:
        await it.burst("home", ">" * len(PACES), "space")
        await asyncio.sleep(0.3)
        assert "frame 1 of 10" in readout(it)
        behind[0] = 0
        await wait_for(it, lambda: (drawing(it).cursor.frame or 0) > 2)


async def test_frames_wait_behind_a_dialog() -> None:
    async with driven(first=MODES, pane="latent") as it:
        await it.burst("home", ">" * len(PACES), "space", "?")
        at = drawing(it).cursor
        await asyncio.sleep(0.3)
        assert drawing(it).cursor == at


async def test_a_filter_and_another_size_keep_the_step() -> None:
    async with driven(first=MODES, pane="latent") as it:
        await it.burst(",,,/mode=full", "enter")
        assert "step 1500 · 50%" in readout(it)
        await it.pilot.resize_terminal(100, 30)
        await it.settle()
        assert "step 1500 · 50%" in readout(it)
        await it.burst("v")
        assert isinstance(drawing(it).figure, Frames)
        assert "step 1500 · 50%" in readout(it)


async def test_checkpoints_are_stepped_back_and_to_the_final_shared_one_again() -> None:
    async with driven(first=MODES, pane="gaps", view="heatmap") as it:
        assert it.main.inquiry.selection.step is None
        await it.burst(",")
        assert it.main.inquiry.selection.step == 2875
        assert "at step 2875" in it.line(0)
        assert "At step 2875." in it.screen()
        assert "checkpoint 23 of 24" in it.screen()
        await it.burst(",")
        assert it.main.inquiry.selection.step == 2750
        await it.burst("...")
        assert it.main.inquiry.selection.step is None
        assert "At the final shared checkpoint, step 3000." in it.screen()


async def test_checkpoints_are_stepped_in_tables_too_and_belong_to_their_pane() -> None:
    async with driven(first=MODES, pane="gaps") as it:
        assert isinstance(it.main.shown and it.main.shown.figure, Table)
        await it.burst(",")
        assert "at step 2875" in it.line(0)
        await it.burst("4")
        assert "at step" not in it.line(0)
        await it.burst("9")
        assert "at step 2875" in it.line(0)


async def test_a_field_is_read_out_and_opens_the_curves_behind_it_and_back() -> None:
    async with driven(first=MODES, pane="gaps", view="accuracy-gaps") as it:
        await it.burst("down", "down", "right")
        figure = drawing(it).figure
        assert isinstance(figure, Grid)
        value = figure.fields[1][1].value
        said = it.screen()
        assert f"{figure.row_labels[1]} · setting {figure.column_labels[1]} · {value:+.12g}" in said
        await it.burst("enter")
        assert (it.main.inquiry.pane.id, it.main.inquiry.selection.view) == ("dynamics", "curves")
        assert it.main.inquiry.selection.metric == "val_accuracy"
        assert where(it) == f"task={figure.row_labels[1]} setting={figure.column_labels[1]}"
        curves = drawing(it).figure
        assert isinstance(curves, Curves)
        assert [line.name.partition("mode=")[2].partition(" ")[0] for line in curves.plots[0].series] == [
            "full",
            "reinit",
        ]
        await it.burst("escape")
        assert (it.main.inquiry.pane.id, it.main.inquiry.selection.view, where(it)) == ("gaps", "accuracy-gaps", "")
        assert drawing(it).cursor.cell == (1, 1)
        await it.burst("escape")
        assert it.main.inquiry.pane.id == "gaps"


async def test_a_cell_of_the_state_opens_its_runs() -> None:
    async with driven() as it:
        await it.burst("down", "down", "right")
        assert "raw" not in where(it)
        await it.burst("enter")
        assert it.main.inquiry.pane.id == "cells"
        assert "1/12 rows" in it.line(0)
        await it.burst("escape")
        assert it.main.inquiry.pane.id == "state"
        assert "12/12 rows" in it.line(0)


async def test_another_pane_is_not_gone_back_from() -> None:
    async with driven() as it:
        await it.burst("down", "enter", "3", "escape")
        assert it.main.inquiry.pane.id == "distributions"


async def test_a_column_of_the_heat_map_of_deltas_opens_its_cell() -> None:
    async with driven(pane="compare", view="heatmap") as it:
        await it.burst("down", "right", "enter")
        assert it.main.inquiry.pane.id == "cells"
        assert "1/12 rows" in it.line(0)


async def test_the_state_scrolls_beyond_its_grid() -> None:
    async with driven(size=(80, 12)) as it:
        for _ in range(60):
            await it.burst("j")
        assert drawing(it).scroll_offset.y == drawing(it).max_scroll_y > 0


async def test_curves_are_read_out_at_a_step_and_drawn_against_the_fraction_of_training() -> None:
    async with driven(pane="dynamics", view="curves") as it:
        await it.burst("right", "right")
        x = drawing(it).cursor.x
        assert x is not None
        assert f"global_step {x:g}" in it.screen()
        await it.burst("X")
        assert it.main.inquiry.selection.x == "fraction"
        assert "fraction of training" in it.screen()
        assert drawing(it).cursor.x is None
        await it.burst("X")
        assert it.main.inquiry.selection.x is None


async def test_small_multiples_are_read_out_above_each_plot() -> None:
    async with driven(first=MODES, pane="dynamics", view="selected-trajectories") as it:
        before = it.screen()
        await it.burst("right")
        assert "step 125" in it.screen()
        assert "0.97" not in before
        assert re.search(r"●0\.97\d* ▲0\.1[45]\d*", it.screen())


async def test_a_point_is_read_out_marked_and_opened() -> None:
    async with driven(first=SUM, pane="tradeoffs") as it:
        await it.burst("right", "right")
        run = drawing(it).run
        assert run is not None
        assert "marked" not in it.screen()
        await it.burst("space")
        assert it.main.inquiry.selection.marked == {run}
        assert drawing(it).run == run
        assert "marked" in it.screen()
        await it.burst("enter")
        assert it.app.screen is not it.main
        await it.burst("escape", "2")
        assert it.screen().count("● ") >= 1
        assert it.main.figure_view.table.marked == {run}


def rows_shown(it: Driven) -> tuple[str, ...]:
    grid = grid_of(drawing(it).figure)
    assert grid is not None
    return grid.row_labels


async def test_a_heat_map_is_ordered_by_its_mean_or_by_the_column_under_the_cursor() -> None:
    async with driven(first=MODES, pane="gaps", view="accuracy-gaps") as it:
        plain = rows_shown(it)
        await it.burst("S")
        by_gap = rows_shown(it)
        assert by_gap[0] == "linear_equation_solving"
        assert "sorted by gap, largest first" in it.line(0)
        assert "task ▾" in it.screen()
        await it.burst("s")
        assert rows_shown(it) == by_gap[::-1]
        await it.burst("right", "right", "S")
        assert it.main.inquiry.selection.sort == ("beta0p01_d50_lin50", True)
        await it.burst("S")
        assert it.main.inquiry.selection.sort == ("gap", True)
        assert rows_shown(it) == by_gap != plain


async def test_an_order_stays_with_its_view() -> None:
    async with driven(first=MODES, pane="gaps", view="heatmap") as it:
        await it.burst("S", "v", "v")
        assert it.main.inquiry.selection.view not in ("heatmap", "curves")
        assert isinstance(it.main.shown and it.main.shown.figure, Table)
        assert "sorted" not in it.line(0)


async def test_checkpoints_are_stepped_on_the_curves_of_gaps_and_x_changes_their_axis() -> None:
    async with driven(first=MODES, pane="gaps", view="closing-gaps") as it:
        await it.burst(",")
        assert it.main.inquiry.selection.step == 2875
        assert re.search(r"step 2875\b", it.screen())
        await it.burst("X")
        assert f"fraction of training {2875 / 3000:.4f}" in it.screen()
        await it.burst("left", ",")
        assert f"fraction of training {2750 / 3000:.4f}" in it.screen()
        await it.burst("..", "X")
        assert "Read out at" not in it.screen()


async def test_a_trajectory_has_no_other_axis() -> None:
    async with driven(pane="dynamics", view="reconstruction-router-trajectory") as it:
        assert "x axis" not in it.line(39)
        await it.burst("X")
        assert it.main.inquiry.selection.x is None


async def test_the_written_report_is_the_reports_second_view_scrolls_and_follows_the_filter() -> None:
    async with driven(size=(80, 24), first=SUM) as it:
        await it.burst("R", "v")
        assert "What was measured, without interpretation." in it.screen()
        await it.burst("end")
        assert "What was claimed of them: findings.json" in it.screen()
        await it.burst("home", "b")
        assert "Figures are about 4 of 12 rows" in it.screen()
        await it.burst("v")
        assert "What was measured, without interpretation." not in it.screen()
