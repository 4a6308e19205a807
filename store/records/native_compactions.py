"""Stores the compactions that a transcript already contains, as artifacts of origin `imported` (TR2).

Their items are parsed but have no links; links are made later, so the artifact's id is stable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import orjson
from pydantic import ValidationError
from sqlalchemy import text
from sqlmodel import Session, select

from gates.artifact import Artifact, identify
from gates.imported import imported_artifact
from store.database.bulk_insert import insert_objects
from store.journal import journal
from store.records import artifacts
from store.records.import_shapes import FoundLike
from store.tables import NativeCompactionRow
from store.values import NativeCompaction


@dataclass(frozen=True, slots=True)
class Prepared:
    """Found compactions as rows to store, in their order."""

    placed: list[tuple[artifacts.Packed, NativeCompactionRow]]
    unplaced: list[tuple[int, str]]
    """Compactions whose range cannot be placed, as skipped lines."""


def prepare(session_id: str, found: Iterable[FoundLike], position: Callable[[int], int]) -> Prepared:
    """Convert the found compactions to artifacts in stored ordinals, without reading or writing the store.

    `position` maps a position of the file to a stored ordinal.
    """
    placed: list[tuple[artifacts.Packed, NativeCompactionRow]] = []
    unplaced: list[tuple[int, str]] = []
    for each in found:
        try:
            artifact = imported_artifact(session_id, each, position)
            summary = None if each.summary is None else position(each.summary)
        except (IndexError, ValidationError):
            unplaced.append(
                (0, f"the compaction of events {each.source_start}..{each.source_end} is not a range")
            )
            continue
        packed = artifacts.packed(identify(artifact))
        placed.append((packed, _row(artifact, packed.artifact_id, each, summary)))
    return Prepared(placed, unplaced)


def keep(session: Session, session_id: str, found: Prepared, now: str) -> tuple[NativeCompaction, ...]:
    """Store the compactions; one that exists already is returned as it was stored."""
    met = artifacts.insert_many(session, [packed for packed, _ in found.placed], now=now)
    there = {each.artifact_id: each for each in read(session, session_id)} if met else {}
    fresh = {row.artifact_id: row for _, row in found.placed if row.artifact_id not in there}
    insert_objects(session, list(fresh.values()))
    for row in fresh.values():
        journal.note(session, session_id, row)
    there |= {name: _value(row) for name, row in fresh.items()}
    return tuple(there[row.artifact_id] for _, row in found.placed)


def read(session: Session, session_id: str) -> tuple[NativeCompaction, ...]:
    """Return the native compactions of a session, in the order of their ranges."""
    rows = session.exec(select(NativeCompactionRow).where(NativeCompactionRow.session_id == session_id))
    return tuple(sorted(map(_value, rows), key=lambda each: (each.source_end, each.source_start)))


def last_end(session: Session, session_id: str) -> int:
    """Return the end of the last native compaction's range, or -1."""
    found = session.execute(
        text("SELECT max(source_end) FROM native_compaction WHERE session_id = :s"), {"s": session_id}
    ).scalar()
    return -1 if found is None else int(found)


def _row(artifact: Artifact, artifact_id: str, found: FoundLike, summary: int | None) -> NativeCompactionRow:
    before, after = found.tokens_before, found.tokens_after
    return NativeCompactionRow(
        session_id=artifact.source.session_id,
        artifact_id=artifact_id,
        source_start=artifact.source.source_start,
        source_end=artifact.source.source_end,
        kept=orjson.dumps(artifact.source.kept).decode(),
        summary=summary,
        trigger_name=found.trigger,
        opaque=found.opaque,
        tokens_before=before.tokens if before else None,
        tokens_before_provenance=before.provenance if before else None,
        tokens_after=after.tokens if after else None,
        tokens_after_provenance=after.provenance if after else None,
    )


def _value(row: NativeCompactionRow) -> NativeCompaction:
    return NativeCompaction(
        session_id=row.session_id,
        artifact_id=row.artifact_id,
        source_start=row.source_start,
        source_end=row.source_end,
        kept=tuple(orjson.loads(row.kept)),
        summary=row.summary,
        trigger=row.trigger_name,
        opaque=row.opaque,
        tokens_before=row.tokens_before,
        tokens_before_provenance=row.tokens_before_provenance,
        tokens_after=row.tokens_after,
        tokens_after_provenance=row.tokens_after_provenance,
    )
