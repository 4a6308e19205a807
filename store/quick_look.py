"""A quick look at the sessions, and at the first events of one, with the driver alone.

It writes nothing, waits for nobody and reports no error: anything unusual is left to the full reading, which
follows in any case. Events from the first range that was ever accepted on are left out, since an artifact may
replace them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from store.values import StoredSession

_OF_A_SESSION = """
SELECT s.session_id, s.format, s.native_id, i.title, i.scope_complete, i.bytes_per_token, i.source_name,
       i.created_at, i.events, i.turns, i.steps, i.tokens, i.noise, i.chain, {artifacts}, {compactions},
       i.first_timestamp, i.last_timestamp
"""
SESSIONS = (
    _OF_A_SESSION.format(artifacts="coalesce(a.made, 0)", compactions="coalesce(n.found, 0)")
    + """
FROM session s JOIN import_record i USING (session_id)
LEFT JOIN (SELECT session_id, count(*) AS made FROM artifact GROUP BY 1) a USING (session_id)
LEFT JOIN (SELECT session_id, count(*) AS found FROM native_compaction GROUP BY 1) n USING (session_id)
WHERE (i.session_id, i.sequence) IN (SELECT session_id, max(sequence) FROM import_record GROUP BY 1)
"""
)
"""All sessions, each as of its last import."""
ONE_SESSION = (
    _OF_A_SESSION.format(
        artifacts="(SELECT count(*) FROM artifact WHERE session_id = :s)",
        compactions="(SELECT count(*) FROM native_compaction WHERE session_id = :s)",
    )
    + "FROM session s, import_record i WHERE s.session_id = :s AND i.session_id = :s"
    " ORDER BY i.sequence DESC LIMIT 1"
)
"""Like `SESSIONS`, for session `:s`, three times as fast: nothing depends on another table's row."""
NEWEST_FIRST = " ORDER BY i.created_at DESC, s.session_id"
_EVENTS = """
WITH done AS (SELECT import_id FROM import_record WHERE session_id = $s),
lanes AS (
  SELECT ordinal, arg_max(coalesce(lane, ''), sequence) AS lane FROM event_lane
  WHERE session_id = $s AND import_id IN (FROM done) AND ordinal < $n GROUP BY ordinal
)
SELECT e.ordinal, e.turn, e.kind, e.tokens, left(e.text, $p), nullif(lanes.lane, '')
FROM event e LEFT JOIN lanes USING (ordinal)
WHERE e.session_id = $s AND e.import_id IN (FROM done) AND e.ordinal < $n
  AND e.ordinal < (SELECT coalesce(min(source_start), $n) FROM pointer WHERE session_id = $s)
ORDER BY e.ordinal
"""


class EventGlimpse(NamedTuple):
    """One event as shown in a list."""

    ordinal: int
    turn: int
    kind: str
    tokens: int
    text: str
    """The text, cut to the requested preview."""
    sidechain: str | None


class Glimpse(NamedTuple):
    """All sessions, and the first events of one."""

    sessions: tuple[StoredSession, ...]
    """Sessions, the last imported first."""
    session_id: str | None
    events: tuple[EventGlimpse, ...]


Choose = Callable[[tuple[StoredSession, ...]], StoredSession | None]


def glimpse(path: Path, choose: Choose, count: int, *, preview: int = 400) -> Glimpse | None:
    """Return all sessions and at most `count` first events of the chosen one, cut to `preview` code points.

    Returns None if a quick look cannot find out, for any reason.
    """
    import duckdb

    from store.database import connect

    if not path.is_file():
        return None
    try:
        with connect.connect(path) as connection:
            rows = connection.execute(SESSIONS + NEWEST_FIRST).fetchall()
            sessions = tuple(StoredSession(*row) for row in rows)
            chosen = choose(sessions)
            if chosen is None:
                return Glimpse(sessions, None, ())
            wanted = {"s": chosen.session_id, "n": count, "p": preview}
            events = connection.execute(_EVENTS, wanted).fetchall()
    except (duckdb.Error, connect.Overtaken):
        return None
    return Glimpse(sessions, chosen.session_id, tuple(EventGlimpse(*row) for row in events))


def listing(path: Path) -> tuple[StoredSession, ...] | None:
    """Return all sessions, the last imported first, or None if a quick look cannot find out."""
    import duckdb

    from store.database import connect

    path = Path(os.path.realpath(path))
    if not path.is_file():
        return None
    try:
        with connect.connect(path) as connection:
            rows = connection.execute(SESSIONS + NEWEST_FIRST).fetchall()
    except (duckdb.Error, connect.Overtaken):
        return None
    return tuple(StoredSession(*row) for row in rows)


_NAMES = {
    "sessions": """
SELECT s.session_id, i.title FROM session s JOIN import_record i ON i.session_id = s.session_id
WHERE i.sequence = (SELECT max(sequence) FROM import_record m WHERE m.session_id = s.session_id)
ORDER BY i.created_at DESC, s.session_id LIMIT $n
""",
    "artifacts": """
SELECT session_id || ':d-' || number, strategy || ', ' || left(artifact_id, 12) FROM artifact
ORDER BY created_at DESC, number DESC LIMIT $n
""",
    "artifact ids": """
SELECT artifact_id, session_id || ':d-' || number || ', ' || strategy FROM artifact
ORDER BY created_at DESC, number DESC LIMIT $n
""",
    "pointers": """
SELECT pointer_id, action || ' of ' || left(artifact_id, 12) FROM pointer ORDER BY created_at DESC LIMIT $n
""",
}


def names(path: Path, kind: str, most: int) -> tuple[tuple[str, str], ...] | None:
    """Return ids with a short description, newest first, or None if a quick look cannot find out.

    `kind`: `sessions`, `artifacts` (as `SESSION:d-3`), `artifact ids` or `pointers`.
    """
    import duckdb

    from store.database import connect

    path = Path(os.path.realpath(path))
    if not path.is_file():
        return None
    try:
        with connect.connect(path) as connection:
            rows = connection.execute(_NAMES[kind], {"n": most}).fetchall()
    except (duckdb.Error, connect.Overtaken):
        return None
    return tuple((str(name), str(about or "")) for name, about in rows)
