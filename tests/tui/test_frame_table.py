from __future__ import annotations

import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot

from sweeplens.figures import Column, ColumnKind, Direction, ListRows, Rows, Table, Value, table_of
from sweeplens.tui.themes import all_themes
from sweeplens.tui.widgets.frame_facts import is_constant
from sweeplens.tui.widgets.frame_table import (
    ColumnChosen,
    CursorMoved,
    FrameTable,
    RowMarked,
    RowOpened,
    SortChosen,
)

KEYS = (Column("family", kind="level", is_key=True), Column("seed", kind="integer", is_key=True))
METRICS = tuple(Column(f"m{at}", direction=Direction.HIGHER) for at in range(12))


def runs(count: int, metrics: int = 3, **more: Any) -> Table:
    """Runs numbered from 100, whose metrics grow with the row."""
    columns = (*KEYS, *METRICS[:metrics])
    rows = [(("raw", "dist norm")[row % 2], row, *(row + at / 10 for at in range(metrics))) for row in range(count)]
    return table_of("", columns, rows, **{"row_ids": range(100, 100 + count), **more})


def ends() -> Table:
    """Two parts of three rows."""
    columns = (Column("end", kind="level"), Column("name", kind="level", is_key=True), Column("score"))
    rows = [("top" if at < 3 else "bottom", f"run {at}", float(at)) for at in range(6)]
    return table_of("Ends", columns, rows, section="end", section_titles={"top": "Best", "bottom": "Worst"})


class Host(App[None]):
    """A table and what it said."""

    def __init__(self, table: Table | None) -> None:
        super().__init__()
        self.shown = table
        self.heard: list[Message] = []

    def compose(self) -> ComposeResult:
        yield FrameTable()

    def on_mount(self) -> None:
        self.query_one(FrameTable).table = self.shown
        self.query_one(FrameTable).focus()

    def _hear(self, message: Message) -> None:
        self.heard.append(message)

    on_row_opened = on_cursor_moved = on_row_marked = on_sort_chosen = on_column_chosen = _hear


@asynccontextmanager
async def painted(
    table: Table | None, width: int = 80, height: int = 24
) -> AsyncIterator[tuple[Pilot[None], FrameTable]]:
    app = Host(table)
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        yield pilot, app.query_one(FrameTable)


def lines(table: FrameTable) -> list[str]:
    return [table.render_line(y).text.rstrip() for y in range(table.size.height)]


def heard(pilot: Pilot[None], kind: type[Message]) -> list[Any]:
    assert isinstance(pilot.app, Host)
    return [message for message in pilot.app.heard if isinstance(message, kind)]


# What is painted


async def test_columns_head_their_values_and_the_cursor_is_on_the_first_row() -> None:
    async with painted(runs(3)) as (_, table):
        head, first, second, *rest = lines(table)
    assert head.split() == ["family", "seed", "m0", "↑", "m1", "↑", "m2", "↑"]
    assert first.split() == ["▸", "raw", "0", "0", "0.1", "0.2"]
    assert second.split() == ["dist", "norm", "1", "1", "1.1", "1.2"]
    assert rest[1:] == [""] * (len(rest) - 1)


async def test_a_table_without_rows_says_so() -> None:
    async with painted(table_of("", KEYS, [], empty="No run matches beta=3.")) as (pilot, table):
        assert lines(table)[1] == "  No run matches beta=3."
        await pilot.press("down", "enter", "space", "pagedown", "end", "left")
    assert heard(pilot, RowOpened) == []


async def test_the_title_stands_above_the_head_and_captions_below_the_rows() -> None:
    table = replace(runs(2), title="What every run gave", captions=("Standard deviations are those of a sample, " * 3,))
    async with painted(table, 60) as (pilot, widget):
        title, _, *rest = lines(widget)
        assert title.strip() == "What every run gave"
        assert [line.strip() for line in rest[2:6]] == [
            "",
            "Standard deviations are those of a sample, Standard",
            "deviations are those of a sample, Standard deviations are",
            "those of a sample,",
        ]
        await pilot.click(FrameTable, offset=(4, 6))
        assert widget.cursor_row == 0


