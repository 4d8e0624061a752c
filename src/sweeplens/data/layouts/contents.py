"""What the files of one run say: settings it was given, numbers it gave, and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sweeplens.data.collecting import collected
from sweeplens.data.histories import scanned
from sweeplens.data.layouts.configs import as_text, flat_settings, is_config
from sweeplens.data.layouts.curves import curve_in, joined_by_step
from sweeplens.data.layouts.document_lists import lists_in, step_key
from sweeplens.data.layouts.numbers import curve_of_records, flat_numbers, number_of
from sweeplens.data.layouts.runs import is_replicate, words_of
from sweeplens.data.names import is_factor_name, is_metric_name, step_rank
from sweeplens.data.shapes import Shape, shape_of
from sweeplens.data.tablefile import TableFile
from sweeplens.lazy import pl
from sweeplens.text import plural


@dataclass(frozen=True, eq=False)
class Content:
    """What a file or a run says."""

    settings: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)
    curves: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    """By their key in the file, after a colon, empty for its one or first curve; the step in the first column."""
    left: Mapping[str, str] = field(default_factory=dict)
    """Lists that are neither curve nor number, by key, empty for the file itself: `30 records`."""

    @property
    def says_something(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.settings or self.numbers or self.curves)


def document_content(name: str, document: Any) -> Content:
    """What a JSON, YAML or TOML document called `name` says.

    A document with the name of settings gives settings. In any other, mappings with such a name do, and so do texts and
    seeds at its top; its other numbers are named by their path, and lists of records and of numbers are curves where
    they are not of single examples.
    """
    if is_config(name):
        return Content(settings=flat_settings(document))
    if isinstance(document, list):
        return _content_of_records(name, [record for record in document if isinstance(record, Mapping)])
    if not isinstance(document, Mapping):
        return Content()
    settings = _settings_in(document)
    results: dict[str, Any] = {}
    for key, value in document.items():
        if _is_setting(str(key), value):
            settings[str(key)] = as_text(value)
        elif not (isinstance(value, Mapping) and is_config(str(key))):
            results[str(key)] = value
    lists = lists_in(results)
    return Content(settings, {**dict(flat_numbers(results)), **lists.numbers}, lists.curves, lists.left)


def _is_setting(key: str, value: Any) -> bool:
    """Whether a value at the top of a document was given: a text, a truth value, or a number with a setting's name."""
    if isinstance(value, Mapping | list):
        return False
    words = words_of(key)
    return number_of(value) is None or is_replicate(key) or (is_factor_name(words) and not is_metric_name(words))


def _content_of_records(name: str, records: Sequence[Mapping[str, Any]]) -> Content:
    """Records of one curve; else the first one, where the others are of another kind (a summary before its cases)."""
    step = step_key(records)
    if step:
        return Content(_settings_in(records[0]), curves={"": curve_of_records(records, step)})
    if len(records) == 1 or (len(records) > 1 and not records[0].keys() & records[1].keys()):
        return document_content(name, records[0])
    return Content(left={"": plural(len(records), "record")} if records else {})


def _settings_in(record: Mapping[str, Any]) -> dict[str, str]:
    """The settings in a record's mappings that are called so."""
    found = [flat_settings(value) for key, value in record.items() if is_config(str(key))]
    return {key: text for settings in found for key, text in settings.items()}


def table_content(table: TableFile, own: Shape | None, like: Shape | None = None) -> Content:
    """What a table of one run says: a curve, or with one row numbers and settings; nothing where it is neither.

    `own` is how it holds a single curve; `like` the shape of tables of the same kind in other runs, by which a table
    with too few rows is a curve too.
    """
    shape = own or (like and _fitted(like, table))
    if shape:
        curve = collected(scanned(table, shape).select(shape.step, *shape.metrics), table.name)
        return Content(curves={"": joined_by_step(curve)})
    if table.frame.height and (step := _only_counter(table)):
        return Content(curves={"": joined_by_step(curve_in(table, step))})
    if table.frame.height != 1:
        return Content()
    numbers = {column.name: column.read.values[0] for column in table.columns if column.is_numeric}
    texts = {column.name: column.text[0] for column in table.columns if not column.is_numeric and column.present}
    return Content(texts, {name: value for name, value in numbers.items() if value is not None})


def _only_counter(table: TableFile) -> str:
    """The surest counter of a table of numbers alone, in which too few rows are to see that it counts; else empty."""
    if not all(column.is_numeric for column in table.columns if column.present):
        return ""
    ranked = [(rank, column.name) for column in table.columns if (rank := step_rank(column.key)) is not None]
    return min(ranked, default=(0, ""))[1]


def curve_shape(table: TableFile) -> Shape | None:
    """How a table holds a single curve; None where it holds none or several."""
    shape = shape_of(table)
    return shape if shape and all(table.frame[key].n_unique() == 1 for key in shape.keys) else None


def _fitted(shape: Shape, table: TableFile) -> Shape | None:
    """The shape with the metrics that a table has; None where the table has other columns."""
    columns = table.frame.columns
    if not {shape.step, *shape.keys, *filter(None, (shape.name_column, shape.value_column))} <= {*columns}:
        return None
    return shape if shape.name_column else replace(shape, metrics=tuple(m for m in shape.metrics if m in columns))
