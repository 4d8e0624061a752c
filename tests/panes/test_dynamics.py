"""How the runs got there: the published tables, and what follows from the history."""

from __future__ import annotations

import csv
import math
import shutil
from pathlib import Path

import pytest

from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Curves, Divergence, Figure, Media, Notice, Table
from sweeplens.panes import dynamics
from sweeplens.panes.base import Question
from sweeplens.panes.curve_tables import Fact, fact_in
from tests.panes.markdown import markdown_of, tables_by_heading
from tests.samples.reading import MEAN, MODES, PUBLISHED, RUNNING, SUM, records

HISTORY = "data/sum_eval_history_long.csv"


def asked(path: Path, **selection: object) -> Figure:
    return dynamics.answer(Question(load_collection(path), Selection(**selection)))  # type: ignore[arg-type]


def table(path: Path, **selection: object) -> Table:
    figure = asked(path, **selection)
    assert isinstance(figure, Table)
    return figure


def curves(path: Path, **selection: object) -> Curves:
    figure = asked(path, **selection)
    assert isinstance(figure, Curves)
    return figure


@pytest.mark.parametrize(
    ("view", "published"), [("dynamics-summary", "dynamics_summary"), ("top-tasks", "top_per_task")]
)
def test_a_published_table_comes_out_cell_by_cell(view: str, published: str) -> None:
    with (PUBLISHED / f"{published}.csv").open(newline="") as file:
        wanted = list(csv.reader(file))
    (found,) = [t for tables in tables_by_heading(markdown_of(table(SUM, view=view))).values() for t in tables]
    assert found == wanted


def test_facts_follow_the_history_whatever_the_order_of_its_rows(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(SUM, tmp_path / "copy"))
    rows = records(copy / HISTORY)
    with (copy / HISTORY).open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows[::-1])
    shown = table(copy, metric="kl_prior_loss", where=parse_filter("family=raw beta=.01"))
    own = sorted(
        (int(row["global_step"]), float(row["kl_prior_loss"]))
        for row in rows
        if (row["reconstruction_loss_family_label"], row["beta_label"]) == ("raw", "beta=.01")
    )
    low, high = min(own, key=lambda pair: pair[1]), max(own, key=lambda pair: pair[1])
    (found,) = shown.rows.page(0, 9)
    told = dict(zip((column.name for column in shown.columns), found, strict=True))
    assert [told[name] for name in ("first_step", "first", "final_step", "final", "n")] == [*own[0], *own[-1], len(own)]
    assert [told[name] for name in ("min_step", "min", "max_step", "max")] == [*low, *high]


def test_the_data_columns_are_the_contract() -> None:
    shown = table(SUM)
    text = [shown.columns[at].name for at in shown.places(Media.DATA)]
    contract = ["metric", "first_step", "first", "min", "min_step", "max", "max_step", "final_step", "final", "n"]
    assert [name for name in text if name in contract] == contract
    assert text[:2] == ["reconstruction_loss_family_label", "beta_label"]
    assert len(text) == len(set(text))


def test_the_screen_shows_first_what_became_of_a_run() -> None:
    shown = table(RUNNING, metric="val_loss")
    text = [shown.columns[at].name for at in shown.places(Media.SCREEN)]
    assert text[3:9] == ["val_loss", "final", "final_step", "last_finite", "last_finite_step", "diverged_step"]


def test_the_kind_of_metrics_and_the_first_checkpoint_are_said() -> None:
    captions = " ".join(table(SUM, view="dynamics-summary").captions)
    assert f"These dynamics are validation metrics from {HISTORY}, not final test metrics." in captions
    assert "The earliest available checkpoint is step 31, so this is a first-eval view" in captions


def test_a_run_that_diverges_is_named_with_its_step() -> None:
    diverged = [
        row for row in records(RUNNING / "data" / "train_history.csv") if row["val_loss"].lower() in ("nan", "inf")
    ]
    assert diverged
    drawn = curves(RUNNING, view="curves", metric="val_loss")
    events = {line.name: line.diverged.at for line in drawn.plots[0].series if line.diverged is not None}
    steps = {float(row["step"]) for row in diverged}
    assert events
    assert set(events.values()) <= steps
    assert any(f"Not finite to the end: {name} from step" in c for name in events for c in drawn.captions)