async def test_nothing_is_painted_before_there_is_a_table() -> None:
    async with painted(None) as (pilot, table):
        await pilot.press("down", "right", "enter", "space")
        assert set(lines(table)) == {""}


async def test_markup_and_escapes_in_data_are_text() -> None:
    rows = [("[red]x[/]", 1.0), ("\x1b[31my\n", 2.0)]
    async with painted(table_of("", (Column("name", kind="level"), Column("m")), rows)) as (_, table):
        assert "[red]x[/]" in lines(table)[1]
        assert "␛[31my⏎" in lines(table)[2]


async def test_missing_nan_and_infinity_look_different() -> None:
    rows = [(1.5,), (None,), (math.nan,), (math.inf,), (-math.inf,)]
    async with painted(table_of("", (Column("m"),), rows)) as (_, table):
        assert [line.split()[-1] for line in lines(table)[1:6]] == ["1.5", "·", "NaN", "Inf", "-Inf"]


async def test_the_best_value_is_marked_by_its_direction() -> None:
    loss = Column("loss", direction=Direction.LOWER, mark_best=True)
    unknown = Column("kl", mark_best=True)
    async with painted(table_of("", (loss, unknown), [(2.0, 1.0), (1.0, 2.0), (math.nan, 3.0)])) as (_, table):
        assert ["★" in line for line in lines(table)[1:4]] == [False, True, False]


async def test_a_screen_too_narrow_for_long_heads_writes_them_on_two_lines() -> None:
    columns = (Column("name", kind="level"), Column("s", "matched router score", direction=Direction.HIGHER))
    table = table_of("", (*columns, *(replace(columns[1], name=f"s{at}") for at in range(5))), [("a", *[0.5] * 6)])
    async with painted(table, 60) as (_, narrow):
        assert lines(narrow)[0].split()[0] == "matched"
        assert "router score ↑" in lines(narrow)[1]
    async with painted(table, 200) as (_, wide):
        assert lines(wide)[0].count("matched router score ↑") == 6


async def test_parts_have_titles_and_the_first_stays_above_the_head() -> None:
    async with painted(ends()) as (_, table):
        assert [line.strip() for line in lines(table)[:8]] == [
            "Best", "name   score", "▸ run 0      0", "run 1      1", "run 2      2", "", "Worst", "run 3      3",
        ]  # fmt: skip


async def test_the_title_above_the_head_is_that_of_the_rows_in_sight() -> None:
    async with painted(ends(), 80, 5) as (pilot, table):
        await pilot.press("end")
        assert lines(table)[0].strip() == "Worst"
        assert "run 5" in lines(table)[-1]


# The window of columns


async def test_keys_stay_and_other_columns_move_through_the_window() -> None:
    async with painted(runs(5, 12), 50, 10) as (pilot, table):
        assert "m11" not in "".join(lines(table)[:2])
        await pilot.press(*["right"] * 13)
        head = lines(table)[0]
        assert "family" in head
        assert "seed" in head
        assert "m11" in head
        assert "m0" not in head


async def test_what_is_out_of_sight_is_named_and_counted() -> None:
    async with painted(runs(5, 12), 50, 10) as (pilot, table):
        before = lines(table)[-1]
        await pilot.press(*["right"] * 13)
        after = lines(table)[-1]
    assert before.strip() == "m5, m6, m7, m8, m9, m10, m11 :7 ›"
    assert after.strip().startswith("‹")
    assert "›" not in after


async def test_all_columns_in_sight_need_no_hint() -> None:
    async with painted(runs(5)) as (_, table):
        assert "›" not in "".join(lines(table))


async def test_long_keys_take_no_more_than_a_third_of_the_screen() -> None:
    columns = (Column("name", kind="level", is_key=True), *METRICS)
    long = table_of("", columns, [("x" * 70, *[1.25] * 12)])
    async with painted(long, 60) as (_, table):
        row = lines(table)[1]
    assert "…" in row
    assert row.count("1.25") == 6


