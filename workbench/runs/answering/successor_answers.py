"""Sentences that answer a question about a thing's successor or predecessor, and where sources disagree.

A passage is read sentence by sentence. After a sentence that mentions the successor (`the replacement of
X`, `the new` holder of its role), a pronoun means it, and a date, price or delivery belongs to it, until
something else is named. What a passage says of X itself is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from workbench.runs.answering.quoted_windows import QuotedWindow, conflict_of
from workbench.runs.conflicts.opposed_sides import ROUGHLY
from workbench.runs.conflicts.other_figures import other_figures
from workbench.runs.language.statements import ROW
from workbench.runs.language.successors import SoughtRelative
from workbench.runs.language.terms import stems, stems_of_forms
from workbench.runs.ranking.paragraphs import paragraphs
from workbench.runs.ranking.questions import measuring, wanted
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage
from workbench.runs.records.events import DraftConflict
from workbench.runs.retrieval.retrieve import RetrievalCandidate

LEAST_STATED = 0.5
"""Minimum share of a question's other words in a sentence that answers it."""
MOST_QUOTED = 3
"""Maximum sentences from the one that names the successor to the one with the value, to quote both."""
_UNTYPED = ("", "reason", "speech", "sequel", "name")
"""Kinds of answers that no sentence shows by its form."""
_PRONOUN = re.compile(r"\b(?:she|her|he|him|his|it|its|they|them|their)\b", re.I)
_ITS_OWN = re.compile(
    r"\W*(?:the|its|her|his|their) (?:[\w'’-]+ ){0,2}?(?:"
    r"date|day|delivery|handover|price|cost|wage|salary|rent"
    r"|length|width|height|weight|capacity|speed|start|opening|launch|arrival)\b",
    re.I,
)
"""The beginning of a sentence about what a thing has: `The delivery date`."""
_THIRD = re.compile(
    r"\W*(?:(?:the|our|an?) [a-z]|[^\W\da-z_][\w'’-]* (?:[^\W\da-z_]|is|was|has|will|[a-z]+s)\b)", re.I
)
"""The beginning of a sentence with a subject of its own."""
_COMING = stems_of_forms("arrive come deliver hand get enter")
_COMES = re.compile(
    r"\b(?:deliver\w*|arriv\w*|hand(?:ed|s|ing)?[ -]?over|handover|expect(?:s|ed)?"
    r"|(?:is|be|they are)(?: now)? due"
    r"|comes?|coming|came|enter(?:s|ed)? (?:into )?(?:service|use)|into (?:service|use))\b",
    re.I,
)
"""Words for the arrival of one thing that is ordered: `offers are due` is about others."""
_WILL = re.compile(r"\bwill\b", re.I)
_CAME = re.compile(
    r"\b(?:arrived|came|entered|(?:was|were|has been|have been) (?:delivered|handed over))\b", re.I
)
"""Words for an arrival in the past: who came already holds the role, and is not the one expected."""
_RELATION = stems_of_forms("replace succeed follow take") | frozenset(
    stems("successor replacement predecessor forerunner new what thing")
)


def told_of_relative(
    scorer: PassageScorer, sought: SoughtRelative, candidates: Sequence[RetrievalCandidate], score: float
) -> list[QuotedWindow]:
    """Return the best answer of each source about the thing sought, each from where it is mentioned.

    Args:
        scorer: of the question.
        sought: whose values are asked for.
        candidates: passages; those that do not mention it give nothing.
        score: the score that an answer gets.
    """
    best: dict[str, tuple[float, QuotedWindow]] = {}
    if wanted(scorer.query).kind in _UNTYPED:
        return []
    for candidate in candidates:
        for first, start, end in _told(sought, candidate):
            share = _answering(scorer, sought, candidate.text[start:end])
            known = best.get(candidate.chunk.artifact_id)
            if share >= LEAST_STATED and (known is None or share > known[0]):
                window = QuotedWindow(candidate, first, end, score, True)
                best[candidate.chunk.artifact_id] = share, window
    return [window for _, window in sorted(best.values(), key=lambda each: -each[0])]


