"""Whether two texts fill one slot of a question differently: who did it, what was chosen, what was the cause.

The slot is found by its words (the verb of the question, `because of`), and what fills it may be anything: a
name, an office, a thing. Two fillers without a word in common exclude one another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.language.past_tense import irregular
from workbench.runs.language.kinds_of_things import closely
from workbench.runs.language.name_shapes import CAPITAL
from workbench.runs.language.reason_clauses import reason_clauses
from workbench.runs.language.terms import asked_stems, stems, stems_of_forms
from workbench.runs.ranking.questions import LIGHT
from workbench.runs.ranking.scoring import RankedPassage

_NAME = (
    rf"(?:(?:Mr|Mrs|Ms|Dr|Miss|Captain)\.? )?(?:{CAPITAL}\. ?)?{CAPITAL}[\w'’-]+(?: (?:{CAPITAL}[\w'’-]+"
    r"|\d+|of|de|van)(?=\W)){0,3}"
)
_GROUP = (
    r"(?:[Tt]he|[Oo]ur|[Ii]ts|[Tt]heir|[Aa]n?) (?:[\w'’-]+ ){0,2}?[\w'’-]+"
    rf"(?: of (?:the )?{CAPITAL}[\w'’-]+)?"
)
_DOER = rf"(?P<doer>I|[Ww]e|{_NAME}|{_GROUP})"
_HELPING = r"(?:(?:had|has|have|also|then|himself|herself|finally|alone|together|\w+ly) ){0,2}"
_BEFORE_VERB = re.compile(rf"{_DOER},? (?:(?:who|that|which) )?{_HELPING}$")
_AFTER_VERB = re.compile(
    rf"^(?:\W+(?!by\b|the\b|an?\b|it\b|this\b|to\b"
    rf"|that\b)\w+){{0,3}}?\W+by\W+(?P<doer>(?![Aa]n? ){_NAME}|(?![Aa]n? ){_GROUP})"
)
_CONTRAST = re.compile(r",? (?:and )?not (?:by )?(?:the |our |its |an? )?[\w'’ -]{2,40}, ")
"""Who did not do it: `it was the meeting, not the board, that bought it`."""
_EVERYBODY, _LEADING = (
    frozenset(stems(words))
    for words in (
        "meeting assembly members membership staff workers everybody parliament",
        "board committee council management director president chair",
    )
)
"""Those who belong to something, and those who lead it: a thesaurus does not keep them apart."""
_MYSELF = re.compile(r"\b(?:myself|ourselves|my own|alone)\b", re.I)
_NO_DOER = frozenset("it that this they he she who which what there then".split())
_AUXILIARY = "is|are|was|were|has|have|had|did|does|do|can|could|will|would|may|must|should"
_WHO = re.compile(
    rf"^\s*(?:who|(?:which|what) (?:(?!(?:{_AUXILIARY}|the|an?)\b)\w+ ){{1,2}}?)\s*"
    rf"(?P<verb>(?!(?:{_AUXILIARY})\b)[a-z]{{4,}})\b",
    re.I,
)
"""The noun before the verb is the doer: `what does a lock do` has none."""
_WHICH = re.compile(
    r"^\s*(?:which|what)\b.{1,60}?\b(?:did|does|do|has|have|had"
    r"|will)\s.{1,60}\s(?<!\bthe )(?<!\ba )(?<!\bof )(?<!\bin )"
    r"(?<!\bon )(?<!\bat )(?<!\bfor )(?<!\bits )(?<!\bour )(?P<verb>(?!mean\b)(?-i:[a-z]{3,}))\b"
    r"(?: (?:up|out|on|for))?"
    r"(?:\s+(?:in|on|at|for|from|during|after|before|last|this)\b[^?]*)?\?",
    re.I,
)
_OBJECT = re.compile(
    r"^(?:\s(?:on|for|upon))?\s(?:(?:the|an?|our|its|their)\s)?(?P<thing>(?!between|among|from|not|to|that|it|two|which)"
    r"[A-Za-z0-9][^.,;:()\n|]{1,60})"
)
_STOPS = re.compile(
    r"\s(?:rather than|instead of|over|in favour of|in preference|because|for"
    r"|in|at|on|and|after|by|with|which|that|who|as|but)\b.*",
    re.S,
)
_CAUSE = re.compile(
    r"\b(?:causes?(?: of [^.:;]{1,60}?)? (?:was|were|is|are|lay in)|because of"
    r"|due to|caused by|owing to|on account of"
    r"|as a result of|thanks to|traced (?:back )?to|put (?:it )?down to|attribut\w+ (?:[^.:;]{1,60}? )?to"
    r"|blam\w+ (?:it )?(?:on )?|resulted from|came from|reason was|(?:what"
    r"|which) caused [^.:;]{1,60}:|culprit was)"
    r"\s*(?P<cause>[^.,;:()\n|]{3,90})",
    re.I,
)
_WORDLESS = frozenset("own whole new old same other one first last".split())
CHOOSING = stems_of_forms("choose pick select settle opt decide adopt prefer")
"""Stems of verbs for a choice: any of them takes what was chosen."""


def filled_otherwise(question: str, kind: str, one: RankedPassage, other: RankedPassage) -> str:
    """Return what differs between the fillers of a question's slot, in a few words; empty if nothing does.

    Args:
        question: the question.
        kind: the kind of answer that it expects.
        one: a passage near it.
        other: another one.
    """
    first, second = (list(fillers(question, kind, each)) for each in (one, other))
    if not first or not second or any(_alike(a, b) for a in first for b in second):
        return ""
    return "other causes" if kind == "reason" else "other names"


def fillers(question: str, kind: str, passage: RankedPassage) -> Iterator[frozenset[str]]:
    """Yield the stems of each filler of a question's slot in a passage."""
    known = frozenset(asked_stems(question))
    if kind == "reason":
        causes = (*(match["cause"] for match in _CAUSE.finditer(passage.text)), *reason_clauses(passage.text))
        found = (frozenset(stems(cause)) - LIGHT for cause in causes)
        yield from (each - known for each in found if each - known)
        return
    who, which = _WHO.match(question), _WHICH.match(question)
    if who is not None and (which is None or is_past(who["verb"])):
        yield from (each for each in _doers(_verbs(who["verb"]), passage) if each and not each <= known)
    elif which is not None:
        verbs = _verbs(which["verb"])
        verbs |= frozenset() if CHOOSING.isdisjoint(verbs) else CHOOSING
        yield from (each for each in _things(verbs, passage.text) if each and not each <= known)


