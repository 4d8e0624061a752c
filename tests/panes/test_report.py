"""The report of the published sweep: the published tables, and what follows when the data changes."""

from __future__ import annotations

import csv
import random
import shutil
import statistics
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sweeplens.data.brief import Brief, View
from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Document, Figure, Heading, Notice, Paragraph
from sweeplens.panes import PANES
from sweeplens.panes.base import Pane, Question, Section
from sweeplens.panes.report import report, report_pane
from tests.builders import collection_of, factor
from tests.panes.markdown import markdown_of, tables_by_heading
from tests.samples.reading import MODES, PUBLISHED, SUM

REPORT = next(pane for pane in PANES if pane.id == "report")

Row = dict[str, str]


def report_text(path: Path, selection: Selection | None = None) -> str:
    return markdown_of(REPORT.answer(Question(load_collection(path), selection or Selection())))


def test_the_state_comes_out_as_it_was_published() -> None:
    found = tables_by_heading(report_text(SUM))["Collection State"][0]
    assert found == [["status", "cells"], ["complete", "12"], ["incomplete", "0"]]


@pytest.mark.parametrize(
    "sentence",
    [
        "# Sum Token Aggregation Ablation: Results",
        "## Aggregate Metrics",
        "## Top And Bottom Rows",
        "The collection has 12 expected cells: 12 have final metrics and 0 remain without final metrics.",
        "Rows vary reconstruction family and beta while fixing token aggregation to sum.",
        "The best sum row by matched router score is tokcc a.25 at beta=.01 with matched router score 0.5502, "
        "within-task router probe 0.5521, and final answer accuracy 0.9971.",
    ],
)
def test_a_published_sentence_is_said_once(sentence: str) -> None:
    assert report_text(SUM).splitlines().count(sentence) == 1


def scaled(rows: list[Row]) -> list[Row]:
    return [{**row, "matched_router_score": str(float(row["matched_router_score"]) * 3)} for row in rows]


def dropped(rows: list[Row]) -> list[Row]:
    return rows[:6] + rows[7:]


def shuffled(rows: list[Row]) -> list[Row]:
    return random.Random(7).sample(rows, len(rows))


@pytest.fixture(params=[scaled, dropped, shuffled], ids=lambda change: str(change.__name__))
def changed(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[Row]]:
    """The sample with another summary, and that summary's rows."""
    change: Callable[[list[Row]], list[Row]] = request.param
    path = tmp_path / "changed"
    shutil.copytree(SUM, path)
    summary = path / "data" / "summary.csv"
    with summary.open(newline="") as file:
        rows = change(list(csv.DictReader(file)))
    with summary.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return path, rows


def value(row: Row, name: str) -> float:
    """A metric of a row of the summary, the derived ones by hand."""
    raw, dist, tokcc = (float(row[f"{kind}reconstruction_loss"]) for kind in ("", "distribution_normalized_", "tokcc_"))
    active = {"raw": raw, "dist norm": dist, "tokcc a.25": tokcc}
    objective = active.get(row["reconstruction_loss_family_label"], 0.05 * dist + 0.95 * tokcc)
    derived = {
        "active_reconstruction_objective": objective,
        "kl_over_active_reconstruction": float(row["kl_prior_loss"]) / objective,
        "inferred_zfree_reference_scale": raw / dist,
        "posterior_router_probe_gap": float(row["posterior_probe"]) - float(row["within_task_router_probe"]),
    }
    return derived[name] if name in derived else float(row[name])


def near(written: str, right: float) -> bool:
    """Whether four decimals of `right` are written."""
    return abs(float(written) - right) <= 0.5e-4 + 1e-9


def test_every_distribution_follows_the_summary(changed: tuple[Path, list[Row]]) -> None:
    path, rows = changed
    collection = load_collection(path)
    table = tables_by_heading(report_text(path))["Metric Distributions"][0]
    assert [row[0] for row in table[1:]] == [metric.label for metric in collection.metrics]
    for metric, written in zip(collection.metrics, table[1:], strict=True):
        values = [value(row, metric.name) for row in rows]
        right = (min(values), statistics.fmean(values), statistics.median(values), max(values))
        assert all(map(near, written[1:5], right))
        assert near(written[5], statistics.pstdev(values))


def test_both_ends_follow_the_summary(changed: tuple[Path, list[Row]]) -> None:
    path, rows = changed
    tables = tables_by_heading(report_text(path))
    ranked = sorted(rows, key=lambda row: float(row["matched_router_score"]))
    for end, right in (("Top", ranked[::-1][:5]), ("Bottom", ranked[:5])):
        head, *written = tables[f"{end} Rows By Matched Router Score"][0]
        assert [row[:2] for row in written] == [list(row.values())[1:3] for row in right]
        assert all(
            near(row[at], value(it, head[at])) for row, it in zip(written, right, strict=True) for at in (2, 6, 7)
        )


