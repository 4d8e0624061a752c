"""Every row with all its columns."""

from __future__ import annotations

from math import inf, nan

import pytest

from sweeplens.data.brief import Brief, View
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Direction, Media, Table
from sweeplens.panes.base import Question
from sweeplens.panes.cells import REPORTED, answer, sections
from tests.builders import collection_of, factor

COLLECTION = collection_of(
    {
        "family_label": ["raw", "raw", "tok", "tok"],
        "seed": ["0", "1", "0", "1"],
        "score": [0.5, 0.7, nan, None],
        "loss": [3.0, inf, 1.0, 2.0],
        "note": ["x", "y", "z", None],
    },
    (factor("family", ("raw", "tok"), "family_label"), factor("seed", ("0", "1"), is_replicate=True)),
    better={"loss": Direction.LOWER},
    labels={"loss": "final loss"},
    brief=Brief(
        views={"losses": View("cells", title="Losses", columns=("loss",), sort="loss", caption="All of them.")}
    ),
    texts=("note",),
)


def asked(**selection: object) -> Table:
    table = answer(Question(COLLECTION, Selection(**selection)))  # type: ignore[arg-type]
    assert isinstance(table, Table)
    return table


def heads(table: Table, media: Media) -> list[str]:
    return [column.name for column in table.columns if column.media & media]


def test_data_holds_factors_metrics_and_texts_as_the_file_calls_them() -> None:
    assert heads(asked(), Media.DATA) == ["family_label", "seed", "score", "loss", "note"]
    assert heads(asked(), Media.DOCUMENT) == ["family_label", "seed", "score", "loss"]


def test_the_screen_says_labels_and_shows_the_status_where_something_is_not_whole() -> None:
    table = asked()
    assert [column.head for column in table.columns if column.media & Media.SCREEN][2:5] == [
        "status",
        "score",
        "final loss",
    ]
    assert table.rows.column(table.index("status")) == ["complete", "complete", "diverged", "diverged"]
    whole = asked(where=parse_filter("raw"))
    assert "status" not in heads(whole, Media.SCREEN)


def test_rows_stand_in_the_files_order_with_the_numbers_of_their_runs() -> None:
    table = asked(where=parse_filter("seed=1"))
    assert table.rows.column(0) == ["raw", "tok"]
    assert list(table.row_ids or ()) == [1, 3]


@pytest.mark.parametrize(
    ("sort", "runs"),
    [
        (("loss", None), [2, 3, 0, 1]),
        (("final loss", True), [0, 3, 2, 1]),
        (("score", None), [1, 0, 2, 3]),
        (("family_label", True), [2, 3, 0, 1]),
    ],
)
def test_an_order_begins_at_the_better_end_and_ends_with_what_is_not_finite(
    sort: tuple[str, bool | None], runs: list[int]
) -> None:
    assert list(asked(sort=sort).row_ids or ()) == runs


def test_asked_columns_follow_the_factors_unless_a_factor_is_among_them() -> None:
    assert heads(asked(columns=("loss", "note")), Media.DATA) == ["family_label", "seed", "loss", "note"]
    assert heads(asked(columns=("loss", "family")), Media.DATA) == ["loss", "family_label"]


def test_an_unknown_column_is_named_with_what_is_near() -> None:
    with pytest.raises(UsageError, match="no column called los; did you mean loss"):
        asked(columns=("los",))


def test_a_view_of_the_brief_brings_title_columns_and_order() -> None:
    table = asked(view="losses")
    assert (table.title, table.captions) == ("Losses", ("All of them.",))
    assert asked(view="losses", fold=True).captions[0] == "All of them."
    assert table.rows.column(table.index("loss")) == [1.0, 2.0, 3.0, inf]


def test_only_so_many_rows_as_asked_for() -> None:
    table = asked(rows=2, sort=("loss", None))
    assert (len(table.rows), list(table.row_ids or ())) == (2, [2, 3])


def test_folded_rows_are_cells_with_the_means_of_what_is_finite() -> None:
    table = asked(fold=True)
    assert heads(table, Media.DOCUMENT) == ["family_label", "score", "loss"]
    assert table.rows.column(table.index("score")) == pytest.approx([0.6, nan], nan_ok=True)
    assert table.rows.column(table.index("loss")) == [3.0, 1.5]
    assert table.row_ids is None


def test_the_report_shows_the_first_rows_and_says_so() -> None:
    many = [str(row) for row in range(REPORTED + 1)]
    long = collection_of({"run": many, "score": [1.0] * len(many)}, (factor("run", many),))
    (section,) = sections(Question(long))
    (table,) = section.blocks
    assert isinstance(table, Table)
    assert (len(table.rows), table.captions) == (REPORTED, ("40 of 41 rows.",))
