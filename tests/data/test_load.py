"""A path becomes a collection, and whatever is wrong with it a problem."""

from __future__ import annotations

import gzip
import json
import math
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data import digest, load, tablefile
from sweeplens.data.brief import Brief, FactorBrief
from sweeplens.data.collection import RUNS_IN_CELL, STATUS, Collection, Status
from sweeplens.data.layouts import tables
from sweeplens.data.load import load_collection
from sweeplens.data.markers import MARKERS
from sweeplens.errors import ReadError
from sweeplens.figures import Direction

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"

GRID = "family,beta,seed,accuracy,loss\n" + "".join(
    f"{family},{beta},{seed},0.{at}{seed},1.{at}{seed}\n"
    for at, (family, beta) in enumerate([("raw", ".01"), ("raw", ".1"), ("norm", ".01"), ("norm", ".1")], start=1)
    for seed in (0, 1, 2)
)
CURVES = "family,seed,step,loss\n" + "".join(
    f"{family},{seed},{step},{(seed + 1) / (step + 1)}\n"
    for family in ("raw", "norm")
    for seed in (0, 1)
    for step in (0, 5, 9)
)


def loaded(make: Make, files: Mapping[str, str | bytes], name: str = "") -> Collection:
    """The collection of these files, or of one of them."""
    return load_collection(make(files) / name if name else make(files))


def factors(collection: Collection) -> dict[str, list[str]]:
    """The levels of each factor."""
    return {factor.name: [level.text for level in factor.levels] for factor in collection.factors}


def sentences(collection: Collection) -> list[str]:
    """What is wrong with it."""
    return [problem.sentence for problem in collection.problems if problem.level == "problem"]


def test_a_table_without_a_brief_is_read_with_roles_and_reasons(make_collection: Make) -> None:
    collection = loaded(make_collection, {"results.csv": GRID})
    assert factors(collection) == {"family": ["raw", "norm"], "beta": [".01", ".1"], "seed": ["0", "1", "2"]}
    assert [factor.name for factor in collection.replicates] == ["seed"]
    assert [metric.name for metric in collection.metrics] == ["accuracy", "loss"]
    assert collection.primary == "accuracy"
    assert collection.counts[Status.COMPLETE] == 4
    assert all(decision.why for decision in collection.roles)
    assert "results.csv" in collection.layout


def test_a_table_file_is_a_collection_of_its_own(make_collection: Make) -> None:
    collection = loaded(make_collection, {"a.csv": GRID, "b.csv": "x\n1\n"}, "a.csv")
    assert (collection.name, collection.runs.height) == ("a.csv", 12)
    assert [(file.name, file.what) for file in collection.files] == [("a.csv", "table")]


@pytest.mark.parametrize("suffix", ["csv", "csv.gz", "parquet"])
def test_a_summary_may_be_compressed_or_typed(make_collection: Make, suffix: str, tmp_path: Path) -> None:
    table = pl.read_csv(GRID.encode())
    table.write_parquet(tmp_path / "t.parquet")
    content = {
        "csv": GRID.encode(),
        "csv.gz": gzip.compress(GRID.encode()),
        "parquet": (tmp_path / "t.parquet").read_bytes(),
    }
    files: dict[str, str | bytes] = {"brief.yaml": f"summary: s.{suffix}\n", f"s.{suffix}": content[suffix]}
    collection = loaded(make_collection, files)
    assert collection.runs["accuracy"].to_list() == table["accuracy"].to_list()
    assert collection.runs.schema["seed"] == pl.String
    assert collection.counts[Status.COMPLETE] == 4


def test_rows_know_the_status_and_size_of_their_cell(make_collection: Make) -> None:
    runs = loaded(make_collection, {"summary.csv": GRID + "raw,.01,3,nan,\n"}).runs
    assert runs[STATUS].to_list()[:4] == ["diverged", "diverged", "diverged", "complete"]
    assert runs[RUNS_IN_CELL].to_list()[:4] == [4, 4, 4, 3]


def test_words_for_nothing_nan_and_infinity_are_three_things(make_collection: Make) -> None:
    table = "model,acc\na,0.51\nb,None\nc,nan\nd,-inf\ne,\nf,0.62\n"
    collection = loaded(make_collection, {"summary.csv": table})
    values = collection.runs["acc"].to_list()
    assert (values[0], values[1], values[3], values[4]) == (0.51, None, -math.inf, None)
    assert math.isnan(values[2])
    assert collection.missing_words == {"acc": 1}