def test_the_view_of_the_brief_follows_the_summary_row_by_row(changed: tuple[Path, list[Row]]) -> None:
    path, rows = changed
    head, *written = tables_by_heading(report_text(path))["Derived Local Diagnostics"][0]
    assert [row[:2] for row in written] == [list(row.values())[1:3] for row in rows]
    assert all(
        near(row[at], value(it, head[at])) for row, it in zip(written, rows, strict=True) for at in range(2, len(head))
    )


def test_a_row_of_which_only_its_history_is_left_is_incomplete(changed: tuple[Path, list[Row]]) -> None:
    path, rows = changed
    table = tables_by_heading(report_text(path))["Collection State"][0]
    assert table[1:] == [["complete", str(len(rows))], ["incomplete", str(12 - len(rows))]]


def test_a_filter_is_said_and_changes_every_table() -> None:
    text = report_text(SUM, Selection(where=parse_filter("beta<=.1 family~tok")))
    assert ", 4 of 12 rows: beta<=.1 family~tok." in text.replace("\\", "")
    assert "The filter keeps 4 of 12 expected cells: 4 have final metrics and 0 remain" in text
    assert "(ddof=0)" in text
    assert "over 4 rows" in text


COLLECTION = collection_of({"family": ["a", "b"], "score": [1.0, 2.0]}, (factor("family", ("a", "b")),))


def pane(name: str, figure: Figure, **more: object) -> Pane:
    return Pane(name, name[0], name.title(), name, "?", lambda _: figure, **more)  # type: ignore[arg-type]


NOTHING = pane("nothing", Notice("Nothing", ("Not here.",)))
NOTED = pane("noted", Document("Noted", (Heading("Inner"), Paragraph("Once."))))
TWICE = pane("twice", Notice("", ()), sections=lambda _: (Section("second time", (Paragraph("Once."),)),))


def headings(brief: Brief) -> list[str]:
    document = report(Question(replace(COLLECTION, brief=brief)), (NOTHING, NOTED, TWICE))
    return [block.text for block in document.blocks if isinstance(block, Heading)]


def test_without_a_brief_every_pane_that_has_an_answer_is_there() -> None:
    assert headings(Brief()) == ["Noted", "Inner", "Second Time"]


def test_the_brief_orders_panes_and_views_and_asks_for_reasons() -> None:
    brief = Brief(
        report=("twice", "special", "nothing", "absent"), views={"special": View("noted", title="special one")}
    )
    assert headings(brief) == ["Second Time", "Special One", "Inner", "Nothing"]


def test_a_view_that_filters_says_which_rows_it_keeps() -> None:
    brief = Brief(views={"high": View("noted", where="score>1")}, report=("noted", "high"))
    document = report(Question(replace(COLLECTION, brief=brief)), (NOTED,))
    said = [block.text for block in document.blocks if isinstance(block, Paragraph)]
    assert said.count("About 1 of 2 rows: score>1.") == 1


def test_a_sentence_is_not_said_again() -> None:
    document = report_pane((NOTED, TWICE)).answer(Question(COLLECTION))
    assert isinstance(document, Document)
    assert [block.text for block in document.blocks if isinstance(block, Paragraph)][1:] == ["Once."]


@pytest.mark.parametrize(
    ("sample", "heading", "published"),
    [
        (SUM, "Metric Distributions", "metric_distributions"),
        (SUM, "Mean-Versus-Sum Common Cells", "mean_versus_sum"),
        (SUM, "Inferred Z-Free Reference Scale", "zfree_scale"),
        (SUM, "Dynamics Summary", "dynamics_summary"),
        (SUM, "Top Per-Task Validation Router Checkpoints", "top_per_task"),
        (SUM, "Derived Local Diagnostics", "local_diagnostics"),
        (SUM, "Top Rows By Matched Router Score", "top_rows"),
        (SUM, "Bottom Rows By Matched Router Score", "bottom_rows"),
        (MODES, "Gaps At The Final Shared Checkpoint", "mode_gaps"),
    ],
)
def test_every_published_table_is_in_the_report(sample: Path, heading: str, published: str) -> None:
    with (PUBLISHED / f"{published}.csv").open(newline="") as file:
        assert tables_by_heading(report_text(sample))[heading][0] == list(csv.reader(file))
