"""JSON, YAML and TOML files as plain values: mappings, lists, numbers and texts, never objects."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from sweeplens.data.formats.documents import Numeral, documents_in
from sweeplens.data.formats.encoding import decoded
from sweeplens.data.formats.unpack import content_of
from sweeplens.data.remembered import Remembered
from sweeplens.data.yamlfile import compose, pairs
from sweeplens.errors import BriefError, ReadError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LARGEST = 64 * 1024 * 1024
"""Bytes of the largest document that is read."""

_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_WORD = re.compile(r"(?P<sign>[-+]?)\.?(?P<word>nan|inf)", re.IGNORECASE)
_PYTHON = "tag:yaml.org,2002:python/"


def read_document(path: Path) -> Any:
    """What the JSON, YAML or TOML file at `path` says; numbers of JSON and YAML as they are written.

    A file of another name is read as JSON; one that has not changed is not read again, and nobody changes what it says.
    Raises `ReadError` with one sentence where it cannot be read, or is not what its name says.
    """
    return _document(path)


def _read(path: Path) -> Any:
    return READERS.get(suffix_of(path.name), parse_json)(read_text(path))


_document = Remembered(_read, most=32 << 20)


def is_document(name: str) -> bool:
    """Whether a file called `name` is taken for a JSON, YAML or TOML document."""
    return suffix_of(name) in READERS


def suffix_of(name: str) -> str:
    """The last suffix of `name` in lower case, `.gz` left aside: `.json` of `report.JSON.gz`."""
    return Path(name.lower().removesuffix(".gz")).suffix


def read_text(path: Path) -> str:
    """The text of `path`, unpacked where it is packed; `ReadError` where it cannot be read or is too large."""
    data = content_of(path).data
    if len(data) > LARGEST:
        raise ReadError(f"It is larger than {LARGEST >> 20} MB.")
    return decoded(data).data.decode("utf-8", "replace")


def parse_json(text: str) -> Any:
    """What the JSON `text` says, a list of documents where several follow one another; `ReadError` where it is broken.

    Numbers, `NaN` and `Infinity` included, are `Numeral`s, texts that keep how the number is written.
    """
    try:
        documents = list(documents_in(text))
    except json.JSONDecodeError as error:
        raise ReadError(f"It is not whole JSON: {error.msg} at line {error.lineno}.") from error
    except ValueError as error:
        raise ReadError(f"It is no JSON that can be read: {error}.") from error
    if not documents:
        raise ReadError("It is empty.")
    return documents[0] if len(documents) == 1 else documents


def parse_yaml(text: str) -> Any:
    """What the YAML `text` says, numbers and texts as they are written; `ReadError` where it is broken or a bomb.

    Tags make no objects: what Python has written of an ordered dictionary is read as the mapping it was.
    """
    try:
        return _Plain().value(compose(text))
    except BriefError as error:
        raise ReadError(str(error)) from error


def parse_toml(text: str) -> Any:
    """What the TOML `text` says; `ReadError` where it is broken."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ReadError(f"It is not whole TOML: {error}.") from error


READERS: Mapping[str, Callable[[str], Any]] = {
    ".json": parse_json,
    ".yaml": parse_yaml,
    ".yml": parse_yaml,
    ".toml": parse_toml,
}
"""How a document is read, by its suffix."""


class _Plain:
    """Makes plain values of YAML nodes, counting them: an alias costs what it stands for."""

    MOST = 100_000

    def __init__(self) -> None:
        self._left = self.MOST

    def value(self, node: yaml.nodes.Node | None) -> Any:
        self._left -= 1
        if self._left < 0:
            raise ReadError("Its aliases stand for more values than a file of settings can need.")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node)
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node)
        return _scalar(node) if isinstance(node, yaml.ScalarNode) else None

    def _mapping(self, node: yaml.MappingNode) -> dict[str, Any]:
        merged = [self.value(value) for key, value in pairs(node) if key == "<<"]
        own = {key: self.value(value) for key, value in pairs(node) if key != "<<"}
        return {key: value for base in merged if isinstance(base, dict) for key, value in base.items()} | own

    def _sequence(self, node: yaml.SequenceNode) -> Any:
        values = [self.value(member) for member in node.value]
        if node.tag.endswith("OrderedDict") and values and isinstance(values[0], list):
            return {str(pair[0]): pair[1] for pair in values[0] if isinstance(pair, list) and len(pair) == 2}
        if node.tag.startswith(_PYTHON) and node.tag.endswith("Path"):
            return "/".join(map(str, values))
        return values


def _scalar(node: yaml.ScalarNode) -> str | None:
    """A single value: the name that stands in a tag of Python's, nothing, a number as it is written, or text."""
    if node.tag.startswith(f"{_PYTHON}name:"):
        return str(node.tag.removeprefix(f"{_PYTHON}name:"))
    if node.style:
        return str(node.value)
    if node.tag.endswith(":null"):
        return None
    if word := _WORD.fullmatch(node.value):
        return Numeral(word["sign"] + word["word"])
    return Numeral(node.value) if _NUMBER.fullmatch(node.value) else str(node.value)
