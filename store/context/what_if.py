"""The context that a session would have with other artifacts active. Moves and stores nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from gates.artifact import Artifact
from store.context.fold import (
    MainLineEvent,
    StandIn,
    coarse_line,
    cuts_of,
    fold,
    main_line,
    stand_in,
    stand_in_of,
)
from store.engine import Store
from store.records import sessions
from store.values import ContextSegment, NativeCompaction


@dataclass
class Prospect:
    """The events of one session, read once, to be folded with any of its artifacts active."""

    store: Store = field(repr=False)
    session_id: str
    native: tuple[NativeCompaction, ...]
    places: tuple[MainLineEvent, ...] = field(repr=False)
    _known: dict[str, StandIn] = field(default_factory=dict, repr=False)

    def imagine(self, artifact_id: str, artifact: Artifact) -> None:
        """Add an artifact that is not stored, under the given id."""
        with self.store.reading() as session:
            self._known[artifact_id] = stand_in_of(session, artifact_id, artifact)

    def fold(self, active: Iterable[str]) -> tuple[ContextSegment, ...]:
        """Return the segments of the context with exactly these artifacts active."""
        active_stand_ins = sorted((self._stand_in(each) for each in active), key=lambda each: each.start)
        return fold(self.places, self.native, active_stand_ins)

    def _stand_in(self, artifact_id: str) -> StandIn:
        if artifact_id not in self._known:
            with self.store.reading() as session:
                self._known[artifact_id] = stand_in(session, artifact_id)
        return self._known[artifact_id]


def tokens_of(
    store: Store, session_id: str, choices: Iterable[Iterable[str]], imagined: tuple[str, Artifact]
) -> list[int]:
    """Return, for each choice of active artifacts, the tokens of the resulting context.

    One artifact, named by its id, need not be stored. Raises NotFound.
    """
    listed = [tuple(each) for each in choices]
    with store.reading() as session:
        seen = Prospect(store, session_id, sessions.compactions(store, session_id), ())
        seen.imagine(*imagined)
        active = [seen._stand_in(each) for each in dict.fromkeys(name for names in listed for name in names)]
        seen.places = tuple(coarse_line(session, session_id, cuts_of(seen.native, active)))
    return [sum(segment.tokens for segment in seen.fold(each)) for each in listed]


def prospect(store: Store, session_id: str) -> Prospect:
    """Read a session for folding under any set of active artifacts. Raises NotFound."""
    sessions.get(store, session_id)
    with store.reading() as session:
        places = tuple(main_line(session, session_id))
    return Prospect(store, session_id, sessions.compactions(store, session_id), places)
