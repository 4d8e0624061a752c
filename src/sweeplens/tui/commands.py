"""Everything a user can do: bindings, footer, palette, help and the README's table of keys come from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from textual.binding import Binding
from textual.keys import format_key

from sweeplens.data.query import EVERYTHING
from sweeplens.figures import Curves, Figure, Frames, Grid, Notice, Points, Table
from sweeplens.panes import PANES
from sweeplens.panes.base import Pane, Question
from sweeplens.render.field_readout import grid_of
from sweeplens.tui import steps
from sweeplens.tui.refusals import (
    Refusal,
    nothing_along_steps,
    nothing_in_common,
    nothing_measured,
    nothing_refused,
    nothing_to_fold,
)

Group: TypeAlias = Literal["Panes", "Filter", "Question", "Rows", "Drawing", "Compare", "Take away", "Application"]


@dataclass(frozen=True)
class Situation:
    """What there is at the moment a key is pressed."""

    pane: Pane | None = None
    question: Question | None = None
    figure: Figure | None = None
    is_typing: bool = False
    """Whether the filter line has the focus."""
    is_in_pane: bool = True
    """Whether the pane has the focus, rather than a list at its side."""


@dataclass(frozen=True)
class Command:
    """One thing a user can do."""

    id: str
    """Its name in the settings' `keys` and on its binding."""
    keys: str
    """Textual names of the keys that do it, commas between them."""
    title: str
    help: str
    group: Group
    action: str = ""
    """The screen's action; a command that only changes the question has none of its own."""
    change: steps.Step | None = None
    """What it makes of what is asked, where that is all it does."""
    possible: Callable[[Situation], bool] = lambda _: True
    hint: str = ""
    """Its word in the footer; empty for a command that the footer leaves out."""
    leads: bool = False
    """Whether its word comes first in the footer: it is how this very figure is moved through."""
    when: Literal["looking", "typing", "always"] = "looking"
    """Whether it is there while the filter is typed."""
    of_answer: bool = False
    """Whether it is about the rows of one answer and of no other, and so waits for it."""
    over_focus: bool = False
    """Whether it comes before what the focused widget would do with the key."""
    refusal: Refusal = nothing_refused
    """Why it would change nothing here, where one would wonder; said in place of doing it."""

    def is_possible(self, now: Situation) -> bool:
        """Whether it can be carried out."""
        is_time = self.when in ("always", "typing" if now.is_typing else "looking")
        return is_time and self.possible(now)

    factor: str = ""
    """Name of the factor that it steps; empty for a command that is always there."""

    @property
    def run(self) -> str:
        """The action that carries it out."""
        return self.action or f"change({self.id!r})"

    @property
    def binding(self) -> Binding:
        """The command as Textual binds it."""
        return Binding(self.keys, self.run, self.title, tooltip=self.help, id=self.id, priority=self.over_focus)


def _asked(now: Situation) -> bool:
    return now.question is not None


def _filtered(now: Situation) -> bool:
    return now.question is not None and now.question.selection.where != EVERYTHING


def _has_factors(now: Situation) -> bool:
    return now.question is not None and bool(now.question.collection.factors)


def _has_metrics(now: Situation) -> bool:
    return now.question is not None and len(now.question.collection.metrics) > 1


def _has_views(now: Situation) -> bool:
    return bool(now.question and now.pane and len(now.pane.views_of(now.question.collection)) > 1)


def _answered(now: Situation) -> bool:
    return now.figure is not None and not isinstance(now.figure, Notice)


def _has_rows(now: Situation) -> bool:
    return isinstance(now.figure, Table)


def _has_order(now: Situation) -> bool:
    grid = grid_of(now.figure)
    return _has_rows(now) or (grid is not None and grid.ordering is not None)


def _has_axes(now: Situation) -> bool:
    return isinstance(now.figure, Points | Curves | Frames)


def _in_rows(now: Situation) -> bool:
    return now.is_in_pane and _has_rows(now)


def _in_runs(now: Situation) -> bool:
    return now.is_in_pane and isinstance(now.figure, Table | Points)


def _can_open(now: Situation) -> bool:
    return now.is_in_pane and (_in_runs(now) or grid_of(now.figure) is not None)


def _moves(now: Situation) -> bool:
    return isinstance(now.figure, Frames) and now.figure.moves


def _plays(now: Situation) -> bool:
    return now.is_in_pane and _moves(now)


def _has_moments(now: Situation) -> bool:
    slider = now.figure.slider if isinstance(now.figure, Table | Grid | Curves) else None
    return _moves(now) or (slider is not None and len(slider.steps) > 1)


def _counts_steps(now: Situation) -> bool:
    return isinstance(now.figure, Curves) and now.figure.counts_steps


def _follows_runs(now: Situation) -> bool:
    return isinstance(now.figure, Curves) and now.pane is not None and now.pane.id == "dynamics"


def _has_multiples(now: Situation) -> bool:
    return _follows_runs(now) and isinstance(now.figure, Curves) and len(now.figure.plots) > 1


def _folds_curves(now: Situation) -> bool:
    return _follows_runs(now) and now.question is not None and now.question.is_folded


