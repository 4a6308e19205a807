"""Marks on the statements that a person has reviewed.

A mark applies until the statement's words or links change.
"""

from __future__ import annotations

from collections.abc import Iterable

from gates.artifact import Item
from gates.canonical import short_id
from store.records import edits
from workbench.bootstrap import Env
from workbench.edits.changes import Act


def mark_key(item: Item) -> str:
    """Return the key of a mark: the kind, words and links of a statement, in any draft of the session."""
    return short_id("mrk", item.item_id, *(link.evidence_id for link in item.links))


def reviewed(env: Env, session_id: str) -> frozenset[str]:
    """Return the keys of a session's statements that the actor has marked as reviewed."""
    found: set[str] = set()
    for each in edits.of_session(env.open_store(), session_id, Act.REVIEWED):
        if each.actor == env.actor:
            keys = {str(key) for key in each.body.get("keys", ())}
            found = found | keys if each.body.get("on") else found - keys
    return frozenset(found)


def mark_reviewed(env: Env, artifact_id: str, keys: Iterable[str], *, on: bool) -> None:
    """Mark statements of a draft as reviewed, or remove the mark."""
    body = {"keys": sorted(keys), "on": on}
    edits.append(env.open_store(), artifact_id, Act.REVIEWED, body, actor=env.actor, now=env.now())