def test_smoothing_keeps_what_was_measured_behind_it_and_says_so() -> None:
    drawn = curves(SUM, view="curves", smoothing=0.6, where=parse_filter("family=raw beta=1"))
    thin, calm = drawn.plots[0].series
    assert (thin.pattern, thin.name) == ("thin", calm.name)
    assert max(calm.y) < max(thin.y)
    assert any("moving average of weight 0.6" in caption for caption in drawn.captions)


def test_clipping_outliers_is_announced() -> None:
    drawn = curves(SUM, view="curves", metric="kl_prior_loss", clip_outliers=True)
    high = drawn.plots[0].y.high
    assert high is not None
    assert high < max(max(line.y) for line in drawn.plots[0].series)
    assert any("clipped" in caption for caption in drawn.captions)


def test_curves_can_be_drawn_against_the_fraction_of_training() -> None:
    drawn = curves(SUM, view="curves", x="fraction")
    assert {max(line.x) for line in drawn.plots[0].series} == {1.0}


def test_small_multiples_are_one_plot_a_task() -> None:
    tasks = {row["task_name"] for row in records(SUM / "data" / "sum_eval_history_per_task_long.csv")}
    assert {plot.title for plot in curves(SUM, view="task-router-dynamics").plots} == tasks


@pytest.mark.parametrize("fold", [False, True])
def test_curves_are_drawn_against_a_count_that_is_not_always_written(tmp_path: Path, fold: bool) -> None:
    (tmp_path / "brief.yaml").write_text(
        "factors: {lr: {column: lr}}\nreplicate: seed\nhistories: [{file: h.csv, step: step}]\nroles: {epoch: metric}\n"
    )
    (tmp_path / "summary.csv").write_text("lr,seed,loss\n1e-3,0,0.5\n1e-3,1,nan\n")
    rows = ["1e-3,0,1,,2", "1e-3,0,2,1,1", "1e-3,0,3,2,0.5", "1e-3,1,1,,9", "1e-3,1,2,1,3", "1e-3,1,3,2,nan"]
    (tmp_path / "h.csv").write_text("\n".join(["lr,seed,step,epoch,loss", *rows, ""]))
    (plot,) = curves(tmp_path, view="curves", metric="loss", x="epoch", fold=fold, interpolate=True).plots
    assert [x for x in plot.series[-1].x if math.isfinite(x)] == [1.0, 2.0]


def test_small_multiples_are_parted_by_what_varies_under_the_filter() -> None:
    families = curves(SUM, view="multiples", metric="kl_prior_loss").plots
    betas = curves(SUM, view="multiples", metric="kl_prior_loss", where=parse_filter("family=raw")).plots
    assert [plot.title for plot in families][:2] == ["raw", "dist norm"]
    assert [plot.title for plot in betas] == [".01", ".1", "1"]


def test_small_multiples_have_axes_of_their_own_or_share_them_and_say_so() -> None:
    own, shared = (curves(SUM, view="task-router-dynamics", shared_axes=shared) for shared in (False, True))
    assert {(plot.y.low, plot.y.high) for plot in own.plots} == {(None, None)}
    assert "Each plot has axes of its own (Y shares them)." in own.captions
    values = [value for plot in shared.plots for line in plot.series for value in line.y if math.isfinite(value)]
    assert {(plot.y.low, plot.y.high) for plot in shared.plots} == {(min(values), max(values))}
    assert "Plots of one metric share their axes." in shared.captions


def test_plots_of_another_metric_keep_their_axes_where_axes_are_shared() -> None:
    plots = curves(MODES, view="selected-trajectories", shared_axes=True).plots
    ends: dict[str, set[tuple[float | None, float | None]]] = {}
    for plot in plots:
        ends.setdefault(plot.y.name, set()).add((plot.y.low, plot.y.high))
    assert len(ends) == 6
    assert {len(each) for each in ends.values()} == {1}
    assert len(set.union(*ends.values())) == 6


def test_selected_trajectories_are_six_metrics_by_three_settings_with_both_modes() -> None:
    drawn = curves(MODES, view="selected-trajectories")
    assert len(drawn.plots) == 18
    assert {tuple(line.name for line in plot.series) for plot in drawn.plots} == {("full", "reinit")}


