"""The gaps that a question asks for: by what, at which checkpoint, and what has to be said of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.data.metrics import Factor
from sweeplens.errors import UsageError
from sweeplens.figures import Slider
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.panes.base import Question
from sweeplens.panes.common import common_set, open_factors
from sweeplens.panes.folding import repeats_in_words
from sweeplens.panes.histories import left_out
from sweeplens.panes.mode_pairs import Pairs, averaged, count
from sweeplens.panes.sentences import titled
from sweeplens.stats.folding import METHODS
from sweeplens.text import plural

_BOTH = "sweeplens:both"
"""A number where every metric has a pair, nothing else."""
NONE_SHARED = "No step is in all compared runs; at {}."


def gap_factors(question: Question, pairs: Pairs) -> tuple[Factor, ...]:
    """The factors to answer by, among those that the pairs are told apart by; `UsageError` for another one."""
    return tuple(_telling(pairs, name) for name in question.by_names)


def row_factors(question: Question, pairs: Pairs) -> tuple[Factor, ...]:
    """The factors whose levels have a row each: those asked for, else all that the pairs are told apart by."""
    return gap_factors(question, pairs) or pairs.others


def _telling(pairs: Pairs, name: str) -> Factor:
    factor = next((factor for factor in pairs.others if name in (factor.name, factor.column)), None)
    if factor is None:
        known = ", ".join(factor.name for factor in pairs.others) or "nothing"
        raise UsageError(f"The modes cannot be compared by {name}; they are told apart by {known}.")
    return factor


def checkpoint(question: Question, pairs: Pairs, which: str) -> tuple[Slider | None, tuple[str, ...]]:
    """The step that is answered about among those that all pairs have, and what has to be said about it."""
    if not pairs.steps:
        return None, ("No pair of runs that is kept differs in its mode alone.",)
    asked, last = question.selection.step, pairs.steps[-1] if pairs.shared_step is None else pairs.shared_step
    home = pairs.steps[0] if which == "first" else last
    at = home if asked is None else min(pairs.steps, key=lambda step: abs(step - asked))
    slider = Slider(pairs.step, tuple(sorted({*pairs.shared_steps, home, at})), at, home)
    return slider, (_place_in_words(pairs, slider, which),)


def _place_in_words(pairs: Pairs, slider: Slider, which: str) -> str:
    """`At the final shared checkpoint, step 3000.`"""
    place = f"{slider.name} {document_number(slider.at)}"
    if slider.at != slider.home:
        return f"At {place}."
    if which == "first":
        return f"At the first checkpoint, {place}."
    return f"At the final shared checkpoint, {place}." if pairs.shared_step is not None else NONE_SHARED.format(place)


def gap_captions(question: Question, pairs: Pairs, said: Sequence[str]) -> tuple[str, ...]:
    """What the view says, the checkpoint, where it is from, what is left out."""
    view = question.view.caption if question.view else ""
    lost = f"{plural(pairs.unpaired, 'run')} without a counterpart left out." if pairs.unpaired else ""
    unasked = left_out(question, pairs.history)
    said_of = (view, *said, f"From {pairs.history.name}.", lost, unasked, pairs.modes.why)
    return tuple(text for text in said_of if text)


def gap_means(question: Question, pairs: Pairs, step: float, by: Sequence[Factor]) -> tuple[pl.DataFrame, list[str]]:
    """Both sides of the gaps at a step by some factors, as `averaged` gives them, and what was averaged how."""
    rows = pairs.rows(by).filter(pl.col(pairs.step) == step)
    counts = [pl.col(count(metric.name)) for metric in pairs.metrics]
    flagged = rows.with_columns(pl.when(pl.min_horizontal(counts) > 0).then(1.0).alias(_BOTH))
    common = common_set(question, flagged, by, open_factors(flagged, by, pairs.others), _BOTH)
    return averaged(pairs, common.frame, by), [*_averaging(question, pairs, by), *common.sentences]


def _averaging(question: Question, pairs: Pairs, by: Sequence[Factor]) -> Iterator[str]:
    """What the gaps are averages over, and what became of NaN and Inf."""
    if pairs.folded_over:
        average = METHODS[question.selection.folding].average
        yield f"{average.name.capitalize()}s over {repeats_in_words(pairs.folded_over)}."
    over = [factor.head for factor in pairs.others if factor not in by]
    if over:
        yield f"Means over {' and '.join(over)}."
    if question.selection.nonfinite == "worst" and pairs.is_averaged(by):
        yield f"{policy(question)}."


def policy(question: Question) -> str:
    """What becomes of NaN and Inf in averages, as a clause."""
    is_counted = question.selection.nonfinite == "worst"
    return "NaN and Inf count as the worst finite value at their step" if is_counted else "NaN and Inf are left out"


def gap_title(question: Question, own: str) -> str:
    """The view's title, else the pane's `own` one."""
    return (question.view.title if question.view else "") or titled(own)


def candidate_minus_reference(pairs: Pairs) -> str:
    """`full minus reinit`."""
    return f"{pairs.modes.candidate} minus {pairs.modes.reference}"


def level_texts(factor: Factor) -> list[str]:
    """The levels of a factor as they are written, in their order."""
    return [level.text for level in factor.levels]


def level_head(factor: Factor, text: str) -> str:
    """How a level is shown."""
    level = factor.level(text)
    return level.head if level else text
