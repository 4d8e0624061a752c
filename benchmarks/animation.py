"""How long a key waits while frames play over a slow link: 10 frames a second, at 50 kB/s.

python -m benchmarks.animation [KEYS]

The link takes the program's output at its rate and no faster; a key asks for another pace, and is timed until the
screen at the far end says so.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from benchmarks.terminal import Terminal
from sweeplens.resources import sample_collections_dir

RATE = 50_000
"""Bytes a second."""
COLLECTION = str(sample_collections_dir() / "full-vs-reinit_20260415")
COMMAND = [sys.executable, "-m", "sweeplens", "browse", COLLECTION, "--pane", "latent", "--view"]
VIEWS = {"frames": 10, "smoothed": 73}
"""How many frames each animated view has."""
FASTER, SLOWER, PLAY = ">", "<", " "
READOUT = 3
"""The screen's line that says which frame is seen, and at which pace it plays."""
BUDGET = 0.1
"""Seconds that a key may wait."""
_FRAME = re.compile(r"frame (\d+) of")


class SlowLink(Terminal):
    """A terminal behind a link of `RATE` bytes a second."""

    piece = 512

    def __init__(self, command: Sequence[str], environ: Mapping[str, str]) -> None:
        self._free_at = 0.0
        self.seen: dict[int, float] = {}
        """When each frame was seen first, in seconds."""
        super().__init__(command, environ=environ)

    @property
    def frame(self) -> int:
        """Number of the frame that is seen; 0 where there is none."""
        found = _FRAME.search(self.line(READOUT))
        return int(found[1]) if found else 0

    def take(self) -> None:
        """Take the next piece when the link is free again, and note the frame that is seen then."""
        time.sleep(max(self._free_at - time.perf_counter(), 0))
        before = self.bytes
        self._receive(0.005)
        self._free_at = max(self._free_at, time.perf_counter() - 0.01) + (self.bytes - before) / RATE
        self.seen.setdefault(self.frame, time.perf_counter())

    def play(self) -> None:
        """Start over from the first frame."""
        os.write(self._master, PLAY.encode())
        while self.frame != 1:
            self.take()
        self.seen.clear()
        self.bytes = 0

    def rest(self, seconds: float) -> None:
        """Take what comes for so long."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.take()

    def timed(self, key: str, effect: str) -> float:
        """Seconds from a key to its effect on the screen."""
        pressed = time.perf_counter()
        os.write(self._master, key.encode())
        while effect not in self.line(READOUT):
            self.take()
        return time.perf_counter() - pressed


@dataclass(frozen=True)
class Played:
    """What was measured while a view played once."""

    waits: tuple[float, ...]
    """Seconds that each key waited."""
    rate: float
    """Frames a second."""
    size: float
    """Bytes a frame, those of the keys' effects among them."""


def measured(view: str, keys: int) -> list[Played]:
    """Play a view again and again until so many keys were pressed."""
    played: list[Played] = []
    with tempfile.TemporaryDirectory() as state:
        environ = {f"SWEEPLENS_{kind}_DIR": state for kind in ("STATE", "CONFIG", "CACHE")}
        with SlowLink([*COMMAND, view], environ) as link:
            link.until(lambda text: f"frame {VIEWS[view]} of" in text, 60.0)
            link.settle(quiet=1.0)
            link.press(FASTER * 3)
            while sum(len(each.waits) for each in played) < keys:
                played.append(_played_once(link, VIEWS[view]))
    return played


def _played_once(link: SlowLink, frames: int) -> Played:
    """From the first frame to the last, keys pressed at random moments."""
    link.play()
    waits: list[float] = []
    while link.frame < frames - 5:
        link.rest(random.uniform(0.2, 0.3))
        waits += [link.timed(SLOWER, " 8/s"), link.timed(FASTER, " 10/s")]
    times = sorted(link.seen.values())
    count = len(times)
    played = Played(tuple(waits), (count - 1) / (times[-1] - times[0]), link.bytes / count)
    while link.frame < frames:
        link.take()
    link.rest(0.5)
    return played


def main() -> int:
    """Print how long keys waited in each view; 1 where the median is over the budget."""
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    print(f"{'':12}{'frames/s':>10}{'bytes/frame':>13}{'median':>10}{'9 in 10':>10}{'slowest':>10}{'budget':>10}")
    worst = 0.0
    for view in VIEWS:
        played = measured(view, keys)
        waits = [wait for each in played for wait in each.waits]
        rate, size = median(each.rate for each in played), median(each.size for each in played)
        times = (median(waits), quantiles(waits, n=10)[-1], max(waits), BUDGET)
        print(f"{view:12}{rate:10.1f}{size:13,.0f}" + "".join(f"{1000 * each:7.0f} ms" for each in times))
        worst = max(worst, median(waits))
    return int(worst > BUDGET)


if __name__ == "__main__":
    raise SystemExit(main())
