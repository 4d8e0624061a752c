"""The difference from a reference: both sides, deltas, who wins, and what is not the same."""

from __future__ import annotations

import csv
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.brief import Brief, ReferenceBrief, View
from sweeplens.data.collection import Collection
from sweeplens.data.load import load_collection
from sweeplens.data.metrics import Factor, Metric
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Direction, Document, Figure, Grid, Media, Notice, Table
from sweeplens.panes.base import Question
from sweeplens.panes.compare import answer, sections
from tests.builders import collection_of, factor
from tests.panes.markdown import markdown_of, table_in

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "sample_collections" / "sum-token-aggregation_20260503"
PUBLISHED = ROOT / "tools" / "samples" / "published" / "mean_versus_sum.csv"
F = factor("f", ("a", "b", "c", "d"))
BETTER = {"score": Direction.HIGHER, "loss": Direction.LOWER}


def side(
    columns: Mapping[str, Any], *factors: Factor, name: str = "theirs", label: str = "", **more: Any
) -> Collection:
    more = {"brief": Brief(label=label), "better": BETTER, **more}
    return replace(collection_of(columns, factors, **more), path=Path(name))


OURS = side(
    {"f": ["a", "b", "c"], "score": [0.9, 0.5, 0.2], "loss": [3.0, 1.0, nan], "kl": [1.0, 2.0, 3.0]},
    F,
    name="ours",
    label="new",
)
THEIRS = side(
    {"f": ["b", "a", "d"], "score": [0.6, 0.5, 0.7], "loss": [1.0, 4.0, 2.0], "kl": [0.5, None, 3.0]}, F, label="old"
)


def asked(ours: Collection = OURS, theirs: Collection | None = THEIRS, **selection: Any) -> Figure:
    return answer(Question(ours, Selection(**selection), theirs))


def table_of(*args: Any, **selection: Any) -> Table:
    figure = asked(*args, **selection)
    assert isinstance(figure, Table)
    return figure


def summary_of(*args: Any, **selection: Any) -> dict[str, Table]:
    figure = asked(*args, view="summary", **selection)
    assert isinstance(figure, Document)
    return {block.title: block for block in figure.blocks if isinstance(block, Table)}


def record(table: Table, row: int = 0) -> dict[str, Any]:
    return dict(zip([column.name for column in table.columns], table.rows.page(row, row + 1)[0], strict=True))


def said(figure: Figure) -> str:
    lines = figure.sentences if isinstance(figure, Notice) else figure.captions
    return "\n".join(lines)


def test_the_published_table_comes_out_cell_by_cell() -> None:
    figure = answer(Question(load_collection(SAMPLE), Selection(view="mean-versus-sum")))
    with PUBLISHED.open(newline="") as file:
        assert table_in(markdown_of(figure)) == list(csv.reader(file))
    assert "8 cells are common; delta is sum minus mean (May 1 final_05b_summary.csv)." in said(figure)
    assert "Only in sum: raw at beta=1, dist norm at beta=1, tokcc a.25 at beta=1, and" in said(figure)


def test_the_reference_stands_before_the_candidate_and_the_delta_after_both() -> None:
    table = table_of(columns=("loss", "score"))
    names = [column.name for column in table.columns]
    assert names == ["f", "old_loss", "new_loss", "delta_loss", "old_score", "new_score", "delta_score"]
    assert record(table) == pytest.approx(
        {
            "f": "a",
            "old_loss": 4,
            "new_loss": 3,
            "delta_loss": -1,
            "old_score": 0.5,
            "new_score": 0.9,
            "delta_score": 0.4,
        }
    )


def test_the_metric_asked_about_and_the_final_ones_come_first_and_documents_have_few() -> None:
    many = {f"m{at}": [1.0] for at in range(6)}
    ours = side({"f": ["a"], **many}, F, name="ours", final=("m4",))
    table = table_of(ours, side({"f": ["a"], **many}, F), metric="m5")
    order = [column.name.removeprefix("delta_") for column in table.columns if column.name.startswith("delta_")]
    assert order == ["m5", "m4", "m0", "m1", "m2", "m3"]
    assert len([column for column in table.columns if Media.DOCUMENT in column.media]) == 1 + 3 * 3
    assert all(Media.DATA in column.media for column in table.columns)


def test_cells_of_one_side_are_named_and_counted_beyond_a_few() -> None:
    assert "2 cells are common" in said(asked())
    assert "Only in new: c." in said(asked())
    assert "Only in old: d." in said(asked())
    levels = tuple(f"level {at}" for at in range(20))
    ours = side({"g": levels, "score": [1.0] * 20}, factor("g", levels), name="ours", label="new")
    theirs = side({"g": levels[:1], "score": [1.0]}, factor("g", levels[:1]))
    assert "level 6, and 13 further cells" in said(asked(ours, theirs))