def test_a_mean_over_tasks_is_that_of_the_file() -> None:
    drawn = curves(MODES, view="selected-trajectories")
    rows = [
        row
        for row in records(MODES / "data" / "val_history_per_task.csv")
        if (row["loss_setting"], row["adaptation_mode"], row["step"]) == ("beta0p01_d50_lin50", "full", "125")
    ]
    plot = next(p for p in drawn.plots if "validation accuracy" in p.title and "d50" in p.title)
    wanted = sum(float(row["val_accuracy"]) for row in rows) / len(rows)
    assert plot.series[0].y[0] == pytest.approx(wanted)


def test_a_trajectory_runs_along_the_steps() -> None:
    line = curves(SUM, view="reconstruction-router-trajectory").plots[0].series[0]
    rows = [
        r
        for r in records(SUM / HISTORY)
        if (r["reconstruction_loss_family_label"], r["beta_label"]) == ("raw", "beta=.01")
    ]
    rows.sort(key=lambda row: int(row["global_step"]))
    assert list(line.x) == pytest.approx([float(row["base_relative_reconstruction"]) for row in rows])
    assert list(line.y) == pytest.approx([float(row["matched_router_score"]) for row in rows])
    assert (line.start_mark, line.end_mark) == (True, True)


def test_a_gap_in_a_curve_stays_a_gap(tmp_path: Path) -> None:
    (tmp_path / "brief.yaml").write_text("factors: {lr: {column: lr}}\nhistories: [{file: h.csv, step: step}]\n")
    (tmp_path / "summary.csv").write_text("lr,loss\n1e-3,0.5\n1e-2,0.7\n")
    (tmp_path / "h.csv").write_text("lr,step,loss\n1e-3,1,2\n1e-3,2,nan\n1e-3,3,1\n1e-2,1,3\n1e-2,3,2\n")
    figure = curves(tmp_path, view="curves", metric="loss", where=parse_filter("lr=1e-3"))
    (line,) = figure.plots[0].series
    assert math.isnan(line.y[1])
    assert line.diverged == Divergence(2, 1, 3, is_final=False)
    assert any("Not finite in between" in caption for caption in figure.captions)


def test_a_collection_without_histories_says_what_was_looked_for() -> None:
    figure = asked(MEAN)
    assert isinstance(figure, Notice)
    assert "step" in figure.sentences[1]


def test_a_metric_that_no_history_holds_is_named() -> None:
    with pytest.raises(UsageError, match="nonsense"):
        asked(SUM, metric="nonsense")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("max loss", Fact("max", "loss")),
        ("min val loss step", Fact("min_step", "val loss")),
        ("first global_step", Fact("first", "global_step")),
        ("loss", Fact("final", "loss")),
        ("n loss", Fact("n", "loss")),
    ],
)
def test_a_column_names_a_fact(text: str, fact: Fact) -> None:
    assert fact_in(text) == fact


@pytest.mark.parametrize("view", ["table", "curves"])
def test_a_row_whose_step_is_not_finite_is_no_point(tmp_path: Path, view: str) -> None:
    (tmp_path / "brief.yaml").write_text("factors: {kind: {column: kind}}\nhistories: [{file: h.csv, step: step}]\n")
    (tmp_path / "summary.csv").write_text("kind,loss\na,1.5\nb,2.5\n")
    steps = ["1", "nan", "2", "inf", "-inf"]
    text = "".join(f"{name},{step},{at}.5\n" for name in "ab" for at, step in enumerate(steps))
    (tmp_path / "h.csv").write_text("kind,step,loss\n" + text)
    figure = asked(tmp_path, metric="loss", view=view)
    if isinstance(figure, Table):
        at = {name: figure.rows.column(figure.index(name)) for name in ("first_step", "final_step", "n")}
        assert {name: list(values) for name, values in at.items()} == {
            "first_step": [1, 1],
            "final_step": [2, 2],
            "n": [2, 2],
        }
    else:
        assert isinstance(figure, Curves)
        assert {tuple(line.x) for plot in figure.plots for line in plot.series} == {(1.0, 2.0)}