def _counts_rows(now: Situation) -> bool:
    return _asked(now) and not _moves(now)


COMMANDS: tuple[Command, ...] = (
    Command(
        "next_view", "v", "Next view", "Show the pane's answer in its next view.", "Panes",
        change=steps.next_view, possible=_has_views, hint="view",
    ),
    Command(
        "filter", "slash", "Filter", "Keep the rows that words name: beta<=.1 family~tok score>=.52.", "Filter",
        "filter", hint="filter",
    ),
    Command(
        "clear_filter", "x", "Clear the filter", "Show every row again.", "Filter",
        change=steps.unfiltered, possible=_filtered, hint="clear",
    ),
    Command(
        "next_level", "right_square_bracket", "Next level", "Step the factor that was used last to its next level.",
        "Filter", change=steps.along_last_factor(1), possible=_has_factors,
    ),
    Command(
        "previous_level", "left_square_bracket", "Previous level", "Step the factor that was used last back.",
        "Filter", change=steps.along_last_factor(-1), possible=_has_factors,
    ),
    Command(
        "all_levels", "ampersand", "All levels", "Let every factor go.", "Filter",
        change=steps.all_levels, possible=_filtered,
    ),
    Command(
        "next_metric", "m", "Next metric", "Ask about the next metric.", "Question",
        change=steps.along_metrics(1), possible=_has_metrics, hint="metric",
    ),
    Command(
        "previous_metric", "M", "Previous metric", "Ask about the previous metric.", "Question",
        change=steps.along_metrics(-1), possible=_has_metrics,
    ),
    Command(
        "sort_up", "s", "Sort up", "Order by the column or field under the cursor, smallest first.", "Question",
        "sort(False)", possible=_has_order, of_answer=True, hint="sort",
    ),
    Command(
        "sort_down", "S", "Sort down", "Order by the column or field under the cursor, largest first.", "Question",
        "sort(True)", possible=_has_order, of_answer=True,
    ),
    Command(
        "fold", "A", "Fold replicates", "Answer once a cell in place of once a run, or back.", "Question",
        change=steps.folded, possible=_asked, refusal=nothing_to_fold,
    ),
    Command(
        "next_folding", "F", "Next way of folding",
        "Fold as mean ± std, median [min, max], standard error, by t, by bootstrap, IQM.", "Question",
        change=steps.next_folding, possible=_asked, refusal=nothing_to_fold,
    ),
    Command(
        "next_nonfinite", "N", "NaN and Inf", "Leave them out of averages, or count them as the worst finite value.",
        "Question", change=steps.next_nonfinite, possible=_asked, refusal=nothing_measured,
    ),
    Command(
        "next_statistic", "B", "Value of a run", "Let a run stand for its last, best, lowest, highest or mean value.",
        "Question", change=steps.next_statistic, possible=_asked, refusal=nothing_along_steps,
    ),
    Command(
        "common_set", "G", "Common set", "Average over what all levels have alone, or over all there is.", "Question",
        change=steps.common_set, possible=_asked, refusal=nothing_in_common,
    ),
    Command(
        "correct", "K", "This column is", "Say what the column under the cursor is, or which way of it is better.",
        "Question", "correct", possible=_asked, of_answer=True,
    ),
    Command(
        "keep_filter", "enter", "Keep the filter", "Go back to the pane with the filter as it is typed.", "Filter",
        "keep_filter", hint="keep", when="typing", over_focus=True,
    ),
    Command(
        "restore_filter", "escape", "Restore the filter", "Go back to the pane with the filter as it was.", "Filter",
        "restore_filter", hint="restore", when="typing", over_focus=True,
    ),
    Command(
        "open", "enter", "Open", "Open what is under the cursor: the run with its ranks, or what is behind a field.",
        "Rows", "open", possible=_can_open, hint="open", of_answer=True, over_focus=True,
    ),
    Command(
        "mark", "space", "Mark", "Mark the run under the cursor, in every pane, or take its mark away.", "Rows",
        "mark", possible=_in_runs, of_answer=True,
    ),
    Command(
        "pin", "P", "Pin", "Keep the row under the cursor in sight, or let it go.", "Rows", "pin",
        possible=_in_rows, of_answer=True,
    ),
    Command(
        "hide_constant", "U", "Hide what does not vary", "Leave out the columns that hold one value, or show them.",
        "Rows", change=steps.constants_hidden, possible=_has_rows,
    ),
    Command(
        "play", "space", "Play", "Play the frames from here on, or pause; after the last one, from the first.",
        "Drawing", "play", possible=_plays, hint="play", leads=True, of_answer=True,
    ),
    Command(
        "earlier", "comma", "Earlier", "Go to the frame or the shared checkpoint before this one.", "Drawing",
        "checkpoint(-1)", possible=_has_moments, of_answer=True,
    ),
    Command(
        "later", "full_stop", "Later", "Go to the next frame or shared checkpoint; after the last, to the pane's own.",
        "Drawing", "checkpoint(1)", possible=_has_moments, hint="later", leads=True, of_answer=True,
    ),
    Command("slower", "less_than_sign", "Slower", "Play the frames slower.", "Drawing", "pace(-1)", possible=_moves),
    Command(
        "faster", "greater_than_sign", "Faster", "Play the frames faster.", "Drawing", "pace(1)", possible=_moves,
        hint="faster",
    ),
    Command(
        "next_axis", "X", "Next x axis", "Draw curves against the step, the fraction of training, or the epoch.",
        "Drawing", change=steps.next_axis, possible=_counts_steps, hint="x axis",
    ),
    Command(
        "log_axis", "L", "Log axis", "Draw the axes in logarithms, or plain.", "Drawing",
        change=steps.log_axes, possible=_has_axes,
    ),
    Command(
        "smoother", "plus", "Smoother", "Smooth the curves more.", "Drawing",
        change=steps.smoother, possible=_has_axes,
    ),
    Command(
        "rougher", "minus", "Rougher", "Smooth the curves less.", "Drawing",
        change=steps.rougher, possible=_has_axes,
    ),
    Command(
        "clip_outliers", "O", "Clip outliers", "Leave outliers out of the axes' range, or take them in.", "Drawing",
        change=steps.outliers_clipped, possible=_has_axes,
    ),
    Command(
        "shared_axes", "Y", "Shared axes", "Give small multiples of one metric the same axes, or each its own.",
        "Drawing", change=steps.axes_shared, possible=_has_multiples,
    ),
    Command(
        "full_range", "D", "Diverged runs in range", "Scale the axes of curves by diverged runs too, or without them.",
        "Drawing", change=steps.fully_ranged, possible=_follows_runs,
    ),
    Command(
        "interpolate", "I", "Interpolate", "Interpolate folded curves to each other's steps, or show what is there.",
        "Drawing", change=steps.interpolated, possible=_folds_curves,
    ),
    Command(
        "reference", "equals_sign", "Take as reference", "Compare other collections with this one.", "Compare",
        "take_as_reference", possible=_asked,
    ),
    Command(
        "compare_with", "C", "Compare with", "Choose the collection or the level to compare with.", "Compare",
        "compare_with", possible=_asked,
    ),
    Command(
        "copy", "y", "Copy", "Copy what is seen as Markdown, with where it comes from.", "Take away", "copy",
        possible=_answered, hint="copy", of_answer=True,
    ),
    Command(
        "export", "e", "Export", "Write the table, the pane or the report to a file.", "Take away",
        "export", possible=_answered, hint="export", of_answer=True,
    ),
    Command(
        "fewer_rows", "less_than_sign", "Fewer rows", "Show fewer rows of each end.", "Question",
        change=steps.fewer_rows, possible=_counts_rows,
    ),
    Command(
        "more_rows", "greater_than_sign", "More rows", "Show more rows of each end.", "Question",
        change=steps.more_rows, possible=_counts_rows, hint="rows",
    ),
    Command("help", "question_mark", "Help", "Show every key.", "Application", "help", hint="help"),
    Command(
        "palette", "ctrl+p", "Palette", "Find an action, metric, pane or theme by name.", "Application",
        "app.command_palette", when="always",
    ),
    Command("theme", "T", "Theme", "Choose colours, with a preview.", "Application", "theme"),
    Command(
        "side_panel", "backslash", "Side panel", "Fold the collections and factors away, or back.", "Application",
        "side_panel",
    ),
    Command(
        "next_part", "tab", "Next part", "Move to the next part of the screen.", "Application", "next_part(1)",
        when="always",
    ),
    Command(
        "previous_part", "shift+tab", "Previous part", "Move to the previous part of the screen.", "Application",
        "next_part(-1)", when="always",
    ),
    Command(
        "reload", "ctrl+r", "Reload", "Read the collection again; cursor, filter and order stay.", "Application",
        "reload", possible=_asked,
    ),
    Command(
        "redraw", "ctrl+l", "Redraw", "Paint the whole screen again.", "Application", "app.redraw", when="always",
    ),
    Command(
        "back", "escape", "Back", "One step back: out of the filter, a dialog, a part or a field. It never quits.",
        "Application", "back", over_focus=True,
    ),
    Command("quit", "q", "Quit", "Leave; the place is kept as it is.", "Application", "app.quit"),
)  # fmt: skip


def pane_commands(panes: Sequence[Pane] = PANES) -> tuple[Command, ...]:
    """One command a pane: its key shows it."""
    return tuple(
        Command(f"pane.{pane.id}", pane.key, pane.title, pane.question, "Panes", f"show_pane({pane.id!r})")
        for pane in panes
    )


def keys_shown(keys: str) -> str:
    """How the first of some keys is written: `?`, `⏎`, `^r`."""
    first = keys.split(",")[0]
    modifier, plus, key = first.rpartition("+")
    return f"^{format_key(key)}" if plus and modifier == "ctrl" else format_key(first)


def by_group(commands: Iterable[tuple[str, Command]]) -> dict[Group, list[tuple[str, Command]]]:
    """Commands with their keys, under the name of their group, in the order in which groups first appear."""
    grouped: dict[Group, list[tuple[str, Command]]] = {}
    for keys, command in commands:
        grouped.setdefault(command.group, []).append((keys, command))
    return grouped