def test_what_is_no_number_in_a_metric_is_a_problem(make_collection: Make) -> None:
    rows = "".join(f"m{at},0.{at + 100}\n" for at in range(20))
    collection = loaded(make_collection, {"summary.csv": f"model,acc\n{rows}x,oops\n"})
    assert sentences(collection) == ["acc holds 1 field that cannot be read as numbers, the first is 'oops' in row 21."]


def test_a_spread_behind_a_value_is_kept_beside_it(make_collection: Make) -> None:
    collection = loaded(make_collection, {"summary.csv": "model,acc\na,87.09 ± 0.2\nb,88.1 ± 0.3\n"})
    metric = collection.metric("acc")
    assert metric is not None
    assert collection.runs["acc"].to_list() == [87.09, 88.1]
    assert collection.runs[metric.spread].to_list() == [0.2, 0.3]


def test_runs_that_no_factor_names_apart_are_named_by_their_column(make_collection: Make) -> None:
    collection = loaded(make_collection, {"t.csv": "model,license,acc\na,free,0.5\nb,free,0.6\nc,paid,0.7\n"})
    run = collection.factor("run")
    assert run is not None
    assert (run.column, collection.factor("model")) == ("model", run)
    assert collection.counts[Status.COMPLETE] == 3
    assert "model" not in collection.texts


def test_runs_without_any_name_are_named_by_their_place(make_collection: Make) -> None:
    collection = loaded(make_collection, {"t.csv": "acc,loss\n0.51,1.5\n0.62,1.6\n"})
    assert factors(collection) == {"run": ["row 1", "row 2"]}


def test_runs_that_repeat_a_cell_of_a_brief_do_not_split_it(make_collection: Make) -> None:
    files = {
        "brief.yaml": "factors: {family: {}}\nexpected: product\n",
        "summary.csv": "name,family,acc\nx,raw,0.5\ny,raw,0.6\nz,norm,0.7\n",
    }
    collection = loaded(make_collection, files)
    assert [cell.runs for cell in collection.cells] == [(0, 1), (2,)]
    assert factors(collection)["run"] == ["x", "y", "z"]


def test_what_does_not_vary_is_said_once(make_collection: Make) -> None:
    collection = loaded(make_collection, {"t.csv": "model,optimizer,epochs,acc\na,adam,100,0.5\nb,adam,100,0.6\n"})
    assert collection.constants == (("optimizer", "adam"), ("epochs", "100"))


def test_only_seeds_make_one_cell(make_collection: Make) -> None:
    collection = loaded(make_collection, {"t.csv": "seed,top1\n42,69.92\n2025,70.56\n"})
    assert [(cell.levels, cell.runs) for cell in collection.cells] == [((), (0, 1))]


def test_a_factor_may_be_read_out_of_another_ones_label(make_collection: Make) -> None:
    brief = (
        "factors:\n  setting: {column: loss_setting}\n"
        "  beta: {from: setting, pattern: 'beta(?P<beta>[0-9p]+)_'}\nexpected: product\n"
    )
    table = "loss_setting,acc\nbeta0p01_a,0.5\nbeta0p01_b,0.6\nbeta1_a,0.7\n"
    collection = loaded(make_collection, {"brief.yaml": brief, "summary.csv": table})
    beta = collection.factor("beta")
    assert beta is not None
    assert [(level.text, level.number) for level in beta.levels] == [("0p01", 0.01), ("1", 1.0)]
    assert len(collection.cells) == 3


@pytest.mark.parametrize("pattern", ["(", "beta", "x(?P<x>y)"])
def test_a_pattern_that_finds_nothing_is_survived(make_collection: Make, pattern: str) -> None:
    brief = f"factors:\n  family: {{}}\n  b: {{from: family, pattern: '{pattern}'}}\n"
    collection = loaded(make_collection, {"brief.yaml": brief, "summary.csv": GRID})
    assert collection.runs.height == 12
    assert factors(collection)["family"] == ["raw", "norm"]


