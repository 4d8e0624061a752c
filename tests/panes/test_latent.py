"""How latents move: projections held against the singular value decomposition of the file itself."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sweeplens.data import digest
from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import ReadError, UsageError
from sweeplens.figures import Figure, FramePanel, Frames, Notice
from sweeplens.panes import latent, latent_projection
from sweeplens.panes.base import Question
from tests.samples.reading import MODES, SUM

MU = MODES / "data" / "continuous_val_posterior_mu_frames.jsonl"


def asked(path: Path = MODES, **selection: object) -> Figure:
    return latent.answer(Question(load_collection(path), Selection(**selection)))  # type: ignore[arg-type]


def frames(path: Path = MODES, **selection: object) -> Frames:
    figure = asked(path, **selection)
    assert isinstance(figure, Frames)
    return figure


def shares(panel: FramePanel) -> list[int]:
    """Percentages of explained variance, as the axes say them."""
    return [int(axis.label.partition("(")[2].split()[0]) for axis in (panel.x, panel.y)]


def with_frames(tmp_path: Path, *lines: dict[str, object]) -> Path:
    (tmp_path / "brief.yaml").write_text("frames: [{file: f.jsonl, label: z}]\n")
    (tmp_path / "summary.csv").write_text("mode,acc\na,1\nb,0\n")
    (tmp_path / "f.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return tmp_path


def test_every_frame_of_a_panel_is_projected_on_one_basis() -> None:
    own = [json.loads(line) for line in MU.read_text().splitlines()]
    own = [f for f in own if (f["adaptation_mode"], f["task_name"]) == ("full", "base_conversion")]
    own.sort(key=lambda frame: frame["step"])
    points = np.concatenate([frame["points"] for frame in own])
    centred = points - points.mean(axis=0)
    _, singular, directions = np.linalg.svd(centred, full_matrices=False)
    wanted = (centred @ directions[:2].T).reshape(len(own), -1, 2)
    figure = frames(view="posterior-latents-full", where=parse_filter("task=base_conversion"))
    (panel,) = figure.panels
    found = np.array(panel.positions)
    assert np.allclose(np.abs(found), np.abs(wanted), atol=1e-6)
    assert list(figure.steps) == [frame["step"] for frame in own]
    assert shares(panel) == [round(100 * s) for s in (singular**2 / (singular**2).sum())[:2]]


def test_the_limits_hold_every_frame() -> None:
    for panel in frames(view="router-latents-reinit").panels:
        places = np.array(panel.positions).reshape(-1, 2)
        assert (panel.x.low, panel.y.low) == pytest.approx(tuple(places.min(axis=0)))
        assert (panel.x.high, panel.y.high) == pytest.approx(tuple(places.max(axis=0)))


def test_smoothed_positions_lie_on_the_straight_way_and_keep_the_saved_frames() -> None:
    saved, smooth = frames(view="posterior-latents-full"), frames(view="posterior-latents-full-smoothed")
    places = dict(zip(smooth.steps, smooth.panels[0].positions, strict=True))
    for step, frame in zip(saved.steps, saved.panels[0].positions, strict=True):
        assert np.allclose(places[step], frame)
    first, second = saved.steps[:2]
    middle = places[(first + second) / 2]
    assert np.allclose(middle, (np.array(places[first]) + np.array(places[second])) / 2)
    assert len(smooth.steps) > len(saved.steps)


def test_the_early_strip_looks_at_two_to_a_hundred_per_cent() -> None:
    titles = [panel.name for panel in frames(view="posterior-latents-full-early").panels]
    assert [title.partition("(")[2] for title in titles[:6]] == ["2 %)", "6 %)", "10 %)", "20 %)", "50 %)", "100 %)"]


def test_the_even_strip_begins_and_ends_with_training() -> None:
    panels = frames(view="router-latents-full-checkpoints").panels[: latent.EVEN]
    saved = frames(view="router-latents-full").steps
    assert (panels[0].still_at, panels[-1].still_at) == (saved[0], saved[-1])


def test_modes_move_side_by_side_in_lock_step() -> None:
    figure = frames(where=parse_filter("task=base_conversion"))
    assert [panel.title for panel in figure.panels] == ["full", "reinit"]
    assert {len(panel.positions) for panel in figure.panels} == {len(figure.steps)}


def test_the_modes_of_one_task_stand_beside_each_other() -> None:
    titles = [panel.title for panel in frames().panels]
    assert [title.partition(" · ")[0] for title in titles] == ["full", "reinit"] * (len(titles) // 2)
    assert [title.partition(" · ")[2] for title in titles[::2]] == [title.partition(" · ")[2] for title in titles[1::2]]


def test_points_are_coloured_by_their_strategy() -> None:
    first = json.loads(MU.read_text().splitlines()[0])
    assert frames(view="posterior-latents-full").panels[0].names == tuple(first["strategy"])


def test_a_stream_that_is_not_there_is_said_to_be_absent() -> None:
    with pytest.raises(
        UsageError, match="does not contain the stream posterior-sampled z; it contains router-sampled z"
    ):
        asked(columns=("posterior-sampled z",))


def test_a_collection_without_frames_says_what_was_looked_for() -> None:
    assert isinstance(asked(SUM), Notice)


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("value", [float("nan"), float("inf"), None, 1e308], ids=str)
def test_points_that_span_no_basis_are_one_sentence(tmp_path: Path, value: float | None) -> None:
    corners = [[value, value], [-value if value else None, value], [value, 0.0]]
    path = with_frames(tmp_path, {"step": 1, "z": corners}, {"step": 2, "z": corners})
    with pytest.raises(ReadError, match=r"f\.jsonl cannot be projected"):
        asked(path)


def test_a_frame_whose_points_are_no_numbers_is_left_out_and_counted(tmp_path: Path) -> None:
    square = [[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]]
    odd: list[list[object]] = [[{"x": 1}, 0], [int("9" * 400), 1], [0, 0]]
    figure = frames(with_frames(tmp_path, {"step": 1, "z": square}, {"step": 2, "z": odd}, {"step": 3, "z": square}))
    assert figure.steps == (1, 3)
    assert any(caption.startswith("1 frame left out") for caption in figure.captions)


def test_a_frame_of_another_size_is_left_out_and_counted(tmp_path: Path) -> None:
    square = [[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [2.0, 2.0, 1.0]]
    path = with_frames(
        tmp_path,
        {"mode": "a", "step": 1, "points": square},
        {"mode": "a", "step": 2, "points": square[:2]},
        {"mode": "a", "step": 3, "points": square},
    )
    figure = frames(path)
    assert figure.steps == (1.0, 3.0)
    assert any("1 frame left out" in caption for caption in figure.captions)


def test_a_panel_that_ends_early_holds_its_last_frame(tmp_path: Path) -> None:
    square = [[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]]
    moved = [[5.0, 1.0], [1.0, 0.0], [2.0, 2.0]]
    path = with_frames(
        tmp_path,
        {"mode": "a", "step": 1, "points": square},
        {"mode": "b", "step": 1, "points": square},
        {"mode": "b", "step": 2, "points": moved},
    )
    first, second = frames(path).panels
    assert np.array_equal(first.positions[0], first.positions[1])
    assert not np.array_equal(second.positions[0], second.positions[1])


def many_frames(tmp_path: Path, count: int = 40) -> Path:
    """A stream of a triangle that walks along."""
    walk = ({"step": at, "z": [[at, 1.0], [at + 1.0, 0.0], [at + 2.0, 2.5]]} for at in range(count))
    return with_frames(tmp_path, *walk)


def test_a_few_frames_of_a_large_stream_are_shown_first_and_said_to_be_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = Question(load_collection(many_frames(tmp_path)))
    monkeypatch.setattr(latent, "AT_ONCE", 0)
    first, whole = latent.first_answer(question), latent.answer(question)
    assert isinstance(first, Frames)
    assert isinstance(whole, Frames)
    assert (len(first.steps), first.steps[0], first.steps[-1]) == (latent.FIRST, 0, 39)
    assert any(caption.startswith(f"{latent.FIRST} of 40 frames so far") for caption in first.captions)
    assert len(whole.steps) == 40
    assert not any("so far" in caption for caption in whole.captions)


def test_a_small_stream_waits_for_its_one_answer() -> None:
    assert latent.first_answer(Question(load_collection(MODES))) is None


def test_what_took_long_to_project_is_kept_for_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest, "LONG", 0.0)
    path = many_frames(tmp_path)
    (before,) = frames(path).panels
    latent_projection._panel.cache_clear()
    monkeypatch.setattr(latent_projection, "read_frame", None)
    (after,) = frames(path).panels
    assert np.array_equal(after.positions, before.positions)
    assert (after.names, after.x, after.y) == (before.names, before.x, before.y)


def test_a_key_may_stand_anywhere_in_a_line(tmp_path: Path) -> None:
    square = [[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]]
    path = with_frames(
        tmp_path,
        {"mode": "a", "task": "t", "step": 1, "points": square},
        {"task": "t", "mode": "a", "step": 2, "points": square},
    )
    assert frames(path).steps == (1, 2)
