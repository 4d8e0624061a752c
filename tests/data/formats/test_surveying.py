"""Large files are not held in memory, and say the same as if they were."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from polars.testing import assert_frame_equal

from sweeplens.data.formats import pieces, survey_of
from sweeplens.data.formats.base import SAMPLE_ROWS
from sweeplens.data.tablefile import TableFile, read_table
from sweeplens.errors import ReadError
from tests.data.formats.conftest import LONG_AGO
from tests.data.formats.dialects import Written, tables

NUMBERED = itertools.count()
HEADED = "step,family,loss,note\n"
BODY = "".join(f"{at},f{at % 3},{at / 7!r}, n {at} \n" for at in range(300))


@pytest.fixture(autouse=True)
def short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces so short that small files have many."""
    monkeypatch.setattr(pieces, "SIZE", 512)
    monkeypatch.setattr(pieces, "HELD", 3)


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def large(path: Path) -> TableFile:
    """The table of a file that counts as large."""
    return read_table(path, path.name, at_once=0)


def whole(path: Path) -> TableFile:
    """The table of a file that is held in memory."""
    return read_table(path, path.name, at_once=1 << 40)


def assert_alike(path: Path) -> None:
    """Both ways of reading give the same columns, texts, numbers, meanings and problems."""
    some, other = large(path), whole(path)
    names = other.frame.columns
    assert some.frame.columns == names
    assert some.problems == other.problems
    assert_frame_equal(some.scan(names, ()).collect(), other.scan(names, ()).collect())
    assert_frame_equal(some.scan((), names).collect(), other.scan((), names).collect(), check_exact=True)
    for column, known in zip(some.columns, other.columns, strict=True):
        for said in ("kind", "unit", "missing", "missing_words", "unreadable", "unreadable_count"):
            assert getattr(column.read, said) == getattr(known.read, said), (column.name, said)


NUMBERS = [repr(at / 7) for at in range(200)]
COLUMNS = {
    "plain": NUMBERS,
    "percent": [f"{number}%" for number in NUMBERS],
    "spread": [f"{number} ± 0.5" for number in NUMBERS],
    "thousands": [f'"{at:,}.5"' for at in range(900, 1100)],
    "scaled": [f"{at}K" for at in range(200)],
    "words": [["0.125", "N/A", "None", "-", "nan", "-inf", ""][at % 7] for at in range(200)],
    "one unreadable": [*NUMBERS[:150], "oops", *NUMBERS[151:]],
    "many unreadable": [*NUMBERS[:170], *["oops"] * 15, *NUMBERS[185:]],
    "late text": [*["1"] * 120, *["word"] * 80],
    "foreign units": [*[f"{at} ms" for at in range(1, 191)], *["3 s"] * 10],
    "truth": [["True", "false"][at % 2] for at in range(200)],
    "lists": ['"[1, 2]"'] * 200,
    "large whole numbers": [str(2**53 + at) for at in range(200)],
    "empty": [""] * 200,
    "empty at first": [*[""] * 180, *NUMBERS[180:]],
    "quoted": ['"two\nlines"', '"a ""b"""'] * 100,
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_large_column_says_what_it_says_in_memory(kind: str, tmp_path: Path) -> None:
    rows = "".join(f"{at},{field},x {at % 3}\n" for at, field in enumerate(COLUMNS[kind]))
    path = write(tmp_path / "t.csv", f"step,{kind},family\n{rows}")
    assert not large(path).is_whole
    assert_alike(path)


TEXTS = {
    "comments between the rows": f"# a run\n{HEADED}{BODY}# again\n# and, again\n{BODY}",
    "the head once more": f"{HEADED}{BODY}{HEADED}{BODY}{HEADED}",
    "rows that are too long or too short": f"{HEADED}{BODY}1,f,0.5,x,more\n2,f\n{BODY}3,f,1,y,,\n",
    "blank lines": f"{HEADED}{BODY}\n\n  \n,,,\n{BODY}\n",
    "a mean below the rows": "seed,acc\n" + "".join(f"{at},0.5\n" for at in range(100)) + "mean,0.5\nstd,0\n",
    "means between the rows": "run,seed,acc\n" + "".join(f"r{at},0,1\nr{at},1,2\nr{at},mean,1.5\n" for at in range(50)),
    "levels called as summaries": "pooling,acc\n" + "max,0.5\nmean,0.9\n" * 100,
    "decimal commas": "name;acc;n\n" + "".join(f"r{at};0,{at};1.024\n" for at in range(200)),
    "quoted decimal commas": "name,acc\n" + "".join(f'r{at},"0,{at}"\n' for at in range(200)),
    "commas that say nothing": "name;acc\n" + "r;1,014\n" * 100,
    "columns without names": ",a,,\n" + "".join(f"{at},0.5,,\n" for at in range(200)),
    "no head": "".join(f"{at},0.5,2\n" for at in range(200)),
    "two rows of names": ",train,train\n,loss,acc\n" + "".join(f"{at},0.5,2\n" for at in range(200)),
    "line ends of two signs": f"{HEADED}{BODY}".replace("\n", "\r\n"),
    "a byte order mark": f"\ufeff{HEADED}{BODY}",
    "a byte order mark and no head": "\ufeff" + "".join(f"{at},0.5,2\n" for at in range(200)),
    "names with blanks": " step , family \n" + "1, a \n\t2,b\u00a0\n" * 100,
    "one column": "loss\n" + "0.5\n" * 300,
    "a last row without a line end": f"{HEADED}{BODY}77,f1,0.1,x",
    "half a last row": f"{HEADED}{BODY}77,f1,0.1",
    "an open quote in the last row": f'{HEADED}{BODY}77,"f1',
    "no rows": HEADED,
}


@pytest.mark.parametrize("kind", TEXTS)
def test_a_large_text_is_the_table_that_it_is_in_memory(kind: str, tmp_path: Path) -> None:
    assert_alike(write(tmp_path / "t[1].csv", TEXTS[kind]))


LEFT = {
    "UTF-16": (f"{HEADED}{BODY}", "utf-16"),
    "Latin-1": (f"{HEADED}{BODY}".replace("n ", "é"), "latin-1"),
    "one damaged character": (f"{HEADED}{BODY}8,f,1,\udcff\n{BODY}", "utf-8"),
    "a stray quote": (f'{HEADED}{BODY}8,5" pipe,1,x\n{BODY}', "utf-8"),
    "a quote that is never closed": (f'{HEADED}{BODY}8,"f,1,x\n{BODY}', "utf-8"),
    "escaped quotes": ('a,b\n1,"5\\" pipe"\n' * 100, "utf-8"),
    "a named separator": ("sep=,\na,b\n" + "1,2\n" * 100, "utf-8"),
    "zero bytes": (f"{HEADED}{BODY}\0\0\0\0{BODY}", "utf-8"),
    "doubled returns": (f"{HEADED}{BODY}{BODY}".replace("\n", "\r\r\n"), "utf-8"),
    "old line ends": (f"{HEADED}{BODY}".replace("\n", "\r"), "utf-8"),
    "a comment in a single column": ("a\n" + "1\n" * 100 + "# a, b\n" + "2\n" * 100, "utf-8"),
    "a long comment": (f"{HEADED}{BODY}# a, b, c, d, e, f\n{BODY}", "utf-8"),
}


@pytest.mark.parametrize("kind", LEFT)
def test_what_a_plain_parser_would_read_wrongly_is_held_in_memory_after_all(kind: str, tmp_path: Path) -> None:
    text, encoding = LEFT[kind]
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode(encoding, "surrogateescape"))
    os.utime(path, (LONG_AGO, LONG_AGO))
    assert survey_of(path) is None
    assert large(path).frame.equals(whole(path).frame)


