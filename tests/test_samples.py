"""The sample collections hold the published numbers, and the script that made them makes them again."""

from __future__ import annotations

import csv
import json
import math
import statistics
import subprocess
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "sample_collections"
PUBLISHED = ROOT / "tools" / "samples" / "published"
SUM = SAMPLES / "sum-token-aggregation_20260503"
MEAN = SAMPLES / "paper-method-grid-05b_20260501"
MODES = SAMPLES / "full-vs-reinit_20260415"
RUNNING = SAMPLES / "running-ablation_demo"
SELECTED = ("beta0p01_d50_lin50", "beta0p01_cyclin25_w12p5", "beta0p1_d50_lin50")
FACTORS = ("reconstruction_loss_family_label", "beta_label")
LABELS = {
    "matched_router_score": "matched router score",
    "within_task_router_probe": "within-task router probe",
    "global_router_probe": "global router probe",
    "strategy_match_rate": "strategy-match rate",
    "posterior_probe": "posterior probe",
    "final_answer_accuracy": "final answer accuracy",
    "reconstruction_loss": "reconstruction loss",
    "distribution_normalized_reconstruction_loss": "dist-normalized reconstruction",
    "tokcc_reconstruction_loss": "tokcc reconstruction",
    "kl_prior_loss": "KL to prior",
    "active_reconstruction_objective": "active reconstruction objective",
    "kl_over_active_reconstruction": "KL / active recon",
    "inferred_zfree_reference_scale": "inferred z-free reference scale",
    "posterior_router_probe_gap": "posterior-router probe gap",
}

Record = dict[str, str]
Run = dict[str, float]
Cell = tuple[str, str]


def printed(value: float) -> str:
    """Four decimals and six significant digits at most, as the published tables are."""
    return f"{round(value, 4):.6g}"


def records(path: Path) -> list[Record]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def published(name: str) -> list[Record]:
    return records(PUBLISHED / f"{name}.csv")


def cell_of(record: Record) -> Cell:
    return record[FACTORS[0]], record[FACTORS[1]]


def active_objective(family: str, run: Run) -> float:
    raw, normalized = run["reconstruction_loss"], run["distribution_normalized_reconstruction_loss"]
    tokcc = run["tokcc_reconstruction_loss"]
    return {"raw": raw, "dist norm": normalized, "tokcc a.25": tokcc}.get(family, 0.05 * normalized + 0.95 * tokcc)


def with_derived(record: Record) -> Run:
    run = {name: float(text) for name, text in record.items() if name in LABELS}
    run["active_reconstruction_objective"] = active_objective(record[FACTORS[0]], run)
    run["kl_over_active_reconstruction"] = run["kl_prior_loss"] / run["active_reconstruction_objective"]
    run["inferred_zfree_reference_scale"] = (
        run["reconstruction_loss"] / run["distribution_normalized_reconstruction_loss"]
    )
    run["posterior_router_probe_gap"] = run["posterior_probe"] - run["within_task_router_probe"]
    return run


def runs(path: Path) -> dict[Cell, Run]:
    return {cell_of(record): with_derived(record) for record in records(path)}


@pytest.fixture(scope="module")
def sums() -> dict[Cell, Run]:
    return runs(SUM / "data" / "summary.csv")


@pytest.fixture(scope="module")
def means() -> dict[Cell, Run]:
    return runs(MEAN / "data" / "final_05b_summary.csv")


def spread(values: Iterable[float]) -> Record:
    column = list(values)
    return {
        "min": printed(min(column)),
        "mean": printed(statistics.fmean(column)),
        "median": printed(statistics.median(column)),
        "max": printed(max(column)),
        "std": printed(statistics.pstdev(column)),
    }


def row_as_printed(wanted: Record, run: Run) -> Record:
    return {name: text if name in FACTORS else printed(run[name]) for name, text in wanted.items()}


def test_the_spread_of_every_metric_is_the_published_one(sums: dict[Cell, Run]) -> None:
    found = [{"metric": label, **spread(run[name] for run in sums.values())} for name, label in LABELS.items()]
    assert found == published("metric_distributions")


