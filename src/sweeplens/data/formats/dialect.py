"""How a delimited text parts and encloses its fields."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sweeplens.data.numerals import is_missing, is_number

SEPARATORS = (",", "\t", ";", "|")
SAMPLE_BYTES = 64 * 1024
SAMPLE_RECORDS = 200
"""How much of a text is looked at."""
_GOOD = 0.8
"""A dialect that scores this is not doubted."""


@dataclass(frozen=True)
class Dialect:
    """One way of writing a table as text."""

    separator: str = ","
    quote: str = '"'
    """Empty where no sign encloses fields."""
    escape: str = ""
    """What stands before a quote inside a field, where quotes are not doubled."""
    pads: bool = False
    """A blank behind a separator belongs to no field."""
    collapses: bool = False
    """Runs of blanks part the fields; the text is rewritten with tabs before it is parsed."""

    def rows(self, lines: Iterable[str]) -> Iterator[list[str]]:
        """The fields of each record, by the standard library's reader; for small texts and for odd ones."""
        csv.field_size_limit(2**31 - 1)
        quoting = csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE
        return csv.reader(
            lines,
            delimiter=self.separator,
            quotechar=self.quote or None,
            escapechar=self.escape or None,
            doublequote=not self.escape,
            skipinitialspace=self.pads,
            quoting=quoting,
        )


def dialect_of(sample: str, suffix: str = "") -> Dialect:
    """The dialect of a text, told from its beginning; `suffix` (`.tsv`) decides where the text leaves it open."""
    lines = _table_lines(sample)
    if (named := _named_separator(sample)) is not None:
        return Dialect(named)
    scored = [(score(candidate, lines), candidate) for candidate in _candidates(sample, suffix)]
    best, dialect = max(scored, key=lambda pair: pair[0], default=(0.0, Dialect()))
    if best < _GOOD and len(lines) > 1 and (sniffed := _sniffed(lines)) is not None:
        return sniffed if score(sniffed, lines) > best else dialect
    return dialect if best > 0 else Dialect("\t" if suffix == ".tsv" else ",")


def score(dialect: Dialect, lines: list[str]) -> float:
    """How well a dialect explains a text, from 0 to 1: records of one length, and fields that mean something."""
    try:
        rows = [row for row in dialect.rows(lines) if row]
    except csv.Error:
        return 0.0
    lengths = Counter(len(row) for row in rows)
    width, count = max(lengths.items(), key=lambda item: (item[1] * (item[0] > 1), item[0]), default=(0, 0))
    if width < 2:
        return 0.0
    fields = [field for row in rows if len(row) == width for field in row]
    clean = sum(_is_clean(field, dialect) for field in fields) / len(fields)
    return count / len(rows) * clean * (1 - 0.1 / width)


def _is_clean(field: str, dialect: Dialect) -> bool:
    """Whether a field is a number, nothing, or text in which no sign stands that could have parted it."""
    if is_missing(field) or is_number(field) or is_number(field.replace(",", ".")):
        return True
    others = [sign for sign in SEPARATORS if sign != dialect.separator and sign != ","]
    return (
        '"' not in field
        and not any(sign in field for sign in others)
        and (dialect.separator == "," or "," not in field)
    )


def _table_lines(sample: str) -> list[str]:
    """The sample's lines that are neither blank nor comments, the last one left out where it may be cut."""
    lines = sample.split("\n")
    lines = lines[:-1] if len(sample) >= SAMPLE_BYTES and len(lines) > 1 else lines
    return [line + "\n" for line in lines if line.strip() and not line.startswith("#")][:SAMPLE_RECORDS]


def _named_separator(sample: str) -> str | None:
    """The separator that a spreadsheet names in a first line `sep=;`."""
    first = sample.split("\n", 1)[0].strip()
    return first[4:] if first.lower().startswith("sep=") and len(first) == 5 else None


def _candidates(sample: str, suffix: str) -> Iterator[Dialect]:
    """The usual dialects, likeliest first; where two explain a text equally well, the first is taken."""
    separators = sorted(SEPARATORS, key=lambda sign: (sign != {".tsv": "\t", ".tab": "\t"}.get(suffix, ","), sign))
    for separator in separators:
        if separator in sample:
            yield Dialect(separator, pads=f"{separator} " in sample)
            if '\\"' in sample:
                yield Dialect(separator, escape="\\", pads=f"{separator} " in sample)
            if f"'{separator}" in sample:
                yield Dialect(separator, quote="'")
            if '"' in sample:
                yield Dialect(separator, quote="")


def _sniffed(lines: list[str]) -> Dialect | None:
    """What clevercsv makes of a text that no usual dialect explains well; None where it is at a loss."""
    from clevercsv.detect import Detector

    text = "".join(lines)[:8192]
    found = Detector().detect(text, delimiters=[*SEPARATORS, ":", "^", "~"])
    if found is None or not found.delimiter:
        return None
    return Dialect(found.delimiter, found.quotechar or "", found.escapechar or "")
