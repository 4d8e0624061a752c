from __future__ import annotations

import gzip
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.layouts.documents import is_document, parse_json, parse_toml, parse_yaml, read_document, suffix_of
from sweeplens.errors import ReadError

ORDERED = """!!python/object/apply:collections.OrderedDict
- - - lr
    - 1e-3
  - - net
    - !!python/tuple [64, 64]
"""


def test_numbers_stay_as_they_are_written() -> None:
    assert parse_json('{"lr": 1e-3, "n": 10, "w": "a"}') == {"lr": "1e-3", "n": "10", "w": "a"}
    assert parse_yaml("lr: 1e-3\nflag: no\nname: '7'\nnothing: ~\nempty:\n") == {
        "lr": "1e-3",
        "flag": "no",
        "name": "7",
        "nothing": None,
        "empty": None,
    }


def test_documents_that_follow_one_another_are_a_list() -> None:
    assert parse_json('{"acc": 1}\n{"id": 2}\n') == [{"acc": "1"}, {"id": "2"}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ORDERED, {"lr": "1e-3", "net": ["64", "64"]}),
        ("act: !!python/name:torch.nn.ReLU ''\n", {"act": "torch.nn.ReLU"}),
        ("dir: !!python/object/apply:pathlib.PosixPath [data, raw]\n", {"dir": "data/raw"}),
        ("args: !!python/object:argparse.Namespace {lr: 0.1}\n", {"args": {"lr": "0.1"}}),
        (
            "base: &b {lr: 0.1, wd: 0}\nrun:\n  <<: *b\n  lr: 0.2\n",
            {"base": {"lr": "0.1", "wd": "0"}, "run": {"lr": "0.2", "wd": "0"}},
        ),
    ],
)
def test_what_python_wrote_into_yaml_is_read_as_plain_values(text: str, expected: Any) -> None:
    assert parse_yaml(text) == expected


def test_a_tag_runs_nothing(tmp_path: Path) -> None:
    parse_yaml(f"x: !!python/object/apply:os.system ['touch {tmp_path}/made']\n")
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (parse_json, '{"a": '),
        (parse_json, "[" * 100_000),
        (parse_json, ""),
        (parse_yaml, "a: [1"),
        (parse_yaml, "[" * 500 + "]" * 500),
        (
            parse_yaml,
            "a: &a [x, x]\n"
            + "".join(f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
        ),
        (parse_toml, "a = "),
    ],
)
def test_what_is_broken_or_a_bomb_is_a_read_error(parse: Any, text: str) -> None:
    with pytest.raises(ReadError):
        parse(text)


def test_a_file_is_read_by_its_suffix_and_unpacked(tmp_path: Path) -> None:
    (tmp_path / "a.JSON").write_text('\ufeff{"a": 1}', "utf-8")
    (tmp_path / "b.yml").write_text("a: 1\n")
    (tmp_path / "c.toml").write_text("a = 1\n")
    (tmp_path / "d.json.gz").write_bytes(gzip.compress(b'{"a": 1}'))
    (tmp_path / "e.log").write_text('{"a": 1}')
    read = [read_document(tmp_path / name)["a"] for name in ("a.JSON", "b.yml", "c.toml", "d.json.gz", "e.log")]
    assert read == ["1", "1", 1, "1", "1"]


def test_a_document_is_known_by_its_suffix() -> None:
    assert [is_document(name) for name in ("a.json", "a.yaml.gz", "a.csv", "json")] == [True, True, False, False]
    assert (suffix_of("a/b.Report.JSON"), suffix_of("DONE")) == (".json", "")


@settings(max_examples=60)
@given(st.text(max_size=60))
def test_any_text_is_yaml_or_a_read_error(text: str) -> None:
    with suppress(ReadError):
        assert isinstance(parse_yaml(text), dict | list | str | None)
