"""HTML and LaTeX: whole documents in which data is nothing but text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from sweeplens.export import Options
from sweeplens.export.html import write_html
from sweeplens.export.latex import escaped, write_latex
from sweeplens.figures import Document
from sweeplens.text import visible
from tests.gallery import DOCUMENT, HOSTILE, HOSTILE_TABLE, ORDINARY, PARTED


class Reader(HTMLParser):
    """Collects the text of fields and the tags that there are."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fields: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "td":
            self.fields.append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "td":
            self.fields[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(f"/{tag}")


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    return reader


def test_html_fields_hold_the_text_as_it_is() -> None:
    fields = read(write_html(HOSTILE_TABLE, Options())).fields
    assert fields[::3] == [visible(text) for text in HOSTILE]


def test_html_has_no_tag_that_came_from_data() -> None:
    assert not {"script", "b"} & set(read(write_html(HOSTILE_TABLE, Options())).tags)


def test_html_shades_the_best_value() -> None:
    html = write_html(ORDINARY, Options())
    (best,) = re.findall(r'id="(\w+_row2_col1)"', html)
    assert re.search(rf"#{best} {{\s+background-color", html)


def test_html_tables_do_not_share_styles() -> None:
    ids = re.findall(r'<table id="(\w+)"', write_html(DOCUMENT, Options()))
    assert len(set(ids)) == len(ids) > 2


def test_latex_escapes_what_it_would_run() -> None:
    assert (
        escaped("50% & $x_1^2$ #{a}~\\b")
        == r"50\% \& \$x\_1\textasciicircum{}2\$ \#\{a\}\textasciitilde{}\textbackslash{}b"
    )


def test_latex_writes_signs_that_every_font_has() -> None:
    assert escaped("0.06 @4100 → 0.08 ± 0.01") == r"0.06 @4100 $\to$ 0.08 $\pm$ 0.01"
    assert escaped("Δ loss ↓ ≈") == r"$\Delta$ loss $\downarrow$ $\approx$"


def test_latex_uses_booktabs_and_shades_the_best_value() -> None:
    latex = write_latex(ORDINARY, Options())
    assert r"\toprule" in latex
    assert re.search(r"cellcolor\[HTML\]\{D9EAD3\}\} \\bfseries 0.5502", latex)


def test_latex_names_the_packages_it_needs() -> None:
    assert write_latex(ORDINARY, Options()).startswith("% needs \\usepackage{booktabs}")


def test_latex_environments_are_closed() -> None:
    latex = write_latex(Document("Results", (PARTED, HOSTILE_TABLE)), Options())
    assert sorted(re.findall(r"\\begin\{(\w+)", latex)) == sorted(re.findall(r"\\end\{(\w+)", latex))
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") == 3


def test_latex_rows_have_as_many_fields_as_heads() -> None:
    body = write_latex(HOSTILE_TABLE, Options()).partition("\\midrule")[2].partition("\\bottomrule")[0]
    assert {len(re.findall(r"(?<!\\)&", row)) for row in body.strip().splitlines()} == {2}
