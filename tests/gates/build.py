"""Small hand-made sources for the tests of the gates."""

from __future__ import annotations

from typing import Any

from gates.artifact import Artifact, Item, number_items, parse
from gates.capture import Capture, CapturedItem, make_capture
from gates.policy import Policy
from gates.search.index import SourceIndex
from gates.source import (
    EventKind,
    SourceEvent,
    SourceLink,
    SourceRange,
    ToolAction,
    ToolFact,
    make_link,
)

SESSION = "ses_test"
ALL = Policy(warnings="all")
"""A policy under which a report holds every warning."""

TEXTS: tuple[tuple[EventKind, str], ...] = (
    (EventKind.USER, "Please migrate the invoice exporter to store/exporter.py. Never touch the public API."),
    (
        EventKind.ASSISTANT,
        "I will start with the exporter. The retry limit in billing/retry.py is 3 attempts.",
    ),
    (EventKind.TOOL_CALL, "Bash\ncommand: pytest tests/billing"),
    (EventKind.TOOL_RESULT, "FAILED tests/billing/test_retry.py::test_limit\n2 failed, 14 passed in 3.20s"),
    (EventKind.ASSISTANT, "The retry tests fail because the limit is read before the settings are loaded."),
    (EventKind.USER, "Use the --dry-run flag for the first export, and write a changelog entry for it."),
    (EventKind.ASSISTANT, "The exporter now writes 240 rows per batch and keeps the old column order."),
    (EventKind.USER, "Thanks. Which tests are left?"),
    (EventKind.ASSISTANT, "Two retry tests are left; the rounding test is done."),
)


def source_events() -> tuple[SourceEvent, ...]:
    """Nine events: two calls with their result, three human messages."""
    made = []
    for ordinal, (kind, text) in enumerate(TEXTS):
        tool = None
        if kind in (EventKind.TOOL_CALL, EventKind.TOOL_RESULT):
            failed = True if kind is EventKind.TOOL_RESULT else None
            tool = ToolFact("Bash", "call-1", ToolAction.COMMAND, "pytest tests/billing", failed)
        tokens = max(1, len(text) // 4)
        made.append(SourceEvent(ordinal, kind, text, f"n{ordinal}", tokens=tokens, tool=tool))
    return tuple(made)


def index_of(
    events: tuple[SourceEvent, ...] | None = None,
    start: int = 0,
    end: int | None = None,
    *,
    scope_complete: bool = True,
) -> SourceIndex:
    """Return an index over the events, by default the nine of this module."""
    using = events if events is not None else source_events()
    last = len(using) - 1 if end is None else end
    return SourceIndex.build(SourceRange(SESSION, start, last), using, scope_complete=scope_complete)


def link_to(quote: str, events: tuple[SourceEvent, ...] | None = None) -> SourceLink:
    """Return a link to the first occurrence of these words."""
    for event in events if events is not None else source_events():
        at = event.text.find(quote)
        if at >= 0:
            return make_link(SESSION, event.ordinal, event.text, at, at + len(quote))
    raise AssertionError(f"no event says {quote!r}")


def item(text: str, *quotes: str, kind: str = "claim", **extra: object) -> Item:
    """Return an item linked to these words."""
    links = tuple(link_to(quote) for quote in quotes)
    return Item.model_validate({"kind": kind, "text": text, "links": links, **extra})


def artifact_of(*items: Item, origin: str = "drafted", **extra: Any) -> Artifact:
    """An artifact over the nine events, with four known zeros."""
    record = {
        "input_tokens": 0,
        "cache_read_tokens": 0,
        "cache_creation_tokens": 0,
        "output_tokens": 0,
        "provenance": "reported",
        "elapsed_ms": 5,
    }
    made = parse(
        {
            "schema": "workbench.artifact/1",
            "source": {"session_id": SESSION, "source_start": 0, "source_end": len(TEXTS) - 1},
            "strategy": "intentional",
            "prompt_version": "extractive/1",
            "origin": origin,
            "generation_record": record,
            **extra,
        }
    )
    return made.model_copy(update={"items": number_items(items)})


def captured(text: str, quote: str, kind: str = "decision", status: str = "in_force") -> CapturedItem:
    """Return a captured item whose evidence is the quote."""
    return CapturedItem.model_validate(
        {
            "item_id": f"cap_{text[:24]}",
            "kind": kind,
            "text": text,
            "status": status,
            "origin": "structural",
            "evidence": (link_to(quote),),
        }
    )


def capture_of(*items: CapturedItem) -> Capture:
    """Return a capture of these items."""
    return make_capture("test/1", items)
