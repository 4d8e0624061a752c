from __future__ import annotations

from pathlib import Path

from sweeplens.data.layouts.tensorboard import LAYOUT
from tests.data.layouts.samples import TENSORBOARD, column, events, points, roles, write


def test_every_folder_of_event_files_is_a_run(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, TENSORBOARD))
    assert points(reading, "lr0.1", "loss") == [(1.0, 2.0), (2.0, 1.5)]
    assert column(reading, "acc") == [None, 0.5]
    assert (column(reading, "lr"), roles(reading)["lr"]) == (["0.1", "0.2"], "factor")


def test_a_run_that_was_taken_up_again_goes_on_in_its_next_file(tmp_path: Path) -> None:
    files = {
        "a/events.out.tfevents.1.h": events([("loss", 1, 4.0), ("loss", 2, 3.0)]),
        "a/events.out.tfevents.2.h": events([("loss", 2, 2.0), ("loss", 3, 1.0)]),
    }
    reading = LAYOUT.read(write(tmp_path, files))
    assert points(reading, "a", "loss") == [(1.0, 4.0), (2.0, 2.0), (3.0, 1.0)]


def test_one_event_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = write(tmp_path, TENSORBOARD) / "lr0.2/events.out.tfevents.1.host"
    assert LAYOUT.detect(path)
    assert column(LAYOUT.read(path), "loss") == [4.0]


def test_damage_is_a_problem_and_what_stands_before_it_is_read(tmp_path: Path) -> None:
    data = bytearray(events([("loss", 1, 2.0), ("loss", 2, 1.5)]))
    data[-3] ^= 1
    reading = LAYOUT.read(write(tmp_path, {**TENSORBOARD, "lr0.1/events.out.tfevents.1.host": bytes(data)}))
    assert points(reading, "lr0.1", "loss") == [(1.0, 2.0)]
    assert [problem.file for problem in reading.problems] == ["lr0.1/events.out.tfevents.1.host"]
