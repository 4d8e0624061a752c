"""`bare-table_demo`: one table of results and nothing else."""

from __future__ import annotations

from pathlib import Path

from .files import write_text

NAME = "bare-table_demo"
RESULTS = """\
model,lr,batch_size,accuracy,loss
resnet18,0.1,128,0.9312,0.2487
resnet18,0.01,128,0.9187,0.2795
resnet18,0.001,128,0.8843,0.3921
vit-tiny,0.1,128,0.1000,2.3028
vit-tiny,0.01,128,0.8726,0.4310
vit-tiny,0.001,128,0.9048,0.3254
"""


def write(root: Path) -> None:
    """Write the table below `root`."""
    write_text(root / NAME / "results.csv", RESULTS)
