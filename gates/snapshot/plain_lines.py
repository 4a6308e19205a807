"""A snapshot's state as plain lines, grouped as `gates.render` groups an artifact, without ids or links.

For comparison by text; it is neither the narrative nor the text that an agent receives.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from gates.artifact import ItemKind
from gates.render import SECTIONS

_ENDED_WORD = {"retracted": "Retracted: ", "superseded": "Superseded: "}
_WORK_WORD = {"open": "Open: ", "done": "Done: "}


def snapshot_lines(snapshot: dict[str, Any]) -> list[str]:
    """Return headings and statements, one entry for each line of text; empty parts are left out."""
    state = snapshot["state"]
    done = snapshot["done_definition"]
    lines = [
        *_section("Objective", [snapshot["objective"]]),
        *_section("Done definition", [done if isinstance(done, str) else _json(done)]),
    ]
    for title, kind in SECTIONS:
        lines += _section(title, _statements(state, kind))
    known = {kind.value for _, kind in SECTIONS}
    others = [claim for claim in state["claims"] if claim.get("kind", "claim") not in known]
    return lines + list(_section("Other claims", map(_claim, others)))


def _statements(state: dict[str, Any], kind: ItemKind) -> Iterator[str]:
    yield from (_claim(claim) for claim in state["claims"] if claim.get("kind", "claim") == kind.value)
    if kind is ItemKind.OPEN_QUESTION:
        yield from state["open_questions"]
    if kind is ItemKind.CONFLICT:
        yield from (conflict["description"] for conflict in state["conflicts"])
    if kind is ItemKind.FAILURE:
        yield from map(failure_text, state["failures"])


def failure_text(failure: dict[str, Any]) -> str:
    """Return the text of a failure: its statement, else its category, place and cause."""
    value = failure.get("statement")
    if isinstance(value, str) and value:
        return value
    parts = (failure["category"], failure["where"], failure["why"])
    return "; ".join(part for part in parts if part)


def _claim(claim: dict[str, Any]) -> str:
    ended = _ENDED_WORD.get(claim["status"], "")
    word = _WORK_WORD.get(claim.get("work_status") or "", "")
    speaker = "The user: " if claim.get("speaker") == "user" else ""
    return f"{ended}{word}{speaker}{claim['statement']}"


def _section(title: str, texts: Iterable[str]) -> Iterator[str]:
    rows = [row.rstrip() for text in texts for row in text.strip().split("\n") if text.strip()]
    if rows:
        yield title
        yield from (f"  {row}" for row in rows)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True) if value else ""
