"""What a user says of columns and metrics goes before what was inferred, and is kept when asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.collection import Collection, Role, Status
from sweeplens.data.correction_file import corrections_file, forget, keep, word_on
from sweeplens.data.corrections import AS_INFERRED, Corrections, SaidRole, SaidWay, UserWord
from sweeplens.data.draft import draft_brief
from sweeplens.data.load import load_collection
from sweeplens.data.references import load_reference
from sweeplens.data.saying import say
from sweeplens.errors import SettingsError, UsageError
from sweeplens.figures import Direction
from sweeplens.panes.histories import measured
from tests.data.test_draft import essence

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"

GRID = "family,beta,loss,draw,note\n" + "".join(
    f"{family},{beta},{at}.{draw}5,{draw},n{at}{draw}\n"
    for at, (family, beta) in enumerate([("raw", ".01"), ("raw", ".1"), ("norm", ".01"), ("norm", ".1")], start=1)
    for draw in (7, 8)
)
CURVES = "model,t,lr,loss\n" + "".join(f"{m},{t},0.{m}{t},{t + m}.5\n" for m in (1, 2) for t in (10, 20, 30))
DECLARED = "\n".join(
    (
        "factors: {family: {levels: [raw, norm]}, beta: {}}",
        "replicate: draw",
        "final: [loss]",
        "metrics: {loss: {better: lower}}",
        "derived: {twice: {formula: loss * 2}}",
        "primary: loss",
    )
)


def roles(**said: SaidRole) -> Corrections:
    return Corrections(roles=said)


def better(**said: SaidWay) -> Corrections:
    return Corrections(better=said)


def corrected(path: Path, said: Corrections) -> Collection:
    return load_collection(path, said=UserWord(for_now=said))


def role_of(collection: Collection, column: str) -> Role:
    return next(decision.role for decision in collection.roles if decision.column == column)


def told(collection: Collection) -> str:
    return "\n".join(map(str, collection.problems))


# Roles


def test_a_metric_said_to_be_a_factor_makes_cells_and_says_why(make_collection: Make) -> None:
    collection = corrected(make_collection({"r.csv": GRID}), roles(draw="factor"))
    assert [factor.name for factor in collection.factors] == ["family", "beta", "draw"]
    assert len(collection.cells) == 8
    assert next(f.why for f in collection.factors if f.name == "draw") == "said by the user, for now"


def test_a_replicate_repeats_cells_whatever_it_is_called(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    assert {cell.expected_runs for cell in corrected(root, roles(draw="factor")).cells} == {1}
    collection = corrected(root, roles(draw="replicate"))
    assert [factor.name for factor in collection.replicates] == ["draw"]
    assert [(len(cell.runs), cell.expected_runs, cell.status) for cell in collection.cells] == [
        (2, 2, Status.COMPLETE)
    ] * 4


def test_a_factor_made_a_metric_and_back_is_as_it_was(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    before = load_collection(root)
    there = say(root, before.said, roles(beta="metric"))
    assert [metric.name for metric in there.metrics] == ["beta", "loss", "draw"]
    assert there.runs["beta"].to_list() == [0.01, 0.01, 0.1, 0.1] * 2
    back = say(root, there.said, roles(beta=AS_INFERRED))
    assert essence(back) == essence(before)
    assert back.corrections == ()


@pytest.mark.parametrize("brief", ["", DECLARED], ids=["inferred", "declared"])
@pytest.mark.parametrize("role", ["factor", "replicate", "metric", "spread", "id", "time", "text"])
@pytest.mark.parametrize("column", ["beta", "draw", "loss"])
def test_every_column_can_be_everything_and_the_others_stay_what_they_are(
    make_collection: Make, column: str, role: SaidRole, brief: str
) -> None:
    root = make_collection({"r.csv": GRID, "summary.csv": GRID, "brief.yaml": brief})
    before = load_collection(root)
    after = corrected(root, roles(**{column: role}))
    assert role_of(after, column).value == role
    assert [correction.says for correction in after.corrections] == [role]
    others = [(d.column, d.role) for d in before.roles if d.column not in (column, "run")]
    assert [(d.column, d.role) for d in after.roles if d.column not in (column, "run")] == others
    varied = {factor.column for factor in after.factors if factor.name != "run"}
    assert (column in varied) == (role in ("factor", "replicate"))
    assert (after.metric(column) is not None) == (role in ("metric", "spread"))
    assert after.refused == {}


def test_the_correction_says_what_the_brief_says(make_collection: Make) -> None:
    root = make_collection({"summary.csv": GRID, "brief.yaml": DECLARED})
    (correction,) = corrected(root, roles(beta="metric")).corrections
    assert (correction.name, correction.says, correction.instead_of) == ("beta", "metric", "factor")


def test_what_holds_no_number_is_no_metric(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    collection = corrected(root, roles(family="metric"))
    assert role_of(collection, "family") is Role.FACTOR
    assert "family holds no number, so it is no metric." in told(collection)
    with pytest.raises(UsageError, match="family holds no number"):
        say(root, word_on(root), roles(family="metric"), keeps=True)
    assert not corrections_file(root).exists()


def test_the_last_metric_is_not_taken_away(make_collection: Make) -> None:
    root = make_collection({"r.csv": "family,loss\nraw,0.5\nnorm,0.6\n"})
    with pytest.raises(UsageError, match="Nothing would be left that is measured without loss"):
        say(root, word_on(root), roles(loss="text"), keeps=True)
    assert not corrections_file(root).exists()


def test_where_nothing_is_measured_other_columns_can_be_corrected(make_collection: Make) -> None:
    root = make_collection({"r.csv": "family,kind\nraw,a\nnorm,b\n"})
    assert role_of(say(root, word_on(root), roles(kind="text")), "kind") is Role.TEXT


def test_a_column_that_is_gone_is_told_and_nothing_else(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    collection = corrected(root, Corrections({"gone": "factor"}, {"past": "lower"}))
    assert "There is no column called gone." in told(collection)
    assert "There is no metric called past." in told(collection)
    assert essence(collection) == essence(load_collection(root))
    assert collection.corrections == ()


def test_more_values_than_anyone_could_look_at_are_no_factor(
    make_collection: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sweeplens.data.corrected.MOST_LEVELS", 3)
    assert "too many for a factor" in told(corrected(make_collection({"r.csv": GRID}), roles(loss="factor")))


# Curves


def test_a_step_makes_curves_of_rows(make_collection: Make) -> None:
    root = make_collection({"r.csv": CURVES})
    assert load_collection(root).histories == ()
    collection = corrected(root, roles(t="step"))
    (history,) = collection.histories
    assert (history.step, history.metrics) == ("t", ("lr", "loss"))
    assert history.scan().collect()["t"].to_list() == [10.0, 20.0, 30.0] * 2
    assert role_of(collection, "t") is Role.STEP


@pytest.mark.parametrize("brief", ["", "summary: summary.csv\nmetrics: [loss]\n"], ids=["", "declared"])
def test_a_summary_can_hold_curves_too(make_collection: Make, brief: str) -> None:
    root = make_collection({"summary.csv": CURVES, "brief.yaml": brief})
    assert [history.step for history in corrected(root, roles(t="step", model="factor")).histories] == ["t"]


def test_a_brief_can_name_the_step(make_collection: Make) -> None:
    root = make_collection({"r.csv": CURVES, "brief.yaml": "roles: {t: step, model: factor}\n"})
    collection = load_collection(root)
    assert [(history.step, history.keys) for history in collection.histories] == [("t", ("model",))]
    assert collection.problems == ()


def test_a_step_of_a_brief_that_is_none_is_told(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID, "brief.yaml": "roles: {family: step}\n"})
    collection = load_collection(root)
    assert "No curve that goes on by family can be read." in told(collection)
    assert role_of(collection, "family") is Role.FACTOR


def test_what_was_taken_for_a_step_can_be_a_metric_of_rows(make_collection: Make) -> None:
    root = make_collection({"r.csv": CURVES.replace("model,t,", "model,epoch,")})
    assert [history.step for history in load_collection(root).histories] == ["epoch"]
    collection = corrected(root, roles(epoch="metric"))
    assert collection.histories == ()
    assert collection.runs.height == 6
    assert "epoch" in [metric.name for metric in collection.metrics]


def test_a_column_of_curves_alone_names_them_or_is_measured_along_them(make_collection: Make) -> None:
    table = "task,step,a,loss\n" + "".join(f"{k},{s},{a},{s}.5\n" for k in "xy" for a in (3, 4) for s in (1, 2))
    root = make_collection({"r.csv": table})
    (history,) = corrected(root, roles(a="factor")).histories
    assert (history.keys, history.metrics) == (("task", "a"), ("loss",))
    (history,) = corrected(root, roles(a="text")).histories
    assert (history.keys, history.metrics) == (("task",), ("loss",))


def test_a_step_without_numbers_is_refused(make_collection: Make) -> None:
    collection = corrected(make_collection({"r.csv": GRID}), roles(family="step"))
    assert "family counts no steps" in told(collection)
    assert role_of(collection, "family") is Role.FACTOR


def test_where_the_files_say_what_a_column_is_another_word_is_refused(make_collection: Make) -> None:
    files = {f"version_{at}/metrics.csv": "epoch,step,loss\n0,1,0.5\n1,2,0.4\n" for at in range(2)}
    root = make_collection({**files, "version_0/hparams.yaml": "lr: 0.1\n", "version_1/hparams.yaml": "lr: 0.2\n"})
    assert "The files themselves say what step is" in told(corrected(root, roles(step="metric")))


# Directions


def test_a_direction_is_what_the_user_says(make_collection: Make) -> None:
    root = make_collection({"summary.csv": GRID, "brief.yaml": DECLARED})
    collection = corrected(root, better(loss="unknown", twice="higher"))
    assert [(m.name, m.direction) for m in collection.metrics] == [
        ("loss", Direction.UNKNOWN),
        ("twice", Direction.HIGHER),
    ]
    assert [(c.says, c.instead_of) for c in collection.corrections] == [
        ("better end unknown", "lower is better"),
        ("higher is better", "better end unknown"),
    ]
    assert "said by the user, for now" in collection.metrics[0].why


def test_a_direction_of_a_metric_that_only_curves_have_is_followed(make_collection: Make) -> None:
    root = make_collection({"summary.csv": GRID, "h.csv": "family,step,elbo\n" + "raw,1,2.5\nraw,2,2.6\n" * 2})
    collection = corrected(root, better(elbo="higher"))
    assert collection.metric("elbo") is None
    assert measured(collection, "elbo").direction is Direction.HIGHER
    assert collection.refused == {}
    assert [(c.name, c.says, c.instead_of) for c in collection.corrections] == [("elbo", "higher is better", "")]
    (root / "brief.yaml").write_text(draft_brief(collection))
    assert measured(load_collection(root), "elbo").direction is Direction.HIGHER


# What is kept


def test_what_is_kept_holds_however_the_collection_is_opened(
    make_collection: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_collection({"r.csv": GRID})
    say(root, word_on(root), roles(draw="replicate"), keeps=True)
    monkeypatch.chdir(root.parent)
    link = root.parent / "link"
    link.symlink_to(root)
    for path in (root, Path(root.name), link):
        collection = load_collection(path)
        assert role_of(collection, "draw") is Role.REPLICATE
        assert collection.corrections[0].why == f"said by the user, kept in {corrections_file(root)}"


def test_nothing_is_written_into_the_collection_or_without_being_asked(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    say(root, word_on(root), roles(draw="replicate"))
    assert not corrections_file(root).exists()
    say(root, word_on(root), roles(draw="replicate"), keeps=True)
    assert [file.name for file in root.iterdir()] == ["r.csv"]


def test_for_now_goes_before_what_is_kept_and_can_take_it_back(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    kept = say(root, word_on(root), Corrections({"draw": "replicate", "note": "id"}), keeps=True)
    now = say(root, kept.said, roles(draw="factor"))
    assert [(c.name, c.says) for c in now.corrections] == [("draw", "factor"), ("note", "id")]
    gone = say(root, now.said, roles(draw=AS_INFERRED))
    assert [c.name for c in gone.corrections] == ["note"]
    assert role_of(load_collection(root), "draw") is Role.REPLICATE


def test_taking_back_what_is_kept_leaves_the_rest_and_the_last_one_leaves_no_file(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    keep(root, Corrections({"draw": "factor"}, {"loss": "lower"}))
    keep(root, roles(draw=AS_INFERRED))
    assert word_on(root).kept == better(loss="lower")
    keep(root, better(loss=AS_INFERRED))
    assert not corrections_file(root).exists()


def test_what_another_session_kept_is_not_lost(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    here, there = load_collection(root), load_collection(root)
    say(root, here.said, roles(draw="factor"), keeps=True)
    say(root, there.said, better(loss="lower"), keeps=True)
    assert word_on(root).kept == Corrections({"draw": "factor"}, {"loss": "lower"})


def test_what_is_kept_can_be_left_out_and_forgotten(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    keep(root, roles(draw="factor"))
    assert load_collection(root, said=UserWord()).corrections == ()
    assert forget(root)
    assert not forget(root)
    assert load_collection(root).corrections == ()


def test_the_file_can_be_read_and_names_its_collection(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    keep(root, Corrections({'a "b"\x1b\n': "factor"}, {"loss": "lower"}))
    page = json.loads(corrections_file(root).read_text())
    assert page == {"collection": str(root), "roles": {'a "b"\x1b\n': "factor"}, "better": {"loss": "lower"}}
    assert word_on(root).kept.roles == page["roles"]


@pytest.mark.parametrize(
    "written",
    [b"", b"{", b"[]", b'{"roles": {}}', b'{"collection": "x", "roles": {"draw": "factr"}}', b"\xff\xfe", b"[" * 9999],
    ids=ascii,
)
def test_a_file_that_is_none_is_told_and_not_written_over(make_collection: Make, written: bytes) -> None:
    root = make_collection({"r.csv": GRID})
    file = corrections_file(root)
    file.parent.mkdir(parents=True)
    file.write_bytes(written)
    collection = load_collection(root)
    assert essence(collection) == essence(load_collection(root, said=UserWord()))
    (problem,) = (each for each in collection.problems if each.file == str(file))
    assert "holds no corrections that can be read" in problem.sentence
    with pytest.raises(SettingsError):
        say(root, collection.said, roles(draw="factor"), keeps=True)
    assert file.read_bytes() == written
    assert role_of(say(root, collection.said, roles(draw="factor")), "draw") is Role.FACTOR


def test_what_cannot_be_kept_is_told(make_collection: Make, user_dirs: Path) -> None:
    root = make_collection({"r.csv": GRID})
    (user_dirs / "state").write_text("in the way")
    assert load_collection(root).problems == ()
    with pytest.raises(SettingsError, match="cannot be written"):
        keep(root, roles(draw="factor"))
    keep(root, roles(draw=AS_INFERRED))


def test_a_reference_is_read_as_it_is_corrected(make_collection: Make) -> None:
    root = make_collection({"a/summary.csv": GRID, "b/summary.csv": GRID})
    keep(root / "b", roles(draw="factor"))
    assert load_reference(load_collection(root / "a"), "b").factor("draw") is not None
    assert load_reference(load_collection(root / "a", said=UserWord(as_inferred=True)), "b").factor("draw") is None


# Drafts


@pytest.mark.parametrize("brief", ["", DECLARED], ids=["inferred", "declared"])
@pytest.mark.parametrize(
    "said",
    [
        roles(draw="replicate", note="id"),
        roles(beta="metric"),
        roles(beta="text"),
        better(loss="lower"),
        better(loss="unknown", twice="lower"),
    ],
    ids=lambda said: "-".join(said.names),
)
def test_a_draft_says_what_the_user_says(make_collection: Make, brief: str, said: Corrections) -> None:
    root = make_collection({"summary.csv": GRID, "brief.yaml": brief})
    if not brief:
        said = Corrections(said.roles, {name: way for name, way in said.better.items() if name != "twice"})
    before = corrected(root, said)
    (root / "brief.yaml").write_text(draft_brief(before))
    after = load_collection(root)
    assert after.problems == ()
    assert essence(after) == essence(before)


def test_what_is_said_of_a_name_that_is_no_unicode_cannot_be_kept(make_collection: Make) -> None:
    root = make_collection({"r.csv": GRID})
    with pytest.raises(SettingsError, match="no Unicode"):
        keep(root, Corrections(roles={"\udcff": "factor"}))
