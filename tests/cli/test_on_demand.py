"""Findings that are mostly said in other words: counted in one line, listed on demand."""

from __future__ import annotations

import pytest

from gates.evaluate import evaluate
from tests.gates.build import artifact_of, index_of, item, source_events
from workbench.cli.views.findings import report_lines
from workbench.cli.views.gates import Reader
from workbench.presentation.gate_words import replaceability
from workbench.presentation.problems import lost_heading

SCATTERED = ("The retry settings of the exporter changelog", "The rounding export of the batch limit")
UNSAID = "The staging cluster was rebuilt on Friday night"


def _page(origin: str, *texts: str, limit: int | None = 5) -> str:
    artifact = artifact_of(*map(item, texts), origin=origin)
    report = evaluate(artifact, index_of(), None)
    reader = Reader(report, artifact, source_events(), limit=limit)
    return "\n".join("".join(span.text for span in line) for line in report_lines(reader, 200))


@pytest.mark.parametrize(
    ("origin", "limit", "listed"), [("imported", 5, False), ("imported", None, True), ("drafted", 5, True)]
)
def test_statements_in_other_words_are_listed_on_demand(origin: str, limit: int | None, listed: bool) -> None:
    """Of a transcript's own summary they are counted; whoever drafts has to mend them, and sees them all."""
    page = _page(origin, *SCATTERED, UNSAID, limit=limit)
    assert "B traceability, findings: 3" in page and UNSAID in page and "no_source" in page
    assert [text in page for text in SCATTERED] == [listed, listed]
    assert ("source_scattered: 2 statements, each of which no single passage carries" in page) is not listed


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (SCATTERED, "B has statements that no single passage carries (2)"),
        ((UNSAID,), "B has statements without a source (1)"),
        ((*SCATTERED, UNSAID), "B has statements without a source (1) or that no single passage carries (2)"),
    ],
)
def test_a_statement_in_other_words_is_not_called_without_a_source(texts: tuple[str, ...], why: str) -> None:
    """The verdict's own line counts both kinds apart."""
    report = evaluate(artifact_of(*map(item, texts), origin="imported"), index_of(), None)
    assert why in replaceability(report).why


@pytest.mark.parametrize(
    ("titles", "heading"),
    [
        (("decision dropped", "open work contradicted"), "Lost: 1 decision, 1 open work"),
        (("decision weakened", "decision mutated"), "May be altered: 2 decisions"),
        (
            ("decision uncertain", "decision dropped", "decision mutated"),
            "Lost: 1 decision; may be altered: 1 decision; may be said in other words: 1 decision",
        ),
        ((), ""),
    ],
)
def test_less_certain_losses_are_announced_apart(titles: tuple[str, ...], heading: str) -> None:
    """What readers found right in less than half of the cases is not called lost."""
    assert lost_heading(titles) == heading
