from __future__ import annotations

import polars as pl
import pytest

from sweeplens.data.formats.summaries import is_summary, summary_columns


def found(text: str) -> list[str | None]:
    """The first fields of the rows that are summaries; columns part by commas, rows by line ends."""
    names, *rows = (line.split(",") for line in text.split("\n"))
    frame = pl.DataFrame(
        [[field or None for field in row] for row in rows], schema=dict.fromkeys(names, pl.String), orient="row"
    )
    columns = summary_columns(frame)
    assert summary_columns(frame.lazy()) == columns
    return frame.filter(is_summary(columns))[names[0]].to_list() if columns else []


@pytest.mark.parametrize(
    ("text", "summaries"),
    [
        ("seed,acc\n42,68.05\n2025,68.25\nmean,68.15\nsample_sd,0.14", ["mean", "sample_sd"]),
        ("method,seed,acc\nppo,0,1\nppo,1,2\nppo,mean,1.5\ndqn,0,3", ["ppo"]),
        ("task,acc\ncola,0.5\nsst2,0.7\nAverage,0.6", ["Average"]),
        ("task,acc\ncola,0.5\nsst2,0.7\nmean,0.6\nstd dev,0.1", ["mean", "std dev"]),
        ("method,seed,acc\nppo,0,1\nppo,1,2\nmean,,9", ["mean"]),
        ("pooling,acc\nmax,0.5\nmean,0.9\nsum,0.7", []),
        ("family,acc\nraw,0.5\nsum,0.7\nmean,0.55", []),
        (",acc\ncount,3\nmean,0.5\nstd,0.1\nmin,0\n25%,0.1\nmax,1", []),
        ("a,b\n1,2\n3,4", []),
        ("a\nmean\nstd", []),
        ("a,b", []),
    ],
)
def test_rows_that_sum_up_others_are_told_from_levels_of_the_same_name(text: str, summaries: list[str]) -> None:
    assert found(text) == summaries
