"""The command line as a user meets it: answers on stdout, narration on stderr, exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sweeplens import __version__
from sweeplens.cli.console import Exit
from sweeplens.cli.main import run
from sweeplens.export import EXPORTERS
from sweeplens.panes import PANES
from sweeplens.panes.base import Pane
from sweeplens.text import visible
from tests.samples.reading import MODES, RUNNING, SAMPLES, SUM

Asking = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(capfd: pytest.CaptureFixture[str]) -> Asking:
    """Run one command in this process: its exit code, stdout and stderr."""

    def asked(*arguments: object) -> tuple[int, str, str]:
        capfd.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return code, out, err

    return asked


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("pane", PANES, ids=lambda pane: pane.id)
@pytest.mark.parametrize("format_", ["table", *(exporter.name for exporter in EXPORTERS)])
def test_every_pane_answers_in_every_format(ask: Asking, pane: object, format_: str) -> None:
    code, out, err = ask(pane.id, MODES, "-f", format_)  # type: ignore[attr-defined]
    assert "Traceback" not in err
    assert code == Exit.DONE, err
    assert out.strip()


@pytest.mark.parametrize(
    ("command", "columns"),
    [
        (["distributions"], "metric,min,mean,median,max,std,n,missing,nonfinite,ddof"),
        (["distributions", "--by", "family"], "reconstruction_loss_family_label,metric,min,mean,median,max"),
        (["extremes"], "end,rank,reconstruction_loss_family_label,beta_label,matched_router_score"),
        (["state"], "status,cells"),
        (["ls"], "collection,path,expected,complete,incomplete,diverged,missing,unexpected"),
        (
            ["dynamics"],
            "reconstruction_loss_family_label,beta_label,"
            "metric,first_step,first,min,min_step,max,max_step,final_step,final,n",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_columns_of_data_are_a_contract(ask: Asking, command: list[str], columns: str) -> None:
    code, out, _ = ask(command[0], SUM, *command[1:], "-f", "csv")
    assert code == Exit.DONE
    assert out.splitlines()[0].startswith(columns)


def test_data_carries_full_precision_and_documents_four_decimals(ask: Asking) -> None:
    _, data, _ = ask("cells", SUM, "-c", "reconstruction_loss", "-f", "csv")
    _, text, _ = ask("cells", SUM, "-c", "reconstruction_loss", "-f", "markdown")
    assert "1.146159944869396" in data
    assert "1.1462" in text
    assert "1.146159944869396" not in text


def test_json_and_csv_hold_the_same_rows(ask: Asking) -> None:
    _, as_json, _ = ask("extremes", SUM, "-f", "json")
    _, as_csv, _ = ask("extremes", SUM, "-f", "csv")
    records = json.loads(as_json)
    assert [record["beta_label"] for record in records] == [row["beta_label"] for row in rows(as_csv)]


def test_a_filter_keeps_what_it_keeps(ask: Asking) -> None:
    _, out, _ = ask("cells", SUM, "-w", "beta<=.1 family~tok", "-f", "csv")
    assert len(rows(out)) == 4


def test_several_collections_are_answered_one_after_the_other(ask: Asking) -> None:
    code, out, _ = ask("state", SAMPLES, "-f", "csv")
    assert code == Exit.DONE
    assert out.startswith("collection,")
    assert {row["collection"] for row in rows(out)} >= {SUM.name, RUNNING.name, MODES.name}


def test_one_table_file_is_a_collection(ask: Asking, tmp_path: Path) -> None:
    file = tmp_path / "scores.csv"
    file.write_text("model,accuracy\na,0.5\nb,0.75\n")
    code, out, _ = ask("extremes", file, "-m", "accuracy", "-n", 1, "-f", "csv")
    assert code == Exit.DONE
    assert [row["accuracy"] for row in rows(out)] == ["0.75", "0.5"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["extremes", SUM, "-m", "nonsense"], Exit.ASKED_WRONGLY, "nonsense"),
        (["cells", SUM, "-w", "beta<="], Exit.ASKED_WRONGLY, ""),
        (["cells", SUM, "-w", "nonsense=1"], Exit.ASKED_WRONGLY, "nonsense"),
        (["cells", SUM, "--view", "nonsense"], Exit.ASKED_WRONGLY, "nonsense"),
        (["cells", SUM, "-f", "nonsense"], Exit.ASKED_WRONGLY, "nonsense"),
        (["distributions", SUM, "--by", "nonsense"], Exit.ASKED_WRONGLY, "nonsense"),
        (["state", "/nowhere/at/all"], Exit.COULD_NOT, "/nowhere/at/all"),
        (["cells", SUM, "--stat", "mean", "--mean-of", 10**21], Exit.ASKED_WRONGLY, "mean-of"),
        (["init", SAMPLES], Exit.ASKED_WRONGLY, "name one"),
    ],
    ids=str,
)
def test_what_goes_wrong_is_one_sentence_and_a_code(ask: Asking, arguments: list[object], code: int, said: str) -> None:
    found, out, err = ask(*arguments)
    assert (found, out) == (code, "")
    assert said in err
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("pane", PANES, ids=lambda pane: pane.id)
@pytest.mark.parametrize(
    "wrong", [["-m", "nope"], ["--by", "nope"], ["--view", "nope"], ["-w", "nope>3"]], ids=lambda wrong: wrong[0]
)
@pytest.mark.parametrize("path", [SUM, MODES], ids=["sum", "modes"])
def test_no_pane_answers_a_question_about_what_is_not_there(
    ask: Asking, pane: Pane, wrong: list[str], path: Path
) -> None:
    code, out, err = ask(pane.id, path, *wrong)
    assert (code, out) == (Exit.ASKED_WRONGLY, "")
    assert "nope" in err


@pytest.mark.parametrize(
    ("command", "option"),
    [("state", "-c"), ("state", "-s"), ("report", "-c"), ("report", "-s"), ("tradeoffs", "-s"), ("latent", "-s")],
)
def test_a_pane_that_needs_no_column_refuses_one_that_is_not_there(ask: Asking, command: str, option: str) -> None:
    code, _, err = ask(command, MODES, option, "nope")
    assert code == Exit.ASKED_WRONGLY
    assert "column called nope" in err
    assert ask(command, MODES, option, "mode")[0] == Exit.DONE


@pytest.mark.parametrize(
    "asked", [["-m", "grad"], ["--by", "task"], ["-s", "grad"], ["-c", "task"]], ids=lambda a: a[1]
)
def test_what_only_a_history_has_is_there(ask: Asking, tmp_path: Path, asked: list[str]) -> None:
    (tmp_path / "brief.yaml").write_text("factors: {kind: {column: kind}}\nhistories: [{file: h.csv, step: step}]\n")
    (tmp_path / "summary.csv").write_text("kind,loss\na,1.5\nb,2.5\n")
    points = "".join(f"{kind},{task},{step},0.5\n" for kind in "ab" for task in "xy" for step in (1, 2))
    (tmp_path / "h.csv").write_text("kind,task,step,grad\n" + points)
    assert ask("state", tmp_path, *asked)[0] == Exit.DONE
    assert ask("dynamics", tmp_path, "-m", "grad", "-w", "task=x")[0] == Exit.DONE


def test_a_filter_that_keeps_nothing_is_an_empty_answer_of_every_pane(ask: Asking) -> None:
    assert {pane.id: ask(pane.id, SUM, "-w", "family=zzz")[0] for pane in PANES} == dict.fromkeys(
        (pane.id for pane in PANES), Exit.DONE
    )


def test_a_name_that_some_collections_have_is_answered_by_those(ask: Asking) -> None:
    code, out, err = ask("state", SUM.parent, "-m", "val_kl", "-f", "csv")
    assert (code, out) == (Exit.DONE, ask("state", MODES, "-f", "csv")[1])
    assert f"{SUM.name}: There is no metric called val_kl" in err


def test_problems_are_told_beside_the_answer(ask: Asking) -> None:
    code, out, err = ask("state", RUNNING, "-f", "csv")
    assert code == Exit.DONE
    assert "grad_norm_history.parquet" in err
    assert "grad_norm_history.parquet" not in out


def test_check_ends_with_three_where_there_are_problems_and_zero_where_there_are_none(ask: Asking) -> None:
    code, out, _ = ask("check", RUNNING)
    assert code == Exit.PROBLEMS
    assert "grad_norm_history.parquet" in out
    code, out, err = ask("check", SUM)
    assert code == Exit.DONE, out
    assert "no problems" in err


def test_check_makes_what_cannot_be_seen_visible(ask: Asking, tmp_path: Path) -> None:
    (tmp_path / "summary.csv").write_text("lr,loss\n0.1,1.5\n0.2,2.5\n")
    (tmp_path / "brief.yaml").write_text("wr\u202eong: 1\nmetrics: {lo\u200bss: {better: lo\u2066wer}}\n")
    _, out, _ = ask("check", tmp_path)
    assert out
    assert all(visible(line) == line for line in out.splitlines())


def test_init_prints_a_brief_and_writes_nothing(ask: Asking, tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_text("lr,seed,loss\n0.1,0,1.5\n0.1,1,1.25\n0.2,0,2.5\n0.2,1,2.25\n")
    code, out, _ = ask("init", tmp_path)
    assert code == Exit.DONE
    assert "loss" in out
    assert [path.name for path in tmp_path.iterdir()] == ["results.csv"]


def test_an_existing_file_is_not_overwritten_without_a_yes(ask: Asking, tmp_path: Path) -> None:
    file = tmp_path / "answer.md"
    file.write_text("precious")
    code, _, err = ask("extremes", SUM, "-o", file)
    assert (code, file.read_text()) == (Exit.COULD_NOT, "precious")
    assert "--force" in err
    code, _, _ = ask("extremes", SUM, "-o", file, "--force")
    assert code == Exit.DONE
    assert file.read_text().count("|") > 10


def test_a_file_s_suffix_names_the_format(ask: Asking, tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    assert ask("extremes", SUM, "-o", file)[0] == Exit.DONE
    assert json.loads(file.read_text())


def test_without_a_terminal_a_path_prints_what_ls_prints(ask: Asking) -> None:
    _, listed, _ = ask("ls", SUM)
    code, out, _ = ask(SUM)
    assert (code, out) == (Exit.DONE, listed)


@pytest.mark.parametrize("format_", ["table", "markdown", "latex", "html", "plot"])
@pytest.mark.parametrize("pane", ["state", "cells", "extremes", "compare", "dynamics", "report"])
def test_every_document_says_where_it_comes_from_once(ask: Asking, pane: str, format_: str) -> None:
    _, out, _ = ask(pane, SUM, "-w", "beta=.01", "-f", format_)
    said = " ".join(out.replace("\\", "").split())
    assert said.count(f"From {SUM.name} (data of ") == 1
    assert said.count(", 4 of 12 rows: beta=.01.") == 1


@pytest.mark.parametrize("format_", ["csv", "tsv"])
def test_rows_for_programs_stay_rows_and_say_it_beside_them_where_wanted(ask: Asking, format_: str) -> None:
    _, pure, silent = ask("extremes", SUM, "-f", format_)
    _, out, said = ask("extremes", SUM, "-f", format_, "--provenance")
    assert (out, silent) == (pure, "")
    assert said.startswith(f"From {SUM.name} (data of ")


def test_json_holds_where_each_collection_comes_from_where_wanted(ask: Asking) -> None:
    _, out, _ = ask("state", SAMPLES, "-f", "json")
    _, told, _ = ask("state", SAMPLES, "-f", "json", "--provenance")
    assert json.loads(told)["rows"] == json.loads(out)
    assert {source["collection"] for source in json.loads(told)["provenance"]} >= {SUM.name, RUNNING.name}


@pytest.mark.parametrize("arguments", [["--pane", "state", SUM], ["-w", "beta=.01", SUM], [SUM, "--pane", "cells"]])
def test_options_may_stand_before_the_path(ask: Asking, arguments: list[object]) -> None:
    assert ask(*arguments)[:2] == ask("ls", SUM)[:2]


@pytest.mark.parametrize(
    ("asked", "said"), [(["--pane", "extrems"], "did you mean extremes?"), (["-w", "beta<="], "beta")]
)
def test_what_the_browser_would_refuse_is_refused_without_a_terminal(ask: Asking, asked: list[str], said: str) -> None:
    code, out, err = ask(SUM, *asked)
    assert (code, out) == (Exit.ASKED_WRONGLY, "")
    assert said in err


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["extremes", "--help"], ["browse", "--help"]])
def test_help_imports_neither_tables_nor_a_terminal(arguments: list[str]) -> None:
    script = (
        "import sys; from sweeplens.cli.main import run; run(sys.argv[1:]); "
        "print([m for m in ('textual', 'polars', 'pandas', 'numpy', 'plotext') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
    assert done.stdout


def test_a_pane_command_imports_no_terminal() -> None:
    script = (
        "import sys; from sweeplens.cli.main import run; run(sys.argv[1:]); "
        "print([m for m in ('textual', 'pandas', 'plotext') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "extremes", str(SUM)], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"


def test_the_version_is_said(ask: Asking) -> None:
    assert __version__ in ask("--version")[1]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(ask: Asking, shell: str) -> None:
    code, out, _ = ask("completion", shell)
    assert code == Exit.DONE
    assert "_SWEEPLENS_COMPLETE" in out


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m sweeplens cells {SUM} -f csv | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True, env={**os.environ})
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("closed", ["stdout", "stderr"])
def test_a_stream_that_the_caller_closed_takes_nothing_and_is_no_error(
    monkeypatch: pytest.MonkeyPatch, closed: str
) -> None:
    monkeypatch.setattr(sys, closed, None)
    assert run(["state", str(SUM)]) == Exit.DONE
    assert run(["state", str(SUM / "nowhere")]) == Exit.COULD_NOT
