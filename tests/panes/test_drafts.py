"""A drafted brief, put back into its collection, changes no answer: over every layout, and all that a brief can say."""

from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.briefreader import read_brief
from sweeplens.data.collection import Collection
from sweeplens.data.draft import draft_brief
from sweeplens.data.layouts import LAYOUTS
from sweeplens.data.load import load_collection
from sweeplens.data.scan import collections_at
from sweeplens.data.selection import Selection
from sweeplens.errors import SweeplensError
from sweeplens.panes import PANES
from sweeplens.panes.base import Pane, Question
from sweeplens.render import render
from sweeplens.render.base import Look, Size
from sweeplens.render.terminal import plain
from tests.data.layouts.samples import SAMPLES, Files, write

SIDES = [(mode, setting) for mode in ("old", "new") for setting in "pq"]
TASKS = "mode,setting,task,step,acc\n" + "".join(
    f"{mode},{setting},{task},{step},{step}.5\n"
    for mode, setting in SIDES
    for task in ("maze", "walk")
    for step in (1, 2, 3)
)
LONG = "family,step,metric,value\n" + "".join(
    f"{family},{step},{metric},{step}.5\n" for family in "ab" for step in (1, 2, 3) for metric in ("acc", "loss")
)
PLANNED = """
factors: {family: {levels: [a, b, c], label: the family}, size: {levels: ['1', '10']}}
expected: {product: all, except: [{family: c, size: '10'}]}
"""
SAID = """
metrics: {acc: {unit: '%', better: higher, label: accuracy}}
derived: {gap: {formula: acc - loss, better: lower, unit: points}}
final: [acc]
primary: acc
views: {small: {pane: cells, where: family=a}}
"""
PATTERN = """
factors:
  setting: {}
  beta: {from: setting, pattern: 'beta(?P<beta>[0-9p]+)_'}
replicate: seed
"""
OTHERS: dict[str, Files] = {
    "aggregate": {"summary.csv": "mode,setting,acc\nold,p,0.51\nold,q,0.52\nnew,p,0.53\nnew,q,0.54\n"},
    "tables": {"a/x.csv": "family,acc\nu,0.51\nv,0.52\n", "b/x.csv": "family,acc\nu,0.61\nv,0.62\n"},
    "plan": {"brief.yaml": "factors: {family: {levels: [a, b]}}\nexpected: product\n"},
    "spreads": {
        "summary.csv": "model,beta,acc,acc_stderr,f1\n"
        "a,.1,0.51,0.01,90% ± 1\nb,.1,0.52,0.02,91% ± 2\na,.2,0.53,0.01,92% ± 1\nb,.2,0.54,0.03,93% ± 2\n"
    },
    "replicates": {
        "summary.csv": "family,seed,acc\n" + "".join(f"{f},{s},0.{f}{s}\n" for f in (5, 6) for s in (0, 1, 2))
    },
    "numbers in labels": {
        "brief.yaml": PATTERN,
        "summary.csv": "setting,seed,acc\n"
        + "".join(f"beta{beta}_x,{seed},0.5{seed}\n" for beta in ("0p01", "0p1", "1") for seed in (0, 1)),
    },
    "derived metrics and units": {"brief.yaml": SAID, "summary.csv": "family,acc,loss\na,51,2\nb,52,3\n"},
    "planned cells": {"brief.yaml": PLANNED, "summary.csv": "family,size,acc\na,1,0.51\nb,10,0.62\n"},
    "said roles": {
        "brief.yaml": "roles: {note: factor, size: factor, k: metric}\n",
        "summary.csv": "note,size,k,acc\nx,1,1,0.51\ny,2,2,0.62\nx,2,1,0.73\n",
    },
    "a history by task": {
        "summary.csv": "mode,setting,acc\nold,p,0.51\nold,q,0.52\nnew,p,0.53\nnew,q,0.54\n",
        "tasks.csv": TASKS,
    },
    "a long history": {"summary.csv": "family,acc\na,0.51\nb,0.52\n", "data/h.csv": LONG},
    "curves alone": {"h.csv": TASKS},
    "names": {"runs.csv": "run,lr,seed,acc\nr1,0.1,0,0.51\nr2,0.1,1,0.62\nr3,0.2,0,0.73\nr4,0.2,1,0.65\n"},
    "truths": {"summary.csv": "use_x,k,acc\ntrue,1,0.51\nfalse,1,0.62\ntrue,2,0.73\nfalse,2,0.84\n"},
    "times": {"summary.csv": "family,started,acc\na,2024-01-01 10:00,0.51\nb,2024-01-02 11:00,0.52\n"},
    "repeats": {"summary.csv": "family,lr,acc\na,0.1,0.51\na,0.1,0.52\nb,0.1,0.6\n"},
    "documents at the top": {f"{name}.yaml": f"acc: 0.{at}5\nlr: {at}\nseed: 1\n" for at, name in enumerate("abc", 1)},
    "one run at the top": {"config.yaml": "lr: 1\n", "results.yaml": "acc: 0.5\n"},
}
KEPT = {f"layout {name}": files for name, files in SAMPLES.items()} | OTHERS


def told(pane: Pane, collection: Collection) -> list[str]:
    """What a pane says, by itself and by the first factor."""
    asked = [(), *((factor.name,) for factor in collection.factors[:1])]
    return [said(pane, Question(collection, Selection(by=by))) for by in asked]


def said(pane: Pane, question: Question) -> str:
    try:
        figure = pane.answer(question)
    except SweeplensError as error:
        return str(error)
    return plain(render(figure, Size(200), Look("braille", 0, as_document=True)))


def test_every_layout_has_a_sample() -> None:
    assert {f"layout {layout.name}" for layout in LAYOUTS if layout.name not in OTHERS} <= {*KEPT}


@pytest.mark.parametrize("name", KEPT)
def test_every_answer_is_the_same_with_the_draft_in_place(tmp_path: Path, name: str) -> None:
    root = write(tmp_path / "collection", KEPT[name])
    before = load_collection(root)
    text = draft_brief(before)
    assert read_brief(text)[1] == ()
    (root / "brief.yaml").write_text(text)
    after = load_collection(root)
    for pane in PANES:
        assert told(pane, after) == told(pane, before), pane.id


def test_collections_under_one_root_stay_apart_with_their_drafts(tmp_path: Path) -> None:
    files = {"one": OTHERS["replicates"], "two": OTHERS["a history by task"], "three": SAMPLES["lightning"]}
    for name, own in files.items():
        write(tmp_path / name, own)
    before = [load_collection(tmp_path / name) for name in files]
    for collection in before:
        (collection.path / "brief.yaml").write_text(draft_brief(collection))
    found = {place.path: load_collection(place.path) for place in collections_at(tmp_path)}
    assert found.keys() == {collection.path for collection in before}
    for collection in before:
        for pane in PANES:
            assert told(pane, found[collection.path]) == told(pane, collection), pane.id
