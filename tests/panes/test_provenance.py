"""What has to be known about an answer that leaves: where it comes from, and how its numbers are made."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sweeplens.data.brief import Brief, View
from sweeplens.data.collection import Collection
from sweeplens.data.corrections import Corrections, UserWord
from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Direction, Document, Figure, Notice, Paragraph, Table
from sweeplens.panes import pane_named
from sweeplens.panes.base import Question
from sweeplens.panes.provenance import Provenance, attributed, provenance
from tests.builders import collection_of, factor
from tests.samples.reading import MODES, RUNNING, SUM

BETTER = {"score": Direction.HIGHER, "loss": Direction.LOWER}
SEEDS = replace(
    collection_of(
        {
            "f": ["a", "a", "b", "b"],
            "seed": ["0", "1", "0", "1"],
            "score": [0.1, 0.2, 0.3, 0.4],
            "loss": [4.0, 3.0, 2.0, 1.0],
            "kl": [1.0, 1.0, 1.0, 2.0],
        },
        [factor("f", "ab"), factor("seed", "01", is_replicate=True)],
        better=BETTER,
        expected_runs=2,
        brief=Brief(views={"low": View("extremes", where="loss<3")}),
    ),
    modified=1746695640.0,
)


def source(pane: str, collection: Collection = SEEDS, **asked: Any) -> Provenance:
    """Where what a pane answers comes from."""
    question = Question(collection, Selection(**asked))
    return provenance(pane_named(pane), question, pane_named(pane).answer(question))


def names(found: Provenance) -> list[str]:
    return [metric.name for metric in found.metrics]


def test_everything_is_said_in_full_sentences() -> None:
    asked: dict[str, Any] = {"where": parse_filter("f=a"), "fold": True, "folding": "median-range"}
    assert source("extremes", **asked).sentence == (
        "From memory (data of 2025-05-08 09:14 UTC), 2 of 4 rows: f=a. "
        "Runs stand for their stored value; median [min, max] over seed; NaN and Inf are left out. "
        "Higher is better: score. Lower is better: loss. Better end unknown: kl."
    )


def test_all_of_it_stands_in_fields_that_json_can_hold() -> None:
    asked: dict[str, Any] = {"where": parse_filter("f=a"), "fold": True, "statistic": "mean", "nonfinite": "worst"}
    found = source("extremes", **asked, mean_of=3, common=True).fields
    assert json.loads(json.dumps(found)) == found
    assert found == {
        "collection": "memory",
        "data_of": "2025-05-08T09:14:00Z",
        "pane": "extremes",
        "view": None,
        "filter": "f=a",
        "rows": 2,
        "of": 4,
        "statistic": "mean",
        "mean_of": 3,
        "folding": "mean-std",
        "folded_over": ["seed"],
        "nonfinite": "worst",
        "common": True,
        "better": {"score": "higher", "loss": "lower", "kl": "unknown"},
        "reference": None,
        "corrections": [],
    }


def test_it_depends_on_the_data_and_on_no_clock_or_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    here = source("extremes").sentence
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    assert source("extremes").sentence == here
    monkeypatch.undo()
    time.tzset()


def test_the_date_is_that_of_the_newest_file(tmp_path: Path) -> None:
    (tmp_path / "summary.csv").write_text("lr,loss\n0.1,1.5\n0.2,2.5\n")
    os.utime(tmp_path / "summary.csv", (0, 1_700_000_000))
    assert source("extremes", load_collection(tmp_path)).fields["data_of"] == "2023-11-14T22:13:20Z"


def test_what_a_run_stands_for_and_what_averages_are_over_is_said() -> None:
    said = source("extremes", statistic="best", nonfinite="worst", common=True).sentence
    assert (
        "the best value of their history, where it is known what is better; NaN and Inf count as the worst finite value"
        in said
    )
    assert "averages are over the common set" in said


def test_the_filter_of_a_view_is_part_of_the_filter() -> None:
    assert source("extremes", view="low").sentence.startswith(
        "From memory (data of 2025-05-08 09:14 UTC), 2 of 4 rows: loss<3."
    )


def test_what_was_corrected_by_hand_is_said() -> None:
    corrected = replace(SEEDS, said=UserWord(for_now=Corrections(better={"loss": "lower"})))
    assert "Corrected by hand: loss: lower is better." in source("extremes", corrected).sentence
    assert source("extremes", corrected).fields["corrections"] == ["loss: lower is better"]


def test_a_comparison_says_what_it_is_against() -> None:
    other = replace(SEEDS, path=Path("other"), name="other", modified=0.0)
    question = Question(SEEDS, Selection(), other)
    found = provenance(pane_named("compare"), question, pane_named("compare").answer(question))
    assert "against other, all 4 rows" in found.sentence
    assert source("compare", versus="f=a").fields["reference"] == "f=a"
    assert source("extremes", versus="f=a").fields["reference"] is None


def test_many_metrics_are_counted() -> None:
    many = collection_of({"f": ["a"], **{f"m{at}": [1.0] for at in range(9)}}, [factor("f", "a")])
    assert "m4, m5, and 3 further metrics." in source("cells", many).sentence


@pytest.mark.parametrize(
    ("pane", "asked", "shown"),
    [
        ("cells", {}, ["score", "loss", "kl"]),
        ("cells", {"columns": ("loss",)}, ["loss"]),
        ("distributions", {"metric": "loss"}, ["loss"]),
        ("distributions", {"view": "by f"}, ["score"]),
        ("distributions", {"view": "effects"}, ["score"]),
        ("tradeoffs", {"columns": ("loss", "score")}, ["score", "loss"]),
        ("compare", {"versus": "f=a", "columns": ("loss",)}, ["loss"]),
        ("compare", {"versus": "f=a", "columns": ("loss",), "view": "heatmap"}, ["loss"]),
        ("diagnostics", {"metric": "loss", "view": "bars"}, ["loss"]),
        ("state", {}, []),
        ("report", {}, ["score", "loss", "kl"]),
    ],
)
def test_the_metrics_are_those_that_are_shown(pane: str, asked: dict[str, Any], shown: list[str]) -> None:
    assert names(source(pane, **asked)) == shown


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({"metric": "val_kl", "view": "heatmap"}, ["val_kl"]),
        ({"columns": ("delta val_kl",)}, ["val_kl"]),
        ({"metric": "val_kl", "view": "curves"}, ["val_kl"]),
    ],
)
def test_the_metrics_of_gaps_are_those_that_are_shown(asked: dict[str, Any], shown: list[str]) -> None:
    assert names(source("gaps", load_collection(MODES), **asked)) == shown


def test_curves_and_latents_stand_for_no_single_value() -> None:
    collection = load_collection(MODES)
    assert "stand for" not in source("dynamics", collection, view="curves").sentence
    assert "Runs stand for" in source("dynamics", collection, statistic="best").sentence
    assert source("latent", collection).sentence.endswith(", all 72 rows.")


@pytest.mark.parametrize("pane", ["state", "cells", "tradeoffs", "diagnostics"])
def test_a_figure_says_it_once_and_last(pane: str) -> None:
    question = Question(load_collection(SUM))
    figure = pane_named(pane).answer(question)
    found = provenance(pane_named(pane), question, figure)
    said = attributed(figure, found)
    assert not isinstance(said, Notice)
    assert said.captions[-1] == found.sentence
    assert len(said.captions) == len(figure.captions) + 1 if not isinstance(figure, Notice) else False


def test_the_report_says_it_at_its_top_and_nowhere_else() -> None:
    question = Question(load_collection(RUNNING), Selection(fold=True, where=parse_filter("family=raw")))
    figure: Figure = pane_named("report").answer(question)
    found = provenance(pane_named("report"), question, figure)
    assert isinstance(figure, Document)
    assert figure.blocks[0] == Paragraph(found.sentence)
    assert attributed(figure, found) is figure
    assert all(found.sentence not in block.captions for block in figure.blocks if isinstance(block, Table))


def test_what_is_no_answer_comes_from_nowhere() -> None:
    notice = Notice("Nothing", ("There is nothing.",))
    assert attributed(notice, source("cells")) is notice