def test_a_bare_metric_orders_by_its_delta_the_better_end_first() -> None:
    assert table_of(sort=("score", None)).rows.column(0) == ["a", "b"]
    assert table_of(sort=("score", False)).rows.column(0) == ["b", "a"]
    assert table_of(sort=("loss", None)).rows.column(0) == ["a", "b"]
    assert table_of(sort=("new_kl", True), rows=1).rows.column(0) == ["b"]


@pytest.mark.parametrize("view", ["table", "heatmap", "summary", "paired"])
def test_an_order_by_what_is_no_column_is_refused_in_every_view(view: str) -> None:
    with pytest.raises(UsageError, match=r"no (column|order) called nope"):
        asked(sort=("nope", True), view=view)


def test_a_row_opens_the_candidates_run_unless_it_is_a_mean() -> None:
    assert list(table_of(sort=("score", False)).row_ids or ()) == [1, 0]
    seed = factor("seed", ("0", "1"), is_replicate=True)
    twice = side({"f": ["a", "a"], "seed": ["0", "1"], "score": [1.0, nan]}, F, seed, expected_runs=2, name="ours")
    table = table_of(twice, THEIRS, sort=("score", None))
    assert table.row_ids is None
    assert "runs without a finite value are left out: 1 of score." in said(table)


def test_the_heat_map_holds_the_true_deltas_row_by_row() -> None:
    grid = asked(view="heatmap", columns=("score", "kl"))
    assert isinstance(grid, Grid)
    assert (grid.normalise, grid.centred) == ("row", True)
    assert (grid.row_labels, grid.column_labels) == (("score", "kl"), ("a", "b"))
    values = [[field.value for field in row] for row in grid.fields]
    assert values[0] == pytest.approx([0.4, -0.1])
    assert values[1] == [None, 1.5]
    assert grid.as_table().rows.page(1, 2) == [("kl", "kl", None, 1.5)]


def test_the_heat_map_shows_arrows_on_the_screen_alone_and_names_metrics_in_data() -> None:
    ours = replace(OURS, metrics=tuple(replace(m, label=f"final {m.name}") for m in OURS.metrics))
    grid = asked(ours, view="heatmap")
    assert isinstance(grid, Grid)
    assert (grid.row_names[0], grid.row_labels[0], grid.short[grid.row_labels[0]]) == (
        "score",
        "final score",
        "final score ↑",
    )


def test_a_heat_map_of_many_cells_says_how_many_it_shows() -> None:
    grid = asked(view="heatmap", rows=1)
    assert isinstance(grid, Grid)
    assert grid.column_labels == ("a",)
    assert "The first 1 of 2 common cells." in grid.captions


@pytest.mark.parametrize(
    ("sort", "cells"),
    [
        (("score", None), ("a", "b")),
        (("delta_score", False), ("b", "a")),
        (("loss", None), ("a", "b")),
        (("kl", True), ("b", "a")),
    ],
)
def test_the_cells_of_a_heat_map_are_ordered_by_a_delta_what_is_missing_last(
    sort: tuple[str, bool | None], cells: tuple[str, ...]
) -> None:
    grid = asked(view="heatmap", sort=sort)
    assert isinstance(grid, Grid)
    assert grid.column_labels == cells
    assert tuple(field.where for field in grid.fields[0]) == tuple(f"f={cell}" for cell in cells)
    assert any(caption.startswith("Columns are ordered by delta_") for caption in grid.captions)


def test_a_heat_map_is_ordered_by_none_but_its_deltas() -> None:
    with pytest.raises(UsageError, match="no order called nothing"):
        asked(view="heatmap", sort=("nothing", None))


def test_wins_go_by_the_direction_and_there_are_none_without_one() -> None:
    rows = {row["metric"]: row for at in range(3) if (row := record(summary_of()["Win, tie, loss"], at))}
    assert [rows["score"][name] for name in ("n", "win", "tie", "loss")] == [2, 1, 0, 1]
    assert [rows["loss"][name] for name in ("n", "win", "tie", "loss")] == [2, 1, 1, 0]
    assert [rows["kl"][name] for name in ("n", "win", "tie", "loss", "lower", "higher")] == [1, None, 0, None, 0, 1]
    assert rows["score"]["median_delta"] == pytest.approx(0.15)
    assert "By score, new is better in 1, equal in 0 and worse in 1 of 2 common cells" in said(asked())
    assert "By kl, new is higher in 1, equal in 0 and lower in 0 of 1 common cells" in said(asked(metric="kl"))


