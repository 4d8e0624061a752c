from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.figures import Column, ColumnKind, Course, Direction, Folded, Value, WithinNoise
from sweeplens.render.bar_range import BarRange
from sweeplens.render.base import Look, Span
from sweeplens.render.fields import column_format, narrowest_head
from sweeplens.render.glyphs import CHARSETS
from sweeplens.text import cell_width
from tests.gallery import HOSTILE

NAN, INF = math.nan, math.inf
KINDS: tuple[ColumnKind, ...] = ("text", "level", "number", "integer", "status", "spark", "histogram", "course")
VALUES = st.none() | st.floats() | st.integers(-(10**12), 10**12) | st.sampled_from(HOSTILE) | st.booleans()


def text_of(spans: tuple[Span, ...]) -> str:
    return "".join(span.text for span in spans)


def fields(column: Column, values: list[Value], look: Look | None = None) -> list[str]:
    made = column_format(column, values, look, is_whole=True)
    return [text_of(made.field(value)) for value in values]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(KINDS),
    st.lists(VALUES, max_size=6),
    VALUES,
    st.booleans(),
    st.sampled_from(Direction),
    st.sampled_from(sorted(CHARSETS)),
)
def test_every_field_fills_its_column(
    kind: ColumnKind, sample: list[Value], value: Value, has_bar: bool, direction: Direction, charset: str
) -> None:
    column = Column("matched_score", kind=kind, bar=has_bar, mark_best=True, direction=direction)
    made = column_format(column, sample, Look(charset))
    for spans in (made.field(value), made.field(value, is_best=True), made.head(), *made.head_lines(3)):
        assert cell_width(text_of(spans)) == made.width


def test_decimal_points_stand_below_each_other() -> None:
    points = {field.index(".") for field in fields(Column("x"), [214.284, 1.8825, 0.0048, -3.5])}
    assert len(points) == 1


def test_missing_nan_and_inf_look_different() -> None:
    shown = fields(Column("x"), [0.5, None, NAN, INF, -INF])
    assert len({field.strip() for field in shown}) == 5


@pytest.mark.parametrize(
    ("value", "role"), [(0.5, "number"), (None, "missing"), (NAN, "nonfinite"), (INF, "nonfinite")]
)
def test_what_is_no_number_has_its_own_role(value: Value, role: str) -> None:
    assert column_format(Column("x"), [0.5]).field(value)[0].role == role


def test_a_number_wider_than_its_sample_is_not_clipped() -> None:
    field = text_of(column_format(Column("x"), [0.5, 0.25]).field(-123.456789))
    assert float(field) == pytest.approx(-123.456789, abs=0.01)


def test_the_best_value_is_marked_without_colour() -> None:
    made = column_format(Column("x", mark_best=True, direction=Direction.HIGHER), [0.5, 0.6], is_whole=True)
    assert "★" in text_of(made.field(0.6, is_best=True))
    assert "★" not in text_of(made.field(0.5))


def test_nothing_is_the_best_where_the_direction_is_unknown() -> None:
    assert Column("x", mark_best=True).best([1.0, 2.0]) is None


@pytest.mark.parametrize(("direction", "best"), [(Direction.HIGHER, 3.0), (Direction.LOWER, -1.0)])
def test_the_best_is_finite(direction: Direction, best: float) -> None:
    assert Column("x", mark_best=True, direction=direction).best([3.0, -1.0, NAN, INF, -INF, None]) == best


def test_the_longest_bar_is_the_highest_value() -> None:
    bars = [field.count("█") for field in fields(Column("x", bar=True), [0.1, 0.5, 0.9])]
    assert bars == sorted(bars)
    assert bars[-1] == 8


def test_bars_around_zero_show_magnitudes() -> None:
    low, high = fields(Column("x", bar=True), [-1.0, 0.5])
    assert low.count("█") == 2 * high.count("█")


