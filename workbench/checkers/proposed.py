"""A model's proposals of decisions and open work: parsed from JSON of any shape, limited, and stored.

Their quotations are not verified yet: `workbench.checkers.quotes` finds them in the source.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from gates.capture import CaptureKind
from workbench.checkers.kept import AnswersByKey
from workbench.models.base import Schema
from workbench.models.json_answers import object_in

MOST_ITEMS = 100
MOST_QUOTES = 3
MOST_CLOSED = 200
QUOTE_LENGTH = 1_000
"""Limits of one answer, beyond which entries are dropped, and of a quotation: a longer one is ignored."""
IMPORTANCE = ("must", "should")

_QUOTE = {
    "type": "object",
    "properties": {"event": {"type": "integer"}, "quote": {"type": "string"}},
    "required": ["event", "quote"],
    "additionalProperties": False,
}
_ITEM = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "enum": ["decision", "open_work"]},
        "importance": {"type": "string", "enum": list(IMPORTANCE)},
        "quotes": {"type": "array", "items": _QUOTE},
    },
    "required": ["kind", "importance", "quotes"],
    "additionalProperties": False,
}
SCHEMA = Schema(
    "report_what_binds",
    {
        "type": "object",
        "properties": {
            "items": {"type": "array", "items": _ITEM},
            "closed": {"type": "array", "items": {"type": "integer"}},
        },
        "required": ["items", "closed"],
        "additionalProperties": False,
    },
)


class ProposedQuote(NamedTuple):
    """A quotation that a model gave, with its event."""

    event: int
    text: str


class ProposedItem(NamedTuple):
    """One decision or open work that a model proposes."""

    kind: CaptureKind
    importance: str
    quotes: tuple[ProposedQuote, ...]


class Proposed(NamedTuple):
    """The proposals of one answer, within the limits."""

    items: tuple[ProposedItem, ...] = ()
    closed: tuple[int, ...] = ()
    misshapen: int = 0
    """Number of entries that are not items, or exceed the limit."""


def proposed_in(text: str) -> Proposed | None:
    """Parse a model's answer; None if it contains no list of items.

    If the text is not JSON, the first JSON object in it is used.
    """
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = object_in(text, "items")
    return proposed_of(body) if isinstance(body, dict) and isinstance(body.get("items"), list) else None


def proposed_of(body: Mapping[str, Any]) -> Proposed:
    """Read the proposals from JSON of any shape."""
    entries = _list(body.get("items"))
    items = tuple(item for entry in entries[:MOST_ITEMS] if (item := _item(entry)) is not None)
    closed = tuple(n for n in _list(body.get("closed"))[:MOST_CLOSED] if _ordinal(n))
    return Proposed(items, closed, len(entries) - len(items))


def _item(entry: Any) -> ProposedItem | None:  # noqa: ANN401 - JSON of any shape
    if not isinstance(entry, dict):
        return None
    kind: CaptureKind
    if entry.get("kind") == "decision":
        kind = "decision"
    elif entry.get("kind") == "open_work":
        kind = "open_work"
    else:
        return None
    stated = entry.get("importance")
    quotes = [_quote(each) for each in _list(entry.get("quotes"))[:MOST_QUOTES]]
    importance = stated if isinstance(stated, str) and stated in IMPORTANCE else IMPORTANCE[-1]
    return ProposedItem(kind, importance, tuple(quote for quote in quotes if quote is not None))


def _quote(entry: Any) -> ProposedQuote | None:  # noqa: ANN401 - idem
    if not isinstance(entry, dict) or not isinstance(entry.get("quote"), str):
        return None
    text = entry["quote"]
    if len(text) > QUOTE_LENGTH:
        return ProposedQuote(-1, "")
    return ProposedQuote(entry["event"] if _ordinal(entry.get("event")) else -1, text)


def _ordinal(value: Any) -> bool:  # noqa: ANN401 - idem
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9


def _list(value: Any) -> list[Any]:  # noqa: ANN401 - idem
    return value if isinstance(value, list) else []


class KeptProposals(AnswersByKey[Proposed]):
    """Stored proposals about windows, which are used again without the model."""

    def encoded(self, answer: Proposed) -> Mapping[str, Any]:
        """Convert an answer, as it was parsed, to JSON."""
        items = [
            {
                "kind": item.kind,
                "importance": item.importance,
                "quotes": [{"event": quote.event, "quote": quote.text} for quote in item.quotes],
            }
            for item in answer.items
        ]
        return {"items": items, "closed": list(answer.closed)}

    def decoded(self, body: Mapping[str, Any]) -> Proposed:
        """Parse the answer of a line."""
        if not isinstance(body["items"], list):
            raise ValueError("no kept answer")
        return proposed_of(body)