def is_past(word: str) -> bool:
    """Return whether a word has the form of a past tense."""
    return word.endswith("ed") or any(word in past for past in irregular().values())


def _verbs(verb: str) -> frozenset[str]:
    """Return the stems of a verb and of others for the same action."""
    found = frozenset(stems(verb))
    return found | frozenset(each for stem in found for each in closely(stem))


def _places(verbs: frozenset[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of words in a text that are one of some verbs."""
    for word in re.finditer(r"[A-Za-z]{3,}", text):
        if not verbs.isdisjoint(stems(word.group())):
            yield word.span()


def _doers(verbs: frozenset[str], passage: RankedPassage) -> Iterator[frozenset[str]]:
    """Yield who does one of some actions, by the stems of the name or office."""
    text = passage.text
    for start, end in _places(verbs, text):
        after = _AFTER_VERB.match(text[end : end + 120].split(". ")[0])
        if after is not None and not _MYSELF.search(after["doer"]):
            yield _who(after["doer"], passage)
            continue
        sentence = _CONTRAST.sub(" ", re.split(r"[.;:!?\n|]\s", text[:start])[-1])
        before = _BEFORE_VERB.search(sentence)
        if before is not None and before["doer"].split()[0].casefold() not in _NO_DOER:
            yield _who(before["doer"], passage)


def _who(doer: str, passage: RankedPassage) -> frozenset[str]:
    """Return the stems of a doer; somebody who writes `I` is named in the title, if anywhere."""
    if doer in ("I", "We", "we"):
        return frozenset(["i", *stems(passage.above)])
    return frozenset(stems(doer)) - _WORDLESS


def _things(verbs: frozenset[str], text: str) -> Iterator[frozenset[str]]:
    """Yield what follows one of some verbs as its object, by its stems."""
    for _, end in _places(verbs, text):
        found = _OBJECT.match(text[end : end + 90])
        if found is not None:
            yield frozenset(stems(_STOPS.sub("", found["thing"])))


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether two fillers may name one thing: by a word in common or by one for the same."""
    if not one.isdisjoint(other):
        return True
    if any(a & _EVERYBODY and b & _LEADING for a, b in ((one, other), (other, one))):
        return False
    return any(not closely(stem).isdisjoint(other) for stem in one)
