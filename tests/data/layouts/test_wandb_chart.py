from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.layouts.wandb_chart import LAYOUT, is_chart
from tests.data.layouts.samples import WANDB_CHART, column, points, write


def test_the_run_stands_before_the_last_dash_and_the_metric_behind_it(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, WANDB_CHART))
    assert column(reading, "run") == ["a - b", "base"]
    assert [history.metrics for history in reading.histories] == [("loss",)]


def test_a_run_has_the_steps_at_which_it_has_a_value(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, WANDB_CHART) / "export.csv")
    assert points(reading, "a - b", "loss") == [(0.0, 2.0), (1.0, 1.0)]
    assert points(reading, "base", "loss") == [(0.0, 4.0), (2.0, 3.0)]


def test_charts_of_several_metrics_are_joined_by_run(tmp_path: Path) -> None:
    other = "Step,base - acc,base - acc__MIN,base - acc__MAX\n5,0.5,0.5,0.5\n"
    reading = LAYOUT.read(write(tmp_path, {**WANDB_CHART, "acc.csv": other}))
    assert points(reading, "base", "acc") == [(5.0, 0.5)]
    assert column(reading, "loss") == [3.0, 1.0]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (["Step", "a - loss", "a - loss__MIN", "a - loss__MAX"], True),
        (["Step", "a - loss", "a - loss__MIN"], False),
        (["Step", "loss", "loss__MIN", "loss__MAX"], False),
        (["a - loss"], False),
        ([], False),
    ],
)
def test_a_chart_is_known_by_a_columns_minimum_and_maximum(head: list[str], expected: bool) -> None:
    assert is_chart(head) is expected
