"""Whether two passages answer a question differently: by other figures, or yes against no.

`other_figures` compares the figures; this module decides whether both are about the same thing.
"""

from __future__ import annotations

import re

from gates.language.sentence_spans import sentence_texts
from gates.language.tokens import stem_of
from workbench.runs.conflicts.alignment import aligned
from workbench.runs.conflicts.asked_alike import asked_alike, of_another
from workbench.runs.conflicts.circumstances import elsewhen, unbound_by
from workbench.runs.conflicts.clause_topics import MOMENTS, clauses_of, denies, topic
from workbench.runs.conflicts.exclusive_values import kind_of_value, other_members
from workbench.runs.conflicts.narrowing import narrowed
from workbench.runs.conflicts.other_figures import other_figures, other_number, other_values, years_of
from workbench.runs.conflicts.other_names import other_persons
from workbench.runs.language.currencies import CURRENCY_STEMS
from workbench.runs.language.kinds_of_things import closely
from workbench.runs.language.name_shapes import CAPITAL, SMALL
from workbench.runs.language.quantities import MEASURED
from workbench.runs.language.terms import asked_stems, stems
from workbench.runs.ranking.questions import LIGHT, measuring, wanted
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage

STATED = 0.8
"""Share of a question that a clause states itself, so that it means yes without another word."""
LEAST_SHARED = 0.4
"""Minimum share of the question that both passages state, so that they are about the same thing."""
MOST_LACKING = 0.2
"""Maximum share of the question that one of them may state and the other lack."""
LEAST_ITSELF = 0.2
"""Minimum share of the question that each must state itself, not only in its headings."""
SAME_SUBJECT = 0.7
"""Share of the question from which both are about the same thing, whatever names they have."""
ALIKE = 0.5
"""Share of the shorter window's words from which two windows are about the same thing."""
LEAST_COMMON = 4
"""Minimum words in common for that share."""
_NAME = re.compile(rf"(?<![.!?:>|#*] )(?<!^)(?<!\n)\b{CAPITAL}{SMALL}{{2,}}")
"""A capital within a sentence."""
_BARRED = re.compile(r"\b(?:closed|shut|barred|off limits|disallowed|illegal|suspended|abolished)\b", re.I)
"""Words that deny the subject of a question, unless the question has them."""
_OPEN = re.compile(r"\bwhether\b", re.I)
"""A clause that leaves open what it names."""
_ALLOWS = re.compile(r"\b(?:welcome|allowed|permitted|may|can)\b", re.I)
STANCES = frozenset(map(stem_of, "welcome allow permit let admit enter open".split()))
_YES_OR_NO = re.compile(r"\s*(?:may|can|could|is|are|do|does|did|was|were|has|have|must|should|will)\b", re.I)
_MEASURED = frozenset({*MEASURED, "duration", "frequency", "age"})
FEW = 3
"""Words in common that are enough if they are nearly all words of one text."""
CLOSE = 0.6
NEARLY = 0.75
"""Minimum share of a clause's subjects that an answer names, so that the clause is about the same thing."""
LEAST_SAID = 2
"""Minimum subjects of the clause that the answer itself names in the same words, not only in its headings."""
LEAST_OF_CLAUSE = 0.25
"""Minimum share of a clause's words that the question has, so that the clause says yes or no to it."""
MOST_OF_WORD = 5
"""Minimum letters of a compound's end that names the kind of thing: a footbridge is a bridge."""
_WITHOUT_SUBJECT = (
    LIGHT
    | CURRENCY_STEMS
    | {
        stem_of(word)
        for word in "second minute hour day week month year metre kilometre mile "
        "knot per number welcome allow permit first last end begin between about around".split()
    }
)
"""Stems that do not show the subject of a clause."""
_VERSION = re.compile(
    r"\b(?:[Vv]ersion|[Rr]elease|[Ee]dition) v?(\d[\d.]{0,12})"
    r"|\bv(\d{1,4}(?:\.\d{1,4}){0,3})\b|\b(\d{1,3}\.\d{1,3}\.\d{1,4})\b"
)
_DOTTED = re.compile(r"\bv?(\d{1,4}(?:\.\d{1,4}){1,3})\b")
"""A version, if the question is about versions."""


