"""SQL fragments about events: which rows count, which are on the main line, which columns a digest covers."""

from __future__ import annotations

from store.tables import EventRow, table_of

EVENT_COLUMNS = tuple(column.name for column in table_of(EventRow).columns)

_OTHERWISE = ("import_id", "text", "digest", "chain")
"""Columns omitted from the digest of an import's events: import id and event digests cover them."""
VOUCHED = tuple(name for name in EVENT_COLUMNS if name not in _OTHERWISE)

COMMITTED = "import_id IN (SELECT import_id FROM import_record WHERE session_id = :s)"
"""Condition under which a row of an import counts: the import's own record exists."""

COUNTING = "import_id IN (SELECT import_id FROM import_record)"
"""Like `COMMITTED`, over all sessions."""

SIDECHAINS = (
    "SELECT ordinal, arg_max(coalesce(lane, ''), sequence) AS lane FROM event_lane WHERE session_id = :s "
    f"AND {COMMITTED} AND (CAST(:e AS BIGINT) IS NULL OR ordinal <= :e) GROUP BY ordinal"
)
"""Latest sidechain of each event of session `:s` that ever had one, up to `:e`; empty means the main line."""
