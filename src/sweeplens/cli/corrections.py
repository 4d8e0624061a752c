"""The command that shows, makes and forgets a user's corrections."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

from sweeplens.cli import answers
from sweeplens.cli.asking import PATH
from sweeplens.cli.console import narrate
from sweeplens.cli.decorators import with_options
from sweeplens.cli.options import OUTPUT_OPTIONS, output_of
from sweeplens.data.brief import RoleName
from sweeplens.data.correction_file import forget, word_on
from sweeplens.data.corrections import AS_INFERRED, Corrections, Way
from sweeplens.data.saying import say
from sweeplens.data.scan import collections_at
from sweeplens.errors import UsageError
from sweeplens.panes.reading import corrections_table

ROLES: Mapping[str, RoleName] = {role: role for role in get_args(RoleName)}
WAYS: Mapping[str, Way] = {way: way for way in get_args(Way)}
WORDS = (*ROLES, *WAYS, AS_INFERRED)


def _correct(path: Path, said: tuple[str, ...], is_forgotten: bool, **asked: Any) -> None:
    if is_forgotten:
        _forget(path)
    elif said:
        _say(path, said)
    else:
        given = [answers.Given(collection, corrections_table(collection)) for collection in answers.loaded(path)]
        output = output_of(asked)
        answers.write_given(given, output)


def _forget(path: Path) -> None:
    for place in collections_at(path):
        was_kept = forget(place.path)
        narrate(f"{place.name}: {'what was kept is forgotten' if was_kept else 'nothing is kept'}.")


def _say(path: Path, said: tuple[str, ...]) -> None:
    """Keep what is said of the one collection at `path`; `UsageError` where there are several."""
    places = collections_at(path)
    if len(places) > 1:
        raise UsageError(f"{path} holds {len(places)} collections; name one of them to correct it.")
    change = Corrections()
    for text in said:
        change = change.then(_change(text))
    answers.narrate_corrections(say(places[0].path, word_on(places[0].path), change, keeps=True))


def _change(text: str) -> Corrections:
    """What `NAME=WORD` says; `UsageError` where the word is none."""
    name, _, word = text.rpartition("=")
    if name and word in ROLES:
        return Corrections(roles={name: ROLES[word]})
    if name and word in WAYS:
        return Corrections(better={name: WAYS[word]})
    if name and word == AS_INFERRED:
        return Corrections({name: AS_INFERRED}, {name: AS_INFERRED})
    raise UsageError(f"{text} is no correction; it is NAME=WORD, and the word one of {', '.join(WORDS)}.")


OPTIONS = (
    click.option("--say", "said", metavar="NAME=WORD", multiple=True, help="Say what a column is, and keep it."),
    click.option("--forget", "is_forgotten", is_flag=True, help="Forget everything that you keep."),
)

corrections = click.command(
    "corrections",
    short_help="List, make or forget your own corrections of columns and metrics.",
    help=f"List your own corrections of the collections at PATH. A WORD is one of {', '.join(WORDS)}.",
)(with_options((PATH, *OPTIONS, *OUTPUT_OPTIONS), _correct))
