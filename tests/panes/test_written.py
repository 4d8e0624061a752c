"""The report as somebody wrote it: its words and tables as they are, its pictures drawn from the data."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from sweeplens.data.brief import Brief, View
from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import (
    Bars,
    Curves,
    Document,
    Figure,
    Frames,
    Grid,
    Heading,
    Notice,
    Paragraph,
    Points,
    Table,
    is_figure,
)
from sweeplens.panes import PANES
from sweeplens.panes.base import Question
from sweeplens.render import render
from sweeplens.render.base import Size
from tests.builders import collection_of, factor
from tests.panes.markdown import MarkdownTable, markdown_of, tables_by_heading
from tests.samples.reading import MODES, SUM

REPORT = next(pane for pane in PANES if pane.id == "report")
DRAWN = Bars | Curves | Frames | Grid | Points


def written(path: Path, **selection: object) -> Figure:
    return REPORT.answer(Question(load_collection(path), Selection(view="written", **selection)))  # type: ignore[arg-type]


def of_text(tmp_path: Path, text: str, **selection: object) -> Document:
    """The written report of a small collection that holds this text."""
    (tmp_path / "report.md").write_text(text, encoding="utf-8")
    views = {"best-rows": View("extremes", "Best rows"), "broken": View("extremes", metric="nothing")}
    small = collection_of({"f": ["a", "b"], "score": [1.0, 2.0]}, (factor("f", ("a", "b")),), brief=Brief(views=views))
    asked = Selection(view="written", **selection)  # type: ignore[arg-type]
    figure = REPORT.answer(Question(replace(small, path=tmp_path), asked))
    assert isinstance(figure, Document)
    return figure


def titles(document: Document) -> list[str]:
    return [block.title for block in document.blocks if is_figure(block)]


@pytest.mark.parametrize("path", [SUM, MODES], ids=lambda path: str(path.name))
def test_every_picture_of_the_samples_is_a_live_figure_under_its_words(path: Path) -> None:
    pictures = re.findall(r"^!\[(.+)\]\(figures/.+\)$", (path / "report.md").read_text(), re.MULTILINE)
    document = written(path)
    assert isinstance(document, Document)
    drawn = [block.title for block in document.blocks if isinstance(block, DRAWN)]
    assert len(pictures) > 5
    assert drawn == pictures


@pytest.mark.parametrize("path", [SUM, MODES], ids=lambda path: str(path.name))
def test_the_tables_of_the_samples_stand_digit_for_digit(path: Path) -> None:
    def tables_in(text: str) -> list[MarkdownTable]:
        return [table for tables in tables_by_heading(text).values() for table in tables]

    found = tables_in(markdown_of(written(path)))
    as_written = tables_in((path / "report.md").read_text())
    assert as_written
    assert [table for table in found if table in as_written] == as_written


def test_a_report_is_titled_by_its_first_heading(tmp_path: Path) -> None:
    assert of_text(tmp_path, "# Mine\n\ntext").title == "Mine"
    assert of_text(tmp_path, "text\n\n# Later").title == "report.md"


def test_a_picture_is_the_view_or_the_pane_of_its_name(tmp_path: Path) -> None:
    document = of_text(tmp_path, "![Ends](figures/best_rows.svg) ![](https://x.y/Cells.png?raw=true)")
    assert [type(block) for block in document.blocks] == [Table, Table]
    assert titles(document)[0] == "Ends"
    assert titles(document)[1]


def test_a_picture_that_nothing_is_named_like_stays_a_line(tmp_path: Path) -> None:
    document = of_text(tmp_path, "![A loss](figures/loss.png)\n\n![](b.png)")
    assert document.blocks == (Paragraph("Picture figures/loss.png: A loss"), Paragraph("Picture b.png"))


def test_a_view_that_cannot_answer_says_why_in_its_place(tmp_path: Path) -> None:
    (notice, after) = of_text(tmp_path, "![Broken](broken.png)\n\nafter").blocks
    assert isinstance(notice, Notice)
    assert "There is no metric called nothing" in notice.sentences[0]
    assert after == Paragraph("after")


def test_a_pane_that_is_a_document_stands_under_a_heading(tmp_path: Path) -> None:
    first, *rest = of_text(tmp_path, "![Is it whole?](state.png)").blocks
    assert first == Heading("Is it whole?", 3)
    assert len(rest) > 1


def test_figures_follow_the_filter_and_words_do_not(tmp_path: Path) -> None:
    text = "all\n\n| f |\n|---|\n| a |\n| b |\n\n![](extremes.png)"
    said, words, table, figure = of_text(tmp_path, text, where=parse_filter("f=b")).blocks
    assert said == Paragraph("Figures are about 1 of 2 rows (f=b); text and tables are as they were written.")
    assert words == Paragraph("all")
    assert isinstance(table, Table)
    assert isinstance(figure, Table)
    assert [len(table.rows), len(figure.rows)] == [2, 2]
    assert set(figure.rows.column(figure.index("f"))) == {"b"}


def test_captions_are_said_once_and_written_sentences_as_often_as_they_are_written(tmp_path: Path) -> None:
    document = of_text(tmp_path, "again\n\n![](extremes.png)\n\nagain\n\n![](extremes.png)")
    assert [block.text for block in document.blocks if isinstance(block, Paragraph)] == ["again", "again"]
    first, second = (block for block in document.blocks if isinstance(block, Table))
    assert first.captions
    assert not second.captions


def test_nothing_that_is_written_acts(tmp_path: Path) -> None:
    text = (
        "# \x1b[31mred\x1b[0m\n\n[bold]markup[/bold] <script>alert(1)</script> \u202eback\n\n```\n\x1b]0;x\x07\n```\n"
        + "word " * 99
    )
    lines = "\n".join("".join(span.text for span in line) for line in render(of_text(tmp_path, text), Size(60)))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", lines)
    assert "␛[31mred" in lines
    assert "[bold]markup[/bold] <script>alert(1)</script>" in lines


def test_a_long_report_says_where_it_goes_on(tmp_path: Path) -> None:
    last = of_text(tmp_path, "word word word\n\n" * 60_000).blocks[-1]
    assert isinstance(last, Paragraph)
    assert last.text == "report.md goes on: its first 524 kB are shown."


def test_without_a_report_the_way_to_one_is_said() -> None:
    small = collection_of({"f": ["a"], "score": [1.0]}, (factor("f", ("a",)),))
    figure = REPORT.answer(Question(small, Selection(view="written")))
    assert isinstance(figure, Notice)
    assert figure.sentences[0] == "This collection has no report.md."
    assert "figures/NAME.png" in figure.sentences[1]


def test_a_report_that_is_no_text_is_a_notice(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_bytes(bytes(range(256)) * 64)
    small = replace(collection_of({"score": [1.0]}, ()), path=tmp_path)
    figure = REPORT.answer(Question(small, Selection(view="written")))
    assert isinstance(figure, Notice)
    assert (figure.level, figure.sentences[0]) == ("warning", "report.md holds no text.")
