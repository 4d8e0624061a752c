from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.formats import LARGE, largetext
from sweeplens.data.layouts.curves import by_step, curve_in, joined_by_step, last_values, read_tables, stacked
from sweeplens.data.layouts.walk import walk
from sweeplens.data.tablefile import TableFile

POINTS = st.lists(st.tuples(st.integers(0, 6), st.floats(-9, 9)), max_size=12)


def test_series_share_their_steps_and_a_missing_point_is_null() -> None:
    curve = by_step("t", {"a": (np.array([2.0, 1.0]), np.array([20.0, 10.0])), "b": (np.array([3.0]), np.array([0.5]))})
    assert curve.columns == ["t", "a", "b"]
    assert curve.rows() == [(1.0, 10.0, None), (2.0, 20.0, None), (3.0, None, 0.5)]


def test_nan_is_a_value_and_a_step_that_is_none_is_left_out() -> None:
    curve = by_step("t", {"a": (np.array([1.0, np.nan]), np.array([np.nan, 5.0]))})
    assert curve["t"].to_list() == [1.0]
    assert curve["a"].is_nan().to_list() == [True]


def test_no_series_is_an_empty_curve() -> None:
    assert by_step("t", {}).rows() == []


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from("abc"), POINTS, min_size=1))
def test_each_series_gives_back_its_later_values(series: dict[str, list[tuple[int, float]]]) -> None:
    arrays = {
        name: (np.array([step for step, _ in points], float), np.array([value for _, value in points], float))
        for name, points in series.items()
    }
    curve = by_step("t", arrays)
    assert curve["t"].to_list() == sorted({float(step) for points in series.values() for step, _ in points})
    for name, points in series.items():
        kept = curve.select("t", name).drop_nulls()
        assert dict(kept.rows()) == {float(step): value for step, value in points}


def test_sparse_rows_of_a_step_are_one_row() -> None:
    curve = pl.DataFrame({"step": [1.0, 1.0, None, 2.0], "a": [0.5, None, 9.0, 1.5], "b": [None, 2.5, 9.0, None]})
    assert joined_by_step(curve).rows() == [(1.0, 0.5, 2.5), (2.0, 1.5, None)]


def test_of_a_repeated_step_the_later_value_holds() -> None:
    curve = pl.DataFrame({"step": [1.0, 2.0, 1.0], "a": [0.5, 1.0, 0.25]})
    assert joined_by_step(curve).rows() == [(1.0, 0.25), (2.0, 1.0)]


def test_counters_and_texts_are_no_metrics(tmp_path: object) -> None:
    frame = pl.DataFrame(
        {"step": ["1", "2"], "epoch": ["0", "1"], "loss": ["2", "nan"], "note": ["a", "b"], "none": ["", ""]}
    )
    curve = curve_in(TableFile(tmp_path, "m.csv", frame), "step")  # type: ignore[arg-type]
    assert curve.columns == ["step", "loss"]


def test_curves_of_runs_are_stacked_under_the_first_ones_step() -> None:
    first = pl.DataFrame({"step": [1.0], "a": [0.5]})
    second = pl.DataFrame({"epoch": [3.0], "b": [1.5]})
    frame = stacked([("x", first), ("y", second)])
    assert frame.columns == ["run", "step", "a", "b"]
    assert frame.rows() == [("x", 1.0, 0.5, None), ("y", 3.0, None, 1.5)]


def test_a_runs_last_value_is_that_of_its_greatest_step() -> None:
    frame = pl.DataFrame({"run": ["x"] * 3, "step": [2.0, 3.0, 1.0], "a": [0.5, None, 9.0], "b": [1.0, 2.0, 3.0]})
    assert last_values(frame).rows() == [("x", 0.5, 2.0)]


def test_a_curve_in_a_large_file_has_all_its_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(largetext, "SAMPLE_ROWS", 2)
    note = "x" * (LARGE // 4)
    (tmp_path / "t.csv").write_text("step,loss,note\n" + "".join(f"{step},0.5,{note}\n" for step in range(5)))
    tables, problems = read_tables(walk(tmp_path), ["t.csv"])
    assert not problems
    assert curve_in(tables["t.csv"], "step")["step"].to_list() == [0, 1, 2, 3, 4]
