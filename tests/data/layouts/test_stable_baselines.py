from __future__ import annotations

from pathlib import Path

from sweeplens.data.layouts.stable_baselines import LAYOUT
from tests.data.layouts.samples import MONITOR, STABLE_BASELINES, column, points, roles, run_of, write


def test_episodes_stand_against_the_timesteps_so_far(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, STABLE_BASELINES))
    (history,) = reading.histories
    assert (history.name, history.step, history.metrics) == ("monitor.csv", "timesteps", ("r", "l", "t"))
    assert points(reading, "dqn/CartPole-v1_1", "r") == [(7.0, 7.0), (32.0, 25.0), (52.0, 20.0)]


def test_the_path_gives_the_algorithm_and_workers_repeat_a_run(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, STABLE_BASELINES))
    known = roles(reading)
    assert (known["algo"], known["worker"], known["env"]) == ("factor", "replicate", "constant")
    assert column(reading, "worker") == [None, "0", "1"]
    assert run_of(reading, "ppo/CartPole-v1_1 worker=1")["algo"] == "ppo"


def test_the_zoos_settings_are_read_without_making_objects(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, STABLE_BASELINES))
    assert column(reading, "gamma") == ["0.99", "0.98", "0.98"]


def test_progress_stands_against_its_own_timesteps(tmp_path: Path) -> None:
    progress = "rollout/ep_rew_mean,time/total_timesteps,train/loss\n10.0,100,\n20.0,200,0.5\n"
    reading = LAYOUT.read(
        write(tmp_path, {"a/progress.csv": progress, "b/progress.csv": progress, "a/monitor.csv": MONITOR})
    )
    assert {history.name: history.step for history in reading.histories} == {
        "monitor.csv": "timesteps",
        "progress.csv": "time/total_timesteps",
    }
    assert points(reading, "b", "rollout/ep_rew_mean") == [(100.0, 10.0), (200.0, 20.0)]
    assert run_of(reading, "a")["train/loss"] == 0.5


def test_a_monitor_is_read_by_its_own_path(tmp_path: Path) -> None:
    root = write(tmp_path, STABLE_BASELINES)
    path = root / "ppo/CartPole-v1_1/1.monitor.csv"
    assert LAYOUT.detect(path)
    reading = LAYOUT.read(path)
    assert points(reading, "CartPole-v1_1", "r") == [(10.0, 10.0), (40.0, 30.0), (60.0, 20.0)]
    assert column(reading, "env") == ["CartPole-v1"]


def test_an_episode_that_is_being_written_is_left_out(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {"a/monitor.csv": MONITOR + "99.0,9"}))
    assert points(reading, "a", "r")[-1] == (55.0, 20.0)


def test_broken_settings_are_a_problem_and_the_run_stays(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {**STABLE_BASELINES, "dqn/CartPole-v1_1/CartPole-v1/config.yml": "a: [1"}))
    assert column(reading, "gamma") == [None, "0.98", "0.98"]
    assert [problem.file for problem in reading.problems] == ["dqn/CartPole-v1_1/CartPole-v1/config.yml"]
