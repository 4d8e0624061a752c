"""Every pane of the registry, over collections at the edges."""

from __future__ import annotations

import subprocess
import sys
from math import inf, nan
from pathlib import Path

import pytest

from sweeplens.data.collection import Collection
from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import SweeplensError, UsageError
from sweeplens.figures import FIGURES, Figure, Notice
from sweeplens.panes import PANES
from sweeplens.panes.base import Pane, Question
from tests.builders import collection_of, factor

SAMPLES = sorted(path for path in (Path(__file__).parents[2] / "sample_collections").iterdir() if path.is_dir())
AB = factor("f", ("a", "b"))

EDGES = {
    "nothing": collection_of({}, ()),
    "no rows": collection_of({"f": [], "score": []}, (factor("f", ()),)),
    "no metrics": collection_of({"f": ["a", "b"]}, (AB,)),
    "no factors": collection_of({"score": [1.0, 2.0]}, ()),
    "one row": collection_of({"f": ["a"], "score": [1.0]}, (factor("f", ("a",)),)),
    "nothing finite": collection_of({"f": ["a", "b"], "score": [nan, None]}, (AB,)),
    "constant": collection_of({"f": ["a", "b"], "score": [1.0, 1.0], "loss": [inf, 1e308]}, (AB,)),
}
SELECTIONS = {
    "plain": Selection(),
    "folded": Selection(fold=True),
    "nothing kept": Selection(where=parse_filter("absent")),
    "two rows": Selection(rows=2),
}


def said(pane: Pane, question: Question) -> Figure:
    """The pane's answer, or the sentence that stands in its place."""
    try:
        return pane.answer(question)
    except SweeplensError as error:
        return Notice(pane.title, (str(error),))


@pytest.mark.parametrize("selection", SELECTIONS.values(), ids=SELECTIONS)
@pytest.mark.parametrize("collection", EDGES.values(), ids=EDGES)
@pytest.mark.parametrize("pane", PANES, ids=lambda pane: str(pane.id))
def test_a_pane_answers_at_every_edge(pane: Pane, collection: Collection, selection: Selection) -> None:
    figure = said(pane, Question(collection, selection))
    assert isinstance(figure, FIGURES)
    table = figure.as_table()
    assert all(len(row) == len(table.columns) for row in table.rows.page(0, 10))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.name))
@pytest.mark.parametrize("pane", PANES, ids=lambda pane: str(pane.id))
def test_every_view_of_a_pane_answers(pane: Pane, path: Path) -> None:
    collection = load_collection(path)
    for view in pane.views_of(collection):
        assert isinstance(said(pane, Question(collection, Selection(view=view.id))), FIGURES)


@pytest.mark.parametrize("pane", [pane for pane in PANES if pane.views], ids=lambda pane: str(pane.id))
def test_an_unknown_view_is_named_with_those_there_are(pane: Pane) -> None:
    with pytest.raises(UsageError, match="There is no view called sideways"):
        pane.answer(Question(EDGES["one row"], Selection(view="sideways")))


def test_no_two_panes_share_a_name_or_a_key() -> None:
    assert len({pane.id for pane in PANES}) == len({pane.key for pane in PANES}) == len(PANES)


def test_the_panes_are_there_without_a_table_library() -> None:
    code = (
        "import sys, sweeplens.panes; assert not {'polars', 'numpy', 'pandas', 'textual', 'click'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
