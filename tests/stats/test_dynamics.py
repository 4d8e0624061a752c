"""Facts about curves, held against plain Python."""

from __future__ import annotations

import math

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.figures import Divergence
from sweeplens.stats.dynamics import DIVERGED, FACTS, curve_facts, divergence, final_shared_step

values = st.one_of(st.floats(-5, 5), st.none(), st.sampled_from([math.nan, math.inf, -math.inf]))


def plain_facts(steps: list[int], measured: list[float | None]) -> dict[str, float | int | None]:
    written = [(s, v) for s, v in zip(steps, measured, strict=True) if v is not None]
    finite = [(s, v) for s, v in written if math.isfinite(v)]
    low = min(finite, key=lambda pair: (pair[1], pair[0]), default=(None, None))
    high = min(finite, key=lambda pair: (-pair[1], pair[0]), default=(None, None))
    first, final = (written[0], written[-1]) if written else ((None, None), (None, None))
    facts = (*first, low[1], low[0], high[1], high[0], *final, len(finite))
    gone = [s for s, v in written if not math.isfinite(v)]
    nothing = (None, None)
    ends = (gone[0], *(finite[-1][::-1] if finite else nothing)) if gone and gone[-1] == written[-1][0] else (None,) * 3
    return dict(zip((*FACTS, *DIVERGED), (*facts, *ends), strict=True))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(values, min_size=1, max_size=8), min_size=1, max_size=4))
def test_facts_are_those_of_plain_python(curves: list[list[float | None]]) -> None:
    rows = [(at, step, value) for at, curve in enumerate(curves) for step, value in enumerate(curve)]
    points = pl.DataFrame(rows, schema={"curve": pl.Int64, "step": pl.Int64, "loss": pl.Float64}, orient="row")
    found = curve_facts(points, "curve", "step", "loss").to_dicts()
    for at, curve in enumerate(curves):
        wanted = plain_facts(list(range(len(curve))), curve)
        for name in (*FACTS, *DIVERGED):
            assert found[at][name] == pytest.approx(wanted[name], nan_ok=True), name


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0.5, None, 0.1], None),
        ([0.5, math.inf, math.nan], Divergence(2, 0.5, 1)),
        ([0.5, math.nan, 0.1], Divergence(2, 0.1, 3, is_final=False)),
        ([math.nan, 0.5, math.nan], Divergence(1, 0.5, 2)),
        ([0.5, math.nan, None], Divergence(2, 0.5, 1)),
        ([math.nan, math.inf, math.nan], Divergence(1)),
        ([None, None, None], None),
    ],
)
def test_a_divergence_is_the_first_value_that_is_not_finite_with_the_last_that_is(
    values: list[float | None], expected: Divergence | None
) -> None:
    assert divergence([1, 2, 3], values) == expected


def test_the_final_shared_step_is_the_last_that_every_curve_has() -> None:
    points = pl.DataFrame({"curve": [0, 0, 0, 1, 1], "step": [1, 2, 3, 1, 2]})
    assert final_shared_step(points, "curve", "step") == 2
    assert final_shared_step(points.filter(pl.col("step") > 2), "curve", "step") == 3


def test_curves_without_a_common_step_share_none() -> None:
    assert final_shared_step(pl.DataFrame({"curve": [0, 1], "step": [1, 2]}), "curve", "step") is None
