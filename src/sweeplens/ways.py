"""The ways in which numbers are made, by the names that options, settings and memories share."""

from __future__ import annotations

from typing import Literal, TypeAlias

Statistic: TypeAlias = Literal["last", "best", "min", "max", "mean"]
"""The value of its history that a run stands for; `last` is the stored one."""
Folding: TypeAlias = Literal[
    "mean-std", "median-range", "mean-stderr", "mean-t95", "mean-bootstrap95", "iqm-bootstrap95"
]
"""What the replicates of a cell are folded into: a centre, and what stands beside it."""
Nonfinite: TypeAlias = Literal["exclude", "worst"]
"""What NaN and infinities are where values are averaged: left out, or the worst finite value of their metric."""
