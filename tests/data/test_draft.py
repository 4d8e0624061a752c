"""A drafted brief, put back, gives the same collection."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.briefreader import read_brief
from sweeplens.data.collection import Collection
from sweeplens.data.draft import draft_brief
from sweeplens.data.load import load_collection
from sweeplens.text import visible

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"

GRID = "family,beta,seed,mode,accuracy,accuracy_std\n" + "".join(
    f"{family},{beta},{seed},no,0.{at}{seed},0.0{at}\n"
    for at, (family, beta) in enumerate(
        [("raw: a", ".01"), ("raw: a", ".1"), ("#norm", ".01"), ("#norm", ".1")], start=1
    )
    for seed in (0, 1, 2)
)
NAMES = "model,license,acc,n\na,free,0.51,3\nb,free,0.62,4\nc,paid,0.73,5\n"
CURVES = "family,lr,step,loss\n" + "".join(
    f"{f},{lr},{s},{s + 1}.5\n" for f in "ab" for lr in (0.1, 0.2) for s in range(3)
)
LIGHTNING = {
    f"version_{at}/{name}": text
    for at in range(3)
    for name, text in (
        ("metrics.csv", "epoch,step,loss\n0,1,0.5\n1,2,0.4\n"),
        ("hparams.yaml", f"lr: 0.{at + 1}\nwidth: 8\n"),
    )
}

COLLECTIONS: dict[str, dict[str, str | bytes]] = {
    "summary": {"summary.csv": GRID},
    "table": {"results.csv": GRID},
    "names": {"results.csv": NAMES},
    "places": {"results.csv": "acc,loss\n0.51,1.5\n0.62,1.6\n"},
    "repeats": {"results.csv": "family,acc\nraw,0.51\nraw,0.62\nnorm,0.73\nnorm,0.75\n"},
    "summary and history": {
        "data/summary.csv": "family,lr,loss\na,0.1,1.5\na,0.2,1.6\nb,0.1,1.7\nb,0.2,1.8\n",
        "data/h.csv": CURVES,
    },
    "history": {"curves.csv": CURVES},
    "named files": {f"room_beta{b}_seed{s}.csv": "step,r\n1,2.5\n2,3.5\n" for b in (0.1, 0.5) for s in (0, 1)},
    "lightning": {**LIGHTNING},
    "derived": {
        "brief.yaml": "\n".join(
            (
                "factors: {family: {}, beta: {label: the beta}}",
                "replicate: seed",
                "expected: {product: all, except: [{family: '#norm', beta: .1}]}",
                "derived: {x: {formula: accuracy * 2, better: lower}}",
                "views: {v: {pane: cells, log: true}}",
                "owner: me",
            )
        ),
        "summary.csv": GRID,
    },
}


def essence(collection: Collection) -> tuple[object, ...]:
    """What makes a collection, for a comparison."""
    return (
        collection.title,
        [(f.name, f.column, f.levels, f.is_replicate, f.splits_cells, f.label) for f in collection.factors],
        [(m.name, m.label, m.unit, m.direction, m.formula, m.spread) for m in collection.metrics],
        collection.constants,
        collection.texts,
        [(cell.levels, cell.status, cell.runs, cell.expected_runs) for cell in collection.cells],
        collection.final,
        collection.primary,
        [(h.name, h.step, h.keys, h.metrics, h.task, repr(h.scan().collect().rows())) for h in collection.histories],
        collection.runs.columns,
        repr(collection.runs.rows()),
        collection.brief.views,
        collection.brief.extra,
    )


@pytest.mark.parametrize("name", COLLECTIONS)
def test_a_draft_put_back_gives_the_same_collection(make_collection: Make, name: str) -> None:
    root = make_collection(COLLECTIONS[name])
    before = load_collection(root)
    text = draft_brief(before)
    assert read_brief(text)[1] == ()
    (root / "brief.yaml").write_text(text)
    after = load_collection(root)
    assert essence(after) == essence(before)
    assert draft_brief(after).count("\n") == text.count("\n")


@pytest.mark.parametrize("table", [GRID, NAMES, CURVES], ids=["grid", "names", "curves"])
def test_a_draft_of_a_table_file_makes_its_directory_that_collection(make_collection: Make, table: str) -> None:
    root = make_collection({"t.csv": table})
    before = load_collection(root / "t.csv")
    (root / "brief.yaml").write_text(draft_brief(before))
    assert essence(load_collection(root)) == essence(before)


def test_the_samples_survive_their_own_draft(samples: Path, tmp_path: Path) -> None:
    for sample in sorted(entry for entry in samples.iterdir() if entry.is_dir()):
        copy = tmp_path / "root" / sample.name
        shutil.copytree(sample, copy)
        before = load_collection(copy)
        (copy / "brief.yaml").write_text(draft_brief(before))
        assert essence(load_collection(copy)) == essence(before), sample.name


def test_every_factor_and_metric_has_its_reason_as_a_comment(make_collection: Make) -> None:
    collection = load_collection(make_collection({"summary.csv": GRID}))
    lines = draft_brief(collection).splitlines()
    for name in ("family", "beta", "seed", "accuracy"):
        assert any(line.strip().startswith(f"{name}:") and "  # " in line for line in lines)
    assert "# mode is no in every run" in lines


def test_names_that_yaml_would_mistake_are_quoted(make_collection: Make) -> None:
    table = "no,a: b,'x\nyes,#1,0.51\noff,#2,0.62\nyes,#2,0.73\noff,#1,0.75\n"
    collection = load_collection(make_collection({"summary.csv": table}))
    brief, problems = read_brief(draft_brief(collection))
    assert problems == ()
    assert {name: said.levels for name, said in brief.factors.items()} == {"no": ("yes", "off"), "a: b": ("#1", "#2")}


def test_control_characters_in_names_cannot_leave_their_comment(make_collection: Make) -> None:
    table = 'task,"x\ny: z",acc\nt,v,0.51\nt,v,0.62\n'
    collection = load_collection(make_collection({"summary.csv": table}))
    assert read_brief(draft_brief(collection))[0].extra == {}


@pytest.mark.parametrize(
    "hidden", ["\u202e", "\u200b", "\u2066", "\xad", "\x1b[31m", "\x9b", "\ufeff", "\U000e0041"], ids=ascii
)
def test_what_cannot_be_seen_is_an_escape_and_means_the_same(make_collection: Make, hidden: str) -> None:
    level = f"é{hidden}b"
    table = f"task{hidden}x,acc\n{level},0.51\nplain,0.62\n"
    collection = load_collection(make_collection({"summary.csv": table}))
    text = draft_brief(collection)
    assert all(visible(line) == line for line in text.splitlines())
    brief, problems = read_brief(text)
    assert problems == ()
    assert [(factor.column, factor.levels) for factor in brief.factors.values()] == [
        (factor.column, tuple(each.text for each in factor.levels)) for factor in collection.factors
    ]
    assert level in next(iter(brief.factors.values())).levels
