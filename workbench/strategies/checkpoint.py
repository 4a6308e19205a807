"""The fallback of gates A and E: a small, source-linked checkpoint without a model and without filling."""

from __future__ import annotations

from gates.artifact import Origin
from workbench.strategies.base import EXTRACTIVE, Candidate, DraftRequest, candidate
from workbench.strategies.essentials import essentials
from workbench.strategies.sizing import CEILING, Size, fitting


class CheckpointStrategy:
    """`checkpoint`."""

    name = "checkpoint"
    prompt_version = EXTRACTIVE

    def draft(self, request: DraftRequest) -> Candidate:
        """Decisions, open work, files, failures and the state at the end; nothing else."""
        found = essentials(request)
        items = fitting(Size(request), (found.binding, found.records, found.state), CEILING)
        return candidate(request, items, self.name, Origin.CHECKPOINT)
