"""What every test has: directories of its own in place of the user's, and collections to read."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

# A slow machine is no fault, and a check that has passed passes again; other runs look for new examples.
settings.register_profile("anywhere", deadline=None)
settings.register_profile("check", deadline=None, derandomize=True)
settings.load_profile("check" if os.environ.get("CI") else "anywhere")

SAMPLES = Path(__file__).parents[1] / "sample_collections"


@pytest.fixture(autouse=True)
def user_dirs(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty directories for settings, state and cache, so that no test reads or leaves anything of the user's."""
    home = tmp_path_factory.mktemp("user")
    for kind in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"SWEEPLENS_{kind}_DIR", str(home / kind.lower()))
    return home


@pytest.fixture
def samples() -> Path:
    """The root of the shipped collections."""
    return SAMPLES


@pytest.fixture
def sum_sample() -> Path:
    """The sample with four families and three betas, all complete."""
    return SAMPLES / "sum-token-aggregation_20260503"


@pytest.fixture
def running_sample() -> Path:
    """The sample of a sweep in progress, with every status and a few faults."""
    return SAMPLES / "running-ablation_demo"


@pytest.fixture
def make_collection(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Writes files below a directory of the test's own, by their names, and gives the directory."""

    def make(files: Mapping[str, str | bytes]) -> Path:
        root = tmp_path / "collection"
        for name, content in files.items():
            place = root / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode() if isinstance(content, str) else content)
        return root

    return make
