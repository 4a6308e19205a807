"""Steps and counted events of a session since an ordinal, for the diagnostics of a snapshot (SN5).

`gates.snapshot.cadence` defines steps and the events that they count; the database only groups a session's
steps into the few kinds that count alike, since a long session has millions. It only reads.
"""

from __future__ import annotations

from sqlalchemy import text
from sqlmodel import Session

from gates.snapshot.cadence import INTERRUPTED, CadenceStep
from store.event_sql import COMMITTED, SIDECHAINS

_MAIN = (
    f"session_id = :s AND {COMMITTED} "
    f"AND ordinal NOT IN (SELECT ordinal FROM ({SIDECHAINS}) WHERE lane <> '')"
)
_OF_STEP = "kind IN ('assistant', 'thinking', 'tool_call', 'tool_result')"
_SINCE = f"""
WITH step AS (
    SELECT max(ordinal) AS last, count(*) FILTER (kind = 'tool_call') AS calls,
        count(*) FILTER (kind = 'tool_result') AS results
    FROM event WHERE {_MAIN} AND {_OF_STEP} AND step >= (
        SELECT min(step) FROM event WHERE {_MAIN} AND {_OF_STEP} AND ordinal > :a
    ) GROUP BY step
), cut AS (
    SELECT DISTINCT step.last FROM (
        SELECT ordinal FROM event WHERE {_MAIN} AND kind = 'meta' AND ordinal > :a AND starts_with(text, :i)
    ) noted ASOF JOIN step ON noted.ordinal > step.last
)
SELECT results < calls AS waiting,
    last IN (SELECT last FROM cut) OR (results < calls AND last < (SELECT max(last) FROM step)),
    count(*)
FROM step WHERE last > :a GROUP BY ALL
"""
"""Number of steps that end after `:a`, by whether a result is missing and whether they were interrupted."""


def since(session: Session, session_id: str, end: int) -> tuple[int, int]:
    """Return the main line's steps that end after ordinal `end` (-1: all), and the events that they count."""
    values = {"s": session_id, "a": end, "i": INTERRUPTED, "e": None}
    steps = counted = 0
    for waiting, interrupted, count in session.execute(text(_SINCE), values):
        step = CadenceStep(number=0, last=end, calls=int(waiting), interrupted=interrupted)
        steps, counted = steps + count, counted + count * step.counted
    return steps, counted
