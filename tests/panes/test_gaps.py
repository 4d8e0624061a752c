"""Where the modes disagree: the published table, and gaps worked out in plain Python."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Curves, Figure, Grid, Notice, Table
from sweeplens.panes import gaps
from sweeplens.panes.base import Question
from tests.panes.markdown import markdown_of, tables_by_heading
from tests.samples.reading import MEAN, MODES, PUBLISHED, SUM, records

HISTORY = MODES / "data" / "val_history_per_task.csv"


def asked(path: Path = MODES, **selection: object) -> Figure:
    return gaps.answer(Question(load_collection(path), Selection(**selection)))  # type: ignore[arg-type]


def plain_gaps(metric: str, step: str) -> dict[tuple[str, str], float]:
    """Full minus reinit by task and setting."""
    sides: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for row in records(HISTORY):
        if row["step"] == step:
            sides[row["task_name"], row["loss_setting"]][row["adaptation_mode"]] = float(row[metric])
    return {key: side["full"] - side["reinit"] for key, side in sides.items() if len(side) == 2}


def last_shared_step() -> str:
    steps: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for row in records(HISTORY):
        steps[row["loss_setting"], row["adaptation_mode"], row["task_name"]].add(int(row["step"]))
    return str(max(set.intersection(*steps.values())))


def two_modes(tmp_path: Path, rows: str, brief: str = "modes: {factor: mode, candidate: a, reference: b}") -> Path:
    (tmp_path / "brief.yaml").write_text(
        "factors: {mode: {column: mode}, task: {column: task}}\nhistories: [{file: data/h.csv, step: step}]\n" + brief
    )
    (tmp_path / "summary.csv").write_text("mode,task,acc\na,x,1\nb,x,0\na,y,1\nb,y,1\n")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "h.csv").write_text("mode,task,step,acc\n" + rows)
    return tmp_path


def test_the_published_table_comes_out_cell_by_cell() -> None:
    figure = asked(view="final-gaps")
    (found,) = [t for tables in tables_by_heading(markdown_of(figure)).values() for t in tables]
    with (PUBLISHED / "mode_gaps.csv").open(newline="") as file:
        assert found == list(csv.reader(file))


def test_gaps_are_taken_at_the_last_step_that_all_compared_runs_have() -> None:
    figure = asked(view="heatmap", metric="val_accuracy", by=("task", "setting"))
    assert isinstance(figure, Grid)
    wanted = plain_gaps("val_accuracy", last_shared_step())
    for task, fields in zip(figure.row_labels, figure.fields, strict=True):
        for setting, field in zip(figure.column_labels, fields, strict=True):
            assert field.value == pytest.approx(wanted[task, setting])
            assert field.where == f"task={task} setting={setting}"
    assert any(last_shared_step() in caption for caption in figure.captions)


def test_another_checkpoint_can_be_asked_for() -> None:
    figure = asked(view="heatmap", metric="val_accuracy", by=("task", "setting"), step=130.0)
    assert isinstance(figure, Grid)
    assert figure.fields[0][0].value == pytest.approx(
        plain_gaps("val_accuracy", "125")[figure.row_labels[0], figure.column_labels[0]]
    )


def test_rows_of_the_heat_map_can_be_ordered_by_their_gap() -> None:
    figure = asked(view="heatmap", metric="val_accuracy", by=("task", "setting"), sort=("gap", True))
    assert isinstance(figure, Grid)
    assert set(figure.row_labels[:3]) == {"linear_equation_solving", "base_conversion", "multidigit_addition"}


def test_the_first_checkpoint_shows_both_levels() -> None:
    figure = asked(view="first-checkpoint")
    assert isinstance(figure, Table)
    names = [column.name for column in figure.columns]
    assert {"full_val_accuracy", "reinit_val_accuracy", "full_val_router_probe"} <= set(names)
    for row in figure.rows.page(0, 9):
        told = dict(zip(names, row, strict=True))
        assert told["full_val_accuracy"] == pytest.approx(0.97, abs=0.005)
        assert 0.14 <= round(float(str(told["reinit_val_accuracy"])), 2) <= 0.15


def test_a_ratio_is_that_of_the_means_and_a_gap_uses_common_pairs_alone(tmp_path: Path) -> None:
    path = two_modes(
        tmp_path, "a,x,1,0.8\nb,x,1,0.2\na,y,1,0.4\nb,y,1,nan\na,x,2,0.9\nb,x,2,0.3\na,y,2,0.5\nb,y,2,0.1\n"
    )
    first = asked(path, view="first", columns=("delta acc", "ratio acc"), by=("task",))
    assert isinstance(first, Table)
    assert first.rows.page(0, 9) == [("x", pytest.approx(0.6), pytest.approx(0.25), 1), ("y", None, None, 0)]
    whole = asked(path, columns=("ratio acc",), where=parse_filter("task=x|task=y"))
    assert isinstance(whole, Table)
    assert [row[-2] for row in whole.rows.page(0, 9)] == [pytest.approx(0.3 / 0.9), pytest.approx(0.1 / 0.5)]


def test_a_run_without_a_counterpart_is_counted(tmp_path: Path) -> None:
    figure = asked(two_modes(tmp_path, "a,x,1,0.8\nb,x,1,0.2\na,y,1,0.4\na,y,2,0.4\nb,x,2,0.3\n"), by=("task",))
    assert any("1 run without a counterpart" in caption for caption in figure.captions)  # type: ignore[union-attr]


SEEDED = """a,x,0,1,0.8
b,x,0,1,0.2
a,x,1,1,0.6
b,x,1,1,0.3
a,y,0,1,0.4
b,y,0,1,0.5
"""


def with_seeds(tmp_path: Path) -> Path:
    summary = "\n".join(line.rsplit(",", 2)[0] + "," + line.rsplit(",", 1)[1] for line in SEEDED.splitlines())
    (tmp_path / "summary.csv").write_text("mode,task,seed,acc\n" + summary)
    (tmp_path / "h.csv").write_text("mode,task,seed,step,acc\n" + SEEDED)
    (tmp_path / "brief.yaml").write_text(
        "replicate: seed\nhistories: [{file: h.csv, step: step}]\nmodes: {factor: mode, candidate: a, reference: b}"
    )
    return tmp_path


def test_folded_gaps_have_one_row_a_cell_and_say_over_what_they_are_means(tmp_path: Path) -> None:
    path = with_seeds(tmp_path)
    single, folded = asked(path, columns=("delta acc",)), asked(path, columns=("delta acc",), fold=True)
    assert isinstance(single, Table)
    assert isinstance(folded, Table)
    assert len(single.rows) == 3
    tasks, deltas, pairs = zip(*folded.rows.page(0, 9), strict=True)
    assert (tasks, pairs) == (("x", "y"), (2, 1))
    assert deltas == pytest.approx(((0.6 + 0.3) / 2, -0.1))
    assert "Means over seed." in folded.captions
    assert "Means over seed." not in single.captions


def test_a_folded_heat_map_of_gaps_has_no_seeds_across(tmp_path: Path) -> None:
    path = with_seeds(tmp_path)
    assert asked(path, view="heatmap", metric="acc").column_labels == ("0", "1")  # type: ignore[union-attr]
    folded = asked(path, view="heatmap", metric="acc", fold=True)
    assert isinstance(folded, Grid)
    assert [field.value for (field,) in folded.fields] == [pytest.approx(0.45), pytest.approx(-0.1)]


def test_the_gap_along_the_steps_is_a_line_a_level() -> None:
    figure = asked(view="closing-gaps")
    assert isinstance(figure, Curves)
    line = next(line for line in figure.plots[0].series if line.name == "beta0_unnorm")
    wanted = [gap for (_, setting), gap in plain_gaps("val_accuracy", "125").items() if setting == "beta0_unnorm"]
    assert line.y[0] == pytest.approx(sum(wanted) / len(wanted))


def test_gaps_have_a_band_over_their_pairs_where_they_are_folded_and_say_of_how_many_they_are() -> None:
    plain, folded = asked(view="curves", metric="val_accuracy"), asked(view="curves", metric="val_accuracy", fold=True)
    assert isinstance(plain, Curves)
    assert isinstance(folded, Curves)
    setting = "beta0_unnorm"
    line = next(line for line in folded.plots[0].series if line.name == setting)
    wanted = [gap for (_, each), gap in plain_gaps("val_accuracy", "125").items() if each == setting]
    assert line.low is not None
    assert line.n is not None
    assert (line.y[0], line.y[0] - line.low[0]) == pytest.approx((np.mean(wanted), np.std(wanted, ddof=1)))
    assert line.n[0] == len(wanted)
    assert plain.plots[0].series[0].low is None
    assert "Lines are means over task." in plain.captions
    assert any("standard deviation of a sample (ddof=1) over task" in text for text in folded.captions)


def test_where_a_gap_is_of_fewer_pairs_is_told(tmp_path: Path) -> None:
    rows = [
        f"{mode},{kind},{task},{step},0.{step + at}"
        for at, mode in enumerate("ab") for kind in "uv" for task in "xy" for step in (1, 2)
    ]  # fmt: skip
    path = two_modes(tmp_path, "")
    kept = [row for row in rows if not row.startswith("a,u,y,2")]
    (path / "data" / "h.csv").write_text("\n".join(["mode,kind,task,step,acc", *kept, ""]))
    figure = asked(path, view="curves", by=("kind",))
    assert isinstance(figure, Curves)
    assert [line.n for line in figure.plots[0].series] == [[2, 1], [2, 2]]
    assert "Pairs get fewer: u 2 → 1 from step 2." in figure.captions


def test_without_two_modes_the_way_out_is_said() -> None:
    figure = asked(SUM)
    assert isinstance(figure, Notice)
    assert "modes: " in figure.sentences[0]


def test_without_a_history_there_is_nothing_to_follow() -> None:
    assert isinstance(asked(MEAN), Notice)


def test_a_factor_called_mode_is_taken_and_said_so(tmp_path: Path) -> None:
    figure = asked(two_modes(tmp_path, "a,x,1,0.8\nb,x,1,0.2\na,x,2,0.4\nb,x,2,0.3\n", brief=""))
    assert any("mode is the only factor" in caption for caption in figure.captions)  # type: ignore[union-attr]


def test_rows_of_the_heat_map_can_be_ordered_by_one_of_its_columns() -> None:
    figure = asked(view="heatmap", metric="val_accuracy", by=("task", "setting"), sort=("beta1_d50_lin50", False))
    assert isinstance(figure, Grid)
    at = figure.column_labels.index("beta1_d50_lin50")
    values = [fields[at].value for fields in figure.fields]
    assert values == sorted(values, key=float)  # type: ignore[arg-type]
    assert figure.ordering is not None
    assert figure.ordering.by == ("beta1_d50_lin50", False)
    assert "Rows are ordered by beta1_d50_lin50, smallest first." in figure.captions


def test_an_order_by_a_level_that_the_filter_leaves_out_is_none() -> None:
    where, order = parse_filter("setting=beta0_unnorm"), ("beta1_d50_lin50", True)
    figure = asked(view="heatmap", by=("task", "setting"), sort=order, where=where)
    assert isinstance(figure, Grid)
    assert figure.column_labels == ("beta0_unnorm",)
    assert figure.ordering is not None
    assert figure.ordering.by is None


def test_an_order_by_what_there_is_not_is_refused() -> None:
    with pytest.raises(UsageError, match="There is no order called gop; did you mean gap"):
        asked(view="heatmap", sort=("gop", True))


@pytest.mark.parametrize("name", ["gap", "val_accuracy", "delta val_accuracy", "delta_full_minus_reinit_val_accuracy"])
def test_the_table_is_ordered_by_a_gap_under_any_of_its_names(name: str) -> None:
    figure = asked(columns=("val_accuracy",), by=("setting",), sort=(name, True))
    assert isinstance(figure, Table)
    gaps = figure.rows.column(figure.index("delta_full_minus_reinit_val_accuracy"))
    assert list(gaps) == sorted(gaps, reverse=True)  # type: ignore[type-var]


def lines_of(figure: Figure) -> dict[str, list[tuple[float, float]]]:
    assert isinstance(figure, Curves)
    return {line.name: list(zip(line.x, line.y, strict=True)) for line in figure.plots[0].series}


def test_gaps_are_drawn_against_the_fraction_of_training_and_against_another_count(tmp_path: Path) -> None:
    rows = ["a,x,1,0.8,0.5", "b,x,1,0.2,0.5", "a,x,4,0.9,2", "b,x,4,0.3,2"]
    rows += ["a,y,1,0.4,0.5", "b,y,1,0.3,0.5", "a,y,2,0.4,1", "b,y,2,0.2,1"]
    modes = "modes: {factor: mode, candidate: a, reference: b}\nroles: {epoch: metric}"
    path = two_modes(tmp_path, "", modes)
    (path / "data" / "h.csv").write_text("\n".join(["mode,task,step,acc,epoch", *rows, ""]))
    steps = lines_of(asked(path, view="curves"))
    assert [x for x, _ in steps["x"]] == [1.0, 4.0]
    fractions = asked(path, view="curves", x="fraction")
    assert [[x for x, _ in points] for points in lines_of(fractions).values()] == [[0.25, 1.0], [0.5, 1.0]]
    assert isinstance(fractions, Curves)
    assert fractions.plots[0].x.label == "fraction of training"
    epochs = lines_of(asked(path, view="curves", x="epoch"))
    assert [[x for x, _ in points] for points in epochs.values()] == [[0.5, 2.0], [0.5, 1.0]]
    assert all([y for _, y in epochs[name]] == [y for _, y in steps[name]] for name in steps)


def test_the_checkpoint_that_is_asked_for_is_marked_on_the_curves_whatever_they_are_drawn_against() -> None:
    plain, at = asked(view="closing-gaps"), asked(view="closing-gaps", step=1500.0)
    assert isinstance(plain, Curves)
    assert isinstance(at, Curves)
    assert (plain.mark, at.mark) == (None, 1500.0)
    assert at.slider is not None
    assert (at.slider.at, at.slider.home) == (1500.0, 3000.0)
    assert "Read out at step 1500." in at.captions
    half = asked(view="closing-gaps", step=1500.0, x="fraction")
    assert isinstance(half, Curves)
    assert half.mark == 0.5


def test_smoothed_gaps_stand_before_what_was_measured() -> None:
    figure = asked(view="closing-gaps", smoothing=0.6, log=True)
    assert isinstance(figure, Curves)
    assert [line.pattern for line in figure.plots[0].series[:2]] == ["thin", "solid"]
    said = " ".join(figure.captions)
    assert "thin lines are as measured" in said
    assert "so its axis is not logarithmic" in said
