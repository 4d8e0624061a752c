"""The histories of the sum collection have the published firsts, finals and extremes, and the derived tables too."""

from __future__ import annotations

import pytest

from tests.samples.reading import FACTORS, SUM, Record, cell_of, printed, published, records


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
