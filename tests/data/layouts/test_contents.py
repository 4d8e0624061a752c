from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sweeplens.data.layouts.contents import Content, curve_shape, document_content, table_content
from sweeplens.data.layouts.documents import parse_json
from sweeplens.data.tablefile import read_table


def content(text: str, name: str = "report.json") -> Content:
    return document_content(name, parse_json(text))


def rows(found: Content, key: str = "") -> list[tuple[Any, ...]]:
    return found.curves[key].rows()


def test_nested_numbers_are_results_and_mappings_called_so_are_settings() -> None:
    found = content(
        '{"metrics": {"test": {"acc": 0.5}}, "config": {"lr": 1e-3, "net": {"d": 4}}, "model": "mlp", "seed": 3}'
    )
    assert found.numbers == {"metrics.test.acc": 0.5}
    assert found.settings == {"lr": "1e-3", "net.d": "4", "model": "mlp", "seed": "3"}


def test_a_file_called_as_settings_gives_settings_alone() -> None:
    assert content('{"lr": 0.1}', "specs.json") == Content(settings={"lr": "0.1"}) or content(
        '{"lr": 0.1}', "specs.json"
    ).settings == {"lr": "0.1"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"log": [{"step": 1, "loss": 2}, {"step": 2, "loss": 1}]}', [(1.0, 2.0), (2.0, 1.0)]),
        ('[{"epoch": 0, "loss": 2}, {"epoch": 1, "loss": 1}]', [(0.0, 2.0), (1.0, 1.0)]),
        ('{"epoch": 0, "loss": 2}\n{"epoch": 1, "loss": 1}', [(0.0, 2.0), (1.0, 1.0)]),
        ('{"xs": [5, 6], "ys": [0.5, 0.25]}', [(5.0, 0.5), (6.0, 0.25)]),
        ('{"history": {"step": [1, 2], "loss": [2, null]}}', [(1.0, 2.0), (2.0, None)]),
        ('{"loss": [5, 4, 3, 2, 1]}', [(0.0, 5.0), (1.0, 4.0), (2.0, 3.0), (3.0, 2.0), (4.0, 1.0)]),
    ],
)
def test_records_with_a_step_and_arrays_are_curves(text: str, expected: list[tuple[float, float | None]]) -> None:
    assert rows(content(text)) == expected


def test_a_short_list_is_no_curve() -> None:
    assert content('{"betas": [0.9, 0.999], "acc": 1}').curves == {}


def test_a_summary_before_its_cases_is_the_result() -> None:
    assert content('{"accuracy": 0.5, "total": 4}\n{"id": 1, "valid": false}\n').numbers == {
        "accuracy": 0.5,
        "total": 4.0,
    }


def test_records_that_are_no_curve_are_numbered() -> None:
    assert content('{"sets": [{"loss": 1}, {"loss": 2}]}').numbers == {"sets.0.loss": 1.0, "sets.1.loss": 2.0}


@pytest.mark.parametrize("document", [None, "text", 3, [1, 2], []])
def test_other_documents_say_nothing(document: Any) -> None:
    assert not document_content("a.json", document).says_something


def table(tmp_path: Path, text: str) -> Content:
    (tmp_path / "t.csv").write_text(text)
    table = read_table(tmp_path / "t.csv", "t.csv")
    return table_content(table, curve_shape(table))


def test_a_table_with_steps_is_a_curve_and_one_of_one_row_gives_numbers(tmp_path: Path) -> None:
    assert rows(table(tmp_path, "step,loss\n1,2\n2,1\n")) == [(1.0, 2.0), (2.0, 1.0)]
    one = table(tmp_path, "model,acc\nmlp,0.5\n")
    assert (one.numbers, one.settings) == ({"acc": 0.5}, {"model": "mlp"})
    assert not table(tmp_path, "case,acc\na,0.5\nb,0.25\n").says_something


def test_a_curve_of_a_single_step_is_known_by_its_counter(tmp_path: Path) -> None:
    found = table(tmp_path, "epoch,step,loss,acc\n0,9,2.0,\n0,9,,0.5\n").curves[""]
    assert (found.columns, found.rows()) == (["step", "loss", "acc"], [(9.0, 2.0, 0.5)])


def test_settings_in_records_are_settings() -> None:
    found = content('{"iter": 1, "loss": 2, "config": {"lr": 0.1}}\n{"iter": 2, "loss": 1, "config": {"lr": 0.1}}\n')
    assert (found.settings, found.curves[""].columns) == ({"lr": "0.1"}, ["iter", "loss"])
