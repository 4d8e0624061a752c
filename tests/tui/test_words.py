"""The question in words."""

from __future__ import annotations

from typing import Any

from sweeplens.data.brief import Brief, View
from sweeplens.data.collection import Collection
from sweeplens.data.keep import kept_rows
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Direction
from sweeplens.panes.base import Question
from sweeplens.tui.words import example_filters, question_in_words, rows_in_words
from tests.builders import collection_of, factor

SWEEP = collection_of(
    {"beta": ["1", "2"], "score": [0.1, 0.2], "kl": [1, 2]},
    [factor("beta", ["1", "2"])],
    better={"score": Direction.HIGHER},
    labels={"score": "matched score", "kl": "KL"},
    brief=Brief(views={"low": View("any", where="kl<2"), "broken": View("any", where="(kl", metric="gone")}),
)

SEEDS = collection_of(
    {"beta": ["1", "1"], "seed": ["0", "1"], "score": [0.1, 0.2]},
    [factor("beta", ["1"]), factor("seed", ["0", "1"], is_replicate=True)],
    better={"score": Direction.HIGHER},
    labels={"score": "matched score"},
    expected_runs=2,
)


def words(collection: Collection = SWEEP, **asked: Any) -> tuple[str, ...]:
    return tuple(part.text for part in question_in_words(Question(collection, Selection(**asked))))


def test_the_metric_comes_first_with_its_direction() -> None:
    assert words() == ("matched score ↑",)
    assert words(metric="kl") == ("KL",)


def test_the_filter_is_said_as_it_is_typed() -> None:
    assert words(where=parse_filter("beta=1 kl<3")) == ("matched score ↑", "beta=1 kl<3")


def test_the_checkpoint_and_what_curves_are_drawn_against_are_said() -> None:
    assert words(step=600.0) == ("matched score ↑", "at step 600")
    assert words(x="fraction") == ("matched score ↑", "against the fraction of training")
    assert words(x="epoch") == ("matched score ↑", "against epoch")


def test_the_filter_of_a_view_is_said_too() -> None:
    assert words(view="low", where=parse_filter("beta=1")) == ("matched score ↑", "kl<2 beta=1")


def test_a_view_that_cannot_be_meant_does_not_take_the_words_away() -> None:
    assert words(view="broken", where=parse_filter("beta=1"))[-1] == "beta=1"


def test_a_metric_that_is_not_there_is_said_as_it_was_written() -> None:
    assert words(metric="scroe") == ("scroe",)


def test_order_and_way_of_answering_are_said() -> None:
    said = words(sort=("kl", True), by=("beta",), log=True, smoothing=0.6, clip_outliers=True)
    assert said[1:] == (
        "by beta",
        "sorted by KL, largest first",
        "log axes",
        "outliers clipped",
        "smoothed 0.6",
    )
    assert words(fold=True, interpolate=True, full_range=True)[1:] == (
        "interpolated",
        "diverged runs in range",
    )
    assert words(interpolate=True)[1:] == ()
    assert words(sort=("score", None))[1] == "sorted by matched score, better first"
    assert words(sort=("mean", False))[1] == "sorted by mean, smallest first"


def test_how_replicates_are_folded_is_said_where_there_are_some() -> None:
    assert words(SEEDS) == words(fold=True) == ("matched score ↑",)
    assert words(SEEDS, fold=True)[1:] == ("mean ± std over seed", "NaN excluded")
    assert words(SEEDS, fold=True, folding="median-range", nonfinite="worst")[1:] == (
        "median [min, max] over seed",
        "NaN as worst",
    )


def test_what_is_not_as_usual_is_said_without_folding_too() -> None:
    assert words(SEEDS, nonfinite="worst")[1:] == ("NaN as worst",)
    assert words(statistic="best", common=True)[1:] == ("common set", "best of history")
    assert words(statistic="mean", mean_of=3)[1:] == ("mean of the last 3",)


def test_what_stands_on_the_filter_line_is_marked_so() -> None:
    def elsewhere(**asked: Any) -> list[str]:
        said = question_in_words(Question(SWEEP, Selection(**asked)))
        return [part.text for part in said if part.is_elsewhere]

    assert elsewhere(where=parse_filter("beta=1")) == ["beta=1"]
    assert elsewhere(where=parse_filter("beta=1"), view="low") == []


def test_how_much_is_shown_is_said_in_rows() -> None:
    assert rows_in_words(Question(SWEEP, Selection(where=parse_filter("kl<2")))) == "1/2 rows"


def test_examples_are_filters_of_this_collection() -> None:
    examples = example_filters(SWEEP)
    assert examples == ("beta<=1", "score>=0.15")
    for text in examples:
        assert kept_rows(SWEEP, parse_filter(text))


def test_a_collection_without_metrics_has_examples_too() -> None:
    assert example_filters(collection_of({"family": ["raw x"]}, [factor("family", ["raw x"])])) == ("family~raw",)
