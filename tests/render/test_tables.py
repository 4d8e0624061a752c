from __future__ import annotations

import pytest

from sweeplens.figures import Column, Media, Table, Value, table_of
from sweeplens.render import render
from sweeplens.render.base import Lines, Size
from sweeplens.render.tables import sampled
from tests.gallery import ORDINARY, PARTED, WIDE


def text_of(lines: Lines) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def counting(rows: int, **more: object) -> Table:
    return table_of(
        "Counting", (Column("n", kind="integer", is_key=True), Column("x")), [(n, n / 2) for n in range(rows)], **more
    )


def test_a_table_is_a_title_heads_a_rule_and_its_rows() -> None:
    assert text_of(render(counting(2), Size(40))) == ["Counting", "n    x", "──────", "0  0", "1  0.5"]


def test_keys_stay_and_other_columns_give_way_with_a_word() -> None:
    lines = text_of(render(WIDE, Size(60)))
    assert any("family" in line for line in lines[:4])
    assert any("columns did not fit" in line and "--columns" in " ".join(lines) for line in lines)


def test_a_table_that_fits_says_nothing_of_columns() -> None:
    assert "did not fit" not in " ".join(text_of(render(ORDINARY, Size(120))))


def test_columns_for_other_media_are_not_drawn() -> None:
    table = table_of("T", (Column("shown"), Column("data", media=Media.DATA)), [(1, 2)])
    assert text_of(render(table, Size(40)))[1:] == ["shown", "─────", "    1"]


def test_parts_have_titles_of_their_own_and_one_layout() -> None:
    lines = text_of(render(PARTED, Size(80)))
    assert lines.index("Top rows") < lines.index("Bottom rows")
    assert not any(line.startswith("end") for line in lines)
    assert len({line for line in lines if line.startswith("family")}) == 1


def test_rows_that_do_not_fit_are_counted() -> None:
    lines = text_of(render(counting(100), Size(40, 10)))
    assert len(lines) == 10
    assert lines[-1] == "94 further rows below."


def test_rows_that_just_fit_are_all_shown() -> None:
    assert text_of(render(counting(7), Size(40, 10)))[-1] == "6  3"


def test_a_pipe_gets_every_row() -> None:
    assert len(render(counting(5000), Size(80))) == 5003


def test_an_empty_table_says_why() -> None:
    table = table_of("T", (Column("x"),), [], empty="No row matches the filter.")
    assert text_of(render(table, Size(40))) == ["T", "No row matches the filter."]


def test_marked_rows_carry_a_sign() -> None:
    lines = text_of(render(counting(3, marked_rows=frozenset({1})), Size(40)))
    assert [line.startswith("▸") for line in lines[3:]] == [False, True, False]


def test_captions_follow_the_rows() -> None:
    assert text_of(render(counting(1, captions=("A sentence.",)), Size(40)))[-1] == "A sentence."


def test_long_texts_give_way_before_numbers_do() -> None:
    table = table_of("T", (Column("path", kind="text", is_key=True), Column("x")), [("a" * 200, 0.123456)])
    row = text_of(render(table, Size(40)))[-1]
    assert row.endswith("0.1235")
    assert "…" in row


@pytest.mark.parametrize("count", [3, 2000, 2001, 50_000])
def test_a_sample_reaches_from_the_first_row_to_the_last(count: int) -> None:
    rows = sampled(counting(count).rows)
    assert len(rows) <= 2000
    assert (rows[0][0], rows[-1][0]) == (0, count - 1)


def test_only_what_is_looked_at_is_read() -> None:
    class Counted:
        read = 0

        def __len__(self) -> int:
            return 10_000_000

        def page(self, start: int, stop: int) -> list[tuple[Value, ...]]:
            self.read += stop - start
            return [(row, row / 2) for row in range(start, stop)]

        def column(self, index: int) -> list[Value]:
            raise AssertionError("a whole column was read")

        def ordered(self, index: int, descending: bool) -> Counted:
            return self

    rows = Counted()
    render(Table("Huge", (Column("n", kind="integer"), Column("x")), rows), Size(80, 24))
    assert rows.read < 10_000