async def test_a_long_text_takes_the_room_that_is_left() -> None:
    table = table_of("", (Column("n"), Column("why", kind="text")), [(1, "w" * 60)])
    async with painted(table, 80) as (_, wide):
        assert "w" * 60 in lines(wide)[1]
    async with painted(table, 50) as (_, narrow):
        assert "w" * 30 in lines(narrow)[1]
        assert lines(narrow)[1].endswith("…")


async def test_no_number_is_ever_clipped_when_a_wider_one_comes_into_view() -> None:
    rows = [(float(row % 10),) if row != 3333 else (-1234567.0,) for row in range(5000)]
    async with painted(table_of("", (Column("m"),), rows), 40, 12) as (pilot, table):
        await pilot.press(*["pagedown"] * 3)
        table.cursor_row = 3333
        await pilot.pause()
        assert any(line.split()[-1] == "-1234567" for line in lines(table))


async def test_a_column_that_widens_while_the_wheel_scrolls_does_not_jump_back_to_the_cursor() -> None:
    rows = [(float(row % 10),) if row != 3333 else (-1234567.0,) for row in range(5000)]
    async with painted(table_of("", (Column("m"),), rows), 40, 12) as (pilot, table):
        table.scroll_to(y=3330, animate=False)
        await pilot.pause()
        assert table.scroll_offset.y == 3330
        assert table.cursor_row == 0
        assert lines(table)[4].split() == ["-1234567"]


async def test_the_captions_come_into_sight_with_the_last_row() -> None:
    async with painted(runs(100, captions=("Twelve runs are left out.",))) as (pilot, table):
        await pilot.press("end")
        assert lines(table)[-1].strip() == "Twelve runs are left out."
        assert lines(table)[-3].startswith("▸")


async def test_constant_columns_hide_and_come_back() -> None:
    columns = (Column("name", kind="level", is_key=True), Column("lr"), Column("score"))
    table = table_of("", columns, [("a", 0.1, 1.0), ("a", 0.1, 2.0)])
    async with painted(table) as (_, widget):
        widget.hide_constant = True
        assert lines(widget)[0].split() == ["name", "score"]
        widget.hide_constant = False
        assert lines(widget)[0].split() == ["name", "lr", "score"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 1], True),
        ([1, 2], False),
        ([1], False),
        ([math.nan, math.nan], True),
        ([None, None], True),
        ([1, None], False),
    ],
)
def test_constant_means_that_nothing_varies(values: list[Value], expected: bool) -> None:
    assert is_constant(values) is expected


# The cursor


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        (["down", "j", "up"], 1),
        (["k"], 0),
        (["end"], 99),
        (["end", "down"], 99),
        (["end", "home"], 0),
        (["pagedown"], 22),
        (["pagedown", "pageup"], 0),
    ],
)
async def test_keys_move_the_cursor_and_it_stays_in_sight(keys: list[str], row: int) -> None:
    async with painted(runs(100), 80, 24) as (pilot, table):
        await pilot.press(*keys)
        assert table.cursor_row == row
        assert sum(line.startswith("▸") for line in lines(table)) == 1


@pytest.mark.parametrize(("keys", "column"), [(["right", "l"], "m0"), (["left"], "family"), (["right"] * 9, "m2")])
async def test_keys_move_the_column_cursor(keys: list[str], column: str) -> None:
    async with painted(runs(3)) as (pilot, table):
        await pilot.press(*keys)
        assert table.column is not None
        assert table.column.name == column
        assert [message.column for message in heard(pilot, ColumnChosen)][-1:] in ([], [column])


async def test_moves_are_told_with_run_and_column() -> None:
    async with painted(runs(3)) as (pilot, _):
        await pilot.press("down", "right")
        assert [(m.row, m.run, m.column) for m in heard(pilot, CursorMoved)] == [(1, 101, "family"), (1, 101, "seed")]


