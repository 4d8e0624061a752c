"""The rows at both ends of a metric."""

from __future__ import annotations

from math import inf, isfinite, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Direction, Media, Notice, Table, Value
from sweeplens.panes.base import Question
from sweeplens.panes.extremes import answer, sections
from tests.builders import collection_of, factor

LETTERS = tuple("abcdefghijkl")


def asked(
    values: list[float | None], better: Direction = Direction.HIGHER, label: str = "", **selection: object
) -> Table | Notice:
    names = LETTERS[: len(values)]
    collection = collection_of(
        {"run_label": names, "score": values, "loss": [float(at) for at in range(len(values))]},
        (factor("run", names, "run_label"),),
        better={"score": better},
        labels={"score": label} if label else {},
    )
    figure = answer(Question(collection, Selection(**selection)))  # type: ignore[arg-type]
    assert isinstance(figure, Table | Notice)
    return figure


def rows(figure: Table | Notice, *names: str) -> list[tuple[Value, ...]]:
    assert isinstance(figure, Table)
    at = [figure.index(name) for name in names]
    return [tuple(row[place] for place in at) for row in figure.rows.page(0, 100)]


def test_five_of_each_end_the_outermost_first() -> None:
    figure = asked([float(at) for at in range(12)])
    assert rows(figure, "end", "rank", "run_label") == [
        *(("top", rank, name) for rank, name in zip(range(1, 6), "lkjih", strict=True)),
        *(("bottom", rank, name) for rank, name in zip(range(1, 6), "abcde", strict=True)),
    ]


def test_less_is_at_the_top_where_less_is_better() -> None:
    figure = asked([3.0, 1.0, 2.0], Direction.LOWER, rows=1)
    assert rows(figure, "end", "score") == [("top", 1.0), ("bottom", 3.0)]


def test_titles_say_highest_where_no_end_is_known_to_be_better() -> None:
    unknown, known = asked([1.0], Direction.UNKNOWN, "top score"), asked([1.0], Direction.LOWER, "top score")
    assert isinstance(unknown, Table)
    assert isinstance(known, Table)
    assert unknown.section_titles == {"top": "Highest rows by top score", "bottom": "Lowest rows by top score"}
    assert known.section_titles == {"top": "Top rows by top score", "bottom": "Bottom rows by top score"}


values = st.lists(
    st.one_of(st.none(), st.sampled_from([nan, inf, 1.0, 2.0]), st.floats(-5, 5)), min_size=1, max_size=12
)


@settings(max_examples=50, deadline=None)
@given(values, st.integers(1, 6))
def test_both_ends_are_those_of_the_sorted_finite_values(sample: list[float | None], count: int) -> None:
    figure = asked(sample, rows=count)
    finite = sorted(value for value in sample if value is not None and isfinite(value))
    if not finite:
        assert isinstance(figure, Notice)
        return
    found = rows(figure, "end", "score", "rank")
    assert [row[1] for row in found if row[0] == "top"] == finite[::-1][:count]
    assert [row[1] for row in found if row[0] == "bottom"] == finite[:count]
    for end, value, rank in found:
        beaten_by = [other for other in finite if (other > value if end == "top" else other < value)]  # type: ignore[operator]
        assert rank == 1 + len(beaten_by)


def test_ties_share_a_rank_and_those_beyond_the_last_row_are_counted() -> None:
    figure = asked([1.0, 5.0, 5.0, 3.0, 3.0, 3.0], rows=3)
    assert isinstance(figure, Table)
    assert rows(figure, "run_label", "rank", "tie")[:3] == [("b", 1, "="), ("c", 1, "="), ("d", 3, "=")]
    assert "2 further rows share rank 3 of the top." in figure.captions
    assert "1 further row shares rank 2 of the bottom." in figure.captions


def test_without_ties_there_is_no_column_for_them() -> None:
    figure = asked([1.0, 2.0])
    assert isinstance(figure, Table)
    assert "tie" not in [column.name for column in figure.columns]


def test_what_is_not_finite_has_no_place_and_is_counted() -> None:
    figure = asked([1.0, nan, None, inf, 2.0])
    assert isinstance(figure, Table)
    assert rows(figure, "run_label") == [("e",), ("a",), ("a",), ("e",)]
    assert "3 rows without a finite value are left out of score (1 missing and 2 NaN or Inf)." in figure.captions


def test_each_medium_has_its_columns() -> None:
    figure = asked([1.0, 2.0])
    assert isinstance(figure, Table)
    by_media = {
        media: [column.name for column in figure.columns if column.media & media]
        for media in (Media.DATA, Media.DOCUMENT, Media.SCREEN)
    }
    assert by_media[Media.DATA] == ["end", "rank", "run_label", "score", "loss"]
    assert by_media[Media.DOCUMENT] == ["run_label", "score", "loss"]
    assert by_media[Media.SCREEN] == ["rank", "run_label", "score", "loss"]


def test_the_metric_asked_about_comes_first_with_a_bar() -> None:
    figure = asked([1.0, 2.0], metric="loss", rows=1)
    assert isinstance(figure, Table)
    assert [(column.name, column.bar) for column in figure.columns][3:] == [("loss", True), ("score", False)]
    assert rows(figure, "loss") == [(1.0,), (0.0,)]


def test_rows_know_their_runs() -> None:
    figure = asked([1.0, 2.0, 3.0, 4.0], rows=1, where=parse_filter("score<3.5"))
    assert isinstance(figure, Table)
    assert figure.row_ids == (2, 0)


def test_columns_can_be_chosen() -> None:
    figure = asked([1.0, 2.0], columns=("loss",))
    assert isinstance(figure, Table)
    assert [column.name for column in figure.columns] == ["end", "rank", "run_label", "loss"]


@pytest.mark.parametrize("sample", [[nan, None], [None]])
def test_nothing_finite_is_said(sample: list[float | None]) -> None:
    assert isinstance(asked(sample), Notice)


def test_the_report_has_both_ends_under_one_heading() -> None:
    collection = collection_of({"run": ["a", "b"], "score": [1.0, 2.0]}, (factor("run", ("a", "b")),))
    (section,) = sections(Question(collection))
    assert section.title == "Top and bottom rows"


def test_an_order_is_one_of_the_rows_of_each_end() -> None:
    figure = asked([1.0, 2.0, 3.0, 4.0], rows=2, sort=("run_label", False))
    assert rows(figure, "end", "run_label") == [("top", "c"), ("top", "d"), ("bottom", "a"), ("bottom", "b")]
    assert isinstance(figure, Table)
    assert figure.row_ids == (2, 3, 0, 1)


def test_means_of_cells_that_only_rounding_parts_share_a_rank() -> None:
    scores = {"a": [0.1, 0.2, 0.3], "b": [0.2, 0.2, 0.2], "c": [0.0, 0.1, 0.1]}
    seeds = ("0", "1", "2")
    columns: dict[str, list[Any]] = {
        "f": [family for family in scores for _ in seeds],
        "seed": [*seeds] * len(scores),
        "score": [value for own in scores.values() for value in own],
    }
    of = collection_of(columns, (factor("f", [*scores]), factor("seed", seeds, is_replicate=True)), expected_runs=3)
    table = answer(Question(of, Selection(fold=True)))
    assert isinstance(table, Table)
    ranks, ties = (table.rows.column(table.index(name))[:3] for name in ("rank", "tie"))
    assert list(ranks) == [1, 1, 3]
    assert list(ties)[:2] == ["=", "="]
    assert table.captions[0].startswith("The highest rows by score are a and b")