def test_levels_are_shortened_as_the_column_says() -> None:
    assert fields(Column("beta", kind="level", short={"beta=.01": ".01"}), ["beta=.01"]) == [".01 "]


def test_a_status_is_a_glyph_and_a_word() -> None:
    assert fields(Column("status", kind="status"), ["diverged"]) == ["✗ diverged"]


def test_the_arrow_stands_behind_the_label() -> None:
    made = column_format(Column("s", label="score", unit="%", direction=Direction.HIGHER), [0.5])
    assert text_of(made.head()) == "score (%) ↑"


def test_a_long_head_keeps_both_ends_and_its_arrow() -> None:
    column = Column("delta_full_minus_reinit_val_router_probe", direction=Direction.LOWER)
    assert text_of(column_format(column, [1]).head()) == "delta_ful…er_probe ↓"


def test_a_marker_takes_its_place_in_the_head() -> None:
    assert text_of(column_format(Column("score"), [0.12345]).head("▾")).endswith("▾")


def test_a_head_is_broken_between_words() -> None:
    column = Column("x", label="matched router score", direction=Direction.HIGHER)
    made = column_format(column, [0.5], head_limit=narrowest_head(column_format(column, [0.5]), 3, 16))
    assert [text_of(line).strip() for line in made.head_lines(3)] == ["matched", "router", "score ↑"]


def test_numbers_stand_at_the_right_and_text_at_the_left() -> None:
    assert column_format(Column("x"), [1.0]).writer.is_right
    assert not column_format(Column("x", kind="level"), ["a"]).writer.is_right


@pytest.mark.parametrize(("charset", "mark"), [("braille", "≈"), ("ascii", "~")])
def test_a_difference_within_noise_is_dimmed_and_marked(charset: str, mark: str) -> None:
    column = Column("delta_score", label="Δ score", mark_noise=True)
    made = column_format(column, [-0.25, WithinNoise(0.125), None], Look(charset), is_whole=True)
    within, apart = made.field(WithinNoise(0.125)), made.field(-0.25)
    assert [(span.text.strip(), span.role) for span in within] == [("0.125", "muted"), (mark, "muted")]
    assert [(span.text.strip(), span.role) for span in apart] == [("-0.25", "number"), ("", "muted")]
    assert text_of(made.head()).strip() == ("Δ score" if charset == "braille" else "delta score")


@pytest.mark.parametrize(
    ("charset", "lines"),
    [
        ("braille", ["0.06 @4100 → 0.08           █▁▂", "0.1  @900  →  NaN @950..990 █▁ ", "·"]),
        ("ascii", ["0.06 @4100 -> 0.08           #_.", "0.1  @900  ->  NaN @950..990 #_ ", "."]),
    ],
)
def test_a_course_is_written_in_one_field_its_parts_below_their_like(charset: str, lines: list[str]) -> None:
    courses: list[Value] = [
        Course(0.08, 0.0625, (4100, 4100), shape=(9, 1, 2)),
        Course(NAN, 0.1, (900, 900), (950, 990), (9, 1, None)),
        None,
    ]
    look = Look(charset, precision=2)
    written = fields(Column("loss", kind="course", direction=Direction.LOWER), courses, look)
    assert len({cell_width(line) for line in written}) == 1
    assert [line.strip() if at == 2 else line for at, line in enumerate(written)] == lines


def test_a_course_of_folded_runs_says_what_stands_beside_its_last_value() -> None:
    course = Course(Folded(0.08, 2, 3, 0.01), 0.0625, (300, 900), (1_000_000, 2_000_000), (1, None, 2))
    (line,) = fields(Column("loss", kind="course"), [course])
    assert line == "0.062 @300..900 → 0.08 ± 0.01 (2/3!) @1e+06..2e+06 ▁ █"


def test_a_field_that_is_too_narrow_for_a_course_holds_its_last_value() -> None:
    made = column_format(Column("loss", kind="course"), [Course(0.5, 0.25, (1, 1))], is_whole=True)
    assert text_of(made.writer.spans(Course(0.5, 0.25, (1, 1)), 6, False)).strip() == "0.5"


