"""The contract's thirteen names for records of runs, as views over the tables that contain the rows.

`claim_evidence` is a table of that name. A view shows rows and stores nothing, so it cannot drift.
"""

from __future__ import annotations

from store.ngrams import DIMENSIONS, NGRAM_MODEL, TAKEN

_STATUS = (
    "coalesce((SELECT arg_max(CASE e.kind WHEN 'ASKED' THEN 'WAITING' WHEN 'EGRESS_DONE' THEN 'DONE' "
    "WHEN 'RUN_FAILED' THEN 'FAILED' WHEN 'SYSTEM_ERROR' THEN 'FAILED' WHEN 'RUN_CANCELLED' THEN 'CANCELLED' "
    "ELSE 'RUNNING' END, e.sequence) FROM run_event e WHERE e.run_id = r.run_id), 'RUNNING')"
)
_STEP = "coalesce((SELECT max(e.step) FROM run_event e WHERE e.run_id = r.run_id), 0)"
_ENDED = (
    "EXISTS (SELECT 1 FROM run_event e WHERE e.run_id = o.run_id AND e.kind IN "
    "('EGRESS_DONE', 'RUN_FAILED', 'SYSTEM_ERROR', 'RUN_CANCELLED'))"
)
_NOW = "(SELECT max(e.step) FROM run_event e WHERE e.run_id = o.run_id)"

VIEWS: dict[str, str] = {
    "runs": f"SELECT r.*, {_STATUS} AS status, {_STEP} AS step FROM run r",
    "agent_events": "SELECT run_id, sequence, step, phase, kind, body, created_at FROM run_event",
    "agent_memory_snapshots": (
        "SELECT s.snapshot_id, r.run_id, s.session_id, s.sequence, s.pointer_id, "
        "(SELECT max(e.body) FROM run_event e WHERE e.run_id = r.run_id AND e.kind = 'CHECKPOINT_DONE' "
        "AND contains(e.body, s.snapshot_id)) AS narrative_and_summary, s.body, s.created_at "
        "FROM snapshot s JOIN run r ON r.session_id = s.session_id"
    ),
    "processed_sources": "SELECT * FROM processed_source",
    "failed_queries": "SELECT * FROM failed_query",
    "artifacts": "SELECT * FROM source_artifact",
    "chunks": (
        "SELECT c.chunk_id, p.source_id, p.run_id, c.artifact_id, c.place, c.span_start, c.span_end, c.page, "
        "c.heading, c.preview AS text_preview "
        "FROM chunk c LEFT JOIN processed_source p ON p.artifact_id = c.artifact_id"
    ),
    "embeddings": (
        "SELECT c.chunk_id, e.model, e.vector FROM embedding e JOIN chunk c ON c.number = e.number"
    ),
    "claims": "SELECT * FROM run_claim",
    "context_manifests": "SELECT * FROM context_manifest",
    "outputs": "SELECT * FROM output",
    "active_strategic_overrides": (
        f"SELECT o.*, o.step + o.ttl_steps - {_NOW} AS steps_left FROM strategic_override o "
        f"WHERE o.step + o.ttl_steps > {_NOW} AND NOT {_ENDED}"
    ),
}
"""Views by name, as created by an earlier step of the schema."""
OVERRIDES = (
    f"SELECT o.*, o.step + o.ttl_steps - {_NOW} AS steps_left FROM strategic_override o "
    f"WHERE o.step + o.ttl_steps > {_NOW} OR (o.step + o.ttl_steps = {_NOW} AND {_ENDED})"
)
"""Active overrides; of an ended run those that applied to its last step."""
_VALUE = f"CASE WHEN place < {TAKEN} THEN 1 ELSE -1 END * (1 + ln(count)) / sqrt(n * greatest(words, 1))"
EMBEDDINGS = (
    f"{VIEWS['embeddings']} UNION ALL "
    f"SELECT chunk_id, '{NGRAM_MODEL}' AS model, "
    f"CAST(list(value ORDER BY place) AS FLOAT[{DIMENSIONS}]) AS vector FROM ("
    "SELECT chunk_id, place, sum(value) AS value FROM ("
    f"SELECT chunk_id, place % {DIMENSIONS} AS place, {_VALUE} AS value FROM ("
    "SELECT c.chunk_id, c.words, t.count, len(s.places) AS n, unnest(s.places) AS place FROM chunk c "
    "JOIN chunk_term t ON t.number = c.number JOIN stem s ON s.term = t.term) "
    f"UNION ALL SELECT chunk_id, unnest(range({DIMENSIONS})) AS place, 0 AS value FROM chunk) "
    "GROUP BY chunk_id, place) GROUP BY chunk_id"
)
"""Stored vectors of a service, and n-gram vectors computed from their stems."""
