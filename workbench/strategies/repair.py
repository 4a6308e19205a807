"""Repair: the deterministic part of what a failing report demands, as a new artifact (GI).

It adds captured items that were lost, in place of a decision that states them differently; resolves broken
links again; corrects a status, a number or a name that the source proves wrong; and removes only what a
finding proves was never said or no longer holds. What needs judgement is left for a person.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from gates.artifact import Artifact, Item, ItemKind, Origin
from gates.capture import Capture, CapturedItem
from gates.evaluate import Evaluator
from gates.language.sentence_spans import sentences
from gates.language.similarity import coverage, statement
from gates.report import Finding, GateReport, Retention, RetentionVerdict
from gates.restatement import same_thing
from gates.retention.outcomes import is_over
from gates.search.assignment import best_spans
from gates.search.index import SourceIndex
from gates.search.linking import link_statement, linked_import
from gates.source import EventKind, SourceLink, make_link
from gates.traceability import traceable, uncovered_sentences
from workbench.strategies.amending import amended
from workbench.strategies.base import no_model
from workbench.strategies.captured_items import item_of
from workbench.strategies.own_words import in_own_words, is_followed, within
from workbench.strategies.repaired import (
    LINKED_NOWHERE,
    SAID_OTHERWISE,
    DroppedStatement,
    leaves_out,
    with_their_questions,
)
from workbench.strategies.shortening import sourced_part
from workbench.strategies.whole_calls import with_whole_calls

REPAIR = "repair/6"
"""Prompt version of a repaired artifact: its parent's words remain, what was added is extractive."""

ROUNDS = 3
RETURNED_AT = 0.5
"""Share of an item's words that another item's links must have to be given back to it."""
UNSUPPORTED = frozenset({"link_mismatch", "link_unsupported"})
"""Rules whose finding says that the linked words do not say the statement."""
MIN_QUOTE = 8
"""Fewest characters of a quote that is looked up: a shorter one occurs in too many places to prove one."""

UNTRUE = frozenset({"quote_not_said", "superseded"})
"""Rules whose finding proves that the named speaker never made a statement, or that it no longer holds."""

_OTHERWISE = (Retention.CONTRADICTED, Retention.MUTATED)
"""Verdicts that replace a statement.

A weakened one is true as far as it goes, and the item is added beside it.
"""
_BINDING = (ItemKind.DECISION, ItemKind.CONSTRAINT)

_LINK_RULES = UNSUPPORTED | frozenset(
    ("link_unresolved", "no_link_resolves", "no_source", "source_scattered", "link_out_of_range")
)


@dataclass(frozen=True, slots=True)
class RepairedArtifact:
    """A repaired artifact, and the statements left out of it."""

    artifact: Artifact
    dropped: tuple[DroppedStatement, ...] = ()


def repair_artifact(
    artifact: Artifact,
    report: GateReport,
    index: SourceIndex,
    capture: Capture,
    *,
    drop_unsourced: bool = False,
    likely: bool = False,
) -> RepairedArtifact | None:
    """Return a repaired artifact whose parent is the given one; None if nothing deterministic is to be done.

    Args:
        artifact: the artifact as it is stored; an imported one is linked here first.
        report: its report, with the same index and capture.
        index: the source of its range.
        capture: the capture that the report was made with, reviews applied.
        drop_unsourced: leave out statements without a source, and those that the source contradicts.
        likely: also add what is likely lost, not only counted items.
    """
    bench = _Bench(artifact, report, index, capture, likely=likely)
    bench.repair_artifact()
    if drop_unsourced:
        bench.drop_unsourced()
    bench.add_lost(report.retention)
    if not bench.changed:
        return None
    # An item that was retained may no longer be: settled matches belong to the artifact that they were
    # settled for, links that are now the artifact's own are not looked up again, and a dropped statement
    # may have been the one that retained it.
    for _ in range(ROUNDS):
        dropped = bench.drop_unsourced() if drop_unsourced else False
        if not bench.add_lost(bench.judged().retention) and not dropped:
            break
    return RepairedArtifact(bench.artifact_now(), _left_out(bench.dropped, bench.items))


