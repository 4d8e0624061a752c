"""Reading a filter's text, one word after the other, and saying where it stops being one."""

from __future__ import annotations

import re
from typing import cast

from sweeplens.data.filters import EVERYTHING, Compare, Filter, Not, Operator, Word, all_of, any_of
from sweeplens.errors import QueryError
from sweeplens.lazy import pl

_OPERATOR = re.compile(r"!=|!~|<=|>=|==|[=<>~:]")
_ORDERS = ("<", "<=", ">", ">=")
_DEEPEST = 50
"""How many groups and negations may stand inside each other, so that no text exhausts the stack."""
_COUNT = re.compile(r"(<=|>=|=|<|>)?\s*(\d+)")
"""What may follow `n:`."""


class FilterReader:
    """A place in the text; every method reads one thing, leaves the place behind it, and says where it went wrong."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def error(self, sentence: str, at: int | None = None) -> QueryError:
        """What is raised where the text is no filter: at the present place, or at `at`."""
        return QueryError(f"{sentence}.", self.at if at is None else at)

    def peek(self) -> str:
        """The next character that is not white, with the place before it; empty at the end."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def alternatives(self) -> Filter:
        """Words, or words on the sides of `|`, up to the end or a `)`."""
        found = [self.words()]
        while self.peek() == "|":
            self.at += 1
            found.append(self.words())
        return any_of(found)

    def words(self) -> Filter:
        """One word or several side by side."""
        found = []
        while self.peek() not in ("", "|", ")"):
            found.append(self.word())
        if not found:
            raise self.error("A word is missing here: | stands between two, and ( ) around some")
        return all_of(found)

    def word(self) -> Filter:
        """One word, with what stands before it, or a group."""
        start = self.text[self.at]
        if start in "!-(":
            return self.nested()
        if start == "/":
            return Word(self.pattern(), is_pattern=True)
        return self.comparison()

    def nested(self) -> Filter:
        """A negation or a group."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(f"Groups and negations go {_DEEPEST} deep at most")
        found = self.group() if self.text[self.at] == "(" else self.negation()
        self.depth -= 1
        return found

    def negation(self) -> Filter:
        """What the word behind the sign leaves out."""
        sign, self.at = self.text[self.at], self.at + 1
        if self.text[self.at : self.at + 1].strip() in ("", "|", ")"):
            raise self.error(f"{sign} leaves out the word right behind it; there is none")
        return Not(self.word())

    def group(self) -> Filter:
        """What stands between two parentheses."""
        start, self.at = self.at, self.at + 1
        inner = EVERYTHING if self.peek() == ")" else self.alternatives()
        if self.peek() != ")":
            raise self.error("This ( is not closed; put text with brackets in quotes", start)
        self.at += 1
        return inner

    def comparison(self) -> Filter:
        """`name op values`, or a bare word where no operator follows."""
        start = self.at
        name = self.quoted() if self.text[self.at] in "\"'" else self.plain("=<>~:", stop_at_not=True)
        sign = _OPERATOR.match(self.text, self.at)
        if sign is None:
            self.boundary()
            return Word(name)
        if not name.strip():
            raise self.error(f"{sign.group()} needs a name right before it, as in beta=.01", start)
        self.at = sign.end()
        written = {"==": "=", "!~": "~"}.get(sign.group(), sign.group())
        found = self.compared(name, cast("Operator", written), start)
        return Not(found) if sign.group() == "!~" else found

    def compared(self, name: str, operator: Operator, start: int) -> Compare:
        """The comparison of `name`, with the values that stand here."""
        said = self.text[start : self.at]
        if self.text[self.at : self.at + 1] == "/" and operator in ("=", "!=", "~"):
            return Compare(name, operator, (self.pattern(),), is_pattern=True)
        place = self.at
        values = self.values(said)
        self.boundary()
        if operator in _ORDERS and len(values) > 1:
            raise self.error(f"{said} compares with one value, not with {len(values)}", place)
        if (name, operator) == ("n", ":") and not all(map(_COUNT.fullmatch, values)):
            raise self.error("n: counts the runs of a cell, as in n:3 or n:<3", place)
        return Compare(name, operator, values)

    def values(self, said: str) -> tuple[str, ...]:
        """One value or several with commas between."""
        found = [self.value(said)]
        while self.text[self.at : self.at + 1] == ",":
            self.at += 1
            found.append(self.value("The comma"))
        return tuple(found)

    def value(self, said: str) -> str:
        """One value, in quotes or plain; `said` is what asks for it."""
        start = self.at
        if self.text[self.at : self.at + 1] in ('"', "'"):
            return self.quoted()
        text = self.plain(",")
        if not text:
            raise self.error(f"{said} needs a value right behind it, as in beta=.01 or beta=.01,.1", start)
        return text

    def plain(self, stops: str, stop_at_not: bool = False) -> str:
        """Characters up to white space, `|`, one of `stops`, or a `)` that closes nothing in them."""
        start, depth = self.at, 0
        while self.at < len(self.text):
            here = self.text[self.at]
            depth += (here == "(") - (here == ")")
            if here.isspace() or here == "|" or here in stops or depth < 0:
                break
            if stop_at_not and self.text[self.at : self.at + 2] in ("!=", "!~"):
                break
            self.at += 1
        return self.text[start : self.at]

    def quoted(self) -> str:
        r"""Text between quotes, in which `\"` and `\\` stand for the second character."""
        start, quote = self.at, self.text[self.at]
        found = re.compile(rf"{quote}((?:[^{quote}\\]|\\.)*){quote}", re.DOTALL).match(self.text, start)
        if found is None:
            raise self.error(f"This {quote} is not closed", start)
        self.at = found.end()
        return re.sub(r"\\([\\\"'])", r"\1", found.group(1))

    def pattern(self) -> str:
        r"""A regular expression between slashes, in which `\/` stands for a slash."""
        start = self.at
        found = re.compile(r"/((?:[^/\\]|\\.)*)/", re.DOTALL).match(self.text, start)
        if found is None:
            raise self.error("This / begins a regular expression, which ends with another /", start)
        self.at = found.end()
        self.boundary()
        pattern = re.sub(r"\\(.)", lambda pair: "/" if pair[1] == "/" else pair[0], found.group(1), flags=re.DOTALL)
        check_pattern(pattern, start)
        return pattern

    def boundary(self) -> None:
        """A word ends here, or `QueryError`."""
        after = self.text[self.at : self.at + 1]
        if after and not after.isspace() and after not in "|)":
            raise self.error(f"A space is missing before {self.text[self.at : self.at + 12]}")


def check_pattern(pattern: str, position: int = 0) -> None:
    """Nothing where `pattern` is a regular expression that polars matches, in linear time; else `QueryError`."""
    try:
        pl.Series([""]).str.contains(pattern)
    except pl.exceptions.ComputeError:
        raise QueryError(f"/{pattern}/ is not a regular expression.", position) from None
