from __future__ import annotations

import time

import pytest

from sweeplens.data.formats.dialect import Dialect, dialect_of


@pytest.mark.parametrize(
    ("sample", "dialect"),
    [
        ("a,b\n1,2\n", Dialect(",")),
        ("a;b\n1,5;2,5\n1,25;3\n", Dialect(";")),
        ("name;note\nx;one, two\ny;three, four\n", Dialect(";")),
        ("name\tnote\nx\tone, two\ny\tthree, four\n", Dialect("\t")),
        ("a|b\n1|2\n", Dialect("|")),
        ('a, "b"\n1, "x, y"\n2, "z, w"\n', Dialect(",", pads=True)),
        ("a,b\n'x, y',1\n'z, w',2\n", Dialect(",", quote="'")),
        ('a,b\n"x \\"y\\", z",1\n"w \\"v\\", u",2\n', Dialect(",", escape="\\")),
        ("step loss\n1    0.5\n10   0.25\n", Dialect("\t", collapses=True)),
        ("only\n1\n2\n", Dialect(",")),
        ("loss\n0,5\n0,25\n", Dialect(";")),
        ("", Dialect(",")),
        ("sep=^\na^b\n", Dialect("^")),
    ],
)
def test_the_dialect_is_told_from_a_sample(sample: str, dialect: Dialect) -> None:
    assert dialect_of(sample) == dialect


def test_the_name_decides_where_the_text_leaves_it_open() -> None:
    assert dialect_of("a,b\t1\nc,d\t2\n", ".tsv").separator == "\t"
    assert dialect_of("alone\n", ".tsv").separator == "\t"


@pytest.mark.parametrize("text", ['"' * 5000, ",;|\t" * 5000, "a b:c~d^e,f;g\n" * 400, "(:" * 4000, "\\" * 8000])
def test_no_text_takes_long(text: str) -> None:
    start = time.perf_counter()
    dialect_of(text)
    assert time.perf_counter() - start < 5


def test_fields_of_one_record_are_parted_and_unquoted() -> None:
    assert Dialect(",").fields('a,"b,\nc""d"\n') == ["a", 'b,\nc"d']
    assert Dialect(",").fields("") == []
