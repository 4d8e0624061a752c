"""Which files belong to which run, where runs are folders, or single files of one kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sweeplens.data.layouts.configs import is_config
from sweeplens.data.layouts.documents import is_document, parse_json, suffix_of
from sweeplens.data.layouts.events import is_events
from sweeplens.data.layouts.heads import first_lines
from sweeplens.data.layouts.runs import stem_of
from sweeplens.data.layouts.walk import Tree, above, below
from sweeplens.data.markers import BRIEF, FINDINGS
from sweeplens.errors import ReadError

TABLES = frozenset({".csv", ".tsv", ".jsonl", ".ndjson", ".parquet"})
LOGS = frozenset({".log", ".txt", ".out"})
"""Suffixes of files that may hold a table or a document, and mostly hold neither."""
OF_TOOLS = frozenset(
    """
    README.txt conda.yaml docker-compose.yml environment.yaml environment.yml mkdocs.yml package-lock.json package.json
    poetry.lock pyproject.toml requirements.txt setup.json tsconfig.json
    """.split()  # noqa: SIM905  read as a list of names
)
"""Files that people keep for their tools."""

_FIELD = re.compile(r"\s*[\w#%(][\w./%()\[\]:@ -]{0,60}\s*")
_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|nan|inf)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class RunFiles:
    """One run's files."""

    name: str
    files: Mapping[str, str] = field(default_factory=dict)
    """By kind (what the file is called in every run: `report.json`), its path below the collection."""


def runs_below(tree: Tree) -> list[RunFiles]:
    """The runs in a tree: folders that hold files of the same names, else files of one kind, else the tree itself.

    What is said of the collection at its top is no run's.
    """
    of_runs = replace(tree, names=tuple(name for name in tree.names if name not in (BRIEF, FINDINGS)))
    return _runs_in_folders(of_runs) or _runs_in_files(of_runs) or runs_in(of_runs, [""])


def _runs_in_folders(tree: Tree) -> list[RunFiles]:
    by_name: dict[str, list[str]] = {}
    for name in tree.names:
        own = name.rpartition("/")[2]
        if not is_config(_bare(name)) and _bare(name) not in tree.folders and own not in OF_TOOLS:
            by_name.setdefault(own, []).append(name)
    kinds = [names for names in by_name.values() if len(names) > 1 and holds(tree, names[0])]
    recurring = {name.rpartition("/")[0] for names in kinds for name in names}
    return runs_in(tree, [folder for folder in tree.by_folder if folder in recurring])


def runs_in(tree: Tree, folders: Sequence[str]) -> list[RunFiles]:
    """One run for each of `folders`: what is in it and below it, the settings in folders above it, and those beside it.

    Beside it lies a document that is called as the folder is. Of hidden folders only event files are the run's: Guild
    keeps them in `.guild`.
    """
    files: dict[str, dict[str, str]] = {folder: {} for folder in folders}
    below = _by_ancestor(folders)
    for name in tree.names:
        owner = _owner(name, files)
        if owner is not None:
            kind = name[len(owner) + 1 :] if owner else name
            if is_events(name):
                files[owner][kind.removeprefix(".guild/")] = name
            elif not _is_hidden(kind):
                files[owner][kind] = name
        if is_document(name):
            for run, kind in _settings_for(name, owner is None, files, below):
                files[run].setdefault(kind, name)
    return [RunFiles(folder or tree.root.name, own) for folder, own in files.items()]


def _by_ancestor(folders: Sequence[str]) -> dict[str, list[str]]:
    """The folders below each folder above some of them."""
    found: dict[str, list[str]] = {}
    for folder in folders:
        for outer in above(folder):
            found.setdefault(outer, []).append(folder)
    return found


def _settings_for(
    name: str, is_free: bool, folders: Container[str], below: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str]]:
    """The runs of which a document holds settings without being in them, each with its kind there."""
    folder, _, own = name.rpartition("/")
    if (beside := _bare(name)) in folders:
        yield beside, f"config{suffix_of(name)}"
    if is_free and is_config(_bare(own)) and not _is_hidden(name):
        yield from ((run, own) for run in below.get(folder, ()))


def _is_hidden(name: str) -> bool:
    """Whether a file, or a folder on the way to it, is hidden."""
    return name.startswith(".") or "/." in name


def _owner(name: str, folders: Mapping[str, object]) -> str | None:
    """The innermost of the `folders` in which a file is."""
    folder = name.rpartition("/")[0]
    while folder not in folders:
        if not folder:
            return None
        folder = folder.rpartition("/")[0]
    return folder


