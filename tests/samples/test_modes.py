"""Every published statement about full and reinitialised runs holds in the sample."""

from __future__ import annotations

import json
import statistics

import pytest

from tests.samples.reading import MODES, SELECTED, Record, printed, published, records

Key = tuple[str, str, str]
"""Setting, mode and task of a run."""


@pytest.fixture(scope="module")
def mode_history() -> list[Record]:
    return records(MODES / "data" / "val_history_per_task.csv")


def final_shared_step(history: list[Record]) -> str:
    steps: dict[Key, set[int]] = {}
    for record in history:
        steps.setdefault(key_of(record), set()).add(int(record["step"]))
    return str(max(set.intersection(*steps.values())))


def key_of(record: Record) -> Key:
    return record["loss_setting"], record["adaptation_mode"], record["task_name"]


def at_step(history: list[Record], step: str) -> dict[Key, Record]:
    return {key_of(record): record for record in history if record["step"] == step}


def mean(runs_at: dict[Key, Record], setting: str, mode: str, name: str) -> float:
    """A metric of a setting and mode, averaged over the tasks."""
    return statistics.fmean(float(r[name]) for key, r in runs_at.items() if key[:2] == (setting, mode))


def accuracy_gaps(runs_at: dict[Key, Record], setting: str) -> dict[str, float]:
    tasks = [task for name, mode, task in runs_at if (name, mode) == (setting, "full")]
    sides = {mode: [float(runs_at[setting, mode, t]["val_accuracy"]) for t in tasks] for mode in ("full", "reinit")}
    return {task: full - reinit for task, full, reinit in zip(tasks, sides["full"], sides["reinit"], strict=True)}


def test_the_modes_end_at_different_steps_and_share_the_one_before(mode_history: list[Record]) -> None:
    last = {key: max(int(r["step"]) for r in mode_history if key_of(r) == key) for key in map(key_of, mode_history)}
    assert set(last.values()) == {3000, 3125}
    assert final_shared_step(mode_history) == "3000"


def test_the_gaps_at_the_final_shared_checkpoint_are_the_published_ones(mode_history: list[Record]) -> None:
    runs_at, wanted = at_step(mode_history, final_shared_step(mode_history)), published("mode_gaps")
    found = []
    for row in wanted:
        setting, line = row["loss_setting"], {"loss_setting": row["loss_setting"]}
        for name in ("val_accuracy", "val_router_probe", "val_norm_recon"):
            full, reinit = (mean(runs_at, setting, mode, name) for mode in ("full", "reinit"))
            line[f"delta_full_minus_reinit_{name}"] = printed(full - reinit)
        line["ratio_reinit_to_full_val_norm_recon"] = printed(reinit / full)
        found.append(line)
    assert found == wanted


@pytest.mark.parametrize("setting", SELECTED)
def test_full_starts_accurate_and_reinit_with_a_high_router_probe(mode_history: list[Record], setting: str) -> None:
    first = at_step(mode_history, "125")
    assert mean(first, setting, "full", "val_accuracy") == pytest.approx(0.97, abs=0.005)
    assert 0.14 <= mean(first, setting, "reinit", "val_accuracy") <= 0.15
    assert 0.42 <= mean(first, setting, "full", "val_router_probe") <= 0.44
    assert 0.91 <= mean(first, setting, "reinit", "val_router_probe") <= 0.94


def test_the_cyclic_setting_closes_its_gap_in_the_second_half(mode_history: list[Record]) -> None:
    def closed(setting: str) -> float:
        half, end = (
            statistics.fmean(accuracy_gaps(at_step(mode_history, s), setting).values()) for s in ("1500", "3000")
        )
        return half - end

    assert closed("beta0p01_cyclin25_w12p5") > 5 * max(closed(s) for s in SELECTED if "cyclin" not in s)


def test_the_worst_gaps_are_those_of_the_named_tasks_and_settings(mode_history: list[Record]) -> None:
    runs_at = at_step(mode_history, "3000")
    gaps = {setting: accuracy_gaps(runs_at, setting) for setting in dict.fromkeys(key[0] for key in runs_at)}
    hard = {"linear_equation_solving", "base_conversion", "multidigit_addition"}
    assert all(set(sorted(by_task, key=lambda task: -by_task[task])[:3]) == hard for by_task in gaps.values())
    total = {setting: statistics.fmean(by_task.values()) for setting, by_task in gaps.items()}
    assert sorted(total, key=lambda setting: -total[setting])[:2] == ["beta0_unnorm", "beta0p01_d50_lin50"]
    assert min(gaps["beta0p01_d50_lin50"][task] for task in hard) > 0.25
    for setting in ("beta1_d50_lin50", "beta0p1_cyclin25_w12p5"):
        assert max(map(abs, gaps[setting].values())) < 0.02


def test_the_strongest_setting_by_router_probe_times_accuracy_is_the_named_one() -> None:
    products: dict[str, list[float]] = {}
    for record in records(MODES / "data" / "summary.csv"):
        value = float(record["val_router_probe"]) * float(record["val_accuracy"])
        products.setdefault(record["loss_setting"], []).append(value)
    assert max(products, key=lambda setting: statistics.fmean(products[setting])) == "beta0p1_d50_lin50"
    assert {len(column) for column in products.values()} == {12}


def test_the_mode_summary_is_the_history_at_the_final_shared_checkpoint(mode_history: list[Record]) -> None:
    last = [{k: v for k, v in r.items() if k != "step"} for r in mode_history if r["step"] == "3000"]
    assert records(MODES / "data" / "summary.csv") == last


@pytest.mark.parametrize("stream", ["router_sampled_z", "posterior_mu"])
def test_frames_are_whole_and_keep_their_points(stream: str) -> None:
    path = MODES / "data" / f"continuous_val_{stream}_frames.jsonl"
    frames = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert {(f["loss_setting"], f["adaptation_mode"]) for f in frames} == {
        ("beta0p1_d50_lin50", "full"),
        ("beta0p1_d50_lin50", "reinit"),
    }
    assert len({f["task_name"] for f in frames}) == 3
    assert len({f["step"] for f in frames}) * 2 * 3 == len(frames)
    assert {(len(f["points"]), len(f["points"][0]), len(f["strategy"])) for f in frames} == {(40, 8, 40)}


def test_clusters_part_over_training() -> None:
    path = MODES / "data" / "continuous_val_posterior_mu_frames.jsonl"
    spread_at: dict[int, list[float]] = {}
    for frame in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        sizes = [statistics.pvariance(axis) for axis in zip(*frame["points"], strict=True)]
        spread_at.setdefault(frame["step"], []).append(sum(sizes))
    assert statistics.fmean(spread_at[3000]) > 3 * statistics.fmean(spread_at[60])
