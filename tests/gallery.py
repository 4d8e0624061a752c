"""Figures of every kind, ordinary ones and those that a drawing or a format could trip over."""

from __future__ import annotations

import math
from typing import Literal

from sweeplens.figures import (
    Axis,
    Bar,
    Bars,
    Column,
    Curves,
    Direction,
    Divergence,
    Document,
    Field,
    Figure,
    FramePanel,
    Frames,
    Grid,
    Heading,
    Item,
    Listing,
    Notice,
    Paragraph,
    Plot,
    Point,
    Points,
    Series,
    table_of,
)

NAN, INF = math.nan, math.inf
HOSTILE = (
    "a|b",
    "a\\|b",
    "*bold* _it_ `code`",
    "<script>alert(1)</script>",
    "\x1b[31mred\x1b[0m",
    "[x](http://y)",
    "line\nbreak\ttab",
    "\u202eright to left",
    "模式 wide 🙂",
    "[bold]markup[/bold]",
    "=1+1",
    " spaces ",
    "# heading",
    "100% & $5 ~tilde^ {x}",
    "",
)
"""Texts that some output could take for markup, control, a formula or a border."""

_FAMILY = Column("family", kind="level", is_key=True)
_SCORE = Column("matched_score", label="matched score", direction=Direction.HIGHER, bar=True, mark_best=True)
_LOSS = Column("kl_loss", label="KL", unit="nats", direction=Direction.LOWER, mark_best=True)

ORDINARY = table_of(
    "Extremes",
    (_FAMILY, _SCORE, _LOSS, Column("status", kind="status"), Column("spread", kind="histogram")),
    [
        ("raw", 0.5283, 2.4084, "complete", (1, 4, 2)),
        ("dist norm", 0.5427, 0.00003, "diverged", (0, 9, 1)),
        ("tokcc a.25", 0.5502, NAN, "missing", None),
        (None, None, -INF, "incomplete", (0, 0, 0)),
    ],
    captions=("Rows vary family.",),
    marked_rows=frozenset({1}),
)
PARTED = table_of(
    "Top and bottom",
    (Column("end", kind="level"), _FAMILY, _SCORE),
    [("top", "raw", 0.9), ("top", "norm", 0.8), ("bottom", "tokcc", 0.1)],
    section="end",
    section_titles={"top": "Top rows", "bottom": "Bottom rows"},
)
HOSTILE_TABLE = table_of(
    "Host|ile *title*",
    (Column("te|xt", kind="text"), Column("<b>n</b>"), Column("key\x1b[0m", kind="level", is_key=True)),
    [(text, at / 3, text) for at, text in enumerate(HOSTILE)],
    captions=HOSTILE,
)
WIDE = table_of(
    "Wide", (_FAMILY, *(Column(f"metric_{at}_loss") for at in range(40))), [("raw", *(at / 7 for at in range(40)))]
)
_STEPS = [float(step) for step in range(0, 400, 10)]
_LINES: tuple[tuple[str, Literal["solid", "dashed", "dotted"]], ...] = (
    ("raw", "solid"),
    ("norm", "dashed"),
    ("tokcc", "dotted"),
)
_SERIES = tuple(
    Series(name, _STEPS, [math.exp(-step / (80 * at + 90)) for step in _STEPS], pattern=pattern)
    for at, (name, pattern) in enumerate(_LINES)
)
_X, _Y = Axis("global_step"), Axis("KL", "nats", Direction.LOWER)
CURVES = Curves("Dynamics", (Plot("KL", _X, _Y, _SERIES),), ("Validation metrics.",))


def curves(*lines: Series, log: bool = False) -> Curves:
    """One plot of `lines`."""
    return Curves("Curves", (Plot("", _X, Axis("loss", log=log), lines),))


def line(*values: float, name: str = "a", **more: object) -> Series:
    """A line through `values` at 0, 1, 2, ..."""
    return Series(name, [float(at) for at in range(len(values))], list(values), **more)  # type: ignore[arg-type]


_POINTS = tuple(
    Point(f"{family} {beta}", at / 5, 1 + (at * 7 % 5) / 50, colour=family, shape=beta, run=at, on_front=at in (0, 3))
    for at, (family, beta) in enumerate((family, beta) for family in ("raw", "norm") for beta in (".01", ".1", "1"))
)
POINTS = Points("Trade-off", Axis("KL", "nats", Direction.LOWER), Axis("recon", "", Direction.LOWER), _POINTS)
GRID = Grid(
    "Deltas",
    "metric",
    "cell",
    ("score", "loss"),
    ("raw .01", "dist norm .1", "tokcc a.25 beta=1"),
    (
        (Field(-0.2149), Field(0.0033), Field(None)),
        (Field(3.5), Field(NAN), Field(-1.25)),
    ),
    normalise="row",
    centred=True,
)
STATES = Grid(
    "State",
    "family",
    "beta",
    ("raw", "norm"),
    (".01", "1"),
    tuple(
        tuple(Field(status=status, text="3/3") for status in row)
        for row in (("complete", "missing"), ("diverged", "odd"))
    ),
    normalise="status",
)
BARS = Bars(
    "Gap",
    Axis("gap", "nats", Direction.LOWER),
    (("raw", (Bar(".01", 0.2, "raw"), Bar(".1", -0.1, "raw", "below"))), ("norm", (Bar("1", None), Bar("2", NAN)))),
)
_CLOUD = [[(frame * 0.1 + point, -point * 0.5) for point in range(5)] for frame in range(8)]
FRAMES = Frames(
    "Latent",
    tuple(float(step) for step in range(31, 1600, 200)),
    tuple(
        FramePanel(mode, Axis("PC 1"), Axis("PC 2"), ("a", "b", "a", "b", "c"), _CLOUD) for mode in ("full", "reinit")
    ),
)
NOTICE = Notice("No frames", ("The collection has none.", "Name some in the brief."), "warning")
DOCUMENT = Document(
    "Results",
    (
        Heading("Extremes"),
        Paragraph("Rows vary family & beta; *nothing* else."),
        ORDINARY,
        Heading("Parts", 3),
        PARTED,
        Listing((Item("one"), Item("two|three"))),
        CURVES,
        BARS,
        NOTICE,
    ),
)

