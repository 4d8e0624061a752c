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

Six loss settings, each adapted from the *full* weights and from *reinitialised* ones; validation metrics by task. The
trajectories are of the three settings that matter most here:

1. `beta0p01_d50_lin50`
2. `beta0p01_cyclin25_w12p5`
3. `beta0p1_d50_lin50`

## Where it starts

- At the first checkpoint the full runs answer nearly everything and the reinitialised ones one question in seven.
- The router probe stands the other way round.

## What is left at the final shared checkpoint

{gaps}
![Selected-setting trajectories](figures/selected-trajectories.png)

The accuracy gap of `beta0p01_cyclin25_w12p5` closes in the second half of training; that of `beta0p01_d50_lin50` stays.

![Where the accuracy gap closes](figures/closing-gaps.png)

## Gaps by task

![Accuracy gap by task and setting](figures/accuracy-gaps.png)

![Router probe gap by task and setting](figures/router-gaps.png)

![Gap of router probe x final answer accuracy](figures/product-gaps.png)

## Latents

One fixed basis for each task and mode, over all saved frames.

> Posterior-sampled z was not saved; posterior means stand in for it.

{latents}"""

LATENTS = """\
### Under {mode} adaptation

![Router-sampled latents over training, {mode}](figures/router-latents-{mode}.png)

![Selected router-sampled checkpoints, {mode}](figures/router-latents-{mode}-checkpoints.png)

![Posterior means over training, {mode}](figures/posterior-latents-{mode}.png)

![Smoothed posterior means, {mode}](figures/posterior-latents-{mode}-smoothed.png)

![Posterior means at 2, 6, 10, 20, 50 and 100 % of training, {mode}](figures/posterior-latents-{mode}-early.png)
"""

Line = Mapping[str, Value]


def report(history: list[dict[str, Value]]) -> str:
    """The whole document, from the rows of the history."""
    last = [line for line in history if line["step"] == LAST_SHARED]
    latents = "\n".join(LATENTS.format(mode=mode) for mode in (FULL, REINIT))
    return TEXT.format(gaps=markdown_table([_gaps(last, setting) for setting in SELECTED]), latents=latents)


def _gaps(last: list[dict[str, Value]], setting: str) -> dict[str, str]:
    full, reinit = (_means(last, setting, mode) for mode in (FULL, REINIT))
    deltas = {f"delta_full_minus_reinit_{name}": full[name] - reinit[name] for name in COMPARED}
    ratio = {"ratio_reinit_to_full_val_norm_recon": reinit["val_norm_recon"] / full["val_norm_recon"]}
    return {"loss_setting": setting, **{name: published.shown(value) for name, value in (deltas | ratio).items()}}


def _means(last: list[dict[str, Value]], setting: str, mode: str) -> dict[str, float]:
    """Each compared metric's mean over the tasks of one setting and mode."""
    lines = [line for line in last if (line["loss_setting"], line["adaptation_mode"]) == (setting, mode)]
    return {name: sum(float(line[name] or 0) for line in lines) / len(lines) for name in COMPARED}
