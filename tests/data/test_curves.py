"""Histories tied to the runs: by the levels of their keys, whoever wrote these and in whatever type."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import polars as pl
import pytest

from sweeplens.data.collection import Collection
from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.data.standing import standing
from sweeplens.figures import Table
from sweeplens.panes import dynamics
from sweeplens.panes.base import Question

FAMILIES = ["x", "x", "x", "y", "y", "y"]
SPELLINGS = {
    "whole": pl.Series([1, 2, 3, 4, 5, 6], dtype=pl.Int32),
    "float": pl.Series([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    "category": pl.Series(["1", "2", "3", "4", "5", "6"], dtype=pl.Categorical),
    "padded": pl.Series(["01", "02", "03", "04", "05", "06"]),
    "decimal": pl.Series(["1.0", "2.0", "3.0", "4.0", "5.0", "6.0"]),
    "named": pl.Series(["key=1", "key=2", "key=3", "key=4", "key=5", "key=6"]),
}


def spelt(key: str, how: str) -> pl.Series:
    """Six numbers; those of seeds begin anew in the second family."""
    numbers = SPELLINGS[how].gather([0, 1, 2, 0, 1, 2]) if key == "seed" else SPELLINGS[how]
    return numbers.str.replace("key", key) if how == "named" else numbers


def collection_of(root: Path, key: str, in_runs: str, in_history: str) -> Collection:
    """Six runs, and a history of two steps each, whose metric is the run's place and the step."""
    (root / "data").mkdir(exist_ok=True)
    runs = pl.DataFrame({"family": FAMILIES, key: spelt(key, in_runs), "acc": [0.51, 0.52, 0.53, 0.54, 0.55, 0.56]})
    runs.write_parquet(root / "data" / "summary.parquet")
    keys = pl.DataFrame({"family": FAMILIES, key: spelt(key, in_history), "acc": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]})
    own = keys if key == "seed" else keys.drop("family")
    steps = [own.with_columns(pl.lit(step).alias("step"), acc=pl.col("acc") + step / 10) for step in (1, 2)]
    pl.concat(steps).write_parquet(root / "data" / "h.parquet")
    return load_collection(root)


@pytest.mark.parametrize("key", ["seed", "run", "lr"])
def test_levels_of_a_key_are_the_runs_however_either_side_writes_numbers(tmp_path: Path, key: str) -> None:
    for in_runs, in_history in product(SPELLINGS, SPELLINGS):
        collection = collection_of(tmp_path, key, in_runs, in_history)
        assert standing(collection, "max", 5).runs["acc"].to_list() == [1.2, 2.2, 3.2, 4.2, 5.2, 6.2]
        shown = dynamics.answer(Question(collection, Selection(metric="acc", where=parse_filter("family=y"))))
        assert isinstance(shown, Table)
        assert shown.rows.column(shown.index("final")) == [4.2, 5.2, 6.2], (in_runs, in_history)


def test_a_number_by_which_a_history_names_its_curves_is_no_metric(tmp_path: Path) -> None:
    roles = {decision.column: decision for decision in collection_of(tmp_path, "lr", "float", "float").roles}
    assert roles["lr"].role.value == "factor"
    assert roles["lr"].why == "it names the curves of data/h.parquet"


def test_a_brief_may_say_all_the_same_that_it_is_one(tmp_path: Path) -> None:
    (tmp_path / "brief.yaml").write_text("roles: {lr: metric}\n")
    collection = collection_of(tmp_path, "lr", "float", "whole")
    assert collection.metric("lr") is not None
    assert isinstance(dynamics.answer(Question(collection, Selection(metric="acc"))), Table)
