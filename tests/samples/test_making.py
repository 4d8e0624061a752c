"""The script makes the committed samples again, and they stay small."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.samples.reading import ROOT, SAMPLES

HAND_WRITTEN = {"brief.yaml", "README.md"}


def test_the_script_makes_the_committed_files_again(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    subprocess.run([sys.executable, str(ROOT / "tools" / "make_samples.py"), str(tmp_path)], check=True)
    committed = {p.relative_to(SAMPLES) for p in SAMPLES.rglob("*") if p.is_file() and p.name not in HAND_WRITTEN}
    assert {p.relative_to(tmp_path) for p in tmp_path.rglob("*") if p.is_file()} == committed
    changed = [str(p) for p in sorted(committed) if (SAMPLES / p).read_bytes() != (tmp_path / p).read_bytes()]
    assert changed == []


def test_all_samples_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 3_000_000
