"""JSON that every strict reader takes: a list of records."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from sweeplens.export.base import Exporter, Options
from sweeplens.figures import Figure, Media, Table
from sweeplens.numbers import whole

Plain: TypeAlias = "float | int | str | bool | list[Plain] | dict[str, Plain] | None"

_PAGE = 10_000
_HIDDEN = re.compile("[\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
"""Characters that JSON allows as they are and a terminal obeys or hides."""


def write_json(figure: Figure, options: Options) -> str:
    """The figure's table as a list of records, one a line; where its provenance is wanted, in an object beside that.

    JSON has no numbers beyond the finite ones, so NaN and infinities are the strings `"NaN"`, `"Infinity"` and
    `"-Infinity"`, which `float()` and `parseFloat()` read back; what is missing is `null`.
    """
    rows = _lines(_records(figure.as_table()))
    if not options.provenance:
        return f"{rows}\n"
    return f'{{"provenance": {_lines(map(_line, options.provenance))},\n"rows": {rows}}}\n'


JSON = Exporter("json", ".json", "JSON", write_json)


def _lines(records: Iterable[str]) -> str:
    """A list of records, one a line."""
    lines = ",\n  ".join(records)
    return f"[\n  {lines}\n]" if lines else "[]"


def _records(table: Table) -> Iterator[str]:
    places = table.places(Media.DATA)
    names = _unique([table.columns[at].name for at in places])
    for start in range(0, len(table.rows), _PAGE):
        for row in table.rows.page(start, start + _PAGE):
            yield _line({name: row[at] for name, at in zip(names, places, strict=True)})


def _line(record: Mapping[str, object]) -> str:
    return _HIDDEN.sub(_escape, json.dumps(_plain(record), ensure_ascii=False, allow_nan=False))


def _unique(names: Sequence[str]) -> list[str]:
    """The names, those that repeat told apart by a number: a record can hold each only once."""
    return [
        name if names.index(name) == at else f"{name}_{names[:at].count(name) + 1}" for at, name in enumerate(names)
    ]


def _plain(value: object) -> Plain:
    """The value as JSON can hold it."""
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, str):
        return _without_surrogates(value)
    if isinstance(value, Sequence):
        return [_plain(each) for each in value]
    assert isinstance(value, int | float) or value is None, f"{type(value)} is no JSON"
    return whole(value) if isinstance(value, float) else value


def _without_surrogates(text: str) -> str:
    """`text` as UTF-8 can hold it."""
    return text.encode("utf-8", "backslashreplace").decode()


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"
