from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest

from sweeplens.figures import Axis, Curves, Divergence, Figure, Folded, Plot, Series, Stand
from sweeplens.render import render
from sweeplens.render.base import Cursor, Lines, Look, Size
from tests.gallery import CURVES, NAN, ODD, curves, line


def text_of(lines: Lines) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def drawn(figure: Figure, size: Size | None = None, look: Look | None = None, x: float | None = None) -> str:
    return text_of(render(figure, size or Size(80, 24), look, Cursor(x=x)))


def test_axes_say_what_they_measure() -> None:
    text = drawn(CURVES)
    assert "KL (nats) ↓" in text
    assert "global_step" in text


def test_a_log_axis_says_so() -> None:
    assert "loss (log)" in drawn(ODD["log"])


def test_every_line_has_its_name_in_the_legend() -> None:
    assert all(name in drawn(CURVES) for name in ("raw", "norm", "tokcc"))


def test_a_single_line_needs_no_legend() -> None:
    assert "only" not in drawn(curves(line(1, 2, name="only")))


def test_lines_are_told_apart_without_colour() -> None:
    text = drawn(CURVES, Size(120, 30), Look(colours=0))
    assert all(key in text for key in ("─●─ raw", "╌▲╌ norm", "┈■┈ tokcc"))


def test_a_marker_of_the_legend_lies_on_its_line() -> None:
    assert all(drawn(CURVES).count(marker) >= 2 for marker in "●▲■")


@pytest.mark.parametrize("width", [80, 100, 120, 200])
def test_a_legend_covers_no_data(width: int) -> None:
    for row in drawn(ODD["many series"], Size(width, 30)).splitlines():
        after = row.partition("series ")[2]
        assert not any("\u2800" < character <= "\u28ff" for character in after)


def test_a_legend_that_does_not_fit_counts_the_rest() -> None:
    assert "more" in drawn(ODD["many series"], Size(40, 14))


def test_a_cursor_reads_out_every_line_at_the_nearest_step() -> None:
    text = drawn(curves(line(1.0, 2.5, 3.0, name="a"), line(4.0, 5.5, 6.0, name="b")), x=1.2)
    assert "global_step 1" in text
    assert "2.5" in text
    assert "5.5" in text


def test_a_line_without_a_value_at_the_step_is_read_out_as_nothing() -> None:
    figure = curves(line(1.0, NAN, 3.0, name="a"), Series("b", [0.0, 2.0], [7.25, 8.25]))
    text = drawn(figure, x=1.0)
    assert "NaN" in text
    assert "7.25" not in text.split("a")[-1]


def test_a_divergence_is_marked_with_its_step() -> None:
    text = drawn(curves(line(1.0, 2.0, NAN, diverged=Divergence(2.0, 2.0, 1.0)), line(1, 1, 1, name="b")))
    assert text.count("✗") == 2
    assert "✗ last finite 2 @1" in text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("all NaN", "There is nothing to draw: all 2 values are NaN or infinite."),
        ("log of negatives", "A log axis has no place for these: all 2 values are at or below zero."),
        ("log with negatives", "2 points at or below zero, which a log axis cannot show."),
    ],
)
def test_what_cannot_be_drawn_is_explained(name: str, sentence: str) -> None:
    assert sentence in drawn(ODD[name])


@pytest.mark.parametrize("points", [(), (NAN,)])
def test_a_plot_without_points_says_so(points: tuple[float, ...]) -> None:
    assert "draw" in drawn(curves(line(*points)))


@pytest.mark.parametrize(
    "name", ["constant", "one point", "tiny range", "tiny values", "huge values", "smallest values"]
)
@pytest.mark.parametrize("charset", ["braille", "block", "ascii"])
def test_odd_values_are_drawn_with_ticks(name: str, charset: str) -> None:
    text = drawn(ODD[name], look=Look(charset))
    ticks = [row for row in text.splitlines() if "┤" in row or row.lstrip().split("+")[0].strip("-.0123456789e") == ""]
    assert len(ticks) >= 2


