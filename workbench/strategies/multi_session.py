"""`multi_session`: one stage of a compaction in staged windows, never all at once (S1 section 3).

A stage drafts its window as `intentional` does and carries over the earlier binding items;
`workbench.services.drafts.staged_draft` stages the windows and gives each the seed package of the previous
one. Off until switched on.
"""

from __future__ import annotations

from gates.artifact import Origin
from workbench.strategies.base import PAGE, Candidate, DraftRequest, candidate
from workbench.strategies.page import page


class MultiSessionStrategy:
    """The `multi_session` strategy, one stage."""

    name = "multi_session"
    prompt_version = PAGE

    def draft(self, request: DraftRequest) -> Candidate:
        """Return a candidate for one window."""
        made = page(request)
        return candidate(made.kept_request(), made.items, self.name, Origin.DRAFTED, version=PAGE)
