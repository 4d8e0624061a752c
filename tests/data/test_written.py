from __future__ import annotations

import os
from pathlib import Path

import pytest

from sweeplens.data.written import LARGEST, REPORT, written_at
from sweeplens.errors import ReadError


def test_without_a_report_there_is_none(tmp_path: Path) -> None:
    assert written_at(tmp_path) is None
    assert written_at(tmp_path / "table.csv") is None


@pytest.mark.parametrize(
    "data", ["# Über\r\n\r\nx".encode(), "# Über\n\nx".encode("utf-16"), "# Über\n\nx".encode("cp1252")]
)
def test_a_report_is_read_in_any_encoding(tmp_path: Path, data: bytes) -> None:
    (tmp_path / REPORT).write_bytes(data)
    written = written_at(tmp_path)
    assert written is not None
    assert (written.text, written.is_cut) == ("# Über\n\nx", False)


def test_a_huge_report_is_read_up_to_a_line(tmp_path: Path) -> None:
    (tmp_path / REPORT).write_bytes(b"a line of text\n" * LARGEST)
    written = written_at(tmp_path)
    assert written is not None
    assert written.is_cut
    assert len(written.text) <= LARGEST
    assert set(written.text.splitlines()) == {"a line of text"}


def test_a_huge_line_is_cut_too(tmp_path: Path) -> None:
    (tmp_path / REPORT).write_bytes(b"x" * 3 * LARGEST)
    written = written_at(tmp_path)
    assert written is not None
    assert len(written.text) == LARGEST


@pytest.mark.parametrize("data", [bytes(range(256)) * 64, b"\x89PNG\r\n\x1a\n" + b"\0\1\2" * 999])
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / REPORT).write_bytes(data)
    with pytest.raises(ReadError, match=r"report\.md holds no text"):
        written_at(tmp_path)


def test_a_report_elsewhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "sweep").mkdir()
    (tmp_path / "sweep" / REPORT).symlink_to(tmp_path / "secret")
    with pytest.raises(ReadError, match="outside the collection"):
        written_at(tmp_path / "sweep")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_a_pipe_is_no_report(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / REPORT)
    assert written_at(tmp_path) is None
