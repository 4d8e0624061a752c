"""One command for each pane."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sweeplens.cli import answers
from sweeplens.cli.decorators import with_options
from sweeplens.cli.options import AS_INFERRED, OUTPUT_OPTIONS, PROVENANCE, QUESTION_OPTIONS, output_of, selection_of
from sweeplens.panes.base import Pane


def pane_command(pane: Pane) -> click.Command:
    """The command that asks `pane` about the collections at a path and prints the answer."""

    def ask(path: Path, **asked: Any) -> None:
        output = output_of(asked, default="markdown" if pane.is_document else "table")
        collections = answers.loaded(path, asked["as_inferred"])
        answers.write_given(answers.answers(pane, collections, selection_of(asked)), output)

    command: click.Command = click.command(pane.id, help=pane.question, short_help=pane.question)(
        with_options((PATH, *QUESTION_OPTIONS, AS_INFERRED, PROVENANCE, *OUTPUT_OPTIONS), ask)
    )
    return command


PATH = click.argument("path", type=click.Path(path_type=Path), default=".")
