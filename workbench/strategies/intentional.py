"""The default strategy: one draft of an explicit range, extractive, every item linked to its exact words.

It holds what binds and what happened, then the most informative statements up to the contract's
target size. It calls no model and never reads the stored capture.
"""

from __future__ import annotations

from gates.artifact import Origin
from workbench.strategies.base import EXTRACTIVE, Candidate, DraftRequest, candidate
from workbench.strategies.essentials import essentials
from workbench.strategies.filling import fill
from workbench.strategies.sizing import CEILING, Size, fitting


class IntentionalStrategy:
    """`intentional`."""

    name = "intentional"
    prompt_version = EXTRACTIVE

    def draft(self, request: DraftRequest) -> Candidate:
        """A candidate of 20 to 30% of the source's tokens where the source has that much to say."""
        size, found = Size(request), essentials(request)
        items = fitting(size, (found.binding, found.records, found.state, found.done), CEILING)
        items += fill(request, size, items)
        return candidate(request, items, self.name, Origin.DRAFTED)
