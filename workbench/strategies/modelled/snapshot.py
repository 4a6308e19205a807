"""`snapshot` with a model's notes: claims, conflicts, failures and questions beside the facts (SG2).

Decisions, open work, files and failed commands are those of the offline draft; the model adds what only a
reader sees. The narrative is rendered from the items, so that it states nothing that no item states.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item, ItemKind, parse
from gates.language.similarity import subsumes
from workbench.strategies.base import DraftRequest
from workbench.strategies.modelled.asking import Asker
from workbench.strategies.modelled.items import NOTES, ItemDrafter
from workbench.strategies.modelled.prompting import numbered
from workbench.strategies.sizing import Size
from workbench.strategies.snapshot.delta import delta_narrative
from workbench.strategies.snapshot.draft import NARRATIVE_SHARE, SnapshotStrategy

NAME = "snapshot"
_NOTED = frozenset({ItemKind.CLAIM, ItemKind.CONFLICT})
"""Kinds for which the model's items replace those of the offline draft."""
SHOWN_KNOWN = 60


class SnapshotDrafter(ItemDrafter):
    """`snapshot` with notes of a model."""

    def __init__(self, asker: Asker, *, allow_unsourced: bool = False) -> None:
        super().__init__(NAME, asker.apart(), NOTES, allow_unsourced=allow_unsourced)
        self._own: tuple[DraftRequest, tuple[Item, ...]] | None = None
        self._stated: str | None = None

    def earlier(self, request: DraftRequest) -> Sequence[Item]:  # noqa: ARG002 - the facts carry it on
        """Return nothing: the recorded items contain what is binding."""
        return ()

    def task(self, request: DraftRequest) -> dict[str, object]:
        """Return the objective and the items that are already recorded."""
        known = [(item.kind.value, item.text) for item in self._recorded(request)][:SHOWN_KNOWN]
        return {**super().task(request), "known": numbered(known)}

    def completed(self, request: DraftRequest, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the recorded items, then the notes that add something; later rounds change both."""
        if self.items:
            return items
        recorded = self._recorded(request)
        fresh = [item for item in items if not any(subsumes(each.text, item.text) for each in recorded)]
        return (*recorded, *fresh)

    def narrative(self, request: DraftRequest) -> str | None:
        """Return what changed, what is uncertain and what comes next, rendered from the items."""
        return delta_narrative(self.items, Size(request).bytes_for(NARRATIVE_SHARE))

    def _recorded(self, request: DraftRequest) -> tuple[Item, ...]:
        """Return the items of the offline draft that are not notes."""
        if self._own is None or self._own[0] is not request:
            made = parse(SnapshotStrategy().draft(request).payload).items
            plain = tuple(item.model_copy(update={"item_id": ""}) for item in made if item.kind not in _NOTED)
            self._own = (request, plain)
        return self._own[1]
