from __future__ import annotations

import math
import os
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from sweeplens.data.formats import read_sheets
from sweeplens.data.values import read_column
from tests.data.formats.conftest import LONG_AGO
from tests.data.formats.dialects import Written, tables


@given(table=tables())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_table_in_any_dialect_is_read_back_as_it_was_meant(table: Written, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(table.data)
    os.utime(path, (LONG_AGO, LONG_AGO))
    (sheet,) = read_sheets(path)
    assert sheet.frame.columns == table.names
    assert sheet.frame["family"].to_list() == table.words
    for name, meant in zip(table.names[1:], table.numbers, strict=True):
        if any(value is not None for value in meant):
            column = read_column(sheet.frame[name])
            assert column.kind == "number"
            assert all(map(same, column.values.to_list(), meant))
    assert [problem for problem in sheet.problems if problem.level == "problem"] == []


def same(read: float | None, meant: float | None) -> bool:
    """Whether two numbers are one; NaN is itself, and missing is not NaN."""
    if read is None or meant is None:
        return read is meant
    return read == meant or (math.isnan(read) and math.isnan(meant))
