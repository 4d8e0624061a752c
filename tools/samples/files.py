"""Writing the files of a collection, the same bytes every time."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

Value = str | float | int | None


def write_text(path: Path, text: str) -> None:
    """Write `text` to `path` as UTF-8 with plain line ends, its directory made where needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


def write_csv(path: Path, rows: Sequence[Mapping[str, Value]]) -> None:
    """Write rows that share their columns; numbers as the shortest text that reads back as the same number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_json_lines(path: Path, values: Iterable[object]) -> None:
    """Write one compact JSON value a line."""
    write_text(path, "".join(json.dumps(value, separators=(",", ":")) + "\n" for value in values))


def markdown_table(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows that share their columns as a Markdown table."""
    lines = [list(rows[0]), ["---"] * len(rows[0]), *(list(row.values()) for row in rows)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
