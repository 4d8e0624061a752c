"""A chart downloaded from W&B as CSV: a step, then `<run> - <metric>` with its `__MIN` and `__MAX` for every run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.curves import by_step, read_tables
from sweeplens.data.layouts.heads import sample_with_head, with_head
from sweeplens.data.layouts.paths import Places
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import file_entry, survey, walk
from sweeplens.data.tablefile import TableFile
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

if TYPE_CHECKING:
    from sweeplens.data.layouts.curves import Floats

BETWEEN = " - "
LOW, HIGH = "__MIN", "__MAX"


def detect(path: Path) -> str:
    """Whether a CSV file is a chart's download."""
    name = sample_with_head(survey(path), is_chart)
    return f"the columns of {name} are named `run - metric`, with {LOW} and {HIGH}" if name else ""


def read(path: Path) -> Reading:
    """Every run with the curves of all charts; `ReadError` where no chart can be read."""
    tree = walk(path)
    tables, problems = read_tables(tree, with_head(tree, is_chart))
    series: dict[str, dict[str, tuple[Floats, Floats]]] = {}
    for table in tables.values():
        for run, metric, steps, values in _lines(table):
            series.setdefault(run, {})[metric] = (steps, values)
    if not series:
        raise ReadError(f"{path.name} holds no chart of W&B that can be read.")
    step = next(iter(tables.values())).frame.columns[0]
    return assemble(
        [Run(run, curves={"chart": by_step(step, metrics)}) for run, metrics in series.items()],
        "the chart",
        places=Places(),
        files=[file_entry(tree, name, "history") for name in tables],
        problems=[*tree.problems, *problems],
    )


def is_chart(head: Sequence[str]) -> bool:
    """Whether these are the columns of a chart: some with both their `__MIN` and `__MAX`."""
    names = {*head[1:]}
    return any(BETWEEN in name and {name + LOW, name + HIGH} <= names for name in names)


def _lines(table: TableFile) -> Iterator[tuple[str, str, Floats, Floats]]:
    """Run, metric, steps and values of every line of a chart; of a run's name only the last ` - ` parts the metric."""
    step = table.columns[0].read.values
    for column in table.columns[1:]:
        run, between, metric = column.name.rpartition(BETWEEN)
        if between and not metric.endswith((LOW, HIGH)) and column.is_numeric:
            points = pl.DataFrame({"step": step, "value": column.read.values}).drop_nulls()
            yield run, metric, points["step"].to_numpy(), points["value"].to_numpy()


LAYOUT = Layout("wandb_chart", "chart downloaded from W&B", detect, read)
