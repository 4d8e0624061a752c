"""An aggregate directory: a summary, histories beside it, frames, findings, and a brief that says what they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

from sweeplens.data.brief import Brief, FramesBrief, HistoryBrief, RoleName
from sweeplens.data.briefpaths import is_file_inside, is_inside
from sweeplens.data.briefreader import brief_at
from sweeplens.data.collection import NAMING, FileEntry, FrameStream, History, Role
from sweeplens.data.frames import holds_frames
from sweeplens.data.histories import history_of, problems_in
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.tables import table_names
from sweeplens.data.layouts.walk import Tree, file_entry, survey
from sweeplens.data.markers import BRIEF, FINDINGS, SUMMARIES
from sweeplens.data.metrics import Metric
from sweeplens.data.problems import Problem
from sweeplens.data.roles import decide_roles
from sweeplens.data.runtable import factor_column, replicate_column
from sweeplens.data.shapes import runs_in, shape_of
from sweeplens.data.tablefile import TableFile, read_table
from sweeplens.errors import ReadError
from sweeplens.figures import Direction
from sweeplens.lazy import pl

_KNOWN = {BRIEF: "brief", FINDINGS: "findings", "report.md": "report as written", "notebook.ipynb": "notebook"}


def detect(path: Path) -> str:
    """A directory with a summary, or with a brief that names its tables."""
    if not path.is_dir():
        return ""
    summary = _summary_name(path, brief_at(path)[0])
    if summary:
        return f"{summary} is there"
    brief = brief_at(path)[0]
    return f"{BRIEF} names its tables" if brief.summary or brief.histories else ""


def _summary_name(path: Path, brief: Brief) -> str:
    """The summary that the brief names or that lies where summaries do; empty where there is none."""
    named = (brief.summary,) if brief.summary else SUMMARIES
    return next((name for name in named if is_file_inside(path, name)), "")


def read(path: Path) -> Reading:
    """What the directory's own brief says is there."""
    return read_as(path, brief_at(path)[0])


def read_as(path: Path, brief: Brief) -> Reading:
    """The summary as runs, the histories and frames that the brief names, or those that lie beside the summary."""
    tree = survey(path)
    problems: list[Problem] = []
    summary = _summary(path, brief, problems)
    frames = _frames(path, brief, tree, problems)
    beside = [] if brief.histories else _beside(tree, {summary.name if summary else "", *(f.name for f in frames)})
    histories = _histories(path, brief, beside, summary, problems)
    if summary and _may_go_on(summary, brief) and (shape := shape_of(summary, _known_keys(brief), roles=brief.roles)):
        problems.extend(problems_in(summary, shape))
        histories, summary = (history_of(summary, shape), *histories), None
    if summary is None and not histories and not brief.factors:
        reason = problems[-1].sentence if problems else "it is not there."
        raise ReadError(f"The summary of {path.name} cannot be read: {reason}")
    taken = {h.name: "history" for h in histories} | {f.name: "frames" for f in frames}
    return Reading(
        None if summary is None and histories else _runs(summary, brief),
        histories,
        frames,
        metrics=_directions(summary),
        files=listed(tree, taken | ({summary.name: "summary"} if summary else {})),
        problems=(*tree.problems, *problems),
    )


def _may_go_on(summary: TableFile, brief: Brief) -> bool:
    """Whether a summary may hold curves: nothing says that it is one, or one of its columns is said to be a step."""
    return not brief.summary or any(brief.roles.get(name) == "step" for name in summary.frame.columns)


def listed(tree: Tree, taken: Mapping[str, str]) -> tuple[FileEntry, ...]:
    """The files of an aggregate, each with what it was taken for."""
    return tuple(_entry(tree, name, taken) for name in tree.names)


def _summary(path: Path, brief: Brief, problems: list[Problem]) -> TableFile | None:
    name = _summary_name(path, brief)
    if not name:
        if brief.summary and is_inside(path, brief.summary):
            problems.append(
                Problem(BRIEF, f"The summary {brief.summary} is not there.", "the collection is read without it")
            )
        return None
    return _table(path, name, problems)