def _left_out(dropped: Iterable[DroppedStatement], items: Iterable[Item]) -> tuple[DroppedStatement, ...]:
    """Return what was dropped and not added again with a link, as a reviewer may have done."""
    there = {item.text for item in items}
    return tuple(each for each in dropped if each.item_id is None or each.text not in there)


def removed(artifact: Artifact, report: GateReport) -> list[tuple[Item, Finding]]:
    """Return what a repair removes, each item with the finding that proves that it does not hold."""
    proofs = {f.item_id: f for f in _findings(report) if f.rule in UNTRUE and f.reviewed is None}
    replaced = _replaced(artifact, report)
    rules = {f"retention_{verdict.value}" for verdict in _OTHERWISE}
    lost = (f for f in report.gates["C"].findings if f.rule in rules and f.item_id in replaced)
    proofs = {f.item_id: f for f in lost} | proofs
    return [(item, proofs[item.item_id]) for item in artifact.items if item.item_id in proofs]


def _replaced(artifact: Artifact, report: GateReport) -> set[str]:
    """Return decisions and constraints that alter a captured one, and retain no other."""
    needed = {v.matched_item_id for v in report.retention if v.retained and v.counted}
    wrong = {
        v.matched_item_id
        for v in report.retention
        if v.counted and v.verdict in _OTHERWISE and v.kind == "decision"
    }
    return {
        item.item_id
        for item in artifact.items
        if item.kind in _BINDING and item.item_id in wrong - needed and len(sentences(item.text)) == 1
    }


def _by_item(report: GateReport) -> dict[str, list[Finding]]:
    """Return the hard findings of gate D that nobody cleared, by item."""
    found: dict[str, list[Finding]] = {}
    for finding in report.gates["D"].findings:
        if finding.severity == "hard" and finding.reviewed is None and finding.item_id is not None:
            found.setdefault(finding.item_id, []).append(finding)
    return found


def _findings(report: GateReport) -> Iterable[Finding]:
    for name in ("B", "D"):
        yield from (f for f in report.gates[name].findings if f.severity == "hard")


def _swapped(
    linked: Artifact, unsupported: Container[str | None], index: SourceIndex
) -> dict[str, tuple[SourceLink, ...]]:
    """Return links that items have of each other, each given back to the item whose words it has."""
    items = [item for item in linked.items if item.item_id in unsupported and item.links]
    spans = ["\n".join(link.quote for link in item.links) for item in items]
    found = {}
    for item, chosen in zip(items, best_spans([i.text for i in items], spans), strict=True):
        held = coverage(statement(item.text).stems, statement(spans[chosen]).stems, index.weight)
        if items[chosen] is not item and held >= RETURNED_AT:
            found[item.item_id] = items[chosen].links
    return found


