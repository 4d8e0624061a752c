from __future__ import annotations

import json
from pathlib import Path

from sweeplens.data.layouts.lm_eval import LAYOUT
from tests.data.layouts.samples import LM_EVAL, column, harness, points, roles, write


def old_style(step: int, acc: float) -> str:
    """A result file as the harness wrote it before filters."""
    return json.dumps(
        {
            "results": {"piqa": {"acc": acc, "acc_stderr": 0.5}},
            "versions": {"piqa": 0},
            "config": {"model": "hf", "model_args": f"pretrained=org/tiny,revision=step{step}", "num_fewshot": 0},
        }
    )


def test_there_is_one_row_a_task_and_a_missing_metric_is_missing(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, LM_EVAL) / "tiny/results_2024.json")
    assert column(reading, "task") == ["piqa", "lambada"]
    assert column(reading, "acc") == [0.75, 0.5]
    assert column(reading, "ppl") == [None, 12.0]


def test_standard_errors_are_spread_and_directions_are_the_files_own(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, LM_EVAL))
    said = {metric.name: (metric.direction.value, metric.spread) for metric in reading.metrics}
    assert said == {"acc": ("higher", "acc_stderr"), "ppl": ("lower", "")}
    assert roles(reading)["acc_stderr"] == "spread"


def test_directions_that_no_file_states_are_unknown(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {"r.json": old_style(1, 0.5)}))
    assert [metric.direction.value for metric in reading.metrics] == ["unknown"]


def test_a_filter_stays_in_the_name_of_its_metric(tmp_path: Path) -> None:
    result = {
        "results": {"gsm8k": {"exact_match,strict-match": 0.5, "exact_match_stderr,strict-match": "N/A"}},
        "config": {},
    }
    reading = LAYOUT.read(write(tmp_path, {"r.json": json.dumps(result)}))
    assert column(reading, "exact_match,strict-match") == [0.5]
    assert column(reading, "exact_match_stderr,strict-match") == [None]
    assert reading.metrics[0].spread == "exact_match_stderr,strict-match"


def test_models_and_shots_of_several_files_are_factors(tmp_path: Path) -> None:
    files = {"a.json": harness(0, piqa={"acc": 0.5}), "b.json": harness(5, piqa={"acc": 0.75})}
    reading = LAYOUT.read(write(tmp_path, files))
    assert column(reading, "num_fewshot") == ["0", "5"]
    assert (roles(reading)["num_fewshot"], roles(reading)["model"]) == ("factor", "constant")
    assert column(reading, "model") == ["org/tiny", "org/tiny"]


def test_steps_in_file_names_make_a_history_of_each_task(tmp_path: Path) -> None:
    files = {f"zero/tiny_step{step}.json": old_style(step, step / 100) for step in (0, 16, 8)}
    reading = LAYOUT.read(write(tmp_path, files))
    (run,) = column(reading, "run")
    assert points(reading, str(run), "acc") == [(0.0, 0.0), (8.0, 0.08), (16.0, 0.16)]
    assert column(reading, "acc") == [0.16]


def test_steps_in_revisions_make_a_history_where_the_names_say_none(tmp_path: Path) -> None:
    files = {"results_b.json": old_style(2, 0.25), "results_a.json": old_style(10, 0.5)}
    reading = LAYOUT.read(write(tmp_path, files))
    assert points(reading, str(column(reading, "run")[0]), "acc") == [(2.0, 0.25), (10.0, 0.5)]


def test_versions_of_a_task_are_kept_apart_and_said(tmp_path: Path) -> None:
    files = {
        "a.json": harness(0, 1, piqa={"acc": 0.5}, boolq={"acc": 0.5}),
        "b.json": harness(0, 2, piqa={"acc": 0.75}),
    }
    reading = LAYOUT.read(write(tmp_path, files))
    assert column(reading, "task") == ["piqa (version 1)", "boolq", "piqa (version 2)"]
    assert [problem.sentence for problem in reading.problems] == [
        "The task piqa was run in versions 1, 2, which measure different things."
    ]


def test_other_json_is_not_the_harnesss(tmp_path: Path) -> None:
    write(tmp_path, {"a.json": '{"results": {"acc": 0.5}, "config": {}}', "b.json": '{"results": {"t": {"acc": 1}}}'})
    assert LAYOUT.detect(tmp_path) == ""


def test_a_truncated_file_is_a_problem_and_the_rest_is_read(tmp_path: Path) -> None:
    files = {"a.json": harness(0, piqa={"acc": 0.5}), "b.json": harness(5, piqa={"acc": 0.75})[:80]}
    reading = LAYOUT.read(write(tmp_path, files))
    assert column(reading, "acc") == [0.5]
    assert [problem.file for problem in reading.problems] == ["b.json"]
