"""What leaves the application."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sweeplens.errors import ExportError
from sweeplens.export import EXPORTERS
from sweeplens.figures import Column, Document, Heading, Paragraph, Table, table_of
from sweeplens.panes import PANES
from sweeplens.panes.base import Question
from sweeplens.tui.answers import Answer
from sweeplens.tui.takeaway import Export, copied, exported, write
from tests.builders import collection_of, factor

SWEEP = collection_of({"beta": ["1", "2"], "score": [0.1, 0.2]}, [factor("beta", ["1", "2"])])
TABLE = table_of("Scores", (Column("beta", kind="level"), Column("score")), [("1", 0.1), ("2", 0.2)])
DOCUMENT = Document("All", (Heading("Scores"), Paragraph("Two rows."), TABLE))


def given(figure: Table | Document) -> Answer:
    return Answer(PANES[0], Question(SWEEP), figure, ())


@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.name)
def test_every_format_can_be_written(exporter: object, tmp_path: Path) -> None:
    name = getattr(exporter, "name")  # noqa: B009
    told = write(Export("table", name, tmp_path / "out"), given(TABLE))
    written = (tmp_path / "out").read_bytes()
    assert written.endswith(b"\n")
    assert told == f"Wrote {tmp_path / 'out'} ({len(written):,} bytes)."


def test_a_table_is_written_without_what_stands_around_it(tmp_path: Path) -> None:
    write(Export("table", "markdown", tmp_path / "out"), given(DOCUMENT))
    assert "Two rows." not in (tmp_path / "out").read_text()


def test_a_pane_is_written_with_all_it_says(tmp_path: Path) -> None:
    write(Export("pane", "markdown", tmp_path / "out"), given(DOCUMENT))
    text = (tmp_path / "out").read_text()
    assert "Two rows." in text
    assert "0.2" in text


def test_a_report_is_about_the_same_question(tmp_path: Path) -> None:
    write(Export("report", "markdown", tmp_path / "out"), given(TABLE))
    assert (tmp_path / "out").read_text().startswith("# In Memory")


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="No such file or directory"):
        write(Export("table", "csv", tmp_path / "no" / "out"), given(TABLE))


def test_what_is_copied_of_a_table_is_the_same_as_what_is_written(tmp_path: Path) -> None:
    write(Export("table", "markdown", tmp_path / "out"), given(TABLE))
    assert copied(given(TABLE)) == (tmp_path / "out").read_text()


def test_what_is_copied_of_a_document_is_all_that_is_seen() -> None:
    text = copied(given(DOCUMENT))
    assert "Two rows." in text
    assert "| 2 " in text


@pytest.mark.parametrize("figure", [TABLE, DOCUMENT], ids=["table", "document"])
def test_what_is_copied_says_where_it_comes_from_last(figure: Table | Document) -> None:
    assert copied(given(figure)).splitlines()[-1].startswith("From memory, all 2 rows.")


def test_json_of_the_table_is_its_rows_and_of_the_pane_their_provenance_too() -> None:
    rows = json.loads(exported(given(TABLE), "table", "json"))
    whole = json.loads(exported(given(TABLE), "pane", "json"))
    assert whole["rows"] == rows == [{"beta": "1", "score": 0.1}, {"beta": "2", "score": 0.2}]
    assert whole["provenance"][0]["collection"] == "memory"


@pytest.mark.parametrize("what", ["table", "pane"])
@pytest.mark.parametrize("format_", ["csv", "tsv"])
def test_rows_for_programs_are_rows_alone(what: str, format_: str) -> None:
    assert len(exported(given(TABLE), what, format_).splitlines()) == 3
