from __future__ import annotations

from sweeplens.figures import Document, Heading, Item, Listing, Notice, Paragraph
from sweeplens.render import render
from sweeplens.render.base import Lines, Size
from tests.gallery import DOCUMENT, ORDINARY


def text_of(lines: Lines) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def test_blocks_follow_each_other_with_a_blank_line_between() -> None:
    document = Document("Results", (Heading("State"), Paragraph("All complete."), Listing((Item("one"), Item("two")))))
    expected = ["Results", "─" * 40, "", "State", "─────", "", "All complete.", "", "- one", "- two"]
    assert text_of(render(document, Size(40))) == expected


def test_a_figure_does_not_repeat_its_heading() -> None:
    lines = text_of(render(Document("", (Heading("Extremes"), ORDINARY)), Size(100)))
    assert lines.count("Extremes") == 1


def test_a_figure_under_another_heading_keeps_its_title() -> None:
    assert "Extremes" in text_of(render(Document("", (Heading("Rows"), ORDINARY)), Size(100)))


def test_every_figure_of_a_document_is_drawn() -> None:
    text = "\n".join(text_of(render(DOCUMENT, Size(100))))
    assert all(
        word in text for word in ("tokcc a.25", "Top rows", "global_step", "gap (nats) ↓", "The collection has none.")
    )


def test_long_sentences_are_broken() -> None:
    lines = text_of(render(Document("", (Paragraph("word " * 50),)), Size(30)))
    assert len(lines) > 1
    assert all(len(line) <= 30 for line in lines)


def test_warnings_and_errors_are_told_without_colour() -> None:
    for level, sign in (("warning", "! "), ("error", "!! ")):
        assert text_of(render(Notice("", ("Sorry.",), level), Size(40))) == [f"{sign}Sorry."]  # type: ignore[arg-type]
