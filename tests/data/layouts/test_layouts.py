"""What holds of every layout of runs: each knows its own, reads it, and survives damage."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sweeplens.data.layouts import LAYOUTS
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.errors import ReadError
from tests.data.layouts.samples import SAMPLES, Files, write

OF_RUNS = [layout for layout in LAYOUTS if layout.name in SAMPLES]


def named(layout: Layout) -> str:
    return layout.name


def test_every_layout_of_runs_has_a_sample() -> None:
    assert {layout.name for layout in LAYOUTS} - {*SAMPLES} == {"aggregate", "tables", "plan"}


@pytest.mark.parametrize("layout", OF_RUNS, ids=named)
def test_the_first_layout_that_knows_a_sample_is_its_own(layout: Layout, tmp_path: Path) -> None:
    root = write(tmp_path, SAMPLES[layout.name])
    assert next(known.name for known in LAYOUTS if known.detect(root)) == layout.name


@pytest.mark.parametrize("layout", OF_RUNS, ids=named)
def test_the_reason_names_a_file_or_a_number(layout: Layout, tmp_path: Path) -> None:
    root = write(tmp_path, SAMPLES[layout.name])
    why = layout.detect(root)
    assert not why.endswith(".")
    assert any(part in why for name in SAMPLES[layout.name] for part in name.split("/"))


@pytest.mark.parametrize("layout", OF_RUNS, ids=named)
def test_an_empty_directory_is_of_no_layout_of_runs_and_an_error_to_read(layout: Layout, tmp_path: Path) -> None:
    assert layout.detect(tmp_path) == ""
    with pytest.raises(ReadError, match=r"\.$"):
        layout.read(tmp_path)


@pytest.mark.parametrize("layout", OF_RUNS, ids=named)
def test_a_sample_is_read_without_problems(layout: Layout, tmp_path: Path) -> None:
    reading = layout.read(write(tmp_path, SAMPLES[layout.name]))
    assert [str(problem) for problem in reading.problems if problem.level == "problem"] == []
    assert reading.files
    assert all(file.size > 0 for file in reading.files)


@pytest.mark.parametrize("layout", OF_RUNS, ids=named)
def test_every_history_scans_to_its_keys_step_and_metrics(layout: Layout, tmp_path: Path) -> None:
    reading = layout.read(write(tmp_path, SAMPLES[layout.name]))
    for history in reading.histories:
        frame = history.scan().collect()
        assert frame.columns == [*history.keys, history.step, *history.metrics]
        assert frame.select(*history.keys, history.step).is_unique().all()
        assert set(frame.select(history.metrics).dtypes) == {frame[history.step].dtype}


@pytest.mark.parametrize("layout", OF_RUNS, ids=named)
def test_names_of_columns_are_unique_and_every_role_has_its_column(layout: Layout, tmp_path: Path) -> None:
    reading = layout.read(write(tmp_path, SAMPLES[layout.name]))
    assert reading.runs is not None
    assert {decision.column for decision in reading.roles} <= {*reading.runs.columns}


def attempt(layout: Layout, root: Path) -> Reading | None:
    """The reading, or None where there is nothing left to read; anything else that is raised fails the test."""
    try:
        return layout.read(root) if layout.detect(root) else None
    except ReadError:
        return None


def damaged(files: Files, chance: random.Random) -> Files:
    """`files` with one of them cut short, with bytes flipped, with a piece of another one inside, or empty."""
    name = chance.choice(sorted(files))
    content = files[name]
    data = bytearray(content if isinstance(content, bytes) else content.encode())
    other = files[chance.choice(sorted(files))]
    kind = chance.randrange(4)
    if kind == 0:
        data = data[: chance.randrange(len(data) + 1)]
    elif kind == 1:
        for _ in range(chance.randrange(1, 9)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif kind == 2:
        at = chance.randrange(len(data) + 1)
        data[at:at] = other if isinstance(other, bytes) else other.encode()
    else:
        data = bytearray()
    return {**files, name: bytes(data)}


@pytest.mark.parametrize("layout", OF_RUNS, ids=named)
def test_damage_gives_problems_and_never_a_crash(layout: Layout, tmp_path: Path) -> None:
    chance = random.Random(layout.name)
    for turn in range(25):
        root = write(tmp_path / str(turn), damaged(SAMPLES[layout.name], chance))
        reading = attempt(layout, root)
        if reading is not None and reading.runs is not None:
            assert reading.runs.width > 0
