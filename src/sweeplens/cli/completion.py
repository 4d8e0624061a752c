"""Completion in the user's shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from sweeplens.cli.console import emit


@click.command("completion", help='Print a completion script: `eval "$(sweeplens completion bash)"`.')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that makes `shell` complete commands and options."""
    from sweeplens.cli.main import sweeplens  # the command that is completed imports this module

    found = get_completion_class(shell)
    assert found is not None, f"click completes in {shell}"
    emit(found(sweeplens, {}, "sweeplens", "_SWEEPLENS_COMPLETE").source())
