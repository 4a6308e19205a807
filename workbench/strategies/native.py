"""The transcript's own summary as a draft: linked, with lost items added and unsourced ones left out.

It only applies `workbench.strategies.repair`; it calls no model and writes no statement of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gates.artifact import Artifact, Item, ItemKind, Origin
from gates.capture import Capture
from gates.language.similarity import coverage, statement
from gates.report import GateReport
from gates.search.index import SourceIndex
from gates.traceability import uncovered_sentences
from workbench.errors import UsageError
from workbench.facts.actions.lost_state import lost_states
from workbench.facts.spans import fold
from workbench.strategies.base import Candidate, DraftRequest, no_model
from workbench.strategies.captured_items import item_of
from workbench.strategies.native_readability import readable
from workbench.strategies.page.around import extend
from workbench.strategies.page.draft import page_objective
from workbench.strategies.page.overtaken import only_asks
from workbench.strategies.repair import REPAIR, repair_artifact
from workbench.strategies.repaired import DroppedStatement
from workbench.strategies.since_summary import PassedState, overtaken_items
from workbench.strategies.whole_calls import with_whole_calls

SAME_WORK = 0.6
"""Share of the words of an open work item that another one with the same names must have."""
SAME_CLAIM = 0.85
"""Share of the words of a claim that another statement with the same names and numbers must have."""
FEWEST_STEMS = 3
"""Fewest content words of a claim that may be stated more fully elsewhere."""
REQUESTED = "Requested: "
"""Words before a request that the summary lists among the constraints."""
_STATES = (ItemKind.CLAIM, ItemKind.DECISION, ItemKind.CONSTRAINT, ItemKind.FAILURE)
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{2,80})[\"”]")


@dataclass(frozen=True, slots=True)
class NativeSummary:
    """A summary found in a transcript, with what it was scored against."""

    artifact: Artifact
    """The summary with links made."""
    artifact_id: str
    """Its id as it is stored, without links."""
    report: GateReport
    index: SourceIndex
    capture: Capture
    """With reviews applied."""


class NativeStrategy:
    """The `native` strategy."""

    name = "native"
    prompt_version = REPAIR

    def __init__(self, summary: NativeSummary | None = None) -> None:
        self._summary = summary

    def draft(self, request: DraftRequest) -> Candidate:
        """Return the summary of the requested range, repaired.

        Raises:
            UsageError: the transcript has no summary of this range, or it cannot be read.
        """
        found = self._summary
        source = request.source
        if found is None or found.artifact.source.range() != source:
            raise UsageError(
                f"the transcript has no summary of exactly events {source.start}..{source.end}",
                "leave out --range to take its last one",
            )
        if found.artifact.opaque:
            raise UsageError(
                "the summary is encrypted or absent: nothing in it can be read",
                "draft the range with another strategy",
            )
        read = readable(found.artifact.items)
        bare = found.artifact.model_copy(update={"narrative": None})
        over = overtaken_items(read.items, source, request.events)
        still = tuple(item for item in read.items if all(item is not each.item for each in over))
        stated = bare.with_items(still or read.items) if read.items else bare
        repaired = repair_artifact(stated, found.report, found.index, found.capture, drop_unsourced=True)
        artifact = repaired.artifact if repaired is not None else stated
        artifact = with_requests(artifact, found.artifact.items)
        left_out: tuple[DroppedStatement, ...] = ()
        if request.size is not None:
            artifact, left_out = _sized(request, artifact, found)
        else:
            artifact = _with_state(artifact, found)
        objective = page_objective(request)
        binding = [each.text for each in (*found.capture.items, *found.capture.proposed) if each.counts]
        artifact, opening = without_objective(with_whole_calls(artifact, request.events), objective, binding)
        artifact, twice = without_contained(artifact, claims=request.size is None)
        drafted = artifact.model_copy(
            update={
                "strategy": self.name,
                "origin": Origin.DRAFTED,
                "prompt_version": REPAIR,
                "objective": objective,
                "parents": (found.artifact_id,),
                "covers": request.covers,
                "generation_record": no_model(),
            }
        )
        dropped = repaired.dropped if repaired is not None else ()
        unread = (*_uncovered_sentences(found.artifact), *_alone(read.unreadable), *_past(over, still))
        return Candidate(drafted.to_json(), no_model(), (*dropped, *unread, *left_out, *opening, *twice))


def _with_state(artifact: Artifact, found: NativeSummary) -> Artifact:
    """Return the artifact with the state of the work at the end, if the summary lacks it."""
    proposed = {each.item_id: each for each in found.capture.proposed}
    lost = [proposed[each.item_id] for each in lost_states(found.report) if each.item_id in proposed]
    texts = {item.text for item in artifact.items}
    items = [item_of(each, found.index) for each in lost if each.text not in texts]
    return artifact.with_items((*artifact.items, *items)) if items else artifact


def with_requests(artifact: Artifact, summary: Sequence[Item]) -> Artifact:
    """Return the artifact with constraints of the summary that ask for one piece of work as claims."""
    ruled = {item.text for item in summary if item.kind is ItemKind.CONSTRAINT and item.speaker is None}

    def as_request(item: Item) -> Item:
        once = item.kind is ItemKind.CONSTRAINT and item.text in ruled and only_asks(item.text)
        claim = {"kind": ItemKind.CLAIM, "text": f"{REQUESTED}{item.text}"}
        return item.model_copy(update=claim) if once else item

    return artifact.with_items(tuple(map(as_request, artifact.items)))


def without_objective(
    artifact: Artifact, objective: str, binding: Sequence[str] = ()
) -> tuple[Artifact, tuple[DroppedStatement, ...]]:
    """Return the artifact without claims in the user's words that the objective already contains.

    Claims named by `binding` stay: what binds counts only if a statement with a source has it.
    """
    known, bound = fold(objective).casefold(), [statement(text).stems for text in binding]

    def is_needless(item: Item) -> bool:
        if item.kind is not ItemKind.CLAIM or item.speaker != "user":
            return False
        stems = statement(item.text).stems
        binds = any(coverage(each, stems) >= SAME_WORK for each in bound)
        return fold(item.text).casefold() in known and not binds

    gone = [item for item in artifact.items if is_needless(item)]
    kept = tuple(item for item in artifact.items if item not in gone)
    why = "the objective holds all of it"
    left = tuple(DroppedStatement(i.item_id, i.text, "said_within_another", why) for i in gone)
    return (artifact.with_items(kept), left) if gone and kept else (artifact, ())


def without_contained(
    artifact: Artifact, *, claims: bool = True
) -> tuple[Artifact, tuple[DroppedStatement, ...]]:
    """Return the artifact without statements that another of equal force contains or states more fully.

    `claims`: also without claims stated more fully; a draft of a size weighs them against the source.
    """
    words = [fold(item.text).casefold().rstrip(".") for item in artifact.items]
    twice = {
        n
        for n, item in enumerate(artifact.items)
        if any(
            (len(words[n]), n) < (len(words[m]), m) and _binds_no_less(item, other, at)
            for m, other in enumerate(artifact.items)
            if m != n and (at := words[m].find(words[n])) >= 0
        )
        or ((claims or item.status == "open") and _said_more_fully(artifact.items, n))
    }
    why = "another statement holds all of it"
    gone = [artifact.items[n] for n in sorted(twice)]
    kept = tuple(item for n, item in enumerate(artifact.items) if n not in twice)
    left = tuple(DroppedStatement(i.item_id, i.text, "said_within_another", why) for i in gone)
    return (artifact.with_items(kept), left) if gone else (artifact, ())


def _said_more_fully(items: Sequence[Item], n: int) -> bool:
    """Return whether another item has the names and most words of this one: open work, or a claim.

    A summary often tells its session twice, as a story and by subject.
    """
    own, anchors = items[n], named(items[n].text)
    claims = own.kind is ItemKind.CLAIM and len(statement(own.text).stems) >= FEWEST_STEMS
    if own.speaker == "user" or not (claims or (own.status == "open" and anchors)):
        return False
    share = SAME_CLAIM if claims else SAME_WORK
    for m, other in enumerate(items):
        states = other.kind in _STATES if claims else other.status == "open"
        fuller = states and other.speaker != "user" and (len(own.text), -n) < (len(other.text), -m)
        if fuller and anchors <= named(other.text) and _is_same(own.text, other.text, share):
            return True
    return False


def _is_same(one: str, fuller: str, share: float) -> bool:
    """Return whether a fuller statement has this share of another's words, its numbers and its negations."""
    compared, more = statement(one), statement(fuller)
    denies = bool(compared.tokens.negations) == bool(more.tokens.negations)
    numbers = set(compared.tokens.numbers) <= set(more.tokens.numbers)
    return denies and numbers and coverage(compared.stems, more.stems) >= share


