"""Gate D, contradiction safety: no claim contradicts the source that it links to (S1).

Only typed findings that are nearly always right are hard and count; every weaker one is a warning and never
blocks. The gate does not judge who did what among people who both occur in the source.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Literal

from gates.artifact import Item, ItemKind
from gates.capture import Capture, CapturedItem
from gates.contradiction.chat_values import is_past_or_proposed
from gates.contradiction.message_list import incomplete_lists
from gates.contradiction.ranking import ranked
from gates.contradiction.rules import judge_item
from gates.findings import Found, cleared, item_key
from gates.gate import GateInput
from gates.language.modality import lifted, opposite, turned
from gates.language.similarity import coverage, statement
from gates.report import GateResult, Measure, Verdict
from gates.restatement import same_thing
from gates.search.index import SourceIndex
from gates.source import EventKind

BEGUN = "[in_progress]"
"""Mark of begun work in evidence: it may have been finished in the last step, so `done` is only doubted."""


class ContradictionGate:
    """Gate D."""

    name = "D"

    def evaluate(self, given: GateInput) -> GateResult:
        """Count the hard findings that no reviewer cleared, and compare them with the threshold."""
        needed = given.policy.thresholds.contradiction_count
        if given.artifact.opaque:
            return GateResult(status=Verdict.UNVERIFIABLE, measures=(_measure(None, needed),))
        marks = cleared(given.reviews, given.artifact_id)
        hard, warned = _all_found(given)
        every = given.policy.warnings == "all"
        findings = []
        for item, entry in (*hard, *ranked(warned, given.index.range_length, every=every)):
            finding = entry.finding(given.artifact_id, item.item_id)
            review = marks.get(finding.finding_id)
            findings.append(finding.model_copy(update={"reviewed": review}) if review else finding)
        count = sum(f.severity == "hard" and f.reviewed is None for f in findings)
        measure = _measure(count, needed)
        status = Verdict.PASS if measure.passed else Verdict.FAIL
        return GateResult(status=status, measures=(measure,), findings=tuple(findings))


def _all_found(given: GateInput) -> tuple[list[tuple[Item, Found]], list[tuple[Item, list[Found]]]]:
    """Return the hard findings, and the warnings on every other item."""
    hard = list(incomplete_lists(given.artifact, given.index))
    blocked = {item.item_id for item, _ in hard}
    warned: list[tuple[Item, list[Found]]] = []
    for item in given.artifact.items:
        found = given.memo.get(("D", *item_key(item)), partial(_of_item, given, item))
        sure = [entry for entry in found if entry.severity == "hard"]
        hard += [(item, entry) for entry in sure]
        if not sure and item.item_id not in blocked:
            warned.append((item, [entry for entry in found if _states(entry, given)]))
    return hard, warned


NOT_FOUND = frozenset(
    "id_absent id_unseen name_unseen num_absent quote_unknown unchanged_file unsupported "
    "unsupported_action".split()
)
"""Rules that rest on something missing from the session."""


def _states(entry: Found, given: GateInput) -> bool:
    """Return whether a warning counts: without the session's beginning, what is not found may be there."""
    known = given.index.scope_complete or given.policy.warnings == "all"
    return known or entry.rule not in NOT_FOUND


def _measure(value: int | None, needed: int) -> Measure:
    op = "==" if needed == 0 else "<="
    passed = None if value is None else value <= needed
    return Measure(name="contradiction_count", value=value, op=op, threshold=needed, passed=passed)


def _of_item(given: GateInput, item: Item) -> tuple[Found, ...]:
    found = judge_item(item, given.index, given.search)
    return (*found, *_against_capture(item, given.capture, given.index))


def _against_capture(item: Item, capture: Capture | None, index: SourceIndex) -> list[Found]:
    """Compare an item with structured states: open reported as done, done as open, superseded as in force."""
    found = []
    if capture is None:
        return []
    for captured in capture.items:
        stated = _conflict(captured, item)
        if stated is not None and same_thing(captured, item, index.weight):
            if captured.status == "superseded" and _states_newer(captured, item, capture, index):
                continue
            rule, message = stated
            evidence = (*item.links, *captured.evidence)
            unsure = (
                _begun(captured, index) if item.status == "done" else _check_reopened(captured, item, index)
            )
            sure = (
                captured.origin == "structural"
                and not (captured.status == "superseded" and item.kind is ItemKind.CLAIM)
                and not unsure
                and not _planned(captured, index)
                and not _settled_in_kept(captured, index)
            )
            severity: Literal["hard", "warning"] = "hard" if sure else "warning"
            message += f": {captured.text}{_newer(captured)}"
            found.append(Found(rule, severity, message, evidence, captured.item_id))
    return found


