"""Cells in place of runs: what stands in a field, in data, and in the sentences."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from math import inf, nan, sqrt

import pytest

from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.export import EXPORTERS, Options
from sweeplens.figures import Direction, Folded, Table
from sweeplens.numbers import document_number
from sweeplens.panes import cells, extremes
from sweeplens.panes.base import Question
from sweeplens.render import render
from sweeplens.render.base import Look, Size
from sweeplens.render.terminal import plain
from tests.builders import collection_of, factor

SEEDS = factor("seed", ("0", "1", "2"), is_replicate=True)
COLLECTION = collection_of(
    {
        "family": ["raw", "raw", "raw", "tok", "tok", "tok", "dist", "wild"],
        "seed": ["0", "1", "2", "0", "1", "2", "0", "0"],
        "score": [0.8, 0.82, 0.84, 0.9, nan, 0.94, 0.7, inf],
        "loss": [1.0, 1.0, None, 3.0, 4.0, 5.0, 2.0, 9.0],
    },
    (factor("family", ("raw", "tok", "dist", "wild")), SEEDS),
    better={"score": Direction.HIGHER},
    expected_runs=3,
)


def asked(**selection: object) -> Table:
    table = cells.answer(Question(COLLECTION, Selection(fold=True, **selection)))  # type: ignore[arg-type]
    assert isinstance(table, Table)
    return table


def said(table: Table, name: str) -> list[str]:
    """The fields of a column as documents write them."""
    values = table.rows.column(table.index(name))
    return [value.text(document_number) if isinstance(value, Folded) else str(value) for value in values]


def records(table: Table) -> list[dict[str, str]]:
    exporter = next(each for each in EXPORTERS if each.name == "csv")
    text = exporter.write(table, Options())
    assert isinstance(text, str)
    return list(csv.DictReader(io.StringIO(text)))


def test_a_field_says_centre_spread_and_how_many_of_those_expected() -> None:
    assert said(asked(), "score") == ["0.82 ± 0.02 (3/3)", "0.92 ± 0.0283 (2/3!)", "0.7 (1/3!)", "Inf (0/3!)"]
    assert said(asked(), "loss") == ["1 ± 0 (2/3!)", "4 ± 1 (3/3)", "2 (1/3!)", "9 (1/3!)"]


def test_data_have_a_column_for_each_part_in_full() -> None:
    first, second, third, fourth = records(asked())
    assert list(first)[1:6] == ["score", "score_std", "score_n", "score_expected", "score_nonfinite"]
    assert float(second["score_std"]) == pytest.approx(0.04 / sqrt(2))
    assert [row["score_n"] for row in (first, second, third, fourth)] == ["3", "2", "1", "0"]
    assert (third["score_std"], fourth["score"], fourth["score_nonfinite"]) == ("", "inf", "1")


def test_an_interval_stands_in_place_of_the_spread() -> None:
    table = asked(folding="median-range")
    assert said(table, "score")[1] == "0.92 [0.9, 0.94] (2/3!)"
    assert list(records(table)[0])[1:4] == ["score", "score_low", "score_high"]


def test_counted_as_worst_a_diverged_run_is_the_worst_finite_value_and_still_not_finite() -> None:
    table = asked(nonfinite="worst")
    assert said(table, "score")[1] == "0.8467 ± 0.1286 (2/3!)"
    assert said(table, "loss") == said(asked(), "loss")
    assert "NaN and Inf count as the worst finite value" in table.captions[-1]


def test_runs_that_the_filter_drops_are_not_missed() -> None:
    assert said(asked(where=parse_filter("seed=0,1")), "score")[:2] == ["0.81 ± 0.0141 (2/2)", "0.9 (1/2!)"]


@pytest.mark.parametrize("descending", [True, False])
def test_rows_are_ordered_by_the_centre_with_what_is_not_finite_last(descending: bool) -> None:
    table = asked(sort=("score", descending))
    order = ["tok", "raw", "dist"] if descending else ["dist", "raw", "tok"]
    assert table.rows.column(0) == [*order, "wild"]
    assert said(table, "score")[3] == "Inf (0/3!)"


def test_pages_and_columns_of_folded_rows_say_the_same() -> None:
    rows = asked().rows
    assert [row[2] for row in rows.page(1, 3)] == list(rows.column(2))[1:3]


def test_a_cell_with_diverged_runs_left_out_is_never_the_best() -> None:
    table = asked()
    at = table.index("score")
    assert table.columns[at].best(table.rows.column(at)) == pytest.approx(0.82)
    counted = asked(nonfinite="worst")
    assert counted.columns[at].best(counted.rows.column(at)) == pytest.approx(0.8467, abs=1e-4)


@pytest.mark.parametrize(("policy", "first"), [("exclude", "raw"), ("worst", "tok")])
def test_diverged_runs_win_no_ranking(policy: str, first: str) -> None:
    selection = Selection(fold=True, nonfinite=policy)  # type: ignore[arg-type]
    table = extremes.answer(Question(COLLECTION, selection))
    assert isinstance(table, Table)
    assert table.rows.column(table.index("family"))[0] == first
    assert any("1 cell with diverged runs is not ranked" in text for text in table.captions) == (policy == "exclude")
    assert f"is {first} with score 0.8" in table.captions[0]


def test_cells_of_single_runs_are_not_folded() -> None:
    single = collection_of({"family": ["a", "b"], "score": [1.0, 2.0]}, (factor("family", ("a", "b")),))
    table = cells.answer(Question(single, Selection(fold=True)))
    assert isinstance(table, Table)
    assert ([column.kind for column in table.columns], table.captions) == (["level", "number"], ())


def test_single_rows_say_that_they_could_be_folded() -> None:
    table = cells.answer(Question(COLLECTION))
    assert isinstance(table, Table)
    assert table.captions == ("Each row is one run; folding seed (A, --fold) makes one row of up to 3 runs.",)


def test_a_part_whose_name_is_taken_has_another() -> None:
    taken = collection_of(
        {"seed": ["0", "1"], "score": [1.0, 2.0], "score_n": [5.0, 5.0]},
        (factor("seed", ("0", "1"), is_replicate=True),),
    )
    table = cells.answer(Question(taken, Selection(fold=True)))
    assert isinstance(table, Table)
    assert records(table)[0]["score_folded_n"] == "2"
    assert records(table)[0]["score_n"] == "5"


def test_the_terminal_aligns_the_parts_and_ascii_has_no_plus_minus() -> None:
    table = asked(columns=("score",))
    lines = plain(render(replace(table, captions=()), Size(120), Look(charset="ascii"))).splitlines()
    rows = [line for line in lines if "/3" in line]
    assert [" ".join(row.split()[1:]) for row in rows[:3]] == [
        "0.82* +- 0.02 (3/3)",
        "0.92 +- 0.028 (2/3!)",
        "0.7 (1/3!)",
    ]
    assert len({row.index("(") for row in rows}) == 1


def test_cells_stand_in_the_order_of_their_levels_whatever_the_order_of_runs() -> None:
    runs: dict[str, list[float] | list[str]] = {
        "lr": ["1e-3", "1e-4", "1e-4", "1e-3"],
        "seed": ["0", "0", "1", "1"],
        "score": [0.1, 0.2, 0.3, 0.6],
    }
    collection = collection_of(runs, (factor("lr", ("1e-4", "1e-3")), SEEDS), expected_runs=2)
    table = cells.answer(Question(collection, Selection(fold=True)))
    assert isinstance(table, Table)
    assert [row["lr"] for row in records(table)] == ["1e-4", "1e-3"]
    assert [float(row["score"]) for row in records(table)] == [0.25, pytest.approx(0.35)]
