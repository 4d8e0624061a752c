"""Runs of Hugging Face's `Trainer`: `trainer_state.json` at the top of a run, or in its `checkpoint-N` folders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.configs import flat_settings
from sweeplens.data.layouts.documents import read_document
from sweeplens.data.layouts.numbers import curve_of_records, flat_numbers, number_of
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import attempted, below, file_entry, survey, walk
from sweeplens.errors import ReadError

STATE = "trainer_state.json"
RESULTS = ("train_results.json", "eval_results.json", "test_results.json", "predict_results.json", "all_results.json")
"""What the trainer's `save_metrics` writes beside it; `all_results.json` holds the others."""
CONFIG = "config.json"
SETTINGS = ("num_train_epochs", "max_steps", "train_batch_size", "eval_steps", "save_steps", "logging_steps")
STEP = "step"

_CHECKPOINT = re.compile(r"(?:^|/)checkpoint-\d+$")


def detect(path: Path) -> str:
    """Whether there is a `trainer_state.json`."""
    name = next((name for name in survey(path).names if name.rpartition("/")[2] == STATE), None)
    return f"{name} is there, as Hugging Face's Trainer writes it" if name else ""


def read(path: Path) -> Reading:
    """Every run with the history of its last checkpoint; `ReadError` where no state can be read."""
    tree = walk(path)
    there = {*tree.names}
    states, unread = attempted(read_document, tree, (name for name in tree.names if name.rpartition("/")[2] == STATE))
    latest = _latest({name: state for name, state in states.items() if isinstance(state, Mapping)})
    if not latest:
        raise ReadError(f"{path.name} holds no {STATE} that can be read.")
    beside = [below(run, name) for run in latest for name in (CONFIG, *RESULTS)]
    documents, odd = attempted(read_document, tree, (name for name in beside if name in there))
    return assemble(
        [_run(run, states[name], documents, tree.root.name) for run, name in latest.items()],
        "trainer_state.json and config.json",
        files=[file_entry(tree, name, "history") for name in latest.values()],
        problems=[*tree.problems, *unread, *odd],
    )


def _latest(states: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """For each run's folder the state that went furthest."""
    latest: dict[str, str] = {}
    for name, state in states.items():
        run = _CHECKPOINT.sub("", name.rpartition("/")[0])
        known = latest.setdefault(run, name)
        if _reached(state) > _reached(states[known]) or (_reached(state) == _reached(states[known]) and name < known):
            latest[run] = name
    return latest


def _reached(state: Mapping[str, Any]) -> float:
    return number_of(state.get("global_step")) or 0.0


def _run(folder: str, state: Mapping[str, Any], documents: Mapping[str, Any], root: str) -> Run:
    """A run of its state, with the results and the model's configuration that lie beside it."""
    results = [documents[name] for name in (below(folder, result) for result in RESULTS) if name in documents]
    numbers = {key: value for result in results for key, value in flat_numbers(result)}
    best = number_of(state.get("best_metric"))
    history = [record for record in state.get("log_history") or () if isinstance(record, Mapping)]
    curve = curve_of_records(history, STEP)
    said = {key: state[key] for key in SETTINGS if state.get(key) is not None}
    return Run(
        folder or root,
        settings=flat_settings(said) | flat_settings(documents.get(below(folder, CONFIG))),
        numbers=numbers if best is None else {**numbers, "best_metric": best},
        curves={STATE: curve},
    )


LAYOUT = Layout("trainer_state", "Hugging Face Trainer runs", detect, read)
