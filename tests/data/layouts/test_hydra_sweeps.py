from __future__ import annotations

import pytest

from sweeplens.data.layouts.hydra_sweeps import MOST_CELLS, planned_cells, taken_apart


def sweep(*overrides: str) -> dict[str, object]:
    return {"hydra": {"overrides": {"task": list(overrides)}}}


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("lr=0.1", ("lr", "0.1")),
        ("+opt.lr=1e-3", ("opt.lr", "1e-3")),
        ("++model='big one'", ("model", "big one")),
        ("db@src=mysql", ("db", "mysql")),
        ("a=b=c", ("a", "b=c")),
        ("~db", None),
    ],
)
def test_an_override_is_a_key_and_a_value(override: str, expected: tuple[str, str] | None) -> None:
    assert taken_apart(override) == expected


@pytest.mark.parametrize(
    ("override", "levels"),
    [
        ("x=1,2,3", ["1", "2", "3"]),
        ("x=[1,2],[3]", ["[1,2]", "[3]"]),
        ("x='a,b',c", ["a,b", "c"]),
        ("x=range(3)", ["0", "1", "2"]),
        ("x=range(1,7,step=2)", ["1", "3", "5"]),
        ("x=choice(a, b)", ["a", "b"]),
        ("x=one", ["one"]),
    ],
)
def test_a_sweep_counts_its_values(override: str, levels: list[str]) -> None:
    cells = planned_cells([sweep(override)], ["x"])
    assert cells is not None
    assert [cell["x"] for cell in cells] == levels


@pytest.mark.parametrize("override", ["x=interval(0,1)", "x=range(0.5,2)", "x=glob(*)"])
def test_a_sweep_without_countable_values_states_no_grid(override: str) -> None:
    assert planned_cells([sweep(override, "y=1,2")], ["x", "y"]) is None


def test_parameters_of_the_sweeper_count_and_overrides_replace_them() -> None:
    document = {"hydra": {"sweeper": {"params": {"+x": "1,2", "y": "a,b"}}, "overrides": {"task": ["y=c"]}}}
    assert planned_cells([document], ["x", "y"]) == ({"x": "1", "y": "c"}, {"x": "2", "y": "c"})


def test_several_sweeps_add_their_cells_and_share_those_of_both() -> None:
    cells = planned_cells([sweep("x=1,2"), sweep("x=2,3")], ["x"])
    assert cells == ({"x": "1"}, {"x": "2"}, {"x": "3"})


def test_no_sweep_and_a_sweep_beyond_all_bounds_state_no_grid() -> None:
    assert planned_cells([], ["x"]) is None
    assert planned_cells([None], ["x"]) is None
    assert planned_cells([sweep(f"x=range({MOST_CELLS + 1})")], ["x"]) is None
