from __future__ import annotations

import math
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sweeplens.data.formats import read_sheets
from sweeplens.data.values import read_column
from tests.data.formats.dialects import Written, tables


def same(read: float | None, wrote: float | str | None) -> bool:
    if read is None or wrote is None:
        return read is wrote
    return read == wrote or (isinstance(wrote, float) and math.isnan(read) and math.isnan(wrote))


@given(table=tables())
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_table_in_any_dialect_is_read_back_as_it_was(table: Written, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(table.data)
    (sheet,) = read_sheets(path)
    assert sheet.frame.columns == table.names
    assert sheet.frame["family"].to_list() == [None if row[0] is None else str(row[0]).strip() for row in table.rows]
    for at, name in enumerate(table.names[1:], start=1):
        wrote = [row[at] for row in table.rows]
        column = read_column(sheet.frame[name])
        if any(value is not None for value in wrote):
            assert column.kind == "number"
            assert all(map(same, column.values.to_list(), wrote)), (column.values.to_list(), wrote)
    assert [p for p in sheet.problems if p.level == "problem"] == []
