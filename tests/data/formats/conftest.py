from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sweeplens.data.formats import Sheet, read_sheets

Reader = Callable[..., Sheet]
LONG_AGO = 1_600_000_000


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    r"""Writes a file, long ago, and reads its main table: `read("a,b\n1,2\n")`, `read(data, "table.tsv")`."""

    def reader(content: str | bytes, name: str = "table.csv") -> Sheet:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        os.utime(path, (LONG_AGO, LONG_AGO))
        return read_sheets(path)[0]

    return reader
