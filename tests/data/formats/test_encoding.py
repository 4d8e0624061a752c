from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.formats.encoding import decoded, is_text

RUSSIAN = "Набор данных, точность, потери. Модель обучена на всех примерах, результат сохранен.\n" * 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_comes_back_as_utf_8(encoding: str) -> None:
    text = "family,β\ngröße,1\n"
    assert decoded(text.encode(encoding)).data.decode() == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("acc ± 0.5 µs, naïve café\n", "latin-1"), ("“quoted” – 5 €\n", "cp1252"), (RUSSIAN, "cp1251")],
)
def test_older_encodings_are_told_apart(text: str, encoding: str) -> None:
    found = decoded(text.encode(encoding))
    assert found.data.decode() == text
    assert found.encoding not in ("utf-8", "ascii")


def test_a_character_cut_at_the_end_is_left_out() -> None:
    assert decoded("a,β".encode()[:-1]).data == b"a,"
    assert decoded("a,β".encode("utf-16")[:-1]).data == b"a,"


def test_damage_in_utf_8_is_counted_and_no_reason_to_doubt_the_rest() -> None:
    found = decoded("größe, naïve, ".encode() + b"\xff" + " δ".encode())
    assert (found.encoding, found.damaged) == ("utf-8", 1)
    assert found.data.decode() == "größe, naïve, \ufffd δ"


@given(st.text())
@settings(deadline=None)
def test_any_text_survives_utf_8(text: str) -> None:
    data = text.encode("utf-8", "replace")
    if not data.startswith(b"\xef\xbb\xbf") and b"\0" not in data:
        assert decoded(data).data == data


@given(st.binary())
@settings(deadline=None)
def test_no_bytes_raise(data: bytes) -> None:
    decoded(data).data.decode()


def test_binary_data_is_no_text() -> None:
    assert not is_text(bytes(range(256)) * 4)
    assert is_text("a,b\n1,2\n".encode("utf-16-le"))
