"""The curves of one question: how each is called, coloured and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan

from sweeplens.data.metrics import Factor, Metric
from sweeplens.data.names import STEPS
from sweeplens.errors import UsageError
from sweeplens.figures import Pattern
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.histories import CurveSet, chosen_history, curves_of, history_metric, key_factors
from sweeplens.panes.sentences import row_in_words

PATTERNS: tuple[Pattern, ...] = ("solid", "dashed", "dotted")
FRACTION = "fraction"


@dataclass(frozen=True, eq=False)
class Drawing:
    """How the curves of one question are told apart."""

    question: Question
    chosen: CurveSet
    factors: tuple[Factor, ...]
    over: tuple[str, ...] = ()
    """The columns of the factors that the curves were averaged over."""

    def called_by(self, factors: Iterable[Factor]) -> Drawing:
        """The same curves told apart by other factors."""
        return replace(self, factors=tuple(factors))

    @cached_property
    def cells(self) -> Drawing:
        """The same without what repeats a cell."""
        return self.called_by(factor for factor in self.factors if not factor.is_replicate)

    @property
    def all(self) -> range:
        """The numbers of all curves."""
        return range(self.chosen.curves.height)

    @property
    def is_folded(self) -> bool:
        """Whether some of the curves are replicates that are folded."""
        return self.question.is_folded and any(factor.is_replicate for factor in self.factors)

    @property
    def own_keys(self) -> list[str]:
        """The columns of what is no factor of the runs, but of their history alone: tasks."""
        return [f.column for f in self.factors if not (f.splits_cells or f.is_replicate)]

    @cached_property
    def varying(self) -> tuple[Factor, ...]:
        """The factors of which more than one level is drawn: a legend needs no others."""
        return tuple(factor for factor in self.factors if self.chosen.curves[factor.column].n_unique() > 1)

    def name(self, curve: int) -> str:
        """Which curve it is, in words."""
        heads = self._heads(self.factors, curve)
        return row_in_words(self.factors, heads) if heads else self.chosen.history.name

    def levels(self, curve: int) -> tuple[str, ...]:
        """Its level of each factor that varies."""
        return tuple(head or "" for head in self._heads(self.varying, curve))

    def colour(self, curve: int) -> str:
        """The name that the curve's colour belongs to: its level of the first factor that varies, or that there is."""
        first = (*self.varying, *self.factors)[:1]
        return str(self._text(first[0], curve)) if first else self.chosen.history.name

    def pattern(self, curve: int) -> Pattern:
        """The pattern that tells levels of the second factor that varies apart, where there are few enough."""
        second = self.varying[1:2]
        if not second or len(second[0].levels) > len(PATTERNS):
            return "solid"
        texts = [level.text for level in second[0].levels]
        text = self._text(second[0], curve)
        return PATTERNS[texts.index(text)] if text in texts else "solid"

    def parts(self, curves: Iterable[int]) -> list[tuple[int, pl.DataFrame]]:
        """Each of these curves that has points, with them."""
        there = self.chosen.by_curve
        return [(curve, there[curve]) for curve in curves if curve in there]

    def x_values(self, points: pl.DataFrame) -> list[float]:
        """Its steps, their share of the last one, or another column of the history; NaN where it is empty."""
        against = self.question.selection.x
        column = self.chosen.history.step if against in (None, FRACTION) else str(against)
        steps: list[float] = points[column].cast(pl.Float64).fill_null(nan).to_list()
        last = max(steps, default=0.0)
        return [step / last for step in steps] if against == FRACTION and last > 0 else steps

    def _heads(self, factors: Sequence[Factor], curve: int) -> list[str | None]:
        texts = ((factor, self._text(factor, curve)) for factor in factors)
        return [level.head if (level := factor.level(text or "")) else text for factor, text in texts]

    def _text(self, factor: Factor, curve: int) -> str | None:
        text: str | None = self.chosen.curves[factor.column][curve]
        return text


def drawn_against(question: Question) -> tuple[str | None, ...]:
    """What the curves can be drawn against: None for their step, the fraction of training, and further counts.

    Raises `UsageError` where no history holds the metric asked about.
    """
    history = chosen_history(question, [history_metric(question)])
    counts = (name for name in history.metrics if name.lower() in STEPS and name != history.step)
    return (None, FRACTION, *counts)


def drawing_of(question: Question, metrics: Sequence[Metric]) -> Drawing:
    """The curves that hold all these metrics, and the column they are drawn against."""
    names = [metric.name for metric in metrics]
    history = chosen_history(question, names)
    against = question.selection.x
    if against not in (None, FRACTION, history.step, *history.metrics):
        raise UsageError(f"{history.name} has no column {against} to draw against; its step is {history.step}.")
    extra = [against] if against in history.metrics and against not in names else []
    chosen = curves_of(question, history, [*names, *extra])
    return Drawing(question, chosen, key_factors(question, chosen))


def as_measured(question: Question) -> Question:
    """The same asked of curves along their steps and as they were measured, as tables tell them."""
    return replace(question, selection=replace(question.selection, x=None, smoothing=0.0))


def averaged(drawing: Drawing) -> Drawing:
    """The curves averaged over what the view says (`mean_over: task`), where it says so."""
    question = drawing.question
    asked = question.view.options.get("mean_over", ()) if question.view else ()
    names = [asked] if isinstance(asked, str) else list(asked)
    over = tuple(f.column for f in drawing.factors if f.name in names or f.column in names)
    kept = tuple(factor for factor in drawing.factors if factor.column not in over)
    return Drawing(question, drawing.chosen.mean_over(over), kept, over) if over else drawing
