"""The narrative of a snapshot draft: what changed, what is uncertain, what comes next (S2, 6 B).

A template renders it from the draft's own items, so it states nothing that no item states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gates.artifact import Item, ItemKind
from workbench.facts.objective import cut_to
from workbench.facts.spans import fold
from workbench.templates import render

MAX_ENTRY = 120
MOST = 3
"""Most entries of a section; the contract asks for one to three next actions."""

_CHANGES = (ItemKind.DECISION, ItemKind.ARTIFACT_REF, ItemKind.CONFLICT)
_DOUBTS = (ItemKind.OPEN_QUESTION, ItemKind.FAILURE)
_PASSED = "(the same command passed later)"


def delta_narrative(items: Sequence[Item], limit: int) -> str | None:
    """Return the narrative of the items in at most `limit` UTF-8 bytes; None if nothing fits."""
    changed = [item for item in items if _reports_change(item)]
    doubts = [item for item in items if item.kind in _DOUBTS and not item.text.endswith(_PASSED)]
    following = [item for item in items if item.kind is ItemKind.OPEN_WORK and item.status == "open"]
    sections = [
        {"title": "Changed", "entries": _last(changed)},
        {"title": "Uncertain", "entries": _last(doubts)},
        {"title": "Next", "entries": [_entry(item) for item in following[:MOST]]},
    ]
    while any(section["entries"] for section in sections):
        stated = render("delta.md.j2", sections=sections)
        if len(stated.encode("utf-8", "replace")) <= limit:
            return stated
        longest = max(sections, key=lambda section: len(section["entries"]))
        longest["entries"] = longest["entries"][:-1]
    return None


def _reports_change(item: Item) -> bool:
    """Return whether an item reports a change.

    A request of the user is not yet done, so it does not count.
    """
    asked = item.kind is ItemKind.DECISION and item.speaker == "user"
    return item.status == "done" or (item.kind in _CHANGES and not asked)


def _last(items: Iterable[Item]) -> list[str]:
    return [_entry(item) for item in list(items)[-MOST:]]


def _entry(item: Item) -> str:
    done = "Done: " if item.status == "done" else ""
    return done + cut_to(fold(item.text), MAX_ENTRY)
