"""Find findings, captured items and other records without a table, by id or prefix, in stored reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from gates.artifact import Item
from gates.capture import CapturedItem
from gates.report import Finding, GateReport, RetentionVerdict
from gates.source import SourceLink
from store.engine import Store
from store.records import artifacts, captures, reports, sessions
from store.records.near_ids import did_you_mean_id
from store.values import StoredArtifact
from workbench.bootstrap import Env
from workbench.edits.item_places import places
from workbench.errors import UnknownId

T = TypeVar("T")

LEAST_PREFIX = 6
CAPTURED_HINT = "`workbench capture SESSION` and `workbench show ARTIFACT` list captured items with their ids"


@dataclass(frozen=True)
class FoundFinding:
    """A finding and the artifact that it is about."""

    stored: StoredArtifact
    gate: str
    finding: Finding


@dataclass(frozen=True)
class FoundItem:
    """An item and its artifact."""

    stored: StoredArtifact
    item: Item
    place: str
    """`o-2` or `c-5`: its place among the open work or among all other items."""


@dataclass(frozen=True)
class FoundCaptured:
    """A captured item and the newest verdict on it."""

    session_id: str
    artifact_id: str
    verdict: RetentionVerdict
    number: int
    """n of `d-n`, the artifact."""

    @property
    def artifact(self) -> str:
        """The artifact's name on screen: `d-2 (art_25e8fa28)`."""
        return f"d-{self.number} ({self.artifact_id[:12]})"


@dataclass(frozen=True)
class FoundUnjudged:
    """A captured item without a verdict in any stored report: of another range, or done or replaced."""

    session_id: str
    item: CapturedItem


class _Asked:
    """An id that somebody gave, or 6 or more characters of it, with or without its tag."""

    def __init__(self, given: str) -> None:
        self.given = given
        self._others = set[str]()

    def names(self, full: str) -> bool:
        """Return whether this is the id `full`; one that it is not may still be suggested."""
        if self.given == full:
            return True
        bare = full.partition("_")[2]
        named = len(self.given) >= LEAST_PREFIX and (
            full.startswith(self.given) or bare.startswith(self.given)
        )
        if not named:
            self._others.add(full)
        return named

    def only(self, found: dict[str, T], what: str, hint: str) -> T:
        """Return the only one found. Raises UnknownId, with the id that was probably meant."""
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            several = ", ".join(sorted(found)[:5])
            message = f"{self.given} names more than one {what}: {several}"
            raise UnknownId(message, "give more characters", ambiguous=True)
        near = did_you_mean_id(self.given, self._others)
        raise UnknownId(f"no {what} is named {self.given}", hint, near=near)


@dataclass(frozen=True)
class FoundEvidence:
    """An evidence pointer with its words, and the session it points into."""

    session_id: str
    link: SourceLink


def evidence(store: Store, id_or_prefix: str) -> FoundEvidence:
    """Return the evidence pointer of that id, from the links of stored artifacts and reports.

    Raises:
        UnknownId: no evidence, or more than one, has that id.
    """
    asked, found = _Asked(id_or_prefix), dict[str, FoundEvidence]()
    for stored in _artifacts(store):
        for link in (link for each in stored.artifact.items for link in each.links):
            if asked.names(link.evidence_id):
                found[link.evidence_id] = FoundEvidence(stored.session_id, link)
    for stored, report in _newest(store):
        for link in _links(report):
            if asked.names(link.evidence_id):
                found[link.evidence_id] = FoundEvidence(stored.session_id, link)
    return asked.only(found, "evidence pointer", "`workbench show ITEM` lists the evidence of an item")


def _links(report: GateReport) -> Iterator[SourceLink]:
    for result in report.gates.values():
        for each in result.findings:
            yield from each.evidence
    for verdict in report.retention:
        yield from verdict.evidence
        yield from verdict.matched_evidence


def finding(store: Store, id_or_prefix: str) -> FoundFinding:
    """Return the finding of that id, from the newest reports.

    Raises:
        UnknownId: no finding, or more than one, has that id.
    """
    asked = _Asked(id_or_prefix)
    found = {
        each.finding_id: FoundFinding(stored, gate, each)
        for stored, report in _newest(store)
        for gate, result in report.gates.items()
        for each in result.findings
        if asked.names(each.finding_id)
    }
    return asked.only(found, "finding", "`workbench show ARTIFACT` lists findings with their ids")


