"""Many tables under one head, parsed at once: each is what it is when it is read alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sweeplens.data import alike, tablefile
from sweeplens.data.alike import FEWEST, read_alike
from sweeplens.data.formats.tail import Followed, gone_on, read_followed
from sweeplens.data.tablefile import TableFile, is_remembered, read_table

HEAD = "epoch,step,train loss,val\n"
PLAIN = [f"0,{at},0.5,\n1,{at},,{at}.25\n2,{at},nan,inf\n" for at in range(FEWEST + 4)]
ODD = {
    "a word": "0,1,oops,\n" * 3,
    "a word for nothing": "0,1,None,2\n0,2,0.5,1\n",
    "the head again": "0,1,0.5,2\n" + HEAD + "0,2,0.5,1\n",
    "a sum": "0,1,2,2\n0,2,4,4\nmean,1.5,3,3\n",
    "a comment": "0,1,0.5,2\n# done\n",
    "too few": "0,1\n0,2,0.5,1\n",
    "too many": "0,1,2,3,4\n0,2,0.5,1\n",
    "a blank line": "0,1,2,3\n\n0,2,0.5,1\n",
    "an empty row": "0,1,2,3\n,,,\n0,2,0.5,1\n",
    "blanks": "0, 1,2 ,3\n",
    "quotes": '0,"1",2,3\n',
    "units": "0,1,50%,3\n0,2,40%,3\n",
    "half a line": "0,1,2,3\n0,2,0.",
    "returns": "0,1,2,3\r\n0,2,0.5,1\r\n",
    "nothing": "",
    "no letter of ours": "0,1,é,3\n",
}


def tell(table: TableFile) -> tuple[object, ...]:
    """All that can be said of a table, without what it was read by."""
    facts = [
        (c.text.to_list(), c.present, c.read.kind, repr(c.read.values.to_list()), c.read.missing, c.distinct)
        for c in table.columns
    ]
    return table.name, table.frame.schema, table.frame.rows(), facts, table.problems, table.directions


def written(root: Path, bodies: list[str]) -> list[str]:
    """The names of files with these bodies under one head, long at rest."""
    names = [f"run_{at}.csv" for at in range(len(bodies))]
    for name, body in zip(names, bodies, strict=True):
        (root / name).write_bytes((HEAD + body).encode())
        os.utime(root / name, (1, 1))
    return names


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    tablefile._whole_table._kept.clear()


def assert_alike(root: Path, names: list[str]) -> None:
    """Each of the tables is as it is when it is read alone."""
    read_alike(root, names)
    together = {name: tell(read_table(root / name, name)) for name in names}
    tablefile._whole_table._kept.clear()
    assert together == {name: tell(read_table(root / name, name)) for name in names}


@pytest.mark.parametrize("kind", ODD)
def test_a_table_that_is_not_plain_is_read_as_any_other(tmp_path: Path, kind: str) -> None:
    names = written(tmp_path, [*PLAIN[:4], ODD[kind], *PLAIN[4:]])
    assert_alike(tmp_path, names)
    tablefile._whole_table._kept.clear()
    read_alike(tmp_path, names)
    assert [name for name in names if not is_remembered(tmp_path / name, name)] == [names[4]]


cells = st.one_of(st.just(""), st.integers(-9, 99).map(str), st.floats(allow_nan=True).map(repr), st.just("x"))
bodies = st.lists(st.tuples(cells, cells, cells, cells).map(",".join), max_size=4).map(
    lambda rows: "".join(f"{row}\n" for row in rows)
)


@given(st.lists(bodies, min_size=FEWEST, max_size=FEWEST + 4))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_tables_read_together_are_those_read_alone(tmp_path: Path, bodies: list[str]) -> None:
    tablefile._whole_table._kept.clear()
    assert_alike(tmp_path, written(tmp_path, bodies))


@pytest.mark.parametrize("separator", ["\t", ";"])
def test_other_separators_do_as_well(tmp_path: Path, separator: str) -> None:
    names = written(tmp_path, PLAIN)
    for name in names:
        (tmp_path / name).write_text((tmp_path / name).read_text().replace(",", separator))
        os.utime(tmp_path / name, (2, 2))
    assert_alike(tmp_path, names)


def test_all_but_the_first_are_parsed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = written(tmp_path, PLAIN)
    read: list[str] = []

    def noted(path: Path) -> Followed:
        read.append(path.name)
        return read_followed(path)

    monkeypatch.setattr("sweeplens.data.tablefile.read_followed", noted)
    monkeypatch.setattr(alike, "TOGETHER", 1 << 30)
    read_alike(tmp_path, names)
    for name in names:
        read_table(tmp_path / name, name)
    assert read == names[:1]


def test_they_are_followed_as_any_other(tmp_path: Path) -> None:
    names = written(tmp_path, PLAIN)
    read_alike(tmp_path, names)
    grown = tmp_path / names[3]
    before = read_table(grown, names[3]).followed
    with grown.open("a") as file:
        file.write("9,99,0.125,\n")
    assert before is not None
    after = gone_on(grown, before)
    assert after is not None
    assert after.sheets[0].frame.rows()[-1] == ("9", "99", "0.125", None)
