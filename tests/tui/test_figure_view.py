from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from sweeplens.figures import (
    FIGURES,
    Axis,
    Bar,
    Bars,
    Column,
    Curves,
    Document,
    Field,
    Figure,
    FramePanel,
    Frames,
    Grid,
    Notice,
    Paragraph,
    Plot,
    Point,
    Points,
    Series,
    table_of,
)
from sweeplens.render import render
from sweeplens.render.base import Cursor, Look, Size
from sweeplens.tui.widgets.drawing import Drawing
from sweeplens.tui.widgets.figure_view import FigureView
from sweeplens.tui.widgets.frame_messages import RowOpened

X, Y = Axis("step"), Axis("score")
CURVES = Curves(
    "Curves",
    (Plot("p", X, Y, (Series("raw", (1, 2, 5), (0.1, 0.2, 0.4)), Series("b", (1, 3), (0.2, 0.3)))),),
    counts_steps=True,
)
PANELS = Curves("Panels", tuple(Plot(f"panel {at}", X, Y, (Series("raw", (1, 2), (0.1, 0.2)),)) for at in range(30)))
POINTS = Points(
    "Points", X, Y, tuple(Point(f"run {at}", x, x * x, run=10 + at) for at, x in enumerate((3.0, 1.0, 2.0)))
)
GRID = Grid(
    "Grid", "r", "c", tuple("abc"), tuple("xyz"), tuple(tuple(Field(r - c + 0.5) for c in range(3)) for r in range(3))
)
FRAMES = Frames("Frames", (1, 2, 3), (FramePanel("p", X, Y, ("a", "b"), [[(0, 0), (1, at)] for at in range(3)]),))
TABLE = table_of("Table", (Column("name", kind="level"), Column("m")), [("a", 1.0), ("b", 2.0)])
BARS = Bars("Bars", Y, (("group", tuple(Bar(f"bar {at}", float(at)) for at in range(60))),))
NOTICE = Notice("Notice", ("Nothing here.",))
DOCUMENT = Document("Document", (Paragraph("Some words."), TABLE, GRID))
ALL: tuple[Figure, ...] = (TABLE, BARS, CURVES, POINTS, GRID, FRAMES, DOCUMENT, NOTICE)


class Host(App[None]):
    """A view and what was opened in it."""

    def __init__(self, figure: Figure) -> None:
        super().__init__()
        self.figure = figure
        self.opened: list[int | None] = []

    def compose(self) -> ComposeResult:
        yield FigureView()

    def on_mount(self) -> None:
        view = self.query_one(FigureView)
        view.figure = self.figure
        view.part.focus()

    def on_row_opened(self, message: RowOpened) -> None:
        self.opened.append(message.run)


@asynccontextmanager
async def viewed(figure: Figure, width: int = 80, height: int = 24) -> AsyncIterator[tuple[Pilot[None], FigureView]]:
    app = Host(figure)
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        yield pilot, app.query_one(FigureView)


async def drawn_lines(pilot: Pilot[None], drawing: Drawing, count: int) -> list[str]:
    """What is drawn, once it is so many lines."""
    for _ in range(400):
        if len(drawing._lines) == count == drawing.size.height:
            return lines(drawing)
        await pilot.pause(0.02)
    raise AssertionError(f"{len(drawing._lines)} lines are drawn in place of {count}")


def lines(drawing: Drawing) -> list[str]:
    return [drawing.render_line(y).text.rstrip() for y in range(drawing.size.height)]


def test_every_kind_of_figure_is_tested_here() -> None:
    assert {type(figure) for figure in ALL} == set(FIGURES)


@pytest.mark.parametrize("figure", ALL, ids=lambda figure: type(figure).__name__)
async def test_every_figure_is_shown_by_what_takes_the_focus(figure: Figure) -> None:
    async with viewed(figure) as (pilot, view):
        assert view.part.has_focus
        assert [child.display for child in view.children] == [child is view.part for child in view.children]
        await pilot.press("down", "up", "right", "left", "pagedown", "pageup", "home", "end", "enter")


async def test_a_drawing_is_what_render_draws_for_its_size() -> None:
    async with viewed(DOCUMENT) as (_, view):
        room = view.drawing.scrollable_content_region.size
        expected = render(DOCUMENT, Size(room.width))
        assert [line for line in lines(view.drawing) if line] == [
            text for line in expected if (text := "".join(span.text for span in line).rstrip())
        ]


