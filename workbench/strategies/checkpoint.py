"""The fallback of gates A and E: a small, source-linked page without a model."""

from __future__ import annotations

from dataclasses import replace

from gates.artifact import Origin
from workbench.strategies.base import PAGE, Candidate, DraftRequest, candidate
from workbench.strategies.page import page
from workbench.strategies.page.statements import LEAST_LIKELY
from workbench.strategies.page.units import HUMAN

SHARE_OF_PAGE = 0.97
"""Room of a checkpoint as a share of a page, if no size was requested: the fallback is smaller."""


class CheckpointStrategy:
    """The `checkpoint` strategy."""

    name = "checkpoint"
    prompt_version = PAGE

    def draft(self, request: DraftRequest) -> Candidate:
        """Return captured items, the state at the end and likely items.

        The human's longer messages are kept.
        """
        room = request.room()
        room = room if room.hard else replace(room, most=int(room.most * SHARE_OF_PAGE))
        made = page(request, room=room, decisive=HUMAN, least=LEAST_LIKELY)
        return candidate(made.kept_request(), made.items, self.name, Origin.CHECKPOINT, version=PAGE)