@pytest.mark.parametrize("table", ["local_diagnostics", "top_rows", "bottom_rows"])
def test_published_rows_come_out_of_the_summary(sums: dict[Cell, Run], table: str) -> None:
    wanted = published(table)
    assert [row_as_printed(row, sums[cell_of(row)]) for row in wanted] == wanted


def test_the_summary_has_the_rows_of_the_diagnostics_in_their_order(sums: dict[Cell, Run]) -> None:
    assert list(sums) == [cell_of(row) for row in published("local_diagnostics")]


def test_the_outermost_rows_by_router_score_are_the_published_ones(sums: dict[Cell, Run]) -> None:
    ranked = sorted(sums, key=lambda cell: sums[cell]["matched_router_score"], reverse=True)
    assert ranked[:5] == [cell_of(row) for row in published("top_rows")]
    assert ranked[:-6:-1] == [cell_of(row) for row in published("bottom_rows")]


def test_the_best_row_is_the_one_of_the_published_sentence(sums: dict[Cell, Run]) -> None:
    best = max(sums, key=lambda cell: sums[cell]["matched_router_score"])
    named = ("matched_router_score", "within_task_router_probe", "final_answer_accuracy")
    assert best == ("tokcc a.25", "beta=.01")
    assert [printed(sums[best][name]) for name in named] == ["0.5502", "0.5521", "0.9971"]


def test_means_sums_and_deltas_are_the_published_ones(sums: dict[Cell, Run], means: dict[Cell, Run]) -> None:
    wanted = published("mean_versus_sum")
    metrics = [name.removeprefix("delta_") for name in wanted[0] if name.startswith("delta_")]
    found = []
    for cell, mean in means.items():
        row = dict(zip(FACTORS, cell, strict=True))
        for name in metrics:
            sides = {"mean": mean[name], "sum": sums[cell][name], "delta": sums[cell][name] - mean[name]}
            row |= {f"{side}_{name}": printed(value) for side, value in sides.items()}
        found.append(row)
    assert found == wanted


def test_the_two_zfree_scales_and_their_ratio_are_the_published_ones(
    sums: dict[Cell, Run], means: dict[Cell, Run]
) -> None:
    sides = [[run["inferred_zfree_reference_scale"] for run in side.values()] for side in (sums, means)]
    wanted = published("zfree_scale")
    for row, column in zip(wanted, sides, strict=False):
        assert {"n": str(len(column)), **spread(column)}.items() >= {
            k: row[k] for k in ("n", "min", "mean", "max")
        }.items()
        assert max(column) == min(column)
    ratios = [printed(of(sides[0]) / of(sides[1])) for of in (min, statistics.fmean, max)]
    assert ratios == [wanted[2][name] for name in ("min", "mean", "max")] == ["40.0771"] * 3


def curves(name: str, *keys: str) -> dict[tuple[str, ...], list[Record]]:
    found: dict[tuple[str, ...], list[Record]] = {}
    for record in records(SUM / "data" / f"{name}.csv"):
        found.setdefault(tuple(record[key] for key in keys), []).append(record)
    return {key: sorted(curve, key=lambda record: int(record["global_step"])) for key, curve in found.items()}


def stat(head: str, curve: list[Record]) -> str:
    """What a column head such as `first kl_prior_loss`, its words joined by `_`, says of a curve."""
    of, name = head.split("_", 1)
    values = [float(record[name]) for record in curve]
    return printed({"first": values[0], "final": values[-1], "min": min(values), "max": max(values)}[of])


def test_the_histories_have_the_published_firsts_finals_and_extremes() -> None:
    wanted = published("dynamics_summary")
    by_cell = curves("sum_eval_history_long", *FACTORS)
    found = [
        {head: text if head in FACTORS else stat(head, by_cell[cell_of(row)]) for head, text in row.items()}
        for row in wanted
    ]
    assert found == wanted


def test_the_best_task_checkpoints_are_the_published_ones_in_their_order() -> None:
    keys = ("task_name", *FACTORS)
    by_task = curves("sum_eval_history_per_task_long", *keys)
    ranked = sorted(by_task, key=lambda key: -max(float(r["matched_router_score"]) for r in by_task[key]))
    wanted = published("top_per_task")
    found = [
        {head: row[head] if head in keys else stat(head, by_task[tuple(row[key] for key in keys)]) for head in row}
        for row in wanted
    ]
    assert ranked[:12] == [tuple(row[key] for key in keys) for row in wanted]
    assert found == wanted


