"""The `sweeplens` command: a path to browse, or the name of a command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from sweeplens import __version__
from sweeplens.cli.console import Exit, guarded, narrate, with_streams
from sweeplens.stderr_log import native_errors_logged

OWN_COMMANDS = ("browse", "demo", "ls", "report", "check", "init", "corrections", "completion")
ON_SCREEN = ("browse", "demo")
OWN_OPTIONS = ("--help", "-h", "--version")


class Commands(click.Group):
    """Commands that are made when they are asked for, so that `--help` imports neither tables nor a terminal."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The panes' names in their order between the commands of the house."""
        from sweeplens.panes import PANES  # needed by help and pane commands only

        return ["browse", "demo", "ls", *(pane.id for pane in PANES), "check", "init", "corrections", "completion"]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command called `name`; None where there is none."""
        return _own_command(name) or _pane_command(name)

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """A first word that is no command is a path to browse, or an option of browsing; so is no word at all."""
        first = arguments[0] if arguments else ""
        if first not in OWN_OPTIONS and not self._is_command(context, first):
            arguments = ["browse", *arguments]
        return super().parse_args(context, arguments)

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; while one runs that leaves the terminal alone, native errors are logged."""
        name, command, rest = super().resolve_command(context, arguments)
        if name not in ON_SCREEN:
            context.with_resource(native_errors_logged())
        return name, command, rest

    def _is_command(self, context: click.Context, word: str) -> bool:
        """Whether a word is a command's name; only one of letters can be a pane's, which takes importing them all."""
        return word in OWN_COMMANDS or (word.isalpha() and word in self.list_commands(context))


def _pane_command(name: str) -> click.Command | None:
    """The command of the pane called `name`; None where there is none."""
    from sweeplens.panes import PANES

    pane = next((pane for pane in PANES if pane.id == name), None)
    if pane is None:
        return None
    from sweeplens.cli.asking import pane_command

    return pane_command(pane)


def _own_command(name: str) -> click.Command | None:
    """The house's command called `name`, with only what it needs imported."""
    if name in ("browse", "demo"):
        from sweeplens.cli import opening

        return opening.COMMANDS[name]
    if name in ("ls", "check", "init"):
        from sweeplens.cli import surveys

        return {"ls": surveys.ls, "check": surveys.check, "init": surveys.init}[name]
    if name == "corrections":
        from sweeplens.cli.corrections import corrections

        return corrections
    if name == "completion":
        from sweeplens.cli.completion import completion

        return completion
    return None


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="A PATH in place of a command browses it. `sweeplens COMMAND --help` says more.",
)
@click.version_option(__version__, prog_name="sweeplens")
def sweeplens() -> None:
    """Browse the results of experiment sweeps in a terminal, or print one answer about them."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    os.environ.setdefault("POLARS_MAX_THREADS", str(min(8, _usable_cpus())))
    with_streams()
    return guarded(lambda: _invoke(list(sys.argv[1:] if arguments is None else arguments)))


def _usable_cpus() -> int:
    """How many processors this process may use; login nodes have many, and a process limit."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _invoke(arguments: list[str]) -> int:
    try:
        returned = sweeplens.main(arguments, prog_name="sweeplens", standalone_mode=False)
    except click.exceptions.Abort:
        return Exit.INTERRUPTED
    except click.ClickException as error:
        narrate(f"sweeplens: {error.format_message()}")
        return Exit.ASKED_WRONGLY
    return returned if isinstance(returned, int) else Exit.DONE