def disagree(scorer: PassageScorer, question: str, one: RankedPassage, other: RankedPassage) -> str:
    """Return what the two passages disagree about, in a few words; empty if they do not."""
    first, second = scorer.covers(one.text, one.above), scorer.covers(other.text, other.above)
    shared = sum(min(first[stem], second[stem]) for stem in first)
    unbound = STANCES | unbound_by(one.text, other.text)
    apart_in = [stem for stem in first.keys() - unbound if not min(first[stem], second[stem])]
    lacking = sum(max(first[stem], second[stem]) for stem in apart_in)
    if shared < LEAST_SHARED or lacking > MOST_LACKING:
        return ""
    if any(sum(scorer.covers(each.text, "").values()) < LEAST_ITSELF for each in (one, other)):
        return ""
    named = scorer.names - MOMENTS
    if any(not min(first[stem], second[stem]) for stem in named):
        return ""
    if shared < SAME_SUBJECT and _others(one, other):
        return ""
    if elsewhen(question, one.text, other.text) or _apart_in_time(question, one.text, other.text):
        return ""
    figures = other_figures(question, one, other) or other_figures(
        question, *(narrowed(scorer, x) for x in (one, other))
    )
    if figures:
        return figures
    if yes_or_no(question) and _stance(scorer, one) * _stance(scorer, other) < 0:
        return "one allows what the other denies"
    return ""


def answered_otherwise(
    scorer: PassageScorer, question: str, one: RankedPassage, other: RankedPassage, *, both: bool
) -> str:
    """Return what two passages near the question disagree about, in a few words; empty if they do not.

    They need fewer words in common than in `disagree`, because their values exclude one another, or, if
    `both` state the question's main words, are two measures of the expected kind.
    """
    first, second = scorer.covers(one.text, one.above), scorer.covers(other.text, other.above)
    if sum(min(first[stem], second[stem]) for stem in first) < LEAST_SHARED:
        return ""
    if any(not min(first[stem], second[stem]) for stem in scorer.names - MOMENTS):
        return ""
    asked_day = kind_of_value(question) == "days"
    if _apart_in_time(question, one.text, other.text) or (
        not asked_day and elsewhen(question, one.text, other.text)
    ):
        return ""
    narrow = [narrowed(scorer, each) for each in (one, other)]
    if both and wanted(question).kind in _MEASURED and not _others(one, other):
        figures = other_figures(question, *narrow)
        if figures:
            return figures
    return other_members(question, *(each.text for each in narrow))


def yes_or_no(question: str) -> bool:
    """Return whether a question is answered by yes or no."""
    return _YES_OR_NO.match(question) is not None


def rival(question: str, answer: RankedPassage, other: RankedPassage) -> str:
    """Return how other words contradict an answer, in a few words; empty if they do not.

    They are compared with the answer, not with the question: a source that disagrees uses the answer's words,
    however the question was worded.
    """
    first, second = _subject(answer), _subject(other)
    if wanted(question).kind == "person":
        return "other names" if other_persons(question, answer.text, other.text) else ""
    if _others(answer, other) or elsewhen(question, answer.text, other.text):
        return ""
    if of_another(question, answer, other):
        return ""
    alike = _alike(len(first & second), first, second) and not _of_two_things(question, answer, other)
    if alike and not _apart_in_time(question, answer.text, other.text):
        stated = other_figures(question, answer, other) or _statements(question, answer.text, other.text)
        if stated:
            return stated
    return _clauses(question, answer, other) or _valued_otherwise(question, answer, other)


