"""YAML read safely: no tags, no deep nesting, no alias bombs; every value knows its line and its spelling.

A level written `.01` or `no` stays that text: a node keeps what was written until someone says what it should be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from sweeplens.errors import BriefError

try:
    from yaml import CSafeLoader as Loader
except ImportError:  # a PyYAML that was built without libyaml
    from yaml import SafeLoader as Loader  # type: ignore[assignment]

Node = yaml.nodes.Node
"""A value of a file, with its place."""
MAPPING = yaml.MappingNode

DEPTH = 40
ALIASES = 200
NODES = 100_000
"""Limits: how deep a file may nest, how many aliases it may use, and how many values it may hold with them followed."""

_NULL = "tag:yaml.org,2002:null"


def compose(text: str) -> Node | None:
    """The node that `text` means, None where it is empty; `BriefError` with the line where it is no safe YAML."""
    try:
        _check_size(text)
        return yaml.compose(text, Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f" at line {mark.line + 1}" if mark else ""
        raise BriefError(f"This is not YAML{place}: {error.problem or error.context}.") from error
    except yaml.YAMLError as error:
        raise BriefError(f"This is not YAML: {' '.join(str(error).split())}.") from error


def _check_size(text: str) -> None:
    """Follows the events before any node is made, so that no nesting reaches the C stack."""
    depth = aliases = 0
    for event in yaml.parse(text, Loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        aliases += isinstance(event, yaml.AliasEvent)
        if depth > DEPTH or aliases > ALIASES:
            limit = f"deeper than {DEPTH} levels" if depth > DEPTH else f"with more than {ALIASES} aliases"
            raise BriefError(f"This YAML is nested {limit}, which no brief needs.")


def line_of(node: Node) -> int:
    """The line on which `node` starts, from 1."""
    return int(node.start_mark.line) + 1


def pairs(node: Node | None) -> Iterator[tuple[str, Node]]:
    """The keys of a mapping, as they are written, with their values; nothing where `node` is no mapping."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield (key.value if isinstance(key, yaml.ScalarNode) else ""), value


def items(node: Node | None) -> list[Node]:
    """The members of a list; a single value is a list of itself, and nothing is an empty one."""
    if isinstance(node, yaml.SequenceNode):
        return list(node.value)
    return [] if node is None or is_null(node) else [node]


def is_null(node: Node) -> bool:
    """Whether `node` says nothing (`key:` with no value, `null`, `~`)."""
    return isinstance(node, yaml.ScalarNode) and node.tag == _NULL


def is_text(node: Node) -> bool:
    """Whether `node` is a single value, however it is spelt."""
    return isinstance(node, yaml.ScalarNode) and not is_null(node)


def as_written(node: Node) -> Any:
    """`node` as lists, dictionaries and the very texts of the file; None where nothing is said."""
    return _Builder(typed=False).build(node)


def as_value(node: Node) -> Any:
    """`node` as lists, dictionaries, numbers, booleans and texts, as YAML 1.1 reads them."""
    return _Builder(typed=True).build(node)


class _Builder:
    """Makes plain values of nodes, counting them: an alias costs what it stands for."""

    def __init__(self, typed: bool) -> None:
        self._typed = typed
        self._left = NODES

    def build(self, node: Node, depth: int = 0) -> Any:
        self._left -= 1
        if self._left < 0 or depth > DEPTH:
            raise BriefError(f"The aliases at line {line_of(node)} stand for more values than a brief can need.")
        if isinstance(node, yaml.MappingNode):
            return {key: self.build(value, depth + 1) for key, value in pairs(node)}
        if isinstance(node, yaml.SequenceNode):
            return [self.build(value, depth + 1) for value in node.value]
        return _scalar(node) if self._typed else (None if is_null(node) else node.value)


def _scalar(node: Node) -> Any:
    """What YAML 1.1 takes a scalar for; its text where the scalar is not what its tag says."""
    constructor = yaml.SafeLoader("")
    try:
        value = constructor.construct_object(node)
    except (yaml.YAMLError, ValueError):
        return node.value
    finally:
        constructor.dispose()
    return value if isinstance(value, str | int | float | bool | None) else node.value
