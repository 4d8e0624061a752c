from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Footer, Header, Static

from sweeplens.figures import Column, Field, Grid, Table, table_of
from sweeplens.tui.charset import stand_ins
from sweeplens.tui.widgets.figure_view import FigureView
from sweeplens.tui.wire import Wire, cells_of
from tests.tui.recording import RecordingDriver, Terminal

WORDS = ("raw", "dist norm", "模式 full", "実験🚀", "naïve Δ≥0", "한국어 level", "│╭╮▁▂▃⣿")


def table(rows: int) -> Table:
    columns = [Column("name", kind="level", is_key=True), *(Column(f"metric {at}") for at in range(9))]
    return table_of("Runs", columns, [(WORDS[row % 7], *(row * at / 7 for at in range(9))) for row in range(rows)])


def grid() -> Grid:
    fields = tuple(tuple(Field((row - 3) * (at + 1) / 3) for at in range(6)) for row in range(7))
    return Grid("Deltas", "row", "column", WORDS, tuple("abcdef"), fields, centred=True)


class Session(App[None]):
    """A figure between words, a header and a footer."""

    def compose(self) -> ComposeResult:
        yield Header()
        yield Static("実験 ｘ 🚀 wide words", markup=False)
        yield FigureView()
        yield Footer()

    def on_mount(self) -> None:
        self._sync_available = True
        self.query_one(FigureView).figure = table(200)
        self.query_one(FigureView).part.focus()

    def key_g(self) -> None:
        self.query_one(FigureView).figure = grid()

    def key_t(self) -> None:
        self.query_one(FigureView).figure = table(40)


class Pair:
    """One terminal that receives all that is written, and one that receives what a wire makes of it."""

    def __init__(self, width: int, height: int) -> None:
        self.whole, self.spared = Terminal(width, height), Terminal(width, height)
        self.wire = Wire()
        self.bytes = 0

    def receive(self, written: list[str]) -> None:
        for data in written:
            sent = self.wire.encode(data)
            self.bytes += len(sent.encode())
            self.whole.receive(data)
            self.spared.receive(sent)

    def resize(self, width: int, height: int) -> None:
        for terminal in (self.whole, self.spared):
            terminal.resize(width, height)
        self.wire.forget()

    @property
    def different_cells(self) -> int:
        rows = zip(self.whole.cells, self.spared.cells, strict=True)
        return sum(one != other for row, spared in rows for one, other in zip(row, spared, strict=True))


async def play(pilot: Pilot[None], pair: Pair, *keys: str) -> int:
    """Press some keys; the bytes that went through the wire for them."""
    driver = pilot.app._driver
    assert isinstance(driver, RecordingDriver)
    await pilot.press(*keys)
    await pilot.pause()
    pair.bytes = 0
    pair.receive(driver.taken())
    return pair.bytes


async def test_a_session_with_wide_characters_and_resizes_leaves_the_same_screen() -> None:
    app = Session(driver_class=RecordingDriver)
    pair = Pair(120, 40)
    async with app.run_test(headless=False, size=(120, 40)) as pilot:
        await play(pilot, pair)
        for keys in (["down"] * 3, ["pagedown"], ["g"], ["right", "down"], ["t"], ["end"], ["right"] * 8, ["home"]):
            await play(pilot, pair, *keys)
            assert pair.different_cells == 0, keys
        for size in ((90, 30), (101, 33)):
            pair.resize(*size)
            await pilot.resize_terminal(*size)
            await play(pilot, pair, "g", "t", "down")
            assert pair.different_cells == 0, size
        assert "実験" in "".join(pair.spared.text)


async def test_a_cursor_move_an_unchanged_screen_and_another_figure_cost_few_bytes() -> None:
    app = Session(driver_class=RecordingDriver)
    pair = Pair(120, 40)
    async with app.run_test(headless=False, size=(120, 40)) as pilot:
        await play(pilot, pair, "down")
        assert await play(pilot, pair, "down") < 500
        app.screen.refresh()
        assert await play(pilot, pair) < 100
        assert await play(pilot, pair, "g") < 15_000


@pytest.mark.parametrize(
    "data",
    ["\x1b[?1006h", "\x1b[>1u", "\x1b[?2026$p", "\x1b]52;c;aGVsbG8=\x07", "\x1b]0;title\x1b\\", "\x07", "\x1b[c"],
)
def test_what_is_no_text_passes_and_is_not_taken_for_a_change_of_the_screen(data: str) -> None:
    wire = Wire()
    wire.encode("\x1b[1;1Hhello")
    assert wire.encode(data) == data
    assert wire.encode("\x1b[1;1Hhello") == ""


@pytest.mark.parametrize("data", ["\x1b[2J", "\x1b[?1049h", "\x1b[?1049l", "\x1b[3M", "\x1bc"])
def test_what_may_change_the_screen_makes_it_unknown(data: str) -> None:
    wire = Wire()
    wire.encode("\x1b[1;1Hhello")
    assert wire.encode(data).endswith(data)
    assert "hello" in wire.encode("\x1b[1;1Hhello")


def test_a_frame_in_which_nothing_changes_sends_nothing() -> None:
    wire = Wire()
    frame = ["\x1b[?2026h", "\x1b[1;1H\x1b[1mhello\x1b[0m", "\x1b[?2026l"]
    assert "".join(map(wire.encode, frame)).startswith("\x1b[?2026h")
    assert "".join(map(wire.encode, frame)) == ""


def test_a_forgotten_screen_is_sent_again() -> None:
    wire = Wire()
    first = wire.encode("\x1b[3;1Hhello")
    wire.forget()
    assert wire.encode("\x1b[3;1Hhello") == first


def test_glyphs_that_a_terminal_lacks_are_replaced_cell_by_cell() -> None:
    terminal = Terminal(20, 1)
    terminal.receive(Wire(stand_ins("ascii")).encode("\x1b[1;1H╭─⣿模↑é"))
    assert terminal.text == ["+-@??^?".ljust(20)]


def test_a_link_and_what_it_spans_are_written_each_time() -> None:
    wire = Wire()
    link = "\x1b[1;1H\x1b]8;;https://example.org\x1b\\there\x1b]8;;\x1b\\ and here"
    assert wire.encode(link).count("there") == 1
    assert "there" in (again := wire.encode(link))
    assert "and" not in again


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ab", ["a", "b"]), ("模b", ["模", "", "b"]), ("e\u0301", None), ("👩‍🚀", None), ("⚠️", None)],
)
def test_cells_of_text(text: str, expected: list[str] | None) -> None:
    assert cells_of(text) == expected


PIECES = st.one_of(
    st.builds("\x1b[{};{}H".format, st.integers(1, 6), st.integers(1, 18)),
    st.sampled_from(
        ["\x1b[0m", "\x1b[1m", "\x1b[7;31m", "\x1b[22m", "\x1b[38;2;1;2;3m", "\x1b[48;5;7m", "\x1b[39;49m", "\x1b[4;9m"]
    ),
    st.sampled_from(["a", "bc", "   ", "模", "x模y", "dist", "\x1b[?25l", "\x1b[2;1H\x1b[K\x1b[1;1H"]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=12), max_size=6))
def test_any_writing_leaves_the_same_screen(frames: list[list[str]]) -> None:
    pair = Pair(80, 8)
    pair.receive(["\x1b[1;1H"])
    for frame in frames:
        pair.receive(["".join(frame)])
        assert pair.different_cells == 0
