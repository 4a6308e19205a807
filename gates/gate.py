"""The gate protocol and its input. A gate is pure: the same input gives the same result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from gates.artifact import Artifact
from gates.capture import Capture
from gates.findings import Memo
from gates.policy import Policy
from gates.report import GateResult
from gates.review import Review
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch
from gates.summary_answers import SummaryAnswers


@dataclass(frozen=True)
class GateInput:
    """Everything a gate may look at."""

    artifact: Artifact
    """Parsed; the items of an imported artifact already carry the links that `gates.search.linking` made."""
    artifact_id: str
    index: SourceIndex
    capture: Capture | None
    """None when no capture could be had; gate C is UNVERIFIABLE then."""
    reviews: tuple[Review, ...]
    """Reviews that bear on this artifact or its session; empty under strict scoring."""
    policy: Policy
    search: SpanSearch
    """Over the same index; it prepares itself on first use."""
    summary_answers: SummaryAnswers | None = None
    """What a model says that the artifact tells of the capture; it decides nothing that counts."""
    memo: Memo = field(default_factory=Memo)
    """Results kept between evaluations over the same index and capture."""


class Gate(Protocol):
    """One of the required gates A to E, or an extra one that can only tighten."""

    name: str

    def evaluate(self, given: GateInput) -> GateResult:
        """Judge one artifact. Never raises for what an artifact contains."""
