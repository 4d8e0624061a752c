"""The first rows are there before anything heavy is imported."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.preview import ROWS, preview_table

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"
TABLE = "family,beta,accuracy\nraw,.01,0.51\nnorm,.1,\n"


@pytest.mark.parametrize(
    "files",
    [
        {"summary.csv": TABLE},
        {"data/summary.csv": TABLE, "other.csv": "a,b\n1,2\n"},
        {"brief.yaml": "summary: tables/main.csv\n", "tables/main.csv": TABLE},
        {"only.csv": TABLE},
        {"only.tsv": TABLE.replace(",", "\t")},
        {"only.csv": "\ufeff" + TABLE.replace(",", ";")},
    ],
)
def test_the_first_rows_of_a_summary_are_shown(make_collection: Make, files: dict[str, str | bytes]) -> None:
    table = preview_table(make_collection(files))
    assert table is not None
    assert [(column.name, column.kind) for column in table.columns] == [
        ("family", "level"),
        ("beta", "number"),
        ("accuracy", "number"),
    ]
    assert table.rows.page(0, 9) == [("raw", 0.01, 0.51), ("norm", 0.1, None)]


def test_a_table_file_is_previewed_and_never_more_than_a_screen(make_collection: Make) -> None:
    root = make_collection({"t.csv": "model,acc\n" + "".join(f"m{at},{at}\n" for at in range(5 * ROWS))})
    table = preview_table(root / "t.csv")
    assert table is not None
    assert len(table.rows) == ROWS


@pytest.mark.parametrize(
    "files",
    [
        {"a.csv": TABLE, "b.csv": TABLE},
        {"summary.csv": "family,family\na,b\n"},
        {"summary.csv": ""},
        {"summary.csv": "family,acc"},
        {"summary.csv": b"\xff\xfe\x00bad\n\xff\n"},
        {"summary.parquet": b"PAR1"},
        {"readme.md": "#"},
        {"brief.yaml": "summary: gone.csv\n", "a.csv": TABLE},
    ],
)
def test_what_cannot_be_had_quickly_is_left_to_the_reader(make_collection: Make, files: dict[str, str | bytes]) -> None:
    assert preview_table(make_collection(files)) is None


def test_a_preview_needs_no_polars(sum_sample: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from sweeplens.data.preview import preview_table;"
        f"print(len(preview_table(Path({str(sum_sample)!r})).rows),"
        "[m for m in ('polars', 'numpy', 'yaml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "12 []"
