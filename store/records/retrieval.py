"""Finds passages by their words and by their vectors, and fuses both rankings; only SQL over the store.

Okapi BM25 (k1 1.2, b 0.75) over the stems of the passages in scope, cosine similarity over the stored
vectors, and reciprocal rank fusion with k 60 (Cormack et al., 2009). Ties go to the passage stored first, so
that the same store answers the same query in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import duckdb

from store.database.session import raw_connection
from store.engine import Store
from store.ngrams import DIMENSIONS, NGRAM_MODEL
from store.run_values import AskedTerm, PassageChunk, PassageHit, QueryScope

K1, B = 1.2, 0.75
FUSION = 60
DEPTH = 100
"""Passages of each part that are fused, if fewer are requested."""
NEARNESS = 0.25
"""Weight of a rank by vectors relative to a rank by words; chosen on AMI, see `docs/runs/accuracy.md`."""
_COLUMNS = ", ".join(f"c.{each.name}" for each in fields(PassageChunk))

_BM25 = f"""
WITH asked AS (SELECT unnest($terms) AS term, unnest($weights) AS weight, unnest($words) AS word),
sized AS (SELECT count(*) AS n, greatest(avg(words), 1) AS mean FROM scope),
hits AS (SELECT t.number, t.term, t.count, s.words FROM chunk_term t
  JOIN scope s ON s.number = t.number WHERE t.term IN (SELECT term FROM asked)),
rare AS (SELECT term, count(*) AS df FROM hits GROUP BY term),
found AS (SELECT h.number, max(a.weight * ln(1 + (z.n - r.df + 0.5) / (r.df + 0.5))
  * h.count * {K1 + 1} / (h.count + {K1} * (1 - {B} + {B} * h.words / z.mean))) AS score
FROM hits h JOIN rare r ON r.term = h.term JOIN asked a ON a.term = h.term, sized z
GROUP BY h.number, a.word)
SELECT number, sum(score) AS score FROM found GROUP BY number ORDER BY score DESC, number LIMIT $n
"""
"""Words that match the same word of the query count once, with the best of them."""
_COSINE = f"""
SELECT near.number, near.score FROM (
  SELECT number, array_cosine_similarity(vector, CAST($vector AS FLOAT[{DIMENSIONS}])) AS score
  FROM embedding WHERE model = $model) near
JOIN scope s ON s.number = near.number ORDER BY near.score DESC, near.number LIMIT $n
"""
"""The scope is joined to the scores: joined to the vectors it would copy each of them."""
_NGRAMS = """
WITH near AS (SELECT term, list_sum(list_transform(places, lambda place: $signed[place + 1]))
  / sqrt(len(places)) AS score FROM stem),
found AS (SELECT t.number, sum(n.score * (1 + ln(t.count))) AS score FROM chunk_term t
  JOIN near n ON n.term = t.term WHERE n.score <> 0 GROUP BY t.number)
