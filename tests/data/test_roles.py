"""What a column is taken for, and why."""

from __future__ import annotations

import time
from collections.abc import Sequence

import polars as pl
import pytest

from sweeplens.data.collection import Role, RoleDecision
from sweeplens.data.columns import columns_of
from sweeplens.data.names import by_base, measured_by, words_of
from sweeplens.data.roles import decide_roles


def roles(**columns: Sequence[str | None]) -> dict[str, Role]:
    """The roles of the columns of a table of text."""
    frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
    decided = decide_roles(columns_of(frame))
    assert all(decision.why for decision in decided)
    return {decision.column: decision.role for decision in decided}


GRID = {
    "family": ["raw", "raw", "norm", "norm"] * 3,
    "beta": [".01", ".1"] * 6,
    "seed": ["0"] * 4 + ["1"] * 4 + ["2"] * 4,
    "accuracy": [f"0.{at + 10}" for at in range(12)],
}


def test_a_plain_grid_is_understood() -> None:
    assert roles(**GRID) == {
        "family": Role.FACTOR,
        "beta": Role.FACTOR,
        "seed": Role.REPLICATE,
        "accuracy": Role.METRIC,
    }


def test_a_metric_of_few_values_is_no_factor() -> None:
    few = ["0.5", "1.0", "0.5", "1.0"] * 3
    assert roles(**GRID, **{"H-accuracy": few, "TPR": few})["H-accuracy"] is Role.METRIC
    assert roles(**GRID, C2ST=few)["C2ST"] is Role.METRIC


def test_an_unnamed_setting_left_of_the_metrics_is_a_factor_and_right_of_them_a_metric() -> None:
    levels = ["1", "2", "3"] * 4
    assert roles(h=levels, **GRID)["h"] is Role.FACTOR
    assert roles(**GRID, h=levels)["h"] is Role.METRIC


@pytest.mark.parametrize("name", ["lr", "learningRate", "model.dropout", "batch_size", "img_size", "num_layers"])
def test_a_number_called_like_a_setting_is_a_factor_when_it_repeats(name: str) -> None:
    assert roles(**GRID, **{name: ["16", "32", "64"] * 4})[name] is Role.FACTOR
    assert roles(**GRID, **{name: [str(at * 7 + 1) for at in range(12)]})[name] is Role.METRIC


@pytest.mark.parametrize(
    "name", ["param_count", "rank_diff", "n_samples", "Overall Acc", "time (s)", "lc_standard_error"]
)
def test_what_was_measured_is_a_metric(name: str) -> None:
    assert roles(**GRID, **{name: [str(at * at - 9) for at in range(12)]})[name] is Role.METRIC


@pytest.mark.parametrize("name", ["seed", "data_seed", "random_state", "fold", "run-id", "trial"])
def test_repeats_are_known_by_name(name: str) -> None:
    assert roles(**{name: ["0", "1", "2"] * 4}, loss=GRID["accuracy"])[name] is Role.REPLICATE


def test_a_number_of_its_own_for_every_row_names_it() -> None:
    ids = [str(1000 + at) for at in range(12)]
    assert roles(run_id=ids, **GRID)["run_id"] is Role.IDENTITY
    assert roles(column_1=[str(at) for at in range(12)], **GRID)["column_1"] is Role.IDENTITY


def test_words_for_nothing_are_levels_of_a_factor() -> None:
    table = roles(scheduler=["none", "cosine"] * 6, accuracy=GRID["accuracy"])
    assert table["scheduler"] is Role.FACTOR


def test_a_metric_without_a_value_is_no_constant() -> None:
    assert roles(**GRID, loss=["None"] * 12)["loss"] is Role.TEXT
    assert roles(**GRID, loss=[None] * 12)["loss"] is Role.TEXT


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        ("task", ["sum"] * 12, Role.CONSTANT),
        ("epochs", ["100"] * 12, Role.CONSTANT),
        ("z_scale", ["1.1486"] * 12, Role.METRIC),
        ("created", [f"2024-05-{at + 10}T10:00:00" for at in range(12)], Role.TIME),
        ("timestamp", [str(1_700_000_000 + at) for at in range(12)], Role.TIME),
        ("state", ["finished", "crashed"] * 6, Role.TEXT),
        ("notes", [f"a long remark about run {at}, which goes on and on" * 3 for at in range(12)], Role.TEXT),
        ("history", ["[1, 2]", "[3]"] * 6, Role.TEXT),
        ("success", ["True", "False"] * 6, Role.METRIC),
        ("use_bias", ["True", "False"] * 6, Role.FACTOR),
        ("remark", ["odd", None, None] * 4, Role.FACTOR),
    ],
)
def test_other_columns(name: str, values: Sequence[str | None], role: Role) -> None:
    assert roles(**GRID, **{name: values})[name] is role


def test_a_spread_belongs_to_its_metric() -> None:
    table = roles(**GRID, accuracy_std=GRID["accuracy"], std_loss=GRID["accuracy"], loss=GRID["accuracy"])
    assert (table["accuracy_std"], table["std_loss"], table["loss"]) == (Role.SPREAD, Role.SPREAD, Role.METRIC)


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("acc_stderr", "acc"),
        ("acc std", "acc"),
        ("reward_mean", None),
        ("std_acc", "acc"),
        ("reward_se", "reward_mean"),
        ("top1_err", None),
    ],
)
def test_spreads_are_known_by_name(name: str, metric: str | None) -> None:
    assert measured_by(name, by_base(["acc", "reward_mean", "top1"])) == metric


def test_what_is_known_comes_first() -> None:
    frame = pl.DataFrame(GRID)
    known = {"accuracy": RoleDecision("accuracy", Role.TEXT, "someone says so")}
    assert decide_roles(columns_of(frame), known)[3] == known["accuracy"]


def test_types_of_a_typed_file_are_read_as_its_text() -> None:
    frame = pl.DataFrame({"seed": [0.0, 1.0] * 6, "family": ["a", "b", "c"] * 4, "ok": [True, False] * 6})
    columns = columns_of(frame)
    assert columns[0].text.to_list()[:2] == ["0", "1"]
    assert [d.role for d in decide_roles(columns)] == [Role.REPLICATE, Role.FACTOR, Role.FACTOR]


def test_names_are_read_in_words() -> None:
    assert words_of("learningRate") == words_of("learning_rate") == words_of("Learning rate") == ("learning", "rate")


def test_time_grows_with_the_number_of_columns_and_not_with_its_square() -> None:
    names = [name for at in range(2_500) for name in (f"m{at}", f"m{at}_std")]
    started = time.process_time()
    bases = by_base(names)
    assert [measured_by(name, bases) for name in names[:4]] == [None, "m0", None, "m1"]
    assert sum(measured_by(name, bases) is not None for name in names) == 2_500
    assert time.process_time() - started < 2
