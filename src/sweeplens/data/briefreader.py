"""`brief.yaml` to a `Brief`: what is wrong is reported with its line, and the rest is used."""

from __future__ import annotations

import dataclasses
import os
import types
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from sweeplens.data import yamlfile
from sweeplens.data.brief import Brief, ExpectedBrief, View
from sweeplens.data.formats.unpack import opened
from sweeplens.data.markers import BRIEF
from sweeplens.data.problems import Problem
from sweeplens.data.yamlfile import Node
from sweeplens.errors import BriefError, ReadError

LARGEST = 1 << 20
"""Bytes; a longer brief is not one."""

_FIELDS = {"from": "source"}
"""Keys that are called differently in Python."""

_SHORT_FORMS = {
    "factors": "column",
    "metrics": "label",
    "derived": "formula",
    "histories": "file",
    "frames": "file",
    "references": "collection",
    "views": "pane",
}
"""What a text stands for where a mapping could be: `derived: {ratio: a / b}`."""

_LEFT_OUT = object()

_KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


def brief_at(directory: Path) -> tuple[Brief, tuple[Problem, ...]]:
    """The brief of a directory and what is wrong with it; an empty one where there is none."""
    path = directory / BRIEF
    if not os.path.lexists(path):
        return Brief(), ()
    try:
        with opened(path) as file:
            data = file.read(LARGEST + 1)
    except ReadError as error:
        return Brief(), (Problem(BRIEF, str(error), "the brief was left out"),)
    if len(data) > LARGEST:
        return Brief(), (Problem(BRIEF, "The brief is longer than 1 MB.", "the brief was left out"),)
    return read_brief(data.decode("utf-8-sig", "replace"))


def read_brief(text: str, file: str = BRIEF) -> tuple[Brief, tuple[Problem, ...]]:
    """The brief that `text` writes, with a problem for everything in it that cannot be meant."""
    reader = _Reader(file)
    try:
        root = yamlfile.compose(text)
        brief = reader.brief(root) if root is not None else Brief()
    except BriefError as error:
        return Brief(), (Problem(file, str(error), "the brief was left out"),)
    return brief, tuple(reader.problems)


@lru_cache
def _hints(record: type) -> Mapping[str, Any]:
    return get_type_hints(record)