def test_directions_come_from_the_brief_and_are_never_guessed(make_collection: Make) -> None:
    files = {"brief.yaml": "metrics: {loss: {better: lower, label: the loss}}\n", "summary.csv": GRID}
    by_name = {metric.name: metric for metric in loaded(make_collection, files).metrics}
    assert list(by_name) == ["loss", "accuracy"]
    assert (by_name["loss"].direction, by_name["loss"].label) == (Direction.LOWER, "the loss")
    assert by_name["accuracy"].direction is Direction.UNKNOWN


def test_units_are_read_out_of_names_and_fields(make_collection: Make) -> None:
    collection = loaded(make_collection, {"t.csv": "model,time (s),acc\na,1.5,90.18%\nb,2.5,88.29%\n"})
    assert [metric.unit for metric in collection.metrics] == ["s", "%"]


def test_derived_metrics_are_columns_and_their_faults_problems(make_collection: Make) -> None:
    brief = "derived:\n  ratio: {formula: loss / accuracy, better: lower}\n  bad: {formula: los / 2}\n  a: b\n  b: a\n"
    collection = loaded(make_collection, {"brief.yaml": brief, "summary.csv": GRID})
    ratio = collection.metric("ratio")
    assert ratio is not None
    assert (ratio.formula, ratio.direction) == ("loss / accuracy", Direction.LOWER)
    assert collection.runs["ratio"][0] == pytest.approx(1.10 / 0.10)
    assert (
        sentences(collection)
        == [
            "Derived metrics need each other in a circle: a → b → a.",
            "The formula of bad names los, which is no column; did you mean loss?",
        ]
        or "b → a → b" in sentences(collection)[0]
    )


def test_what_the_brief_names_and_is_not_there_is_a_problem(make_collection: Make) -> None:
    brief = (
        "factors: {familly: {}, beta: {}}\nreplicate: sead\nprimary: acuracy\nfinal: [accuracy]\n"
        "histories: [{file: gone.csv}]\nframes: [{file: gone.jsonl}]\nreferences: {mean: ../gone}\n"
        "modes: {factor: beta, candidate: .01, reference: full}\n"
    )
    said = " ".join(sentences(loaded(make_collection, {"brief.yaml": brief, "summary.csv": GRID})))
    for part in (
        "did you mean family?",
        "did you mean seed",
        "did you mean accuracy?",
        "gone.csv",
        "gone.jsonl",
        "../gone",
        "full is no level",
    ):
        assert part in said


@pytest.mark.parametrize("name", ["../outside.csv", "/etc/passwd", "inside/../../outside.csv"])
def test_a_path_that_leaves_the_collection_is_not_followed(make_collection: Make, name: str) -> None:
    brief = f"summary: {name}\nhistories: [{{file: {name}}}]\nframes: [{{file: {name}}}]\n"
    root = make_collection({"brief.yaml": brief, "data/summary.csv": GRID})
    (root.parent / "outside.csv").write_text("secret,step,loss\na,1,2\na,2,3\n")
    collection = load_collection(root)
    assert "secret" not in collection.runs.columns
    assert (collection.histories, collection.frames) == ((), ())
    assert f"{name} lies outside the collection." in sentences(collection)


def test_a_brief_says_what_a_column_is(make_collection: Make) -> None:
    files = {"brief.yaml": "roles: {beta: metric, loss: text}\n", "summary.csv": GRID}
    collection = loaded(make_collection, files)
    assert list(factors(collection)) == ["family", "seed", "run"]
    assert [metric.name for metric in collection.metrics] == ["beta", "accuracy"]
    assert collection.texts == ("loss",)


def test_a_metric_of_the_brief_is_read_as_numbers_however_few_it_holds(make_collection: Make) -> None:
    table = "model,score\na,failed\nb,failed\nc,0.5\nd,None\n"
    collection = loaded(make_collection, {"brief.yaml": "final: [score]\n", "summary.csv": table})
    assert collection.runs["score"].to_list() == [None, None, 0.5, None]
    assert sentences(collection) == [
        "score holds 2 fields that cannot be read as numbers, the first is 'failed' in row 1."
    ]
    assert collection.counts[Status.INCOMPLETE] == 3


def test_a_reference_outside_is_said_to_be_one(make_collection: Make) -> None:
    root = make_collection({"a/brief.yaml": "references: {mean: ../b}\n", "a/summary.csv": GRID, "b/summary.csv": GRID})
    (note,) = load_collection(root / "a").problems
    assert (note.level, note.sentence) == ("note", "The reference mean is read from ../b, outside the collection.")


