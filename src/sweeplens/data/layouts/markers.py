"""The files that mark a directory as a collection."""

from __future__ import annotations

BRIEF = "brief.yaml"
FINDINGS = "findings.json"
SUMMARY_FILES = ("summary.csv", "summary.parquet")
"""What a summary is called, at the top of a collection or under `data/`."""
MARKERS = frozenset((BRIEF, FINDINGS, *SUMMARY_FILES))
"""Files of which one at its top makes a directory a collection."""
SUMMARIES = tuple(folder + name for folder in ("", "data/") for name in SUMMARY_FILES)
"""Where a collection's summary is, where no brief says it."""
