"""Notices: sentences in place of an answer."""

from __future__ import annotations

from sweeplens.figures import Notice
from sweeplens.render.base import Cursor, Lines, Look, Size
from sweeplens.render.lines import cut, title, words

_SIGNS = {"information": ("", ""), "warning": ("! ", "mark"), "error": ("!! ", "worse")}
"""What stands before the sentences of each level, and their role."""


def draw_notice(notice: Notice, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The title and the sentences, each level with its sign."""
    sign, role = _SIGNS[notice.level]
    body = [line for sentence in notice.sentences for line in words(sentence, size.width, role, sign)]
    return cut((*title(notice.title, size.width), *body), size.height, size.width, "lines")