def test_a_brief_of_the_moment_replaces_the_one_that_lies_there(make_collection: Make) -> None:
    root = make_collection({"brief.yaml": "title: A\n", "summary.csv": GRID})
    brief = Brief(title="B", factors={"family": FactorBrief()}, replicate=("seed", "beta"))
    collection = load_collection(root, brief)
    assert (collection.title, len(collection.cells)) == ("B", 2)


def test_a_summary_that_is_not_there_leaves_every_expected_cell_missing(make_collection: Make) -> None:
    factors_said = "factors: {family: {levels: [raw, norm]}, beta: {levels: [.01, .1]}}"
    brief = f"summary: data/summary.csv\n{factors_said}\nexpected: product\n"
    collection = loaded(make_collection, {"brief.yaml": brief})
    assert collection.counts[Status.MISSING] == 4
    assert sentences(collection) == ["The summary data/summary.csv is not there."]


def test_a_table_without_rows_is_a_collection_without_runs(make_collection: Make) -> None:
    collection = loaded(make_collection, {"summary.csv": "family,accuracy\n"})
    assert (collection.runs.height, collection.cells) == (0, ())


@pytest.mark.parametrize(
    ("files", "part"),
    [
        ({"a.csv": ""}, "empty"),
        ({"readme.md": "# nothing"}, "no table that can be read"),
        ({"summary.csv": b"\x00\x01\x02\x03" * 100, "brief.yaml": ""}, ""),
        ({"summary.parquet": b"PAR1 and then nothing"}, "Parquet"),
    ],
)
def test_where_nothing_can_be_read_one_sentence_says_so(
    make_collection: Make, files: dict[str, str | bytes], part: str
) -> None:
    with pytest.raises(ReadError) as caught:
        loaded(make_collection, files)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_path_that_is_not_there_and_one_that_is_empty_are_named(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"There is nothing at .*gone"):
        load_collection(tmp_path / "gone")
    (tmp_path / "empty.csv").touch()
    with pytest.raises(ReadError, match=r"empty\.csv is empty\."):
        load_collection(tmp_path / "empty.csv")


def test_links_in_a_circle_are_survived(make_collection: Make) -> None:
    root = make_collection({"summary.csv": GRID, "brief.yaml": "histories: [{file: loop.csv}]\n"})
    (root / "loop.csv").symlink_to(root / "loop.csv")
    (root / "up").symlink_to(root)
    assert load_collection(root).runs.height == 12
    with pytest.raises(ReadError):
        load_collection(root / "loop.csv")


def test_a_history_alone_makes_its_keys_the_runs_and_its_ends_their_metrics(make_collection: Make) -> None:
    collection = loaded(make_collection, {"h.csv": CURVES}, "h.csv")
    (history,) = collection.histories
    assert (history.step, history.keys, history.metrics) == ("step", ("family", "seed"), ("loss",))
    assert factors(collection) == {"family": ["raw", "norm"], "seed": ["0", "1"]}
    assert collection.runs["loss"].to_list() == pytest.approx([0.1, 0.2, 0.1, 0.2])
    assert collection.counts[Status.COMPLETE] == 2


def test_the_last_value_is_that_of_the_greatest_step_and_of_the_later_row(make_collection: Make) -> None:
    table = "step,loss,acc\n9,0.1,\n0,0.9,0.2\n5,0.5,0.3\n9,0.2,\n"
    runs = loaded(make_collection, {"h.csv": table}, "h.csv").runs
    assert (runs["loss"][0], runs["acc"][0]) == (0.2, 0.3)


def test_a_long_history_is_made_wide(make_collection: Make) -> None:
    rows = "".join(
        f"{run},{step},{name},{step + at}\n"
        for run in "ab"
        for step in (1, 2, 3)
        for at, name in enumerate(["loss", "acc"])
    )
    (history,) = loaded(make_collection, {"h.csv": f"run,step,metric,value\n{rows}"}, "h.csv").histories
    assert (history.keys, history.metrics) == (("run",), ("loss", "acc"))
    frame = history.scan().collect()
    assert frame.columns == ["run", "step", "loss", "acc"]
    assert frame.rows()[:2] == [("a", 1.0, 1.0, 2.0), ("a", 2.0, 2.0, 3.0)]


