"""Rows to and from gates values. The only place that knows how a value lies in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, ToolAction, ToolFact

EVENT_COLUMNS = (
    "ordinal, kind, text, native_id, turn, step, tokens, provenance, tool, signals, timestamp, line, "
    "byte_offset, byte_length, message_id"
)
"""What `event_of` needs, in its order."""

_KINDS = {kind.value: kind for kind in EventKind}
_ACTIONS = {action.value: action for action in ToolAction}


def tool_json(tool: ToolFact | None) -> str | None:
    """A tool fact as JSON text; None stays None."""
    if tool is None:
        return None
    return orjson.dumps([tool.name, tool.call_id, tool.action.value, tool.target, tool.failed]).decode()


def signals_json(signals: tuple[Signal, ...]) -> str | None:
    """Signals as JSON text; None for none."""
    if not signals:
        return None
    body = [
        [s.kind.value, [[e.text, e.start, e.end, e.key, e.status, e.context] for e in s.entries]]
        for s in signals
    ]
    return orjson.dumps(body).decode()


def event_of(
    row: Sequence[Any], lanes: Mapping[int, str], texts: Mapping[int, str] | None = None
) -> SourceEvent:
    """An event from a row of `EVENT_COLUMNS`; `texts` holds whole texts that lie in blobs."""
    ordinal = row[0]
    return SourceEvent(
        ordinal=ordinal,
        kind=_KINDS[row[1]],
        text=texts[ordinal] if texts and ordinal in texts else row[2],
        native_id=row[3],
        turn=row[4],
        step=row[5],
        lane=lanes.get(ordinal),
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
