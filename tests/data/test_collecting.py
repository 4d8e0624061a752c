from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from sweeplens.data.collecting import aggregated, collected
from sweeplens.data.layouts import tables
from sweeplens.data.load import load_collection
from sweeplens.data.selection import Selection
from sweeplens.errors import ReadError
from sweeplens.panes.base import Question
from sweeplens.panes.dynamics import PANE

ROWS = "".join(f"f{at % 4},{at // 4},{at / 7}\n" for at in range(400))


@pytest.mark.parametrize("content", [None, b"", b"PAR1", b"PAR1" + bytes(5000) + b"PAR1"])
def test_a_file_that_goes_while_it_is_waited_for_is_an_error_that_names_it(
    content: bytes | None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.parquet"
    pl.DataFrame({"a": range(5000)}).write_parquet(path)
    lazy = pl.scan_parquet(path)
    path.unlink() if content is None else path.write_bytes(content)
    with pytest.raises(ReadError, match=r"^the history can no longer be read: [^\n]+\.$"):
        collected(lazy, "the history")


def test_a_table_in_memory_and_a_lazy_one_aggregate_alike() -> None:
    frame = pl.DataFrame({"a": [1, 2], "b": ["x", None]})
    asked = [pl.col("a").sum(), pl.col("b").null_count()]
    assert aggregated(frame, asked) == aggregated(frame.lazy(), asked) == {"a": 3, "b": 1}
    assert aggregated(frame, []) == {}


@pytest.mark.parametrize("text", [None, "", "family,step,loss\nother,1,2\n"])
def test_a_pane_says_of_a_large_history_that_it_is_no_longer_there(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "LARGE", 1)
    path = tmp_path / "history.csv"
    path.write_text("family,step,loss\n" + ROWS)
    collection = load_collection(tmp_path)
    assert len(collection.runs) == 4
    path.unlink() if text is None else path.write_text(text)
    with pytest.raises(ReadError, match=r"history\.csv"):
        PANE.answer(Question(collection, Selection()))