def named(text: str) -> frozenset[str]:
    """Return the names of code and the quotations of a statement, which distinguish one task from another."""
    names = {name for name, _ in statement(text).tokens.identifiers}
    return frozenset(names | {fold(each).casefold() for each in _QUOTED.findall(text)})


def _binds_no_less(item: Item, other: Item, at: int) -> bool:
    """Return whether another statement, which contains one at a place, may replace it."""
    if item.kind is ItemKind.ARTIFACT_REF:
        return at == 0 and other.kind in (ItemKind.CLAIM, ItemKind.ARTIFACT_REF)
    return item.kind is ItemKind.CLAIM or (item.kind, item.status) == (other.kind, other.status)


def _uncovered_sentences(artifact: Artifact) -> list[DroppedStatement]:
    """Return sentences of the narrative that no item covers; the others are items and need no repetition."""
    text, why = artifact.narrative or "", "no item covers the sentence of the narrative"
    loose = uncovered_sentences(text, artifact.items)
    return [DroppedStatement(None, text[start:end], "narrative_uncovered", why) for _, start, end in loose]


def _alone(unreadable: Sequence[Item]) -> list[DroppedStatement]:
    """Return statements of the summary that cannot be read without their context."""
    why = "it only leads to a list, or is the title of a section"
    return [DroppedStatement(i.item_id, i.text, "says_nothing_alone", why) for i in unreadable]


