"""Names that stand side by side, made short: what they share is left out, what differs is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from sweeplens.text import cell_width, clipped, squeezed

_ENDS_OF_WORDS = re.compile(r"(?<=[\s/_])|(?<=\w-)(?=[^\W\d])")
"""Behind a blank, a slash, an underscore, and a hyphen that is no minus."""


def told_apart(names: Sequence[str]) -> list[str]:
    """The names without the words that all of them begin or end with; each keeps one at least."""
    words = [_ENDS_OF_WORDS.split(name) for name in names]
    least = min(map(len, words), default=0) - 1
    if len(set(names)) < 2:
        return list(names)
    ahead = min(_shared(words), least)
    behind = min(_shared([each[::-1] for each in words]), least - ahead)
    return ["".join(each[ahead : len(each) - behind]).rstrip(" /_-").lstrip() for each in words]


def _shared(texts: Sequence[Sequence[str]]) -> int:
    """How many words, or characters, all of these begin with."""
    columns = enumerate(zip(*texts, strict=False))
    return next((at for at, column in columns if len(set(column)) > 1), min(map(len, texts), default=0))


def shortened(names: Sequence[str], width: int, ellipsis: str) -> list[str]:
    """The names in at most `width` cells each; in more where names that differ would look alike."""
    different = list(dict.fromkeys(names))
    longest = max(map(cell_width, different), default=0)
    for room in range(min(width, longest), longest):
        for short in _ways(different, room, ellipsis):
            if len(set(short)) == len(different):
                known = dict(zip(different, short, strict=True))
                return [known[name] for name in names]
    return list(names)


def _ways(names: Sequence[str], width: int, ellipsis: str) -> Iterator[list[str]]:
    """All names shortened in one way: without middle, end or beginning, of the whole or of the part that differs."""
    ways: tuple[Callable[[str, int, str], str], ...] = (squeezed, clipped, _without_beginning)
    for own in (names, _differing(names, ellipsis)):
        for way in ways:
            yield [way(name, width, ellipsis) for name in own]


def _without_beginning(text: str, width: int, ellipsis: str) -> str:
    return clipped(text[::-1], width, ellipsis[::-1])[::-1]


def _differing(names: Sequence[str], ellipsis: str) -> list[str]:
    """The part of each name that is not the same in all, an ellipsis in place of what is."""
    ahead = _shared(names)
    behind = min(_shared([name[::-1] for name in names]), min(map(len, names)) - ahead)
    return [
        f"{ellipsis if ahead else ''}{name[ahead : len(name) - behind]}{ellipsis if behind else ''}" for name in names
    ]
