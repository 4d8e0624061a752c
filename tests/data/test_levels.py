from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.levels import level_order, natural_key, number_in, same_number, short_form


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (".01", 0.01),
        ("beta=.01", 0.01),
        ("1e-2", 0.01),
        ("0p01", 0.01),
        ("beta0p01", 0.01),
        ("beta0p01_", 0.01),
        ("lr_1e-3", 0.001),
        ("lr=-3", -3),
        ("seed-3", 3),
        ("-0.5", -0.5),
        ("−0.5", -0.5),
        ("+2", 2),
        ("10³", 1000),
        ("10⁻³", 0.001),
        (">10⁸", 1e8),
        ("2^10", 1024),
        ("10**-3", 0.001),
        ("3x10^-4", 0.0003),
        ("3 × 10⁴", 30_000),
        ("d=1024", 1024),
        ("287.74K", 287_740),
        ("1.4b", 1.4e9),
        ("160m", 1.6e8),
        ("7B params", 7e9),
        ("5s", 5),
        ("50%", 50),
        ("1,024", 1024),
        ("resnet50", 50),
        ("tokcc a.25", 0.25),
        ("3-shot", 3),
        ("inf", math.inf),
        ("-∞", -math.inf),
    ],
)
def test_a_level_means_the_number_in_it(text: str, number: float) -> None:
    assert number_in(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "raw",
        "",
        "resnet50v2x3",
        "0.05/0.95",
        "2024-05-01",
        "v1.2.3",
        "1024x768",
        "100 .5 .8",
        "a3f9c2",
        "nan",
        "True",
        "1_000",
        "0^-1",
        "9" * 300,
    ],
)
def test_a_text_with_no_number_or_several_means_none(text: str) -> None:
    assert number_in(text) is None


@given(st.floats(allow_nan=False))
@settings(deadline=None)
def test_any_number_means_itself_with_its_factor_before_it_or_not(number: float) -> None:
    assert number_in(repr(number)) == number
    assert number_in(f"beta={number!r}") == number or math.isinf(number)


@given(st.text(max_size=30))
@settings(deadline=None)
def test_any_text_has_a_number_or_none(text: str) -> None:
    number = number_in(text)
    assert number is None or isinstance(number, float)


def test_one_number_in_several_spellings_is_the_same() -> None:
    spellings = [".01", "0.01", "beta=.01", "1e-2", "0p01", "10⁻²"]
    assert all(same_number(a, b) for a in spellings for b in spellings)
    assert not same_number(".01", ".1")
    assert not same_number("raw", "raw")


@pytest.mark.parametrize(
    ("text", "factor", "short"),
    [
        ("beta=.01", "beta", ".01"),
        ("beta=.01", "beta_label", ".01"),
        ("beta0p01", "beta", "0p01"),
        ("Beta: 3", "beta", "3"),
        ("lr_1e-3", "lr", "1e-3"),
        ("betatron", "beta", "betatron"),
        ("beta=", "beta", "beta="),
        ("raw", "family", "raw"),
        ("seed-3", "seed", "3"),
        ("mode=full", "mode", "full"),
        ("a+b=1", "a+b", "1"),
    ],
)
def test_a_level_is_short_without_its_factors_name(text: str, factor: str, short: str) -> None:
    assert short_form(text, factor) == short


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["1", ".1", "beta=.01", ".1"], ["beta=.01", ".1", "1"]),
        (["10⁵", ">10⁸", "10³"], ["10³", "10⁵", ">10⁸"]),
        (["beta=1e-2", "beta=1e-3"], ["beta=1e-3", "beta=1e-2"]),
        (["12b", "160m", "1.4b"], ["160m", "1.4b", "12b"]),
        (["raw", "dist", "1"], ["raw", "dist", "1"]),
        (["resnet50", "vgg16"], ["resnet50", "vgg16"]),
        (["run_10", "run_9", "run_2"], ["run_2", "run_9", "run_10"]),
        (["v1.10.0", "v1.9.0"], ["v1.9.0", "v1.10.0"]),
        ([], []),
    ],
)
def test_levels_stand_in_the_order_of_their_numbers_or_as_they_came(texts: list[str], order: list[str]) -> None:
    assert level_order(texts) == order


@given(st.lists(st.text(max_size=8)))
@settings(deadline=None)
def test_no_level_is_lost_or_doubled_by_ordering(texts: list[str]) -> None:
    assert sorted(level_order(texts)) == sorted(set(texts))


def test_names_sort_naturally() -> None:
    assert sorted(["run10", "run2", "Run1", "a"], key=natural_key) == ["a", "Run1", "run2", "run10"]