def _valued_otherwise(question: str, answer: RankedPassage, other: RankedPassage) -> str:
    """Return another value of the expected kind in a sentence about the same attribute."""
    for mine in sentence_texts(answer.text):
        for theirs in sentence_texts(other.text):
            one, two = RankedPassage(mine, answer.above), RankedPassage(theirs, other.above)
            if _apart_in_time(question, mine, theirs):
                continue
            if not wanted(question).kind:
                stated = other_values(mine, theirs) if asked_alike(question, one, two) else ""
                if stated:
                    return stated
                continue
            stated = other_figures(question, one, two)
            if stated and (aligned(question, one, two) or asked_alike(question, one, two)):
                return stated
    return ""


def _clauses(question: str, answer: RankedPassage, other: RankedPassage) -> str:
    """Return how a clause differs whose subjects the answer and its headings name, all or nearly all."""
    known, stems = frozenset(topic(f"{answer.above} {answer.text}")), frozenset(topic(answer.text))
    for clause in clauses_of(other.text):
        about = {stem for stem in topic(_BARRED.sub(" ", clause)) if stem not in _WITHOUT_SUBJECT}
        named = sum(_names_it(stem, known) for stem in about)
        enough = named >= max(FEW, NEARLY * len(about)) and len((about & stems) - LIGHT) >= LEAST_SAID
        exact = len(about) == FEW - 1 and about <= stems
        if not (enough or exact) or _apart_in_time(question, answer.text, clause):
            continue
        stated = other_figures(question, answer, RankedPassage(clause, other.above))
        if stated:
            return stated
        if enough and yes_or_no(question) and _denied(question, answer.text) != _denied(question, clause):
            return "one allows what the other denies"
    return ""


def _names_it(stem: str, known: frozenset[str]) -> bool:
    """Return whether words name the thing of a stem, by the same word, a synonym or a compound."""
    if stem in known or not known.isdisjoint(closely(stem)):
        return True
    return len(stem) >= MOST_OF_WORD and any(other.endswith(stem) for other in known)


def _denied(question: str, text: str) -> bool:
    """Return whether those clauses of a text that state most of the question deny its subject."""
    asked, known = question.casefold(), frozenset(topic(question))
    stated = [
        (sum(_names_it(stem, frozenset(topic(each))) for stem in known), each) for each in clauses_of(text)
    ]
    most = max((share for share, _ in stated), default=0)
    about = " ".join(each for share, each in stated if share == most)
    denied = denies(about, lambda words: _any_named(words, known))
    return denied or any(word.casefold() not in asked for word in _BARRED.findall(about))


def _any_named(words: str, known: frozenset[str]) -> bool:
    """Return whether words name one of some things, or say that something is allowed."""
    said = frozenset(topic(words))
    return not said.isdisjoint(STANCES) or any(_names_it(stem, said) for stem in known)


def _apart_in_time(question: str, one: str, other: str) -> bool:
    """Return whether each has years of its own, unless the question asks for a time or no kind of value."""
    first, second = years_of(one), years_of(other)
    return bool(first and second) and first.isdisjoint(second) and wanted(question).kind not in ("time", "")


def _alike(shared: int, first: frozenset[str], second: frozenset[str]) -> bool:
    """Return whether the number of words in common is enough for the same subject."""
    fewest = min(len(first), len(second))
    return (shared >= LEAST_COMMON and shared >= ALIKE * fewest) or shared >= max(FEW, CLOSE * fewest)


def _of_two_things(question: str, answer: RankedPassage, other: RankedPassage) -> bool:
    """Return whether the passages are about two things: the other does not name the answer's.

    They then have little in common but a price or a length and where it applies.
    """
    beside = _WITHOUT_SUBJECT | measuring(wanted(question).kind)
    known = frozenset(topic(f"{other.above} {other.text}"))
    mine, theirs = (frozenset(topic(each.text)) - beside for each in (answer, other))
    if len(mine & theirs) >= FEW:
        return False
    asked = {stem for stem in mine & frozenset(asked_stems(question)) if not _names_it(stem, known)}
    named = frozenset(topic(f"{answer.above} {answer.text} {question}"))
    return bool(asked) and any(not _names_it(stem, named) for stem in theirs)


