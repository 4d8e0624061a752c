from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.formats import read_sheets
from sweeplens.data.formats.documents import documents_in, flattened
from sweeplens.errors import ReadError


def tables(path: Path, document: Any) -> list[tuple[str, list[dict[str, Any]]]]:
    """The sheets in a JSON file of one document: name and rows of each."""
    path.write_text(document if isinstance(document, str) else json.dumps(document, indent=1))
    return [(sheet.name, sheet.frame.to_dicts()) for sheet in read_sheets(path)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t.json"


def test_records_are_rows_and_numbers_stay_as_written(path: Path) -> None:
    text = '[{"a": 0.50, "b": true}, {"a": NaN, "c": null}, {"a": 123456789012345678901234567890, "c": "x"}]'
    assert tables(path, text) == [
        (
            "",
            [
                {"a": "0.50", "b": "True", "c": None},
                {"a": "NaN", "b": None, "c": None},
                {"a": "123456789012345678901234567890", "b": None, "c": "x"},
            ],
        )
    ]


def test_nested_names_are_joined_by_dots_and_lists_stay_text(path: Path) -> None:
    document = {"metrics": {"val": {"acc": 0.5}}, "sizes": [1, 64, 64], "tags": ["a", 'b"'], "empty": {}}
    assert tables(path, document) == [
        ("", [{"metrics.val.acc": "0.5", "sizes": "[1, 64, 64]", "tags": '["a", "b\\""]', "empty": "{}"}])
    ]


def test_columns_of_one_length_are_a_table(path: Path) -> None:
    assert tables(path, {"step": [1, 2], "loss": [0.5, None]}) == [
        ("", [{"step": "1", "loss": "0.5"}, {"step": "2", "loss": None}])
    ]
    assert tables(path, {"step": {"0": 1, "1": 2}, "loss": {"0": 3, "1": 4}}) == [
        ("", [{"step": "1", "loss": "3"}, {"step": "2", "loss": "4"}])
    ]


def test_names_and_rows_apart_are_a_table(path: Path) -> None:
    split = {"columns": ["family", "loss"], "index": [0, 1], "data": [["raw", 0.5], ["dist", 0.25]]}
    rows = [{"family": "raw", "loss": "0.5"}, {"family": "dist", "loss": "0.25"}]
    assert tables(path, split) == tables(path, [["family", "loss"], ["raw", 0.5], ["dist", 0.25]]) == [("", rows)]


def test_parallel_arrays_are_one_row_an_element(path: Path) -> None:
    runs = [
        {"task": task, "seed": 0, "xs": list(range(n)), "ys": [x * 2 for x in range(n)]}
        for task, n in (("a", 9), ("b", 3))
    ]
    ((_, rows),) = tables(path, runs)
    assert len(rows) == 12
    assert rows[8] == {"task": "a", "seed": "0", "xs": "8", "ys": "16"}


def test_a_list_of_numbers_is_a_column(path: Path) -> None:
    assert tables(path, [0.5, 0.25]) == [("", [{"value": "0.5"}, {"value": "0.25"}])]


def test_rows_by_name_keep_their_names_but_splits_of_the_data_are_one_row(path: Path) -> None:
    scores = {"acc": 1, "f1": 2}
    assert tables(path, dict.fromkeys(["ppo", "dqn", "a2c"], scores))[0][1][1] == {"name": "dqn", "acc": "1", "f1": "2"}
    assert tables(path, dict.fromkeys(["train", "val", "test"], scores))[0][1][0]["val.acc"] == "1"


def test_records_inside_a_document_come_before_what_stands_around_them(path: Path) -> None:
    document = {"best": None, "epoch": 2, "log_history": [{"step": 1, "loss": 0.5}, {"step": 2, "eval": 0.1}]}
    assert tables(path, document) == [
        ("log_history", [{"step": "1", "loss": "0.5", "eval": None}, {"step": "2", "loss": None, "eval": "0.1"}]),
        ("", [{"best": None, "epoch": "2"}]),
    ]


def test_documents_one_after_another_are_rows_and_a_stranger_stands_apart(path: Path) -> None:
    text = '{"accuracy": 0.7,\n "total": 3}\n{"id": 1, "valid": false}\n{"id": 2,\n "error": "x"}'
    first, second = tables(path, text)
    assert first[1] == [{"accuracy": "0.7", "total": "3"}]
    assert [row["id"] for row in second[1]] == ["1", "2"]


def test_a_comma_left_behind_is_passed_over_and_reported_with_its_line(path: Path) -> None:
    path.write_text('{\n "a": "x,}",\n "b": [1, 2,],\n}\n')
    (sheet,) = read_sheets(path)
    assert sheet.frame.row(0) == ("x,}", "[1, 2]")
    assert [(problem.line, problem.level) for problem in sheet.problems] == [(3, "problem")]


@pytest.mark.parametrize("text", ['{"a": 1', "[1, 2", '{"a": }', "[" * 100_000, '{"a":' * 100_000, "[]", "{}", "[[]]"])
def test_what_is_no_table_is_an_error_that_names_the_file(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(ReadError, match=r"t\.json"):
        read_sheets(path)


def test_a_compressed_document_is_read(tmp_path: Path) -> None:
    (tmp_path / "t.json.gz").write_bytes(gzip.compress(b'[{"a": 1}, {"a": 2}]'))
    assert read_sheets(tmp_path / "t.json.gz")[0].frame["a"].to_list() == ["1", "2"]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(values, max_size=3))
@settings(deadline=None)
def test_documents_are_read_one_by_one_whatever_they_hold(documents: list[Any]) -> None:
    found = list(documents_in("\n".join(map(json.dumps, documents))))
    assert len(found) == len(documents)


@given(st.dictionaries(st.text(max_size=5), values, max_size=4))
@settings(deadline=None)
def test_any_mapping_is_one_row_of_text(document: dict[str, Any]) -> None:
    (read,) = documents_in(json.dumps(document))
    assert isinstance(read, dict)
    assert all(field is None or isinstance(field, str) for field in flattened(read).values())


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"a\ud800", "a\ufffd"),
        (r"\uDC00\uD800", "\ufffd\ufffd"),
        (r"\ud83d\ude00", "\U0001f600"),
        (r"\ud800\ud83d\ude00", "\ufffd\U0001f600"),
        (r"\\ud800", r"\ud800"),
        (r"\\\ud800", "\\\ufffd"),
    ],
)
def test_half_of_a_character_becomes_the_mark_of_one_that_cannot_be_read(path: Path, written: str, read: str) -> None:
    assert list(documents_in(f'"{written}"')) == [read]
    assert tables(path, f'[{{"f": "{written}", "{written}": 1}}, {{"f": "b"}}]')[0][1][0] == {"f": read, read: "1"}


@given(st.text(st.characters(), max_size=20))
@settings(max_examples=60)
def test_whole_characters_are_read_as_they_are_written(text: str) -> None:
    whole = text.encode("utf-8", "replace").decode()
    assert list(documents_in(json.dumps(whole))) == [whole]


def test_results_come_before_the_examples_that_they_sum_up(path: Path) -> None:
    text = '{"accuracy": 0.5, "per_sample": [{"score": 0}, {"score": 1}]}'
    assert tables(path, text) == [
        ("", [{"accuracy": "0.5"}]),
        ("per_sample", [{"score": "0"}, {"score": "1"}]),
    ]
    assert [name for name, _ in tables(path, text.replace('"accuracy": 0.5', '"model": "mlp"'))] == ["per_sample", ""]


def test_rows_by_name_below_a_key_are_a_table(path: Path) -> None:
    text = '{"date": "May", "results": {"a": {"acc": 1}, "b": {"acc": 2}, "c": {"acc": 3}}}'
    assert tables(path, text)[0] == (
        "results",
        [{"name": "a", "acc": "1"}, {"name": "b", "acc": "2"}, {"name": "c", "acc": "3"}],
    )
