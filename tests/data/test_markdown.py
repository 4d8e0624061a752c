"""Markdown as blocks: what a reader of the page would read, and nothing that acts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.markdown import Picture, blocks_in
from sweeplens.figures import Heading, Item, Listing, Notice, Paragraph, Table, Verbatim


def rows(text: str) -> list[tuple[Any, ...]]:
    (table,) = blocks_in(text)
    assert isinstance(table, Table)
    return [tuple(column.name for column in table.columns), *table.rows.page(0, 99)]


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("# Title *with* `code`", Heading("Title with code", 1)),
        ("Setext\n------", Heading("Setext", 2)),
        ("one\ntwo  \nthree", Paragraph("one two three")),
        ("**bold** _it_ ~~gone~~ `x < y`", Paragraph("bold it gone x < y")),
        ("[words](http://x.y/a)", Paragraph("words (http://x.y/a)")),
        ("<http://x.y/a>", Paragraph("http://x.y/a")),
        ("[words](javascript:alert(1))", Paragraph("[words](javascript:alert(1))")),
        ("a <b>tag</b> &amp; \\*star\\*", Paragraph("a <b>tag</b> & *star*")),
        ("<div>\n<script>x</script>\n</div>", Verbatim(("<div>", "<script>x</script>", "</div>"))),
        ("```py\na\n\n  b\n```", Verbatim(("a", "", "  b"))),
        ("    indented", Verbatim(("indented",))),
        ("> one\n>\n> two", Notice("", ("one", "two"))),
        ("7. a\n8. b", Listing((Item("a", "7."), Item("b", "8.")))),
        ("![A picture](figures/a%20b.png)", Picture("figures/a b.png", "A picture")),
    ],
)
def test_a_block_is_read_as_what_it_says(text: str, block: object) -> None:
    assert blocks_in(text) == (block,)


def test_items_keep_their_depth_and_their_order() -> None:
    text = "- a\n  - b\n    1. c\n- d"
    assert blocks_in(text) == (Listing((Item("a"), Item("b", depth=1), Item("c", "1.", 2), Item("d"))),)


def test_pictures_part_the_words_around_them() -> None:
    expected = (Paragraph("before"), Picture("a.png", "A"), Picture("b.png", ""), Paragraph("after"))
    assert blocks_in("before ![A](a.png) ![](b.png)\nafter") == expected


def test_a_picture_in_a_list_parts_it() -> None:
    expected = (Listing((Item("a"),)), Picture("b.png", "B"), Listing((Item("c"),)))
    assert blocks_in("- a\n- ![B](b.png)\n- c") == expected


def test_a_picture_by_reference_is_one() -> None:
    assert blocks_in("![A][r]\n\n[r]: figures/a.png") == (Picture("figures/a.png", "A"),)


def test_fields_stand_as_they_are_written() -> None:
    text = "| name | x |\n|---|--:|\n| a\\|b | 0.50 |\n| *c* ![P](p.png) |  |"
    assert rows(text) == [("name", "x"), ("a|b", 0.5), ("c P (p.png)", None)]
    ((*_, written), _) = rows(text)[1:]
    assert written.text == "0.50"


def test_columns_of_numbers_are_told_from_words() -> None:
    (table,) = blocks_in("| a | b | c |\n|---|---|---|\n| 1 | -0.5 | x |\n| 2e-3 | NaN | 2 |\n| | | |")
    assert isinstance(table, Table)
    assert [column.kind for column in table.columns] == ["number", "number", "text"]


def test_comments_are_not_for_readers() -> None:
    assert blocks_in("<!-- to do -->\n\ntext") == (Paragraph("text"),)


def test_what_stands_before_the_text_stays_what_it_is() -> None:
    assert blocks_in("---\ntitle: x\n---\n# A") == (Verbatim(("title: x",)), Heading("A", 1))


@given(st.text(st.sampled_from("ab #*_`[]()!|-\\<>&;\n\t>1.~") | st.characters(codec="utf-8"), max_size=80))
@settings(max_examples=200, deadline=None)
def test_any_text_is_blocks(text: str) -> None:
    for block in blocks_in(text):
        assert isinstance(block, Heading | Paragraph | Listing | Verbatim | Notice | Table | Picture)


@pytest.mark.parametrize("text", ["**a " * 3000 + "b** " * 3000, "[a" * 3000 + "](x)" * 3000, ">" * 5000 + "x"])
def test_what_is_nested_deeper_than_can_be_followed_does_no_harm(text: str) -> None:
    assert all(isinstance(block, Paragraph | Verbatim | Notice) for block in blocks_in(text))
