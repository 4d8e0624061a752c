"""A screen whose keys are commands: which there are, which are possible now, and what carries them out."""

from __future__ import annotations

from collections.abc import Mapping

from textual.binding import ActiveBinding, Binding

from sweeplens.data.metrics import Factor
from sweeplens.tui.base_app import PatientScreen
from sweeplens.tui.commands import COMMANDS, Command, Situation, pane_commands
from sweeplens.tui.keys import factor_commands, letters_of, moved
from sweeplens.tui.messages import CommandChosen
from sweeplens.tui.widgets.drawing import Drawing
from sweeplens.tui.widgets.frame_cursor import TableCursor
from sweeplens.tui.widgets.frame_table import FrameTable
from sweeplens.tui.widgets.line_list import LineList

FIXED: tuple[Command, ...] = (*pane_commands(), *COMMANDS)
"""The commands that do not depend on what is open."""


def widget_bindings() -> list[Binding]:
    """The keys of the widgets, by which a cursor is moved."""
    given = (*TableCursor.BINDINGS, *FrameTable.BINDINGS, *Drawing.BINDINGS, *LineList.BINDINGS)
    return [binding for binding in given if isinstance(binding, Binding)]


def fixed_bindings() -> list[Binding]:
    """Every key that does not depend on what is open; the settings can move each."""
    return [*(command.binding for command in FIXED), *widget_bindings()]


class CommandedScreen(PatientScreen):
    """Commands on keys; the factors' keys follow the collection."""

    BINDINGS = [command.binding for command in FIXED]

    moved_keys: Mapping[str, str] = {}
    """Keys that the user has moved, by command."""
    factor_commands: tuple[Command, ...] = ()

    def situation(self) -> Situation:
        """What there is at this moment."""
        raise NotImplementedError

    def bind_factors(self, factors: tuple[Factor, ...]) -> None:
        """Give every factor its key."""
        taken = letters_of(moved(fixed_bindings(), self.moved_keys))
        self.factor_commands = factor_commands(factors, taken)

    def commands(self) -> tuple[Command, ...]:
        """All commands that are possible now, the factors' first."""
        now = self.situation()
        return tuple(command for command in (*self.factor_commands, *FIXED) if command.is_possible(now))

    def keys_of(self, command: Command) -> str:
        """The keys of a command, where the user has put them."""
        return self.moved_keys.get(command.id, command.keys)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """What each key does now."""
        bindings = (command.binding.with_key(self.keys_of(command)) for command in self.factor_commands)
        own = {
            binding.key: ActiveBinding(self, binding, True, binding.tooltip)
            for binding in Binding.make_bindings(bindings)
            if not self._is_text(binding.key)
        }
        return own | super().active_bindings

    def _is_text(self, key: str) -> bool:
        """Whether the focused widget takes the key as text."""
        return self.focused is not None and self.focused.check_consume_key(key, key)

    async def on_command_chosen(self, message: CommandChosen) -> None:
        """Carry out what was clicked, as its key would."""
        await self.run_action(message.run)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a command is possible now; other actions always are."""
        run = f"{action}({', '.join(map(repr, parameters))})" if parameters else action
        command = COMMANDS_BY_RUN.get(run)
        return command is None or command.is_possible(self.situation())


COMMANDS_BY_RUN: Mapping[str, Command] = {command.run: command for command in FIXED}
