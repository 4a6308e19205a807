"""The evidence ledger: one row per evidence id, written before the snapshot that needs it (SN2).

Only evidence in the ledger verifies a claim. Rows are never changed: an id derives from the words that it
refers to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import text
from sqlmodel import Session

from gates.source import SourceLink, Span
from store.database.bulk_insert import insert_few
from store.journal import journal
from store.journal.row_digests import RowsDigest
from store.tables import EvidenceRow


def read_known(session: Session, evidence_ids: Collection[str]) -> frozenset[str]:
    """Return which of these evidence ids are in the ledger."""
    if not evidence_ids:
        return frozenset()
    found = session.execute(
        text(
            "SELECT evidence_id FROM evidence WHERE evidence_id IN (SELECT unnest(CAST(:ids AS VARCHAR[])))"
        ),
        {"ids": list(evidence_ids)},
    )
    return frozenset(found.scalars())


def insert(session: Session, session_id: str, pointer_id: str, links: Iterable[SourceLink]) -> None:
    """Write links that the ledger lacks, inside the transaction of a move."""
    rows = [
        (
            link.evidence_id,
            session_id,
            link.chunk_id,
            link.span.start,
            link.span.end,
            link.quote_hash,
            link.ordinal,
            link.quote,
            pointer_id,
        )
        for link in links
    ]
    insert_few(session, EvidenceRow, rows)
    vouched = RowsDigest("evidence")
    vouched.add(rows)
    digest = vouched.hexdigest()
    if digest is not None:
        journal.note_group(session, session_id, journal.JournalEntry("evidence", pointer_id, digest))


def _value(row: EvidenceRow) -> SourceLink:
    return SourceLink(
        evidence_id=row.evidence_id,
        chunk_id=row.chunk_id,
        span=Span(start=row.span_start, end=row.span_end),
        quote_hash=row.quote_hash,
        ordinal=row.ordinal,
        quote=row.quote,
    )
