"""Verifies the hash chain, every digest and every reference. Changes and repairs nothing.

Triggers only stop well-behaved code; digests reveal a rewritten file; and only a head kept elsewhere reveals
that all digests were recomputed, or that the end of everything was cut off.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import text
from sqlmodel import Session

from store import pointers
from store.boundary import move_rules, rollup
from store.engine import Store
from store.journal import journal
from store.records import passages, runs
from store.values import Grave, Pointer, StoreProblem, Verification
from store.verify import columns, records, references
from store.verify import heads as anchors
from store.verify import journal as journal_checks
from store.verify.heads import NotedHead

_ALTERED = "it was altered after it was written; what is active cannot be trusted"


def counted_problems(found: Sequence[StoreProblem]) -> str:
    """Return the introduction of the first problem, with the number of problems if there are more."""
    return "" if len(found) == 1 else f"{len(found)} problems, such as "


def verify(store: Store, *, noted: Sequence[NotedHead] = ()) -> Verification:
    """Check every record against its digest, and every reference.

    `noted` are heads noted earlier: each must still be in its session's journal, or be a move's; otherwise
    the journal was recomputed, or its end was cut off.
    """
    with store.reading() as session:
        read, damaged = pointers.readable(session)
        history = _by_session(read)
        problems = [
            *(StoreProblem("pointer", name, "cannot be read", _ALTERED) for name in damaged),
            *_moves(session, history),
            *(each for name in _sessions(session) for each in records.check_session(session, name)),
            *records.check_artifacts(session),
            *records.check_reports(session),
            *records.check_captures(session),
            *records.check_snapshots(
                session, {m.pointer_id: m.hash for every in history.values() for m in every}
            ),
            *records.check_blobs(session),
            *columns.check_natives(session),
            *columns.check_links(session),
            *columns.check_reviews(session),
            *columns.check_edits(session),
            *columns.check_totals(session),
            *runs.check_states(session),
            *passages.check_sources(session),
            *references.check_references(session),
            *rollup.check_covers(session, read),
            *references.check_triggers(session),
            *references.check_steps(session),
        ]
        named = {(each.record, each.id) for each in problems}
        problems += [
            each for each in journal_checks.check_journal(session) if (each.record, each.id) not in named
        ]
        heads = journal.read_heads(session)
        graves: list[Grave] = []
        for each in anchors.check(session, noted):
            if isinstance(each, Grave):
                graves.append(each)
            else:
                problems.append(each)
    return Verification(not problems, tuple(problems), heads, tuple(graves))


def _by_session(every: Iterable[Pointer]) -> dict[str, list[Pointer]]:
    """Group moves by session, oldest first."""
    found: dict[str, list[Pointer]] = defaultdict(list)
    for move in every:
        found[move.session_id].append(move)
    for some in found.values():
        some.sort(key=lambda move: move.sequence)
    return dict(found)


def _sessions(session: Session) -> list[str]:
    return list(session.execute(text("SELECT session_id FROM session ORDER BY 1")).scalars())


def _moves(session: Session, history: dict[str, list[Pointer]]) -> Iterator[StoreProblem]:
    rows = session.execute(text("SELECT session_id, pointer_id FROM snapshot"))
    followed = {(row[0], row[1]) for row in rows}
    for name, every in history.items():
        yield from _chain(name, every)
        for move in every:
            if (name, move.pointer_id) not in followed:
                yield _broken(move, "no snapshot follows it")


def _chain(session_id: str, every: Sequence[Pointer]) -> Iterator[StoreProblem]:
    chain = move_rules.Chain(session_id, None)
    for move in every:
        previous = chain.head
        if move.sequence != (previous.sequence + 1 if previous else 1):
            yield _broken(move, f"its sequence is {move.sequence}")
        if move.previous_pointer_id != (previous.pointer_id if previous else None):
            yield _broken(move, "it does not name the move before it")
        if move_rules.record_hash(chain.hash, move) != move.hash:
            yield StoreProblem(
                "pointer",
                move.pointer_id,
                "its hash does not follow from its fields and the move before it",
                "this move, or the one before it, was altered, inserted or removed; "
                "what is active cannot be trusted",
            )
        if move_rules.move_id(chain.hash, move) != move.pointer_id:
            yield _broken(move, "its id does not derive from its fields and the move before it")
        chain = move_rules.Chain(session_id, move)


def _broken(move: Pointer, problem: str) -> StoreProblem:
    return StoreProblem(
        "pointer", move.pointer_id, problem, "a record was removed or altered; the history has a gap here"
    )
