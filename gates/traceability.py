"""Gate B, traceability: every top-level item leads back to words of the source (S1).

A link counts only if it resolves, lies in the range or is evidence of a carried item, and its words say what
the item states (`gates.search.link_support`). An item attributed to the user must link to a human's words. A
listing of code or files whose passage is not found is not counted, as long as the session knows its names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from gates.artifact import ConflictDetail, Item, ItemKind
from gates.capture import Capture
from gates.findings import Found, item_key
from gates.gate import GateInput
from gates.language.code_lines import is_listing
from gates.language.labels import unlabelled
from gates.language.narration import is_narration
from gates.language.reported import without_speaker
from gates.language.sentence_spans import sentences
from gates.language.similarity import coverage, statement
from gates.language.synonyms import synonyms
from gates.repeats import repeated
from gates.report import Finding, GateResult, Measure, Verdict
from gates.search.absence import absence_of, ground
from gates.search.identifiers import unknown_names
from gates.search.index import Resolution, SourceIndex
from gates.search.link_support import supported
from gates.search.linking import ScoredSpan, SpanSearch, lists_all_messages
from gates.search.missing_results import call_without_result
from gates.search.quotes import is_quotable
from gates.search.windows import beginning
from gates.source import SourceEvent, SourceLink

MISMATCH_MARGIN = 0.35
"""Lead in the share of a statement's words with which another passage is named in place of its links."""
UNHEARD_FROM = 0.4
"""Weighted share of words found nowhere in the session from which a statement has no source."""
LEAST_UNHEARD = 2
"""Fewest such words: a single one may be the writer's own word for something in the source."""
MOST_UNHEARD = 4
GONE_AT = 0.35
"""Weighted share of such words from which the missing beginning of a transcript may have had a statement."""
LEAST_INSIDE = 5
"""Letters from which a word found inside a longer word of the session counts as known."""
NEAREST_AT = 0.4
"""Share of a statement's words from which the nearest passage is worth naming."""
COVERED_AT = 0.7
"""Share of a narrative sentence's words that one item must contain to cover it."""
LEAST_SAID = 2
"""Distinct words from which a sentence of the narrative states something."""
_WORD = re.compile(r"[\w-]{2,60}")

_REASONS = {
    "chunk_missing": "its link names no chunk of this session",
    "span_out_of_bounds": "its link points outside its chunk",
    "quote_changed": "its link's quote is not what the source says there",
    "id_wrong": "its link's evidence id does not derive from its parts",
}


class TraceabilityGate:
    """Gate B."""

    name = "B"

    def evaluate(self, given: GateInput) -> GateResult:
        """Measure the share of traceable items.

        Narrative sentences that no item covers count as untraceable.
        """
        if given.artifact.opaque:
            return GateResult(status=Verdict.UNVERIFIABLE, measures=(_measure(None, given),))
        if given.source_elsewhere:
            return _elsewhere(given)
        carried = _carried(given.capture)
        findings: list[Finding] = []
        verdicts: list[bool] = []
        judged = [item for item in given.artifact.items if not is_narration(item.text)]
        counted: list[Item] = []
        for item in judged:
            compute = partial(_judge, item, given.index, carried, given.search)
            traceable, founds = given.memo.get(("B", *item_key(item)), compute)
            if not traceable and _states_nothing(item, founds):
                continue
            counted.append(item)
            verdicts.append(traceable)
            findings += [f.finding(given.artifact_id, item.item_id) for f in founds]
        again = repeated(counted, verdicts)
        traced = sum(good for number, good in enumerate(verdicts) if number not in again)
        loose = _uncovered(given)
        findings += [
            Found(
                "narrative_uncovered",
                "hard",
                f"no item covers the sentence of the narrative: {text}. Add an item with its source, "
                "or leave the sentence out",
                (),
                str(number),
            ).finding(given.artifact_id, None)
            for number, text in loose
        ]
        total = len(counted) - len(again) + len(loose)
        ratio = round(traced / total, 6) if total else 0.0
        measure = _measure(ratio, given)
        return GateResult(
            status=Verdict.PASS if measure.passed else Verdict.FAIL,
            measures=(measure,),
            findings=tuple(findings),
        )


def _elsewhere(given: GateInput) -> GateResult:
    """Return the result if no item can have a source here, with one finding instead of one for each item."""
    message = (
        "its source is in another file: no statement of it can be checked here; "
        "import the earlier file to check them"
    )
    found = Found("out_of_scope", "warning", message).finding(given.artifact_id, None)
    return GateResult(status=Verdict.FAIL, measures=(_measure(0.0, given),), findings=(found,))


def _states_nothing(item: Item, found: Sequence[Found]) -> bool:
    """Return whether an item is a listing without a passage found, although the session knows its names."""
    return not item.links and is_listing(item.text) and all(each.severity == "warning" for each in found)


def traceable(item: Item, index: SourceIndex, capture: Capture | None, search: SpanSearch) -> bool:
    """Return whether gate B would count an item with its present links."""
    return _judge(item, index, _carried(capture), search)[0]


