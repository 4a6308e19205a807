"""The default strategy: one draft of an explicit range, extractive, every item linked to its exact words.

A page of binding items, the state at the end first, and kept events up to the requested size. It calls no
model and never reads the stored capture.
"""

from __future__ import annotations

from gates.artifact import Origin
from workbench.strategies.base import PAGE, Candidate, DraftRequest, candidate
from workbench.strategies.page import page


class IntentionalStrategy:
    """The `intentional` strategy."""

    name = "intentional"
    prompt_version = PAGE

    def draft(self, request: DraftRequest) -> Candidate:
        """Return a candidate for the requested range and size."""
        made = page(request)
        return candidate(made.kept_request(), made.items, self.name, Origin.DRAFTED, version=PAGE)
