from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.layouts.walk import DEEPEST, attempted, below, file_entry, natural, survey, walk
from sweeplens.errors import ReadError
from tests.data.layouts.samples import write


def test_numbers_in_names_stand_in_the_order_of_numbers() -> None:
    assert sorted(["v10/b", "v2/a", "v2/b", "a"], key=natural) == ["a", "v2/a", "v2/b", "v10/b"]


def test_a_walk_names_the_files_below_a_directory(tmp_path: Path) -> None:
    write(tmp_path, {"b.csv": "", "a/version_10/m.csv": "", "a/version_2/m.csv": "", ".git/config": ""})
    tree = walk(tmp_path)
    assert tree.names == ("a/version_2/m.csv", "a/version_10/m.csv", "b.csv")
    assert tree.by_folder == {"a/version_2": ["m.csv"], "a/version_10": ["m.csv"], "": ["b.csv"]}
    assert tree.folders == {"a", "a/version_2", "a/version_10"}


def test_a_file_is_a_tree_of_itself(tmp_path: Path) -> None:
    write(tmp_path, {"a/m.csv": "", "a/n.csv": ""})
    tree = walk(tmp_path / "a/m.csv")
    assert (tree.root, tree.names) == (tmp_path / "a", ("m.csv",))


def test_links_in_a_circle_are_left_alone_and_linked_files_are_files(tmp_path: Path) -> None:
    write(tmp_path, {"a/m.csv": "1"})
    (tmp_path / "a/loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "a/self").symlink_to(tmp_path / "a/self")
    (tmp_path / "link.csv").symlink_to(tmp_path / "a/m.csv")
    assert walk(tmp_path).names == ("a/m.csv", "link.csv")


def test_a_walk_is_bounded_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, {f"{number}.csv": "" for number in range(5)})
    tree = walk(tmp_path, most=3)
    assert len(tree.names) == 3
    assert [problem.sentence for problem in tree.problems] == ["There are more than 3 files here."]


def test_folders_deeper_than_any_sweep_are_not_looked_into(tmp_path: Path) -> None:
    write(tmp_path, {"d/" * DEEPEST + "seen": "", "d/" * (DEEPEST + 1) + "unseen": ""})
    assert [name[-4:] for name in walk(tmp_path).names] == ["seen"]


def test_a_directory_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    tree = walk(tmp_path / "none")
    assert tree.names == ()
    assert [problem.file for problem in tree.problems] == ["none"]


def test_a_survey_finds_the_files_nearest_to_the_root_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sweeplens.data.layouts.walk.SURVEYED_FILES", 2)
    write(tmp_path, {"a/b/c/deep.csv": "", "top.csv": "", "a/middle.csv": ""})
    assert survey(tmp_path).names == ("a/middle.csv", "top.csv")


def test_a_survey_of_many_files_holds_all_that_is_in_the_first_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sweeplens.data.layouts.walk.SURVEYED_FILES", 4)
    write(tmp_path, {f"run{at}/{name}": "" for at in range(9) for name in ("params.yaml", "plots/metrics/loss.tsv")})
    names = survey(tmp_path).names
    assert {"run0/plots/metrics/loss.tsv", "run3/params.yaml"} <= {*names}
    assert len(names) < 9


def test_what_cannot_be_read_is_a_problem_and_the_rest_is_there(tmp_path: Path) -> None:
    def read(path: Path) -> str:
        if path.name == "b":
            raise ReadError("It is no good.")
        return path.name

    tree = walk(write(tmp_path, {"a": "", "b": "", "c": ""}))
    found, problems = attempted(read, tree, tree.names)
    assert found == {"a": "a", "c": "c"}
    assert [(problem.file, problem.sentence) for problem in problems] == [("b", "It is no good.")]


def test_a_file_that_has_vanished_has_no_size(tmp_path: Path) -> None:
    tree = walk(write(tmp_path, {"a": "12"}))
    assert file_entry(tree, "a", "run").size == 2
    (tmp_path / "a").unlink()
    assert (file_entry(tree, "a", "run").size, file_entry(tree, "a", "run").modified) == (0, 0.0)


def test_a_path_below_the_root_has_no_folder_before_it() -> None:
    assert (below("", "m.csv"), below("a/b", "m.csv")) == ("m.csv", "a/b/m.csv")