def _statements(question: str, one: str, other: str) -> str:
    """Return how one sentence differs from another about the same subject, whatever the question."""
    for mine in clauses_of(one):
        for theirs in clauses_of(other):
            if _OPEN.search(f"{mine} {theirs}") or _apart_in_time(question, mine, theirs):
                continue
            first, second = frozenset(topic(mine)), frozenset(topic(theirs))
            shared = len(first & second)
            same = shared >= max(FEW, CLOSE * min(len(first), len(second)))
            stated = _otherwise(question, mine, theirs) if same else ""
            if not stated and shared >= FEW - 1:
                stated = other_number(question, mine, theirs)
            if stated:
                return stated
    return ""


def _otherwise(question: str, mine: str, theirs: str) -> str:
    """Return what differs between two clauses about the same thing."""
    kind = wanted(question).kind
    pattern = _DOTTED if "version" in question.casefold() else _VERSION
    versions = _versions(pattern, mine), _versions(pattern, theirs)
    if all(versions) and versions[0].isdisjoint(versions[1]):
        return "other versions"
    shared = frozenset(topic(mine)) & frozenset(topic(theirs))
    if len({denies(each, lambda words: _any_named(words, shared)) for each in (mine, theirs)}) > 1:
        return "one denies what the other says" if kind in ("", "reason") else ""
    return other_values(mine, theirs) if kind == "" else ""


def _versions(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    """Return the versions that a text names."""
    return frozenset(
        each.rstrip(".") for found in pattern.finditer(text) for each in found.groups() if each is not None
    )


def _others(one: RankedPassage, other: RankedPassage) -> bool:
    """Return whether both have names and share none: they are about different things."""
    first, second = _names(one), _names(other)
    return bool(first and second) and first.isdisjoint(second)


def _names(passage: RankedPassage) -> set[str]:
    """Return the words of names in a passage and its headings, without months and days."""
    text = f"{passage.above}. {passage.text}"
    found = {match.group() for match in _NAME.finditer(text)}
    return {name.casefold() for name in found if stem_of(name.casefold()) not in MOMENTS}


def _subject(passage: RankedPassage) -> frozenset[str]:
    """Return the stems of a passage and its headings, without figures and dates."""
    return frozenset(
        stem
        for stem in stems(f"{passage.above} {passage.text}")
        if not stem[0].isdigit() and stem not in MOMENTS
    )


def says_little_else(scorer: PassageScorer, clause: str) -> bool:
    """Return whether a clause that has words of a question is about it, and does not only mention them."""
    named = sum(share > 0 for share in scorer.covers(clause, "").values())
    return not named or named >= LEAST_OF_CLAUSE * len(frozenset(topic(clause)))


def denied_of(scorer: PassageScorer, clause: str) -> bool:
    """Return whether a clause denies what a question asks about, or that it is allowed."""
    return denies(
        clause, lambda words: any(scorer.covers(words, "").values()) or not STANCES.isdisjoint(topic(words))
    )


def _stance(scorer: PassageScorer, passage: RankedPassage) -> int:
    """Return 1 if a passage's clause about the question states or allows it, -1 if it denies it, else 0."""
    clauses = clauses_of(passage.text)
    stated = [(sum(scorer.covers(part, "").values()), part) for part in clauses]
    most = max((share for share, _ in stated), default=0.0)
    about = " ".join(part for share, part in stated if share >= 0.8 * most)
    bound = 1.0 - scorer.share(unbound_by(passage.text))
    asked = scorer.query.casefold()
    if not says_little_else(scorer, about):
        return 0
    if denied_of(scorer, about) or any(word.casefold() not in asked for word in _BARRED.findall(about)):
        return -1
    return 1 if _ALLOWS.search(about) or most >= STATED * bound else 0
