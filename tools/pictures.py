"""Makes the pictures of the README: the running application on the sample collections, at three sizes.

    python tools/pictures.py [FOLDER]        docs/pictures by default

They are SVG, in the reader's own monospaced font.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sweeplens.opening import Opening
from sweeplens.resources import sample_collections_dir
from sweeplens.settings import Settings
from sweeplens.tui.app import SweeplensApp
from sweeplens.tui.screens.main import MainScreen


@dataclass(frozen=True)
class Picture:
    """One view of the application."""

    name: str
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    first: str = "sum-token-aggregation_20260503"
    theme: str = "lens-dark"


PICTURES = (
    Picture("extremes-120x40", (120, 40), ("4", "b")),
    Picture("state-120x40", (120, 40), ("1",), first="running-ablation_demo"),
    Picture("tradeoffs-120x40", (120, 40), ("7",)),
    Picture("dynamics-120x40", (120, 40), ("8", "v")),
    Picture("gaps-120x40", (120, 40), ("9", "v", "v"), first="full-vs-reinit_20260415"),
    Picture("latent-120x40", (120, 40), ("0",), first="full-vs-reinit_20260415"),
    Picture("distributions-80x24", (80, 24), ("3",)),
    Picture("cells-200x60-light", (200, 60), ("2", "slash", *"family~tok", "enter"), theme="lens-light"),
)


async def taken(picture: Picture) -> str:
    """The picture as SVG."""
    opening = Opening((sample_collections_dir(),), picture.first, theme=picture.theme)
    app = SweeplensApp(opening, Settings(watch_seconds=0))
    async with app.run_test(size=picture.size) as pilot:
        while not (isinstance(app.screen, MainScreen) and app.screen.is_mounted):
            await pilot.pause(0.05)
        for key in picture.keys:
            await pilot.press(key)
        for _ in range(20):
            await app.workers.wait_for_complete()
            await pilot.pause(0.05)
        if not app.screen.shown:
            raise SystemExit(f"{picture.name}: there is nothing to see.")
        return app.export_screenshot(title="sweeplens")


def in_own_fonts(svg: str) -> str:
    """The SVG without the fonts that it would fetch from elsewhere."""
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        with tempfile.TemporaryDirectory() as nobody:
            os.environ["SWEEPLENS_STATE_DIR"] = nobody
            os.environ["SWEEPLENS_CONFIG_DIR"] = nobody
            svg = in_own_fonts(asyncio.run(taken(picture)))
            (folder / f"{picture.name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/pictures"))
