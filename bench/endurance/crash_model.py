"""The content a store must have after a process was killed: everything acknowledged, and nothing partial.

The model records what each operation acknowledged; `settle` compares the reopened store with it.
"""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.endurance.reopening import reopened
from store import pointers
from store.boundary import move_rules as moves
from store.database.file_modes import OTHERS
from store.database.session import raw_connection
from store.engine import Store
from store.records import artifacts, sessions
from store.verify import verify
from tests.store.build import PER_TURN

VERIFY_EVERY = 5
"""How often the whole store is verified; what a kill can break is checked after every one."""

_STORED = {
    "session": "SELECT session_id, max(events) FROM import_record GROUP BY session_id",
    "artifact": "SELECT artifact_id FROM artifact",
    "snapshot": "SELECT session_id, sequence, pointer_id FROM snapshot",
    "lost blob": (
        "SELECT named FROM (SELECT unnest(from_json(pieces, '[\"VARCHAR\"]')) AS named FROM import_record "
        "UNION SELECT blob FROM event WHERE blob IS NOT NULL) WHERE named NOT IN (SELECT hash FROM blob)"
    ),
}


class Broken(AssertionError):
    """A promise of the store does not hold."""


def require(holds: object, promise: str) -> None:
    """Raise Broken unless it holds."""
    if not holds:
        raise Broken(promise)


@dataclass
class Model:
    """Everything that was acknowledged in one store."""

    path: Path
    sessions: dict[str, int] = field(default_factory=dict)
    """Events of each session by its id."""
    natives: dict[str, str] = field(default_factory=dict)
    """Session ids by native id."""
    drafts: dict[str, str] = field(default_factory=dict)
    """Session ids by artifact id."""
    moves: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Pointer ids and hashes of each session, oldest first."""
    active: set[str] = field(default_factory=set)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Ranges of the artifacts that were accepted."""
    under: dict[str, set[str]] = field(default_factory=dict)
    """What each acceptance displaced."""
    settled: int = 0

    def settle(self, verb: str, arguments: dict[str, Any], acknowledged: Any) -> str:
        """Reopen the store, check every promise; whether the operation is `whole` or `absent`.

        `acknowledged` is what the operation gave back before the process was killed, None if it did not.

        Raises:
            Broken: a promise does not hold.
        """
        if verb == "create" and not self.path.exists():
            require(acknowledged is None, "a store that was made is there")
            self._owner_only()
            return "absent"
        self._owner_only()
        store = reopened(self.path)
        with store.reading():
            before = self._size()
            self._take_in(store, verb, arguments)
            found = "whole" if self._size() != before or verb == "create" else "absent"
            if acknowledged is not None and verb in ("accept", "rollback"):
                require(found == "whole", "an acknowledged move is never lost")
            if acknowledged is not None and verb in ("import", "draft"):
                require(self._has(verb, acknowledged), f"an acknowledged {verb} is never lost")
            self._compare(store)
        self._owner_only()
        return found

    def _size(self) -> tuple[int, ...]:
        moves = sum(map(len, self.moves.values()))
        return (len(self.sessions), sum(self.sessions.values()), len(self.drafts), moves)

    def _has(self, verb: str, acknowledged: Any) -> bool:
        if verb == "draft":
            return acknowledged in self.drafts
        return bool(self.sessions.get(acknowledged[0]) == acknowledged[1])

    def _take_in(self, store: Store, verb: str, arguments: dict[str, Any]) -> None:
        """Adopt what the killed operation made durable, if it is exactly what it set out to do."""
        if verb == "import":
            found = {each.native_id: each for each in sessions.listing(store)}
            made = found.get(arguments["native_id"])
            if made is not None:
                old = self.sessions.get(made.session_id)
                require(
                    made.events in (old, arguments["turns"] * PER_TURN),
                    "an import is whole or not there",
                )
                self.sessions[made.session_id] = made.events
                self.natives[arguments["native_id"]] = made.session_id
        elif verb == "draft":
            for each in artifacts.listing(store, arguments["session_id"]):
                self.drafts.setdefault(each.artifact_id, each.session_id)
        elif verb in ("accept", "rollback"):
            self._take_in_move(store, verb, arguments["artifact_id"])

    def _take_in_move(self, store: Store, verb: str, artifact_id: str) -> None:
        session_id = self.drafts[artifact_id]
        known = self.moves.setdefault(session_id, [])
        history = pointers.history(store, session_id)[::-1]
        require(len(known) <= len(history) <= len(known) + 1, "one operation is at most one move")
        if len(history) == len(known):
            return
        made = history[-1]
        require((made.action, made.artifact_id) == (verb, artifact_id), "the move is the one asked for")
        known.append((made.pointer_id, made.hash))
        if verb == "accept":
            self.places[artifact_id] = first, last = (made.source_start, made.source_end)
            mine = {name for name in self.active if self.drafts[name] == session_id}
            under = {each for each in mine if first <= self.places[each][0] and self.places[each][1] <= last}
            self.under[artifact_id] = under
            self.active = (self.active - under) | {artifact_id}
        else:
            self.active = (self.active - {artifact_id}) | self.under[artifact_id]
        require(set(made.displaced) == self.under[artifact_id], "a move displaces what lies in its range")

    def _compare(self, store: Store) -> None:
        self.settled += 1
        if self.settled % VERIFY_EVERY == 0:
            verification = verify.verify(store)
            require(verification.ok, f"verify finds nothing: {verification.problems[:3]}")
        with store.reading() as session:
            connection = raw_connection(session)
            stored = {table: set(connection.execute(query).fetchall()) for table, query in _STORED.items()}
        require(
            stored["session"] == set(self.sessions.items()), "the sessions are those that were acknowledged"
        )
        require(stored["lost blob"] == set(), "every blob is present")
        require({(name,) for name in self.drafts} <= stored["artifact"], "every draft is there")
        for session_id in self.sessions:
            self._compare_moves(store, session_id, stored["snapshot"])

    def _compare_moves(self, store: Store, session_id: str, followed: set[tuple[str, int, str]]) -> None:
        history = pointers.history(store, session_id)[::-1]
        require(
            [(each.pointer_id, each.hash) for each in history] == self.moves.get(session_id, []),
            "every acknowledged move is there, in order, with its hash",
        )
        chain = moves.Chain(session_id, None)
        for each in history:
            require(moves.record_hash(chain.hash, each) == each.hash, "the hash chain is whole")
            chain = moves.Chain(session_id, each)
        require(
            {each for each in followed if each[0] == session_id}
            == {(session_id, number, each.pointer_id) for number, each in enumerate(history, 1)},
            "snapshots are in sequence, one for each move",
        )
        if history:
            standing = {each.artifact_id for each in pointers.active(store, session_id)}
            mine = {name for name in self.active if self.drafts[name] == session_id}
            require(standing == mine, "what is active follows from the moves")

    def _owner_only(self) -> None:
        """Check that only the owner can read the store, its log, and leftovers of a killed process."""
        for path in self.path.parent.rglob(f"*{self.path.name}*"):
            reachable = [path, *(each for each in path.parents if self.path.parent in each.parents)]
            open_to_all = all(stat.S_IMODE(each.stat().st_mode) & OTHERS for each in reachable)
            require(not open_to_all, f"{path.name} is its owner's alone, it is {path.stat().st_mode:o}")
