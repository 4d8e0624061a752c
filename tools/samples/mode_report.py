"""report.md of the full-versus-reinit sample: its table as computed from the histories."""

from __future__ import annotations

from collections.abc import Mapping

from . import published
from .files import Value, markdown_table
from .mode_history import LAST_SHARED
from .mode_means import FULL, REINIT

SELECTED = ("beta0p01_d50_lin50", "beta0p01_cyclin25_w12p5", "beta0p1_d50_lin50")
COMPARED = ("val_accuracy", "val_router_probe", "val_norm_recon")
TEXT = """\
# Full versus reinit: dynamics

Six loss settings, each adapted from the full weights and from reinitialised ones; validation metrics by task.

## Where it starts

At the first checkpoint the full runs answer nearly everything and the reinitialised ones one question in seven; the
router probe stands the other way round.

## What is left at the final shared checkpoint

{gaps}
![Selected-setting trajectories](figures/selected-trajectories.png)

The accuracy gap of beta0p01_cyclin25_w12p5 closes in the second half of training; that of beta0p01_d50_lin50 stays.

## Gaps by task

![Accuracy gap by task and setting](figures/accuracy-gaps.png)

![Router probe gap by task and setting](figures/router-gaps.png)

![Gap of router probe x final answer accuracy](figures/product-gaps.png)

## Latents

One fixed basis for each task and mode. Posterior-sampled z was not saved.

![Router-sampled latents, full](figures/router-latents-full.png)

![Router-sampled latents, reinit](figures/router-latents-reinit.png)

![Posterior means, full](figures/posterior-latents-full.png)

![Posterior means, reinit](figures/posterior-latents-reinit.png)
"""

Line = Mapping[str, Value]


def report(history: list[dict[str, Value]]) -> str:
    """The whole document, from the rows of the history."""
    last = [line for line in history if line["step"] == LAST_SHARED]
    return TEXT.format(gaps=markdown_table([_gaps(last, setting) for setting in SELECTED]))


def _gaps(last: list[dict[str, Value]], setting: str) -> dict[str, str]:
    full, reinit = (_means(last, setting, mode) for mode in (FULL, REINIT))
    deltas = {f"delta_full_minus_reinit_{name}": full[name] - reinit[name] for name in COMPARED}
    ratio = {"ratio_reinit_to_full_val_norm_recon": reinit["val_norm_recon"] / full["val_norm_recon"]}
    return {"loss_setting": setting, **{name: published.shown(value) for name, value in (deltas | ratio).items()}}


def _means(last: list[dict[str, Value]], setting: str, mode: str) -> dict[str, float]:
    """Each compared metric's mean over the tasks of one setting and mode."""
    lines = [line for line in last if (line["loss_setting"], line["adaptation_mode"]) == (setting, mode)]
    return {name: sum(float(line[name] or 0) for line in lines) / len(lines) for name in COMPARED}
