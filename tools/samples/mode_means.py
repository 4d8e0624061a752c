"""Where the runs of the full-versus-reinit sample start and end, averaged over tasks: printed gaps, made-up levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import published

FULL, REINIT = "full", "reinit"
MODES = (FULL, REINIT)


@dataclass(frozen=True)
class Ends:
    """One metric at the first and at the final shared checkpoint."""

    first: float
    final: float


Means = Mapping[str, Ends]


@dataclass(frozen=True)
class Setting:
    """What was chosen of a setting; both modes follow from it and from the gaps."""

    accuracy: Ends
    """Of the full mode; first and final."""
    first_reinit_accuracy: float
    router: Ends
    """Of the full mode; first and final."""
    first_reinit_router: float
    kl: float
    """Where the KL of the full mode ends."""


@dataclass(frozen=True)
class Gaps:
    """What is left between the modes at the final shared checkpoint: full minus reinit, and reinit over full."""

    accuracy: float
    router: float
    recon: float
    recon_ratio: float


SETTINGS: Mapping[str, Setting] = {
    "beta0_unnorm": Setting(Ends(0.9661, 0.9692), 0.1402, Ends(0.4151, 0.5514), 0.8874, 21.407),
    "beta0p01_d50_lin50": Setting(Ends(0.9684, 0.9817), 0.1437, Ends(0.4283, 0.8592), 0.9176, 2.2134),
    "beta0p01_cyclin25_w12p5": Setting(Ends(0.9712, 0.9788), 0.1482, Ends(0.4367, 0.8497), 0.9341, 2.5381),
    "beta0p1_d50_lin50": Setting(Ends(0.9705, 0.9841), 0.1409, Ends(0.4218, 0.9046), 0.9118, 0.8427),
    "beta0p1_cyclin25_w12p5": Setting(Ends(0.9698, 0.9693), 0.1466, Ends(0.4302, 0.8311), 0.9203, 0.9716),
    "beta1_d50_lin50": Setting(Ends(0.9677, 0.9574), 0.1428, Ends(0.4247, 0.8023), 0.9089, 0.1953),
}
MADE_UP_GAPS: Mapping[str, Gaps] = {
    "beta0_unnorm": Gaps(0.4527, 0.1321, -0.0874, 2.1943),
    "beta0p1_cyclin25_w12p5": Gaps(0.0042, -0.0081, -0.0036, 1.0581),
    "beta1_d50_lin50": Gaps(0.0031, 0.0094, -0.0012, 1.0113),
}


def gaps() -> Mapping[str, Gaps]:
    """The gaps of every setting: as printed for three of them, made up for the others."""
    columns = (
        "delta_full_minus_reinit_val_accuracy",
        "delta_full_minus_reinit_val_router_probe",
        "delta_full_minus_reinit_val_norm_recon",
        "ratio_reinit_to_full_val_norm_recon",
    )
    rows = published.table("mode_gaps")
    printed = {row["loss_setting"]: Gaps(*(float(row[column]) for column in columns)) for row in rows}
    return {**MADE_UP_GAPS, **printed}


def means(name: str, mode: str) -> Means:
    """The metrics of one setting and mode, averaged over the tasks."""
    setting, gap = SETTINGS[name], gaps()[name]
    recon = gap.recon / (1 - gap.recon_ratio)
    first = 1 + 0.02 * list(SETTINGS).index(name)
    if mode == FULL:
        return {
            "val_accuracy": setting.accuracy,
            "val_router_probe": setting.router,
            "val_norm_recon": Ends(0.4127 * first, recon),
            "val_kl": Ends(37.2 * first, setting.kl),
        }
    return {
        "val_accuracy": Ends(setting.first_reinit_accuracy, setting.accuracy.final - gap.accuracy),
        "val_router_probe": Ends(setting.first_reinit_router, setting.router.final - gap.router),
        "val_norm_recon": Ends(1.0384 * first, recon - gap.recon),
        "val_kl": Ends(9.6 * first, 1.13 * setting.kl),
    }
