"""The transcript's own summary as a draft: linked, with what it lost added and what has no source left out.

It is `workbench.strategies.repair` and nothing else; it calls no model and writes no statement of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from gates.artifact import Artifact, Origin
from gates.capture import Capture
from gates.report import GateReport
from gates.search.index import SourceIndex
from workbench.errors import UsageError
from workbench.strategies.base import Candidate, DraftRequest, no_model
from workbench.strategies.repair import REPAIR, mend


@dataclass(frozen=True, slots=True)
class NativeSummary:
    """A summary found in a transcript, with what it was judged against."""

    artifact: Artifact
    """With links made."""
    artifact_id: str
    """Its id as it is stored, without them."""
    report: GateReport
    index: SourceIndex
    capture: Capture
    """As reviews left it."""


class NativeStrategy:
    """`native`."""

    name = "native"
    prompt_version = REPAIR

    def __init__(self, summary: NativeSummary | None = None) -> None:
        self._summary = summary

    def draft(self, request: DraftRequest) -> Candidate:
        """The summary of the requested range, mended.

        Raises:
            UsageError: the transcript has no summary of this range, or it cannot be read.
        """
        found = self._summary
        source = request.source
        if found is None or found.artifact.source.range() != source:
            raise UsageError(
                f"the transcript has no summary of exactly events {source.start}..{source.end}",
                "leave out --range to take its last one",
            )
        if found.artifact.opaque:
            raise UsageError(
                "the summary is encrypted: nothing in it can be read",
                "draft the range with another strategy",
            )
        mended = mend(found.artifact, found.report, found.index, found.capture, drop_unsourced=True)
        artifact = mended.artifact if mended is not None else found.artifact
        drafted = artifact.model_copy(
            update={
                "strategy": self.name,
                "origin": Origin.DRAFTED,
                "prompt_version": REPAIR,
                "objective": request.objective,
                "parents": (found.artifact_id,),
                "covers": request.covers,
                "generation_record": no_model(),
            }
        )
        return Candidate(drafted.to_json(), no_model(), mended.dropped if mended is not None else ())
