"""Sentences made from the data."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

import pytest

from sweeplens.data.brief import Brief, FactorBrief
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Direction
from sweeplens.panes.base import Question
from sweeplens.panes.sentences import best_row, heading, left_out, listed, row_in_words, titled, what_varies
from tests.builders import collection_of, factor

FACTORS = (factor("family", ("raw", "tok"), label="loss family"), factor("beta", ("beta=.01", "beta=.1"), "beta_label"))
COLUMNS: dict[str, Sequence[object]] = {
    "family": ["raw", "raw", "tok", "tok"],
    "beta_label": ["beta=.01", "beta=.1"] * 2,
    "score": [0.5, 0.7, 0.7, 0.61237],
    "loss": [3.0, 2.0, nan, None],
}


def question(better: Direction = Direction.HIGHER, where: str = "", metric: str = "score", **more: object) -> Question:
    collection = collection_of(
        COLUMNS,
        FACTORS,
        better={"score": better, "loss": Direction.LOWER},
        labels={"score": "matched score"},
        **more,  # type: ignore[arg-type]
    )
    return Question(collection, Selection(where=parse_filter(where), metric=metric))


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b, and c")]
)
def test_items_are_listed(items: list[str], text: str) -> None:
    assert listed(items) == text


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("matched router score", "Matched Router Score"),
        ("KL to prior", "KL To Prior"),
        ("top-and-bottom", "Top-And-Bottom"),
    ],
)
def test_a_heading_has_capitals_and_keeps_those_it_has(text: str, title: str) -> None:
    assert heading(text) == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("top rows by KL to prior", "Top rows by KL to prior"),
        ("mean-versus-sum common cells", "Mean-versus-sum common cells"),
        ("val_accuracy: full minus reinit", "val_accuracy: full minus reinit"),
        ("KL to prior", "KL to prior"),
        ("", ""),
    ],
)
def test_a_title_begins_with_a_capital_unless_it_begins_with_a_name(text: str, title: str) -> None:
    assert titled(text) == title


def test_a_name_with_underscores_keeps_its_letters_in_a_heading() -> None:
    assert heading("top rows by val_accuracy and loss") == "Top Rows By val_accuracy And Loss"


def test_a_row_is_named_by_its_levels() -> None:
    seed = factor("seed", ("0", "1"))
    assert row_in_words(FACTORS, ("raw", "beta=.01")) == "raw at beta=.01"
    assert row_in_words((*FACTORS, seed), ("raw", "beta=.01", "1")) == "raw at beta=.01 and seed=1"
    assert row_in_words((seed,), ("1",)) == "seed=1"
    assert row_in_words((), ()) == ""


def test_what_varies_and_what_is_fixed_is_said() -> None:
    assert what_varies(question()) == "Rows vary loss family and beta."
    assert what_varies(question(where="beta=.01")) == "Rows vary loss family while fixing beta to beta=.01."
    assert what_varies(question(where="beta=.01 raw")) == ""


def test_a_constant_of_the_brief_is_said_by_its_label_and_hides_the_others() -> None:
    constants = (("aggregation_mode", "sum"), ("host", "node7"))
    brief = Brief(factors={"aggregation": FactorBrief(column="aggregation_mode", label="token aggregation")})
    with_brief = question(brief=brief, constants=constants)
    assert what_varies(with_brief).endswith("while fixing token aggregation to sum.")
    without = question(constants=constants)
    assert what_varies(without).endswith("while fixing aggregation mode to sum and host to node7.")


def test_the_best_row_is_named_with_its_final_metrics() -> None:
    asked = question(where="beta=.1 raw | beta=.01", brief=Brief(label="sum"), final=("score", "loss"))
    text = best_row(Question(asked.collection, Selection(where=parse_filter("raw"))))
    assert text == "The best sum row by matched score is raw at beta=.1 with matched score 0.7 and loss 2."


def test_less_can_be_better_and_what_is_not_known_to_be_better_is_highest() -> None:
    assert (
        best_row(question(metric="loss")) == "The best row by loss is raw at beta=.1 with loss 2 and matched score 0.7."
    )
    unknown = question(Direction.UNKNOWN, where="tok beta=.1")
    assert best_row(unknown) == "The highest row by matched score is tok at beta=.1 with matched score 0.6124."


def test_rows_that_share_the_best_value_are_all_named() -> None:
    assert best_row(question()) == (
        "The best rows by matched score are raw at beta=.1 and tok at beta=.01 with matched score 0.7."
    )


def test_no_finite_value_is_no_best_row() -> None:
    assert best_row(question(metric="loss", where="tok")) == ""


def test_rows_without_a_place_are_counted_by_reason() -> None:
    asked = question(metric="loss")
    assert asked.metric is not None
    assert left_out(asked.metric, asked.runs["loss"]) == (
        "2 rows without a finite value are left out of loss (1 missing and 1 NaN or Inf)."
    )
    assert left_out(asked.metric, asked.runs["score"]) == ""