def test_the_noise_of_arithmetic_is_a_tie() -> None:
    ours = side({"f": ["a"], "score": [0.1 + 0.2]}, F, name="ours")
    row = record(summary_of(ours, side({"f": ["a"], "score": [0.3]}, F))["Win, tie, loss"])
    assert (row["win"], row["tie"], row["loss"]) == (0, 1, 0)


VALUES = st.one_of(st.none(), st.sampled_from([nan, inf, 0.0, 1.0]), st.floats(-1e3, 1e3).map(lambda x: round(x, 3)))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=8), st.sampled_from(["score", "loss"]))
def test_outcomes_are_those_of_plain_python(pairs: list[tuple[float | None, float | None]], metric: str) -> None:
    levels = tuple(f"l{at}" for at in range(len(pairs)))
    sides = [
        side({"f": levels, metric: list(values)}, factor("f", levels), name=name)
        for name, values in zip(("ours", "theirs"), zip(*pairs, strict=True), strict=True)
    ]
    row = record(summary_of(*sides)["Win, tie, loss"])
    deltas = [a - b for a, b in pairs if a is not None and b is not None and isfinite(a - b)]
    lower, higher = (sum(sign * delta > 0 for delta in deltas) for sign in (-1, 1))
    wins, losses = (higher, lower) if metric == "score" else (lower, higher)
    counts = (len(deltas), wins, len(deltas) - lower - higher, losses)
    assert tuple(row[name] for name in ("n", "win", "tie", "loss")) == counts
    assert row["median_delta"] == (pytest.approx(statistics.median(deltas)) if deltas else None)


def test_outcomes_are_broken_down_by_each_factor_in_the_order_of_its_levels() -> None:
    beta = factor("beta", ("1", "2"))
    ours = {"f": ["b", "a", "b", "a"], "beta": ["1", "1", "2", "2"], "score": [1.0, 2.0, 3.0, 4.0]}
    two = factor("f", ("a", "b"))
    tables = summary_of(side(ours, two, beta, name="ours"), side({**ours, "score": [0.0, 5.0, 0.0, 1.0]}, two, beta))
    table = tables["By f"]
    assert [(record(table, at)["f"], record(table, at)["median_delta"]) for at in range(2)] == [("a", 0.0), ("b", 2.0)]
    assert [record(tables["By beta"], at)["win"] for at in range(2)] == [1, 2]


def test_what_does_not_tell_cells_apart_breaks_nothing_down() -> None:
    seed = factor("seed", ("0", "1"), is_replicate=True)
    twice = side({"f": ["a", "a"], "seed": ["0", "1"], "score": [1.0, 2.0]}, F, seed, expected_runs=2, name="ours")
    with pytest.raises(UsageError, match="seed does not tell the common cells apart; f does"):
        asked(twice, THEIRS, view="summary", by=("seed",))
    assert "By f" in summary_of(twice, THEIRS, by=("f",))


def test_the_summary_lists_every_cell_that_one_side_has_alone() -> None:
    tables = summary_of()
    assert tables["Only in new"].rows.page(0, 9) == [("c",)]
    assert tables["Only in old"].rows.page(0, 9) == [("d",)]


@pytest.mark.parametrize("view", ["table", "heatmap", "summary"])
def test_without_a_reference_the_way_to_one_is_said(view: str) -> None:
    figure = asked(OURS, None, view=view)
    assert isinstance(figure, Notice)
    assert "--vs PATH" in said(figure)


def test_a_collection_is_not_compared_with_itself() -> None:
    assert "This collection is the reference itself." in said(asked(OURS, OURS))


@pytest.mark.parametrize(
    ("theirs", "reason"),
    [
        (side({"f": ["d"], "score": [1.0]}, F), "The two sides have no cell in common."),
        (side({"f": ["d"], "score": [1.0]}, F), "Only in reference: d."),
        (side({"g": ["a", "b"], "score": [1.0, 2.0]}, factor("g", ("a", "b"))), "no factor in common"),
        (side({"f": ["a"], "speed": [1.0]}, F), "no metric in common"),
        (side({"f": [], "score": []}, factor("f", ())), "no cell in common"),
    ],
)
def test_where_nothing_is_common_it_is_said_why(theirs: Collection, reason: str) -> None:
    ours = replace(OURS, brief=Brief())
    figure = asked(ours, theirs)
    assert isinstance(figure, Notice)
    assert reason in said(figure)


def test_a_filter_that_keeps_nothing_is_named_as_the_reason() -> None:
    assert said(asked(where=parse_filter("f=d"))) == "No row is kept by this filter."


