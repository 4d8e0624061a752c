"""What of a filter runs can be asked, and what only curves or frames can."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sweeplens.data.askable import Asked, asked_of, finer_columns
from sweeplens.data.collection import Collection
from sweeplens.data.load import load_collection
from sweeplens.data.query import EVERYTHING, parse_filter


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    """Runs of a kind, a history with a task, and frames with a place."""
    brief = "factors: {kind: {column: kind}}\nhistories: [{file: h.csv, step: step}]\nframes: [{file: f.jsonl}]\n"
    (tmp_path / "brief.yaml").write_text(brief)
    (tmp_path / "summary.csv").write_text("kind,loss\na,1.5\nb,2.5\n")
    points = "".join(f"{kind},{task},{step},0.5\n" for kind in "ab" for task in "xy" for step in (1, 2))
    (tmp_path / "h.csv").write_text("kind,Task,step,grad\n" + points)
    frames = [json.dumps({"step": step, "place": place, "z": [[0, 1]]}) + "\n" for place in "pq" for step in (1, 2)]
    (tmp_path / "f.jsonl").write_text("".join(frames))
    return load_collection(tmp_path)


@pytest.mark.parametrize(
    ("text", "asked", "left_out"),
    [
        ("", "", []),
        ("kind=a loss<2", "kind=a loss<2", []),
        ("task=x kind=a", "kind=a", ["task=x"]),
        ("place=p !Task=x", "", ["place=p", "!Task=x"]),
        ("kind=a | task=x", "", ["kind=a | task=x"]),
        ("has:task status:complete n:>0", "status:complete n:>0", ["has:task"]),
        ("kind=a | nope=1", "kind=a | nope=1", []),
        ("task=x | nope=1", "task=x | nope=1", []),
        ("x task=/^x/", "x", ["task=/^x/"]),
    ],
)
def test_parts_about_what_only_finer_rows_have_are_left_out(
    collection: Collection, text: str, asked: str, left_out: list[str]
) -> None:
    parts = tuple(parse_filter(part) for part in left_out)
    assert asked_of(collection, parse_filter(text), collection) == Asked(parse_filter(asked), parts)


def test_what_is_left_out_is_said_with_the_name_that_is_not_there(collection: Collection) -> None:
    asked = asked_of(collection, parse_filter("task=x place=p kind=a"), collection)
    assert asked.sentence("the runs") == "task=x and place=p are left out: the runs have no task or place."
    assert asked_of(collection, EVERYTHING, collection).sentence("the runs") == ""


def test_the_keys_that_a_filter_names_are_found_in_any_case(collection: Collection) -> None:
    assert finer_columns(parse_filter("task=x kind=a loss<2"), collection) == {"Task"}
    assert finer_columns(parse_filter("kind=a"), collection) == frozenset()
