"""The rows of a grid by what stands in one of its columns, or by their mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sweeplens.figures import Direction, Field, Grid, Ordering, is_finite
from sweeplens.panes.base import Question, unknown
from sweeplens.stats.ranks import is_downwards, ordered


def ordered_grid(
    grid: Grid, question: Question, direction: Direction = Direction.UNKNOWN, known: Iterable[str] = ()
) -> Grid:
    """The grid with its rows by what the question names, the better end first unless it says; as it stands else.

    What has no finite value comes last both ways. Raises `UsageError` where there is nothing of that name, unless it is
    one of the `known` columns, of which a filter can leave nothing.
    """
    ordering = asked_ordering(grid.ordering, question, direction, known) if grid.ordering else None
    if ordering is None or ordering.by is None:
        return grid
    name, descending = ordering.by
    values = [_value(ordering, name, row) for row in grid.fields]
    ranked = ordered(values, descending)
    order = [*ranked, *(row for row in range(len(values)) if row not in ranked)]
    return replace(
        grid,
        row_labels=tuple(grid.row_labels[row] for row in order),
        row_names=tuple(grid.row_names[row] for row in order) if grid.row_names else (),
        fields=tuple(grid.fields[row] for row in order),
        ordering=ordering,
        captions=(*grid.captions, order_sentence(ordering)),
    )


def asked_ordering(ordering: Ordering, question: Question, direction: Direction, known: Iterable[str] = ()) -> Ordering:
    """The ordering as the question asks for it, the better end first unless it says; as it stands for none.

    Raises `UsageError` for a name that is neither there nor among those `known`.
    """
    if question.sort is None:
        return ordering
    name, descending = question.sort
    there = [*ordering.by_field, *([ordering.by_mean] if ordering.by_mean else [])]
    if name not in there:
        if name in known:
            return ordering
        raise unknown("order", name, there)
    return replace(ordering, by=(name, is_downwards(direction) if descending is None else descending))


def _value(ordering: Ordering, name: str, row: Sequence[Field]) -> float | None:
    """What a row is ordered by: its field in the column of that name, or the mean of those that are finite."""
    if name in ordering.by_field:
        return row[ordering.by_field.index(name)].value
    finite = [field.value for field in row if field.value is not None and is_finite(field.value)]
    return sum(finite) / len(finite) if finite else None


def order_sentence(ordering: Ordering) -> str:
    """`Rows are ordered by their mean gap, largest first.`; empty where they stand in an order of their own."""
    if ordering.by is None:
        return ""
    name, descending = ordering.by
    what = f"their mean {name}" if name == ordering.by_mean else name
    return f"{ordering.of.capitalize()} are ordered by {what}, {'largest' if descending else 'smallest'} first."
