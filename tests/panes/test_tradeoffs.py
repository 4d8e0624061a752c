"""One metric against another: points, and the front that no other point beats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf, isfinite, nan
from statistics import stdev
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.brief import Brief, View
from sweeplens.data.collection import Collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Direction, Figure, Folded, Notice, Points, Table
from sweeplens.panes import scatter
from sweeplens.panes.base import Question
from sweeplens.panes.tradeoffs import answer
from tests.builders import collection_of, factor

F, BETA = factor("f", ("a", "b")), factor("beta", ("beta=.1", "beta=1"), "beta_label")
BETTER = {"score": Direction.HIGHER, "probe": Direction.HIGHER, "loss": Direction.LOWER}
COLUMNS: Mapping[str, Any] = {
    "f": ["a", "a", "b", "b"],
    "beta_label": ["beta=.1", "beta=1", "beta=.1", "beta=1"],
    "score": [0.5, 0.7, 0.6, 0.9],
    "probe": [0.1, 0.2, 0.3, 0.4],
    "loss": [1.0, 2.0, 2.5, nan],
    "kl": [0.0, -1.0, 3.0, None],
}
OURS = collection_of(COLUMNS, (F, BETA), better=BETTER, labels={"loss": "final loss"})


def asked(ours: Collection = OURS, **selection: Any) -> Figure:
    return answer(Question(ours, Selection(**selection)))


def points_of(ours: Collection = OURS, **selection: Any) -> Points:
    figure = asked(ours, **selection)
    assert isinstance(figure, Points)
    return figure


def metrics_of(points: Points) -> tuple[str, str]:
    return points.x.name, points.y.name


def test_the_primary_metric_is_set_against_what_it_may_cost() -> None:
    assert metrics_of(points_of()) == ("loss", "score")
    assert metrics_of(points_of(metric="loss")) == ("score", "loss")
    assert metrics_of(points_of(metric="kl")) == ("score", "kl")


def test_a_metric_that_does_not_vary_is_no_price() -> None:
    flat = collection_of({**COLUMNS, "loss": [1.0] * 4}, (F, BETA), better=BETTER)
    assert metrics_of(points_of(flat)) == ("probe", "score")


def test_columns_name_x_and_y() -> None:
    assert metrics_of(points_of(columns=("kl", "final loss"))) == ("kl", "loss")
    assert metrics_of(points_of(columns=("probe",))) == ("probe", "score")
    with pytest.raises(UsageError, match="--columns X,Y"):
        asked(columns=("kl", "loss", "score"))
    with pytest.raises(UsageError, match="no metric called lost"):
        asked(columns=("lost", "score"))


def test_colour_and_shape_stand_for_the_first_two_factors_that_vary() -> None:
    first = points_of().points[0]
    assert (first.label, first.colour, first.shape, first.run) == ("a at beta=.1", "a", "beta=.1", 0)
    turned = points_of(by=("beta",)).points[0]
    assert (turned.colour, turned.shape) == ("beta=.1", "a")
    held = points_of(where=parse_filter("f=b")).points[0]
    assert (held.colour, held.shape, held.run) == ("beta=.1", "", 2)


def test_a_row_without_both_values_is_no_point_and_is_counted() -> None:
    points = points_of(columns=("kl", "loss"))
    assert [(p.x, p.y) for p in points.points] == [(0.0, 1.0), (-1.0, 2.0), (3.0, 2.5)]
    assert "1 of 4 rows without a finite value of both metrics left out." in points.captions


def test_the_front_is_marked_and_named() -> None:
    points = points_of()
    assert [p.label for p in points.points if p.on_front] == ["a at beta=.1", "a at beta=1"]
    assert points.captions[0] == (
        "On the Pareto front of lower final loss and higher score: a at beta=.1 and a at beta=1."
    )


def test_without_a_direction_there_is_no_front_and_it_is_said_why() -> None:
    points = points_of(columns=("kl", "score"))
    assert not any(point.on_front for point in points.points)
    assert "which way of kl is better is not known" in points.captions[0]
    assert isinstance(asked(columns=("kl", "score"), view="front"), Notice)


def test_the_front_is_a_table_from_the_better_end_of_x() -> None:
    table = asked(view="front")
    assert isinstance(table, Table)
    assert [column.name for column in table.columns] == ["f", "beta_label", "loss", "score"]
    assert table.rows.page(0, 9) == [("a", "beta=.1", 1.0, 0.5), ("a", "beta=1", 2.0, 0.7)]
    assert table.row_ids == (0, 1)


VALUES = st.one_of(st.none(), st.sampled_from([nan, inf, 0.0, 1.0]), st.floats(-10, 10).map(lambda x: round(x, 1)))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=12))
def test_the_front_holds_what_no_other_row_beats(pairs: list[tuple[float | None, float | None]]) -> None:
    columns = {"score": [y for _, y in pairs], "loss": [x for x, _ in pairs]}
    points = points_of(collection_of(columns, (), better=BETTER), columns=("loss", "score"))
    finite = [(x, y) for x, y in pairs if x is not None and y is not None and isfinite(x) and isfinite(y)]
    beaten = [any(a <= x and b >= y and (a, b) != (x, y) for a, b in finite) for x, y in finite]
    assert [(p.x, p.y) for p in points.points] == finite
    assert [p.on_front for p in points.points] == [not is_beaten for is_beaten in beaten]


def test_points_are_written_under_the_factors_and_the_metrics_names() -> None:
    table = points_of(columns=("loss", "score")).as_table()
    assert [column.name for column in table.columns] == ["f", "beta_label", "loss", "score", "front"]
    assert table.rows.page(0, 1) == [("a", "beta=.1", 1.0, 0.5, "front")]
    assert table.columns[2].head == "final loss"
    assert table.row_ids == (0, 1, 2)


def test_marked_runs_keep_their_mark() -> None:
    points = points_of(marked=frozenset({2, 3}))
    assert [point.run for point in points.points if point.marked] == [2]


def test_replicates_are_points_unless_they_are_folded() -> None:
    seed = factor("seed", ("0", "1"), is_replicate=True)
    columns: dict[str, Any] = {"f": ["a", "a"], "seed": ["0", "1"], "score": [1.0, 3.0], "loss": [2.0, 4.0]}
    twice = collection_of(columns, (F, seed), better=BETTER, expected_runs=2)
    assert [(p.run, p.x, p.y) for p in points_of(twice).points] == [(0, 2.0, 1.0), (1, 4.0, 3.0)]
    assert [(p.run, p.x, p.y) for p in points_of(twice, fold=True).points] == [(None, 3.0, 2.0)]


def view(**more: Any) -> Collection:
    asked_view = View("tradeoffs", x="kl", y="loss", **more)
    return replace(OURS, brief=Brief(views={"v": asked_view}))


def test_a_view_of_the_brief_brings_axes_title_and_words() -> None:
    points = points_of(view(title="KL and loss", caption="As published."), view="v", metric="score")
    assert (metrics_of(points), points.title, points.captions[-1]) == (("kl", "loss"), "KL and loss", "As published.")


@pytest.mark.parametrize(
    ("written", "pressed", "logs"),
    [
        (None, False, (False, False)),
        (["x"], False, (True, False)),
        ("y", False, (False, True)),
        (True, False, (True, True)),
        (["x"], True, (True, True)),
    ],
)
def test_axes_are_logarithmic_where_the_view_or_the_key_says_so(
    written: Any, pressed: bool, logs: tuple[bool, bool]
) -> None:
    points = points_of(view(options={"log": written} if written else {}), view="v", log=pressed)
    assert (points.x.log, points.y.log) == logs


@pytest.mark.parametrize("columns", [{}, {"score": [1.0]}])
def test_one_metric_is_no_trade_off(columns: Mapping[str, Any]) -> None:
    assert isinstance(asked(collection_of(columns, ())), Notice)


def test_one_row_is_a_point_and_its_own_front() -> None:
    one = collection_of({"score": [1.0], "loss": [2.0]}, (), better=BETTER)
    (point,) = points_of(one).points
    assert (point.label, point.on_front) == ("row 1", True)


def test_of_too_many_points_every_nth_is_drawn_and_all_of_the_front(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scatter, "MOST_POINTS", 10)
    many = collection_of({"score": [float(at) for at in range(100)], "loss": [1.0 + at for at in range(100)]}, ())
    known = replace(many, metrics=tuple(replace(m, direction=BETTER[m.name]) for m in many.metrics))
    points = points_of(many, columns=("loss", "score"), marked=frozenset({51}))
    assert 10 >= len(points.points) - 1 > 5
    assert 51 in [point.run for point in points.points]
    assert any("of 100 points are drawn" in caption for caption in points.captions)
    assert len(points_of(known, columns=("loss", "score")).points) == 100


SEEDED = collection_of(
    {
        "f": ["a", "a", "b", "b", "c", "c"],
        "seed": ["0", "1"] * 3,
        "score": [0.5, 0.7, 0.9, nan, 0.4, 0.4],
        "loss": [1.0, 3.0, 0.1, 0.1, 5.0, None],
    },
    (factor("f", ("a", "b", "c")), factor("seed", ("0", "1"), is_replicate=True)),
    better=BETTER,
    expected_runs=2,
)


def test_folded_points_hold_what_stands_beside_both_values() -> None:
    points = points_of(SEEDED, fold=True)
    a, _, c = points.points
    assert isinstance(a.x, Folded)
    assert isinstance(a.y, Folded)
    assert a.x.ends == pytest.approx((2 - stdev([1, 3]), 2 + stdev([1, 3])))
    assert (a.y.count, c.x.count if isinstance(c.x, Folded) else "") == ("(2/2)", "(1/2!)")
    table = points.as_table()
    assert [column.name for column in table.columns][:6] == ["f", "loss", "score", "front", "loss_std", "loss_n"]
    assert list(table.rows.page(0, 1)[0][4:6]) == pytest.approx([stdev([1, 3]), 2])


def test_a_cell_that_leaves_diverged_runs_out_is_never_on_the_front() -> None:
    points = points_of(SEEDED, fold=True)
    assert [point.label for point in points.points if point.on_front] == ["a"]
    assert "Never on the front, as diverged runs are left out of it: b." in points.captions
    worst = points_of(SEEDED, fold=True, nonfinite="worst")
    assert not any(caption.startswith("Never on the front") for caption in worst.captions)


def test_the_front_of_folded_cells_is_a_table_of_folded_values() -> None:
    table = asked(SEEDED, fold=True, view="front")
    assert isinstance(table, Table)
    assert [column.kind for column in table.columns[:3]] == ["level", "folded", "folded"]
