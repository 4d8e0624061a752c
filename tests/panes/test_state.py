"""How whole a collection is."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from pathlib import Path

import pytest

from sweeplens.data.collection import FileEntry, Role, RoleDecision
from sweeplens.data.corrections import Corrections, UserWord
from sweeplens.data.expectation import WHAT_IS_THERE
from sweeplens.data.load import load_collection
from sweeplens.data.problems import Problem
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Document, Figure, Grid, Notice, Paragraph, Table
from sweeplens.panes.base import Question
from sweeplens.panes.state import answer, sections
from tests.builders import collection_of, factor
from tests.samples.reading import SUM

FACTORS = (
    factor("family", ("raw", "tok")),
    factor("beta", ("beta=.1", "beta=1")),
    factor("seed", ("0", "1"), is_replicate=True),
)
COLLECTION = collection_of(
    {
        "family": ["raw", "raw", "raw", "tok", "tok"],
        "beta": ["beta=.1", "beta=.1", "beta=1", "beta=.1", "beta=.1"],
        "seed": ["0", "1", "0", "0", "1"],
        "score": [1.0, 2.0, 3.0, nan, 4.0],
    },
    FACTORS,
    expected_runs=2,
    problems=(Problem("a.csv", "A note.", level="note"), Problem("b.csv", "Broken.", "it was left out", 3)),
    files=(FileEntry("data/a.csv", 1234, 0.0, "summary"),),
    roles=(RoleDecision("score", Role.METRIC, "it varies"),),
    layout="a table",
    constants=(("aggregation", "sum"),),
)
WHOLE = collection_of({"family": ["raw", "tok"], "score": [1.0, 2.0]}, FACTORS[:1])


def asked(where: str = "", view: str | None = None) -> Figure:
    return answer(Question(COLLECTION, Selection(where=parse_filter(where), view=view)))


def blocks(figure: Figure) -> dict[str, Figure]:
    assert isinstance(figure, Document)
    return {block.title: block for block in figure.blocks if isinstance(block, Table | Grid | Notice)}


def sentence(figure: Figure) -> str:
    assert isinstance(figure, Document)
    first = figure.blocks[0]
    assert isinstance(first, Paragraph)
    return first.text


def rows(figure: Figure) -> list[tuple[object, ...]]:
    table = figure.as_table()
    return list(table.rows.page(0, 100))


def test_data_has_every_status_with_its_count() -> None:
    table = asked().as_table()
    assert [column.name for column in table.columns] == ["status", "cells"]
    assert rows(table) == [("complete", 1), ("diverged", 1), ("incomplete", 1), ("missing", 1), ("unexpected", 0)]


def test_documents_count_complete_incomplete_and_what_there_is() -> None:
    found = rows(blocks(answer(Question(WHOLE)))["Cells by status"])
    assert found == [("complete", 2), ("incomplete", 0)]
    assert len(rows(blocks(asked())["Cells by status"])) == 4


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("", "The collection has 4 expected cells: 1 has final metrics and 3 remain without final metrics."),
        ("raw", "The filter keeps 2 of 4 expected cells: 1 has final metrics and 1 remains without final metrics."),
        (
            "status:missing",
            "The filter keeps 1 of 4 expected cells: 0 have final metrics and 1 remains without final metrics.",
        ),
    ],
)
def test_the_state_is_said_in_a_sentence(where: str, text: str) -> None:
    assert sentence(asked(where)) == text


def test_cells_make_a_grid_of_their_statuses_with_the_runs_that_are_there() -> None:
    grid = blocks(asked())["Cells"]
    assert isinstance(grid, Grid)
    assert (grid.row_labels, grid.column_labels, grid.normalise) == (("raw", "tok"), (".1", "1"), "status")
    assert [[(field.status, field.text) for field in row] for row in grid.fields] == [
        [("complete", "2/2"), ("incomplete", "1/2")],
        [("diverged", "2/2"), ("missing", "0/2")],
    ]


def test_one_factor_makes_no_grid() -> None:
    assert "Cells" not in blocks(answer(Question(WHOLE)))


def test_cells_that_are_not_complete_are_listed() -> None:
    table = blocks(asked())["Cells that are not complete"]
    assert [row[:4] for row in rows(table)] == [
        ("raw", "beta=1", "incomplete", "1/2"),
        ("tok", "beta=.1", "diverged", "2/2"),
        ("tok", "beta=1", "missing", "0/2"),
    ]
    assert "Cells that are not complete" not in blocks(answer(Question(WHOLE)))


def test_faults_come_before_notes_and_the_report_leaves_notes_out() -> None:
    assert [row[:3] for row in rows(asked(view="problems"))] == [("b.csv", 3, "problem"), ("a.csv", None, "note")]
    (section,) = sections(Question(COLLECTION))
    (problems,) = [block for block in section.blocks if isinstance(block, Table) and block.title == "Problems"]
    assert [row[0] for row in rows(problems)] == ["b.csv"]


def test_no_problem_is_said() -> None:
    assert isinstance(answer(Question(WHOLE, Selection(view="problems"))), Notice)


def test_files_are_listed_with_size_and_age() -> None:
    (row,) = rows(asked(view="files"))
    assert row[:4] == ("data/a.csv", "summary", 1234, "1.23 kB")


def test_how_it_was_read_is_said_with_the_reasons() -> None:
    figure = asked(view="reading")
    assert isinstance(figure, Document)
    said = [block.text for block in figure.blocks if isinstance(block, Paragraph)]
    assert said == [
        "Read as a table.",
        "Expected cells are the product of the levels.",
        "A run is finished when it has score.",
        "Constant in every run: aggregation is sum.",
    ]
    assert rows(figure) == [("score", "metric", "it varies")]
    assert rows(blocks(figure)["Factors"])[1][:3] == ("beta", "beta", ".1, 1")


def test_findings_stand_beside_what_is_computed(tmp_path: Path) -> None:
    (tmp_path / "findings.json").write_text(
        '[{"id": "best", "claim": "Tok.", "metric": "score", "where": "tok", "value": 3}]'
    )
    figure = answer(Question(replace(WHOLE, path=tmp_path)))
    assert rows(blocks(figure)["Findings"]) == [("best", "Tok.", 3.0, 2.0, "no longer holds")]
    assert rows(blocks(figure)["Problems"])[0][3] == "best no longer holds: score says 3, computed is 2."


def test_without_a_plan_the_state_says_how_much_of_the_grid_is_there_and_what_is_not_finite(tmp_path: Path) -> None:
    rows = ["a,1e-3,0,0.5", "a,1e-3,1,nan", "a,1e-2,0,0.75", "b,1e-3,0,0.25", "b,1e-2,0,0.5", "b,1e-2,1,0.5"]
    (tmp_path / "summary.csv").write_text("\n".join(["method,lr,seed,acc", *rows]) + "\n")
    figure = answer(Question(load_collection(tmp_path)))
    assert isinstance(figure, Document)
    said = " ".join(block.text for block in figure.blocks if isinstance(block, Paragraph))
    assert "what is there counts as expected: 6 runs of a full grid of 8. 1 run holds NaN or Inf." in said


def test_a_planned_sweep_says_nothing_of_the_kind() -> None:
    figure = answer(Question(load_collection(SUM)))
    assert isinstance(figure, Document)
    assert not any(isinstance(block, Paragraph) and "planned" in block.text for block in figure.blocks)


def test_what_the_user_says_is_named_with_its_reason() -> None:
    said = Corrections({"global_router_probe": "text"}, {"kl_prior_loss": "lower"})
    collection = load_collection(SUM, said=UserWord(kept=said, file=Path("/home/me/kept.json")))
    figure = answer(Question(collection, Selection(view="reading")))
    table = blocks(figure)["Corrections"]
    assert isinstance(table, Table)
    assert table.rows.page(0, 9) == [
        ("global_router_probe", "text", "metric", "said by the user, kept in /home/me/kept.json"),
        ("kl_prior_loss", "lower is better", "better end unknown", "said by the user, kept in /home/me/kept.json"),
    ]
    assert "Corrections" not in blocks(asked(view="reading"))


def test_a_collection_without_metrics_has_a_state() -> None:
    bare = collection_of({"family": ["raw", "tok"]}, FACTORS[:1], expectation=WHAT_IS_THERE.why)
    assert sentence(answer(Question(bare))).startswith("The collection has 2 expected cells")
