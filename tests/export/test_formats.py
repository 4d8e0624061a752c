"""Every format against a file that was looked at, and against figures that it could trip over."""

from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.export import EXPORTERS, Exporter, Options
from sweeplens.figures import FIGURES, Figure
from tests.gallery import DOCUMENT, GALLERY, KINDS, PARTED

GOLDEN = Path(__file__).parent / "golden"
FORMATS = pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.name)


def written(exporter: Exporter, figure: Figure, options: Options | None = None) -> str:
    content = exporter.write(figure, options or Options())
    return content if isinstance(content, str) else content.decode()


@FORMATS
@pytest.mark.parametrize(("name", "figure"), [("document", DOCUMENT), ("parts", PARTED)])
def test_a_format_is_what_was_looked_at(exporter: Exporter, name: str, figure: Figure) -> None:
    assert written(exporter, figure) == (GOLDEN / f"{name}{exporter.suffix}").read_text()


@FORMATS
def test_every_kind_of_figure_can_be_written(exporter: Exporter) -> None:
    assert {type(figure) for figure in KINDS.values()} == set(FIGURES)
    assert all(written(exporter, figure).strip() for figure in KINDS.values())


@FORMATS
@pytest.mark.parametrize("figure", GALLERY.values(), ids=GALLERY)
def test_what_is_written_is_text_that_controls_no_terminal(exporter: Exporter, figure: Figure) -> None:
    text = written(exporter, figure)
    assert text.endswith("\n")
    assert text.encode()
    assert not any(character < " " and character not in "\n\t" for character in text)
    assert not any("\x7f" <= character <= "\x9f" or "\u202a" <= character <= "\u202e" for character in text)


@FORMATS
def test_names_and_suffixes_are_unique(exporter: Exporter) -> None:
    assert sum(other.name == exporter.name or other.suffix == exporter.suffix for other in EXPORTERS) == 1


@pytest.mark.parametrize("name", ["markdown", "latex", "html"])
def test_a_precision_is_kept_to(name: str) -> None:
    exporter = next(exporter for exporter in EXPORTERS if exporter.name == name)
    assert "0.5283" in written(exporter, DOCUMENT)
    assert "0.5283" not in written(exporter, DOCUMENT, Options(precision=2))
    assert "0.53" in written(exporter, DOCUMENT, Options(precision=2))