class _Reader:
    """Reads nodes as the types that the classes of the brief declare."""

    def __init__(self, file: str) -> None:
        self.problems: list[Problem] = []
        self._file = file

    def brief(self, root: Node) -> Brief:
        if not isinstance(root, yamlfile.MAPPING):
            self._report(root, "A brief is a mapping of keys to values.", "the brief was left out")
            return Brief()
        extra = {k: yamlfile.as_value(v) for k, v in yamlfile.pairs(root) if k not in _hints(Brief)}
        return Brief(**{**self._fields(root, Brief, ""), "extra": extra})

    def _fields(self, node: Node, record: type, path: str) -> dict[str, Any]:
        """The fields of `record` that `node` gives and that are what they should be."""
        found: dict[str, Any] = {}
        for key, value in yamlfile.pairs(node):
            name = _FIELDS.get(key, key)
            if name not in _hints(record) or name in ("extra", "options"):
                self._note_unknown(value, key, record, path)
            elif not yamlfile.is_null(value):
                self._check_first(value, found, name, path + key)
                found[name] = self._attempt(value, _hints(record)[name], path + key)
        return {name: value for name, value in found.items() if value is not _LEFT_OUT}

    def _value(self, node: Node, hint: Any, path: str) -> Any:
        """`node` as `hint`; raises `_WrongError`."""
        if hint is ExpectedBrief or ExpectedBrief in get_args(hint):
            return self._expected(node, path)
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return self._value(node, inner[0], path)
        if origin is tuple:
            return tuple(self._kept(yamlfile.items(node), inner[0], path))
        if dataclasses.is_dataclass(hint):
            return self._record(node, hint, path)  # type: ignore[arg-type]
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self._mapping(node, inner[1], path)
        return _leaf(node, hint, path)

    def _kept(self, nodes: list[Node], hint: Any, path: str) -> list[Any]:
        """Those members of a list that are what they should be; the others are reported."""
        read = (self._attempt(node, hint, f"{path}[{at}]") for at, node in enumerate(nodes))
        return [value for value in read if value is not _LEFT_OUT]

    def _attempt(self, node: Node, hint: Any, path: str) -> Any:
        """`node` as `hint`; reported, and `_LEFT_OUT`, where it is something else."""
        try:
            return self._value(node, hint, path)
        except _WrongError as wrong:
            self._report(wrong.node, str(wrong))
            return _LEFT_OUT

    def _mapping(self, node: Node, hint: Any, path: str) -> dict[str, Any]:
        """A mapping of names to records; a list of names is one of empty records."""
        if not isinstance(node, yamlfile.MAPPING):
            if dataclasses.is_dataclass(hint) and any(map(_is_required, dataclasses.fields(hint))):
                raise _WrongError(node, f"`{path}` should be a mapping.")
            names = [_leaf(item, str, path) for item in yamlfile.items(node)]
            return {name: hint() if dataclasses.is_dataclass(hint) else name for name in names}  # type: ignore[operator]
        found: dict[str, Any] = {}
        for name, value in yamlfile.pairs(node):
            self._check_first(value, found, name, f"{path}.{name}")
            found[name] = self._attempt(value, hint, f"{path}.{name}")
        return {name: value for name, value in found.items() if value is not _LEFT_OUT}

    def _record(self, node: Node, record: type, path: str) -> Any:
        short = _SHORT_FORMS.get(path.replace("[", ".").split(".")[0], "")
        if yamlfile.is_text(node) and short:
            given: dict[str, Any] = {short: node.value}
        elif isinstance(node, yamlfile.MAPPING) or yamlfile.is_null(node):
            given = self._fields(node, record, f"{path}.")
        else:
            raise _WrongError(node, f"`{path}` should be a mapping.")
        if record is View:
            given["options"] = {k: yamlfile.as_value(v) for k, v in yamlfile.pairs(node) if k not in _hints(View)}
        absent = [f.name for f in dataclasses.fields(record) if _is_required(f) and f.name not in given]
        if absent:
            raise _WrongError(node, f"`{path}` does not say its {' and '.join(absent)}.")
        return record(**given)

    def _expected(self, node: Node, path: str) -> ExpectedBrief:
        """`product`, a list of cells, or `{product: {factor: levels}, except: [cells]}`."""
        if yamlfile.is_text(node):
            if node.value != "product":
                raise _WrongError(node, f"`{path}` should be `product` or a list of cells, and is {node.value!r}.")
            return ExpectedBrief(product=True)
        if not isinstance(node, yamlfile.MAPPING):
            return ExpectedBrief(cells=self._cells(node, path))
        keys = dict(yamlfile.pairs(node))
        if "product" not in keys:
            raise _WrongError(
                node, f"`{path}` should name a `product`, and may name what it leaves out under `except`."
            )
        product = keys["product"]
        named = isinstance(product, yamlfile.MAPPING)
        levels = self._value(product, Mapping[str, tuple[str, ...]], f"{path}.product") if named else {}
        return ExpectedBrief(product=True, levels=levels, excepted=self._cells(keys.get("except"), f"{path}.except"))

    def _cells(self, node: Node | None, path: str) -> tuple[Mapping[str, str], ...]:
        """A list of cells, each a mapping of factors to levels; a cell that is not one is reported and left out."""
        cells = []
        for at, cell in enumerate(yamlfile.items(node)):
            levels = yamlfile.as_written(cell)
            if isinstance(levels, dict) and levels and all(isinstance(level, str) for level in levels.values()):
                cells.append(levels)
            else:
                self._report(cell, f"`{path}[{at}]` should give a level to each of some factors.")
        return tuple(cells)

    def _check_first(self, node: Node, found: Mapping[str, Any], name: str, path: str) -> None:
        if name in found:
            self._report(node, f"`{path}` is there twice.", "the later one counts")

    def _note_unknown(self, node: Node, key: str, record: type, path: str) -> None:
        """A key that is nearly one of ours is probably meant to be it."""
        near = get_close_matches(
            key, [name for name in _hints(record) if name not in ("extra", "options")], n=1, cutoff=0.75
        )
        if near and record is not View:
            self._report(node, f"`{path}{key}` is no key of a brief; did you mean `{near[0]}`?", level="note")

    def _report(
        self, node: Node, sentence: str, done: str = "it was left out", level: Literal["note", "problem"] = "problem"
    ) -> None:
        self.problems.append(Problem(self._file, sentence, done, yamlfile.line_of(node), level))


class _WrongError(Exception):
    """A node is not what it should be."""

    def __init__(self, node: Node, sentence: str) -> None:
        super().__init__(sentence)
        self.node = node


def _is_required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _leaf(node: Node, hint: Any, path: str) -> Any:
    """A single value: a text as it is written, anything else as YAML reads it."""
    if hint is str and yamlfile.is_text(node):
        return node.value
    plain = yamlfile.as_value(node)
    try:
        return msgspec.convert(plain, hint)
    except msgspec.ValidationError as error:
        shown = node.value if yamlfile.is_text(node) else type(plain).__name__
        raise _WrongError(node, f"`{path}` should be {_kind(hint)}, and is {shown!r}.") from error


def _kind(hint: Any) -> str:
    """What a value should be, in words."""
    if get_origin(hint) is Literal:
        return " or ".join(str(choice) for choice in get_args(hint) if choice)
    return _KINDS.get(hint, "another kind of value")
