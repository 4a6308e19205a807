"""What a model answers when it is asked what binds: read out of JSON of any shape, bounded, and kept.

Nothing of it is words of the source yet: `workbench.checkers.quotes` finds the quotations again.
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
"""Of one answer, what is more is left out; of a quotation, what is longer is none."""
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
    """Words that a model quotes from an event."""

    event: int
    text: str


class ProposedItem(NamedTuple):
    """One thing that a model proposes as binding."""

    kind: CaptureKind
    importance: str
    quotes: tuple[ProposedQuote, ...]


class Proposed(NamedTuple):
    """One answer, bounded."""

    items: tuple[ProposedItem, ...] = ()
    closed: tuple[int, ...] = ()
    misshapen: int = 0
    """Entries that were no items, or over the limit."""


def proposed_in(text: str) -> Proposed | None:
    """The answer in a model's text; None where it holds none.

    A text that is not JSON is looked through once more for the first object in it.
    """
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = object_in(text)
    return proposed_of(body) if isinstance(body, dict) and isinstance(body.get("items"), list) else None


def proposed_of(body: Mapping[str, Any]) -> Proposed:
    """The answer that JSON of any shape holds."""
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
    """What a model proposed of windows, so that it is used again without the model."""

    def encoded(self, answer: Proposed) -> Mapping[str, Any]:
        """The answer as it was understood."""
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
        """The answer of a line."""
        if not isinstance(body["items"], list):
            raise ValueError("no kept answer")
        return proposed_of(body)