def opposed_of_relative(
    scorer: PassageScorer, sought: SoughtRelative, told: Sequence[QuotedWindow]
) -> list[DraftConflict]:
    """Return the conflicts between what sources tell of a successor or predecessor."""
    found = []
    for one, other in combinations(told, 2):
        why = _apart(scorer.query, sought, *(_valued(each) for each in (one, other)))
        if why:
            found.append(conflict_of(why, one, other))
    return found


def mentions_relative(sought: SoughtRelative, candidate: RetrievalCandidate) -> bool:
    """Return whether a passage, or what it stands under, mentions the thing sought."""
    return sought.mentioned(f"{candidate.above}. {candidate.text}") or sought.owned(candidate.text)


def _told(sought: SoughtRelative, candidate: RetrievalCandidate) -> Iterator[tuple[int, int, int]]:
    """Yield where each sentence about the thing sought begins and ends, after where its quotation begins."""
    headed = sought.mentioned(candidate.above)
    for group in paragraphs(candidate.text, candidate.above):
        subject, before, mention = headed, "", None
        beside = headed
        for number, (start, end) in enumerate(group):
            own = candidate.text[start:end]
            if sought.mentioned(own) or (sought.names_thing(f"{before} {own}") and sought.owned(own)):
                subject, beside, mention = True, True, number
            elif ROW.match(own) or sought.names_thing(own):
                subject = beside = False
            elif not (subject and _PRONOUN.search(own)) and not (beside and _ITS_OWN.match(own)):
                subject = subject and not _THIRD.match(own)
                before = f"{before} {own}"
                continue
            before = f"{before} {own}"
            if subject or beside:
                near = mention is not None and number - mention < MOST_QUOTED
                yield (group[mention][0] if mention is not None and near else start), start, end


def _answering(scorer: PassageScorer, sought: SoughtRelative, text: str) -> float:
    """Return how much of what a question asks about its subject a sentence states; 0 without a value."""
    expected = wanted(scorer.query)
    if expected.kind == "person" and sought.told_names(text):
        return 1.0
    if not expected.met(text) or text.rstrip().endswith("?"):
        return 0.0
    if _WILL.search(scorer.query) and _CAME.search(text):
        return 0.0
    known = frozenset(stem for name in sought.names for stem in stems(name))
    light = measuring(expected.kind) | _RELATION | known
    asked = {stem: weight for stem, weight in scorer.weights.items() if stem not in light and weight}
    if expected.kind == "time" and not _COMING.isdisjoint(asked) and _COMES.search(text):
        return 1.0
    stated = scorer.covers(text, "")
    counts = sum(weight for stem, weight in asked.items() if stated[stem])
    return counts / sum(asked.values()) if asked else float(expected.kind != "person")


def _valued(window: QuotedWindow) -> RankedPassage:
    """Return the last sentence of a quotation, which has the value."""
    candidate = window.candidate
    spans = [span for group in paragraphs(candidate.text, candidate.above) for span in group]
    start = next(start for start, end in spans if end == window.end)
    return RankedPassage(candidate.text[start : window.end], candidate.above)


def _apart(question: str, sought: SoughtRelative, one: RankedPassage, other: RankedPassage) -> str:
    """Return in what two sentences about one thing differ; empty if in nothing."""
    if wanted(question).kind == "person":
        names = [[frozenset(stems(name)) for name in sought.told_names(each.text)] for each in (one, other)]
        differ = all(names) and not any(a & b for a in names[0] for b in names[1])
        return "other names" if differ else ""
    if bool(ROUGHLY.search(one.text)) != bool(ROUGHLY.search(other.text)):
        return ""
    return other_figures(question, one, other)
