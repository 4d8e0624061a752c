"""Derived metrics: row by row, as bars, and their scale beside the reference."""

from __future__ import annotations

import csv
import statistics
from collections.abc import Mapping
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from sweeplens.data.brief import Brief, ReferenceBrief, View
from sweeplens.data.collection import Collection, FileEntry
from sweeplens.data.load import load_collection
from sweeplens.data.metrics import Factor
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Bars, Figure, Folded, Media, Notice, Table
from sweeplens.panes.base import Question
from sweeplens.panes.diagnostics import answer, sections
from tests.builders import collection_of, factor
from tests.panes.markdown import markdown_of, table_in

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "sample_collections" / "sum-token-aggregation_20260503"
PUBLISHED = ROOT / "tools" / "samples" / "published"
F, BETA = factor("f", ("a", "b")), factor("beta", ("beta=.1", "beta=1"), "beta_label")


def side(
    columns: Mapping[str, Any], *factors: Factor, formulas: Mapping[str, str] | None = None, **more: Any
) -> Collection:
    name = more.pop("name", "ours")
    made = collection_of(columns, factors, **more)
    metrics = tuple(replace(each, formula=(formulas or {}).get(each.name, "")) for each in made.metrics)
    return replace(made, path=Path(name), metrics=metrics)


OURS = side(
    {
        "f": ["b", "a", "a", "b"],
        "beta_label": ["beta=1", "beta=1", "beta=.1", "beta=.1"],
        "score": [0.1, 0.2, 0.3, 0.4],
        "ratio": [4.0, 3.0, nan, None],
    },
    F,
    BETA,
    formulas={"ratio": "kl  /\n recon"},
    labels={"ratio": "KL ratio"},
    brief=Brief(label="new"),
)


def asked(ours: Collection = OURS, theirs: Collection | None = None, **selection: Any) -> Figure:
    return answer(Question(ours, Selection(**selection), theirs))


def bars_of(**selection: Any) -> Bars:
    figure = asked(view="bars", **selection)
    assert isinstance(figure, Bars)
    return figure


def scale_of(*args: Any, **selection: Any) -> Table:
    figure = asked(*args, view="scale", **selection)
    assert isinstance(figure, Table)
    return figure


def records(table: Table) -> list[dict[str, Any]]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows.page(0, len(table.rows))]


def test_the_derived_metrics_stand_behind_the_metric_asked_about() -> None:
    table = asked()
    assert isinstance(table, Table)
    assert [column.name for column in table.columns] == ["f", "beta_label", "score", "ratio"]
    assert table.captions == ("KL ratio is kl / recon.",)
    assert list(table.row_ids or ()) == [0, 1, 2, 3]


def test_the_published_diagnostics_are_among_the_derived_columns() -> None:
    table = answer(Question(load_collection(SAMPLE)))
    assert isinstance(table, Table)
    with (PUBLISHED / "local_diagnostics.csv").open(newline="") as file:
        published = list(csv.DictReader(file))
    for row, right in zip(records(table), published, strict=True):
        for name in set(row) & set(right) - {"reconstruction_loss_family_label", "beta_label"}:
            assert row[name] == pytest.approx(float(right[name]), abs=0.000051)


def test_without_derived_metrics_the_way_to_one_is_said() -> None:
    plain = side({"f": ["a", "b"], "score": [1.0, 2.0]}, F)
    figure = asked(plain)
    assert isinstance(figure, Notice)
    assert "derived: {" in figure.sentences[1]
    table = asked(plain, columns=("score",))
    assert isinstance(table, Table)
    assert table.rows.column(1) == [1.0, 2.0]


@pytest.mark.parametrize("view", ["table", "bars", "scale"])
def test_a_collection_without_metrics_has_no_diagnostics(view: str) -> None:
    assert isinstance(asked(side({"f": ["a", "b"]}, F), view=view), Notice)


def test_bars_are_grouped_by_the_first_factor_in_the_order_of_its_levels() -> None:
    bars = bars_of(metric="score")
    assert [name for name, _ in bars.groups] == ["a", "b"]
    assert [[(bar.label, bar.value) for bar in group] for _, group in bars.groups] == [
        [("beta=1", 0.2), ("beta=.1", 0.3)],
        [("beta=1", 0.1), ("beta=.1", 0.4)],
    ]
    assert {bar.colour for _, group in bars.groups for bar in group} == {"a", "b"}


def test_bars_are_grouped_by_what_is_asked_for() -> None:
    bars = bars_of(metric="score", by=("beta",))
    assert [(name, [bar.label for bar in group]) for name, group in bars.groups] == [
        ("beta=.1", ["a", "b"]),
        ("beta=1", ["b", "a"]),
    ]


