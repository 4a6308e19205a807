"""A document and a summary of it, judged as the program judges a summary file beside its source.

The document becomes one event that a tool read; the summary is taken apart by `parse_summary` and judged by
`gates.evaluate`. There is no other path for a benchmark.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from gates.artifact import Artifact, ArtifactSource, Item, Origin
from gates.evaluate import Evaluator
from gates.policy import Policy
from gates.report import Finding
from gates.search.index import SourceIndex
from gates.second_opinion import SecondOpinion, ask, questions_of
from gates.source import EventKind, SourceEvent, SourceRange
from workbench.importers.summaries.headings import parse_summary

SESSION = "ses_document"
CHECKERS: list[SecondOpinion] = []
"""Optional checkers used beside the rules; none unless the command names one."""


def rows(data: Path, name: str) -> Iterator[dict[str, Any]]:
    """The rows of one labelled set."""
    with (data / "labelled" / name / "data.jsonl").open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def artifact_of(items: tuple[Item, ...], narrative: str | None = None) -> Artifact:
    """The artifact that a summary of a document is."""
    return Artifact(
        source=ArtifactSource(session_id=SESSION, source_start=0, source_end=0),
        strategy="native",
        prompt_version="imported:text/1",
        origin=Origin.IMPORTED,
        narrative=narrative,
    ).with_items(items)


class Document:
    """One document, prepared once for all summaries of it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def judge(self) -> Evaluator:
        """The evaluator over the document; there is no capture, since nothing in it is one."""
        event = SourceEvent(0, EventKind.TOOL_RESULT, self.text, "n0", tokens=max(1, len(self.text) // 4))
        index = SourceIndex.build(SourceRange(SESSION, 0, 0), (event,), scope_complete=True)
        return Evaluator(index, None, Policy(warnings="all"))

    def findings(self, items: tuple[Item, ...], narrative: str | None = None) -> tuple[Finding, ...]:
        """What gate D finds in these items, hard findings and warnings."""
        artifact = artifact_of(items, narrative)
        linked = self.judge.linked(artifact) if CHECKERS else artifact
        opinions = tuple(ask(checker, questions_of(linked, self.judge.search)) for checker in CHECKERS)
        found = self.judge.evaluate(linked, opinions=opinions).gates["D"].findings
        return tuple(finding for finding in found if not finding.rule.endswith("_unjudged"))

    def of_summary(self, text: str) -> tuple[Finding, ...]:
        """What gate D finds in a summary's text."""
        items, narrative = parse_summary(text)
        return self.findings(items, narrative)
