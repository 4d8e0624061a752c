"""Claims and derived tables beside the data, held against what is computed."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from sweeplens.data.artifacts import derived_tables
from sweeplens.data.collection import Collection, FileEntry
from sweeplens.data.findings import findings_at
from sweeplens.data.load import load_collection
from sweeplens.panes.artifacts import artifact_problems, artifacts_of
from sweeplens.panes.derived import agrees, half_unit
from tests.builders import collection_of, factor

SAMPLE = Path(__file__).parents[2] / "sample_collections" / "sum-token-aggregation_20260503"
COLLECTION = collection_of(
    {"family": ["raw", "raw", "tok"], "seed": ["0", "1", "0"], "score": [0.5, 0.7, 0.52834], "loss": [1.0, 2.0, 3.0]},
    (factor("family", ("raw", "tok")), factor("seed", ("0", "1"), is_replicate=True)),
    labels={"loss": "final loss"},
)


def beside(tmp_path: Path, **files: str) -> Collection:
    """The collection in a directory that holds these files."""
    for name, text in files.items():
        (tmp_path / name.replace("_", ".")).write_text(text)
    entries = tuple(FileEntry(name.replace("_", "."), 100, 0.0, "not read") for name in files)
    return replace(COLLECTION, path=tmp_path, files=entries)


def said(collection: Collection) -> list[str]:
    return [str(problem) for problem in artifact_problems(collection)]


def test_the_sample_agrees_with_itself() -> None:
    collection = load_collection(SAMPLE)
    assert artifact_problems(collection) == ()
    assert [each.verdict for each in artifacts_of(collection).checked].count("holds") == 4


def test_a_changed_field_of_the_sample_is_found_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "changed"
    shutil.copytree(SAMPLE, path)
    table = path / "data" / "local_diagnostics_summary.csv"
    table.write_text(table.read_text().replace("raw,beta=.01,0.52826", "raw,beta=.01,0.51"))
    (problem,) = artifact_problems(load_collection(path))
    assert str(problem) == (
        "data/local_diagnostics_summary.csv:2: raw at beta=.01: matched_router_score says 0.51, computed is 0.52826."
    )


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("family,seed,score\nraw,0,0.5\ntok,0,0.5283\n", []),
        ("family,seed,score\nraw,0,0.5\ntok,0,0.53\n", []),
        ("family,seed,score\ntok,0,0.5284\n", ["t.csv:2: tok at seed=0: score says 0.5284, computed is 0.52834."]),
        ("family,score\nraw,0.6\n", []),
        ("family,score\nraw,0.5\n", ["t.csv:2: raw: score says 0.5, computed is 0.6."]),
        ("family,score\nabs,0.5\n", ["t.csv:2: abs is no row of the summary."]),
        ("family,step,score\nraw,1,0.1\nraw,2,0.2\n", []),
        ("family,other\nraw,0.1\n", []),
        ("metric,mean,n\nfinal loss,2.0,3\n", []),
        ("metric,mean,n\nloss,2.5,3\n", ["t.csv:2: final loss: mean says 2.5, computed is 2."]),
    ],
)
def test_a_derived_table_says_what_is_computed(tmp_path: Path, table: str, found: list[str]) -> None:
    assert said(beside(tmp_path, t_csv=table)) == found


def test_many_differences_are_counted(tmp_path: Path) -> None:
    names = [f"r{at}" for at in range(9)]
    many = collection_of({"run": names, "score": [float(at) for at in range(9)]}, (factor("run", names),))
    (tmp_path / "t.csv").write_text("run,score\n" + "".join(f"{name},99\n" for name in names))
    problems = artifact_problems(replace(many, path=tmp_path, files=(FileEntry("t.csv", 99, 0.0, "not read"),)))
    assert len(problems) == 6
    assert str(problems[-1]) == "t.csv: 4 further fields no longer say what is computed."


def test_the_files_of_runs_are_no_artifacts(tmp_path: Path) -> None:
    for seed in (0, 1):
        (tmp_path / f"seed{seed}").mkdir()
        (tmp_path / f"seed{seed}" / "config.yaml").write_text(f"seed: {seed}\n")
        (tmp_path / f"seed{seed}" / "report.json").write_text(f'{{"acc": 0.{seed}, "max": 7, "model": "m"}}')
    collection = load_collection(tmp_path)
    assert collection.runs.height == 2
    assert list(derived_tables(collection)) == []


def test_what_is_data_is_no_artifact(tmp_path: Path) -> None:
    collection = beside(tmp_path, t_csv="family,score\nraw,9\n")
    assert said(replace(collection, files=(FileEntry("t.csv", 100, 0.0, "summary"),))) == []


FINDING = '{"findings": [{"claim": "c", "metric": "%s", "where": %s, "value": %s}]}'


@pytest.mark.parametrize(
    ("finding", "verdict", "found"),
    [
        (FINDING % ("score", '"family=tok"', "0.5283"), "holds", []),
        (FINDING % ("score", '{"family": "raw"}', "0.6"), "holds", []),
        (
            FINDING % ("score", '"raw"', "0.7"),
            "no longer holds",
            ["findings.json: c no longer holds: score says 0.7, computed is 0.6."],
        ),
        (
            FINDING % ("scor", '""', "1"),
            "not checked",
            ["findings.json: c cannot be checked: there is no metric called scor."],
        ),
        ('[{"claim": "Words alone."}]', "not checked", []),
    ],
)
def test_a_claim_is_held_against_the_mean_of_its_rows(
    tmp_path: Path, finding: str, verdict: str, found: list[str]
) -> None:
    collection = beside(tmp_path, findings_json=finding)
    assert [each.verdict for each in artifacts_of(collection).checked] == [verdict]
    assert said(collection) == found


def test_findings_of_another_shape_are_kept_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "findings.json").write_text('{"summary": "all well"}')
    assert findings_at(tmp_path).text == '{\n  "summary": "all well"\n}'
    (tmp_path / "findings.json").write_text('[{"claim": ')
    assert [problem.file for problem in findings_at(tmp_path).problems] == ["findings.json"]


@pytest.mark.parametrize(
    ("written", "unit"), [("0.5502", 5e-5), ("12", 0.5), ("1.2e3", 50), ("-0.5", 0.05), ("3e-05", 5e-6)]
)
def test_a_number_is_as_exact_as_its_last_digit(written: str, unit: float) -> None:
    assert half_unit(written) == pytest.approx(unit)
    assert agrees(written, float(written) + unit * 0.99)
    assert not agrees(written, float(written) + unit * 1.01)


@pytest.mark.parametrize(
    ("written", "computed"), [(None, 1.0), ("words", 1.0), ("1", None), ("nan", 1.0), ("1", float("nan"))]
)
def test_what_is_no_number_is_compared_with_nothing(written: str | None, computed: float | None) -> None:
    assert agrees(written, computed)