def test_sorted_bars_stand_in_that_order() -> None:
    bars = bars_of(metric="score", sort=("score", True))
    assert [(name, [bar.value for bar in group]) for name, group in bars.groups] == [
        ("b", [0.4, 0.1]),
        ("a", [0.3, 0.2]),
    ]


def test_missing_and_nan_are_bars_without_a_length_and_counted() -> None:
    bars = bars_of()
    values = [bar.value for _, group in bars.groups for bar in group]
    assert bars.axis.name == "ratio"
    assert (values[0], values[2], values[3]) == (3.0, 4.0, None)
    assert "2 rows without a finite value are left out of KL ratio (1 missing and 1 NaN or Inf)." in bars.captions


def test_bars_are_written_under_the_factors_and_the_metrics_name() -> None:
    table = bars_of(metric="score").as_table()
    assert [column.name for column in table.columns] == ["f", "beta_label", "score"]
    assert table.rows.page(0, 1) == [("a", "beta=1", 0.2)]


def test_one_factor_makes_one_group_and_none_makes_rows() -> None:
    for factors, labels in (((F,), ["a", "b"]), ((), ["row 1", "row 2"])):
        columns = {"f": ["a", "b"], "score": [1.0, 2.0]} if factors else {"score": [1.0, 2.0]}
        bars = asked(side(columns, *factors), view="bars")
        assert isinstance(bars, Bars)
        assert [(name, [bar.label for bar in group]) for name, group in bars.groups] == [("", labels)]


def test_more_bars_than_asked_for_are_counted() -> None:
    bars = bars_of(rows=3)
    assert sum(len(group) for _, group in bars.groups) == 3
    assert "The first 3 of 4 rows." in bars.captions


def test_replicates_are_bars_unless_they_are_folded() -> None:
    seed = factor("seed", ("0", "1"), is_replicate=True)
    twice = side({"f": ["a", "a"], "seed": ["0", "1"], "score": [1.0, 3.0]}, F, seed, expected_runs=2)
    for fold, values in ((None, [1.0, 3.0]), (True, [2.0])):
        bars = asked(twice, view="bars", fold=fold)
        assert isinstance(bars, Bars)
        assert [bar.value for _, group in bars.groups for bar in group] == values
    with pytest.raises(UsageError, match="seed cannot be answered by where runs are folded"):
        asked(twice, view="bars", fold=True, by=("seed",))


def test_the_published_scale_comes_out_cell_by_cell() -> None:
    figure = answer(Question(load_collection(SAMPLE), Selection(view="zfree-scale")))
    assert isinstance(figure, Table)
    with (PUBLISHED / "zfree_scale.csv").open(newline="") as file:
        assert table_in(markdown_of(figure)) == list(csv.reader(file))
    assert "The sum scale is 40.1x the matched mean-reference scale." in figure.captions


THEIRS = side(
    {"f": ["a", "b", "c"], "ratio": [1.0, 2.0, 100.0], "score": [1.0, 1.0, 1.0]},
    factor("f", ("a", "b", "c")),
    name="theirs",
    brief=Brief(label="old"),
)


def test_the_scale_is_that_of_all_rows_here_and_of_common_cells_there() -> None:
    ours = side({"f": ["a", "b"], "ratio": [3.0, 6.0]}, F, brief=Brief(label="new"))
    own, other, ratio = records(scale_of(ours, THEIRS))
    names = [each["aggregation_mode"] for each in (own, other, ratio)]
    assert names == ["new", "old_reference_common_cells", "new_over_old_reference_ratio"]
    assert [own[name] for name in ("n", "min", "mean", "max", "std")] == [2, 3.0, 4.5, 6.0, statistics.pstdev([3, 6])]
    assert [other[name] for name in ("n", "min", "mean", "max", "std")] == [2, 1.0, 1.5, 2.0, 0.5]
    assert [ratio[name] for name in ("n", "min", "mean", "max", "std")] == [1, 3.0, 3.0, 3.0, 0.0]


def test_a_ratio_is_of_common_cells_where_rows_have_no_counterpart() -> None:
    ours = side(
        {"f": ["a", "b", "d"], "ratio": [3.0, 6.0, 900.0]}, factor("f", ("a", "b", "d")), brief=Brief(label="new")
    )
    own, common, other, ratio = records(scale_of(ours, THEIRS))
    assert [each["aggregation_mode"] for each in (own, common)] == ["new", "new_common_cells"]
    assert [(each["n"], each["mean"]) for each in (own, common, other)] == [(3, 303.0), (2, 4.5), (2, 1.5)]
    assert ratio["mean"] == 3.0


