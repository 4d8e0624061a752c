"""Formats that give their columns types: Parquet, Arrow, NumPy; and spreadsheets, which give text."""

from __future__ import annotations

import math
import zipfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from sweeplens.data.formats import format_of, read_sheets
from sweeplens.errors import ReadError
from tests.data.formats.workbooks import workbook

FRAME = pl.DataFrame({"family": ["raw", None], "loss": [0.5, math.nan], "step": [1, 2], "done": [True, None]})


def write(path: Path, frame: pl.DataFrame = FRAME) -> Path:
    """The frame in the format that the file's name says."""
    with path.open("wb") as file:
        if path.suffix == ".parquet":
            frame.write_parquet(file)
        elif path.suffix == ".feather":
            frame.write_ipc(file)
        else:
            frame.write_ipc_stream(file)
    return path


@pytest.mark.parametrize("name", ["t.parquet", "t.feather", "t.arrow", "run[1]*.parquet"])
def test_columns_come_in_their_own_types(tmp_path: Path, name: str) -> None:
    (sheet,) = read_sheets(write(tmp_path / name))
    assert sheet.frame.equals(FRAME)


def test_a_typed_file_is_known_by_its_content(tmp_path: Path) -> None:
    path = write(tmp_path / "t.parquet").rename(tmp_path / "t.csv")
    assert read_sheets(path)[0].frame.equals(FRAME)


@pytest.mark.parametrize("name", ["t.parquet", "t.feather", "t.arrow"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_cut_file_is_an_error_that_names_it(tmp_path: Path, name: str, share: float) -> None:
    path = write(tmp_path / name)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(ReadError, match=name):
        read_sheets(path)


def test_names_in_a_file_are_stripped_and_told_apart(tmp_path: Path) -> None:
    path = write(tmp_path / "t.parquet", pl.DataFrame({" a ": [1], "a": [2], "": [3]}))
    assert read_sheets(path)[0].frame.columns == ["a", "a_2", "column_3"]


def test_arrays_of_one_length_are_the_columns_of_one_table(tmp_path: Path) -> None:
    np.savez_compressed(
        tmp_path / "t.npz",
        step=np.arange(3),
        loss=np.array([0.5, np.nan, 0.25], dtype=np.float16),
        z=np.arange(6.0).reshape(3, 2),
        name=np.array(["a", "b", "c"]),
        lr=0.1,
    )
    history, rest = read_sheets(tmp_path / "t.npz")
    assert history.frame.columns == ["step", "loss", "z.0", "z.1", "name"]
    assert history.frame.row(2) == (2, 0.25, 4.0, 5.0, "c")
    assert rest.frame.to_dicts() == [{"lr": 0.1}]


def test_pickled_objects_are_left_out_and_reported_and_never_loaded(tmp_path: Path) -> None:
    np.savez(tmp_path / "t.npz", step=np.arange(3), secret=np.array([{}, {}, {}], dtype=object))
    (sheet,) = read_sheets(tmp_path / "t.npz")
    assert sheet.frame.columns == ["step"]
    assert ["secret" in problem.sentence for problem in sheet.problems] == [True]
    np.savez(tmp_path / "t.npz", secret=np.array([{}], dtype=object))
    with pytest.raises(ReadError):
        read_sheets(tmp_path / "t.npz")


def test_a_single_array_is_a_table(tmp_path: Path) -> None:
    np.save(tmp_path / "rewards.npy", np.array([(1, 0.5), (2, 0.25)], dtype=[("step", "i4"), ("r", "f8")]))
    assert read_sheets(tmp_path / "rewards.npy")[0].frame.to_dicts()[1] == {"rewards.step": 2, "rewards.r": 0.25}


def test_an_archive_that_would_fill_the_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sweeplens.data.formats.archives.BOMB_BYTES", 1024)
    np.savez_compressed(tmp_path / "t.npz", zeros=np.zeros(10**6))
    with pytest.raises(ReadError, match="unpacks to"):
        read_sheets(tmp_path / "t.npz")


def test_a_damaged_archive_is_an_error(tmp_path: Path) -> None:
    np.savez(tmp_path / "t.npz", a=np.arange(100))
    data = (tmp_path / "t.npz").read_bytes()
    (tmp_path / "t.npz").write_bytes(data[: len(data) // 2])
    with pytest.raises(ReadError, match=r"t\.npz"):
        read_sheets(tmp_path / "t.npz")


def test_the_sheets_of_a_spreadsheet_are_tables_of_text(tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "t.xlsx",
        {"May": [["Results", None, None], ["family", "loss", "n"], ["raw", 0.5, 3], ["dist", None, 4]], "empty": [[]]},
    )
    (sheet,) = read_sheets(path)
    assert sheet.name == "May"
    assert sheet.frame.to_dicts() == [
        {"family": "raw", "loss": "0.5", "n": "3"},
        {"family": "dist", "loss": None, "n": "4"},
    ]


def test_a_spreadsheet_needs_its_extra_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fastexcel", None)
    path = workbook(tmp_path / "t.xlsx", {"a": [["x"], [1]]})
    with pytest.raises(ReadError, match=r"install sweeplens\[excel\]"):
        read_sheets(path)


def test_another_archive_is_no_table(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "t.zip", "w") as archive:
        archive.writestr("notes.txt", "hello")
    assert format_of(tmp_path / "t.zip") is None
