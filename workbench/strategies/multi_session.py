"""`multi_session`: one stage of a compaction in staged windows, never one shot (S1 section 3).

A stage drafts its window as `intentional` does and carries what bound before it; who stages the windows,
and hands each the seed package of the one before, is
`workbench.services.drafts.staged_draft`. Off until switched on.
"""

from __future__ import annotations

from gates.artifact import Origin
from workbench.strategies.base import PAGE, Candidate, DraftRequest, candidate
from workbench.strategies.page import page


class MultiSessionStrategy:
    """`multi_session`, one stage."""

    name = "multi_session"
    prompt_version = PAGE

    def draft(self, request: DraftRequest) -> Candidate:
        """A candidate for one window."""
        made = page(request)
        return candidate(made.kept_request(), made.items, self.name, Origin.DRAFTED, version=PAGE)