async def test_a_cursor_move_repaints_two_lines_and_no_more() -> None:
    async with painted(runs(100)) as (pilot, table):
        painted_lines: list[int] = []
        paint = table.render_line
        table.render_line = lambda y: (painted_lines.append(y), paint(y))[1]  # type: ignore[method-assign,func-returns-value]
        await pilot.press("down")
        await pilot.pause()
    assert sorted(set(painted_lines)) == [1, 2]


async def test_another_answer_keeps_the_cursor_on_its_run_and_column() -> None:
    async with painted(runs(10)) as (pilot, table):
        await pilot.press(*["down"] * 4, "right", "right")
        rows = runs(10).rows.page(0, 10)
        table.table = replace(runs(10), rows=ListRows(tuple(rows[::-1])), row_ids=tuple(range(109, 99, -1)))
        assert table.run == 104
        assert table.cursor_row == 5
        assert table.column is not None
        assert table.column.name == "m0"
        table.table = runs(2)
        assert table.cursor_row == 1


# What a user asks for


async def test_enter_opens_the_run_under_the_cursor() -> None:
    async with painted(runs(3)) as (pilot, _):
        await pilot.press("down", "enter")
        assert [(m.row, m.run) for m in heard(pilot, RowOpened)] == [(1, 101)]


async def test_space_marks_a_row_and_takes_its_mark_away() -> None:
    async with painted(runs(3)) as (pilot, table):
        await pilot.press("down", "space", "up")
        assert lines(table)[2].startswith("●")
        assert table.marked == {101}
        await pilot.press("down", "space")
        assert lines(table)[2].startswith("▸")
        assert [(m.run, m.marked) for m in heard(pilot, RowMarked)] == [(101, True), (101, False)]


async def test_rows_that_the_table_marks_itself_are_marked() -> None:
    async with painted(runs(3, marked_rows=frozenset({2}))) as (_, table):
        assert lines(table)[3].startswith("●")


async def test_a_pinned_row_stays_in_sight() -> None:
    async with painted(runs(100)) as (pilot, table):
        table.action_pin_row()
        await pilot.press("end")
        assert lines(table)[1].split()[:3] == ["▪", "raw", "0"]
        await pilot.press("home")
        table.action_pin_row()
        assert lines(table)[1].startswith("▸")


async def test_sorting_is_told_by_name_and_the_order_is_shown() -> None:
    async with painted(runs(3, sorted_by=("m1", True))) as (pilot, table):
        await pilot.press("right", "right")
        table.action_sort(True)
        await pilot.pause()
        assert [(m.column, m.descending) for m in heard(pilot, SortChosen)] == [("m0", True)]
        assert "m1 ↑ ▾" in lines(table)[0]


# The mouse


async def test_a_click_moves_the_cursor_and_a_second_one_opens() -> None:
    async with painted(runs(10)) as (pilot, table):
        await pilot.click(FrameTable, offset=(lines(table)[0].index("m0"), 4))
        assert table.cursor_row == 3
        assert table.column is not None
        assert table.column.name == "m0"
        await pilot.click(FrameTable, offset=(4, 4), times=2)
        assert [m.run for m in heard(pilot, RowOpened)] == [103]


async def test_a_click_on_a_head_orders_best_first_then_the_other_way() -> None:
    async with painted(runs(10)) as (pilot, table):
        head = lines(table)[0].index("m1")
        await pilot.click(FrameTable, offset=(head, 0))
        table.table = runs(10, sorted_by=("m1", True))
        await pilot.click(FrameTable, offset=(head, 0))
        assert [(m.column, m.descending) for m in heard(pilot, SortChosen)] == [("m1", True), ("m1", False)]


@pytest.mark.parametrize(
    ("kind", "direction", "is_downwards"),
    [
        ("folded", Direction.HIGHER, True),
        ("folded", Direction.LOWER, False),
        ("integer", Direction.UNKNOWN, True),
        ("level", Direction.UNKNOWN, False),
    ],
)
async def test_a_click_on_a_head_knows_the_better_end_of_every_kind(
    kind: ColumnKind, direction: Direction, is_downwards: bool
) -> None:
    table = table_of("", (Column("m", kind=kind, direction=direction),), [(0.5,)])
    async with painted(table) as (pilot, _):
        await pilot.click(FrameTable, offset=(3, 0))
        assert [m.descending for m in heard(pilot, SortChosen)] == [is_downwards]


