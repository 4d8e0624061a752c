"""Truncated, spliced and bit-flipped files: problems or a `ReadError`, no crash, no wrong number in silence."""

from __future__ import annotations

import bz2
import gzip
import io
import itertools
import json
import lzma
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sweeplens.data.formats import LARGE, read_sheets
from sweeplens.data.tablefile import read_table
from sweeplens.errors import ReadError
from tests.data.formats.workbooks import write_workbook

ROWS = [(f"f{at % 3}", 'a, "b"' if at % 5 else "two\nlines", f"{at / 7!r}", f"{at / 3:.2f} ± 0.5") for at in range(40)]
TEXT = "family,note,loss,acc\n" + "".join(
    f'{family},"{note.replace(chr(34), chr(34) * 2)}",{loss},{acc}\n' for family, note, loss, acc in ROWS
)
RECORDS = [dict(zip(("family", "note", "loss", "acc"), row, strict=True)) for row in ROWS]


def binary(kind: str) -> bytes:
    """A file of a typed format."""
    out, frame = io.BytesIO(), pl.DataFrame(RECORDS)
    if kind == "parquet":
        frame.write_parquet(out)
    elif kind == "feather":
        frame.write_ipc(out, compression="lz4")
    elif kind == "arrow":
        frame.write_ipc_stream(out)
    else:
        np.savez_compressed(out, step=np.arange(40), z=np.ones((40, 2)))
    return out.getvalue()


def spreadsheet() -> bytes:
    """An XLSX file."""
    out = io.BytesIO()
    write_workbook(out, {"runs": [[*RECORDS[0]], *ROWS]})
    return out.getvalue()


NUMBERED = itertools.count()
FILES: dict[str, bytes] = {
    "t.csv": TEXT.encode(),
    "wide.csv": TEXT.encode("utf-16"),
    "latin.csv": TEXT.replace(",", ";").encode("latin-1"),
    "t.csv.gz": gzip.compress(TEXT.encode()),
    "t.csv.zst": zstandard.compress(TEXT.encode()),
    "t.csv.xz": lzma.compress(TEXT.encode()),
    "t.csv.bz2": bz2.compress(TEXT.encode()),
    "t.json": json.dumps({"log_history": RECORDS, "best": 0.5}, indent=1).encode(),
    "t.jsonl": "".join(json.dumps(record) + "\n" for record in RECORDS).encode(),
    "t.parquet": binary("parquet"),
    "t.feather": binary("feather"),
    "t.arrow": binary("arrow"),
    "t.xlsx": spreadsheet(),
    "t.npz": binary("npz"),
}


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, bytes]:
    """A file's name, and its bytes after one to three accidents."""
    name = draw(st.sampled_from(sorted(FILES)))
    data = FILES[name]
    for _ in range(draw(st.integers(1, 3))):
        at, other = (draw(st.integers(0, len(data))) for _ in range(2))
        match draw(st.sampled_from(["cut", "flip", "splice", "insert"])):
            case "cut":
                data = data[:at]
            case "flip":
                data = (
                    data[:at]
                    + bytes(byte ^ 1 << draw(st.integers(0, 7)) for byte in data[at : at + 1])
                    + data[at + 1 :]
                )
            case "splice":
                data = data[: min(at, other)] + data[max(at, other) :]
            case "insert":
                data = data[:at] + draw(st.sampled_from([b'"', b"\r", b"\0\0", b",,", b"\n#", b"\xff"])) + data[at:]
    return name, data


@given(file=damaged())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_read_or_refused_and_nothing_else(file: tuple[str, bytes], tmp_path: Path) -> None:
    name, data = file
    path = tmp_path / f"{next(NUMBERED)}{name}"  # a file is remembered by its name, size and time
    path.write_bytes(data)
    for at_once in (LARGE, 0):
        try:
            table = read_table(path, name, at_once)
            rows = table.scan(table.frame.columns, ()).collect()
        except ReadError:
            continue
        assert all(column.read.values.len() == table.frame.height for column in table.columns)
        assert rows.height >= table.frame.height


def test_a_text_cut_anywhere_gives_its_first_whole_rows(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    head = TEXT.index("\n") + 1
    for end in range(head, 400):
        path.write_text(TEXT[:end])
        rows = read_sheets(path)[0].frame.rows()
        assert rows == ROWS[: len(rows)]
        assert len(rows) >= TEXT[head:end].count(" ± 0.5\n")


@pytest.mark.parametrize("name", sorted(FILES.keys() - {"latin.csv", "t.json", "t.npz"}))
@given(share=st.floats(0, 1))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_cut_file_gives_a_beginning_of_its_rows_and_no_other_numbers(name: str, share: float, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name][: int(len(FILES[name]) * share)])
    try:
        (sheet,) = read_sheets(path)
    except ReadError:
        return
    if len(sheet.frame.columns) == 4:
        assert sheet.frame.rows() == ROWS[: sheet.frame.height]


@pytest.mark.parametrize("name", ["t.csv.gz", "t.csv.xz", "t.csv.bz2", "t.npz", "t.xlsx"])
def test_a_flipped_bit_in_what_has_a_checksum_is_found(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    data = bytearray(FILES[name])
    path.write_bytes(data)
    whole = read_sheets(path)
    for at in range(0, len(data), 7):
        data[at] ^= 4
        path.write_bytes(data)
        data[at] ^= 4
        try:
            sheets = read_sheets(path)
        except ReadError:
            continue
        assert sheets[0].problems or all(s.frame.equals(w.frame) for s, w in zip(sheets, whole, strict=True))
