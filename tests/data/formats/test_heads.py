from __future__ import annotations

import pytest

from sweeplens.data.formats.heads import head_of
from sweeplens.data.formats.names import unique_names


def rows(text: str) -> list[list[str]]:
    return [line.split(",") for line in text.split("\n")]


@pytest.mark.parametrize(
    ("text", "names", "count"),
    [
        ("family,loss\nraw,0.5", ["family", "loss"], 1),
        ("a,b\nx,y\nz,w", ["a", "b"], 1),
        ("ppo,0,0.51\nppo,1,0.52", ["column_1", "column_2", "column_3"], 0),
        ("1,2.5\n2,3.5", ["column_1", "column_2"], 0),
        ("0.5,0.25", ["column_1", "column_2"], 0),
        ("task,2019,2020\nqa,0.5,0.6\nmt,1,2", ["task", "2019", "2020"], 1),
        ("0,1,2\n5,6,7\n8,9,4", ["0", "1", "2"], 1),
        ("# step,loss\n1,0.5\n2,0.25", ["step", "loss"], 1),
        ("# a run, of today\nstep,loss\n1,0.5", ["step", "loss"], 2),
        ("Results of May\n\nstep,loss\n1,0.5\n2,1", ["step", "loss"], 2),
        ("Results,,\nstep,loss,acc\n1,0.5,2\n2,1,3", ["step", "loss", "acc"], 2),
        (
            ",DFire,,FireNet,\nMetric,acc,f1,acc,f1\nno_temp,1,2,3,4",
            ["Metric", "DFire/acc", "DFire/f1", "FireNet/acc", "FireNet/f1"],
            2,
        ),
        ("D,d1,d1,d2\nM,acc,f1,acc\nx,1,2,3", ["D/M", "d1/acc", "d1/f1", "d2/acc"], 2),
        (",acc,acc,loss\nseed,0,1,0\nmethod,,,\nppo,1,2,3", ["method", "acc/0", "acc/1", "loss/0"], 3),
        (",,acc,acc\n,,mean,std\nmethod,seed,,\nppo,0,1,2", ["method", "seed", "acc/mean", "acc/std"], 3),
        (",acc,acc\nppo,0.5,0.6\ndqn,,\na2c,0.1,0.2", ["column_1", "acc", "acc_2"], 1),
        ("10,20\n0.5,0.25\n0.1,0.75", ["10", "20"], 1),
        ("10,20\n0.5,3\n0.1,4", ["column_1", "column_2"], 0),
        ("step,time,loss\n,s,\n1,2,3\n2,3,4", ["step", "time (s)", "loss"], 2),
        ("step,time,mem\n[-],[s],[MB]\n1,2,3\n2,3,4", ["step", "time (s)", "mem (MB)"], 2),
        ("loss,acc\nrun 1,0.5,0.1\nrun 2,0.6,0.2", ["column_1", "loss", "acc"], 1),
        ("loss,acc\n0.5,0.1,\n0.6,0.2,", ["loss", "acc", "column_3"], 1),
        ("loss,acc,\n0.5,0.1\n0.6,0.2", ["loss", "acc"], 1),
        ("loss,acc\n0.5,0.1,3,4\n0.6,0.2,5,6", ["loss", "acc", "column_3", "column_4"], 1),
        ("method,loss\nnan,nan\nppo,nan", ["method", "loss"], 1),
        ("run,loss\na,failed\nb,0.5\nc,0.25", ["run", "loss"], 1),
    ],
)
def test_the_rows_that_name_the_columns_are_told_from_the_data(text: str, names: list[str], count: int) -> None:
    table = [row for row in rows(text) if row != [""]]
    head = head_of(table)
    assert (list(head.names), head.rows) == (names, count)


def test_a_head_without_names_says_so() -> None:
    head = head_of(rows("1,2.5\n2,3.5"))
    assert not head.has_names
    assert head.notes == ("The first row is data: no column has a name.",)


def test_no_rows_have_no_head() -> None:
    assert head_of([]).names == ()


def test_names_are_unique_whatever_they_were() -> None:
    assert unique_names(["", "a", "a", "column_1", " a "]) == ("column_1_2", "a", "a_2", "column_1", "a_3")
