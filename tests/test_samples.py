"""The sample collections hold the published numbers, and the script that made them makes them again."""

from __future__ import annotations

import csv
import json
import statistics
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "sample_collections"
PUBLISHED = ROOT / "tools" / "samples" / "published"
SUM = SAMPLES / "sum-token-aggregation_20260503"
MEAN = SAMPLES / "paper-method-grid-05b_20260501"
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


def test_all_samples_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 3_000_000
