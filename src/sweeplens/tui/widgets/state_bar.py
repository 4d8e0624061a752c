"""How whole a collection is, at a glance: a bar by status, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping

from sweeplens.data.collection import Collection, Status
from sweeplens.render.base import Line, Span

GLYPHS: dict[Status, str] = {
    Status.COMPLETE: "█",
    Status.INCOMPLETE: "▄",
    Status.DIVERGED: "✗",
    Status.MISSING: "░",
    Status.UNEXPECTED: "+",
}
"""What a bar is made of, in its order; each status can be told without colour."""
MARKS: dict[Status, str] = {
    Status.INCOMPLETE: "◐",
    Status.DIVERGED: "✗",
    Status.MISSING: "○",
    Status.UNEXPECTED: "+",
}
"""What stands before a count of cells that are not whole."""


def state_bar(counts: Mapping[Status, int], width: int) -> Line:
    """The cells by status in `width` cells of the screen, every status that there is with at least one."""
    shares = apportioned([counts.get(status, 0) for status in GLYPHS], width)
    parts = zip(GLYPHS.items(), shares, strict=True)
    return tuple(Span(glyph * share, f"status:{status.value}") for (status, glyph), share in parts if share)


def state_words(collection: Collection) -> Line:
    """`12/12 complete`, or `5/9` with a mark and a count for every other status that there is."""
    counts, expected = collection.counts, collection.expected_cells
    complete = Span(f"{counts[Status.COMPLETE]}/{expected}", "status:complete")
    rest = [
        Span(f" {mark}{counts[status]}", f"status:{status.value}") for status, mark in MARKS.items() if counts[status]
    ]
    return (complete, *rest) if rest else (Span(complete.text + " complete", complete.role),)


def apportioned(counts: list[int], width: int) -> list[int]:
    """`width` split in proportion to `counts`: what is not zero gets at least 1, and nothing else does.

    All zeros give all zeros; more counts than `width` give 1 to the first ones.
    """
    total = sum(counts)
    shares = [max(1, count * width // total) if count else 0 for count in counts]
    while total and sum(shares) != width:
        missing = width - sum(shares)
        owed = [count * width / total - share for count, share in zip(counts, shares, strict=True)]
        if missing > 0:
            shares[owed.index(max(owed))] += 1
        else:
            shares[_last_largest(shares)] -= 1
    return shares


def _last_largest(shares: list[int]) -> int:
    """Where the largest share stands; the last one where several do."""
    return len(shares) - 1 - shares[::-1].index(max(shares))
