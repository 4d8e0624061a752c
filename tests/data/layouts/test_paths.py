from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.layouts.paths import path_factors


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (["beta0.70_seed0", "beta0.30_seed1"], {"beta": ("0.70", "0.30"), "seed": ("0", "1")}),
        (["lr1e-3_s0", "lr1e-4_s0"], {"lr": ("1e-3", "1e-4")}),
        (["resnet18_seed0", "resnet50_seed0"], {"resnet": ("18", "50"), "seed": ("0", "0")}),
        (["seed_0", "seed_12"], {"seed": ("0", "12")}),
        (["seed-0", "seed-1"], {"seed": ("0", "1")}),
        (["a-5", "a0", "a5"], {"a": ("-5", "0", "5")}),
        (["beta0p01", "beta0p1"], {"beta": ("0p01", "0p1")}),
        (["lr=0.1,seed=1", "lr=0.01,seed=2"], {"lr": ("0.1", "0.01"), "seed": ("1", "2")}),
        (["d=1024_l=24_h=8", "d=96_l=8_h=4"], {"d": ("1024", "96"), "l": ("24", "8"), "h": ("8", "4")}),
        (
            ["opt=adam_weight_decay=0.1", "opt=sgd_weight_decay=1"],
            {"opt": ("adam", "sgd"), "weight_decay": ("0.1", "1")},
        ),
        (["agent.lr=-1e-2", "agent.lr=3"], {"agent.lr": ("-1e-2", "3")}),
        (["seed_0/log", "seed_1/log"], {"seed": ("0", "1")}),
    ],
)
def test_keys_stand_before_their_values(names: list[str], keys: dict[str, tuple[str, ...]]) -> None:
    places = path_factors(names)
    assert places.keys == keys
    assert places.parts == {}


@pytest.mark.parametrize(
    ("names", "parts"),
    [
        (["ppo/walk", "ppo/run", "sac/walk"], {"directory": ("ppo", "ppo", "sac"), "file": ("walk", "run", "walk")}),
        (["x/ppo/a/log", "x/sac/b/log"], {"directory_1": ("ppo", "sac"), "directory_2": ("a", "b")}),
        (["CartPole-v1/log", "Walker2d-v4/log"], {"env": ("CartPole-v1", "Walker2d-v4")}),
        (["gpt2_char", "gpt2_word"], {"file": ("gpt2_char", "gpt2_word")}),
        (
            ["run-20240101_120000-ab", "run-20240102_120000-cd"],
            {"file": ("run-20240101_120000-ab", "run-20240102_120000-cd")},
        ),
        (["deep/er/log", "log"], {"directory_1": ("deep", None), "directory_2": ("er", None)}),
        (["same/log", "same/log"], {}),
        (["alone"], {}),
    ],
)
def test_what_is_left_of_a_path_is_a_part_where_it_differs(names: list[str], parts: dict[str, tuple[str, ...]]) -> None:
    assert path_factors(names, leaf="file").parts == parts


def test_a_name_that_repeats_its_folder_gives_its_keys_alone() -> None:
    places = path_factors([f"{env}-v0/{env}-v0_beta{beta}" for env in ("Maze", "Lava") for beta in (0.1, 0.2)])
    assert places.parts == {"env": ("Maze-v0", "Maze-v0", "Lava-v0", "Lava-v0")}
    assert places.keys == {"beta": ("0.1", "0.2", "0.1", "0.2")}


def test_fields_between_double_underscores_are_parts_of_their_own() -> None:
    names = ["CartPole-v1__ppo__1__1700000000", "Acrobot-v1__ppo__2__1700000001"]
    assert path_factors(names).parts == {
        "env": ("CartPole-v1", "Acrobot-v1"),
        "directory_1": ("1", "2"),
        "directory_2": ("1700000000", "1700000001"),
    }
    assert path_factors(["a__b", "c"], leaf="file").parts == {"file": ("a__b", "c")}


def test_a_key_that_some_names_lack_is_none() -> None:
    places = path_factors(["vae_a5", "vae"], leaf="file")
    assert (places.keys, places.parts) == ({}, {"file": ("vae_a5", "vae")})


def test_a_version_in_a_name_is_no_key() -> None:
    assert path_factors(["CartPole-v0", "CartPole-v1"]).keys == {}


def test_prefixes_that_differ_leave_the_key_alone() -> None:
    places = path_factors(["ppo_lr=0.1_seed=1", "sac_lr=0.2_seed=1"], leaf="file")
    assert places.keys == {"lr": ("0.1", "0.2"), "seed": ("1", "1")}
    assert places.parts == {"file": ("ppo", "sac")}


def test_what_follows_the_last_number_is_a_part() -> None:
    places = path_factors(["c4-d=96_h=4-0.25", "c4-d=96_h=8-0.5"], leaf="file")
    assert places.keys == {"d": ("96", "96"), "h": ("4", "8")}
    assert places.parts == {"file": ("c4-0.25", "c4-0.5")}


def test_a_key_at_two_places_is_two_factors_where_they_differ() -> None:
    places = path_factors(["seed1/seed5", "seed2/seed6"])
    assert places.keys == {"seed": ("1", "2"), "seed_2": ("5", "6")}
    assert path_factors(["seed1/seed1", "seed2/seed2"]).keys == {"seed": ("1", "2")}


def test_the_last_part_can_be_kept_whole() -> None:
    places = path_factors(["a/version_0", "a/version_1"], leaf="version", keep_leaf=True)
    assert (places.keys, places.parts) == ({}, {"version": ("version_0", "version_1")})


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.sampled_from(["adam", "sgd"]), st.integers(0, 999), st.decimals(0, 9, places=3)),
        min_size=2,
        max_size=6,
        unique=True,
    )
)
def test_names_made_of_levels_give_them_back(runs: list[tuple[str, int, object]]) -> None:
    places = path_factors([f"{opt}/beta{beta}_seed{seed}" for opt, seed, beta in runs])
    assert places.keys == {"beta": tuple(str(b) for _, _, b in runs), "seed": tuple(str(s) for _, s, _ in runs)}
    opts = tuple(opt for opt, _, _ in runs)
    assert places.parts == ({"directory": opts} if len({*opts}) > 1 else {})


@settings(max_examples=60)
@given(
    st.lists(
        st.text("ab1.=_-,/ ", min_size=1, max_size=12).filter(lambda text: text.strip("/")), min_size=1, max_size=5
    )
)
def test_any_names_give_a_level_for_each(names: list[str]) -> None:
    places = path_factors(names, leaf="file")
    assert all(len(levels) == len(names) for levels in (*places.keys.values(), *places.parts.values()))
