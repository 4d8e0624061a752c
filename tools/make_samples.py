"""Make the data of the sample collections again, byte for byte: `python tools/make_samples.py [DIRECTORY]`.

The briefs and the README of `sample_collections/` are written by hand and left as they are.
"""

from __future__ import annotations

import sys
from pathlib import Path

from samples import bare, full_vs_reinit, mean_grid, running, sum_token

DEFAULT = Path(__file__).resolve().parents[1] / "sample_collections"
COLLECTIONS = (sum_token, mean_grid, full_vs_reinit, running, bare)


def main(root: Path) -> None:
    """Write the generated files of every collection below `root`."""
    for collection in COLLECTIONS:
        collection.write(root)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT)
