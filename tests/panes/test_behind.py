"""The filter that keeps what is behind a field."""

from __future__ import annotations

import pytest

from sweeplens.data.keep import kept_rows
from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Document, Figure, Grid, Slider
from sweeplens.panes import compare, gaps, state
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.behind import filter_of
from tests.builders import collection_of, factor
from tests.samples.reading import MODES, SUM

NAMES = factor("name", ["plain", "two words", 'a "quoted" one', "a,b", "-x|y", "k=v", ""])


def grid_of(pane: Pane, question: Question) -> Grid:
    figure: Figure | None = pane.answer(question)
    figure = figure.grid if isinstance(figure, Document) else figure
    assert isinstance(figure, Grid)
    return figure


@pytest.mark.parametrize("text", [level.text for level in NAMES.levels])
def test_a_level_of_any_spelling_is_kept_alone(text: str) -> None:
    collection = collection_of({"name": [level.text for level in NAMES.levels], "m": range(7)}, [NAMES])
    kept = kept_rows(collection, parse_filter(filter_of([NAMES], [text])))
    assert [collection.runs["name"][row] for row in kept] == [text]


@pytest.mark.parametrize(
    ("pane", "where", "view", "runs"),
    [(state.PANE, SUM, None, 1), (compare.PANE, SUM, "heatmap", 1), (gaps.PANE, MODES, "heatmap", 2)],
)
def test_every_field_says_what_is_behind_it(pane: Pane, where: object, view: str | None, runs: int) -> None:
    collection = load_collection(where)  # type: ignore[arg-type]
    grid = grid_of(pane, Question(collection, Selection(view=view)))
    filters = {field.where for row in grid.fields for field in row}
    assert [len(kept_rows(collection, parse_filter(text))) for text in filters] == [runs] * len(filters)
    assert len(filters) > 1


@pytest.mark.parametrize(
    ("at", "by", "found"),
    [(3.0, -1, 2.0), (3.0, 1, None), (2.0, 1, None), (1.0, -1, 1.0), (1.0, 1, 2.0), (2.0, -1, 1.0)],
)
def test_a_slider_ends_at_its_first_checkpoint_and_comes_home_after_its_last(
    at: float, by: int, found: float | None
) -> None:
    assert Slider("step", (1.0, 2.0, 3.0), at, home=3.0).beside(by) == found
