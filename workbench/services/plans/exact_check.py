"""The size of a first call as a draft checks it, for a range whose plan is near the cap.

A plan near the cap must not refuse what a draft sends, nor the reverse, so the request itself is built there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from store.engine import Store
from workbench.services.drafts.draft import request_of
from workbench.services.drafts.model_choice import ModelChoice, drafter_of
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.drafts.strategy_names import ROLLING
from workbench.services.plans.plan_runs import PlannedGeneration
from workbench.strategies.base import DraftRequest
from workbench.strategies.modelled.asking import Asker

NEAR = 0.75
"""Share of the cap above which an estimate is not enough."""
HISTORIAN = "historian"
"""The strategy whose estimate is from lengths alone, in ranges of any length, and can be too low."""
NEAR_HISTORIAN = 0.5
"""Like `NEAR`, for that strategy."""


class ExactCheck:
    """Counts the first calls of drafts of one range, for all strategies of a plan."""

    def __init__(self, store: Store, chosen: ChosenRange, cap: int) -> None:
        """`cap` is the most tokens of a generation."""
        self._store, self._chosen, self._cap = store, chosen, cap

    def counted(self, strategy: str, runs: Sequence[PlannedGeneration]) -> tuple[PlannedGeneration, ...]:
        """Return the runs; one over the whole range is counted as its draft if near the cap."""
        near = NEAR_HISTORIAN if strategy == HISTORIAN else NEAR
        if len(runs) != 1 or runs[0].checked <= near * self._cap:
            return tuple(runs)
        request = self._rolled_up if strategy == ROLLING else self._request
        needs = drafter_of(strategy, self._asker, ModelChoice()).estimate(request)
        return (replace(runs[0], counted=needs),)

    @cached_property
    def _request(self) -> DraftRequest:
        return request_of(self._store, self._chosen)

    @cached_property
    def _rolled_up(self) -> DraftRequest:
        made = request_of(self._store, self._chosen, rolling_up=True)
        return made if made.rolled else self._request

    @property
    def _asker(self) -> Asker:
        """An asker that only counts; nothing is ever sent."""
        from workbench.models.services import open_model

        return Asker(open_model("openai", "none", url="http://localhost", timeout_ms=1))