def _newer(captured: CapturedItem) -> str:
    """Return the name of what replaced an item, in brackets, or "" if it is not known."""
    new = captured.superseded_by
    if new is None:
        return ""
    return f" (replaced by {f'{new.item_id}: ' if new.item_id else ''}{new.text})"


def _states_newer(old: CapturedItem, item: Item, capture: Capture, index: SourceIndex) -> bool:
    """Return whether an item states an item in force as fully as the old one that it replaced."""
    stems = statement(item.text).stems
    least = coverage(stems, statement(old.text).stems, index.weight)
    return any(
        each.status == "in_force"
        and each.kind == old.kind
        and coverage(stems, statement(each.text).stems, index.weight) >= least
        and same_thing(each, item, index.weight)
        for each in capture.items
    )


def _begun(captured: CapturedItem, index: SourceIndex) -> bool:
    for link in captured.evidence:
        place = index.resolve(link)
        if place.ok and BEGUN in index.events[place.ordinal].text[max(0, place.start - 20) : place.end]:
            return True
    return False


_CHECK = re.compile(r"\b(?:build|check|fmt|format|lint|re-?run|run|test|verify)\w{0,3}\b", re.IGNORECASE)


def _check_reopened(captured: CapturedItem, item: Item, index: SourceIndex) -> bool:
    """Return whether a finished check may be open again, because files were changed after it."""
    if item.status != "open" or not _CHECK.search(item.text):
        return False
    done = max((link.ordinal for link in captured.evidence), default=-1)
    return any(place > done for places in index.facts.changes.values() for place in places)


def _settled_in_kept(captured: CapturedItem, index: SourceIndex) -> bool:
    """Return whether an event that stays verbatim settled it: the summary may describe the time before."""
    return max((link.ordinal for link in captured.evidence), default=-1) in index.source.kept


def _planned(captured: CapturedItem, index: SourceIndex) -> bool:
    """Return whether an item is a line of a plan: only a task tool tracks the state of its entries."""
    return any(index.events[link.ordinal].kind is EventKind.PLAN for link in captured.evidence)


def _conflict(captured: CapturedItem, item: Item) -> tuple[str, str] | None:
    if captured.kind == "open_work":
        if captured.status == "done" and item.kind is ItemKind.OPEN_WORK and item.status == "open":
            return "status_conflict", "reported as open, but it is done"
        if captured.status == "open" and item.status == "done":
            return "status_conflict", "reported as done, but it is still open"
        return None
    binds = item.kind in (ItemKind.DECISION, ItemKind.CONSTRAINT)
    if captured.status == "superseded" and binds and not _reverses(captured.text, item.text):
        return "superseded", "reported as in force, but a later decision replaced it"
    claimed = captured.status == "superseded" and item.kind is ItemKind.CLAIM and _has_values(captured, item)
    if claimed and not (
        _has_newer(captured, item)
        or is_past_or_proposed(_beside(item, captured))
        or _reverses(captured.text, item.text)
    ):
        return "superseded", "stated as it is, but what a later message says replaced it"
    return None


def _has_values(captured: CapturedItem, item: Item) -> bool:
    """Return whether an item has every number of a captured one.

    With another number it states a new value.
    """
    stems = statement(item.text).stems
    return all(stem in stems for stem in statement(captured.text).stems if stem[0] == "#")


def _has_newer(captured: CapturedItem, item: Item) -> bool:
    """Return whether an item also has every number by which a captured one was replaced."""
    if captured.superseded_by is None:
        return False
    numbers = {stem for stem in statement(captured.superseded_by.text).stems if stem[0] == "#"}
    newer = numbers - statement(captured.text).stems
    return bool(newer) and newer <= statement(item.text).stems


def _beside(item: Item, captured: CapturedItem) -> str:
    """Return the words of an item that a captured one does not have."""
    known = frozenset(captured.text.casefold().split())
    return " ".join(word for word in item.text.split() if word.casefold() not in known)


def _reverses(text: str, stated: str) -> bool:
    """Return whether a statement negates, lifts or reverses a text, and so does not state it as in force."""
    return turned(text, stated) or lifted(text, stated) is not None or opposite(text, stated) is not None
