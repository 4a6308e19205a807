"""Where a citation says its words are: a page, a heading or a line, whichever its source has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import env_of
from workbench.runs.outputs.output_files import report
from workbench.runs.records.shapes import Citation
from workbench.services.runs.agent_runs import start
from workbench.services.runs.run_review import reviewed
from workbench.services.runs.shown_run import RunRequest

PAGE = "<html><body>\n\n\n<h1>Canteen</h1>\n<h2>Prices</h2>\n\n<p>Soup costs 4 euros.</p></body></html>"
NO_HEADING = "<html><body>\n\n<p>Soup costs 4 euros.</p></body></html>"
NOTES = "Canteen notes\n\nSoup costs 4 euros.\n"


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("menu.html", PAGE, "under “Canteen > Prices”"),
        ("menu.html", NO_HEADING, ""),
        ("menu.txt", NOTES, "line 3"),
    ],
)
def test_a_citation_names_a_place_that_its_source_has(
    tmp_path: Path, name: str, text: str, place: str
) -> None:
    """The lines of a page's text are not those of the page."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    env = env_of(tmp_path)
    shown = start(env, RunRequest("How many euros does soup cost?", (str(tmp_path / name),)))
    assert shown.output is not None
    (claim,) = shown.output.claims
    assert claim.citations[0].place == place
    footnote = report(shown.output).partition("[^1]: ")[2]
    assert ("line " in footnote) == place.startswith("line")
    assert ("under " in footnote) == place.startswith("under")
    review = reviewed(env, shown.record.session_id)
    assert review is not None and review.claims[0].quotes[0].place == place


def test_a_page_is_named_without_a_line() -> None:
    """The lines of a PDF's text depend on the library that read it."""
    cited = Citation(
        chunk_id="c", artifact_id="a", source_id="s", location="guide.pdf", start=0, end=4, line=7, page=2,
        quote="Soup",
    )  # fmt: skip
    assert cited.place == "page 2"
