"""How each metric is spread."""

from __future__ import annotations

from math import nan

import pytest

from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Direction, Media, Notice, Table, Value
from sweeplens.panes.base import Question
from sweeplens.panes.distributions import OWN_FIGURES, PANE, answer, sections
from tests.builders import collection_of, factor

FAMILIES = ("raw", "tok")
COLLECTION = collection_of(
    {
        "family_label": ["tok", "tok", "raw", "raw"],
        "seed": ["0", "1", "0", "1"],
        "score": [1.0, 2.0, 3.0, 6.0],
        "loss": [0.1, nan, None, 0.3],
    },
    (factor("family", FAMILIES, "family_label"), factor("seed", ("0", "1"), is_replicate=True)),
    better={"score": Direction.HIGHER},
    labels={"score": "matched score"},
)
CONTRACT = ["metric", "min", "mean", "median", "max", "std", "n", "missing", "nonfinite", "ddof"]


def asked(**selection: object) -> Table:
    table = answer(Question(COLLECTION, Selection(**selection)))  # type: ignore[arg-type]
    assert isinstance(table, Table)
    return table


def heads(table: Table, media: Media) -> list[str]:
    return [column.name for column in table.columns if column.media & media]


def data(table: Table) -> list[dict[str, Value]]:
    kept = [(at, column.name) for at, column in enumerate(table.columns) if column.media & Media.DATA]
    return [{name: row[at] for at, name in kept} for row in table.rows.page(0, len(table.rows))]


def test_data_has_the_columns_of_the_contract_and_one_row_a_metric() -> None:
    table = asked()
    assert heads(table, Media.DATA) == CONTRACT
    score, loss = data(table)
    assert list(score.values()) == ["score", 1, 3, 2.5, 6, pytest.approx(3.5**0.5), 4, 0, 0, 0]
    assert (loss["metric"], loss["n"], loss["missing"], loss["nonfinite"], loss["mean"]) == ("loss", 2, 1, 1, 0.2)


def test_documents_say_labels_and_count_only_where_something_is_not_finite() -> None:
    assert heads(asked(columns=("score",)), Media.DOCUMENT) == CONTRACT[:6]
    assert heads(asked(), Media.DOCUMENT) == CONTRACT[:9]
    named = next(at for at, column in enumerate(asked().columns) if Media.DOCUMENT in column.media)
    assert asked().rows.column(named) == ["matched score", "loss"]


def test_the_screen_shows_arrows_counts_and_a_histogram() -> None:
    table = asked(columns=("score",))
    assert heads(table, Media.SCREEN) == ["metric", "distribution", *CONTRACT[1:6], "n"]
    assert table.columns[1].short == {"matched score": "matched score ↑"}
    (counts,) = table.rows.column(table.index("distribution"))
    assert sum(counts) == 4  # type: ignore[arg-type]


def test_a_metric_that_is_asked_for_stands_alone_and_is_marked_among_all() -> None:
    assert [row["metric"] for row in data(asked(metric="loss"))] == ["loss"]
    assert asked(metric="loss", view="metrics").marked_rows == {1}


def test_groups_stand_in_the_order_of_the_levels_metric_by_metric() -> None:
    table = asked(by=("family",))
    assert heads(table, Media.DATA) == ["family_label", *CONTRACT]
    said = [(row["metric"], row["family_label"], row["mean"]) for row in data(table)]
    assert said == [("score", "raw", 4.5), ("score", "tok", 1.5), ("loss", "raw", 0.3), ("loss", "tok", 0.1)]
    assert (table.section, table.section_titles["score"]) == ("metric", "Matched score")


def test_groups_of_one_metric_share_their_bins() -> None:
    table = asked(by=("family",), metric="score")
    raw, tok = table.rows.column(table.index("distribution"))
    assert (raw[-1], tok[0], tok[-1]) == (1, 1, 0)  # type: ignore[index]
    assert table.section == ""


def test_replicates_of_a_cell_are_a_sample_and_everything_else_a_population() -> None:
    assert {row["ddof"] for row in data(asked(by=("family",)))} == {1}
    assert {row["ddof"] for row in data(asked(by=("seed",)))} == {0}
    assert {row["ddof"] for row in data(asked(by=("family",), ddof=0))} == {0}
    assert {row["ddof"] for row in data(asked(ddof=1))} == {1}
    assert asked(ddof=1).captions == ("std is that of a sample over 4 rows (ddof=1).",)


def test_several_factors_part_the_rows_together() -> None:
    rows = data(asked(by=("seed", "family"), metric="score"))
    assert [(row["seed"], row["family_label"], row["n"], row["std"]) for row in rows] == [
        ("0", "raw", 1, None),
        ("0", "tok", 1, None),
        ("1", "raw", 1, None),
        ("1", "tok", 1, None),
    ]


def test_each_factor_has_a_view_about_the_metric_in_question() -> None:
    views = [view.id for view in PANE.views_of(COLLECTION)]
    assert views == ["metrics", *OWN_FIGURES, "by family", "by seed"]
    assert [row["family_label"] for row in data(asked(view="by family"))] == ["raw", "tok"]


def test_columns_choose_statistics_as_well_as_metrics() -> None:
    table = asked(columns=("mean", "n", "loss"))
    assert heads(table, Media.DATA) == ["metric", "mean", "n"]
    assert [row["metric"] for row in data(table)] == ["loss"]
    with pytest.raises(UsageError, match="no metric called men"):
        asked(columns=("men",))


def test_rows_can_be_ordered_by_a_statistic() -> None:
    assert [row["metric"] for row in data(asked(sort=("max", False)))] == ["loss", "score"]


def test_a_filter_leaves_what_it_keeps() -> None:
    assert data(asked(where=parse_filter("raw"), metric="score"))[0]["mean"] == 4.5


def test_no_metric_is_said() -> None:
    bare = collection_of({"f": ["a"]}, (factor("f", ("a",)),))
    assert isinstance(answer(Question(bare)), Notice)


def test_the_report_says_what_varies_before_the_spreads() -> None:
    titles = [section.title for section in sections(Question(COLLECTION))]
    assert titles == ["Aggregate metrics", "Metric distributions"]