async def test_the_wheel_scrolls_and_moving_the_mouse_paints_nothing() -> None:
    async with painted(runs(100)) as (pilot, table):
        painted_lines: list[int] = []
        paint = table.render_line
        table.render_line = lambda y: (painted_lines.append(y), paint(y))[1]  # type: ignore[method-assign,func-returns-value]
        for y in range(1, 20):
            await pilot.hover(FrameTable, offset=(10, y))
        assert painted_lines == []


# Many rows


class Endless(Rows):
    """Ten million rows of one number each, which are counted as they are asked for."""

    def __init__(self, may_settle: Event | None = None) -> None:
        self.asked = 0
        self.may_settle = may_settle

    def __len__(self) -> int:
        return 10_000_000

    def page(self, start: int, stop: int) -> list[tuple[Value, ...]]:
        if self.may_settle and start > 512:
            self.may_settle.wait(10)
        self.asked += stop - start
        return [(row,) for row in range(start, stop)]

    def column(self, index: int) -> Sequence[Value]:
        raise AssertionError("a whole column of a large table was read")

    def ordered(self, index: int, descending: bool) -> Rows:
        raise AssertionError("a large table was ordered")


async def test_ten_million_rows_are_read_by_the_page() -> None:
    rows = Endless()
    async with painted(Table("", (Column("m", kind="integer"),), rows)) as (pilot, table):
        await pilot.press("end", "up", "pageup", "home", "down")
        assert table.cursor_row == 1
        await pilot.press("end")
        assert lines(table)[-1].split() == ["▸", "9999999"]
    assert rows.asked < 5_000


async def test_while_a_large_order_is_made_its_beginning_is_shown() -> None:
    settled = Event()
    table = Table("", (Column("m", kind="integer"),), Endless(settled), sorted_by=("m", False))
    async with painted(table) as (pilot, widget):
        assert lines(widget)[1].split() == ["▸", "0"]
        await pilot.press("end")
        assert lines(widget)[-1].strip() == "…"
        settled.set()
        await widget.workers.wait_for_complete()
        await pilot.pause()
        assert lines(widget)[-1].split() == ["▸", "9999999"]


async def test_every_key_of_the_table_can_be_moved() -> None:
    bindings = [binding for kind in FrameTable.__mro__ for binding in kind.__dict__.get("BINDINGS", ())]
    ours = [binding for binding in bindings if str(binding.id).startswith("table.")]
    assert {key for binding in ours for key in binding.key.split(",")} >= set("hjkl") | {"enter", "space", "pageup"}
    async with painted(runs(3)) as (pilot, table):
        pilot.app.set_keymap({"table.down": "f2"})
        await pilot.press("down")
        assert table.cursor_row == 0
        await pilot.press("f2")
        assert table.cursor_row == 1


@pytest.mark.parametrize("theme", all_themes()[0], ids=lambda theme: theme.name)
async def test_the_cursor_and_the_best_value_stand_out_in_every_theme(theme: Any) -> None:
    table = table_of("", (Column("m", direction=Direction.HIGHER, mark_best=True),), [(1.0,), (2.0,), (3.0,)])
    async with painted(table) as (pilot, widget):
        pilot.app.register_theme(theme)
        pilot.app.theme = theme.name
        await pilot.pause()
        cursor, plain, best = ([s.style for s in widget.render_line(y) if s.text.strip()][-1] for y in (1, 2, 3))
        assert cursor != plain
        assert best != plain


async def test_a_table_that_comes_while_there_is_no_room_is_painted_when_there_is() -> None:
    async with painted(runs(3, metrics=10)) as (pilot, table):
        table.styles.width = 0
        await pilot.pause()
        table.table = runs(3, metrics=1)
        table.render_line(0)
        table.styles.width = "1fr"
        await pilot.pause()
        assert "m0" in lines(table)[0]