SELECT f.number, round(f.score / sqrt(greatest(s.words, 1)), 6) AS score
FROM found f JOIN scope s ON s.number = f.number ORDER BY score DESC, f.number LIMIT $n
"""
"""See `store.ngrams`; rounded before sorting, since sums of many numbers differ in their last digits."""


def search(
    store: Store,
    scope: QueryScope,
    terms: Mapping[str, AskedTerm],
    vector: Sequence[float] | None,
    model: str,
    limit: int,
    nearness: float = NEARNESS,
) -> tuple[PassageHit, ...]:
    """Return the best passages of a scope, by both parts fused.

    Args:
        store: the store.
        scope: which run's sources, and which of them.
        terms: stems of the query and their weights.
        vector: the query's vector by `model`; None: words only.
        model: name of the model that made the vectors.
        limit: most passages, also of each part.
        nearness: weight of a rank by vectors relative to a rank by words.
    """
    with store.reading() as session:
        connection = raw_connection(session)
        _narrow(connection, scope)
        deep = max(limit, DEPTH)
        lexical = _lexical(connection, terms, deep)
        near = _near(connection, vector, model, deep) if vector is not None else {}
        fused = fuse(lexical, near, nearness)
        best = sorted(fused, key=lambda number: (-fused[number], number))[:limit]
        chunks = _chunks(connection, best)
        connection.execute("DROP TABLE temp.scope")
    return tuple(
        PassageHit(chunks[n], lexical.get(n), near.get(n), round(fused[n], 9)) for n in best if n in chunks
    )


def frequencies(store: Store, scope: QueryScope, terms: Sequence[str]) -> tuple[int, dict[str, int]]:
    """Return how many passages are in scope, and in how many of them each stem occurs."""
    with store.reading() as session:
        connection = raw_connection(session)
        _narrow(connection, scope)
        total = connection.execute("SELECT count(*) FROM temp.scope").fetchone()
        rows = connection.execute(
            "SELECT t.term, count(*) FROM chunk_term t JOIN temp.scope s ON s.number = t.number "
            "WHERE t.term IN (SELECT unnest($terms)) GROUP BY 1",
            {"terms": list(terms)},
        ).fetchall()
        connection.execute("DROP TABLE temp.scope")
    return (int(total[0]) if total else 0), dict(rows)


def without_vector(
    store: Store, scope: QueryScope, model: str, after: int, limit: int
) -> tuple[PassageChunk, ...]:
    """Return the first passages in scope after a number, in stored order, without a vector by a model."""
    with store.reading() as session:
        connection = raw_connection(session)
        _narrow(connection, scope)
        rows = connection.execute(
            "SELECT number FROM temp.scope WHERE number > $after AND number NOT IN "
            "(SELECT number FROM embedding WHERE model = $model) ORDER BY number LIMIT $n",
            {"model": model, "after": after, "n": limit},
        ).fetchall()
        chunks = _chunks(connection, [number for (number,) in rows])
        connection.execute("DROP TABLE temp.scope")
    return tuple(chunks[number] for (number,) in rows)


def _narrow(connection: duckdb.DuckDBPyConnection, scope: QueryScope) -> None:
    """Create a temporary table of the numbers and lengths of the passages in scope."""
    connection.execute("DROP TABLE IF EXISTS temp.scope")
    connection.execute(
        "CREATE TEMP TABLE scope AS SELECT c.number, c.words FROM chunk c WHERE c.artifact_id IN ("
        "SELECT p.artifact_id FROM processed_source p "
        "JOIN source_artifact a ON a.artifact_id = p.artifact_id "
        "WHERE p.run_id = $run AND starts_with(p.location, $prefix) "
        "AND (len($kinds) = 0 OR list_contains($kinds, a.media_type)))",
        {"run": scope.run_id, "prefix": scope.location_prefix, "kinds": list(scope.media_types)},
    )


def _lexical(
    connection: duckdb.DuckDBPyConnection, terms: Mapping[str, AskedTerm], limit: int
) -> dict[int, float]:
    if not terms:
        return {}
    parameters: dict[str, Any] = {
        "terms": list(terms), "weights": [float(each.weight) for each in terms.values()],
        "words": [each.word for each in terms.values()], "n": limit,
    }  # fmt: skip
    return {n: round(score, 6) for n, score in connection.execute(_BM25, parameters).fetchall()}


def _near(
    connection: duckdb.DuckDBPyConnection, vector: Sequence[float], model: str, limit: int
) -> dict[int, float]:
    if model == NGRAM_MODEL:
        signed = [*vector, *(-value for value in vector)]
        rows = connection.execute(_NGRAMS, {"signed": signed, "n": limit}).fetchall()
    else:
        parameters = {"vector": list(vector), "model": model, "n": limit}
        rows = connection.execute(_COSINE, parameters).fetchall()
    return {n: round(score, 6) for n, score in rows if score is not None and score > 0}


def fuse(
    lexical: Mapping[int, float], near: Mapping[int, float], nearness: float = NEARNESS
) -> dict[int, float]:
    """Fuse both rankings; return a score for each passage. Each part is given in its order."""
    fused: dict[int, float] = {}
    for weight, part in ((1.0, lexical), (nearness, near)):
        for rank, number in enumerate(part, 1):
            fused[number] = fused.get(number, 0.0) + weight / (FUSION + rank)
    return fused


def _chunks(connection: duckdb.DuckDBPyConnection, numbers: Sequence[int]) -> dict[int, PassageChunk]:
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM chunk c WHERE c.number IN (SELECT unnest(CAST($n AS BIGINT[])))",
        {"n": list(numbers)},
    ).fetchall()
    return {chunk.number: chunk for chunk in (PassageChunk(*row) for row in rows)}
