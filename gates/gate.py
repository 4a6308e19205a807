"""The gate protocol and its input. A gate is pure: the same input gives the same result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from gates.artifact import Artifact, Origin
from gates.capture import Capture
from gates.findings import Memo
from gates.policy import Policy
from gates.report import GateResult
from gates.review import Review
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch
from gates.source import EventKind
from gates.summary_answers import SummaryAnswers

_MARKS = (EventKind.COMPACTION, EventKind.SYSTEM, EventKind.META)
"""Kinds of the single event in the range of such a compaction: its summary, or the mark of it."""


@dataclass(frozen=True)
class GateInput:
    """Everything that a gate may read."""

    artifact: Artifact
    """Parsed; the items of an imported artifact already have the links that `gates.search.linking` made."""
    artifact_id: str
    index: SourceIndex
    capture: Capture | None
    """None if no capture is available; gate C is then UNVERIFIABLE."""
    reviews: tuple[Review, ...]
    """Reviews that concern this artifact or its session; empty under strict scoring."""
    policy: Policy
    search: SpanSearch
    """Search over the same index; it prepares itself on first use."""
    summary_answers: SummaryAnswers | None = None
    """A model's answers on which captured items the artifact reports; they decide nothing that counts."""
    memo: Memo = field(default_factory=Memo)
    """Results cached between evaluations over the same index and capture."""

    @property
    def source_elsewhere(self) -> bool:
        """Whether a transcript's own compaction replaces events that its file does not contain."""
        index = self.index
        if self.artifact.origin is not Origin.IMPORTED or index.scope_complete:
            return False
        inside = index.events[index.source.start : index.source.end + 1]
        return len(inside) == 1 and inside[0].kind in _MARKS and not any(i.links for i in self.artifact.items)


class Gate(Protocol):
    """One of the required gates A to E, or an extra one that can only tighten the result."""

    name: str

    def evaluate(self, given: GateInput) -> GateResult:
        """Judge one artifact. Never raises because of an artifact's content."""
