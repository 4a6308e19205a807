"""What a store must hold after a process was killed: everything acknowledged, and nothing by half.

The model is told what each operation acknowledged; `settle` compares the reopened store with it.
"""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from store import artifacts, pointers, sessions, snapshots, verify
from store.engine import Store
from store.errors import NotFound
from store.private import OTHERS
from tests.store.build import PER_TURN


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
        store = Store.open(self.path)
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
        (self.active.add if verb == "accept" else self.active.discard)(artifact_id)

    def _compare(self, store: Store) -> None:
        verification = verify.verify(store)
        require(verification.ok, f"verify finds nothing: {verification.problems[:3]}")
        listed = {each.session_id: each.events for each in sessions.listing(store)}
        require(listed == self.sessions, "the sessions are those that were acknowledged")
        for session_id, known in self.moves.items():
            history = pointers.history(store, session_id)[::-1]
            require(
                [(each.pointer_id, each.hash) for each in history] == known,
                "every acknowledged move is there, in order, with its hash",
            )
            followed = [snapshots.at(store, session_id, each.sequence) for each in history]
            require(
                [(each.sequence, each.pointer_id) for each in followed]
                == [(each.sequence, each.pointer_id) for each in history]
                and len(snapshots.listing(store, session_id)) == len(history),
                "snapshots are in sequence, one for each move",
            )
            standing = {each.artifact_id for each in pointers.active(store, session_id)}
            mine = {name for name in self.active if self.drafts[name] == session_id}
            require(standing == mine, "what is active follows from the moves")
        for name, session_id in self.drafts.items():
            require(artifacts.get(store, name).session_id == session_id, "every draft is there")
        for session_id in self.sessions:
            try:
                sessions.transcript(store, session_id)
            except NotFound as error:
                raise Broken(f"every blob is present: {error.message}") from error

    def _owner_only(self) -> None:
        """Nobody else can read the store, its log, or what a killed process left of either."""
        for path in self.path.parent.rglob(f"*{self.path.name}*"):
            reachable = [path, *(each for each in path.parents if self.path.parent in each.parents)]
            open_to_all = all(stat.S_IMODE(each.stat().st_mode) & OTHERS for each in reachable)
            require(not open_to_all, f"{path.name} is its owner's alone, it is {path.stat().st_mode:o}")