def test_arrays_side_by_side_are_a_history(make_collection: Make) -> None:
    runs = [{"task": task, "xs": list(range(20)), "ys": [at / 3 for at in range(20)]} for task in ("a", "b")]
    text = json.dumps(runs)
    (history,) = loaded(make_collection, {"h.json": text}, "h.json").histories
    assert (history.step, history.keys, history.metrics) == ("xs", ("task",), ("ys",))


def test_a_table_of_one_step_a_run_is_no_history(make_collection: Make) -> None:
    collection = loaded(make_collection, {"t.csv": "model,epoch,acc\na,10,0.51\nb,20,0.52\nc,30,0.53\n"}, "t.csv")
    assert (collection.histories, collection.runs.height) == ((), 3)


def test_a_learning_rate_that_is_logged_is_measured_and_one_that_was_set_is_a_factor(make_collection: Make) -> None:
    logged = "step,lr,loss\n" + "".join(f"{at},{0.1 / (at + 1)},{at}\n" for at in range(6))
    assert loaded(make_collection, {"h.csv": logged}, "h.csv").histories[0].metrics == ("lr", "loss")
    varied = "lr,step,loss\n" + "".join(f"{lr},{at},{at}.5\n" for lr in (0.1, 0.01) for at in range(6))
    assert loaded(make_collection, {"h.csv": varied}, "h.csv").histories[0].keys == ("lr",)


def test_histories_beside_a_summary_are_found_and_called_like_it(make_collection: Make) -> None:
    factors_said = "factors: {family: {column: family_label}, beta: {column: b, levels: [.01, .1]}}"
    files = {
        "brief.yaml": f"{factors_said}\nderived: {{twice: loss * 2}}\n",
        "data/summary.csv": "family_label,b,loss\nraw,0.01,0.5\nraw,0.1,0.6\nnorm,0.01,0.7\nnorm,0.1,0.8\n",
        "data/curves.csv": "family,beta,step,loss\nraw,1e-2,1,0.9\nraw,1e-2,2,0.8\nnorm,.1,1,0.7\nnorm,.1,2,0.6\n",
    }
    (history,) = loaded(make_collection, files).histories
    assert (history.keys, history.metrics) == (("family_label", "b"), ("loss", "twice"))
    frame = history.scan().collect()
    assert frame.select("family_label", "b", "twice").row(0) == ("raw", "0.01", 1.8)


def test_a_factor_of_the_summary_names_the_curves_of_a_history(make_collection: Make) -> None:
    rows = "".join(f"{h},{step},0.{h}{step}\n" for h in (1, 2, 3) for step in (5, 6))
    files = {
        "summary.csv": "h,acc\n1,0.51\n1,0.52\n2,0.53\n2,0.54\n3,0.55\n3,0.56\n",
        "data/c.csv": f"h,step,loss\n{rows}",
    }
    (history,) = loaded(make_collection, files).histories
    assert (history.keys, history.metrics) == (("h",), ("loss",))


def test_a_history_that_names_runs_gets_their_factors(make_collection: Make) -> None:
    files = {
        "summary.csv": "run_id,family,acc\nx1,raw,0.5\nx2,norm,0.6\nx3,raw,0.7\nx4,norm,0.8\n",
        "data/h.csv": "run_id,step,loss\nx1,1,0.9\nx1,2,0.8\nx2,1,0.7\nx2,2,0.6\n",
    }
    (history,) = loaded(make_collection, files).histories
    assert history.keys == ("run_id", "family")
    assert history.scan().collect()["family"].to_list() == ["raw", "raw", "norm", "norm"]


def test_runs_that_only_a_history_tells_of_are_incomplete(make_collection: Make) -> None:
    files = {"summary.csv": "family,seed,loss\nraw,0,0.5\nraw,1,0.6\n", "data/h.csv": CURVES}
    by_levels = {cell.levels: cell for cell in loaded(make_collection, files).cells}
    assert by_levels["raw",].status is Status.COMPLETE
    assert by_levels["norm",].status is Status.INCOMPLETE
    assert by_levels["norm",].why == "only a history is there"


def test_tables_of_one_shape_get_factors_from_their_names(make_collection: Make) -> None:
    table = "episode,reward\n0,1.5\n1,2.5\n2,3.5\n"
    files = {f"Room-v0_beta{beta}_seed{seed}.csv": table for beta in ("0.00", "0.70") for seed in (0, 1)}
    collection = loaded(make_collection, files)
    assert factors(collection) == {"beta": ["0.00", "0.70"], "seed": ["0", "1"]}
    assert collection.histories[0].keys == ("beta", "seed")
    assert collection.runs.height == 4