def test_ticks_of_a_tiny_range_differ() -> None:
    labels = [row.split("┤")[0].strip() for row in drawn(ODD["tiny range"]).splitlines() if "┤" in row]
    assert len(set(labels)) == len(labels) >= 2
    assert all(0.9971 <= float(label) <= 0.9984 for label in labels)


def test_a_spike_among_many_points_is_seen() -> None:
    values = [0.0] * 50_000
    values[31_234] = 1.0
    top = drawn(curves(line(*values))).splitlines()[2]
    assert any("⠁" <= character <= "⣿" or character == "●" for character in top)


def test_both_ends_of_a_trajectory_are_marked() -> None:
    text = drawn(ODD["turning"])
    assert "◇" in text
    assert "◆" in text


def test_small_multiples_have_titles_and_one_legend() -> None:
    text = drawn(ODD["multiples"], Size(160, 50))
    assert all(f"task {at}" in text for at in range(7))
    assert text.count(" tokcc") == 1


def test_panels_that_do_not_fit_are_on_further_pages() -> None:
    size = Size(80, 19)
    pages = [text_of(render(ODD["multiples"], size, None, Cursor(page=page))) for page in range(3)]
    assert [f"task {at}" in page for page in pages for at in range(7)].count(True) == 4 + 3 + 4
    assert "Plots 1 to 4 of 7" in pages[0]
    assert "Plots 5 to 7 of 7" in pages[1]
    assert pages[2] == pages[0]


def test_a_name_keeps_its_role_in_every_plot() -> None:
    plots = tuple(Plot(str(at), Axis("x"), Axis("y"), (line(1, 2, name="a", colour="raw"),)) for at in range(2))
    roles = {
        span.role
        for row in render(Curves("", plots), Size(100, 30))
        for span in row
        if "⠤" in span.text or "●" in span.text
    }
    assert roles == {"series:raw"}


def test_higher_is_drawn_higher() -> None:
    rows = drawn(curves(line(*(math.sin(at) for at in range(3)))), look=Look("ascii")).splitlines()
    assert "o" in rows[2]


def test_a_band_surrounds_its_line() -> None:
    with_band, without = drawn(ODD["band"]), drawn(curves(line(1.0, 2.0, 3.0)))
    assert len(with_band.replace(" ", "")) > len(without.replace(" ", ""))


def test_a_cursor_at_step_zero_is_read_out() -> None:
    assert "global_step 0" in drawn(curves(line(7.25, 2.0)), x=0.0)
    assert "7.25" in drawn(curves(line(7.25, 2.0)), x=0.0)


def test_small_multiples_say_where_the_cursor_stands() -> None:
    assert "global_step 100" in drawn(ODD["multiples"], Size(160, 50), x=101.0)


def test_raw_lines_behind_smoothed_ones_are_not_listed() -> None:
    text = drawn(curves(line(1, 2, name="smooth"), line(2, 1, name="other"), line(1, 3, name="rough", pattern="thin")))
    assert "smooth" in text
    assert "rough" not in text


def twenty() -> Curves:
    """Five seeds of two families at two betas, with long names."""
    runs = [
        (f"reconstruction family {f}", beta, str(seed)) for f in "ab" for beta in (".01", ".1") for seed in range(5)
    ]
    lines = [
        Series(" ".join(run), list(range(60)), [at + step / 60 for step in range(60)], run[0], levels=run)
        for at, run in enumerate(runs)
    ]
    return Curves(
        "loss along the steps",
        (Plot("", Axis("step"), Axis("loss"), tuple(lines)),),
        ("Said.",),
        ("family", "beta", "seed"),
    )


@pytest.mark.parametrize("size", [Size(76, 20), Size(92, 36)])
def test_twenty_lines_are_all_read_out_at_a_step(size: Size) -> None:
    text = drawn(twenty(), size, x=30.0)
    assert "step 30" in text
    assert all(f" {at + 0.5:.1f}" in text for at in range(20))
    assert "more" not in text


def test_a_legend_shows_what_differs_alone() -> None:
    text = drawn(twenty(), Size(76, 20))
    assert "reconstruction" not in text
    assert all(f"{family} {beta}" in " ".join(text.split()) for family in "ab" for beta in (".01", ".1"))