@given(table=tables())
@settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_a_table_in_any_dialect_says_the_same_in_pieces(table: Written, tmp_path: Path) -> None:
    path = tmp_path / f"t{next(NUMBERED)}.csv"  # a file is remembered by its name, size and time
    path.write_bytes(table.data)
    os.utime(path, (LONG_AGO, LONG_AGO))
    assert_alike(path)


def test_the_first_rows_stand_for_the_others_and_a_column_that_begins_late_is_among_them(tmp_path: Path) -> None:
    rows = "".join(f"{at},{at / 7},{'' if at < SAMPLE_ROWS + 50 else 0.5}\n" for at in range(SAMPLE_ROWS + 100))
    table = large(write(tmp_path / "t.csv", f"step,loss,val\n{rows}"))
    assert table.frame.height == SAMPLE_ROWS + 1
    assert [column.is_numeric for column in table.columns] == [True, True, True]
    assert table.frame["step"][-1] == str(SAMPLE_ROWS + 50)


def test_a_file_that_is_growing_ends_where_it_ended_when_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(HEADED + BODY)
    table = large(path)
    with path.open("a") as file:
        file.write("9,f,0.")
    assert table.scan(("family",), ("loss",)).collect().height == 300


@pytest.mark.parametrize("text", ["", HEADED + BODY[:1000], HEADED + BODY.replace("f1", "f9"), None])
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_file_that_is_no_longer_what_it_was_is_told_in_one_sentence(
    suffix: str, text: str | None, tmp_path: Path
) -> None:
    path = write(tmp_path / f"t.{suffix}", HEADED + BODY)
    if suffix == "parquet":
        pl.read_csv(path).write_parquet(path)
    table = large(path)
    path.unlink() if text is None else path.write_text(text)
    with pytest.raises(ReadError, match=f"t.{suffix} (is no longer what it was|cannot be read|is no file)"):
        table.scan(("family",), ("loss",))


def test_a_large_parquet_file_says_what_it_says_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pl.DataFrame(
        {
            " seed ": [0.0, 1.0, None],
            "loss": [0.5, 1.0, float("nan")],
            "acc": ["90%", "N/A", "91.5%"],
            "family": ["a", "a", "b"],
            "is_best": [True, False, None],
            "step": [1, 2, 3],
        }
    ).write_parquet(path)
    assert not large(path).is_whole
    assert_alike(path)
    assert large(path).scan(("seed",), ("acc",)).collect().rows() == [("0", 90.0), ("1", None), (None, 91.5)]
