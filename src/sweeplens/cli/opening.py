"""The commands that open the application: browse and demo."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from sweeplens.cli.decorators import AS_INFERRED_HELP, CHARSETS, with_options
from sweeplens.opening import Opening
from sweeplens.resources import sample_collections_dir

DEMO = "sum-token-aggregation_20260503"
"""The sample collection that the demo opens on."""

OPENING_OPTIONS = (
    click.option("--pane", metavar="NAME", help="Open on this pane."),
    click.option("--view", metavar="NAME", help="Open on this view of it."),
    click.option("-w", "--where", metavar="EXPR", default="", help="Open under this filter."),
    click.option("--theme", metavar="NAME", help="Colours: a shipped theme, or one of your own."),
    click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal."),
    click.option("--charset", type=click.Choice(CHARSETS), help="Which glyphs."),
    click.option("--plain-driver", is_flag=True, help="Send every repaint whole."),
    click.option("--reset-view", is_flag=True, help="Forget how this place was left."),
    click.option("--as-inferred", is_flag=True, help=AS_INFERRED_HELP),
)


def _open(paths: tuple[Path, ...], **asked: Any) -> int:
    if not is_terminal():
        _check(asked)
        return _print_instead(paths, asked["as_inferred"])
    from sweeplens.cli.browse import run_browser  # Textual costs 130 ms that printing need not pay

    return run_browser(Opening(paths, **asked))


def _check(asked: Mapping[str, Any]) -> None:
    """Refuse what the browser would refuse: a pane that there is not, and a filter that is none."""
    from sweeplens.data.query import parse_filter
    from sweeplens.panes import pane_named  # a terminal is painted before any pane is known

    if asked["pane"]:
        pane_named(asked["pane"])
    parse_filter(asked["where"])


def is_terminal() -> bool:
    """Whether there is a terminal that can be drawn on and typed at."""
    return sys.stdin.isatty() and sys.stderr.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def _print_instead(paths: tuple[Path, ...], as_inferred: bool) -> int:
    """Print what `ls` prints for each path."""
    from sweeplens.cli.surveys import ls

    for path in paths:
        ls.main([str(path), *(["--as-inferred"] if as_inferred else [])], standalone_mode=False)
    return 0


def _browse(paths: tuple[Path, ...], **asked: Any) -> int:
    return _open(paths or (Path(),), **asked)


def _demo(**asked: Any) -> int:
    return _open((sample_collections_dir(),), first=DEMO, **asked)


PATHS = click.argument("paths", nargs=-1, type=click.Path(path_type=Path))

COMMANDS: dict[str, click.Command] = {
    "browse": click.command("browse", help="Browse the collections at each PATH.")(
        with_options((PATHS, *OPENING_OPTIONS), _browse)
    ),
    "demo": click.command("demo", help="Browse the sample collections that are shipped.")(
        with_options(OPENING_OPTIONS, _demo)
    ),
}
