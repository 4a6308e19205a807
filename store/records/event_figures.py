"""Figures of the events of a session's main line, without their texts, in order and in batches.

For readers of every event of a long session: memory holds one batch, whatever the session's length.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from store.database.session import raw_connection
from store.engine import Store

Facts: TypeAlias = tuple[int, str, int, int, int, int, str | None, str | None, bool]
"""Ordinal, kind, turn, step, tokens, characters, call id, message id, and whether it is informative.

Informative means that a call plans, lists work, asks or writes prose, or that the event has signals.
"""

BATCH = 20_000

_SIDECHAINS = (
    "SELECT ordinal FROM event_lane WHERE session_id = $1 AND import_id IN "
    "(SELECT import_id FROM import_record WHERE session_id = $1) "
    "GROUP BY ordinal HAVING coalesce(arg_max(coalesce(lane, ''), sequence), '') <> ''"
)
_PROSE = r"[^\"]*\.([mM][dD]|[mM]arkdown|[tT][xX][tT]|[rR][sS][tT])"
_SPEAKS = (
    "signals IS NOT NULL OR coalesce(kind = 'tool_call' AND regexp_matches(tool, "
    rf"""'^\["[^"]*","[^"]*","(plan|todo|question|change","{_PROSE})"'), false)"""
)
"""Whether a tool call or a result contains a statement of its own."""
_SOME = (
    f"SELECT ordinal, kind, turn, step, tokens, characters, call_id, message_id, {_SPEAKS} FROM event "
    "WHERE session_id = $1 AND import_id IN (SELECT import_id FROM import_record WHERE session_id = $1) "
    f"AND ordinal NOT IN ({_SIDECHAINS})"
)
_FACTS = f"{_SOME} ORDER BY ordinal"
_OF_CALLS = (
    f"{_SOME} AND call_id IN (SELECT call_id FROM event WHERE session_id = $1 AND ordinal BETWEEN $2 AND $3) "
    "ORDER BY ordinal"
)


def batches(store: Store, session_id: str, size: int = BATCH) -> Iterator[list[Facts]]:
    """Yield the main line's events, at most `size` at a time."""
    with store.reading() as session:
        found = raw_connection(session).execute(_FACTS, [session_id])
        while rows := found.fetchmany(size):
            yield rows


def of_calls(store: Store, session_id: str, start: int, end: int) -> list[Facts]:
    """Return the main line's events of all tool calls with an event in a range, wherever they are."""
    with store.reading() as session:
        return raw_connection(session).execute(_OF_CALLS, [session_id, start, end]).fetchall()