def test_a_single_factor_needs_no_head_and_numbers_say_of_what_they_are() -> None:
    lines = [line(1, at, name=f"run {at}", levels=(str(at),)) for at in range(3)]
    text = drawn(Curves("C", (Plot("", Axis("x"), Axis("y"), tuple(lines)),), keys=("seed",)))
    assert all(f"─ seed {at}" in text for at in range(3))


def test_what_a_line_stands_for_is_said_and_marked() -> None:
    text = drawn(curves(line(1.0, 3.0, 2.0, name="a", stands=Stand(3.0, 1.0, "best")), line(0, 0, 0, name="b")))
    assert "best 3 @1" in text
    assert text.count("◉") == 1


def test_the_last_value_needs_no_mark() -> None:
    text = drawn(curves(line(1.0, 3.0, 2.0, stands=Stand(2.0, 2.0)), line(0, 0, 0, name="b")))
    assert "2 @2" in text
    assert "◉" not in text


def test_a_folded_line_says_what_is_around_its_value() -> None:
    text = drawn(curves(line(1.0, 2.0, stands=Stand(Folded(2.0, 3, 3, 0.5), 1.0)), line(0, 0, name="b")))
    assert "2 ± 0.5 @1" in text


def test_where_a_line_is_made_of_fewer_runs_is_marked_on_it() -> None:
    text = drawn(curves(line(1, 1, 1, 1, n=[3, 3, 2, 2]), line(0, 0, 0, 0, name="b", n=[1, 2, 1, 2])))
    assert text.count("▽2") == 1
    assert "n 3 to 2 @2" in text
    assert "▽1" not in text


def test_the_band_and_the_count_are_read_out_with_a_line() -> None:
    folded = line(1.0, 2.0, name="a", low=[0.5, 1.5], high=[1.5, 2.5], n=[3, 2])
    assert "2 [1.5, 2.5] n 2" in drawn(curves(folded, line(0, 0, name="b")), x=1.0)


def test_a_line_that_is_finite_again_is_marked_and_keeps_its_value() -> None:
    gap = line(1.0, NAN, 3.0, diverged=Divergence(1.0, 3.0, 2.0, is_final=False), stands=Stand(3.0, 2.0))
    text = drawn(curves(gap, line(0, 0, 0, name="b")))
    assert "3 @2, ✗ @1" in text
    assert "last finite" not in text


def test_the_mark_of_a_divergence_stands_where_the_line_was_before() -> None:
    text = drawn(curves(line(4.0, NAN, 1.0, diverged=Divergence(1.0, 1.0, 2.0, is_final=False)))).splitlines()
    (row,) = (at for at, each in enumerate(text) if "✗" in each and "┤" in each)
    assert text[row].startswith("4")


def test_no_marker_covers_another_one_where_there_is_room() -> None:
    lines = [line(*([1.0 + at / 100] * 50), name=f"run {at}") for at in range(8)]
    text = drawn(curves(*lines), Size(90, 20))
    assert all(text.count(mark) == 3 for mark in "●▲■◆○△□▼")


def test_numbers_on_lines_do_not_run_into_one_another() -> None:
    text = drawn(curves(*(line(*(float(at + step) for step in range(60)), name=f"run {at}") for at in range(40))))
    numbers = [int(word) for row in text.splitlines()[2:14] for word in re.findall(r"(?<=[\u2800-\u28ff ])\d+", row)]
    assert numbers
    assert max(numbers) <= 40


def test_captions_are_one_paragraph_where_there_is_little_room() -> None:
    figure = replace(CURVES, captions=tuple(f"Sentence {at} is not short." for at in range(20)))
    assert drawn(figure, Size(80, 24)).splitlines()[-1].endswith("…")
    assert all(f"Sentence {at} " in drawn(figure, Size(80)) for at in range(20))


def test_a_title_that_says_what_the_axis_says_is_said_once() -> None:
    figure = replace(CURVES, title="KL ↓ along the steps")
    assert drawn(figure, Size(80, 24)).count("KL") == 1
    assert drawn(figure, Size(80)).count("KL") == 3
