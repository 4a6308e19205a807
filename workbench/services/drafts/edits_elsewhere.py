"""What happened to a person's edits in another window: they were kept as a draft, or continued."""

from __future__ import annotations

from dataclasses import dataclass

from store.records import artifacts, edits
from workbench.bootstrap import Env
from workbench.edits.changes import Act
from workbench.edits.item_places import places


@dataclass(frozen=True)
class Elsewhere:
    """The state of an edit log that continued after the entry that was seen last."""

    artifact_id: str
    """The artifact that the edits were kept as; the draft itself if they were not kept."""
    number: int
    kept: bool
    places: dict[str, str]
    """Ids of that artifact's items, by place."""

    def item(self, item_id: str, place: str) -> str | None:
        """Return the statement of that id, else the one at that place; None if there is neither."""
        return item_id if item_id in self.places.values() else self.places.get(place)


def elsewhere(env: Env, artifact_id: str, seen: int) -> Elsewhere | None:
    """Return the state of the actor's log of a draft after an entry; None if nothing follows it."""
    store = env.open_store()
    with store.reading():
        log = [
            each
            for each in edits.of_artifact(store, artifact_id)
            if each.actor == env.actor and each.sequence > seen and each.action != Act.REVIEWED
        ]
        if not log:
            return None
        kept = next((each.body.get("artifact_id") for each in reversed(log) if each.action == Act.KEEP), None)
        found = artifacts.get(store, str(kept) if kept else artifact_id)
    known = {place: item_id for item_id, place in places(found.artifact).items()}
    return Elsewhere(found.artifact_id, found.number, kept is not None, known)
