"""Text in whatever encoding it was written, as UTF-8."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CANDIDATES = ["cp1252", "cp1251", "cp1250", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "mac_roman"]
_SAMPLE = 64 * 1024
_FOREIGN = re.compile(rb"[\x80-\xff]+")
_ZEROS = re.compile(rb"\0+")
_CRASHES = 2
"""A machine that crashes leaves a run of zero bytes in the text it was writing; binary data has many."""
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_LONELY = 0.67
"""Where this share of the foreign bytes stands alone or in pairs among ASCII, they are Western European."""


@dataclass(frozen=True)
class Decoded:
    """A text as UTF-8, without byte order mark."""

    data: bytes
    encoding: str = "utf-8"
    damaged: int = 0
    """How many places could not be decoded and were replaced by U+FFFD."""


def decoded(data: bytes) -> Decoded:
    """`data` as UTF-8: from UTF-8, UTF-16 or UTF-32 with or without a byte order mark, or what else is likeliest.

    A half-written character at the very end is left out.
    """
    mark, encoding = next(((mark, name) for mark, name in _BOMS if data.startswith(mark)), (b"", ""))
    body = data[len(mark) :]
    encoding = encoding or _wide(body) or "utf-8"
    if encoding != "utf-8":
        return _recoded(body, encoding)
    if (clean := _as_utf8(body)) is not None:
        return Decoded(clean)
    return _recoded(body, "utf-8" if _is_mostly_utf8(body) else _guess(body))


def is_text(head: bytes) -> bool:
    """Whether a file that begins with these bytes holds text rather than binary data."""
    if head.startswith(tuple(mark for mark, _ in _BOMS)) or _wide(head):
        return True
    return len(_ZEROS.findall(head)) <= _CRASHES and len(_CONTROL.findall(head)) <= len(head) // 100


def _as_utf8(body: bytes) -> bytes | None:
    """`body` where it is UTF-8; None where it is not."""
    if body.isascii():
        return body
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(body)
    except UnicodeDecodeError:
        return None
    return text.encode() if body[-1] >= 0x80 else body


def _wide(body: bytes) -> str:
    """`utf-16-le` or `utf-16-be` where every other byte of the start is zero, as in no other text; else empty."""
    sample = body[:4096]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if len(sample) >= 8 and odd > 0.4 * len(sample) > 10 * even:
        return "utf-16-le"
    if len(sample) >= 8 and even > 0.4 * len(sample) > 10 * odd:
        return "utf-16-be"
    return ""


def _is_mostly_utf8(body: bytes) -> bool:
    """Whether damage is likelier than another encoding: more foreign characters are valid UTF-8 than not."""
    text = body.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return sum(character > "\x7f" for character in text) - broken > broken


def _recoded(body: bytes, encoding: str) -> Decoded:
    text = codecs.getincrementaldecoder(encoding)("replace").decode(body)
    return Decoded(text.encode("utf-8", "replace"), encoding, text.count("\ufffd"))


def _guess(body: bytes) -> str:
    """The likeliest 8-bit or multi-byte encoding, from the text around its first foreign byte."""
    from charset_normalizer import from_bytes

    first = _FOREIGN.search(body)
    start = max((first.start() if first else 0) - _SAMPLE // 2, 0)
    sample = body[start : start + _SAMPLE]
    runs = _FOREIGN.findall(sample)
    if sum(len(run) for run in runs if len(run) <= 2) >= _LONELY * sum(map(len, runs)):
        return _western(body)
    best = from_bytes(sample, cp_isolation=_CANDIDATES).best()
    return best.encoding if best is not None else "latin-1"


def _western(body: bytes) -> str:
    """Windows-1252, which holds all printable signs of Latin-1, where it knows every byte; else Latin-1."""
    try:
        body.decode("cp1252")
    except UnicodeDecodeError:
        return "latin-1"
    return "cp1252"
