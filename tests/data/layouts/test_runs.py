from __future__ import annotations

import pytest

from sweeplens.data.collection import Role
from sweeplens.data.layouts.runs import Run, are_numbers, is_replicate, judged, placed, run_names, spelling, stem_of


@pytest.mark.parametrize(
    ("name", "levels", "role"),
    [
        ("lr", ["0.1", "0.2"], Role.FACTOR),
        ("lr", ["0.1", "0.10"], Role.CONSTANT),
        ("opt", ["adam", None], Role.FACTOR),
        ("train.seed", ["1", "2"], Role.REPLICATE),
        ("run_name", ["a", "b"], Role.IDENTITY),
        ("dataset_name", ["a", "b"], Role.FACTOR),
        ("output_dir", ["x", "y"], Role.TEXT),
        ("git.commit", ["x", "y"], Role.TEXT),
        ("took", ["0:00:05", "0:00:07"], Role.TEXT),
        ("made", ["2024-01-01 10:00:00", "2024-01-02 10:00:00"], Role.TEXT),
        ("init", ["runs/a/last.pt", "runs/b/last.pt"], Role.TEXT),
        ("data", ["sets/one/a.csv", "sets/one/a.csv", "sets/two/b.csv"], Role.FACTOR),
        ("digest", ["d41d8cd98f00b204", "e3b0c44298fc1c14"], Role.TEXT),
        ("prompt", ["x" * 300, "y"], Role.TEXT),
    ],
)
def test_a_setting_that_differs_is_a_factor_unless_it_says_which_run_or_where(
    name: str, levels: list[str | None], role: Role
) -> None:
    said = judged(name, levels, "config.yaml")
    assert said.role is role
    assert "config.yaml" in said.why


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("seed", True),
        ("randomSeed", True),
        ("data.seed", True),
        ("fold", True),
        ("worker", True),
        ("seed.kind", False),
        ("n_seeds", False),
        ("lr", False),
    ],
)
def test_repeats_are_known_by_their_name(name: str, expected: bool) -> None:
    assert is_replicate(name) is expected


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        (["0", "1", None], True),
        (["a/version_3", "b/version_4"], True),
        (["a" * 32, "0123456789abcdef"], True),
        (["run-20240101_120000-ab", "run-20240102_120000-cd"], True),
        (["td3", "a2c"], False),
        (["small", "large"], False),
        (["v1", "x2"], False),
    ],
)
def test_names_that_count_or_date_are_told_from_words(levels: list[str | None], expected: bool) -> None:
    assert are_numbers(levels) is expected


LR = placed("lr", ["0.1", "0.2", "0.2"], "the path")
SEED = placed("seed", ["0", "0", "1"], "the path")


@pytest.mark.parametrize(
    ("names", "others", "are_named", "role"),
    [
        (["only"], [], False, Role.IDENTITY),
        (["0", "1", "2"], [], False, Role.FACTOR),
        (["0", "1", "2"], [LR], False, Role.REPLICATE),
        (["a", "b", "c"], [LR], False, Role.FACTOR),
        (["a", "b", "c"], [LR, SEED], False, Role.IDENTITY),
        (["a", "b", "c"], [placed("n", ["1", "2", "3"], "the path")], False, Role.FACTOR),
        (["a", "b", "c"], [placed("n", ["1", "2", "3"], "the path")], True, Role.IDENTITY),
    ],
)
def test_a_runs_name_is_a_factor_where_it_is_needed_or_means_something(
    names: list[str], others: list[object], are_named: bool, role: Role
) -> None:
    assert run_names(names, others, are_named).role is role  # type: ignore[arg-type]


def test_numbers_have_one_spelling() -> None:
    assert [spelling(text) for text in ("0.70", ".7", "7e-1", "adam", None)] == ["0.7", "0.7", "0.7", "adam", None]


def test_a_run_is_called_by_its_file_and_what_parts_it() -> None:
    assert Run("a/b", {"task": "piqa"}).title == "a/b task=piqa"


def test_a_stem_has_no_folder_and_no_suffix() -> None:
    assert [stem_of(name) for name in ("a/b.c.json", "b", ".hidden")] == ["b.c", "b", ".hidden"]