def _measure(value: float | None, given: GateInput) -> Measure:
    needed = given.policy.thresholds.traceable_item_ratio
    passed = None if value is None else value >= needed
    return Measure(name="traceable_item_ratio", value=value, op=">=", threshold=needed, passed=passed)


def _carried(capture: Capture | None) -> frozenset[tuple[int, str]]:
    """Return the places of evidence of carried-over items, both captured and proposed."""
    items = (*capture.items, *capture.proposed) if capture is not None else ()
    return frozenset((link.ordinal, link.chunk_id) for i in items if i.carried for link in i.evidence)


def _judge(
    item: Item, index: SourceIndex, carried: frozenset[tuple[int, str]], search: SpanSearch
) -> tuple[bool, tuple[Found, ...]]:
    """Return whether an item is traceable, and the findings about its links."""
    found: list[Found] = []
    good: list[tuple[SourceLink, Resolution]] = []
    before: list[SourceLink] = []
    for link in item.links:
        resolution = index.resolve(link)
        if not resolution.ok:
            reason = _REASONS[resolution.reason]
            found.append(
                Found(
                    "link_unresolved",
                    "warning",
                    f"{reason} (event {link.ordinal})",
                    (link,),
                    link.evidence_id,
                )
            )
        elif resolution.in_range or (link.ordinal, link.chunk_id) in carried:
            good.append((link, resolution))
        else:
            before.append(link)
    if not good:
        found.append(_untraceable(item, index, before, found, search))
        return False, tuple(found)
    if item.speaker == "user" and not any(is_quotable(index, r.ordinal, r.start, r.end) for _, r in good):
        message = (
            "it is attributed to the user, but its links lead to nothing a human said: "
            "link the message that says it, or leave it out"
        )
        found.append(Found("quote_not_said", "hard", message, tuple(link for link, _ in good)))
        return False, tuple(found)
    loose = _conflict_sides(item)
    if loose:
        found.append(loose)
        return False, tuple(found)
    unsupported = _unsupported(item, index, good, search)
    if unsupported is not None:
        return False, (*found, unsupported)
    return True, tuple(found)


def _untraceable(
    item: Item, index: SourceIndex, before: list[SourceLink], found: list[Found], search: SpanSearch
) -> Found:
    if before:
        places = ", ".join(str(link.ordinal) for link in before)
        first, last = index.source.start, index.source.end
        message = (
            f"its source lies outside the range {first}..{last} (event {places}): "
            "draft from there, or leave it out"
        )
        return Found("link_out_of_range", "hard", message, tuple(before))
    if found:
        message = "none of its links resolves: link it again, or leave it out"
        return Found("no_link_resolves", "hard", message)
    asked = _unanswered(item, index)
    if asked is not None:
        message = (
            f"no source found; event {asked.ordinal} may be about it, "
            "but its result is not in this transcript"
        )
        link = search.link(beginning(asked.ordinal, len(asked.text), 0.0))
        return Found("result_missing", "warning", message, (link,))
    if not index.scope_complete and (item.speaker == "user" or _is_elsewhere(item, search)):
        message = (
            "no source found: some of its words are nowhere in this file, but the transcript's own beginning "
            "is missing: importing the earlier file would complete the scope"
        )
        return Found("out_of_scope", "warning", message, version="2")
    if item.speaker == "user":
        message = "no human message of this session says this: correct the quotation, or leave it out"
        return Found("quote_not_said", "hard", message)
    unheard = _unheard(item, search)
    if unheard:
        words = ", ".join(unheard)
        message = f"no source found in the range; the session never says: {words}. Leave it out"
        return Found("no_source", "hard", message)
    nearest = _nearest(item, search)
    earlier = "" if index.scope_complete else ", or it comes from before this file begins"
    if nearest is None or nearest.support < NEAREST_AT:
        message = (
            f"no passage carries it; it may restate several in other words{earlier}: link it, or leave it out"
        )
        return Found("source_scattered", "warning", message)
    held = (
        f"event {nearest.ordinal} has its words, but does not say it"
        if nearest.support >= COVERED_AT
        else f"nearest is event {nearest.ordinal} with {nearest.support:.0%} of its words"
    )
    message = (
        f"no single passage carries it; {held}{earlier}: link it there if that is its source, or leave it out"
    )
    return Found("source_scattered", "warning", message, (search.link(nearest),))


def _unanswered(item: Item, index: SourceIndex) -> SourceEvent | None:
    """Return the call of which the missing result may have said what an item reports; a plan has none."""
    if item.speaker == "user" or item.kind is ItemKind.OPEN_WORK:
        return None
    return call_without_result(item.text, index)


def _is_elsewhere(item: Item, search: SpanSearch) -> bool:
    """Return whether words of a statement occur nowhere, so that a missing beginning may have had them."""
    stems = statement(unlabelled(item.text)).stems
    gone = frozenset(stem for stem in stems if not search.has_stem(stem))
    enough = len(gone) >= LEAST_UNHEARD and coverage(stems, gone, search.index.weight) >= GONE_AT
    return enough or bool(_unheard(item, search))


