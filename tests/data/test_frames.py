"""Frames of latents: found by offset, read when asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.frames import holds_frames, index_frames, read_frame
from sweeplens.data.load import load_collection
from sweeplens.errors import ReadError

HUGE = "9" * 400
scalars = st.one_of(st.text(max_size=12), st.integers(-5, 5), st.booleans())


def written(path: Path, *lines: dict[str, Any], end: str = "\n") -> Path:
    path.write_text("\n".join(json.dumps(line) for line in lines) + end)
    return path


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.dictionaries(
                st.text(min_size=1, max_size=8).filter(lambda k: k not in ("step", "z", "epoch", "tokens")), scalars
            ),
            st.integers(0, 10**9),
            st.booleans(),
        ),
        max_size=6,
    )
)
def test_every_frame_is_found_with_its_step_and_read_back(tmp_path_factory: pytest.TempPathFactory, lines: Any) -> None:
    path = tmp_path_factory.mktemp("frames") / "frames.jsonl"
    records = [
        {"step": step, "z": [[1.5, 2.0]] * 40, **keys} if behind else {**keys, "step": step, "z": [[1.5, 2.0]] * 40}
        for keys, step, behind in lines
    ]
    written(path, *records)
    index = index_frames(path)
    assert [frame.step for frame in index.frames] == [step for _, step, _ in lines]
    assert index.problems == ()
    for place, (keys, _, _) in zip(index.frames, lines, strict=True):
        assert place.named == {key: str(value) for key, value in keys.items()}
        assert read_frame(path, place).points.shape == (40, 2)


def test_a_step_behind_long_points_is_found(tmp_path: Path) -> None:
    path = written(tmp_path / "f.jsonl", {"z": [[1, 2]] * 9000, "note": {"deep": 1}, "step": 7, "task": "copy"})
    assert [(frame.step, frame.named) for frame in index_frames(path).frames] == [(7, {"task": "copy"})]


def test_a_step_between_two_lists_is_found(tmp_path: Path) -> None:
    path = written(tmp_path / "f.jsonl", {"z": [[1, 2]], "step": 5, "label": ["a"]})
    assert [frame.step for frame in index_frames(path).frames] == [5]


def test_labels_of_points_come_with_the_frame(tmp_path: Path) -> None:
    path = written(
        tmp_path / "f.jsonl", {"step": 1, "z": [[0, 1], [2, 3]], "strategy": ["left", "right"], "other": [1]}
    )
    frame = read_frame(path, index_frames(path).frames[0])
    assert frame.fields == {"strategy": ("left", "right")}


def test_a_half_written_last_line_is_no_frame(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text('{"step": 1, "z": [[1, 2]]}\n{"step": 2, "z": [[1, ')
    assert [frame.step for frame in index_frames(path).frames] == [1]


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        f'{{"step": {HUGE}, "z": [[1, 2]]}}',
        '{"step": NaN, "z": [[1, 2]]}',
        '{"z": [[1, 2]]}',
        "[1, 2]",
        '"text"',
        "{}",
    ],
)
def test_a_line_that_is_no_frame_is_a_problem_with_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text(f'{{"step": 1, "z": [[1, 2]]}}\n{line}\n')
    index = index_frames(path)
    assert [problem.line for problem in index.problems] == [2]
    assert len(index.frames) == 1


@pytest.mark.parametrize(
    "points", ["[[1, 2], [3]]", "[1, 2]", '"none"', '[["a"]]', "{}", '[[{"x": 1}]]', f"[[{HUGE}, 1]]", "[[], []]"]
)
def test_a_frame_without_points_is_one_sentence(tmp_path: Path, points: str) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text(f'{{"step": 1, "z": {points}}}\n')
    with pytest.raises(ReadError, match=r"f\.jsonl:1"):
        read_frame(path, index_frames(path).frames[0])


def test_a_point_that_is_not_a_number_is_nan(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text('{"step": 1, "z": [[NaN, 2], [null, 3]]}\n')
    points = read_frame(path, index_frames(path).frames[0]).points
    assert points[0][0] != points[0][0]
    assert points[1].tolist()[1] == 3.0


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="cannot be read as frames"):
        index_frames(tmp_path / "none.jsonl")


def test_half_of_a_character_in_a_key_becomes_the_mark_of_one_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text(
        r'{"task": "\ud800", "step": 1, "z": [[1, 2]]}' + "\n" + r'{"step": 2, "z": [[1, 2]], "\udc00": "b"}' + "\n"
    )
    assert [frame.named for frame in index_frames(path).frames] == [{"task": "\ufffd"}, {"\ufffd": "b"}]


@pytest.mark.parametrize("name", ["frames.jsonl", "latents.ndjson"])
def test_frames_that_no_brief_names_are_found_beside_the_summary(tmp_path: Path, name: str) -> None:
    (tmp_path / "summary.csv").write_text("mode,acc\na,1\nb,0\n")
    (tmp_path / name).write_text('{"step": 1, "mode": "a", "z": [[0, 1], [1, 0]]}\n')
    collection = load_collection(tmp_path)
    assert [stream.name for stream in collection.frames] == [name]
    assert (collection.histories, collection.problems) == ((), ())


def test_a_table_of_records_is_no_stream_of_frames(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_text('{"step": 1, "loss": 0.5, "z": [1, 2]}\n')
    assert not holds_frames(path)
    assert not holds_frames(tmp_path / "none.jsonl")