async def test_a_plot_is_drawn_as_high_as_the_room_and_again_for_another_size() -> None:
    async with viewed(CURVES) as (pilot, view):
        await drawn_lines(pilot, view.drawing, 24)
        await pilot.resize_terminal(60, 16)
        assert max(map(len, await drawn_lines(pilot, view.drawing, 16))) <= 60


async def test_small_multiples_that_do_not_fit_are_turned_over_page_by_page() -> None:
    async with viewed(PANELS) as (pilot, view):
        seen = []
        for key in ("home", "pageup", "pagedown"):
            await pilot.press(key)
            seen.append([f"panel {at}" in "".join(lines(view.drawing)) for at in (0, 29)])
        assert seen == [[True, False], [False, True], [True, False]]


async def test_a_long_drawing_scrolls() -> None:
    async with viewed(BARS) as (pilot, view):
        assert any("bar 0 " in line for line in lines(view.drawing))
        await pilot.press("end")
        assert any("bar 59" in line for line in lines(view.drawing))
        await pilot.press("home", "down", "down")
        assert view.drawing.scroll_offset.y == 2


async def test_only_lines_that_changed_are_painted_again() -> None:
    async with viewed(GRID) as (pilot, view):
        await pilot.press("right")
        painted: list[int] = []
        paint = view.drawing.render_line
        view.drawing.render_line = lambda y: (painted.append(y), paint(y))[1]  # type: ignore[method-assign,func-returns-value]
        await pilot.press("down")
        await pilot.pause()
    assert 0 < len(set(painted)) <= 3, "the row that the cursor leaves, the one it comes to, and what is read out"


@pytest.mark.parametrize(
    ("figure", "keys", "expected"),
    [
        (CURVES, ["right"], Cursor(x=1.0)),
        (CURVES, ["right", "right", "l"], Cursor(x=3.0)),
        (CURVES, ["left"], Cursor(x=5.0)),
        (CURVES, ["left", "right"], Cursor(x=5.0)),
        (CURVES, ["down"], Cursor()),
        (PANELS, ["pagedown", "down", "up"], Cursor(page=1)),
        (PANELS, ["pageup"], Cursor(page=-1)),
        (POINTS, ["right"], Cursor(point=1)),
        (POINTS, ["right", "right"], Cursor(point=2)),
        (POINTS, ["left"], Cursor(point=0)),
        (POINTS, ["down"], Cursor(point=0)),
        (GRID, ["right"], Cursor(cell=(0, 0))),
        (GRID, ["right", "right", "down", "down", "down"], Cursor(cell=(2, 1))),
        (FRAMES, ["left"], Cursor(frame=1.0)),
        (FRAMES, ["left", "left", "left", "right"], Cursor(frame=1.0)),
    ],
)
async def test_arrows_move_the_cursor_that_the_figure_has(figure: Figure, keys: list[str], expected: Cursor) -> None:
    async with viewed(figure) as (pilot, view):
        await pilot.press(*keys)
        assert view.drawing.cursor == expected


async def test_another_figure_of_the_same_kind_keeps_the_cursor_and_of_another_kind_does_not() -> None:
    async with viewed(GRID) as (pilot, view):
        await pilot.press("right", "down")
        view.figure = GRID
        assert view.drawing.cursor == Cursor(cell=(1, 0))
        view.figure = POINTS
        assert view.drawing.cursor == Cursor()


async def test_enter_opens_the_run_of_the_point_under_the_cursor() -> None:
    async with viewed(POINTS) as (pilot, _):
        await pilot.press("enter", "right", "enter")
        assert isinstance(pilot.app, Host)
        assert pilot.app.opened == [11]


async def test_the_focus_stays_in_the_view_when_a_table_follows_a_drawing() -> None:
    async with viewed(NOTICE) as (pilot, view):
        view.figure = TABLE
        await pilot.pause()
        assert view.table.has_focus
        view.figure = NOTICE
        await pilot.pause()
        assert view.drawing.has_focus


async def test_the_look_reaches_both_parts() -> None:
    async with viewed(BARS) as (pilot, view):
        view.look = Look("ascii", 0)
        await pilot.pause()
        assert view.table.look == view.drawing.look == Look("ascii", 0)
        assert "".join(lines(view.drawing)).isascii()
