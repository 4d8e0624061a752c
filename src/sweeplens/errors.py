"""What can go wrong, each with the one sentence its user reads."""

from __future__ import annotations


class SweeplensError(Exception):
    """Something that sweeplens could not do; its text is one sentence that names the thing and the way out."""


class ReadError(SweeplensError):
    """A path holds nothing that can be read as a collection."""


class BriefError(SweeplensError):
    """A brief says something that cannot be meant."""


class FormulaError(BriefError):
    """A derived metric's formula cannot be evaluated."""


class QueryError(SweeplensError):
    """A filter's text is not a filter."""

    def __init__(self, sentence: str, position: int = 0) -> None:
        super().__init__(sentence)
        self.position = position
        """Where in the text the trouble starts, from 0."""


class UsageError(SweeplensError):
    """A question that cannot be asked of this collection: an unknown metric, factor, view, or option."""


class SettingsError(SweeplensError):
    """A settings or theme file says something that cannot be meant."""


class ExportError(SweeplensError):
    """An answer could not be written."""