@dataclass
class _Bench:
    """The items during a repair."""

    artifact: Artifact
    report: GateReport
    index: SourceIndex
    capture: Capture
    likely: bool = False
    items: list[Item] = field(default_factory=list)
    dropped: list[DroppedStatement] = field(default_factory=list)
    added: set[tuple[ItemKind, str]] = field(default_factory=set)
    """Lost items that were added: captured words, never dropped."""
    quoted: set[str] = field(default_factory=set)
    """The user's words that replace statements: not said again beside an added item with them."""

    def __post_init__(self) -> None:
        self.evaluator = Evaluator(self.index, self.capture)
        self.search = self.evaluator.search
        self.narrative = self.artifact.narrative
        self.source = with_whole_calls(self.artifact, self.index.events).source
        self.changed = self.source != self.artifact.source
        captured = (*self.capture.items, *(self.capture.proposed if self.likely else ()))
        self.captured = {item.item_id: item for item in captured}
        self.unsupported = {f.item_id for f in self.report.gates["B"].findings if f.rule in UNSUPPORTED}
        every = (f for gate in self.report.gates.values() for f in gate.findings)
        self.cleared = frozenset((f.rule, f.item_id) for f in every if f.reviewed is not None)

    def judged(self) -> GateReport:
        """Return the report on the artifact in its present state."""
        return self.evaluator.evaluate(self.artifact_now())

    def drop_unsourced(self) -> bool:
        """Leave out items that have no source or contradict it, and uncovered sentences of the narrative."""
        now = self.artifact_now()
        self.items = list(now.items)
        report = self.evaluator.evaluate(now)
        gone: dict[str | None, Finding] = {}
        for name in ("B", "D"):
            for finding in report.gates[name].findings:
                if finding.item_id is not None and leaves_out(name, finding, self.cleared):
                    gone.setdefault(finding.item_id, finding)
        before, self.items = self.items, []
        with_their_questions(before, gone)
        for item in before:
            proof = gone.get(item.item_id) if (item.kind, item.text) not in self.added else None
            if proof is None:
                self.items.append(item)
                continue
            self._leave(item, proof)
        return self._drop_sentences(self.items) or len(self.items) < len(before)

    def _drop_sentences(self, left: list[Item]) -> bool:
        """Reduce the narrative to the sentences that the items cover."""
        text = self.narrative or ""
        loose = uncovered_sentences(text, left)
        for _, start, end in loose:
            reason = "no item covers the sentence of the narrative"
            self._note(None, text[start:end], "narrative_uncovered", reason)
        for _, start, end in reversed(loose):
            text = text[:start] + text[end:]
        if loose:
            self.narrative = text.strip() or None
        return bool(loose)

    def _leave(self, item: Item, proof: Finding) -> None:
        """Leave an item out, or replace it by its part with a source or by the user's own words."""
        if proof.rule in LINKED_NOWHERE and item.detail is None:
            part = self._sourced_part(item)
            if part is not None:
                self.items.append(part)
                reason = f"only this part of it has a source, and is kept: {part.text}"
                self._note(item.item_id, item.text, proof.rule, reason, part.text)
                return
        if proof.rule in SAID_OTHERWISE and item.detail is None:
            own = in_own_words(item, self.search, self.capture) if is_followed(item) else None
            if own is not None and traceable(own, self.index, self.capture, self.search):
                if not within(own.text, (each.text for each in self.items if is_followed(each))):
                    self.items.append(own)
                    self.quoted.add(own.text)
                reason = f"no passage says it so; what the source says replaces it: {own.text}"
                self._note(item.item_id, item.text, proof.rule, reason, own.text)
                return
        self._note(item.item_id, item.text, proof.rule, proof.message)

    def _sourced_part(self, item: Item) -> Item | None:
        """Return the longest part of an item that has a source, with its links; None if there is none."""
        found: dict[str, Item] = {}

        def has_source(text: str) -> bool:
            if text not in found:
                stated = item.model_copy(update={"text": text, "links": ()})
                found[text] = stated.model_copy(update={"links": link_statement(self.search, stated)})
            return traceable(found[text], self.index, self.capture, self.search)

        part = sourced_part(item.text, has_source)
        return None if part is None else found[part]

    def _note(self, item_id: str | None, text: str, rule: str, reason: str, kept: str = "") -> None:
        self.dropped.append(DroppedStatement(item_id, text, rule, reason, kept))
        self.changed = True

    def repair_artifact(self) -> None:
        """Repair each item: remove it if it is proven unsaid, correct its status and its links."""
        gone = {item.item_id for item, _ in removed(self.artifact, self.report)}
        proofs = _by_item(self.report)
        linked = linked_import(self.artifact, self.index, self.search)
        faults = {
            f.item_id for name in "B" for f in self.report.gates[name].findings if f.rule in _LINK_RULES
        }
        swapped = _swapped(linked, self.unsupported, self.index)
        for item in linked.items:
            if item.item_id in gone:
                self.changed = True
                continue
            repaired = amended(self._status(item), proofs.get(item.item_id, ()), self.index)
            if item.item_id in swapped:
                repaired = repaired.model_copy(update={"links": swapped[item.item_id]})
            elif item.item_id in faults:
                repaired = self._relinked(repaired)
            self.changed = self.changed or repaired != item
            self.items.append(repaired)

    def _status(self, item: Item) -> Item:
        """Return open work with the status in the source: done if it was finished, open if it is not."""
        if item.kind is not ItemKind.OPEN_WORK:
            return item
        about = [c for c in self.capture.items if c.kind == "open_work"]
        same = [c for c in about if same_thing(c, item, self.index.weight)]
        states = {c.status for c in same}
        if states == {"done"} and item.status != "done":
            return item.model_copy(update={"status": "done", "links": _united(item.links, same[0].evidence)})
        if states == {"open"} and item.status == "done":
            return item.model_copy(update={"status": "open", "links": _united(item.links, same[0].evidence)})
        return item

    def _relinked(self, item: Item) -> Item:
        """Return the item with links that resolve kept, and the others looked up by their quote, or newly.

        Links whose words do not say it are replaced by what is found.
        """
        good = [link for link in item.links if self._counts(link)]
        found = [self._by_quote(link, item) for link in item.links if not self._counts(link)]
        links = _united(tuple(good), tuple(link for link in found if link is not None))
        if not links or item.item_id in self.unsupported:
            sought = [link for link in link_statement(self.search, item) if self._counts(link)]
            links = tuple(sought) or links
        return item.model_copy(update={"links": links}) if links else item

    def _counts(self, link: SourceLink) -> bool:
        resolution = self.index.resolve(link)
        carried = any(
            e.evidence_id == link.evidence_id for c in self.capture.items if c.carried for e in c.evidence
        )
        return resolution.ok and (resolution.in_range or carried)

    def _by_quote(self, link: SourceLink, item: Item) -> SourceLink | None:
        """Return a link to the quote if it occurs exactly once in the range, its own event first."""
        quote = link.quote
        if len(quote.strip()) < MIN_QUOTE:
            return None
        own = [link.ordinal] if link.ordinal in self.index.source else []
        anywhere = [e.ordinal for e in self.index.range_events if e.kind is not EventKind.COMPACTION]
        for ordinals in (own, anywhere):
            hits = [o for o in ordinals if quote in self.index.events[o].text]
            if len(hits) == 1 and self.index.events[hits[0]].text.count(quote) == 1:
                text = self.index.events[hits[0]].text
                start = text.index(quote)
                fresh = make_link(self.index.source.session_id, hits[0], text, start, start + len(quote))
                human = self.index.is_human(hits[0], start, start + len(quote))
                return fresh if human or item.speaker != "user" else None
        return None

    def artifact_now(self) -> Artifact:
        """Return the repaired artifact in its present state."""
        return self.artifact.model_copy(
            update={
                "origin": Origin.REPAIRED,
                "source": self.source,
                "parents": (self.artifact.artifact_id,),
                "prompt_version": REPAIR,
                "generation_record": no_model(),
                "narrative": self.narrative,
            }
        ).with_items(tuple(self.items))

    def add_lost(self, verdicts: Iterable[RetentionVerdict]) -> bool:
        """Add every captured item that counts and is not retained, as it was captured, with its links."""
        present = {(item.kind, item.text) for item in self.items}
        added = False
        for verdict in verdicts:
            lost = self.captured.get(verdict.item_id)
            if verdict.retained or lost is None or not lost.counts or is_over(lost, verdict.verdict):
                continue
            if not any(map(self._counts, lost.evidence)):
                continue
            item = self._lost(lost, verdict)
            if (item.kind, item.text) not in present:
                repeated = {text for text in self.quoted if within(text, (item.text,))}
                self.items = [each for each in self.items if each.text not in repeated]
                self.items.append(item)
                self.added.add((item.kind, item.text))
                self.changed = added = True
        return added

    def _lost(self, lost: CapturedItem, verdict: RetentionVerdict) -> Item:
        if verdict.verdict in (Retention.CONTRADICTED, Retention.MUTATED):
            self._reopen(lost, verdict)
        return item_of(lost, self.index)

    def _reopen(self, lost: CapturedItem, verdict: RetentionVerdict) -> None:
        """Reopen open work that was stated as done; the captured statement replaces the false one."""
        for position, item in enumerate(self.items):
            wrong = item.item_id == verdict.matched_item_id and item.status == "done"
            if wrong and lost.kind == "open_work" and verdict.rule == "open_told_done":
                self.items[position] = item.model_copy(update={"status": "open"})
                self.changed = True


def _united(one: tuple[SourceLink, ...], other: tuple[SourceLink, ...]) -> tuple[SourceLink, ...]:
    """Return both, each link once, in order."""
    return tuple({link.evidence_id: link for link in (*one, *other)}.values())
