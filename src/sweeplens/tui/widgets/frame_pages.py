"""The rows of a table as a screen looks at them: a page at a time, the last few pages kept."""

from __future__ import annotations

from collections import OrderedDict

from sweeplens.figures import Rows, Value

PAGE = 256
KEPT_PAGES = 8


class RowPages:
    """Single rows out of `rows`, read in pages of 256; ten million rows cost what ten do.

    An order of many rows is known at its beginning long before it is known whole: until it `is_settled`, only the
    first page can be had.
    """

    def __init__(self, rows: Rows, is_settled: bool = True) -> None:
        self.rows = rows
        self.is_settled = is_settled
        self._pages: OrderedDict[int, list[tuple[Value, ...]]] = OrderedDict()

    def __len__(self) -> int:
        return len(self.rows)

    def has(self, row: int) -> bool:
        """Whether `row` is there, and can be had without waiting."""
        return 0 <= row < (len(self.rows) if self.is_settled else min(PAGE, len(self.rows)))

    def __getitem__(self, row: int) -> tuple[Value, ...]:
        number, offset = divmod(row, PAGE)
        return self._page(number)[offset]

    def settle(self) -> None:
        """Have the order made whole; takes its time, in a worker."""
        self.rows.page(len(self.rows) - 1, len(self.rows))

    def _page(self, number: int) -> list[tuple[Value, ...]]:
        if number in self._pages:
            self._pages.move_to_end(number)
            return self._pages[number]
        page = self._pages[number] = self.rows.page(number * PAGE, min((number + 1) * PAGE, len(self.rows)))
        if len(self._pages) > KEPT_PAGES:
            self._pages.popitem(last=False)
        return page
