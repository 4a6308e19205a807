"""The fallback of gates A and E: a small, source-linked page without a model."""

from __future__ import annotations

from gates.artifact import Origin
from workbench.strategies.base import PAGE, Candidate, DraftRequest, candidate
from workbench.strategies.page import page
from workbench.strategies.page.units import HUMAN


class CheckpointStrategy:
    """`checkpoint`."""

    name = "checkpoint"
    prompt_version = PAGE

    def draft(self, request: DraftRequest) -> Candidate:
        """What counts, the state at the end and what binds most likely; the human's longer messages kept."""
        made = page(request, decisive=HUMAN)
        return candidate(made.kept_request(), made.items, self.name, Origin.CHECKPOINT, version=PAGE)
