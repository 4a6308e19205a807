"""Converts rows to gates values and back; no other module knows how a value is stored in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import orjson

from gates.source import (
    EventKind,
    Signal,
    SignalEntry,
    SignalKind,
    SourceEvent,
    ToolAction,
    ToolFact,
    extend_chain,
)

EVENT_COLUMNS = (
    "ordinal, kind, text, native_id, turn, step, tokens, provenance, tool, signals, timestamp, line, "
    "byte_offset, byte_length, message_id"
)
"""Columns that `event_of` needs, in its order."""

Kept = tuple[Sequence[str], Sequence[str | None]]
"""Texts, and hashes of blobs, one of each per event."""

_KINDS = {kind.value: kind for kind in EventKind}
_ACTIONS = {action.value: action for action in ToolAction}


def tool_json(tool: ToolFact | None) -> str | None:
    """Return a tool fact as JSON text; None stays None."""
    if tool is None:
        return None
    return orjson.dumps([tool.name, tool.call_id, tool.action._value_, tool.target, tool.failed]).decode()


def signals_json(signals: tuple[Signal, ...]) -> str | None:
    """Return signals as JSON text, or None if there are none."""
    if not signals:
        return None
    body = [
        [s.kind.value, [[e.text, e.start, e.end, e.key, e.status, e.context] for e in s.entries]]
        for s in signals
    ]
    return orjson.dumps(body).decode()


def event_columns(
    owner: tuple[str, str], first: int, events: Sequence[SourceEvent], kept: Kept, chain: str
) -> tuple[Sequence[Any], ...]:
    """Return the columns of rows for events, in the table's order.

    Args:
        owner: ids of the import and of the session.
        first: the ordinal that the first event gets; the others follow.
        events: at least one event.
        kept: for each event the text in its row, and the hash of its blob if the row only has a preview.
        chain: the chain before the first event.
    """
    import_id, session_id = owner
    _, kinds, texts, native_ids, turns, steps, _, tokens, provenances, tools, signals, *places = zip(
        *events, strict=True
    )
    digests = [event.digest() for event in events]
    chains = list(accumulate(digests, extend_chain, initial=chain))[1:]
    return (
        [import_id] * len(events),
        list(range(first, first + len(events))),
        [session_id] * len(events),
        [kind._value_ for kind in kinds],
        *kept,
        list(map(len, texts)),
        native_ids,
        turns,
        steps,
        tokens,
        provenances,
        [None if tool is None else tool.call_id for tool in tools],
        list(map(tool_json, tools)),
        list(map(signals_json, signals)),
        *places,
        list(map(bytes.fromhex, digests)),
        list(map(bytes.fromhex, chains)),
    )


def event_of(
    row: Sequence[Any], sidechains: Mapping[int, str], texts: Mapping[int, str] | None = None
) -> SourceEvent:
    """Return the event of a row of `EVENT_COLUMNS`; `texts` contains whole texts that are stored as blobs."""
    ordinal = row[0]
    return SourceEvent(
        ordinal=ordinal,
        kind=_KINDS[row[1]],
        text=texts[ordinal] if texts and ordinal in texts else row[2],
        native_id=row[3],
        turn=row[4],
        step=row[5],
        sidechain=sidechains.get(ordinal),
        tokens=row[6],
        provenance=row[7],
        tool=_tool(row[8]),
        signals=_signals(row[9]),
        timestamp=row[10],
        line=row[11],
        offset=row[12],
        length=row[13],
        message_id=row[14],
    )


def _tool(body: str | None) -> ToolFact | None:
    if body is None:
        return None
    name, call_id, action, target, failed = orjson.loads(body)
    return ToolFact(name, call_id, _ACTIONS[action], target, failed)


def _signals(body: str | None) -> tuple[Signal, ...]:
    if body is None:
        return ()
    return tuple(
        Signal(SignalKind(kind), tuple(SignalEntry(*entry) for entry in entries))
        for kind, entries in orjson.loads(body)
    )
