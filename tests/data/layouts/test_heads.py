from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.layouts.heads import MOST_OPENED, first_line, head_of, sample_with_head, with_head
from sweeplens.data.layouts.walk import walk
from tests.data.layouts.samples import write


def is_meant(head: list[str]) -> bool:
    return head == ["a", "b"]


def test_a_head_is_the_fields_of_the_first_line(tmp_path: Path) -> None:
    write(tmp_path, {"t.csv": '\ufeff"a", b \r\n1,2\n', "empty.csv": ""})
    assert (head_of(tmp_path / "t.csv"), head_of(tmp_path / "empty.csv"), first_line(tmp_path / "none")) == (
        ["a", "b"],
        [],
        "",
    )


def test_tables_are_found_by_their_head(tmp_path: Path) -> None:
    tree = walk(write(tmp_path, {"x.csv": "a\n", "y.CSV": "a,b\n", "z.txt": "a,b\n"}))
    assert list(with_head(tree, is_meant)) == ["y.CSV"]
    assert sample_with_head(tree, is_meant) == "y.CSV"


@pytest.mark.parametrize(("before", "expected"), [(MOST_OPENED - 1, "z.csv"), (MOST_OPENED, "")])
def test_only_the_first_few_tables_are_sampled(before: int, expected: str, tmp_path: Path) -> None:
    files = {f"{number:03}.csv": "a\n" for number in range(before)}
    assert sample_with_head(walk(write(tmp_path, {**files, "z.csv": "a,b\n"})), is_meant) == expected
