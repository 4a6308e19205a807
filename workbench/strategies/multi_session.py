"""`multi_session`: one stage of a compaction in staged windows, never one shot (S1 section 3).

A stage drafts its window as `intentional` does and carries what bound before it; who stages the windows, and
hands each the seed package of the one before, is `workbench.services.staged_draft`. Off until switched on.
"""

from __future__ import annotations

from gates.artifact import Origin
from workbench.strategies.base import EXTRACTIVE, Candidate, DraftRequest, candidate
from workbench.strategies.essentials import essentials
from workbench.strategies.filling import fill
from workbench.strategies.sizing import CEILING, Size, fitting


class MultiSessionStrategy:
    """`multi_session`, one stage."""

    name = "multi_session"
    prompt_version = EXTRACTIVE

    def draft(self, request: DraftRequest) -> Candidate:
        """A candidate for one window."""
        size, found = Size(request), essentials(request)
        items = fitting(size, (found.binding, found.records, found.state, found.done), CEILING)
        items += fill(request, size, items)
        return candidate(request, items, self.name, Origin.DRAFTED)
