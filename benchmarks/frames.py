"""How soon a large stream of latent frames opens, against reading its bytes once.

python -m benchmarks.frames [MEGABYTES]
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

from sweeplens.data.load import load_collection
from sweeplens.figures import Frames
from sweeplens.panes import latent, latent_projection
from sweeplens.panes.base import Question

POINTS, DIMENSIONS, MODES = 256, 64, ("full", "reinit")
BUDGET = 3.0
"""How many times as long as reading the bytes it may take until the first frames are there."""


def write_stream(folder: Path, megabytes: int) -> Path:
    """A collection whose one stream of frames has this size."""
    rng = np.random.default_rng(0)
    folder.mkdir()
    (folder / "summary.csv").write_text("mode,accuracy\nfull,0.9\nreinit,0.5\n")
    path = folder / "frames.jsonl"
    with path.open("w") as file:
        step = 0
        while file.tell() < megabytes << 20:
            step += 1
            for mode in MODES:
                points = rng.normal(size=(POINTS, DIMENSIONS)).tolist()
                file.write(json.dumps({"step": step, "mode": mode, "points": points}) + "\n")
    return path


def read_through(path: Path) -> int:
    """The file's bytes, read and forgotten; how many there are."""
    with path.open("rb") as file:
        return sum(len(chunk) for chunk in iter(lambda: file.read(1 << 20), b""))


def seconds(work: Callable[[], object]) -> float:
    """How long it takes once."""
    start = perf_counter()
    work()
    return perf_counter() - start


def first_frames(folder: Path) -> Frames:
    """What is seen first after the collection is opened on its latents."""
    question = Question(load_collection(folder))
    figure = latent.first_answer(question) or latent.answer(question)
    assert isinstance(figure, Frames)
    return figure


def all_frames(folder: Path) -> None:
    """The whole answer of a process that has projected nothing yet."""
    latent_projection._panel.cache_clear()
    latent.answer(Question(load_collection(folder)))


def main() -> int:
    """Print a line a moment; 1 where the first frames are later than their budget."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        os.environ["SWEEPLENS_CACHE_DIR"] = f"{place}/cache"
        all_frames(write_stream(folder / "small", 1).parent)  # what has to be imported is
        path = write_stream(folder / "large", megabytes)
        folder = path.parent
        read_through(path)
        whole = seconds(lambda: read_through(path))
        moments = {
            "first frames": seconds(lambda: first_frames(folder)),
            "all frames": seconds(lambda: all_frames(folder)),
            "all frames, kept": seconds(lambda: all_frames(folder)),
        }
    print(f"{'reading the bytes':20}{1000 * whole:8.0f} ms")
    for name, time in moments.items():
        print(f"{name:20}{1000 * time:8.0f} ms{time / whole:8.1f} times")
    return int(moments["first frames"] > BUDGET * whole)


if __name__ == "__main__":
    sys.exit(main())
