"""Stores source artifacts with their passages, and reads a passage's text back exactly.

Both are named by their content, so that reading the same bytes again adds nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, fields
from itertools import chain
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlmodel import Session, col, select

from store.database.bulk_insert import insert_columns, insert_rows
from store.database.session import raw_connection
from store.database.stem_rows import insert_stems
from store.engine import Store
from store.errors import NotFound, StoreError
from store.ngrams import DIMENSIONS
from store.records import blobs
from store.run_tables import ChunkRow, ChunkTermRow, SourceArtifactRow
from store.run_values import (
    PREVIEW_CHARACTERS,
    Indexed,
    PassageChunk,
    SourceArtifact,
    artifact_id,
    chunk_id,
    chunks_digest,
)
from store.values import StoreProblem

if TYPE_CHECKING:
    import pyarrow

_DIGITS = 3
"""Decimals of a vector's numbers, so that the database packs them into a third."""
_NOWHERE = "its stems are missing; no search finds it by its words"
_BY_WORDS = "n-grams of its stems are missing; it is found by its words only"
_ALTERED = "it was altered after it was written; what cites it cannot be trusted"


def of_contents(store: Store, hashes: Sequence[str]) -> tuple[SourceArtifact, ...]:
    """Return the artifacts that any extractor made of these bytes."""
    query = select(SourceArtifactRow).where(col(SourceArtifactRow.content_hash).in_(list(hashes)))
    with store.reading() as session:
        rows = session.exec(query.order_by(col(SourceArtifactRow.artifact_id))).all()
    return tuple(map(_artifact, rows))


def put(store: Store, several: Sequence[Indexed]) -> None:
    """Add artifacts with their passages and search terms; existing ones stay as they are."""
    fresh = {each.artifact.artifact_id: each for each in several}
    contents = {}
    for each in fresh.values():
        contents[each.artifact.content_hash] = each.content
        contents[each.artifact.text_hash] = each.text
    packed = blobs.compressed(contents)
    with store.writing(bulk=True) as session:
        there = set(
            session.execute(
                text("SELECT artifact_id FROM source_artifact WHERE artifact_id IN "
                     "(SELECT unnest(CAST(:n AS VARCHAR[])))"),
                {"n": list(fresh)},
            ).scalars()
        )  # fmt: skip
        added = [each for name, each in fresh.items() if name not in there]
        if not added:
            return
        blobs.insert(session, packed)
        insert_rows(session, SourceArtifactRow, [astuple(each.artifact) for each in added])
        _insert_chunks(session, added)


def _insert_chunks(session: Session, added: Sequence[Indexed]) -> None:
    last = session.execute(text("SELECT coalesce(max(number), 0) FROM chunk")).scalar_one()
    chunks = [chunk for each in added for chunk in each.chunks]
    numbered = range(last + 1, last + 1 + len(chunks))
    named = [each.name for each in fields(PassageChunk)]
    columns = {name: [getattr(chunk, name) for chunk in chunks] for name in named} | {"number": numbered}
    insert_columns(session, ChunkRow, [columns[name] for name in named])
    counts = [counts for each in added for counts in each.terms]
    numbers = [number for number, some in zip(numbered, counts, strict=True) for _ in some]
    terms = [term for some in counts for term in some]
    if terms:
        insert_columns(session, ChunkTermRow, (numbers, terms, [n for some in counts for n in some.values()]))
        insert_stems(raw_connection(session), sorted(set(terms)))


def put_vectors(store: Store, numbers: Sequence[int], vectors: Sequence[Sequence[float]], model: str) -> None:
    """Store the vectors of passages by a model; existing ones stay as they are."""
    with store.writing(bulk=True) as session:
        there = set(
            session.execute(
                text("SELECT number FROM embedding WHERE model = :m AND number IN "
                     "(SELECT unnest(CAST(:n AS BIGINT[])))"),
                {"m": model, "n": list(numbers)},
            ).scalars()
        )  # fmt: skip
        fresh = [(n, v) for n, v in zip(numbers, vectors, strict=True) if n not in there]
        _insert_vectors(session, [n for n, _ in fresh], _rounded(v for _, v in fresh), model)


def _rounded(vectors: Iterable[Sequence[float]]) -> pyarrow.Array:
    """Return the rounded numbers of all vectors, one after the other."""
    import pyarrow
    import pyarrow.compute

    values = array("f", chain.from_iterable(vectors))
    return pyarrow.compute.round(pyarrow.array(memoryview(values)), _DIGITS)


def _insert_vectors(session: Session, numbers: Sequence[int], flat: pyarrow.Array, model: str) -> None:
    import pyarrow

    if not numbers:
        return
    batch = pyarrow.table(
        {
            "number": pyarrow.array(numbers, pyarrow.int64()),
            "model": pyarrow.array([model] * len(numbers)),
            "vector": pyarrow.FixedSizeListArray.from_arrays(flat, DIMENSIONS),
        }
    )
    connection = raw_connection(session)
    connection.register("vector_batch", batch)
    try:
        connection.execute("INSERT INTO embedding SELECT * FROM vector_batch")
    finally:
        connection.unregister("vector_batch")