def test_a_table_of_another_shape_is_left_out_and_said_to_be(make_collection: Make) -> None:
    files = {"a.csv": GRID, "b.csv": GRID, "notes.csv": "who,when\nme,now\n"}
    collection = loaded(make_collection, files)
    assert collection.runs.height == 24
    assert [(file.name, file.what) for file in collection.files][2] == ("notes.csv", "another table")
    assert any("1 table of another shape" in problem.sentence for problem in collection.problems)


def test_one_broken_table_does_not_spoil_the_others(make_collection: Make) -> None:
    files: dict[str, str | bytes] = {"a.csv": GRID, "b.csv": GRID, "c.parquet": b"PAR1 broken"}
    collection = loaded(make_collection, files)
    assert collection.runs.height == 24
    assert any(problem.file == "c.parquet" for problem in collection.problems)


def test_the_running_sample_has_every_status(running_sample: Path) -> None:
    collection = load_collection(running_sample)
    assert all(collection.counts[status] > 0 for status in Status)
    assert collection.expected_cells == 9
    assert any(problem.level == "problem" for problem in collection.problems)


def test_a_large_table_is_not_read_when_it_is_met(make_collection: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "".join(f"{run},{step},{step / 7}\n" for run in ("a", "b") for step in range(4_000))
    root = make_collection({"h.csv": f"family,step,loss\n{rows}"})
    whole = load_collection(root)
    monkeypatch.setattr(tables, "LARGE", 1)
    monkeypatch.setattr("sweeplens.data.formats.largetext.SAMPLE_ROWS", 10)
    monkeypatch.setattr(tablefile, "read_whole", None)
    scanned = load_collection(root)
    assert scanned.runs.equals(whole.runs)
    assert scanned.histories[0].scan().collect().equals(whole.histories[0].scan().collect())


def test_a_long_summary_is_made_wide(make_collection: Make) -> None:
    rows = "".join(
        f"{f},{s},{m},{v}\n" for f in "ab" for s in (0, 1) for m, v in (("acc", f"0.{s + 3}"), ("loss", "1.5"))
    )
    collection = loaded(make_collection, {"summary.csv": f"family,seed,metric,value\n{rows}"})
    assert [metric.name for metric in collection.metrics] == ["acc", "loss"]
    assert collection.runs["acc"].to_list() == [0.3, 0.4, 0.3, 0.4]


def test_names_and_values_that_are_runs_stay_rows(make_collection: Make) -> None:
    collection = loaded(make_collection, {"summary.csv": "name,value\na,0.5\nb,0.6\nc,0.7\n"})
    assert collection.runs["value"].to_list() == [0.5, 0.6, 0.7]


def test_a_summary_that_goes_on_by_steps_is_a_history(make_collection: Make) -> None:
    collection = loaded(make_collection, {"summary.csv": CURVES})
    assert (collection.histories[0].name, collection.runs.height) == ("summary.csv", 4)


def test_what_is_no_number_in_a_history_is_a_problem_too(make_collection: Make) -> None:
    rows = "".join(f"{at},0.{at + 100}\n" for at in range(20))
    for files in (
        {"h.csv": f"step,loss\n{rows}20,oops\n"},
        {"summary.csv": GRID, "h.csv": f"step,loss\n{rows}20,oops\n"},
    ):
        (sentence,) = sentences(loaded(make_collection, files))
        assert sentence.startswith("loss holds 1 field that cannot be read as numbers")


def test_a_sweep_that_has_not_begun_is_a_collection_of_missing_cells(make_collection: Make) -> None:
    brief = "factors: {family: {levels: [raw, norm]}}\nreplicate: seed\nexpected: product\n"
    collection = loaded(make_collection, {"brief.yaml": brief})
    assert collection.counts[Status.MISSING] == 2


def test_findings_alone_are_a_collection_without_runs(make_collection: Make) -> None:
    collection = loaded(make_collection, {"findings.json": '[{"claim": "it works"}]', "report.md": "# it works"})
    assert (collection.runs.height, [file.what for file in collection.files]) == (0, ["findings", "report as written"])


def test_a_large_table_of_runs_is_read_whole(make_collection: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "LARGE", 1)
    monkeypatch.setattr("sweeplens.data.formats.largetext.SAMPLE_ROWS", 10)
    table = "family,accuracy\n" + "".join(f"f{at % 7},0.{at}\n" for at in range(100, 400))
    assert loaded(make_collection, {"t.csv": table}, "t.csv").runs.height == 300


def test_more_tables_than_memory_holds_give_the_same_runs(
    make_collection: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_collection({f"{algo}/{task}.csv": CURVES for algo in ("ppo", "sac") for task in ("run", "walk")})
    in_memory = load_collection(root)
    monkeypatch.setattr(tables, "IN_MEMORY", 0)
    monkeypatch.setattr(tables, "SMALL", 1)
    scanned = load_collection(root)
    assert scanned.runs.equals(in_memory.runs)
    assert factors(scanned)["directory"] == ["ppo", "sac"]


def test_what_took_long_is_kept_until_the_file_changes(
    make_collection: Make, monkeypatch: pytest.MonkeyPatch, user_dirs: Path
) -> None:
    monkeypatch.setattr(digest, "LONG", 0.0)
    root = make_collection({"h.csv": CURVES})
    first = load_collection(root / "h.csv").runs
    kept = list(user_dirs.rglob("*.parquet"))
    assert kept
    assert load_collection(root / "h.csv").runs.equals(first)
    (root / "h.csv").write_text(CURVES + "norm,1,10,7.0\n")
    assert load_collection(root / "h.csv").runs["loss"][-1] == 7.0
    assert list(root.iterdir()) == [root / "h.csv"]


def test_a_digest_that_is_damaged_is_made_again(
    make_collection: Make, monkeypatch: pytest.MonkeyPatch, user_dirs: Path
) -> None:
    monkeypatch.setattr(digest, "LONG", 0.0)
    root = make_collection({"h.csv": CURVES})
    first = load_collection(root / "h.csv").runs
    for kept in user_dirs.rglob("*.parquet"):
        kept.write_bytes(b"broken")
    assert load_collection(root / "h.csv").runs.equals(first)


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """`content` cut, spliced or with other bytes in it."""
    start, end = sorted(draw(st.tuples(*[st.integers(0, len(content))] * 2)))
    kind = draw(st.sampled_from(["cut", "left out", "twice", "changed", "whole"]))
    return {
        "cut": content[:end],
        "left out": content[:start] + content[end:],
        "twice": content[:end] + content[start:],
        "changed": content[:start] + draw(st.binary(max_size=4)) + content[start:],
        "whole": content,
    }[kind]


BRIEF = b"""
factors: {family: {}, beta: {levels: [.01, .1]}}
replicate: seed
expected: product
derived: {x: loss / accuracy}
"""


@settings(max_examples=60, deadline=None)
@given(damaged(BRIEF), damaged(GRID.encode()), damaged(CURVES.encode()))
def test_damaged_files_give_problems_and_never_a_crash(brief: bytes, table: bytes, curves: bytes) -> None:
    with TemporaryDirectory() as place:
        root = Path(place)
        (root / "brief.yaml").write_bytes(brief)
        (root / "summary.csv").write_bytes(table)
        (root / "h.csv").write_bytes(curves)
        with suppress(ReadError):
            collection = load_collection(root)
            for history in collection.histories:
                history.scan().collect()
            placed = sorted(row for cell in collection.cells for row in cell.runs)
            assert placed == list(range(collection.runs.height))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes")
@pytest.mark.parametrize("name", sorted(MARKERS))
def test_a_pipe_in_place_of_a_marker_is_not_waited_for(make_collection: Make, name: str) -> None:
    root = make_collection({"results.csv": GRID})
    (root / name).parent.mkdir(exist_ok=True)
    os.mkfifo(root / name)
    with suppress(ReadError):
        assert load_collection(root).path == root


@pytest.mark.parametrize(
    "name", ["count", "len", "index", "literal", "value", "unit", "row", "text", "mean", "n", "left"]
)
def test_a_column_may_be_called_as_the_columns_that_are_added(make_collection: Make, name: str) -> None:
    for folder, text in (("factor", GRID.replace("beta", name, 1)), ("metric", GRID.replace("accuracy", name, 1))):
        collection = load_collection(make_collection({f"{folder}/results.csv": text}) / folder)
        assert name in collection.runs.columns
        assert collection.runs.height == 12


@pytest.mark.parametrize("name", ["count", "len", "index", "literal"])
def test_a_key_of_curves_may_be_called_as_the_columns_that_are_added(make_collection: Make, name: str) -> None:
    (history,) = loaded(make_collection, {"curves.csv": CURVES.replace("family", name, 1)}).histories
    assert history.keys == (name, "seed")


def test_no_column_of_a_wide_table_is_lost(make_collection: Make) -> None:
    names = [f"m{at}" for at in range(1_200)]
    rows = [
        ",".join([family, *(f"{mean}{at}" for at in range(1_200))]) for family, mean in (("a", "0.1"), ("b", "0.2"))
    ]
    collection = loaded(make_collection, {"results.csv": "\n".join((",".join(("family", *names)), *rows, ""))})
    assert [metric.name for metric in collection.metrics] == names
    assert set(names) <= set(collection.runs.columns)


@pytest.mark.parametrize("formula", ["family", "beta || loss", "cast(family as double)", "cast(family as int) * loss"])
def test_a_formula_that_gives_text_is_left_out_and_the_rest_is_read(make_collection: Make, formula: str) -> None:
    brief = f"derived: {{odd: '{formula}', twice: loss * 2, next: odd + 1}}"
    collection = loaded(make_collection, {"brief.yaml": brief, "summary.csv": GRID, "history.csv": CURVES})
    assert [sentence.split(" does ")[0] for sentence in sentences(collection)] == [
        "The formula of odd",
        "The formula of next names odd, which could not be derived.",
    ]
    assert [metric.name for metric in collection.metrics] == ["twice", "accuracy", "loss"]
    (history,) = collection.histories
    assert history.metrics == ("loss", "twice")
    assert history.scan().collect()["twice"].null_count() == 0


LONG = "family,step,metric,value\n" + "".join(
    f"{family},{step},{metric},{step + at}.5\n"
    for family in ("raw", "norm")
    for step in (0, 5, 9)
    for at, metric in enumerate(("step", "value", "family", "loss"))
)
TOLD_APART = ("step_2", "value", "family_2", "loss")


@pytest.mark.parametrize("files", [{"h.csv": LONG}, {"brief.yaml": "histories: [h.csv]", "h.csv": LONG}])
def test_a_metric_of_a_long_table_may_be_called_as_its_columns(make_collection: Make, files: Mapping[str, str]) -> None:
    collection = loaded(make_collection, files)
    (history,) = collection.histories
    assert (history.keys, history.step, history.metrics) == (("family",), "step", TOLD_APART)
    assert history.scan().collect().row(0, named=True) == {
        "family": "raw", "step": 0.0, "step_2": 0.5, "value": 1.5, "family_2": 2.5, "loss": 3.5
    }  # fmt: skip
    notes = [problem.done for problem in collection.problems if problem.level == "note"]
    assert notes == ["it is called step_2", "it is called family_2"]
    assert set(TOLD_APART) <= set(collection.runs.columns)


def test_a_metric_may_be_called_as_a_column_of_the_runs(make_collection: Make) -> None:
    runs = loaded(make_collection, {"runs.csv": "family,metric,value\na,family,1.5\nb,family,2.5\n"}).runs
    assert runs.select("family", "family_2").rows() == [("a", 1.5), ("b", 2.5)]


def test_a_part_of_the_path_may_be_called_as_a_metric(make_collection: Make) -> None:
    (history,) = loaded(make_collection, {f"loss={at}/h.csv": LONG for at in (1, 2)}).histories
    assert history.keys == ("path loss", "family")
    assert history.scan().collect()["loss"].null_count() == 0


@pytest.mark.parametrize(
    "error",
    [
        pl.exceptions.ComputeError("it is odd.\nfrom here"),
        UnicodeEncodeError("utf-8", "\ud800", 0, 1, "it is odd"),
        OverflowError("it is odd"),
        RecursionError("it is odd"),
        KeyError("it is odd"),
    ],
)
def test_what_nobody_foresaw_is_said_in_one_sentence_with_the_path(
    make_collection: Make, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(source: object) -> Collection:
        raise error

    monkeypatch.setattr(load, "assembled", fail)
    root = make_collection({"results.csv": GRID})
    with pytest.raises(ReadError, match=r"collection cannot be read: \w+: .*it is odd'?\.$") as caught:
        load_collection(root)
    assert caught.value.__cause__ is error
