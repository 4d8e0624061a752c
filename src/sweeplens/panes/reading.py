"""How a collection was read: its files, the role of every column, and the reasons."""

from __future__ import annotations

import time

from sweeplens.data.collection import Collection
from sweeplens.figures import Block, Column, Document, Media, Paragraph, Table, table_of
from sweeplens.panes.sentences import listed
from sweeplens.text import age, byte_size

LEVELS_NAMED = 8
"""Levels of a factor that are named; more are counted."""


def files_table(collection: Collection, title: str = "Files") -> Table:
    """Every file with what it was taken for, its size and its age."""
    columns = (
        Column("file", kind="level", is_key=True),
        Column("what", kind="text"),
        Column("bytes", kind="integer", media=Media.DATA),
        Column("size", kind="text", media=Media.SCREEN | Media.DOCUMENT),
        Column("modified", kind="text", media=Media.DATA | Media.DOCUMENT),
        Column("age", kind="text", media=Media.SCREEN),
    )
    now = time.time()
    rows = [
        (file.name, file.what, file.size, byte_size(file.size), _moment(file.modified), age(now - file.modified))
        for file in collection.files
    ]
    return table_of(title, columns, rows, empty="No files are listed.")


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))


def reading_document(collection: Collection) -> Document:
    """What the directory is, what the user says of it, what makes a cell, and what each column was taken for."""
    sentences = (
        f"Read as {collection.layout}." if collection.layout else "",
        f"Expected cells are {collection.expectation}." if collection.expectation else "",
        _finished(collection),
        _constant(collection),
    )
    roles = _roles_table(collection)
    all_tables = (corrections_table(collection), _factors_table(collection), _metrics_table(collection), roles)
    tables = (table for table in all_tables if len(table.rows))
    blocks: tuple[Block, ...] = (*(Paragraph(text) for text in sentences if text), *tables)
    return Document("How it was read", blocks, data=roles)


def _finished(collection: Collection) -> str:
    finals = [metric.head for name in collection.final if (metric := collection.metric(name)) is not None]
    return f"A run is finished when it has {listed(finals)}." if finals else ""


def _constant(collection: Collection) -> str:
    said = [f"{name} is {value}" for name, value in collection.constants]
    return f"Constant in every run: {listed(said)}." if said else ""


def _sentences(*names: str) -> list[Column]:
    """Columns of words, the first of which tell the rows apart."""
    return [Column(name, kind="text", is_key=at == 0, wraps=True) for at, name in enumerate(names)]


def corrections_table(collection: Collection) -> Table:
    """What the user says of columns and metrics, what they were taken for, and where it was said."""
    columns = _sentences("column", "is", "instead_of", "why")
    rows = [(each.name, each.says, each.instead_of, each.why) for each in collection.corrections]
    return table_of("Corrections", columns, rows, empty="Nothing is corrected.")


def _factors_table(collection: Collection) -> Table:
    columns = _sentences("factor", "column", "levels", "why")
    rows = []
    for factor in collection.factors:
        named = [level.head for level in factor.levels[:LEVELS_NAMED]]
        more = len(factor.levels) - len(named)
        levels = ", ".join([*named, f"and {more} more"] if more else named)
        rows.append((factor.head, factor.column, levels, factor.why))
    return table_of("Factors", columns, rows)


def _metrics_table(collection: Collection) -> Table:
    columns = _sentences("metric", "label", "better", "formula", "why")
    rows = [(m.name, m.label, m.direction.value, m.formula, m.why) for m in collection.metrics]
    return table_of("Metrics", columns, rows)


def _roles_table(collection: Collection) -> Table:
    columns = _sentences("column", "role", "why")
    return table_of(
        "Roles of columns", columns, [(each.column, each.role.value, each.why) for each in collection.roles]
    )
