"""How a delimited text parts and encloses its fields."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from sweeplens.data.numerals import is_missing, may_be_number

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

SEPARATORS = (",", "\t", ";", "|")
_SAMPLE_RECORDS = 100
_SAMPLE_FIELDS = 1500
"""How much of a text is looked at."""
_SURE = 0.9
"""A dialect that scores this is not doubted."""
_DOUBTFUL = 0.5
"""Below this, a detector that tries every sign is asked."""
_DETECTED_BYTES = 4096
_LONE_RETURN = re.compile(r"\r(?!\n|$)")
_COMMA_NUMBER = re.compile(r"\s*[+\-]?\d+,\d+\s*")
_QUOTED_ONCE = re.compile(r"(?m)(?:^|[,;\t|])'[^'\n]*'(?:[,;\t|]|\r?$)")
_QUOTED_OR_BLANK = re.compile(r'("[^"\n]*")|[ \t]+')
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


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

    @property
    def is_plain(self) -> bool:
        """Whether a parser that knows separators and doubled quotes alone reads it."""
        return not self.escape and not self.pads

    def rows(self, lines: Iterable[str]) -> CsvReader:
        """The fields of each record, by the standard library's reader: for samples, and texts that are not plain."""
        csv.field_size_limit(2**31 - 1)
        return csv.reader(
            (_LONE_RETURN.sub(" ", line) for line in lines),
            delimiter=self.separator,
            quotechar=self.quote or None,
            escapechar=self.escape or None,
            doublequote=not self.escape,
            skipinitialspace=self.pads,
            quoting=csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE,
        )

    def fields(self, record: str) -> list[str]:
        """The fields of one record."""
        return next(self.rows(_LINE.findall(record)), [])


def dialect_of(sample: str, suffix: str = "") -> Dialect:
    """The dialect of a text, told from its beginning; `suffix` (`.tsv`) decides where the text leaves it open."""
    if (named := _named_separator(sample)) is not None:
        return Dialect(named)
    lines = table_lines(sample)
    if _is_one_column(lines):
        return Dialect(";")
    best, found = 0.0, Dialect("\t" if suffix in (".tsv", ".tab") else ",")
    for candidate in _candidates(sample, found.separator):
        value = score(candidate, lines)
        if value > best:
            best, found = value, candidate
        if best >= _SURE:
            return found
    if best < _DOUBTFUL and len(lines) > 1:
        return max((found, *_unusual(lines)), key=lambda candidate: score(candidate, lines))
    return found


def score(dialect: Dialect, lines: Sequence[str]) -> float:
    """How well a dialect explains lines of text, from 0 to 1: records of one length, and fields that mean something.

    The head may lack a name for the rows' own column.
    """
    lines = [as_tabs(line) for line in lines] if dialect.collapses else lines
    try:
        rows = [row for row in dialect.rows(lines) if row]
    except csv.Error:
        return 0.0
    lengths = Counter(len(row) for row in rows if len(row) > 1)
    if not lengths:
        return 0.0
    width, count = max(lengths.items(), key=lambda item: (item[1], item[0]))
    count += len(rows[0]) == width - 1
    fields = [field for row in rows if len(row) == width for field in row][:_SAMPLE_FIELDS]
    clean = sum(_is_clean(field, dialect.separator) for field in fields) / len(fields)
    return count / len(rows) * clean * (1 - 0.1 / width)


def table_lines(sample: str) -> list[str]:
    """The first lines of a text that are neither blank nor comments, each with its line end."""
    lines = (match.group() for match in _LINE.finditer(sample))
    return list(islice((line for line in lines if line.strip() and not line.startswith("#")), _SAMPLE_RECORDS))


def as_tabs(text: str) -> str:
    """The text with tabs in place of runs of blanks outside quotes, and none around its lines."""
    parted = _QUOTED_OR_BLANK.sub(lambda match: match.group(1) or "\t", text)
    return re.sub(r"(?m)^\t|\t(?=\r?$)", "", parted)


def _is_clean(field: str, separator: str) -> bool:
    """Whether a field is a number, nothing, or text without a sign that could have parted it."""
    try:
        float(field)
    except ValueError:
        pass
    else:
        return True
    if is_missing(field) or may_be_number(field):
        return True
    foreign = '"\t;|' if separator == "," else '"\t;|,'
    return not any(sign in field for sign in foreign if sign != separator)


def _is_one_column(lines: Sequence[str]) -> bool:
    """Whether below a name without a comma stand numbers with a decimal one."""
    return len(lines) > 1 and "," not in lines[0] and all(map(_COMMA_NUMBER.fullmatch, lines[1:]))


def _named_separator(sample: str) -> str | None:
    """The separator that a spreadsheet names in a first line such as `sep=;`."""
    match = re.match(r"sep=([^\w\s\"']|\t)\r?\n", sample, re.IGNORECASE)
    return match.group(1) if match else None


def _candidates(sample: str, preferred: str) -> Iterator[Dialect]:
    """The usual dialects, likeliest first; where two explain a text equally well, the first is taken."""
    for separator in sorted(SEPARATORS, key=lambda sign: (sign != preferred, SEPARATORS.index(sign))):
        if separator not in sample:
            continue
        if '"' not in sample and _QUOTED_ONCE.search(sample):
            yield Dialect(separator, quote="'")
        yield Dialect(separator)
        if f'{separator} "' in sample:
            yield Dialect(separator, pads=True)
        if '\\"' in sample:
            yield Dialect(separator, escape="\\")
        if '"' in sample:
            yield Dialect(separator, quote="")


def _unusual(lines: Sequence[str]) -> Iterator[Dialect]:
    """Columns that blanks part, and what clevercsv makes of a text that no usual dialect explains."""
    from clevercsv.detect import Detector

    yield Dialect("\t", collapses=True)
    found = Detector().detect("".join(lines)[:_DETECTED_BYTES], delimiters=[*SEPARATORS, ":", "^", "~"])
    if found is not None and found.delimiter and len(found.delimiter) == 1:
        yield Dialect(found.delimiter, found.quotechar or "", found.escapechar or "")
