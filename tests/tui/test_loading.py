"""Reading in the background: what comes late, what fails, what has changed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sweeplens.data.collection import Collection, FileEntry
from sweeplens.data.scan import Found
from sweeplens.errors import ReadError
from sweeplens.figures import Column, Table, table_of
from sweeplens.settings import Settings
from sweeplens.tui.sources import Sources
from sweeplens.tui.watching import Watcher
from tests.builders import collection_of, factor
from tests.tui.driving import Driven, driven

ROOT = Path("/nowhere")
PREVIEW = table_of("First rows", (Column("beta", kind="text"), Column("score")), [("first row", 0.5)])


def sweep(name: str, **columns: Any) -> Collection:
    made = collection_of(columns or {"beta": ["1", "2"], "score": [0.1, 0.2]}, [factor("beta", ["1", "2"])])
    return replace(made, path=ROOT / name, name=name, title=f"The {name}")


class Disk:
    """Collections that lie nowhere, some of which cannot be read; reading waits where a gate is shut."""

    def __init__(self, **collections: Collection | Exception) -> None:
        self.collections = {ROOT / name: collection for name, collection in collections.items()}
        self.read: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    def scan(self, path: Path) -> Iterator[Found]:
        return (Found(each, each.name) for each in self.collections)

    def load(self, path: Path) -> Collection:
        self.gate.wait(5)
        self.read.append(path.name)
        found = self.collections[path]
        if isinstance(found, Exception):
            raise found
        return replace(found)

    def preview(self, path: Path) -> Table | None:
        return PREVIEW

    @property
    def sources(self) -> Sources:
        return Sources(self.scan, self.preview, self.load)


async def test_the_first_collection_that_is_found_is_opened_and_all_are_listed_with_their_state() -> None:
    disk = Disk(one=sweep("one"), two=sweep("two", beta=["1"], score=[0.1]))
    async with driven(sources=disk.sources, paths=(ROOT,), first="") as it:
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.name == "one"
        assert "one" in it.screen()
        assert "2/2" in it.screen()
        assert "1/2 ○" in it.screen()


async def test_every_collection_is_read_once() -> None:
    disk = Disk(one=sweep("one"), two=sweep("two"))
    async with driven(sources=disk.sources, paths=(ROOT,), first="") as it:
        await it.burst("tab", "end", "enter", "tab", "tab", "home", "enter")
        assert sorted(disk.read) == ["one", "two", "two"] or sorted(disk.read) == ["one", "two"]


async def test_the_first_rows_are_shown_while_the_collection_is_read() -> None:
    disk = Disk(one=sweep("one"))
    disk.gate.clear()
    from sweeplens.tui.app import SweeplensApp
    from tests.tui.driving import opening

    app = SweeplensApp(opening(paths=(ROOT,), first="one"), Settings(watch_seconds=0), disk.sources)
    async with app.run_test(size=(120, 30)) as pilot:
        it = Driven(app, pilot)
        for _ in range(100):
            await pilot.pause(0.02)
            if "first row" in it.screen() and "reading" in it.line(0):
                break
        assert "first row" in it.screen()
        assert "reading" in it.line(0)
        disk.gate.set()
        await it.settle()
        assert "The one" in it.line(0)
        assert "first row" not in it.screen()


async def test_keys_typed_before_anything_is_read_count_too() -> None:
    disk = Disk(one=sweep("one"))
    from sweeplens.tui.app import SweeplensApp
    from tests.tui.driving import key_event, opening

    app = SweeplensApp(opening(paths=(ROOT,), first="one"), Settings(watch_seconds=0), disk.sources)
    async with app.run_test(size=(120, 30)) as pilot:
        for key in ("4", "b"):
            app.post_message(key_event(key))
        it = Driven(app, pilot)
        await it.settle()
        assert it.main.inquiry.pane.id == "extremes"
        assert "beta=1" in it.line(0)


async def test_a_collection_that_cannot_be_read_is_told_and_the_others_live() -> None:
    disk = Disk(bad=ReadError("bad holds no table."), good=sweep("good"))
    async with driven(sources=disk.sources, paths=(ROOT,), first="") as it:
        assert "bad holds no table." in it.screen()
        assert "unreadable" in it.screen()
        await it.burst("tab", "end", "enter")
        assert "The good" in it.line(0)


async def test_a_file_that_nobody_thought_of_ends_in_a_sentence() -> None:
    disk = Disk(bad=RuntimeError("boom"))
    async with driven(sources=disk.sources, paths=(ROOT,), first="") as it:
        await it.until("RuntimeError: boom")


async def test_a_place_without_collections_says_so() -> None:
    async with driven(sources=Disk().sources, paths=(ROOT,), first="") as it:
        await it.until("no collection")


async def test_reloading_keeps_what_is_asked_and_where_the_cursor_is() -> None:
    disk = Disk(one=sweep("one"))
    async with driven(sources=disk.sources, paths=(ROOT,), first="one", pane="cells") as it:
        await it.burst("down", "b&")
        asked = it.main.inquiry
        disk.collections[ROOT / "one"] = sweep("one", beta=["1", "2"], score=[0.7, 0.9])
        await it.burst("ctrl+r")
        assert it.main.inquiry.selection == asked.selection
        assert it.main.inquiry.collection is not asked.collection
        assert it.main.figure_view.table.cursor_row == 1
        assert "0.9" in it.screen()


async def test_reloading_says_what_changed_and_cursor_marks_and_pins_go_along_with_their_runs() -> None:
    disk = Disk(one=sweep("one"))
    async with driven(sources=disk.sources, paths=(ROOT,), first="one", pane="cells") as it:

        def where() -> tuple[int | None, list[int], list[int]]:
            table = it.main.figure_view.table
            return table.run, list(table.pinned), list(it.main.inquiry.selection.marked)

        await it.burst("down", "space", "P")
        assert where() == (1, [1], [1])
        await it.burst("ctrl+r")
        assert "reloaded: nothing new" in it.line(0)
        assert where() == (1, [1], [1])
        more = collection_of({"beta": ["0", "1", "2"], "score": [0.9, 0.1, 0.2]}, [factor("beta", ["0", "1", "2"])])
        disk.collections[ROOT / "one"] = replace(more, path=ROOT / "one", name="one", title="The one")
        await it.burst("ctrl+r")
        assert "reloaded: 1 new row" in it.line(0)
        assert where() == (2, [2], [2])


async def test_a_reload_that_fails_shows_why_and_a_later_one_the_collection_again() -> None:
    disk = Disk(one=sweep("one"))
    async with driven(sources=disk.sources, paths=(ROOT,), first="one") as it:
        disk.collections[ROOT / "one"] = ReadError("one is half written.")
        await it.burst("ctrl+r")
        assert "one is half written." in it.screen()
        disk.collections[ROOT / "one"] = sweep("one")
        await it.burst("ctrl+r")
        assert "one is half written." not in it.screen()


async def test_going_back_to_a_collection_reads_nothing() -> None:
    disk = Disk(one=sweep("one"), two=sweep("two"))
    async with driven(sources=disk.sources, paths=(ROOT,), first="one") as it:
        await it.burst("tab", "end", "enter")
        read = len(disk.read)
        await it.burst("home", "enter")
        assert "The one" in it.line(0)
        assert len(disk.read) == read


@pytest.fixture
def on_disk(tmp_path: Path) -> Collection:
    (tmp_path / "summary.csv").write_text("beta,score\n1,2\n")
    stat = (tmp_path / "summary.csv").stat()
    entry = FileEntry("summary.csv", stat.st_size, stat.st_mtime)
    return replace(sweep("one"), path=tmp_path, files=(entry,))


async def test_a_change_on_disk_is_marked(on_disk: Collection) -> None:
    sources = Sources(lambda path: [Found(on_disk.path, "one")], lambda path: None, lambda path: replace(on_disk))
    async with driven(sources=sources, paths=(on_disk.path,), first="") as it:
        watcher = Watcher(it.main)
        watcher.look(it.main.inquiry.collection)
        await it.settle()
        assert "changed on disk" not in it.line(0)
        (on_disk.path / "summary.csv").write_text("beta,score\n1,2\n2,3\n")
        watcher.look(it.main.inquiry.collection)
        await it.settle()
        assert "changed on disk" in it.line(0)
        await it.burst("ctrl+r")
        assert "changed on disk" not in it.line(0)


async def test_a_scan_that_fails_unexpectedly_ends_nothing() -> None:
    def scan(path: Path) -> Iterator[Found]:
        yield Found(ROOT / "one", "one")
        raise RuntimeError("boom")

    sources = Sources(scan, lambda path: None, lambda path: sweep("one"))
    async with driven(sources=sources, paths=(ROOT,), first="one") as it:
        assert "The one" in it.line(0)
        assert any("Something went wrong" in each.message for each in it.app._notifications)
