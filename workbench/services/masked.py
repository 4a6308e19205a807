"""A score as it goes out: secrets in its texts masked and counted. The verdicts were made before and stay.

The events behind it are masked as they are looked at. Digests and ids in it are those of the true texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import overload

import orjson

from gates.artifact import Artifact
from gates.report import GateReport
from gates.source import SourceEvent
from workbench.masking import mask_artifact, mask_event, mask_json
from workbench.services.scored import Scored, ScoreRun


@dataclass(frozen=True)
class MaskedEvents(Sequence[SourceEvent]):
    """Events of which each is masked when it is looked at."""

    events: Sequence[SourceEvent]

    def __len__(self) -> int:
        return len(self.events)

    @overload
    def __getitem__(self, index: int) -> SourceEvent: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SourceEvent]: ...
    def __getitem__(self, index: int | slice) -> SourceEvent | Sequence[SourceEvent]:
        found = self.events[index]
        return mask_event(found)[0] if isinstance(found, SourceEvent) else MaskedEvents(found)


def masked_run(run: ScoreRun) -> tuple[ScoreRun, int]:
    """The run with every text of its reports masked, and how many secrets there were."""
    scored, total = [], 0
    for each in run.scored:
        masked, found = _scored(each)
        scored.append(masked)
        total += found
    return replace(run, scored=tuple(scored)), total


def _scored(scored: Scored) -> tuple[Scored, int]:
    report, in_report = masked_report(scored.report)
    artifact, in_artifact = _artifact(scored.artifact)
    shown = replace(scored, report=report, artifact=artifact, events=MaskedEvents(scored.events))
    return shown, in_report + in_artifact


def masked_report(report: GateReport) -> tuple[GateReport, int]:
    """A report with its texts and quotes masked; its verdicts, ids and digests stay as they are."""
    body, found = mask_json(report.to_json())
    return (GateReport.model_validate_json(orjson.dumps(body)), found) if found else (report, 0)


def _artifact(artifact: Artifact | None) -> tuple[Artifact | None, int]:
    return (None, 0) if artifact is None else mask_artifact(artifact)
