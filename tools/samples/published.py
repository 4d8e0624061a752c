"""The tables that were published, as printed, and how far a printed number leaves the true one open."""

from __future__ import annotations

import csv
from pathlib import Path

TABLES = Path(__file__).parent / "published"
DECIMALS = 4
SIGNIFICANT = 6

Row = dict[str, str]


def table(name: str) -> list[Row]:
    """The rows of one published table, every cell as it was printed."""
    with (TABLES / f"{name}.csv").open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def shown(value: float) -> str:
    """A number as the reports print it: four decimals and six significant digits at most.

    >>> shown(214.28412), shown(0.49997), shown(-0.00001), shown(1563)
    ('214.284', '0.5', '0', '1563')
    """
    text = f"{value:.{_decimals(value)}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def half_unit(printed: str) -> float:
    """Half of the last digit that a printed number could have had: the slack of its rounding."""
    return 0.5 * 10.0 ** -_decimals(float(printed))


def _decimals(value: float) -> int:
    whole = f"{abs(value):.0f}"
    digits = 0 if whole == "0" else len(whole)
    return max(0, min(DECIMALS, SIGNIFICANT - digits))
