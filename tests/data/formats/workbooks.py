"""Spreadsheets for the tests that read them, written without a library."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO
from xml.sax.saxutils import escape

_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_LINKS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def workbook(path: Path, sheets: Mapping[str, Sequence[Sequence[str | float | None]]]) -> Path:
    """The smallest spreadsheet that holds these rows (ECMA-376, inline strings)."""
    with path.open("wb") as file:
        write_workbook(file, sheets)
    return path


def write_workbook(file: BinaryIO, sheets: Mapping[str, Sequence[Sequence[str | float | None]]]) -> None:
    """Writes such a spreadsheet."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _types(len(sheets)))
        archive.writestr("_rels/.rels", _relations(["officeDocument"], ["xl/workbook.xml"]))
        listed = "".join(f'<sheet name="{n}" sheetId="{i}" r:id="rId{i}"/>' for i, n in enumerate(sheets, start=1))
        archive.writestr("xl/workbook.xml", f"<workbook {_MAIN} {_LINKS}><sheets>{listed}</sheets></workbook>")
        targets = [f"worksheets/sheet{at}.xml" for at in range(1, len(sheets) + 1)]
        archive.writestr("xl/_rels/workbook.xml.rels", _relations(["worksheet"] * len(sheets), targets))
        for target, rows in zip(targets, sheets.values(), strict=True):
            archive.writestr(f"xl/{target}", f"<worksheet {_MAIN}><sheetData>{_rows(rows)}</sheetData></worksheet>")


def _types(count: int) -> str:
    parts = [
        ("/xl/workbook.xml", "sheet.main"),
        *((f"/xl/worksheets/sheet{i}.xml", "worksheet") for i in range(1, count + 1)),
    ]
    overrides = "".join(f'<Override PartName="{part}" ContentType="{_TYPE}.{kind}+xml"/>' for part, kind in parts)
    relations = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    return f'<Types xmlns="{_PACKAGE}/content-types">{relations}{overrides}</Types>'


def _relations(kinds: list[str], targets: list[str]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(zip(kinds, targets, strict=True), start=1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _rows(rows: Sequence[Sequence[str | float | None]]) -> str:
    return "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in rows)


def _cell(value: str | float | None) -> str:
    if value is None:
        return "<c/>"
    return (
        f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>' if isinstance(value, str) else f"<c><v>{value}</v></c>"
    )
