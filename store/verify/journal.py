"""Compares every record with the journal, and checks the journal itself. Reads only.

A record reported by another check is not reported again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import text
from sqlmodel import Session

from store import schema
from store.database.session import raw_connection
from store.journal import entries as vouching
from store.journal import journal
from store.values import StoreProblem

_LABELS = {
    "import_record": "import",
    "native_compaction": "compaction",
    "linked_artifact": "links",
    "event_lane": "lane",
    "run_state": "run",
}
_GROUPS = {
    "event": "the events of import {key}",
    "event_lane": "the sidechains that import {key} saw",
    "evidence": "the evidence of {key}",
}
_ALTERED = "it was altered after it was written; nothing that rests on it can be trusted"
_GONE = "it was removed after it was written; what rests on it cannot be followed"
_STRANGE = "it was added behind the program's back, or the end of the journal was cut off"
_CUT = "an entry was altered, inserted or removed; records up to here can no longer be vouched for"


class _Entered(NamedTuple):
    session_id: str
    sequence: int
    record: str
    key: str
    digest: str
    hash: str


def check_journal(session: Session) -> Iterator[StoreProblem]:
    """Check that every chain is complete and every record is journalled with its current digest."""
    rows = session.execute(
        text("SELECT session_id, sequence, record, key, digest, hash FROM journal ORDER BY 1, 2")
    )
    ended = session.execute(
        text("SELECT session_id, max(head_sequence), arg_max(head, head_sequence) FROM tombstone GROUP BY 1")
    )
    starts = {row[0]: (row[1], row[2]) for row in ended}
    entered: dict[tuple[str, str, str], str] = {}
    for session_id, group in groupby((_Entered(*row) for row in rows), lambda each: each.session_id):
        start = starts.pop(session_id, (0, journal.chain_start(session_id)))
        yield from _chain(session_id, group, entered, start)
    connection = raw_connection(session)
    for session_id, entry in vouching.records(connection, schema.tables()):
        source_text = entered.pop((session_id, entry.record, entry.key), None)
        if source_text is None:
            yield _problem(entry.record, entry.key, "it is not in its session's journal", _STRANGE)
        elif source_text != entry.digest:
            yield _problem(entry.record, entry.key, "a column is not what the journal says", _ALTERED)
    for session_id, record, key in entered:
        problem = f"the journal of {session_id} names it, but it is not there"
        yield _problem(record, key, problem, _GONE)


def _chain(
    session_id: str,
    entries: Iterator[_Entered],
    entered: dict[tuple[str, str, str], str],
    start: tuple[int, str],
) -> Iterator[StoreProblem]:
    """`start` is the number and hash of the entry before the first; a removed session's journal continues."""
    sequence, last = start
    for each in entries:
        name = f"{session_id}:{each.sequence}"
        sequence += 1
        if each.sequence != sequence:
            yield StoreProblem("journal", name, f"entry {sequence} is expected here", _CUT)
            sequence = each.sequence
        entry = journal.JournalEntry(each.record, each.key, each.digest)
        if journal.chained(last, session_id, each.sequence, entry) != each.hash:
            problem = "its hash does not follow from what it says and the entry before it"
            yield StoreProblem("journal", name, problem, _CUT)
        last = each.hash
        entered[session_id, each.record, each.key] = each.digest


def _problem(record: str, key: str, problem: str, meaning: str) -> StoreProblem:
    label = _LABELS.get(record, record)
    if record == "capture":
        owner, start, end, _ = key.rsplit(":", 3)
        key = f"{owner}:{start}..{end}"
    elif record == "run_state":
        key = "@".join(key.rsplit(":", 1))
    if record in _GROUPS:
        problem = f"{_GROUPS[record].format(key=key)}: {problem}"
    return StoreProblem(label, key, problem, meaning)
