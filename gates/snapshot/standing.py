"""Claims about the state of the work, of which only the newest holds, and claims that a later one took back.

A state is worded by the capture (`Edited and not committed: a.py`); the next state of its kind replaces it.
A person's statement is taken back when a conflict of an active artifact says so and cites its words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from gates.artifact import ConflictDetail, Item, ItemKind
from gates.render import NEXT

IN_HAND = "in hand"
EDITED = "edited"
COMMITTED = "committed"
_WORDINGS = (
    (IN_HAND, re.compile(rf"{NEXT}|(?:The agent was at|Not answered yet): ")),
    (EDITED, re.compile(r"Edited (?:and not committed|after the last commit): ")),
    (COMMITTED, re.compile(r"Committed: ")),
    ("branch", re.compile(r"Branch: ")),
    ("pushed", re.compile(r"Pushed: ")),
    ("scratch", re.compile(r"Made to try something and still there: ")),
)
_CHECK = re.compile(r"(?:Passed|Failed) when last run: (.{1,400})", re.DOTALL)
_OUTCOME = re.compile(r" \([^()]{0,300}(?:\([^()]{0,80}\)[^()]{0,200}){0,4}\)")
"""What a check printed and when it ran, behind its command."""
WITHDRAWN = '" was withdrawn later: "'
"""Words of a conflict between a statement and the later one that takes it back."""


def kind_of(text: str) -> str | None:
    """Return the kind of a state of the work, a check with its command; None for any other statement."""
    checked = _CHECK.match(text)
    if checked is not None:
        return f"check {_OUTCOME.sub('', checked.group(1)).strip(' .')}"
    return next((name for name, wording in _WORDINGS if wording.match(text)), None)


def replaced_kinds(items: Iterable[Item]) -> frozenset[str]:
    """Return the kinds of state that no longer hold after an artifact with these items."""
    stated = {kind for item in items if (kind := kind_of(item.text)) is not None}
    gone = stated - {COMMITTED}  # a commit is an event and stays one
    if COMMITTED in stated:
        gone.add(EDITED)
    return frozenset(gone | {IN_HAND})


def taken_back(conflicts: Iterable[Item]) -> list[Mapping[str, Any]]:
    """Return the places, as evidence pointers with a span, of statements that conflicts call withdrawn."""
    found: list[Mapping[str, Any]] = []
    for item in conflicts:
        detail = item.detail
        if item.kind is ItemKind.CONFLICT and isinstance(detail, ConflictDetail) and WITHDRAWN in item.text:
            found += [
                {"chunk_id": link.chunk_id, "span": {"start": link.span.start, "end": link.span.end}}
                for link in item.links
                if link.evidence_id in detail.side_a
            ]
    return found


def is_taken_back(claim: Mapping[str, Any], places: Collection[Mapping[str, Any]]) -> bool:
    """Return whether all evidence of a person's claim lies where statements were withdrawn."""
    said = claim["speaker"] == "user" and bool(claim["evidence_refs"])
    return said and all(any(_meet(ref, place) for place in places) for ref in claim["evidence_refs"])


def _meet(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    same = one["chunk_id"] == other["chunk_id"]
    return bool(
        same and one["span"]["start"] < other["span"]["end"] and other["span"]["start"] < one["span"]["end"]
    )