EMPTY: dict[str, Figure] = {
    "table": table_of("Empty", (_FAMILY, _SCORE), [], empty="No row is kept."),
    "table without columns": table_of("Empty", (), []),
    "bars": Bars("Empty", Axis("gap"), ()),
    "curves": Curves("Empty", ()),
    "curves without points": curves(line()),
    "points": Points("Empty", Axis("x"), Axis("y"), ()),
    "grid": Grid("Empty", "row", "column", (), (), ()),
    "frames": Frames("Empty", (), ()),
    "document": Document("", ()),
    "notice": Notice("", ()),
}
ODD: dict[str, Figure] = {
    "hostile table": HOSTILE_TABLE,
    "wide table": WIDE,
    "hostile curves": Curves(
        HOSTILE[4], (Plot(HOSTILE[0], Axis(HOSTILE[3]), Axis(HOSTILE[6]), (line(1, 2, name=HOSTILE[4]),)),)
    ),
    "hostile grid": Grid(HOSTILE[4], HOSTILE[6], "", (HOSTILE[8],), (HOSTILE[7],), ((Field(1.0, text=HOSTILE[4]),),)),
    "hostile bars": Bars(HOSTILE[4], Axis(HOSTILE[7]), ((HOSTILE[0], (Bar(HOSTILE[4], 1.0, note=HOSTILE[6]),)),)),
    "hostile points": Points(HOSTILE[4], Axis("x"), Axis("y"), (Point(HOSTILE[4], 1, 2, HOSTILE[6], HOSTILE[7]),)),
    "hostile notice": Notice(HOSTILE[4], HOSTILE, "error"),
    "constant": curves(line(0.5, 0.5, 0.5)),
    "one point": curves(line(0.5)),
    "all NaN": curves(line(NAN, NAN)),
    "infinite": curves(line(INF, 1.0, -INF, 2.0)),
    "tiny range": curves(line(0.9971, 0.9984)),
    "tiny values": curves(line(1e-12, 3e-12)),
    "huge values": curves(line(1e300, -1e300, 5e299)),
    "largest values": curves(line(1.7e308, -1.7e308)),
    "smallest values": curves(line(5e-324, 1e-323)),
    "log": curves(line(1e-5, 1.0, 1e5), log=True),
    "log with negatives": curves(line(-1.0, 0.0, 10.0, 100.0), log=True),
    "log of negatives": curves(line(-1.0, -2.0), log=True),
    "diverged": curves(line(1.0, 2.0, NAN, NAN, diverged=Divergence(2.0, 2.0, 1.0))),
    "band": curves(line(1.0, 2.0, 3.0, low=[0.5, 1.5, 2.5], high=[1.5, 2.5, 3.5])),
    "turning": curves(Series("t", [0.0, 2.0, 1.0, 3.0], [0.0, 1.0, 2.0, 0.5], start_mark=True, end_mark=True)),
    "many series": curves(*(line(float(at), at * 2.0, name=f"series {at}") for at in range(40))),
    "multiples": Curves("By task", tuple(Plot(f"task {at}", _X, _Y, _SERIES) for at in range(7))),
    "one row": table_of("One", (_FAMILY, _SCORE), [("raw", 0.5)]),
    "constant column": table_of("Constant", (_FAMILY, _SCORE), [("a", 0.5), ("b", 0.5)]),
    "all NaN column": table_of("NaN", (_FAMILY, _SCORE), [("a", NAN), ("b", None)]),
    "extreme numbers": table_of(
        "Numbers", (_FAMILY, Column("x")), [("a", 1e300), ("b", 5e-324), ("c", -1e-12), ("d", 10**20)]
    ),
    "log bars": Bars("Log", Axis("loss", log=True), (("", (Bar("a", 1e-5), Bar("b", 10.0), Bar("c", -1.0))),)),
    "zero bars": Bars("Zero", Axis("loss"), (("", (Bar("a", 0.0), Bar("b", 0.0))),)),
    "NaN points": Points(
        "NaN", Axis("x"), Axis("y", log=True), (Point("a", NAN, 1), Point("b", 1, -1), Point("c", 1, 1))
    ),
    "many points": Points("Many", Axis("x"), Axis("y"), tuple(Point("", at / 7, at % 13, "c") for at in range(500))),
    "NaN frames": Frames("NaN", (1.0,), (FramePanel("p", Axis("x"), Axis("y"), ("a",), [[(NAN, NAN)]]),)),
    "huge grid": Grid("Huge", "r", "c", ("a",), ("b", "c"), ((Field(1e300), Field(-1e300)),), centred=True),
    "flat grid": Grid("Flat", "r", "c", ("a",), ("b", "c"), ((Field(2.0), Field(2.0)),)),
}
KINDS: dict[str, Figure] = {
    "table": ORDINARY,
    "parted table": PARTED,
    "bars": BARS,
    "curves": CURVES,
    "points": POINTS,
    "grid": GRID,
    "states": STATES,
    "frames": FRAMES,
    "document": DOCUMENT,
    "notice": NOTICE,
}
GALLERY: dict[str, Figure] = {**KINDS, **ODD, **{f"empty {name}": figure for name, figure in EMPTY.items()}}
