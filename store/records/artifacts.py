"""Stores artifacts: immutable, content-addressed, numbered per session by insertion.

An artifact that is stored twice stays as it was first stored, including its generation record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError
from sqlalchemy import text
from sqlmodel import Session, col, select

from gates.artifact import Artifact, Identified, Origin, identify
from store.database.bulk_insert import insert_objects
from store.engine import Store
from store.errors import NotFound, RangeOverlaps, StoreUnreadable
from store.journal import journal
from store.records.blobs import json_bytes, pack
from store.records.parsed_bodies import ParsedBodies
from store.tables import ArtifactRow, LinkedRow
from store.values import StoredArtifact


class Packed(NamedTuple):
    """An artifact with its id and the `body` of its row; made without a store."""

    artifact_id: str
    artifact: Artifact
    body: bytes


def packed(identified: Identified) -> Packed:
    """Return an artifact as it is stored."""
    artifact_id, artifact, body = identified
    return Packed(artifact_id, artifact, pack(body))


def put(store: Store, artifact: Artifact, *, now: str) -> StoredArtifact:
    """Store an artifact; the same content adds nothing, which `added` shows.

    Raises:
        NotFound: its session is not in the store.
        RangeOverlaps: it covers an artifact that is not in its range.
    """
    with store.writing() as session:
        return insert(session, artifact, now=now, check=True)


def insert(session: Session, artifact: Artifact, *, now: str, check: bool = False) -> StoredArtifact:
    """Like `put`, inside an open transaction of this package; without `check`, references are not checked."""
    identified = identify(artifact)
    artifact_id, owner = identified.artifact_id, artifact.source.session_id
    there = session.get(ArtifactRow, artifact_id)
    if there is not None:
        return _value(there)
    if (
        check
        and not session.execute(text("SELECT 1 FROM session WHERE session_id = :s"), {"s": owner}).first()
    ):
        raise NotFound(f"no session {owner}", "import its transcript first")
    if check and artifact.covers:
        for each, why in misplaced(artifact, places(session)):
            raise RangeOverlaps(
                f"the artifact covers {each}, which {why}; it is not kept",
                "cover only artifacts of its session whose ranges lie inside its own",
            )
    last = session.execute(
        text("SELECT max(number) FROM artifact WHERE session_id = :s"), {"s": owner}
    ).scalar()
    number = (last or 0) + 1
    row = _row(packed(identified), number, now)
    session.add(row)
    session.flush()
    journal.note(session, owner, row)
    return StoredArtifact(artifact_id, owner, number, artifact, now, added=True)


Place = tuple[str, int, int]
"""Session, first and last event of an artifact."""


def places(session: Session) -> dict[str, Place]:
    """Return the place of every artifact, by its id."""
    rows = session.execute(text("SELECT artifact_id, session_id, source_start, source_end FROM artifact"))
    return {row[0]: (row[1], row[2], row[3]) for row in rows}


def misplaced(artifact: Artifact, where: Mapping[str, Place]) -> Iterator[tuple[str, str]]:
    """Yield wrongly covered artifacts with the reason: each must exist and lie in the range (ST6)."""
    source = artifact.source
    for each in artifact.covers:
        place = where.get(each)
        if place is None:
            yield each, "is not there"
        elif place[0] != source.session_id:
            yield each, "is of another session"
        elif not (source.source_start <= place[1] and place[2] <= source.source_end):
            yield each, f"is of {place[1]}..{place[2]}, outside {source.source_start}..{source.source_end}"


def insert_many(session: Session, made: Sequence[Packed], *, now: str) -> int:
    """Append artifacts of one session; existing ones stay as they are. Return how many existed."""
    if not made:
        return 0
    owner = made[0].artifact.source.session_id
    there: dict[str, int] = dict(
        session.execute(
            text("SELECT artifact_id, number FROM artifact WHERE session_id = :s"), {"s": owner}
        ).all()
    )
    wanted = {each.artifact_id: each for each in made}
    fresh = [each for name, each in wanted.items() if name not in there]
    rows = [_row(each, number, now) for number, each in enumerate(fresh, max(there.values(), default=0) + 1)]
    insert_objects(session, rows)
    for row in rows:
        journal.note(session, owner, row)
    return len(wanted) - len(fresh)


def _row(each: Packed, number: int, now: str) -> ArtifactRow:
    artifact = each.artifact
    return ArtifactRow(
        artifact_id=each.artifact_id,
        session_id=artifact.source.session_id,
        number=number,
        origin=artifact.origin.value,
        strategy=artifact.strategy,
        source_start=artifact.source.source_start,
        source_end=artifact.source.source_end,
        body=each.body,
        created_at=now,
    )


def get(store: Store, artifact_id: str) -> StoredArtifact:
    """Return one artifact by its full id. Raises NotFound."""
    with store.reading() as session:
        return read(session, artifact_id)


def read(session: Session, artifact_id: str) -> StoredArtifact:
    """Like `get`, with an open session."""
    row = session.get(ArtifactRow, artifact_id)
    if row is None:
        raise NotFound(
            f"no artifact {artifact_id}", "`workbench show SESSION` lists the artifacts of a session"
        )
    return _value(row)


def session_of(session: Session, artifact_id: str) -> str:
    """Return the session of an artifact. Raises NotFound."""
    found = session.execute(
        text("SELECT session_id FROM artifact WHERE artifact_id = :a"), {"a": artifact_id}
    ).scalar()
    if found is None:
        raise NotFound(
            f"no artifact {artifact_id}", "`workbench show SESSION` lists the artifacts of a session"
        )
    return str(found)


def listing(store: Store, session_id: str) -> tuple[StoredArtifact, ...]:
    """Return the artifacts of a session in the order of their numbers."""
    query = select(ArtifactRow).where(ArtifactRow.session_id == session_id)
    with store.reading() as session:
        rows = sorted(session.exec(query).all(), key=lambda row: row.number)
    return tuple(map(_value, rows))


def put_linked(store: Store, artifact_id: str, events_digest: str, linked: Artifact, *, now: str) -> None:
    """Cache the linked view of an imported artifact, per events digest and linker version."""
    with store.writing() as session:
        insert_linked(session, artifact_id, events_digest, linked, now=now)


def insert_linked(
    session: Session, artifact_id: str, events_digest: str, linked: Artifact, *, now: str
) -> None:
    """Like `put_linked`, inside an open transaction of this package."""
    from gates.search.linking import LINKER_VERSION

    if session.get(LinkedRow, (artifact_id, events_digest, LINKER_VERSION)) is None:
        body = pack(linked.to_json())
        row = LinkedRow(
            artifact_id=artifact_id,
            events_digest=events_digest,
            linker=LINKER_VERSION,
            body=body,
            created_at=now,
        )
        session.add(row)
        journal.note(session, linked.source.session_id, row)
        session.flush()


def get_linked(store: Store, artifact_id: str, events_digest: str) -> Artifact | None:
    """Return the cached linked view made of exactly these events by this linker version, or None."""
    from gates.search.linking import LINKER_VERSION

    with store.reading() as session:
        row = session.get(LinkedRow, (artifact_id, events_digest, LINKER_VERSION))
    return None if row is None else artifact_of(row.body, artifact_id)


def read_as_judged(session: Session, artifact_ids: Collection[str]) -> dict[str, Artifact]:
    """Return artifacts by their ids; imported ones with the newest links, if any were made.

    Raises:
        NotFound: one is not in the store.
    """
    if not artifact_ids:
        return {}
    query = (
        "SELECT artifact_id, origin, body FROM artifact "
        "WHERE artifact_id IN (SELECT unnest(CAST(:ids AS VARCHAR[])))"
    )
    rows = session.execute(text(query), {"ids": list(artifact_ids)}).all()
    bodies = {name: (origin, body) for name, origin, body in rows}
    imported = [name for name, (origin, _) in bodies.items() if origin == Origin.IMPORTED.value]
    linked = _newest_links(session, imported)
    missing = [name for name in artifact_ids if name not in bodies]
    if missing:
        raise NotFound(f"no artifact {missing[0]}", "`workbench verify` says what else is missing")
    return {name: artifact_of(linked.get(name, body), name) for name, (_, body) in bodies.items()}


def _newest_links(session: Session, artifact_ids: Collection[str]) -> dict[str, bytes]:
    if not artifact_ids:
        return {}
    rows = session.exec(
        select(LinkedRow)
        .where(col(LinkedRow.artifact_id).in_(artifact_ids))
        .order_by(col(LinkedRow.created_at))
    )
    return {row.artifact_id: row.body for row in rows}


def lineage_tokens(session: Session, artifact: Artifact) -> int | None:
    """Count the tokens spent on an artifact and all its ancestors; None without ancestors or figures."""
    if not artifact.parents:
        return None
    seen: set[str] = set()
    waiting, total = list(artifact.parents), _cost(artifact)
    while waiting:
        parent = waiting.pop()
        if parent in seen:
            continue
        seen.add(parent)
        ancestor = read(session, parent).artifact
        cost = _cost(ancestor)
        total = None if total is None or cost is None else total + cost
        waiting += ancestor.parents
    return total


def _cost(artifact: Artifact) -> int | None:
    counts = [count for count in artifact.generation_record.counts() if count is not None]
    return sum(counts) if len(counts) == len(artifact.generation_record.counts()) else None


_PARSED = ParsedBodies(lambda body: Artifact.model_validate_json(json_bytes(body)))


def artifact_of(body: bytes, artifact_id: str) -> Artifact:
    """Parse a stored artifact from its `body`; `verify` checks ids, not every read.

    Raises:
        StoreUnreadable: the record no longer parses.
    """
    try:
        return _PARSED.of(body)
    except ValidationError as error:
        raise StoreUnreadable(
            f"artifact {artifact_id} is damaged", "`workbench verify` says what else is damaged"
        ) from error


def _value(row: ArtifactRow) -> StoredArtifact:
    return StoredArtifact(
        row.artifact_id,
        row.session_id,
        row.number,
        artifact_of(row.body, row.artifact_id),
        row.created_at,
    )
