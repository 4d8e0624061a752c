"""What the README and the documents say is what the code does."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from tools.readme import written

from sweeplens.cli.main import run
from sweeplens.panes import PANES
from sweeplens.settings import Settings, load_settings
from sweeplens.tui.commands import COMMANDS
from tests.samples.reading import MODES, SUM

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REPORTS = (ROOT / "docs" / "reference-reports.md").read_text(encoding="utf-8")


def test_the_tables_of_panes_and_keys_are_those_of_the_code() -> None:
    assert written(README) == README
    assert all(f"`{pane.id}`" in README for pane in PANES)
    assert all(command.help in README for command in COMMANDS)


def test_the_settings_in_the_readme_are_the_defaults(tmp_path: Path) -> None:
    told = tmp_path / "settings.toml"
    told.write_text(README.partition("```toml\n")[2].partition("```")[0])
    assert replace(load_settings(told), keys={}) == Settings()


@pytest.mark.parametrize("picture", re.findall(r"\((docs/pictures/[^)]+)\)", README))
def test_every_picture_is_there(picture: str) -> None:
    assert (ROOT / picture).is_file()


def views(section: str) -> list[tuple[str, str]]:
    """Every pane and view that a section of the document names."""
    part = REPORTS.partition(f"## {section}\n")[2].partition("\n## ")[0]
    found = []
    for row in re.findall(r"^\|.*\|$", part, re.MULTILINE)[2:]:
        pane, *words = shlex.split(re.findall(r"`([^`]+)`", row.split("|")[3])[0])
        others = re.findall(r"`([\w-]+)`", row.split("|")[3])
        found += [(pane, view) for view in [*words[1:2], *(other for other in others if other != pane)]]
    return found


@pytest.mark.parametrize(
    ("pane", "view", "path"),
    [(*asked, SUM) for asked in views("Sum token aggregation ablation")]
    + [(*asked, MODES) for asked in views("Full versus reinit")],
)
def test_every_view_that_a_document_names_answers(
    pane: str, view: str, path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run([pane, str(path), "--view", view]) == 0
    assert len(capfd.readouterr().out.splitlines()) > 3