def _runs_in_files(tree: Tree) -> list[RunFiles]:
    """One run for each of several documents in one folder; documents of other folders that are called alike join it."""
    folders = {folder: cores for folder in tree.by_folder if (cores := _cores(_documents(tree, folder)))}
    if not folders:
        return []
    main, *others = sorted(folders, key=lambda folder: -len(folders[folder]))
    joined = [main, *(folder for folder in others if _are_alike(folders[main], folders[folder]))]
    runs = [
        {_kind(folder): folders[folder][core] for folder in joined if core in folders[folder]} for core in folders[main]
    ]
    runs += [{_kind(folder): name} for folder in others if folder not in joined for name in folders[folder].values()]
    beside = {_bare(name): name for name in tree.names if suffix_of(name) in TABLES}
    return [
        RunFiles(_name_of_files([*files.values()], len(joined) > 1), files | _tables_beside(files, beside))
        for files in runs
    ]


def _kind(folder: str) -> str:
    """The kind of the documents in a folder."""
    return f"{folder or 'documents'}.json"


def _tables_beside(files: Mapping[str, str], tables: Mapping[str, str]) -> dict[str, str]:
    """The tables that are called as a run's documents are, by kind."""
    found = {kind: tables[_bare(name)] for kind, name in files.items() if _bare(name) in tables}
    return {f"{stem_of(kind)}{suffix_of(name)}": name for kind, name in found.items()}


def _documents(tree: Tree, folder: str) -> list[str]:
    """The documents of the most frequent suffix in a folder that are no settings; none where there is only one."""
    names = [below(folder, own) for own in tree.by_folder[folder] if is_document(own) and own not in OF_TOOLS]
    results = [name for name in names if not is_config(_bare(name)) and not _is_hidden(name)]
    suffix, count = next(iter(Counter(map(suffix_of, results)).most_common(1)), ("", 0))
    return [name for name in results if suffix_of(name) == suffix] if count > 1 else []


def _name_of_files(names: Sequence[str], are_joined: bool) -> str:
    """The path of a run's one file; of joined ones, the shortest of their own names."""
    return min((stem_of(name) for name in names), key=len) if are_joined else _bare(names[0])


def _cores(names: Iterable[str]) -> dict[str, str]:
    """The names by what is left of their stems without what all of them begin and end with."""
    stems = {stem_of(name): name for name in names}
    start = _shared([*stems])
    end = _shared([stem[start:][::-1] for stem in stems])
    return {stem[start : len(stem) - end]: name for stem, name in stems.items()}


def _shared(texts: Sequence[str]) -> int:
    """How many characters all `texts` begin with."""
    return next(
        (at for at, letters in enumerate(zip(*texts, strict=False)) if len({*letters}) > 1),
        min(map(len, texts), default=0),
    )


def _are_alike(some: Mapping[str, str], others: Mapping[str, str]) -> bool:
    """Whether most of the other files are called as some of these."""
    return 2 * len(some.keys() & others.keys()) > len(others)


def _bare(name: str) -> str:
    """A path without its suffix."""
    return below(name.rpartition("/")[0], stem_of(name.removesuffix(".gz")))


def holds(tree: Tree, name: str) -> str:
    """What a file is to be read as: `document`, `table`, or empty for neither."""
    suffix = suffix_of(name)
    if is_document(name):
        return "document"
    if suffix in TABLES:
        return "table"
    if suffix not in LOGS:
        return ""
    lines = first_lines(tree.path(name), 2)
    if lines and _looks_like_json(lines[0].strip()):
        return "document"
    return "table" if _look_like_table(lines) else ""


def _looks_like_json(line: str) -> bool:
    """Whether a first line begins a document; a message in brackets (`[2024-01-01] started`) does not."""
    if line.startswith("{") or line == "[":
        return True
    try:
        return line.startswith("[") and isinstance(parse_json(line), list)
    except ReadError:
        return False


def _look_like_table(lines: Sequence[str]) -> bool:
    """Whether these are a head of names and a row with a number in it, parted alike."""
    if len(lines) < 2:
        return False
    for separator in ",\t;":
        head, row = lines[0].split(separator), lines[1].split(separator)
        if len(head) == len(row) > 1 and all(map(_FIELD.fullmatch, head)) and any(map(_NUMBER.fullmatch, row)):
            return not any(map(_NUMBER.fullmatch, head))
    return False
