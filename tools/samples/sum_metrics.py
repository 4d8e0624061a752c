"""The final metrics of the sum collection, and those of the mean grid it is compared with, found from what was printed.

Most values were printed; the others are chosen so that every printed statistic comes out. The unknowns are the
metrics a summary stores, twelve rows each, and three metrics of the eight mean rows. A bounded step away from
rounding is free, everything beyond it is a residual, and least squares brings all residuals to zero.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy.optimize import least_squares  # type: ignore[import-untyped]

from .sum_cells import CELLS, COMMON_CELLS, COMPARED, UNKNOWNS, Column, Metrics, exact, with_derived
from .sum_printed import computed, printed_texts, targets
from .sum_start import start, widths

SLACK = 0.8
"""The part of a rounding interval that is free; the rest is left for the last rounding."""
PULL = 0.02
"""How strongly a value is held at its start, in parts of a residual."""


@lru_cache(maxsize=1)
def solved() -> tuple[Metrics, Metrics]:
    """Stored and derived metrics of the sum rows, and compared metrics of the mean rows, in the order of the cells."""
    origin = start()
    units = widths(origin)

    def residuals(offsets: Column) -> Column:
        away = _away(*_unpacked(origin + offsets * units))
        return np.concatenate([np.maximum(away - SLACK, 0.0), PULL * offsets])

    found = least_squares(residuals, np.zeros_like(origin), jac="3-point", xtol=1e-13, ftol=1e-13, gtol=1e-10)
    rounded = _settled(origin + found.x * units)
    _require_printed(_away(*rounded))
    return rounded


def _away(metrics: Metrics, mean: Metrics) -> Column:
    """How far each computed number is from the printed one, in halves of its last digit: below 1 it prints the same."""
    numbers, halves = targets()
    return np.asarray(np.abs(computed(metrics, mean) - numbers) / halves)


def _unpacked(flat: Column) -> tuple[Metrics, Metrics]:
    rows = len(CELLS)
    stored = {name: flat[i * rows : (i + 1) * rows] for i, name in enumerate(UNKNOWNS)}
    rest = flat[len(UNKNOWNS) * rows :].reshape(len(COMPARED), len(COMMON_CELLS))
    return with_derived(stored), dict(zip(COMPARED, rest, strict=True))


def _settled(flat: Column) -> tuple[Metrics, Metrics]:
    """The solution with six decimals, and normalized losses whose product with the scale is exact."""
    metrics, mean = _unpacked(np.round(flat, 6))
    stored = {name: metrics[name] for name in UNKNOWNS}
    name = "distribution_normalized_reconstruction_loss"
    stored[name] = exact(stored[name])
    return with_derived(stored), mean


def _require_printed(away: Column) -> None:
    if away.max() >= 1:
        raise ValueError(f"{printed_texts()[int(away.argmax())]} does not come out: {away.max():.2f} halves away")
