"""A user's corrections on the command line: kept, followed, told, left out, forgotten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from sweeplens.cli.console import Exit
from sweeplens.data.brief import RoleName
from sweeplens.data.correction_file import corrections_file, keep
from sweeplens.data.corrections import Corrections
from tests.cli.test_commands import Asking, ask, rows

__all__ = ["ask"]

TABLE = "model,width,acc,loss\n" + "".join(f"{m},{w},0.{w}{m},{w - m}.5\n" for m in (1, 2) for w in (16, 32, 64))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "sweep").mkdir()
    (tmp_path / "sweep/results.csv").write_text(TABLE)
    return tmp_path / "sweep"


def first(text: str) -> str:
    """The best value of the metric asked about, which is the first after the factors."""
    return next(value for name, value in rows(text)[0].items() if name in ("acc", "loss"))


def test_what_is_said_is_kept_and_followed_by_every_command(ask: Asking, place: Path) -> None:
    assert first(ask("extremes", place, "-m", "loss", "-f", "csv")[1]) == "63.5"
    code, out, err = ask("corrections", place, "--say", "loss=lower", "--say", "width=replicate")
    assert (code, out) == (Exit.DONE, "")
    assert f"as you said in {corrections_file(place)}, width: replicate, loss: lower is better" in err
    code, out, err = ask("extremes", place, "-m", "loss", "-f", "csv")
    assert first(out) == "14.5"
    assert err.count("\n") == 1
    assert "--as-inferred leaves it out" in err
    assert rows(ask("ls", place, "-f", "csv")[1])[0]["expected"] == "2"
    assert "better: lower" in ask("init", place)[1]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("extremes", "-m", "loss", "-f", "csv"), lambda out: first(out) == "63.5"),
        (("ls", "-f", "csv"), lambda out: rows(out)[0]["expected"] == "6"),
        (("init",), lambda out: "better: lower" not in out),
        ((), lambda out: " 6 " in out),
    ],
    ids=["extremes", "ls", "init", "browse"],
)
def test_what_is_kept_can_be_left_out(
    ask: Asking, place: Path, command: tuple[str, ...], says: Callable[[str], bool]
) -> None:
    keep(place, Corrections({"width": "replicate"}, {"loss": "lower"}))
    code, out, err = ask(*command[:1], place, *command[1:], "--as-inferred")
    assert (code, err) == (Exit.DONE, "")
    assert says(out)


def test_corrections_are_listed_with_what_they_stand_in_place_of(ask: Asking, place: Path) -> None:
    assert "Nothing is corrected." in ask("corrections", place)[1]
    keep(place, Corrections({"width": "id"}))
    (row,) = rows(ask("corrections", place, "-f", "csv")[1])
    why = f"said by the user, kept in {corrections_file(place)}"
    assert row == {"column": "width", "is": "id", "instead_of": "factor", "why": why}


def test_corrections_are_forgotten_even_of_what_is_gone(ask: Asking, place: Path) -> None:
    keep(place, Corrections({"width": "id"}))
    (place / "results.csv").unlink()
    place.rmdir()
    assert ask("corrections", place, "--forget") == (Exit.DONE, "", "sweep: what was kept is forgotten.\n")
    assert ask("corrections", place, "--forget") == (Exit.DONE, "", "sweep: nothing is kept.\n")


def test_inferred_takes_one_of_them_back(ask: Asking, place: Path) -> None:
    keep(place, Corrections({"width": "id"}, {"loss": "lower"}))
    ask("corrections", place, "--say", "loss=inferred")
    assert [row["column"] for row in rows(ask("corrections", place, "-f", "csv")[1])] == ["width"]


@pytest.mark.parametrize("said", ["loss", "loss=", "=lower", "loss=smaller"])
def test_a_word_that_is_none_is_refused_with_those_there_are(ask: Asking, place: Path, said: str) -> None:
    code, _, err = ask("corrections", place, "--say", said)
    assert code == Exit.ASKED_WRONGLY
    assert all(word in err for word in get_args(RoleName))
    assert not corrections_file(place).exists()


def test_what_cannot_be_meant_is_refused_in_one_sentence(ask: Asking, place: Path) -> None:
    (place / "results.csv").write_text(TABLE.replace("model", "model,name").replace("\n1,", "\n1,a,"))
    code, _, err = ask("corrections", place, "--say", "gone=metric")
    assert (code, err) == (Exit.ASKED_WRONGLY, "sweeplens: There is no column called gone.\n")


def test_several_collections_are_not_corrected_at_once(ask: Asking, place: Path) -> None:
    for name in ("a", "b"):
        (place.parent / name).mkdir()
        (place.parent / name / "summary.csv").write_text(TABLE)
    code, _, err = ask("corrections", place.parent, "--say", "loss=lower")
    assert code == Exit.ASKED_WRONGLY
    assert "name one of them" in err


def test_a_file_that_cannot_be_read_is_a_problem(ask: Asking, place: Path) -> None:
    keep(place, Corrections({"width": "id"}))
    corrections_file(place).write_text("{")
    code, out, _ = ask("check", place)
    assert code == Exit.PROBLEMS
    assert str(corrections_file(place)) in out
    code, out, err = ask("cells", place, "-f", "csv")
    assert (code, len(rows(out))) == (Exit.DONE, 6)
    assert "holds no corrections that can be read" in err
