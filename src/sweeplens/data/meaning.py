"""What the fields of a column mean together: counted part by part, and judged over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from sweeplens.data.fields import Fields
from sweeplens.lazy import pl

TOLERANCE = 0.1
"""A column is numeric when at most this share of what is not missing does not read as a number."""
METRIC_TOLERANCE = 0.34
"""The same for a column of measurements: at least three numbers, each of three or more significant digits."""
MEASURED_DIGITS = 3
SHOWN = 5
"""How many unreadable fields are kept by their text."""
SAMPLE = 2_000
"""How many fields show what a column is like."""
_LISTED = r"(?s)^(?:\[.*\]|\{.*\}|\(.*,.*\))$"

ColumnMeaning: TypeAlias = Literal["number", "bool", "text", "list"]


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """What a column says, over all of its fields."""

    kind: ColumnMeaning
    unit: str = ""
    """The unit that every number carries: `%`, `ms`, `$`."""
    missing: int = 0
    """How many fields were empty or held a word for nothing."""
    missing_words: int = 0
    """How many of these held a word (`None`, `N/A`)."""
    unreadable: tuple[tuple[int, str], ...] = ()
    """The first few fields that are no numbers in a column that is numeric otherwise: row from 0, and text."""
    unreadable_count: int = 0
    is_plain: bool = False
    """Whether a cast reads every number."""

    @property
    def is_numeric(self) -> bool:
        """Whether it says numbers or truth values."""
        return self.kind in ("number", "bool")


@dataclass(frozen=True)
class Some:
    """Some fields of a part of a column: how many, and the first few with their rows in it."""

    count: int = 0
    first: tuple[tuple[int, str], ...] = ()

    def __add__(self, other: Some) -> Some:
        return Some(self.count + other.count, tuple(sorted((*self.first, *other.first))[:SHOWN]))

    def below(self, rows: int) -> Some:
        """The same fields, with so many rows above their part."""
        return replace(self, first=tuple((row + rows, text) for row, text in self.first))


@dataclass(frozen=True, eq=False)
class Tally:
    """What the fields of a part of a column hold, counted; one part and the next one below it add up."""

    present: int = 0
    empty: int = 0
    words: int = 0
    truths: int = 0
    odd: int = 0
    """How many numbers a cast does not read."""
    unreadable: Some = Some()
    by_unit: Mapping[str, Some] = field(default_factory=dict)
    """The numbers that a unit makes a difference to, by unit."""
    numbers: tuple[str, ...] = ()
    """The first finite numbers, as written."""
    texts: tuple[str, ...] = ()
    """The first fields that hold something."""

    def __add__(self, below: Tally) -> Tally:
        rows = self.present + self.empty + self.words
        units = dict.fromkeys((*self.by_unit, *below.by_unit))
        return Tally(
            self.present + below.present,
            self.empty + below.empty,
            self.words + below.words,
            self.truths + below.truths,
            self.odd + below.odd,
            self.unreadable + below.unreadable.below(rows),
            {unit: self.by_unit.get(unit, Some()) + below.by_unit.get(unit, Some()).below(rows) for unit in units},
            (*self.numbers, *below.numbers)[:SAMPLE],
            (*self.texts, *below.texts)[:SAMPLE],
        )


def tally_of(fields: Fields) -> Tally:
    """What the fields of a part of a column hold."""
    cells, words = fields.cells, fields.cells["is_word"]
    is_empty = fields.text.is_null()
    is_finite = fields.plain.is_finite().fill_null(False)
    return Tally(
        present=len(is_empty) - int(is_empty.sum()) - int(words.sum()),
        empty=int(is_empty.sum()),
        words=int(words.sum()),
        truths=int(cells["is_truth"].sum()),
        odd=cells.height - cells["value"].null_count(),
        unreadable=_some(fields, fields.odd.filter(cells["value"].is_null() & ~words)),
        by_unit=_by_unit(fields),
        numbers=_first(fields.text, is_finite.scatter(fields.odd, cells["value"].is_finite().fill_null(False))),
        texts=_first(fields.text, (~is_empty).scatter(fields.odd, ~words)),
    )


def _by_unit(fields: Fields) -> dict[str, Some]:
    """The fields whose numbers a unit makes a difference to, by the unit they carry."""
    plain = _some(fields, is_measure(fields.plain).arg_true())
    odd = fields.cells.with_columns(row=fields.odd).filter(is_measure(fields.cells["value"]))
    units = {str(unit): _some(fields, part["row"]) for (unit,), part in odd.group_by("unit", maintain_order=True)}
    return {**units, "": units.get("", Some()) + plain} if plain.count else units


def _some(fields: Fields, rows: pl.Series) -> Some:
    shown = rows.head(SHOWN)
    return Some(len(rows), tuple(zip(shown, fields.text.gather(shown), strict=True)))


def _first(text: pl.Series, which: pl.Series) -> tuple[str, ...]:
    return tuple(text.filter(which).head(SAMPLE))


def is_measure(values: pl.Series) -> pl.Series:
    """Where a value is a finite number other than 0, which means the same in every unit."""
    return (values.is_finite() & (values != 0)).fill_null(False)


def meaning_of(tally: Tally) -> Meaning:
    """What a column means: numbers when what is not missing reads as such, nearly all of it (`TOLERANCE`)."""
    said = Meaning(kind=_kind_of_text(tally.texts), missing=tally.empty + tally.words, missing_words=tally.words)
    if not tally.present:
        return said
    if tally.truths == tally.present:
        return replace(said, kind="bool")
    unit = max(tally.by_unit, key=lambda unit: tally.by_unit[unit].count, default="")
    others = (fields for other, fields in tally.by_unit.items() if other != unit)
    unreadable = sum(others, start=tally.unreadable)
    if unreadable.count > tally.present * _tolerance(tally.numbers):
        return said
    return replace(
        said,
        kind="number",
        unit=unit,
        unreadable=unreadable.first,
        unreadable_count=unreadable.count,
        is_plain=not tally.odd,
    )


def _tolerance(numbers: Sequence[str]) -> float:
    """Which share of a column may be unreadable when these are its numbers.

    Measurements, not levels, are three or more distinct decimal numbers of three digits or more.
    """
    text = pl.Series(numbers, dtype=pl.String)
    digits = text.str.replace(r"[eE].*$", "").str.replace_all(r"[^\d]", "").str.strip_chars_start("0").str.len_chars()
    precise = text.filter((digits >= MEASURED_DIGITS) & text.str.contains(".", literal=True))
    is_measured = len(precise) >= 3 and 2 * len(precise) >= len(text) and 2 * precise.n_unique() >= len(precise)
    return METRIC_TOLERANCE if is_measured else TOLERANCE


def _kind_of_text(texts: Sequence[str]) -> ColumnMeaning:
    """`list` where nearly every field is written as a list, a tuple or a mapping."""
    listed = int(pl.Series(texts, dtype=pl.String).str.contains(_LISTED).sum())
    return "list" if 0 < (1 - TOLERANCE) * len(texts) <= listed else "text"