def test_the_shape_of_a_course_gives_way_before_a_number_does() -> None:
    course = Course(0.5, 0.25, (10, 10), shape=tuple(range(12)))
    made = column_format(Column("loss", kind="course"), [course], is_whole=True)
    assert made.width - made.least == 13
    for width, shape in ((made.width, 12), (made.least + 6, 5), (made.least + 3, 0)):
        text = text_of(made.writer.spans(course, width, False))
        assert text.startswith("0.25 @10 → 0.5 ")
        assert (cell_width(text), sum(letter in "▁▂▃▄▅▆▇█" for letter in text)) == (width, shape)


def test_the_bar_of_a_folded_value_stands_behind_what_is_beside_it() -> None:
    lines = fields(Column("score", kind="folded", bar=True), [Folded(1.0, 2, 2, 0.1), Folded(2.0, 1, 2), None])
    assert [line.rstrip() for line in lines] == ["1 ± 0.1 (2/2)  ████", "2       (1/2!) ████████", "·"]


@pytest.mark.parametrize(
    ("values", "note", "shares"),
    [
        ((0.1, 0.5, 0.9), "", (1 / 9, 5 / 9, 1)),
        ((0.4929, 0.5502), "from 0.48", (0.0129 / 0.0702, 1)),
        ((21.1, 21.9, None, NAN), "from 21", (0.1 / 0.9, 1, NAN, NAN)),
        ((1e9 + 1, 1e9 + 3), "from 1000000000", (1 / 3, 1)),
        ((-2.0, -1.0), "", (1, 0.5)),
        ((5.0, 5.0), "", (1, 1)),
        ((0.0, 0.0), "", (1, 1)),
        ((INF, None), "", (NAN, NAN)),
    ],
)
def test_bars_start_at_zero_or_where_it_is_said(values: Sequence[Value], note: str, shares: Sequence[float]) -> None:
    bars = BarRange.of(values)
    assert bars.note == note
    assert [bars.share(value) for value in values] == pytest.approx([*shares], nan_ok=True)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=6))
def test_every_bar_fits_and_keeps_the_order_of_magnitudes(values: list[float]) -> None:
    bars = BarRange.of(values)
    shares = [bars.share(value) for value in sorted(values, key=abs)]
    assert all(0 <= share <= 1 for share in shares)
    assert shares == sorted(shares)


def test_a_head_says_where_bars_start() -> None:
    column = Column("s", label="score", direction=Direction.HIGHER, bar=True)
    assert text_of(column_format(column, [0.4929, 0.5502]).head()).strip() == "score ↑ from 0.48"
    assert text_of(column_format(column, [0.1, 0.9]).head()).strip() == "score ↑"


@pytest.mark.parametrize(
    ("direction", "roles"),
    [
        (Direction.HIGHER, ["better", "worse", "number", "nonfinite", "missing"]),
        (Direction.LOWER, ["worse", "better", "number", "nonfinite", "missing"]),
        (Direction.UNKNOWN, ["number", "number", "number", "nonfinite", "missing"]),
    ],
)
def test_a_difference_is_coloured_by_which_way_is_better(direction: Direction, roles: list[str]) -> None:
    values: list[Value] = [0.5, -0.5, 0.0, NAN, None]
    made = column_format(Column("delta", direction=direction, is_difference=True), values, is_whole=True)
    assert [made.field(value)[0].role for value in values] == roles


def test_a_spread_below_the_digits_of_its_column_has_one_digit() -> None:
    folds: list[Value] = [Folded(100.0, 3, 3, 0.1518), Folded(40.0, 3, 3, 25.0), Folded(70.0, 3, 3, 30.0)]
    assert fields(Column("ys", kind="folded"), folds)[0] == "100 ± 0.2 (3/3)"
