from __future__ import annotations

import pytest

from sweeplens.figures import Column, Document, Media, Table, Value, table_of
from sweeplens.render import render
from sweeplens.render.base import Lines, Size
from sweeplens.render.table_fit import sampled
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


SENTENCE = "a sentence that is a good deal longer than what is left of the line beside the other columns"
NOTES = table_of(
    "Notes", (Column("id", kind="level", is_key=True), Column("says", kind="text", wraps=True), Column("x")),
    [("a", SENTENCE, 0.5), ("b", "short", 12.25)], marked_rows=frozenset({0}),
)  # fmt: skip


def test_sentences_are_broken_over_lines_where_the_height_is_free() -> None:
    lines = text_of(render(NOTES, Size(50)))
    first = lines.index(next(line for line in lines if line.startswith("▸ a")))
    second = lines.index(next(line for line in lines if line.startswith("  b")))
    assert second > first + 1
    words = " ".join(line[2:].replace("0.5", "").removeprefix("a").strip() for line in lines[first:second])
    assert words.split() == SENTENCE.split()
    assert lines[first].endswith("0.5")
    assert all(len(line) <= 50 for line in lines)


def test_sentences_are_clipped_where_the_height_is_given() -> None:
    lines = text_of(render(NOTES, Size(50, 12)))
    assert len(lines) == 5
    assert "…" in lines[3]


def test_texts_that_are_cut_take_the_room_that_is_left() -> None:
    table = table_of("T", (Column("path", kind="text"), Column("x")), [("a" * 70, 0.5)])
    assert len(text_of(render(table, Size(60)))[-1]) == 60


def of_width(columns: int) -> Document:
    """A document of one table with so many columns beside its key, their values as they are called."""
    heads = (Column("key", kind="level", is_key=True), *(Column(f"c{at}", kind="text") for at in range(columns)))
    return Document("", (table_of("Wide", heads, [("raw", *(f"v{at}" for at in range(columns)))]),))


@pytest.mark.parametrize("width", [30, 60, 90, 400])
def test_a_document_shows_every_column_of_a_wide_table_under_its_key(width: int) -> None:
    lines = text_of(render(of_width(24), Size(width)))
    words = " ".join(lines).split()
    assert all(words.count(f"c{at}") == words.count(f"v{at}") == 1 for at in range(24))
    assert words.count("key") == words.count("raw") == sum(line.startswith("key") for line in lines)
    assert words.count("Wide") == 1
    assert all(len(line) <= width for line in lines)


def test_a_table_that_is_far_too_wide_says_what_is_left_out_in_a_document_too() -> None:
    assert "columns did not fit" in " ".join(text_of(render(of_width(400), Size(60))))


def test_columns_that_are_alike_are_each_shown_once_in_the_parts_of_a_table() -> None:
    columns = (Column("k", kind="text", is_key=True), *(Column("same", kind="text") for _ in range(9)))
    table = table_of("", columns, [("key", *(f"value-{at:02d}" for at in range(9)))])
    shown = "\n".join(text_of(render(Document("", (table,)), Size(40))))
    assert [shown.count(f"value-{at:02d}") for at in range(9)] == [1] * 9
