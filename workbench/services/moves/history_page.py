"""The history of a session: every move with the context before and after it, and the move that undid it.

Derived from the moves alone; nothing is stored or changed.
"""

from __future__ import annotations

from dataclasses import dataclass

from gates.report import GateReport
from store import pointers
from store.context.what_if import Prospect, prospect
from store.engine import Store
from store.records import artifacts, lookup, reports, sessions, snapshots
from store.values import Pointer, StoredSession
from workbench.bootstrap import Env
from workbench.services.moves.move_preview import Foreseen, rollback_of, size_of


@dataclass(frozen=True)
class MoveLine:
    """A move and its later fate."""

    pointer: Pointer
    number: int
    """n of `d-n`."""
    tokens_before: int
    tokens_after: int
    """Tokens of the whole context after the move; `tokens_before` likewise."""
    active: bool
    """Whether it is an acceptance in force."""
    undone_by: int | None
    """Sequence of the rollback of this acceptance."""
    displaced_by: int | None
    """Sequence of the last acceptance that displaced the artifact, if that is later than this move."""
    displaced: tuple[int, ...]
    """Numbers of the artifacts that the move displaced or restored."""
    snapshot_id: str | None
    report: GateReport | None


@dataclass(frozen=True)
class HistoryPage:
    """The moves of one session, newest first."""

    session: StoredSession
    moves: tuple[MoveLine, ...]
    backs: dict[str, Foreseen]
    """For each acceptance in force, by pointer id: what rolling it back would change."""

    @property
    def head(self) -> Pointer | None:
        """The newest move."""
        return self.moves[0].pointer if self.moves else None

    def line(self, pointer_id: str | None) -> MoveLine | None:
        """Return the move with that id; None if there is none."""
        return next((each for each in self.moves if each.pointer.pointer_id == pointer_id), None)

    @property
    def active(self) -> tuple[MoveLine, ...]:
        """The acceptances in force, by range."""
        return tuple(sorted((m for m in self.moves if m.active), key=lambda m: m.pointer.source_start))


def history_page(env: Env, id_or_prefix: str) -> HistoryPage:
    """Return the history of a session. Raises NotFound."""
    store = env.open_store()
    with store.reading():
        session = sessions.get(store, lookup.session(store, id_or_prefix))
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
    kept = snapshots.by_move(store, seen.session_id)
    oldest_first = tuple(reversed(newest_first))
    live: dict[str, Pointer] = {}
    accepted: dict[str, Pointer] = {}
    displaced_at: dict[str, int] = {}
    sizes: dict[frozenset[str], int] = {}
    shown: list[tuple[Pointer, int, int]] = []
    before = size_of(seen, ()).tokens
    for move in oldest_first:
        _apply(live, move, accepted)
        if move.action == "accept":
            displaced_at |= dict.fromkeys(move.displaced, move.sequence)
        active = frozenset(live)
        if active not in sizes:  # alternating accepts and rollbacks repeat few contexts
            sizes[active] = size_of(seen, active).tokens
        shown.append((move, before, sizes[active]))
        before = sizes[active]
    known = {
        name: reports.get(store, name).report for name in {m.report_id for m in oldest_first if m.report_id}
    }
    undone = {m.undoes: m.sequence for m in oldest_first if m.undoes is not None}
    active_ids = {m.pointer_id for m in live.values()}
    return tuple(
        MoveLine(
            pointer=move,
            number=numbers.get(move.artifact_id, 0),
            tokens_before=tokens_before,
            tokens_after=tokens_after,
            active=move.pointer_id in active_ids,
            undone_by=undone.get(move.pointer_id),
            displaced_by=_displaced_by(move, displaced_at, active_ids),
            displaced=tuple(numbers[each] for each in move.displaced if each in numbers),
            snapshot_id=kept.get(move.pointer_id),
            report=known.get(move.report_id),
        )
        for move, tokens_before, tokens_after in reversed(shown)
    )


def _apply(live: dict[str, Pointer], move: Pointer, accepted: dict[str, Pointer]) -> None:
    """Apply a move to `live`, the acceptances in force by artifact id.

    `accepted` has the last of each artifact.
    """
    if move.action == "accept":
        for each in move.displaced:
            live.pop(each, None)
        live[move.artifact_id] = accepted[move.artifact_id] = move
        return
    live.pop(move.artifact_id, None)
    for each in move.displaced:
        if each in accepted:
            live[each] = accepted[each]


def _displaced_by(move: Pointer, displaced_at: dict[str, int], active: set[str]) -> int | None:
    """Return the sequence of the acceptance that displaced this one, if that is later; else None.

    `displaced_at` maps an artifact to the sequence of the last acceptance that displaced it.
    """
    if move.action != "accept" or move.pointer_id in active:
        return None
    last = displaced_at.get(move.artifact_id, 0)
    return last if last > move.sequence else None
