"""A brief is read with the line of what is wrong, and the rest of it is used."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sweeplens.data.brief import Brief, ExpectedBrief, FactorBrief, MetricBrief, ModesBrief, View
from sweeplens.data.briefreader import brief_at, read_brief

WHOLE = """
title: Ablation
label: sum
summary: data/summary.csv
factors:
  family: {column: family_label, levels: [raw, dist norm]}
  beta: {column: beta_label, levels: [.01, 1e-1, no]}
  width: {from: setting, pattern: 'w(?P<width>[0-9]+)'}
replicate: seed
expected: product
final: [score]
metrics:
  score: {label: the score, better: higher, unit: '%'}
derived:
  ratio: {formula: a / b, label: A over B}
  half: score / 2
primary: score
fold: yes
histories:
  - {file: data/history.csv, step: global_step, task: task_name}
references:
  mean: {collection: ../mean, label: mean, source: final.csv}
modes: {factor: mode, candidate: full, reference: reinit}
views:
  tops: {pane: dynamics, by: task, columns: [final score, max score], rows: 12, order: [b, a], log: yes, window: 3}
report: [state, tops]
owner: someone
"""


def read(text: str) -> Brief:
    """The brief of a text in which nothing is wrong."""
    brief, problems = read_brief(text)
    assert problems == ()
    return brief


def test_every_key_of_a_brief_is_read() -> None:
    brief = read(WHOLE)
    assert (brief.title, brief.label, brief.summary) == ("Ablation", "sum", "data/summary.csv")
    assert brief.factors["width"] == FactorBrief(source="setting", pattern="w(?P<width>[0-9]+)")
    assert brief.metrics == {"score": MetricBrief("the score", "higher", "%")}
    assert brief.derived["ratio"] == MetricBrief("A over B", formula="a / b")
    assert brief.expected == ExpectedBrief(product=True)
    assert (brief.replicate, brief.final, brief.primary, brief.fold) == (("seed",), ("score",), "score", True)
    assert (brief.histories[0].step, brief.histories[0].task) == ("global_step", "task_name")
    assert brief.references["mean"].source == "final.csv"
    assert brief.modes == ModesBrief("mode", "full", "reinit")
    assert brief.report == ("state", "tops")


def test_levels_stay_as_they_are_written() -> None:
    assert read(WHOLE).factors["beta"].levels == (".01", "1e-1", "no")


def test_a_text_stands_for_the_one_key_that_matters() -> None:
    brief = read("derived: {half: score / 2}\nfactors: {beta: beta_label}\nreferences: {mean: ../mean}")
    assert brief.derived["half"].formula == "score / 2"
    assert brief.factors["beta"].column == "beta_label"
    assert brief.references["mean"].collection == "../mean"


def test_further_keys_of_a_view_are_its_options() -> None:
    view = read(WHOLE).views["tops"]
    assert view == View(
        "dynamics",
        by=("task",),
        columns=("final score", "max score"),
        rows=12,
        order=("b", "a"),
        options={"log": True, "window": 3},
    )


def test_unknown_keys_are_kept_and_ignored() -> None:
    assert read(WHOLE).extra == {"owner": "someone"}


def test_a_key_that_is_nearly_one_is_asked_about() -> None:
    brief, (note,) = read_brief("title: A\nmetrcs: {}")
    assert (note.line, note.level) == (2, "note")
    assert "did you mean `metrics`?" in note.sentence
    assert brief.title == "A"


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("title: A\nfold: perhaps", 2, "true or false"),
        ("title: A\nviews:\n  v: {pane: cells, rows: few}", 3, "a whole number"),
        ("title: A\nmetrics:\n  m:\n    better: upwards", 4, "higher or lower"),
        ("title: A\nhistories:\n  - {step: s}", 3, "does not say its file"),
        ("title: A\nexpected: everything", 2, "`product` or a list of cells"),
        ("title: A\nexpected: [{f: [1, 2]}]", 2, "a level to each of some factors"),
        ("title: A\nfinal: [{a: b}]", 2, "a text"),
        ("title: A\nfactors:\n  f: [a, b]", 3, "a mapping"),
        ("title: A\ntitle: A", 2, "there twice"),
        ("title: A\nviews: [1]", 2, "`views` should be a mapping"),
        ("title: A\nreferences: [mean]", 2, "`references` should be a mapping"),
    ],
)
def test_what_is_wrong_is_reported_with_its_line_and_the_rest_is_used(text: str, line: int, part: str) -> None:
    brief, (problem,) = read_brief(text)
    assert (problem.file, problem.line) == ("brief.yaml", line)
    assert part in problem.sentence
    assert brief.title == "A"


def test_a_list_keeps_its_good_members() -> None:
    brief, problems = read_brief("histories: [{file: a.csv}, {step: s}, {file: b.csv}]")
    assert [history.file for history in brief.histories] == ["a.csv", "b.csv"]
    assert len(problems) == 1


def test_expected_cells_are_a_list_or_a_product_with_exceptions() -> None:
    assert read("expected: [{f: a, b: .1}]").expected == ExpectedBrief(cells=({"f": "a", "b": ".1"},))
    said = read("expected: {product: {f: [a]}, except: [{f: a, b: .1}]}").expected
    assert said == ExpectedBrief(product=True, levels={"f": ("a",)}, excepted=({"f": "a", "b": ".1"},))


@pytest.mark.parametrize("text", ["", "# nothing", "~"])
def test_an_empty_brief_says_nothing(text: str) -> None:
    assert read_brief(text)[0] == Brief()


@pytest.mark.parametrize(
    "text",
    [
        "[1, 2]",
        "title: [",
        "a: &a [*a]",
        "[" * 100_000,
        "a: &x [1, 1]\nb: &y [*x, *x]\nc: " + "[*y]" + "\n" + "".join(f"k{i}: [*y]\n" for i in range(300)),
        "title: \x07",
        "title: !!python/object/apply:os.system [ls]",
    ],
    ids=["list", "cut", "loop", "deep", "aliases", "control", "tag"],
)
def test_what_is_no_brief_is_a_problem_and_no_crash(text: str) -> None:
    brief, problems = read_brief(text)
    assert brief.title == ""
    assert problems


def test_aliases_that_stand_for_too_much_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    brief, problems = read_brief("\n".join(lines))
    assert brief.extra == {}
    assert "aliases" in problems[0].sentence


def test_a_directory_without_a_brief_has_an_empty_one(tmp_path: Path) -> None:
    assert brief_at(tmp_path) == (Brief(), ())


def test_a_brief_that_is_no_utf8_or_too_long_is_survived(
    make_collection: Callable[[Mapping[str, str | bytes]], Path],
) -> None:
    assert brief_at(make_collection({"brief.yaml": b"title: caf\xe9"}))[0].title == "caf\ufffd"
    brief, (problem,) = brief_at(make_collection({"brief.yaml": "title: A\n" + "#" * (1 << 20)}))
    assert (brief, problem.done) == (Brief(), "the brief was left out")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes")
def test_a_pipe_in_place_of_a_brief_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "brief.yaml")
    brief, (problem,) = brief_at(tmp_path)
    assert (brief, problem.sentence) == (Brief(), "brief.yaml is no file that can be read.")
