"""A scan lists every collection below a root once, marked ones first, and never more than there are."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.scan import collections_at, scan_root

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"
TABLE = "family,accuracy\nraw,0.51\nnorm,0.52\n"
OTHER = "model,loss\na,1.5\nb,2.5\n"
CURVE = "step,loss\n1,0.5\n2,0.4\n3,0.3\n"


def names(root: Path) -> list[str]:
    """What a scan of `root` lists, in the order of names."""
    return sorted(found.name for found in scan_root(root))


@pytest.mark.parametrize(
    "marker", ["brief.yaml", "summary.csv", "findings.json", "data/summary.csv", "data/summary.parquet"]
)
def test_a_marker_makes_a_directory_a_collection(make_collection: Make, marker: str) -> None:
    root = make_collection({f"deep/down/one/{marker}": TABLE, "deep/down/one/inner/summary.csv": TABLE})
    assert names(root) == ["deep/down/one"]


def test_the_samples_are_listed(samples: Path) -> None:
    listed = names(samples)
    assert {"sum-token-aggregation_20260503", "running-ablation_demo", "bare-table_demo"} <= set(listed)
    assert len(listed) == sum(1 for entry in samples.iterdir() if entry.is_dir())


def test_a_marked_root_is_the_only_collection(make_collection: Make) -> None:
    root = make_collection({"summary.csv": TABLE, "below/summary.csv": TABLE})
    assert [(found.path, found.name) for found in scan_root(root)] == [(root, "collection")]


def test_a_stray_table_does_not_swallow_the_collections_beside_it(make_collection: Make) -> None:
    root = make_collection({"notes.csv": OTHER, "a/summary.csv": TABLE, "b/results.csv": TABLE})
    assert names(root) == ["a", "b"]


def test_a_lone_table_beside_unmarked_collections_is_one_by_itself(make_collection: Make) -> None:
    root = make_collection(
        {"overview.csv": OTHER, "a/r1.csv": TABLE, "a/r2.csv": OTHER, "b/r1.csv": CURVE, "b/r2.csv": CURVE}
    )
    assert names(root) == ["a", "b", "overview.csv"]


def test_a_directory_of_tables_is_one_collection(make_collection: Make) -> None:
    root = make_collection({"x/results/a.csv": TABLE, "x/results/b.csv": OTHER, "y/c.csv": CURVE, "y/plots/p.png": b""})
    assert names(root) == ["x/results", "y"]


def test_tables_of_one_shape_in_several_folders_are_one_collection(make_collection: Make) -> None:
    root = make_collection({f"results/{algo}/{task}.csv": CURVE for algo in ("ppo", "sac") for task in ("run", "walk")})
    assert names(root) == ["results"]
    assert [found.path for found in collections_at(root)] == [root]


def test_run_directories_are_one_collection(make_collection: Make) -> None:
    runs = {f"logs/version_{at}/metrics.csv": "epoch,step,loss\n0,1,0.5\n1,2,0.4\n" for at in range(5)}
    runs |= {f"logs/version_{at}/hparams.yaml": f"lr: 0.{at}\n" for at in range(5)}
    assert names(make_collection(runs)) == ["logs"]


def test_results_of_different_kinds_are_different_collections(make_collection: Make) -> None:
    files = {
        f"pl/version_{at}/{name}": text
        for at in range(3)
        for name, text in (("metrics.csv", "epoch,step,loss\n0,1,0.5\n1,2,0.4\n"), ("hparams.yaml", f"lr: 0.{at}\n"))
    }
    assert names(make_collection({**files, "tables/a.csv": TABLE})) == ["pl", "tables"]


def test_what_holds_nothing_readable_is_not_listed(make_collection: Make) -> None:
    root = make_collection(
        {"docs/readme.md": "# hello", "code/main.py": "1", "pictures/p.png": b"\x89PNG", "LICENSE": "free"}
    )
    assert names(root) == []


def test_folders_of_settings_are_no_collections(make_collection: Make) -> None:
    configs = {f"config/task/{name}.yaml": f"lr: 0.{at}\nsteps: {at}\n" for at, name in enumerate("abc")}
    assert names(make_collection({**configs, "results/a.csv": TABLE})) == ["results"]


def test_hidden_and_tool_directories_are_passed_over(make_collection: Make) -> None:
    root = make_collection({".git/summary.csv": TABLE, "__pycache__/summary.csv": TABLE, "a/summary.csv": TABLE})
    assert names(root) == ["a"]


def test_links_in_a_circle_end(make_collection: Make) -> None:
    root = make_collection({"a/summary.csv": TABLE, "b/c/readme.md": ""})
    (root / "b" / "c" / "up").symlink_to(root, target_is_directory=True)
    (root / "b" / "self").symlink_to(root / "b" / "self")
    assert names(root) == ["a"]


def test_a_link_to_a_collection_elsewhere_is_followed(make_collection: Make, tmp_path: Path) -> None:
    root = make_collection({"a/summary.csv": TABLE})
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "summary.csv").write_text(TABLE)
    (root / "linked").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert names(root) == ["a", "linked"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look everywhere")
def test_a_folder_that_cannot_be_opened_is_survived(make_collection: Make) -> None:
    root = make_collection({"a/summary.csv": TABLE, "shut/summary.csv": TABLE})
    (root / "shut").chmod(0)
    try:
        assert names(root) == ["a"]
    finally:
        (root / "shut").chmod(0o700)


def test_a_scan_can_be_left_early(make_collection: Make) -> None:
    root = make_collection({f"c{at:03}/summary.csv": TABLE for at in range(100)})
    scan = scan_root(root)
    next(scan)
    del scan
    assert len(names(root)) == 100


def test_a_table_file_is_a_collection(make_collection: Make) -> None:
    root = make_collection({"t.csv": TABLE})
    assert [(found.path, found.name) for found in collections_at(root / "t.csv")] == [(root / "t.csv", "t.csv")]


def test_a_path_with_nothing_in_it_is_left_to_the_reader(tmp_path: Path) -> None:
    assert [found.path for found in collections_at(tmp_path)] == [tmp_path]


def test_thousands_of_collections_are_listed_in_little_time(tmp_path: Path) -> None:
    for at in range(2_000):
        place = tmp_path / f"group{at % 20}" / f"c{at}" / "data"
        place.mkdir(parents=True)
        (place.parent / "brief.yaml").touch()
    start = time.perf_counter()
    assert sum(1 for _ in scan_root(tmp_path)) == 2_000
    assert time.perf_counter() - start < 2.0


def test_a_scan_of_marked_collections_imports_nothing_heavy(samples: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from sweeplens.data.scan import scan_root;"
        f"next(scan_root(Path({str(samples)!r})));"
        "print([m for m in ('polars', 'numpy', 'pandas', 'yaml', 'textual') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