def test_a_metric_of_one_side_cannot_be_asked_for() -> None:
    ours = side({"f": ["a"], "score": [1.0], "speed": [2.0]}, F, name="ours", label="new")
    with pytest.raises(UsageError, match="speed is a metric of new alone; old does not have it"):
        asked(ours, THEIRS, columns=("speed",))


def test_an_unknown_reference_is_an_error_and_a_lost_one_of_the_brief_a_notice() -> None:
    with pytest.raises(UsageError, match="There is no reference called nowhere"):
        asked(OURS, None, versus="nowhere")
    lost = replace(OURS, brief=Brief(references={"old": ReferenceBrief("../not-there")}))
    figure = asked(lost, None)
    assert isinstance(figure, Notice)
    assert figure.level == "warning"
    assert "The reference old of the brief cannot be read; name another with --vs." in said(figure)


@pytest.mark.parametrize(
    ("theirs", "sentence"),
    [
        (THEIRS, "Only new has speed."),
        (THEIRS, "Of f, only old has c and d."),
        (replace(THEIRS, constants=(("size", "2"),)), "size is 1 in new and 2 in old."),
        (
            replace(THEIRS, metrics=tuple(replace(m, unit="%") for m in THEIRS.metrics)),
            "score has no unit in new and % in old.",
        ),
        (
            replace(THEIRS, metrics=(replace(THEIRS.metrics[0], direction=Direction.LOWER),)),
            "score is better higher in new, but not in old.",
        ),
    ],
)
def test_what_differs_beside_the_numbers_is_said(theirs: Collection, sentence: str) -> None:
    ours = {"f": ["a", "b"], "score": [1.0, 2.0], "speed": [1.0, 1.0]}
    here = side(ours, factor("f", ("a", "b")), name="ours", label="new", constants=(("size", "1"),))
    assert sentence in said(asked(here, theirs))


def test_another_formula_is_said() -> None:
    here, there = (
        replace(each, metrics=(Metric("score", formula=formula),), brief=Brief(label=label))
        for each, formula, label in ((OURS, "a / b", "new"), (THEIRS, "b /  a", "old"))
    )
    assert "score has another formula in old: b / a." in said(asked(here, there))


def test_one_row_is_compared() -> None:
    one = side({"f": ["a"], "score": [1.0]}, F, name="ours")
    for view in ("table", "heatmap", "summary"):
        assert not isinstance(asked(one, THEIRS, view=view), Notice)
    assert len(table_of(one, THEIRS).rows) == 1


def test_a_level_is_named_on_the_command_line() -> None:
    figure = table_of(OURS, None, versus="f=a")
    assert figure.title == "A-versus-new common cells"
    assert [column.name for column in figure.columns][:4] == ["f", "a_score", "new_score", "delta_score"]
    assert figure.rows.column(0) == ["b", "c"]


def test_a_view_of_the_brief_brings_title_metrics_and_words() -> None:
    view = View("compare", title="Old and new", columns=("loss",), caption="As published.")
    ours = replace(OURS, brief=Brief(label="new", views={"both": view}))
    figure = table_of(ours, THEIRS, view="both")
    assert (figure.title, figure.captions[-1]) == ("Old and new", "As published.")
    assert [column.name for column in figure.columns] == ["f", "old_loss", "new_loss", "delta_loss"]


def test_the_report_has_the_common_cells_and_who_wins() -> None:
    (section,) = sections(Question(OURS, against=THEIRS))
    assert section.title == "Old-versus-new common cells"
    titles = [block.title for block in section.blocks if isinstance(block, Table)]
    assert titles == ["Old-versus-new common cells", "Win, tie, loss"]
    (alone,) = sections(Question(OURS))
    assert isinstance(alone.blocks[0], Notice)


def heads(table: Table) -> Sequence[str]:
    return [column.head for column in table.columns]


def test_the_screen_says_labels() -> None:
    ours = side({"f": ["a"], "score": [1.0]}, F, name="ours", label="new", labels={"score": "final score"})
    assert heads(table_of(ours, THEIRS)) == ["f", "old final score", "new final score", "Δ final score"]


@pytest.mark.parametrize("view", ["table", "heatmap", "summary", "paired"])
def test_one_seed_is_held_against_the_others(view: str) -> None:
    seeds = factor("seed", ("0", "1", "2"), is_replicate=True)
    runs = side({"f": ["a", "a", "a"], "seed": ["0", "1", "2"], "score": [1.0, 3.0, 4.0]}, F, seeds)
    figure = answer(Question(runs, Selection(view=view, versus="seed=0")))
    assert "Paired by" not in markdown_of(figure)
