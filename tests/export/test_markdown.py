from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from sweeplens.export import Options
from sweeplens.export.markdown import write_markdown
from sweeplens.figures import Column, Document, Figure, Heading, Item, Listing, Paragraph, Table, table_of
from sweeplens.text import visible
from tests.gallery import CURVES, DOCUMENT, EMPTY, HOSTILE, HOSTILE_TABLE, NAN, ORDINARY, PARTED, POINTS

PARSER = MarkdownIt("gfm-like", {"linkify": False, "html": True})
TEXTS = st.text(
    st.sampled_from("ab 1|\\`*_~[]()<>&;#!$-+=.:/\"'{}^@\n\t模é") | st.characters(codec="utf-8"), max_size=20
)

PITFALLS = ("a\\\\|b", "\\", "|", "||", "__init__", "a_b_c", "_a_", "&amp;", "&#124;", "~~x~~", "$x$", "![x](y)")


def cells(figure: Figure) -> list[str]:
    """What a reader sees in the fields of all tables, and nothing but text in them."""
    tokens = PARSER.parse(write_markdown(figure, Options()))
    found = []
    for opening, inline in pairwise(tokens):
        if opening.type in ("th_open", "td_open"):
            found.append(plain(inline))
    return found


def plain(inline: Token) -> str:
    children = inline.children or []
    assert {child.type for child in children} <= {"text", "text_special"}
    return "".join(child.content for child in children)


def one_column(texts: Sequence[str], head: str = "x") -> Table:
    return table_of("", (Column(head, kind="text"),), [(text,) for text in texts])


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=4))
def test_a_reader_sees_the_cells_as_they_are(head: str, texts: list[str]) -> None:
    assert cells(one_column(texts, head)) == [visible(text) for text in (head, *texts)]


@pytest.mark.parametrize(
    "text", [*HOSTILE, "a\\\\|b", "\\", "|", "||", "__init__", "a_b_c", "_a_", "&amp;", "&#124;", "~~x~~"]
)
def test_hostile_text_is_text(text: str) -> None:
    assert cells(one_column([text])) == ["x", visible(text)]


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_a_sentence_is_a_paragraph_whatever_is_in_it(text: str) -> None:
    tokens = PARSER.parse(write_markdown(Document("", (Paragraph(f"{text} end"),)), Options()))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert plain(tokens[1]).split() == visible(f"{text} end").split()


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_a_heading_is_its_text(text: str) -> None:
    tokens = PARSER.parse(write_markdown(Document("", (Heading(f"a {text} b"),)), Options()))
    assert [token.tag for token in tokens] == ["h2", "", "h2"]
    assert plain(tokens[1]) == visible(f"a {text} b")


def test_words_with_underscores_are_not_escaped() -> None:
    assert "reconstruction_loss_family_label" in write_markdown(
        one_column([], "x") and one_column(["a"], "reconstruction_loss_family_label"), Options()
    )


def test_numbers_stand_at_the_right() -> None:
    rule = write_markdown(ORDINARY, Options()).splitlines()[1]
    assert [cell.strip().endswith(":") for cell in rule.strip("|").split("|")] == [False, True, True, False]


def test_cells_carry_no_arrows_marks_or_bars() -> None:
    text = write_markdown(ORDINARY, Options())
    assert not set("↑↓★▏█●◐▁▸") & set(text)


def test_missing_nan_and_inf_are_three_things() -> None:
    table = table_of("", (Column("x"),), [(None,), (NAN,), (float("inf"),), (0.0,)])
    assert cells(table) == ["x", "", "NaN", "Inf", "0"]


def test_parts_are_titled_tables() -> None:
    lines = write_markdown(PARTED, Options()).splitlines()
    assert [line for line in lines if line.startswith("#")] == ["## Top rows", "## Bottom rows"]


def test_a_table_alone_has_no_title() -> None:
    assert write_markdown(ORDINARY, Options()).startswith("| family")


def test_captions_follow_their_table() -> None:
    assert write_markdown(ORDINARY, Options()).rstrip().endswith("Rows vary family.")


def test_headings_nest() -> None:
    document = Document("Results", (Heading("Rows"), PARTED, Heading("Deep", 3), ORDINARY))
    headings = [line for line in write_markdown(document, Options()).splitlines() if line.startswith("#")]
    expected = [
        "# Results",
        "## Rows",
        "### Top and bottom",
        "#### Top rows",
        "#### Bottom rows",
        "### Deep",
        "#### Extremes",
    ]
    assert headings == expected


def test_lists_are_lists() -> None:
    tokens = PARSER.parse(write_markdown(Document("", (Listing(tuple(map(Item, HOSTILE[:-1]))),)), Options()))
    items = [plain(token) for token in tokens if token.type == "inline"]
    assert [item.split() for item in items] == [visible(text).split() for text in HOSTILE[:-1]]


def test_drawings_say_where_they_can_be_seen() -> None:
    assert "-f table" in write_markdown(CURVES, Options())


def test_few_points_are_a_table() -> None:
    assert len(cells(POINTS)) == 4 * (1 + len(POINTS.points))


def test_an_empty_table_is_a_sentence() -> None:
    assert write_markdown(EMPTY["table"], Options()) == "No row is kept.\n"


@pytest.mark.parametrize("figure", [DOCUMENT, HOSTILE_TABLE])
def test_nothing_in_a_figure_is_html(figure: Figure) -> None:
    assert not any("html" in token.type for token in PARSER.parse(write_markdown(figure, Options())))
