"""What became of a collection from one reading to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sweeplens.data.apart import BY_PLACE
from sweeplens.data.collection import Collection, FileEntry
from sweeplens.lazy import pl
from sweeplens.text import byte_size, plural

_BEFORE, _AFTER, _AGAIN = "sweeplens:before", "sweeplens:after", "sweeplens:again"


@dataclass(frozen=True)
class Changes:
    """What is there now and was not before, and the other way round."""

    places: Mapping[int, int]
    """The row number of each run that is in both, by its row number before."""
    new: int = 0
    """Runs."""
    gone: int = 0
    changed: int = 0
    """Runs in both with another value of some metric."""
    files: tuple[str, ...] = ()
    """What became of files beside the summary: `data/h.csv grew by 12 kB`."""
    problems: int = 0
    """Problems that were not there before."""

    def sentence(self) -> str:
        """`reloaded: 3 new rows, data/h.csv grew by 12 kB`; `reloaded: nothing new`."""
        rows = ((self.new, "new row"), (self.gone, "row"), (self.changed, "changed row"))
        counted = [plural(count, noun) + (" gone" if noun == "row" else "") for count, noun in rows if count]
        problems = [plural(self.problems, "new problem")] if self.problems else []
        return f"reloaded: {', '.join([*counted, *self.files, *problems]) or 'nothing new'}"


def changes(before: Collection, after: Collection) -> Changes:
    """What changed; runs are known again by their factors, several of the same levels by their order."""
    keys = _keys(before, after)
    old, new = _numbered(before.runs, keys, _BEFORE), _numbered(after.runs, keys, _AFTER)
    both = old.join(new, on=[*keys, _AGAIN], nulls_equal=True, maintain_order="left", suffix=_AFTER)
    measured = [m.name for m in after.metrics if before.metric(m.name) and f"{m.name}{_AFTER}" in both.columns]
    differs = pl.any_horizontal(pl.lit(False), *(pl.col(name).ne_missing(pl.col(name + _AFTER)) for name in measured))
    return Changes(
        dict(both.select(_BEFORE, _AFTER).rows()),
        new=new.height - both.height,
        gone=old.height - both.height,
        changed=int(both.select(differs.sum()).item()),
        files=tuple(_files(before, after)),
        problems=len({*after.problems} - {*before.problems}),
    )


def _keys(before: Collection, after: Collection) -> list[str]:
    """The columns of factors that both have; their places name runs in one reading alone."""
    old, new = before.runs.schema, after.runs.schema
    lasting = [factor.column for factor in after.factors if factor.why != BY_PLACE]
    return [column for column in lasting if column in old and old[column] == new.get(column)]


def _numbered(runs: pl.DataFrame, keys: list[str], name: str) -> pl.DataFrame:
    """The runs with their row numbers, and which one of those with the same levels each is."""
    again = pl.int_range(pl.len()).over(keys) if keys else pl.int_range(pl.len())
    return runs.with_row_index(name).with_columns(again.alias(_AGAIN))


def _files(before: Collection, after: Collection) -> Iterator[str]:
    """What became of the files whose rows are not counted; of several only how many they are."""
    counted = ("summary",) if after.histories else ("summary", "table")
    old, new = ({file.name: file for file in each.files if file.what not in counted} for each in (before, after))
    altered = [(old[name], new[name]) for name in new if name in old and _state(old[name]) != _state(new[name])]
    if len(altered) == 1:
        yield _growth(*altered[0])
    elif altered:
        yield f"{plural(len(altered), 'file')} changed"
    for count, what in ((len(new.keys() - old.keys()), "new file"), (len(old.keys() - new.keys()), "file")):
        if count:
            yield plural(count, what) + (" gone" if what == "file" else "")


def _state(file: FileEntry) -> tuple[int, float, int]:
    return file.size, file.modified, file.inode


def _growth(old: FileEntry, new: FileEntry) -> str:
    """`data/h.csv grew by 12 kB`, or that it changed in another way."""
    if new.size > old.size:
        return f"{new.name} grew by {byte_size(new.size - old.size)}"
    return f"{new.name} changed"