def artifacts(store: Store, names: Iterable[str]) -> dict[str, SourceArtifact]:
    """Return artifacts by their ids, without those that do not exist."""
    query = select(SourceArtifactRow).where(col(SourceArtifactRow.artifact_id).in_(list(names)))
    with store.reading() as session:
        return {row.artifact_id: _artifact(row) for row in session.exec(query)}


def of_ids(store: Store, names: Sequence[str]) -> dict[str, PassageChunk]:
    """Return passages by their ids, without those that do not exist."""
    query = select(ChunkRow).where(col(ChunkRow.chunk_id).in_(list(names)))
    with store.reading() as session:
        return {row.chunk_id: chunk_of(row) for row in session.exec(query)}


def of_artifact(store: Store, artifact: str) -> tuple[PassageChunk, ...]:
    """Return the passages of an artifact, in order."""
    query = select(ChunkRow).where(ChunkRow.artifact_id == artifact).order_by(col(ChunkRow.place))
    with store.reading() as session:
        return tuple(chunk_of(row) for row in session.exec(query))


def texts(store: Store, names: Iterable[str]) -> dict[str, str]:
    """Return the extracted text of artifacts, by their ids. Raises NotFound."""
    found = {}
    wanted = list(dict.fromkeys(names))
    with store.reading() as session:
        known = artifacts(store, wanted)
        hashes = {name: known[name].text_hash if name in known else "" for name in wanted}
        bodies = blobs.fetch(session, hashes.values())
    for name, text_hash in hashes.items():
        if text_hash not in bodies:
            raise NotFound(f"the text of source {name} is missing", "`workbench verify` looks for damage")
        found[name] = bodies[text_hash].decode("utf-8")
    return found


def chunk_of(row: ChunkRow) -> PassageChunk:
    """Convert a row to its value."""
    return PassageChunk(*(getattr(row, each.name) for each in fields(PassageChunk)))


def _artifact(row: SourceArtifactRow) -> SourceArtifact:
    return SourceArtifact(*(getattr(row, each.name) for each in fields(SourceArtifact)))


def check_sources(session: Session) -> Iterator[StoreProblem]:
    """Check that artifacts have their ids, text and all passages, and that no passage is stray."""
    chunks: dict[str, list[ChunkRow]] = {}
    for row in session.exec(select(ChunkRow).order_by(col(ChunkRow.artifact_id), col(ChunkRow.place))):
        chunks.setdefault(row.artifact_id, []).append(row)
    numbers: set[int] = set()
    for source in session.exec(select(SourceArtifactRow)).all():
        artifact = _artifact(source)
        if artifact_id(artifact) != artifact.artifact_id:
            yield _problem("source", artifact.artifact_id, "its id does not derive from its columns")
        try:
            found = blobs.fetch(session, [artifact.text_hash, artifact.content_hash])
        except StoreError:
            continue  # named as a blob already
        if artifact.text_hash not in found or artifact.content_hash not in found:
            yield _problem("source", artifact.artifact_id, "its bytes or its text are missing")
            continue
        text = found[artifact.text_hash].decode("utf-8")
        own = chunks.pop(artifact.artifact_id, [])
        spans = [(c.span_start, c.span_end, c.page, c.heading, c.words) for c in own]
        places = [c.place for c in own] != list(range(len(own)))
        if places or len(own) != artifact.chunks or chunks_digest(spans) != artifact.chunks_digest:
            yield _problem("source", artifact.artifact_id, "its passages are not those that it was cut into")
        for row in own:
            yield from _check_chunk(row, text, numbers)
    for name in chunks:
        yield _problem("source", name, "its passages exist, but the source is missing")
    yield from _unread(session)


def _check_chunk(row: ChunkRow, text: str, numbers: set[int]) -> Iterator[StoreProblem]:
    quote = text[row.span_start : row.span_end]
    if chunk_id(row.artifact_id, row.span_start, row.span_end) != row.chunk_id:
        yield _problem("passage", row.chunk_id, "its id does not derive from its artifact and span")
    if row.preview != quote[:PREVIEW_CHARACTERS]:
        yield _problem("passage", row.chunk_id, "its preview differs from the beginning of its text")
    if row.number in numbers or not row.number:
        yield _problem("passage", row.chunk_id, "its number is also that of another passage")
    numbers.add(row.number)


def _unread(session: Session) -> Iterator[StoreProblem]:
    """Yield missing sources that a run names, and passages whose terms or n-grams are missing."""
    named = session.execute(
        text(
            "SELECT DISTINCT artifact_id FROM processed_source WHERE artifact_id IS NOT NULL "
            "AND artifact_id NOT IN (SELECT artifact_id FROM source_artifact) ORDER BY 1"
        )
    )
    for name in named.scalars():
        yield _problem("source", name, "a run has read it, but it is missing")
    bare = session.execute(
        text(
            "SELECT chunk_id, number NOT IN (SELECT number FROM chunk_term) AS nowhere FROM chunk "
            "WHERE words > 0 AND (nowhere OR number IN (SELECT t.number FROM chunk_term t "
            "ANTI JOIN stem s ON s.term = t.term)) ORDER BY 1"
        )
    )
    for name, nowhere in bare:
        yield _problem("passage", name, _NOWHERE if nowhere else _BY_WORDS)


def _problem(record: str, name: str, problem: str) -> StoreProblem:
    return StoreProblem(record, name, problem, _ALTERED)
