"""Which values decide how long the axes of curves are, and what lies beyond them."""

from __future__ import annotations

from math import nan

import pytest

from sweeplens.data.selection import Selection
from sweeplens.figures import Divergence, Series
from sweeplens.panes.curve_axes import Ends, ends_of
from sweeplens.panes.curve_sentences import cut_sentences

STEPS = [0.0, 1.0, 2.0, 3.0]
CALM = Series("calm", STEPS, [1.0, 2.0, 3.0, 2.0])
BLOWN = Series("blown", STEPS, [1.5, 50.0, 1e30, nan], diverged=Divergence(3.0, 1e30, 2.0))
GAP = Series("gap", STEPS, [1.0, nan, 9.0, 9.0], diverged=Divergence(1.0, 9.0, 3.0, is_final=False))


def behind(line: Series) -> Series:
    return Series(line.name, line.x, line.y, pattern="thin", diverged=line.diverged)


def test_axes_are_scaled_by_the_runs_that_end_finite() -> None:
    assert ends_of([(CALM,), (BLOWN,)], Selection(), ["y"]) == Ends({"y": (1.0, 3.0)}, frozenset({"blown"}), points=2)


def test_diverged_runs_are_taken_in_where_that_is_asked_for() -> None:
    assert ends_of([(CALM,), (BLOWN,)], Selection(full_range=True), ["y"]) == Ends()


def test_where_every_run_diverged_they_scale_the_axes() -> None:
    assert ends_of([(BLOWN,)], Selection(), ["y"]) == Ends()


def test_a_gap_is_no_divergence() -> None:
    assert ends_of([(CALM,), (GAP,)], Selection(), ["y"]) == Ends()


def test_a_diverged_run_within_the_others_moves_nothing() -> None:
    early = Series("early", STEPS, [1.5, 2.5, nan, nan], diverged=Divergence(2.0, 2.5, 1.0))
    assert ends_of([(CALM,), (early,)], Selection(), ["y"]) == Ends()


def test_the_band_of_a_cell_with_a_diverged_run_scales_nothing_and_another_one_does() -> None:
    spoilt = Series("b", STEPS, [1.0] * 4, low=[-900.0] * 4, high=[900.0] * 4, n=[2, 2, 2, 1])
    whole = Series("a", STEPS, [2.0] * 4, low=[0.5] * 4, high=[4.5] * 4, n=[1] * 4)
    groups = [(behind(CALM), whole), (behind(CALM), behind(BLOWN), spoilt)]
    assert ends_of(groups, Selection(), ["y"]) == Ends({"y": (0.5, 4.5)}, frozenset({"blown"}), points=2)


def test_what_was_measured_is_counted_once_where_it_is_smoothed() -> None:
    calm = Series("blown", STEPS, [1.5, 20.0, 1e29, nan], diverged=BLOWN.diverged)
    assert ends_of([(CALM,), (behind(BLOWN), calm)], Selection(), ["y"]).points == 2


def test_outliers_are_clipped_to_the_middle_of_what_was_measured() -> None:
    line = Series("long", [float(at) for at in range(101)], [float(at) for at in range(101)])
    assert ends_of([(line,)], Selection(clip_outliers=True), ["y"]) == Ends(
        {"y": (1.0, 99.0)}, frozenset({"long"}), points=2
    )


def test_a_point_beyond_both_axes_counts_once() -> None:
    way = Series("way", [0.0, 1e9, 1e9], [1.0, 1e9, 1e9], diverged=Divergence(1e9, 1e9, 1e9))
    assert ends_of([(CALM,), (way,)], Selection(), ["x", "y"]) == Ends(
        {"x": (0, 3), "y": (1, 3)}, frozenset({"way"}), points=2
    )


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        (Selection(), "that of the runs that stay finite: 3 points of 2 runs lie beyond (D takes them in)"),
        (Selection(clip_outliers=True), "clipped to the middle 98 % of the finite values: 3 points of 2 runs"),
    ],
)
def test_what_lies_beyond_is_announced(selection: Selection, words: str) -> None:
    (said,) = cut_sentences(selection, [Ends({}, frozenset("a"), 1), Ends({}, frozenset("ab"), 2), Ends()])
    assert words in said
    assert cut_sentences(selection, [Ends()]) == []
