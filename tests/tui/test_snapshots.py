"""The screen at three sizes, as pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from sweeplens.data.scan import Found
from sweeplens.figures import Direction
from sweeplens.settings import Settings
from sweeplens.tui.app import SweeplensApp
from sweeplens.tui.sources import Sources
from tests.builders import collection_of, factor
from tests.tui.driving import Driven, opening

ROOT = Path("/nowhere")
FAMILIES = ["raw", "dist norm", "tokcc a.25"]
BETAS = ["beta=.01", "beta=.1", "beta=1"]
RUNS = [(family, beta) for family in FAMILIES for beta in BETAS]
SCORES = [0.52, 0.51, None, 0.54, 0.51, 0.5, 0.55, float("nan"), 0.53]
SWEEP = replace(
    collection_of(
        {"family": [f for f, _ in RUNS], "beta": [b for _, b in RUNS], "score": SCORES, "loss": range(9)},
        [factor("family", FAMILIES), factor("beta", BETAS)],
        better={"score": Direction.HIGHER, "loss": Direction.LOWER},
    ),
    path=ROOT / "a-sweep",
    name="a-sweep",
    title="A sweep of families and betas",
)
SOURCES = Sources(lambda path: [Found(SWEEP.path, SWEEP.name)], lambda path: None, lambda path: SWEEP)


@pytest.mark.parametrize(
    ("name", "size", "theme", "keys"),
    [
        ("wide", (120, 30), "lens-dark", ("2", "b")),
        ("narrow", (80, 24), "lens-dark", ("2", "/", "beta=.01 (score>")),
        ("huge", (200, 50), "lens-light", ("2", "tab", "tab", "down", "e")),
    ],
)
def test_the_screen_looks_as_it_did(
    name: str, size: tuple[int, int], theme: str, keys: tuple[str, ...], snap_compare: Callable[..., bool]
) -> None:
    app = SweeplensApp(opening(paths=(ROOT,), first="", theme=theme), Settings(watch_seconds=0), SOURCES)

    async def type_keys(pilot: Pilot[None]) -> None:
        it = Driven(app, pilot)
        await it.settle()
        for word in keys:
            await it.burst(word)

    assert snap_compare(app, terminal_size=size, run_before=type_keys)