def _past(over: Sequence[PassedState], still: Sequence[Item]) -> list[DroppedStatement]:
    """Return the overtaken statements with the later events; none if nothing else would be left."""
    why = "it tells the state before event {0}, which tells a later one"
    left = [(each.item, why.format(each.ordinal)) for each in over] if still else []
    return [DroppedStatement(item.item_id, item.text, "state_passed", reason) for item, reason in left]


def _sized(
    request: DraftRequest, artifact: Artifact, found: NativeSummary
) -> tuple[Artifact, tuple[DroppedStatement, ...]]:
    """Return the repaired summary in the requested room."""
    own = sum(len(item.text) for item in found.artifact.items) + len(found.artifact.narrative or "")
    request = replace(request, native_characters=request.native_characters or own)
    room = request.room()
    counted = {(item.kind, item.text) for item in artifact.items} - {
        (item.kind, item.text) for item in found.artifact.items
    }
    sure = frozenset(item.item_id for item in artifact.items if (item.kind, item.text) in counted)
    own_kept = frozenset(artifact.source.kept)
    bare = replace(request, source=replace(request.source, kept=frozenset()))
    made = extend(bare, artifact.items, room.most, sure, again=own_kept)
    source = artifact.source.model_copy(update={"kept": tuple(sorted(made.kept))})
    sized = artifact.model_copy(update={"source": source}).with_items(made.items)
    dropped_statements = [
        DroppedStatement(
            i.item_id, i.text, "said_in_kept_event", "a kept event or another statement says it in full"
        )
        for i in made.repeated
    ]
    gone = [
        DroppedStatement(i.item_id, i.text, "no_room", "the size has no room for it")
        for i in made.crowded_out
    ]
    return sized, (*dropped_statements, *gone)
