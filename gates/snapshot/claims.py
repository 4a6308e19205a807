"""Turns the items of active artifacts into claims, conflicts, failures and questions of a snapshot (SN2).

An item keeps its id. Items of several artifacts merge into one claim under the first id if they have equal
ids, the same words in the same order, or report the last change of the same path. Their evidence is joined,
of a changed path only the newest is kept; the later artifact's words and work status win. Of a state of the
work only the newest is a claim, and a person's statement that was withdrawn later is `superseded`. Only a
report makes a claim `verified`, never the item itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from typing import Any

from gates.artifact import Artifact, ConflictDetail, FailureDetail, Item, ItemKind, normalise_text
from gates.report import GateReport, Verdict
from gates.second_opinion import of_a_checker
from gates.snapshot.invariants import INLINE_LIMIT
from gates.snapshot.standing import is_taken_back, kind_of, replaced_kinds, taken_back
from gates.source import SourceLink

_OWN_ARRAY = {ItemKind.CONFLICT, ItemKind.FAILURE, ItemKind.OPEN_QUESTION}


class ClaimTable:
    """Collects a state, artifact by artifact; `ledger` contains the evidence ids that were written.

    Its claims and entries are never changed in place, so that copies share them.
    """

    def __init__(self, ledger: Collection[str]) -> None:
        self._ledger = frozenset(ledger)
        self._cited: set[str] = set()
        self._claims: dict[str, dict[str, Any]] = {}
        self._by_words: dict[_Words, str] = {}
        self._states: dict[str, frozenset[_Words]] = {}
        """The claims that state each kind of state."""
        self._withdrawn: list[Mapping[str, Any]] = []
        self._made: set[str] = set()
        """Ids of items in active artifacts, merged or not."""
        self.conflicts: dict[str, dict[str, Any]] = {}
        self.failures: dict[str, dict[str, Any]] = {}
        self.questions: dict[str, None] = {}
        self.question_refs: dict[str, dict[str, Any]] = {}

    def fits(self, ledger: Collection[str]) -> bool:
        """Return whether it would be the same with this ledger."""
        return self._cited.isdisjoint(self._ledger.symmetric_difference(ledger))

    def copied(self, ledger: Collection[str]) -> ClaimTable:
        """Return an independent copy for a ledger that it fits."""
        made = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (dict, list, set)):
                setattr(made, name, value.copy())
        made._ledger = frozenset(ledger)
        return made

    def claims(self) -> list[dict[str, Any]]:
        """Return the claims in the order of their first addition; those taken back are superseded."""
        gone = self._withdrawn
        return [
            {**each, "status": "superseded"}
            if gone and each["status"] != "retracted" and is_taken_back(each, gone)
            else each
            for each in self._claims.values()
        ]

    def add(self, artifact: Artifact, artifact_id: str, report: GateReport | None) -> None:
        """Add the items of an active artifact, later than those before, with the verdicts of its report."""
        self._cited.update(link.evidence_id for item in artifact.items for link in item.links)
        self._drop_states(artifact)
        self._withdrawn += taken_back(artifact.items)
        judged = _judged(report)
        doubted = _doubted(report) if judged else frozenset()
        fresh: dict[_Words, str] = {}
        for item in artifact.items:
            if item.kind in _OWN_ARRAY:
                self._add_entry(item, artifact_id)
                continue
            passed = judged and item.item_id not in doubted and bool(item.links)
            in_ledger = passed and all(link.evidence_id in self._ledger for link in item.links)
            self._made.add(item.item_id)
            fresh.setdefault(_words(item), item.item_id)
            kind = kind_of(item.text)
            if kind is not None:
                self._states[kind] = self._states.get(kind, frozenset()) | {_words(item)}
            self._merge(
                self._by_words.get(_words(item), item.item_id),
                _claim(item, artifact_id, "verified" if in_ledger else "candidate"),
            )
        for words, name in fresh.items():
            self._by_words.setdefault(words, name)

    def _drop_states(self, artifact: Artifact) -> None:
        """Drop the claims whose state no longer holds after an artifact."""
        for kind in replaced_kinds(artifact.items):
            for words in self._states.pop(kind, ()):
                self._claims.pop(self._by_words.pop(words, ""), None)

    def retract(self, artifact: Artifact, artifact_id: str) -> None:
        """Add the claims of a rolled-back artifact as retracted.

        Claims that an active artifact makes stay as is.
        """
        for item in artifact.items:
            known = item.item_id in self._made or _words(item) in self._by_words
            if item.kind not in _OWN_ARRAY and not known and item.item_id not in self._claims:
                self._claims[item.item_id] = _claim(item, artifact_id, "retracted")

    def _merge(self, name: str, claim: dict[str, Any]) -> None:
        known = self._claims.get(name)
        if known is None:
            self._claims[name] = claim
            return
        newest = known["kind"] == ItemKind.ARTIFACT_REF and known["artifact_ids"] != claim["artifact_ids"]
        refs = _joined([] if newest else known["evidence_refs"], claim["evidence_refs"])
        same = known["statement"] == claim["statement"]
        verified = claim["status"] == "verified" or (known["status"] == "verified" and same)
        whole = all(pointer["evidence_id"] in self._ledger for pointer in refs)
        self._claims[name] = {
            **known,
            "status": "verified" if verified and whole else "candidate",
            "statement": claim["statement"],
            "evidence_refs": refs,
            "kind": claim["kind"],
            "work_status": claim["work_status"],
            "artifact_ids": [*dict.fromkeys([known["artifact_ids"][0], *claim["artifact_ids"]])],
        }

    def _add_entry(self, item: Item, artifact_id: str) -> None:
        if item.kind is ItemKind.OPEN_QUESTION:
            self.questions[shorten(item.text)] = None
            for link in item.links:
                self.question_refs[link.evidence_id] = pointer(link)
        elif item.kind is ItemKind.CONFLICT:
            self.conflicts.setdefault(item.item_id, _conflict(item, artifact_id))
        else:
            self.failures.setdefault(item.item_id, _failure(item, artifact_id))


_Words = tuple[str, str | None, tuple[str, ...]]
_DIRECTED = (ItemKind.DECISION, ItemKind.CONSTRAINT, ItemKind.OPEN_WORK)
_WORD = re.compile(r"\w[\w./:@'-]*\w|\w")
_EMPTY = frozenset("a an the please also again".split())


def _words(item: Item) -> _Words:
    """Return the key by which items of two artifacts merge: kind, speaker, and their words in order.

    Articles are left out. For a changed path only the path counts. What the user asked for is one statement,
    whether it is open work or a decision in force.
    """
    if item.kind is ItemKind.ARTIFACT_REF:
        return item.kind.value, None, (item.text.partition(" (last ")[0].strip(),)
    words = tuple(word for word in _WORD.findall(normalise_text(item.text)) if word not in _EMPTY)
    directed = item.speaker == "user" and item.kind in _DIRECTED
    return "directed" if directed else item.kind.value, item.speaker, words or (item.text,)


def pointer(link: SourceLink) -> dict[str, Any]:
    """Return the evidence pointer of a link: everything but the quotation itself."""
    return {
        "evidence_id": link.evidence_id,
        "chunk_id": link.chunk_id,
        "span": {"start": link.span.start, "end": link.span.end},
        "quote_hash": link.quote_hash,
        "ordinal": link.ordinal,
    }


def shorten(text: str) -> str:
    """Return the text, or its beginning with its length if it is too long to be inlined."""
    if len(text) <= INLINE_LIMIT:
        return text
    tail = f" … [{len(text)} characters in all]"
    return text[: INLINE_LIMIT - len(tail)] + tail


def cited_chunks(pointers: Iterable[dict[str, Any]]) -> list[str]:
    """Return the chunks that pointers name, in the order of their events, each once."""
    places = {each["chunk_id"]: each.get("ordinal") or 0 for each in pointers}
    return sorted(places, key=lambda chunk: (places[chunk], chunk))


def _judged(report: GateReport | None) -> bool:
    """Return whether gates B and D could be evaluated."""
    if report is None:
        return False
    return all(report.gates[name].status in (Verdict.PASS, Verdict.FAIL) for name in ("B", "D"))


def _doubted(report: GateReport | None) -> frozenset[str]:
    """Return the items with an unreviewed finding of B or D; findings of checkers do not count."""
    if report is None:
        return frozenset()
    findings = [finding for name in ("B", "D") for finding in report.gates[name].findings]
    open_ones = (each for each in findings if each.reviewed is None and not of_a_checker(each))
    return frozenset(each.item_id for each in open_ones if each.item_id)


def _claim(item: Item, artifact_id: str, status: str) -> dict[str, Any]:
    work = item.status
    if work is None and item.kind is ItemKind.OPEN_WORK:
        work = "open"
    return {
        "claim_id": item.item_id,
        "status": status,
        "statement": shorten(item.text),
        "evidence_refs": _pointers(item.links),
        "kind": item.kind.value,
        "work_status": work,
        "speaker": item.speaker,
        "artifact_ids": [artifact_id],
    }


def _conflict(item: Item, artifact_id: str) -> dict[str, Any]:
    detail = item.detail
    sides = (detail.side_a, detail.side_b) if isinstance(detail, ConflictDetail) else ((), ())
    links = {link.evidence_id: pointer(link) for link in item.links}
    side_a, side_b = ([links[name] for name in dict.fromkeys(side) if name in links] for side in sides)
    return {
        "conflict_id": item.item_id,
        "description": shorten(item.text),
        "side_a_refs": side_a,
        "side_b_refs": side_b,
        "artifact_ids": [artifact_id],
    }


def _failure(item: Item, artifact_id: str) -> dict[str, Any]:
    detail = item.detail if isinstance(item.detail, FailureDetail) else None
    return {
        "failure_id": item.item_id,
        "category": shorten(detail.category) if detail else "unspecified",
        "where": shorten(detail.where) if detail else "",
        "why": shorten(detail.why) if detail else "",
        "statement": shorten(item.text),
        "evidence_refs": _pointers(item.links),
        "artifact_ids": [artifact_id],
    }


def _pointers(links: Iterable[SourceLink]) -> list[dict[str, Any]]:
    return list({link.evidence_id: pointer(link) for link in links}.values())


def _joined(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({each["evidence_id"]: each for each in [*one, *other]}.values())