def _nearest(item: Item, search: SpanSearch) -> ScoredSpan | None:
    """Return the nearest passage; for the user's wishes or words, a human's passage if one is near enough."""
    text = without_speaker(item.text)
    if text != item.text or item.kind is ItemKind.CONSTRAINT:
        own = search.best(statement(text).stems, human=True)
        if own is not None and own.support >= NEAREST_AT:
            return own
    return search.best(statement(item.text).stems, thoughts=False)


def _unheard(item: Item, search: SpanSearch) -> tuple[str, ...]:
    """Return the names, or most of the words, that prove an unlinked statement has no source.

    Empty if none.
    """
    index = search.index
    unknown = tuple(name for name, proves in unknown_names(item.text, index) if proves)
    if unknown:
        return unknown[:MOST_UNHEARD]
    stems = sorted(statement(unlabelled(item.text)).stems)
    gone = [s for s in stems if not search.has_stem(s) and not any(map(search.has_stem, sorted(synonyms(s))))]
    gone = [s for s in gone if not _in_longer_word(s, item.text, index)]
    if len(gone) < LEAST_UNHEARD or coverage(stems, frozenset(gone), index.weight) < UNHEARD_FROM:
        return ()
    return tuple(_as_written(gone, item.text))[:MOST_UNHEARD]


def _in_longer_word(stem: str, text: str, index: SourceIndex) -> bool:
    """Return whether the session has a word inside a longer one: `localstorage` in `getLocalStorage`."""
    written = _as_written([stem], text)
    return any(len(word) >= LEAST_INSIDE and index.mentions_prefix(word) for word in written)


def _as_written(stems: list[str], text: str) -> list[str]:
    """Return the words of a text that have these stems, in their written form."""
    words = dict.fromkeys(word for word in _WORD.findall(text) if statement(word).stems & frozenset(stems))
    return list(words) or [stem.lstrip("#") for stem in stems]


def _conflict_sides(item: Item) -> Found | None:
    if not isinstance(item.detail, ConflictDetail):
        return None
    known = {link.evidence_id for link in item.links}
    missing = [side for side in (*item.detail.side_a, *item.detail.side_b) if side not in known]
    if not missing:
        return None
    return Found("conflict_side_unlinked", "hard", "a side of the conflict is not among the item's links")


def _unsupported(
    item: Item, index: SourceIndex, good: list[tuple[SourceLink, Resolution]], search: SpanSearch
) -> Found | None:
    """Return a finding if the linked words do not support the item; it names a clearly better passage."""
    counts, found = supported(item.text, [resolution for _, resolution in good], index)
    if counts or lists_all_messages(item.text) or _absence_linked(item, index, good):
        return None
    links = tuple(link for link, _ in good)
    if found.lacks:
        message = (
            f"the linked words do not say this: they hold {found.words:.0%} of its words, but not "
            f"{found.lacks}. Link the passage that says it too, or state it in the source's own words"
        )
        return Found("link_unsupported", "hard", message, links)
    better = search.best(statement(item.text).stems)
    holds = f"they hold {found.held:.0%} of its words"
    if better is not None and better.support >= found.held + MISMATCH_MARGIN:
        message = (
            f"its links do not say this: {holds}, event {better.ordinal} {better.support:.0%}. "
            "Link it there if that is its source, or leave it out"
        )
        return Found("link_mismatch", "hard", message, (*links, search.link(better)), version="2")
    message = (
        f"the linked words do not say this: {holds}. "
        "Link the passage that says it, state it in the source's own words, or leave it out"
    )
    return Found("link_unsupported", "hard", message, links)


def _absence_linked(item: Item, index: SourceIndex, good: list[tuple[SourceLink, Resolution]]) -> bool:
    """Return whether a statement of absence links to the action that would have made the missing thing."""
    absence = absence_of(item.text)
    place = None if absence is None else ground(absence, index)
    return place is not None and any(resolution.ordinal == place for _, resolution in good)


def uncovered_sentences(narrative: str, items: Sequence[Item]) -> list[tuple[int, int, int]]:
    """Return the narrative sentences that no item covers: number, start and end of each."""
    stems = [statement(item.text).stems for item in items]
    loose = []
    for number, (start, end) in enumerate(sentences(narrative)):
        sentence = statement(narrative[start:end])
        if len(sentence.stems) < LEAST_SAID or is_narration(narrative[start:end]):
            continue
        if not any(coverage(sentence.stems, held) >= COVERED_AT for held in stems):
            loose.append((number, start, end))
    return loose


def _uncovered(given: GateInput) -> list[tuple[int, str]]:
    """Return an artifact's uncovered narrative sentences with their numbers, 200 characters at most."""
    text = given.artifact.narrative or ""
    found = uncovered_sentences(text, given.artifact.items)
    return [(number, text[start:end][:200]) for number, start, end in found]
