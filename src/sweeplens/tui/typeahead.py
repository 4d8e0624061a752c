"""Keys are acted upon in the order in which they were typed, however fast they come.

Textual hands a key to the focused widget's queue, and looks at the next key before that one has moved the focus: of
`/beta<=.1` in one burst, as a slow link delivers it, all but the slash would miss the filter. Here a key has done all
that it does before the next one is looked at. (Textual 8)
"""

from __future__ import annotations

from typing import TypeVar

from textual.app import App
from textual.events import Event, Key
from textual.widgets import Input

ReturnType = TypeVar("ReturnType")


class TypeAheadApp(App[ReturnType]):
    """An application in which every key of a burst counts."""

    async def on_event(self, event: Event) -> None:
        """Act on a fresh key at once; leave everything else to Textual."""
        if isinstance(event, Key) and not event.is_forwarded and await self._acted_on(event):
            return
        await super().on_event(event)

    async def _acted_on(self, event: Key) -> bool:
        """Whether the key was text for an input, or bound to an action that was run."""
        if isinstance(self.focused, Input) and self.focused.check_consume_key(event.key, event.character):
            _insert(self.focused, event.character or "")
            return True
        active = self.screen.active_bindings.get(event.key)
        return bool(active and active.enabled and await self.run_action(active.binding.action, active.node))


def _insert(field: Input, character: str) -> None:
    """Put a character in place of what is selected."""
    if field.selection.is_empty:
        field.insert_text_at_cursor(character)
    else:
        field.replace(character, *field.selection)
