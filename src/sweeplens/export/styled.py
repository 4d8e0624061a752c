"""What HTML and LaTeX share: pandas' Styler over fields that are text already, the best values shaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from zlib import crc32

from sweeplens.export.sheets import Sheet

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

SHADE = "#d9ead3"


def styler(sheet: Sheet, escape: Callable[[str], str]) -> Styler:
    """A Styler of the sheet, heads and fields through `escape`, without an index.

    Its id is made of its fields, so that its styles are no other table's.
    """
    import pandas as pd
    from pandas.io.formats.style import Styler

    frame = pd.DataFrame([[escape(text) for text in row] for row in sheet.rows])
    shades = pd.DataFrame("", index=frame.index, columns=frame.columns)
    for row, column in sheet.best:
        shades.iloc[row, column] = f"background-color: {SHADE}; font-weight: bold"
    styled = Styler(frame, cell_ids=False, uuid=f"{crc32(repr(sheet).encode()):08x}")
    styled.apply(lambda _: shades, axis=None).hide(axis="index")
    heads = [escape(head).replace("{", "{{").replace("}", "}}") for head in sheet.heads]
    styled.relabel_index(heads, axis="columns")  # it takes them for format strings
    return styled
