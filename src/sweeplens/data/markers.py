"""What names alone tell of files and directories; everything here is known before anything is read."""

from __future__ import annotations

from pathlib import PurePath

BRIEF = "brief.yaml"
FINDINGS = "findings.json"
SUMMARY_FILES = ("summary.csv", "summary.parquet")
"""What a summary is called, at the top of a collection or under `data/`."""
MARKERS = frozenset((BRIEF, FINDINGS, *SUMMARY_FILES))
"""Files of which one at its top makes a directory a collection."""
SUMMARIES = tuple(folder + name for folder in ("", "data/") for name in SUMMARY_FILES)
"""Where a collection's summary is, where no brief says it."""

IGNORED = frozenset(
    (".git", ".venv", ".ipynb_checkpoints", ".mypy_cache", ".pytest_cache", "__pycache__", "node_modules")
)
"""Directories that hold no results."""
DEEPEST = 16
"""How many directories deep is looked."""
PACKED = (".gz", ".zst", ".zstd", ".xz", ".bz2")
"""Suffixes of compressed files; what is inside has its own suffix before them."""
TABLES = frozenset(
    (".csv", ".tsv", ".tab", ".parquet", ".pq", ".arrow", ".feather", ".ipc", ".jsonl", ".ndjson", ".npz", ".xlsx")
)
"""Suffixes of files that are tables; of others the content has to look like one."""
_RECORDS = frozenset((".json", ".log", ".yaml", ".yml", ".toml", ".txt", ".dat", ""))


def suffix_of(name: str) -> str:
    """The suffix that says what is inside: `.csv` of `a.csv.gz`."""
    inner = name.lower()
    for packed in PACKED:
        inner = inner.removesuffix(packed)
    return PurePath(inner).suffix


def may_hold_results(name: str) -> bool:
    """Whether a file of this name could be a table, or part of a run's record."""
    suffix = suffix_of(name)
    return suffix in TABLES or suffix in _RECORDS or ".tfevents." in name