def _table(path: Path, name: str, problems: list[Problem]) -> TableFile | None:
    try:
        table = read_table(path / name, name)
    except (ReadError, OSError) as error:
        problems.append(Problem(name, str(error), "the file was left out"))
        return None
    problems.extend(table.problems)
    return table


def _runs(summary: TableFile | None, brief: Brief) -> pl.DataFrame:
    """The rows of the summary; no rows under the brief's factors where it is not there."""
    return no_runs(brief) if summary is None else runs_in(summary)


def no_runs(brief: Brief) -> pl.DataFrame:
    """A table of runs without rows, under the columns of the brief's factors."""
    columns = [factor_column(name, said) for name, said in brief.factors.items()]
    repeats = [replicate_column(name, brief) for name in brief.replicate]
    return pl.DataFrame(schema=dict.fromkeys((*columns, *repeats), pl.String))


def _known_keys(brief: Brief, summary: TableFile | None = None) -> frozenset[str]:
    """Columns that name curves: the factors of the brief, else those of the summary."""
    columns = {factor_column(name, said) for name, said in brief.factors.items()}
    declared = columns | set(brief.factors) | {replicate_column(name, brief) for name in brief.replicate}
    declared |= {name for name, role in brief.roles.items() if Role(role) in NAMING}
    if brief.factors or summary is None:
        return frozenset(declared)
    return frozenset(declared | {d.column for d in decide_roles(summary.columns) if d.role in NAMING})


def _histories(
    path: Path, brief: Brief, beside: Sequence[str], summary: TableFile | None, problems: list[Problem]
) -> tuple[History, ...]:
    """The histories that the brief names, else every table `beside` the summary that goes on by steps."""
    said = brief.histories or [HistoryBrief(name) for name in beside]
    keys = _known_keys(brief, summary) if said else frozenset()
    found = [_history(path, history, keys, brief.roles, problems) for history in said if is_inside(path, history.file)]
    return tuple(history for history in found if history)


def _history(
    path: Path, said: HistoryBrief, keys: frozenset[str], roles: Mapping[str, RoleName], problems: list[Problem]
) -> History | None:
    """One history; None, with a problem where the brief names it, where it is none."""
    if not (path / said.file).is_file():
        problems.append(Problem(BRIEF, f"The history {said.file} is not there.", "it was left out"))
        return None
    table = _table(path, said.file, problems)
    shape = shape_of(table, keys | ({said.task} if said.task else set()), said.step, roles) if table else None
    if table and shape:
        problems.extend(problems_in(table, shape))
        return history_of(table, shape, said.task, said.label)
    if table and said != HistoryBrief(said.file):
        problems.append(Problem(said.file, "No column of it counts steps.", "the history was left out"))
    return None


def _beside(tree: Tree, taken: AbstractSet[str] = frozenset()) -> list[str]:
    """Tables at the top or under `data/` that are not taken for something else."""
    near = [name for name in table_names(tree) if name.count("/") == 0 or name.startswith("data/")]
    return [name for name in near if name not in taken]


def _frames(path: Path, brief: Brief, tree: Tree, problems: list[Problem]) -> tuple[FrameStream, ...]:
    """The streams of frames that the brief names, else every table in which there are frames."""
    found = []
    beside = [FramesBrief(name) for name in _beside(tree) if not brief.frames and holds_frames(path / name)]
    for said in brief.frames or beside:
        if is_file_inside(path, said.file):
            found.append(FrameStream(path / said.file, said.file, said.label))
        elif is_inside(path, said.file):
            problems.append(Problem(BRIEF, f"The frames {said.file} are not there.", "they were left out"))
    return tuple(found)


def _entry(tree: Tree, name: str, taken: Mapping[str, str]) -> FileEntry:
    """A file with what it was taken for: a table that nothing names was derived from the others."""
    beside = "derived table" if name.endswith((".csv", ".tsv", ".parquet")) else "not read"
    return file_entry(tree, name, taken.get(name) or _KNOWN.get(name, beside))


def _directions(summary: TableFile | None) -> tuple[Metric, ...]:
    said = summary.directions if summary else ()
    return tuple(Metric(name, direction=Direction(direction)) for name, direction in said)


LAYOUT = Layout("aggregate", "aggregate directory", detect, read, read_as)