def test_a_view_of_the_brief_is_about_all_rows_and_says_so() -> None:
    figure = answer(Question(load_collection(SAMPLE), Selection(view="zfree-scale")))
    assert isinstance(figure, Table)
    assert "The ratio is of all 12 rows here and of the 8 of common cells there." in figure.captions


def test_what_is_not_finite_is_counted_beside_the_scale() -> None:
    table = scale_of(OURS, THEIRS)
    own = records(table)[0]
    assert (own["n"], own["missing"], own["nonfinite"]) == (2, 1, 1)
    assert Media.DOCUMENT in table.columns[table.index("missing")].media
    whole = scale_of(OURS, THEIRS, metric="score")
    assert Media.DOCUMENT not in whole.columns[whole.index("missing")].media


@pytest.mark.parametrize("value", [0.0, None, nan, inf])
def test_a_ratio_needs_something_finite_to_divide_by(value: float | None) -> None:
    theirs = side({"f": ["a", "b"], "score": [value, value]}, F, name="theirs")
    assert [row["n"] for row in records(scale_of(OURS, theirs, metric="score"))] == [4, 2 if value == 0 else 0]


def test_without_a_reference_the_scale_is_that_of_the_rows() -> None:
    assert [row["aggregation_mode"] for row in records(scale_of())] == ["memory"]
    kept = scale_of(metric="score", where=parse_filter("f=a"))
    assert [row["n"] for row in records(kept)] == [2]


def test_a_lost_reference_is_told_beside_the_scale() -> None:
    lost = replace(OURS, brief=Brief(references={"old": ReferenceBrief("../not-there")}))
    assert any("The reference old of the brief cannot be read" in caption for caption in scale_of(lost).captions)


def test_a_level_is_set_beside_the_others_alone() -> None:
    own, other, ratio = records(scale_of(metric="score", versus="f=a"))
    assert (own["aggregation_mode"], own["n"], other["n"]) == ("b", 2, 2)
    assert ratio["mean"] == pytest.approx((0.1 + 0.4) / (0.2 + 0.3))


def test_the_source_is_the_briefs_word_for_it_or_the_file_of_the_runs() -> None:
    files = (FileEntry("data/summary.csv", 1, 0.0, "summary"),)
    ours = replace(OURS, files=files)
    assert [row["source"] for row in records(scale_of(ours, replace(THEIRS, files=files)))][:2] == [
        "new summary.csv",
        "old summary.csv",
    ]


def test_an_unknown_metric_is_named_with_what_is_near() -> None:
    with pytest.raises(UsageError, match="no metric called ration; did you mean ratio"):
        asked(view="bars", metric="ration")


def test_a_view_of_the_brief_brings_title_metric_and_words() -> None:
    view = View(
        "diagnostics", title="Scores", metric="score", by=("beta",), caption="So it is.", options={"kind": "bars"}
    )
    bars = asked(replace(OURS, brief=Brief(views={"scores": view})), view="scores")
    assert isinstance(bars, Bars)
    assert (bars.title, bars.axis.name, bars.captions) == ("Scores", "score", ("So it is.",))


def test_the_report_shows_the_first_rows_of_a_long_table() -> None:
    levels = tuple(f"l{at}" for at in range(50))
    long = side({"f": levels, "ratio": [1.0] * 50}, factor("f", levels), formulas={"ratio": "a / b"})
    (section,) = sections(Question(long))
    (table,) = section.blocks
    assert isinstance(table, Table)
    assert (len(table.rows), table.captions) == (40, ("40 of 50 rows.", "ratio is a / b."))


def test_folded_bars_hold_what_stands_beside_their_value() -> None:
    seeds = factor("seed", ("0", "1"), is_replicate=True)
    seeded = side({"f": ["a", "a", "b"], "seed": ["0", "1", "0"], "score": [1.0, 3.0, 2.0]}, F, seeds, expected_runs=2)
    figure = answer(Question(seeded, Selection(view="bars", metric="score", fold=True)))
    assert isinstance(figure, Bars)
    values = [bar.value for _, group in figure.groups for bar in group]
    assert [value.text(str) for value in values if isinstance(value, Folded)] == [
        f"2.0 ± {statistics.stdev([1.0, 3.0])} (2/2)",
        "2.0 (1/2!)",
    ]
    (first, _) = records(figure.as_table())
    assert [*first] == ["f", "score", "score_std", "score_n", "score_expected", "score_nonfinite"]
    assert (first["score"], first["score_n"], first["score_expected"]) == (2.0, 2, 2)
    assert any("in brackets the finite runs of those expected" in caption for caption in figure.captions)
