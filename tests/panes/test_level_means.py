"""A ranking of one factor's levels averages over all the others."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean

import pytest

from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Direction, Table
from sweeplens.panes import extremes
from sweeplens.panes.base import Question
from tests.builders import collection_of, factor
from tests.samples.reading import MODES, records


def top(table: Table) -> list[tuple[str, float]]:
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows.page(0, len(table.rows))]
    key = names[3] if names[2] == "tie" else names[2]
    score = next(column.name for column in table.columns if column.bar)
    return [(str(row[key]), float(str(row[score]))) for row in rows if row["end"] == "top"]


def test_settings_are_ranked_by_their_mean_of_products_formed_row_by_row() -> None:
    found = extremes.answer(Question(load_collection(MODES), Selection(view="setting-ranking")))
    assert isinstance(found, Table)
    products: dict[str, list[float]] = defaultdict(list)
    for row in records(MODES / "data" / "summary.csv"):
        products[row["loss_setting"]].append(float(row["val_router_probe"]) * float(row["val_accuracy"]))
    wanted = sorted(((name, fmean(values)) for name, values in products.items()), key=lambda pair: -pair[1])
    assert [name for name, _ in top(found)] == [name for name, _ in wanted]
    assert [value for _, value in top(found)] == pytest.approx([value for _, value in wanted])
    assert top(found)[0][0] == "beta0p1_d50_lin50"
    assert any("Means over mode and task (12 rows each)." in caption for caption in found.captions)


def test_what_a_filter_leaves_out_and_what_is_not_finite_is_in_no_mean() -> None:
    collection = collection_of(
        {
            "family": ["a", "a", "a", "b", "b"],
            "beta": ["1", "2", "3", "1", "2"],
            "score": [1.0, 3.0, 9.0, float("nan"), 4.0],
        },
        [factor("family", ["a", "b"]), factor("beta", ["1", "2", "3"])],
        better={"score": Direction.HIGHER},
    )
    found = extremes.answer(Question(collection, Selection(by=("family",), where=parse_filter("beta<=2"))))
    assert isinstance(found, Table)
    assert top(found) == [("b", 4.0), ("a", 2.0)]
