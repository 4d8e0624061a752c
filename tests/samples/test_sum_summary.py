"""The sum collection and its reference hold every published number that concerns a summary."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.samples.reading import FACTORS, MEAN, SUM, Cell, Record, cell_of, printed, published, records

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


Run = dict[str, float]


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


def test_findings_state_values_that_the_summary_has(sums: dict[Cell, Run]) -> None:
    stated = [claim for claim in json.loads((SUM / "findings.json").read_text()) if "metric" in claim]
    assert stated
    for claim in stated:
        assert any(abs(run[claim["metric"]] - claim["value"]) <= claim["tolerance"] for run in sums.values())
