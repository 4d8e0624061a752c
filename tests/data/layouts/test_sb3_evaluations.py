from __future__ import annotations

import io
import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sweeplens.data.collection import Role
from sweeplens.data.layouts.sb3_evaluations import read_evaluations
from sweeplens.data.layouts.stable_baselines import LAYOUT
from sweeplens.data.load import load_collection
from sweeplens.errors import ReadError
from tests.data.layouts.samples import MONITOR, Files, column, points, run_of, write

RETURNS = [[1.0, 2.0, 4.0], [5.0, 5.0, 8.0]]


def evaluations(returns: Any = RETURNS, **others: Any) -> bytes:
    """An archive as `EvalCallback` writes it, after 1000 and 2000 timesteps."""
    out = io.BytesIO()
    np.savez(out, **{"timesteps": [1000, 2000], "results": returns, "ep_lengths": [[9, 9, 9], [7, 8, 9]], **others})
    return out.getvalue()


def test_each_evaluation_is_a_point_with_the_mean_and_spread_of_its_episodes(tmp_path: Path) -> None:
    root = write(tmp_path, {"a/evaluations.npz": evaluations(successes=[[True, False, False], [True, True, True]])})
    assert LAYOUT.detect(root) == "a/evaluations.npz is there, as Stable-Baselines3 writes it"
    reading = LAYOUT.read(root)
    (history,) = reading.histories
    assert (history.name, history.step) == ("evaluations.npz", "timesteps")
    assert points(reading, "a", "results") == [(1000.0, statistics.mean(RETURNS[0])), (2000.0, 6.0)]
    spreads = [value for _, value in points(reading, "a", "results_std")]
    assert spreads == pytest.approx([statistics.stdev(returns) for returns in RETURNS])
    assert [value for _, value in points(reading, "a", "successes")] == pytest.approx([1 / 3, 1.0])
    assert column(reading, "episodes") == [3.0]


def test_the_spread_stands_beside_its_metric_and_the_paths_are_factors(tmp_path: Path) -> None:
    files = {f"{algo}/seed_{seed}/evaluations.npz": evaluations() for algo in ("ppo", "sac") for seed in (0, 1)}
    collection = load_collection(write(tmp_path, files))
    assert [(factor.name, factor.is_replicate) for factor in collection.factors] == [
        ("directory", False),
        ("seed", True),
    ]
    results = collection.metric("results")
    assert results is not None
    assert results.spread == "results_std"
    assert {decision.column for decision in collection.roles if decision.role is Role.SPREAD} == {
        "results_std",
        "ep_lengths_std",
    }


@pytest.mark.parametrize("place", ["a/evaluations.npz", "a/eval/evaluations.npz"])
def test_evaluations_belong_to_the_run_whose_logs_lie_beside_or_above_them(place: str, tmp_path: Path) -> None:
    progress = "time/total_timesteps,train/loss\n1000,0.5\n2000,0.25\n"
    files: Files = {"a/0.monitor.csv": MONITOR, "a/progress.csv": progress, place: evaluations()}
    reading = LAYOUT.read(write(tmp_path, files))
    assert column(reading, "run") == ["a"]
    assert {history.name for history in reading.histories} == {"monitor.csv", "progress.csv", "evaluations.npz"}


def test_the_evaluations_of_a_run_of_several_workers_are_of_none_of_them(tmp_path: Path) -> None:
    files: Files = {"a/0.monitor.csv": MONITOR, "a/1.monitor.csv": MONITOR, "a/evaluations.npz": evaluations()}
    reading = LAYOUT.read(write(tmp_path, files))
    assert column(reading, "worker") == ["0", "1", None]
    assert run_of(reading, "a")["results"] == 6.0


def test_a_file_of_evaluations_is_read_by_its_own_path(tmp_path: Path) -> None:
    path = write(tmp_path, {"a/evaluations.npz": evaluations()}) / "a/evaluations.npz"
    assert len(load_collection(path).histories[0].scan().collect()) == 2


def test_one_episode_has_no_spread_and_an_episode_that_diverged_is_not_averaged_away(tmp_path: Path) -> None:
    path = write(tmp_path, {"e.npz": evaluations([[1.0], [float("nan")]])}) / "e.npz"
    curve = read_evaluations(path)
    assert curve["results_std"].to_list() == [None, None]
    assert curve["results"].is_nan().to_list() == [False, True]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (evaluations([[1.0, 2.0]]), "do not belong together: 2 timesteps, 1 results, 2 ep_lengths"),
        (evaluations(timesteps=[], results=[], ep_lengths=[]), "holds no timesteps with results"),
        (evaluations(np.array([[1.0], [1.0, 2.0]], dtype=object)), "holds no timesteps with results"),
        (evaluations()[:300], "no whole archive"),
    ],
    ids=["lengths", "empty", "objects", "cut"],
)
def test_what_is_no_evaluation_is_told(data: bytes, reason: str, tmp_path: Path) -> None:
    path = write(tmp_path, {"evaluations.npz": data}) / "evaluations.npz"
    with pytest.raises(ReadError, match=reason):
        read_evaluations(path)
