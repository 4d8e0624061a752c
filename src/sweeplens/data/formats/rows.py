"""From the lines of a large text, as a parser finds them, to the rows of its table: the same steps, held or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from sweeplens.data.formats.decimals import pointed
from sweeplens.data.formats.grid import tidied
from sweeplens.data.formats.summaries import is_summary
from sweeplens.lazy import pl

T = TypeVar("T", "pl.DataFrame", "pl.LazyFrame")


@dataclass(frozen=True)
class Rows:
    """Which lines are rows, and what is done to their fields."""

    names: tuple[str, ...] = ()
    """Of all columns of the text."""
    head: tuple[str | None, ...] = ()
    """The fields of the last line of the head; none where the first line is data."""
    summaries: tuple[str, ...] = ()
    """The columns in which summaries are named."""
    decimal: tuple[str, ...] = ()
    """The columns with decimal commas."""

    def tidied(self, lines: T) -> T:
        """All lines, fields without blanks around them."""
        return lines.select(tidied(pl.all()))

    def tabled(self, tidy: T) -> T:
        """The rows of the table, decimal commas as points, of all tidied lines."""
        table = tidy.filter(~(self.is_remark | self.is_blank | self.is_summary))
        return table.with_columns(pointed(pl.col(name)) for name in self.decimal)

    @property
    def is_remark(self) -> pl.Expr:
        """Whether a tidied line is a comment, which has fewer fields than a row, or the head once more."""
        is_comment = pl.col(self.names[0]).str.starts_with("#") & pl.col(self.names[-1]).is_null()
        again = [pl.col(name).eq_missing(pl.lit(text)) for name, text in zip(self.names, self.head, strict=False)]
        return is_comment.fill_null(False) | (pl.all_horizontal(again) if again else False)

    @property
    def is_blank(self) -> pl.Expr:
        """Whether a tidied line holds nothing."""
        return pl.all_horizontal(pl.col(self.names).is_null())

    @property
    def is_summary(self) -> pl.Expr:
        """Whether a tidied line sums up others."""
        return is_summary(self.summaries) if self.summaries else pl.lit(False)