def captured(store: Store, id_or_prefix: str, artifact_id: str | None = None) -> FoundCaptured:
    """Return the captured item of that id, from the newest reports or that of the named artifact.

    Raises:
        UnknownId: no captured item, or more than one, has that id.
    """
    asked = _Asked(id_or_prefix)
    found = {each.verdict.item_id: each for each in _captured(store, asked, artifact_id)}
    return asked.only(found, "captured item", CAPTURED_HINT)


def captured_anywhere(store: Store, id_or_prefix: str) -> FoundCaptured | FoundUnjudged:
    """Return the captured item of that id with the newest verdict on it, else from the stored captures.

    Raises:
        UnknownId: no captured item, or more than one, has that id.
    """
    asked = _Asked(id_or_prefix)
    found: dict[str, FoundCaptured | FoundUnjudged] = {
        item.item_id: FoundUnjudged(session_id, item)
        for session_id, item in captures.captured(store, asked.names)
    }
    found |= {each.verdict.item_id: each for each in _captured(store, asked)}
    return asked.only(found, "captured item", CAPTURED_HINT)


def captured_everywhere(
    store: Store, id_or_prefix: str, artifact_id: str | None = None
) -> list[FoundCaptured]:
    """Return the verdicts on a captured item in the newest report of every artifact."""
    return _captured(store, _Asked(id_or_prefix), artifact_id)


def _captured(store: Store, asked: _Asked, artifact_id: str | None = None) -> list[FoundCaptured]:
    return [
        FoundCaptured(stored.session_id, stored.artifact_id, verdict, stored.number)
        for stored, report in _newest(store)
        if artifact_id in (None, stored.artifact_id)
        for verdict in report.retention
        if asked.names(verdict.item_id)
    ]


def item(store: Store, id_or_prefix: str, within: StoredArtifact | None = None) -> FoundItem:
    """Return the item of that id, or at that place (`c-1`, `o-1`) of an artifact.

    Raises:
        UnknownId: no item, or more than one, has that id or place.
    """
    asked, found = _Asked(id_or_prefix), dict[str, FoundItem]()
    if within:
        _check_place(within, id_or_prefix)
    for stored in [within] if within else _artifacts(store):
        place_of = places(stored.artifact)
        for each in stored.artifact.items:
            place = place_of[each.item_id]
            if (within and id_or_prefix == place) or asked.names(each.item_id):
                found[each.item_id] = FoundItem(stored, each, place)
    what = f"item of d-{within.number}" if within else "item"
    shown = within.artifact_id[:12] if within else "ARTIFACT"
    return asked.only(found, what, f"`workbench show {shown}` lists items with their ids")


def _check_place(stored: StoredArtifact, place: str) -> None:
    """Raise UnknownId with the last place of its kind if `place` looks like one and does not exist."""
    kind, dash, number = place.partition("-")
    known = tuple(places(stored.artifact).values())
    alike = [each for each in known if each.startswith(f"{kind}-")]
    if dash and number.isdecimal() and alike and place not in known:
        last = max(alike, key=lambda each: int(each.partition("-")[2]))
        hint = (
            f"the last one is {last}; `workbench show {stored.artifact_id[:12]}` lists items with their ids"
        )
        raise UnknownId(f"no item of d-{stored.number} is named {place}", hint)


def statement(env: Env, artifact_id: str, place: str) -> tuple[int, str]:
    """Return n of `d-n` of an artifact, and the id of its item at a place (`c-1`, `o-1`).

    Raises:
        UnknownId, store.errors.NotFound: there is no such artifact, or no item at that place.
    """
    store = env.open_store()
    found = item(store, place, artifacts.get(store, artifact_id))
    return found.stored.number, found.item.item_id


def _artifacts(store: Store) -> list[StoredArtifact]:
    with store.reading():
        return [
            stored
            for session in sessions.listing(store)
            for stored in artifacts.listing(store, session.session_id)
        ]


def _newest(store: Store) -> list[tuple[StoredArtifact, GateReport]]:
    with store.reading():
        pairs = [(stored, reports.latest(store, stored.artifact_id)) for stored in _artifacts(store)]
    return [(stored, report.report) for stored, report in pairs if report is not None]
