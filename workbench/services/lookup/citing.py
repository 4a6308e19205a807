"""The statements that cite an event, in every draft of its session, with their places.

A drafted artifact is stored with its links. A native summary gets its links when it is first scored;
summaries without links yet are listed as unread, and are scored only on request.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from gates.artifact import Artifact, Origin
from store.engine import Store
from store.records import artifacts, event_stats, sessions
from workbench.bootstrap import Env
from workbench.edits.item_places import places
from workbench.services.judgement.judge import judge_stored


@dataclass(frozen=True, slots=True)
class CitingStatement:
    """A statement with a link into the event."""

    artifact_id: str
    number: int
    """n of `d-n`."""
    place: str
    """`c-5`, `o-1`."""
    item_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Cited:
    """The statements that cite an event, those of the newest draft first."""

    citations: tuple[CitingStatement, ...]
    unread: tuple[int, ...] = ()
    """n of `d-n` of the summaries that may cite the event, but have no links yet."""
    covered: bool = True
    """Whether any draft reaches as far as the event: an event after all of them cannot be cited."""
    summary_of: int | None = None
    """n of the `d-n` whose summary the event is, if no draft reaches it."""


@dataclass(frozen=True, slots=True)
class _Links:
    """The links of one artifact, by event."""

    source_end: int
    by_event: dict[int, tuple[str, ...]]
    """Ids of the items that cite an event."""
    texts: dict[str, tuple[str, str]]
    """Place and words of an item, by its id."""
    read: bool


class Citing:
    """A cache of the links of artifacts, which never change; safe to use from any thread."""

    def __init__(self) -> None:
        self._links: dict[str, _Links] = {}
        self._lock = threading.Lock()

    def known(self, env: Env, session_id: str, ordinal: int) -> Cited:
        """Return the statements that cite an event, as far as links are stored or were read."""
        return self._of(env, session_id, ordinal, read=False)

    def read(self, env: Env, session_id: str, ordinal: int) -> Cited:
        """Like `known`, after scoring every summary that may cite it; each may take a moment."""
        return self._of(env, session_id, ordinal, read=True)

    def look_again(self) -> None:
        """Drop the entries of summaries that had no links; they may have been scored since."""
        with self._lock:
            self._links = {name: links for name, links in self._links.items() if links.read}

    def _of(self, env: Env, session_id: str, ordinal: int, *, read: bool) -> Cited:
        store = env.open_store()
        numbers = event_stats.artifact_numbers(store, session_id)
        found: list[CitingStatement] = []
        unread: list[int] = []
        covered = False
        for artifact_id, number in sorted(numbers.items(), key=lambda each: -each[1]):
            links = self._links_of(env, store, artifact_id, ordinal, read=read)
            covered = covered or ordinal <= links.source_end
            if not links.read and ordinal <= links.source_end:
                unread.append(number)
            found += [
                CitingStatement(
                    artifact_id, number, links.texts[item_id][0], item_id, links.texts[item_id][1]
                )
                for item_id in links.by_event.get(ordinal, ())
            ]
        own = None if covered else self._summary_of(store, session_id, ordinal)
        return Cited(tuple(found), tuple(unread), covered, numbers.get(own) if own is not None else None)

    @staticmethod
    def _summary_of(store: Store, session_id: str, ordinal: int) -> str | None:
        native = sessions.compactions(store, session_id)
        return next((each.artifact_id for each in native if each.summary == ordinal), None)

    def _links_of(self, env: Env, store: Store, artifact_id: str, ordinal: int, *, read: bool) -> _Links:
        known = self._links.get(artifact_id)
        if known is not None and (known.read or not read or ordinal > known.source_end):
            return known
        with store.reading() as session:
            artifact = artifacts.read_as_judged(session, [artifact_id])[artifact_id]
        linked = _is_linked(artifact)
        if read and not linked and ordinal <= artifact.source.source_end:
            artifact, linked = judge_stored(env, store, artifacts.get(store, artifact_id)).artifact, True
        made = _links(artifact, read=linked)
        with self._lock:
            self._links[artifact_id] = made
        return made


def _is_linked(artifact: Artifact) -> bool:
    """Return whether the artifact is stored with its links, or has nothing to link."""
    if artifact.opaque or not artifact.items:
        return True
    return artifact.origin is not Origin.IMPORTED or any(item.links for item in artifact.items)


def _links(artifact: Artifact, *, read: bool) -> _Links:
    known = places(artifact)
    by_event: dict[int, list[str]] = {}
    for item in artifact.items:
        for ordinal in dict.fromkeys(link.ordinal for link in item.links):
            by_event.setdefault(ordinal, []).append(item.item_id)
    return _Links(
        artifact.source.source_end,
        {ordinal: tuple(ids) for ordinal, ids in by_event.items()},
        {item.item_id: (known[item.item_id], item.text) for item in artifact.items},
        read,
    )
