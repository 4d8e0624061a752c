"""What a collection is held against."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sweeplens.data.brief import Brief, ModesBrief, ReferenceBrief
from sweeplens.data.collection import Collection
from sweeplens.data.load import load_collection
from sweeplens.data.metrics import Metric
from sweeplens.data.versus import reference_of
from sweeplens.errors import ReadError, UsageError
from tests.builders import collection_of, factor

SAMPLES = Path(__file__).parents[2] / "sample_collections"
SUM = SAMPLES / "sum-token-aggregation_20260503"
MEAN = SAMPLES / "paper-method-grid-05b_20260501"


@pytest.fixture
def levels() -> Collection:
    mode, beta = factor("mode", ("full", "reinit")), factor("beta", ("beta=.01", "beta=1"))
    seed = factor("seed", ("0", "1"), is_replicate=True)
    columns: dict[str, Any] = {
        "mode": ["full", "reinit"],
        "beta": ["beta=.01", "beta=1"],
        "seed": ["0", "1"],
        "score": [1.0, 2.0],
    }
    return collection_of(columns, (mode, beta, seed))


def test_a_collection_in_hand_that_the_brief_names_is_called_as_there() -> None:
    reference = reference_of(load_collection(SUM), None, load_collection(MEAN))
    assert reference is not None
    assert (reference.label, reference.source) == ("mean", "May 1 final_05b_summary.csv")


def table(folder: Path, text: str, name: str = "summary.csv") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return folder


def test_the_first_reference_of_the_brief_is_read_when_nothing_is_asked_for() -> None:
    reference = reference_of(load_collection(SUM), None)
    assert reference is not None
    assert (reference.label, reference.source) == ("mean", "May 1 final_05b_summary.csv")
    assert reference.runs.height == 8


def test_a_collection_in_hand_goes_before_everything_else(levels: Collection) -> None:
    given = collection_of({"score": [1.0]}, (), brief=Brief(label="given"))
    reference = reference_of(levels, "full", given)
    assert reference is not None
    assert (reference.collection, reference.label, reference.factor) == (given, "given", None)


@pytest.mark.parametrize(
    ("versus", "factor_name", "level", "label"),
    [
        ("reinit", "mode", "reinit", "reinit"),
        ("mode=full", "mode", "full", "full"),
        (".01", "beta", "beta=.01", "beta=.01"),
        ("beta=1e-2", "beta", "beta=.01", "beta=.01"),
        ("beta=.01", "beta", "beta=.01", "beta=.01"),
        ("seed=0", "seed", "0", "seed=0"),
        ("REINIT", "mode", "reinit", "reinit"),
    ],
)
def test_a_level_is_named_alone_or_with_its_factor(
    levels: Collection, versus: str, factor_name: str, level: str, label: str
) -> None:
    reference = reference_of(levels, versus)
    assert reference is not None
    assert reference.factor is not None
    assert (reference.factor.name, reference.level, reference.label) == (factor_name, level, label)
    assert reference.runs.height == 1


def test_a_level_of_two_factors_has_to_be_named_with_one(levels: Collection) -> None:
    with pytest.raises(UsageError, match="name one of them: beta=1 or seed=1"):
        reference_of(levels, "1")


def test_a_name_of_the_brief_goes_before_a_level_and_a_level_before_a_path(
    tmp_path: Path, levels: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(tmp_path / "full", "f,score\na,1\nb,2\n")
    monkeypatch.chdir(tmp_path)
    by_level = reference_of(levels, "full")
    by_path = reference_of(levels, "./full")
    ours = table(tmp_path / "ours", "")
    named = replace(levels, path=ours, brief=Brief(references={"full": ReferenceBrief("../full")}))
    by_name = reference_of(named, "full")
    assert by_level is not None
    assert by_path is not None
    assert by_name is not None
    assert [each.factor is None for each in (by_level, by_path, by_name)] == [False, True, True]


@pytest.mark.parametrize("versus", [str(MEAN), f"../{MEAN.name}", MEAN.name])
def test_a_path_is_one_from_here_or_from_where_the_collection_lies(versus: str) -> None:
    reference = reference_of(load_collection(SUM), versus)
    assert reference is not None
    assert (reference.collection.name, reference.label) == (MEAN.name, "mean")


def test_what_is_neither_is_named_with_what_there_is() -> None:
    with pytest.raises(UsageError, match="no reference called nowhere; the brief names mean, and a level"):
        reference_of(load_collection(SUM), "nowhere")


def test_a_root_of_several_collections_has_to_be_narrowed_down() -> None:
    with pytest.raises(UsageError, match="name one of them"):
        reference_of(load_collection(SUM), str(SAMPLES))


def test_a_root_of_one_collection_is_that_one(tmp_path: Path) -> None:
    shutil.copytree(MEAN, tmp_path / "root" / "only")
    reference = reference_of(load_collection(SUM), str(tmp_path / "root"))
    assert reference is not None
    assert reference.runs.height == 8


def test_what_cannot_be_read_says_so(tmp_path: Path, levels: Collection) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UsageError, match="empty cannot be read"):
        reference_of(levels, str(empty))
    lost = replace(levels, brief=Brief(references={"old": ReferenceBrief("../lost")}))
    with pytest.raises(ReadError, match="The reference old of the brief cannot be read; name another with --vs"):
        reference_of(lost, None)


def test_the_modes_of_the_brief_are_held_against_each_other_where_no_reference_is_named(levels: Collection) -> None:
    brief = Brief(modes=ModesBrief("mode", "full", "reinit"))
    reference = reference_of(replace(levels, brief=brief), None)
    assert reference is not None
    assert reference.level == "reinit"
    assert reference_of(levels, None) is None


def test_a_reference_in_another_place_is_pointed_out(tmp_path: Path) -> None:
    far = table(tmp_path / "elsewhere" / "deep", "f,score\na,1\nb,2\n")
    ours = table(tmp_path / "here" / "ours", "f,score\na,1\nb,2\n")
    near = table(tmp_path / "here" / "near", "f,score\na,1\nb,2\n")
    for place, note in ((far, "The brief names a reference in another place"), (near, "")):
        (ours / "brief.yaml").write_text(f"references: {{old: {place}}}\n")
        reference = reference_of(load_collection(ours), None)
        assert reference is not None
        assert reference.note.startswith(note)
        assert bool(reference.note) is bool(note)


def test_a_reference_is_read_once_for_a_collection(tmp_path: Path) -> None:
    table(tmp_path / "old", "f,score\na,1\nb,2\n")
    ours = load_collection(table(tmp_path / "ours", "f,score\na,1\nb,2\n"))
    first, again = (reference_of(ours, str(tmp_path / "old")) for _ in range(2))
    assert first is not None
    assert again is not None
    assert first.collection is again.collection


def test_derived_metrics_that_the_reference_does_not_have_are_computed_there() -> None:
    metrics = (Metric("kl"), Metric("recon"), Metric("ratio", "KL ratio", formula="kl / recon"))
    columns = {"kl": [6.0], "recon": [2.0]}
    ours = replace(collection_of({**columns, "ratio": [3.0]}, ()), metrics=metrics)
    bare, stored = collection_of(columns, ()), collection_of({**columns, "ratio": [7.0]}, ())
    for given, ratio in ((bare, 3.0), (stored, 7.0)):
        reference = reference_of(ours, None, given)
        assert reference is not None
        assert reference.runs["ratio"].to_list() == [ratio]
        assert reference.collection.metric("ratio") is not None


def test_a_formula_that_the_reference_cannot_compute_is_left_out() -> None:
    ours = replace(collection_of({"ratio": [3.0]}, ()), metrics=(Metric("ratio", formula="kl / recon"),))
    reference = reference_of(ours, None, collection_of({"kl": [1.0]}, ()))
    assert reference is not None
    assert reference.collection.metric("ratio") is None
