"""Options of the command line, and the selection that they mean."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import click

from sweeplens.cli.decorators import AS_INFERRED_HELP
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection, sort_in
from sweeplens.export import EXPORTERS
from sweeplens.ways import Folding, Nonfinite, Statistic

FORMATS = ("table", *(exporter.name for exporter in EXPORTERS))


@dataclass(frozen=True)
class Output:
    """How an answer leaves the command line."""

    format: str = "table"
    file: Path | None = None
    precision: int | None = None
    safe_csv: bool = False
    force: bool = False
    charset: str = "auto"
    provenance: bool = False
    """Whether data say where they come from, as documents always do."""


def names(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[str, ...]:
    """The names in a comma-separated list; one that holds a comma stands in double quotes."""
    if not text:
        return ()
    return tuple(name.strip() for name in next(csv.reader([text], skipinitialspace=True)) if name.strip())


QUESTION_OPTIONS = (
    click.option(
        "-w", "--where", metavar="EXPR", default="", help="Keep the rows that a filter keeps: 'beta<=.1 family~tok'."
    ),
    click.option("-m", "--metric", metavar="NAME", help="The metric that is asked about."),
    click.option(
        "-s", "--sort", metavar="COL", help="Order by a column, the better end first; +COL: upwards, -COL: downwards."
    ),
    click.option("-c", "--columns", metavar="A,B", callback=names, help="Show these columns only."),
    click.option("-n", "--rows", metavar="N", type=click.IntRange(min=1), help="How many rows."),
    click.option("--by", metavar="FACTOR[,FACTOR]", callback=names, help="One answer for each level."),
    click.option("--fold", is_flag=True, default=None, help="Fold replicates into cells."),
    click.option("--folding", type=click.Choice(get_args(Folding)), default="mean-std", help="What a cell is."),
    click.option(
        "--nonfinite",
        type=click.Choice(get_args(Nonfinite)),
        default="exclude",
        help="What NaN and Inf are in averages: left out, or the worst finite value of their metric.",
    ),
    click.option(
        "--stat",
        "statistic",
        type=click.Choice(get_args(Statistic)),
        default="last",
        help="The value of its history that a run stands for.",
    ),
    click.option(
        "--mean-of",
        metavar="K",
        type=click.IntRange(1, 1_000_000),
        default=5,
        help="How many of the last values '--stat mean' is of.",
    ),
    click.option("--view", metavar="NAME", help="A view of the pane, or one that the brief names."),
    click.option("--vs", "versus", metavar="PATH|LEVEL", help="The reference to compare with."),
    click.option("--common", is_flag=True, help="Average over what all levels have alone."),
    click.option("--interpolate", is_flag=True, help="Interpolate folded curves to one another's steps."),
    click.option("--shared-axes", is_flag=True, help="Give small multiples of one metric the same axes."),
    click.option("--full-range", is_flag=True, help="Scale the axes of curves by diverged runs too."),
    click.option("--ddof", type=click.Choice(["0", "1"]), help="0: spread of a population; 1: of a sample."),
)

PROVENANCE = click.option(
    "--provenance",
    is_flag=True,
    help="Where data come from: in JSON beside the rows, of CSV on standard error. Documents always say it.",
)

AS_INFERRED = click.option("--as-inferred", is_flag=True, help=AS_INFERRED_HELP)

OUTPUT_OPTIONS = (
    click.option("-f", "--format", "format_", type=click.Choice(FORMATS), help="How the answer is written."),
    click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path), help="Write to a file."),
    click.option("--force", is_flag=True, help="Overwrite FILE where it exists."),
    click.option("--precision", metavar="N", type=click.IntRange(0, 17), help="Decimals in documents and tables."),
    click.option("--safe-csv", is_flag=True, help="Defuse cells that a spreadsheet would run."),
    click.option(
        "--charset", type=click.Choice(["auto", "braille", "block", "ascii"]), default="auto", help="Which glyphs."
    ),
)


def selection_of(asked: dict[str, Any]) -> Selection:
    """The selection that the question options mean; `QueryError` where the filter is none."""
    ddof = asked["ddof"]
    return Selection(
        where=parse_filter(asked["where"]),
        metric=asked["metric"],
        sort=sort_in(asked["sort"]),
        columns=asked["columns"],
        rows=asked["rows"],
        by=asked["by"],
        fold=asked["fold"],
        folding=asked["folding"],
        nonfinite=asked["nonfinite"],
        statistic=asked["statistic"],
        mean_of=asked["mean_of"],
        view=asked["view"],
        versus=asked["versus"],
        common=asked["common"],
        interpolate=asked["interpolate"],
        shared_axes=asked["shared_axes"],
        full_range=asked["full_range"],
        ddof=None if ddof is None else 0 if ddof == "0" else 1,
    )


def output_of(asked: dict[str, Any], default: str = "table") -> Output:
    """How the output options want the answer; `default` is the format where neither option nor suffix names one."""
    file = asked["output"]
    return Output(
        format=asked["format_"] or format_of(file) or default,
        file=file,
        precision=asked["precision"],
        safe_csv=asked["safe_csv"],
        force=asked["force"],
        charset=asked["charset"],
        provenance=asked.get("provenance", False),
    )


def format_of(file: Path | None) -> str | None:
    """The format that a file's suffix names; None where it names none."""
    suffix = file.suffix.lower() if file else ""
    return next((exporter.name for exporter in EXPORTERS if suffix and exporter.suffix == suffix), None)
