from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.formats import FORMATS, Format, format_of, read_sheets, survey_of
from sweeplens.data.tablefile import read_table
from sweeplens.errors import ReadError

HEAVY = ("polars", "numpy", "charset_normalizer", "clevercsv", "zstandard", "fastexcel")

formats = pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)


def test_formats_have_names_and_suffixes_of_their_own() -> None:
    suffixes = [suffix for known in FORMATS for suffix in known.suffixes]
    assert len({known.name for known in FORMATS}) == len(FORMATS)
    assert len(set(suffixes)) == len(suffixes)


@formats
@given(head=st.binary(max_size=200))
@settings(deadline=None)
def test_any_bytes_are_recognised_or_not_and_nothing_else(known: Format, head: bytes) -> None:
    assert known.recognises(head, Path("t")) in (True, False)


@formats
def test_an_empty_file_is_of_no_kind(known: Format) -> None:
    assert not any(known.recognises(b"", Path(f"t{suffix}")) for suffix in known.suffixes)


def test_what_holds_no_table_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# Notes\n\nNothing yet.\n")
    assert format_of(path) is None
    for read in (read_sheets, survey_of):
        with pytest.raises(ReadError, match=r"notes\.md"):
            read(path)


def test_a_large_file_of_a_kind_that_has_no_rows_to_scan_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"seed": 1, "acc": "90.5%"}\n{"seed": 2, "acc": null}\n')
    assert survey_of(path) is None
    assert read_table(path, "t.jsonl", at_once=0).scan(("seed",), ("acc",)).collect().rows() == [
        ("1", 90.5),
        ("2", None),
    ]


def test_knowing_the_formats_imports_no_reader() -> None:
    code = f"import sys, sweeplens.data.formats; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
