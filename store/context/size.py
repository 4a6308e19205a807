"""The size of a context without listing its events: the totals of `store.context.fold.view`.

Reads only. The database adds up, so that a session of a million events needs no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sqlalchemy import text

from store import pointers
from store.context.left_before import boundary_of, native_layers
from store.engine import Store
from store.event_sql import COMMITTED, SIDECHAINS
from store.records import sessions

if TYPE_CHECKING:
    from store.context.fold import StandIn
    from store.values import NativeCompaction


@dataclass(frozen=True, slots=True)
class Weight:
    """The size of a context."""

    events: int
    artifacts: int
    tokens: int


_SUMS = (
    f"SELECT count(*), coalesce(sum(tokens), 0) FROM event WHERE session_id = :s AND {COMMITTED} "
    f"AND ordinal NOT IN (SELECT ordinal FROM ({SIDECHAINS}) WHERE lane <> '') AND "
)


def weigh(store: Store, session_id: str, which: Literal["active", "native"] = "active") -> Weight:
    """Return the current size of a session's context. Raises NotFound."""
    with store.reading() as session:
        sessions.facts(session, session_id)
        native = sessions.compactions(store, session_id)
        active = pointers.active(store, session_id) if which == "active" else ()
        stand_ins: list[StandIn] = []
        if active:
            from store.context.fold import stand_in

            stand_ins = [stand_in(session, move.artifact_id) for move in active]
        chosen = _active(native, stand_ins) if stand_ins else native_condition(native)
        row = session.execute(text(f"{_SUMS} ({chosen})"), {"s": session_id, "e": None}).one()
    return Weight(int(row[0]), len(stand_ins), int(row[1]) + sum(each.tokens for each in stand_ins))


def _active(native: Sequence[NativeCompaction], active: Sequence[StandIn]) -> str:
    """Return the SQL condition for the events of a context with active artifacts, in range order.

    See `store.context.fold`.
    """
    begin = active[0].start
    before = native_condition([each for each in native if boundary_of(each) < begin])
    outside = " AND ".join(f"NOT ordinal BETWEEN {each.start} AND {each.end}" for each in active)
    after = f"ordinal >= {begin} AND kind <> 'compaction' AND {outside}"
    kept = _among({ordinal for each in active for ordinal in each.kept})
    return f"ordinal < {begin} AND ({before}) OR {after} OR {kept}"


def native_condition(native: Sequence[NativeCompaction]) -> str:
    """Return the SQL condition for rows of `event` in the native view; compactions in range order."""
    return " OR ".join(
        f"({_layer(compaction)})" if until is None else f"ordinal < {until} AND ({_layer(compaction)})"
        for compaction, until in native_layers(native)
    )


def _layer(last: NativeCompaction | None) -> str:
    """Return the SQL condition for what a compaction left and everything after it (`store.context.fold`)."""
    if last is None:
        return "true"
    boundary = boundary_of(last)
    single = {*last.kept, *(() if last.summary is None else (last.summary,))}
    mark = f"ordinal = {last.source_end + 1} AND kind = 'system'"
    leading = f"ordinal > {last.source_end} AND ordinal < {boundary} AND NOT ({mark})"
    return f"ordinal > {boundary} OR {leading} OR {_among(single)}"


def _among(ordinals: Collection[int]) -> str:
    return f"ordinal IN ({', '.join(str(int(each)) for each in sorted(ordinals))})" if ordinals else "false"