def test_there_are_at_least_five_tasks_beside_every_cell() -> None:
    by_task = curves("sum_eval_history_per_task_long", "task_name", *FACTORS)
    assert len({key[0] for key in by_task}) >= 5
    assert len(by_task) == 12 * len({key[0] for key in by_task})


def test_base_relative_reconstruction_is_the_raw_loss_over_the_inferred_scale() -> None:
    for record in records(SUM / "data" / "sum_eval_history_long.csv"):
        raw, normalized = (float(record[f"{name}reconstruction_loss"]) for name in ("", "distribution_normalized_"))
        assert float(record["base_relative_reconstruction"]) == pytest.approx(raw / (raw / normalized))


@pytest.mark.parametrize(
    ("artifact", "table"),
    [
        ("local_diagnostics_summary", "local_diagnostics"),
        ("sum_dynamics_summary", "dynamics_summary"),
        ("sum_per_task_dynamics_summary", "top_per_task"),
    ],
)
def test_derived_tables_hold_the_published_ones(artifact: str, table: str) -> None:
    wanted = published(table)
    named = {*FACTORS, "task_name"}
    found = [
        {head: text if head in named else printed(float(text)) for head, text in row.items()}
        for row in records(SUM / "data" / f"{artifact}.csv")
    ]
    assert found[: len(wanted)] == wanted


def test_findings_state_values_that_the_summary_has(sums: dict[Cell, Run]) -> None:
    stated = [claim for claim in json.loads((SUM / "findings.json").read_text()) if "metric" in claim]
    assert stated
    for claim in stated:
        assert any(abs(run[claim["metric"]] - claim["value"]) <= claim["tolerance"] for run in sums.values())


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


def test_the_running_sweep_has_every_kind_of_cell() -> None:
    rows = {(r["family"], r["beta"], r["seed"]): r["val_loss"] for r in records(RUNNING / "data" / "summary.csv")}
    expected = list(product(("raw", "dist norm", "tokcc a.25"), ("beta=.01", "beta=.1", "beta=1")))
    finals = {cell: [rows.get((*cell, seed), "") for seed in "012"] for cell in expected}
    whole = [cell for cell, texts in finals.items() if all(text and math.isfinite(float(text)) for text in texts)]
    assert len(whole) == 5
    assert finals["dist norm", "beta=1"][1:] == ["nan", "inf"]
    assert finals["tokcc a.25", "beta=.01"][2] == finals["tokcc a.25", "beta=.1"][2] == ""
    assert finals["tokcc a.25", "beta=1"] == ["", "", ""]
    assert {key[:2] for key in rows} - set(expected) == {("raw", "beta=3")}


def test_the_running_history_ends_in_a_half_written_line_of_the_seed_without_a_row() -> None:
    lines = (RUNNING / "data" / "train_history.csv").read_text(encoding="utf-8").split("\n")
    assert lines[-1].startswith("tokcc a.25,beta=.1,2,")
    assert len(lines[-1].split(",")) < len(lines[0].split(","))


def test_one_file_of_the_running_sweep_cannot_be_read() -> None:
    data = (RUNNING / "data" / "grad_norm_history.parquet").read_bytes()
    assert data.startswith(b"PAR1")
    assert not data.endswith(b"PAR1")


def test_the_bare_table_is_alone() -> None:
    (only,) = (SAMPLES / "bare-table_demo").iterdir()
    assert len(records(only)) == 6


HAND_WRITTEN = {"brief.yaml", "README.md"}


def test_the_script_makes_the_committed_files_again(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    subprocess.run([sys.executable, str(ROOT / "tools" / "make_samples.py"), str(tmp_path)], check=True)
    committed = {p.relative_to(SAMPLES) for p in SAMPLES.rglob("*") if p.is_file() and p.name not in HAND_WRITTEN}
    assert {p.relative_to(tmp_path) for p in tmp_path.rglob("*") if p.is_file()} == committed
    changed = [str(p) for p in sorted(committed) if (SAMPLES / p).read_bytes() != (tmp_path / p).read_bytes()]
    assert changed == []


def test_all_samples_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 3_000_000
