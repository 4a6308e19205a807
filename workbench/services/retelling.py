"""The history of a session for a reader: every move with the context before and after it, and what undid it.

Derived from the moves alone; nothing here is stored or changed.
"""

from __future__ import annotations

from dataclasses import dataclass

from gates.report import GateReport
from store import artifacts, ids, pointers, reports, sessions, snapshots
from store.engine import Store
from store.prospects import Prospect, prospect
from store.values import Pointer, StoredSession
from workbench.bootstrap import Env
from workbench.services.foreseeing import Foreseen, rollback_of, size_of


@dataclass(frozen=True)
class MoveLine:
    """One move, with what became of it."""

    pointer: Pointer
    number: int
    """n of `d-n`."""
    tokens_before: int
    tokens_after: int
    """Of the whole context."""
    active: bool
    """An acceptance that is in force."""
    undone_by: int | None
    """Sequence of the rollback that took this acceptance back."""
    displaced_by: int | None
    """Sequence of the live acceptance that displaced it."""
    displaced: tuple[int, ...]
    """Numbers of what the move displaced, or brought back."""
    snapshot_id: str | None
    report: GateReport | None


@dataclass(frozen=True)
class HistoryPage:
    """The moves of one session, newest first."""

    session: StoredSession
    moves: tuple[MoveLine, ...]
    backs: dict[str, Foreseen]
    """What rolling back would change, by pointer id, of the acceptances in force."""

    @property
    def head(self) -> Pointer | None:
        """The newest move."""
        return self.moves[0].pointer if self.moves else None

    def line(self, pointer_id: str | None) -> MoveLine | None:
        """The move of that id."""
        return next((each for each in self.moves if each.pointer.pointer_id == pointer_id), None)

    @property
    def standing(self) -> tuple[MoveLine, ...]:
        """The acceptances in force, by range."""
        return tuple(sorted((m for m in self.moves if m.active), key=lambda m: m.pointer.source_start))


def history_page(env: Env, given: str) -> HistoryPage:
    """The history of a session. Raises NotFound."""
    store = env.open_store()
    with store.reading():
        session = sessions.get(store, ids.session(store, given))
        newest_first = pointers.history(store, session.session_id)
        if not newest_first:
            return HistoryPage(session, (), {})
        seen = prospect(store, session.session_id)
        stored = {each.artifact_id: each for each in artifacts.listing(store, session.session_id)}
        lines = _lines(store, seen, newest_first, {name: each.number for name, each in stored.items()})
        backs = {
            each.pointer.pointer_id: rollback_of(env, store, seen, stored[each.pointer.artifact_id])
            for each in lines
            if each.active
        }
    return HistoryPage(session, lines, backs)


def _lines(
    store: Store, seen: Prospect, newest_first: tuple[Pointer, ...], numbers: dict[str, int]
) -> tuple[MoveLine, ...]:
    kept = {sequence: name for name, sequence, _ in snapshots.listing(store, seen.session_id)}
    oldest_first = tuple(reversed(newest_first))
    live: dict[str, Pointer] = {}
    shown: list[tuple[Pointer, int, int]] = []
    before = size_of(seen, ()).tokens
    for move in oldest_first:
        apply_move(live, move, oldest_first)
        after = size_of(seen, live).tokens
        shown.append((move, before, after))
        before = after
    undone = {m.undoes: m.sequence for m in oldest_first if m.undoes is not None}
    standing = {m.pointer_id for m in live.values()}
    return tuple(
        MoveLine(
            pointer=move,
            number=numbers.get(move.artifact_id, 0),
            tokens_before=tokens_before,
            tokens_after=tokens_after,
            active=move.pointer_id in standing,
            undone_by=undone.get(move.pointer_id),
            displaced_by=_displaced_by(move, oldest_first, standing),
            displaced=tuple(numbers[each] for each in move.displaced if each in numbers),
            snapshot_id=kept.get(move.sequence),
            report=reports.get(store, move.report_id).report,
        )
        for move, tokens_before, tokens_after in reversed(shown)
    )


def apply_move(live: dict[str, Pointer], move: Pointer, history: tuple[Pointer, ...]) -> None:
    """Change what is in force, by artifact id, as a move does; `history` is oldest first."""
    if move.action == "accept":
        for each in move.displaced:
            live.pop(each, None)
        live[move.artifact_id] = move
        return
    live.pop(move.artifact_id, None)
    for each in move.displaced:
        earlier = [
            m
            for m in history
            if m.artifact_id == each and m.action == "accept" and m.sequence < move.sequence
        ]
        if earlier:
            live[each] = earlier[-1]


def _displaced_by(move: Pointer, history: tuple[Pointer, ...], standing: set[str]) -> int | None:
    if move.action != "accept" or move.pointer_id in standing:
        return None
    later = [
        m
        for m in history
        if m.sequence > move.sequence and m.action == "accept" and move.artifact_id in m.displaced
    ]
    return later[-1].sequence if later else None
