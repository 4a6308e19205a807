"""Whether words are about another thing than a question: another weekday or room, or a forerunner.

Such words may have nearly all words of a question, because they tell the same of the thing's neighbour.
"""

from __future__ import annotations

import re

from workbench.runs.conflicts.clause_topics import MOMENTS
from workbench.runs.conflicts.slot_fillers import is_past
from workbench.runs.language.kinds_of_things import closely, inflected, kin, standing_for
from workbench.runs.language.measures import MONTHS
from workbench.runs.language.terms import near, stems
from workbench.runs.ranking.expected_answers import PEOPLE

_WEEKDAY = re.compile(r"\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.I)
_LABELLED = re.compile(
    r"\b(?P<noun>[^\W\d_]{3,}) (?P<label>[A-Z]\d{0,2}|\d{1,3}[a-z]?)\b(?![.,:/-]?\d|['’-]\w)"
)
"""A noun with a letter or number that tells it from its like: `Hall C`, `platform 4`."""
_MONTHS = frozenset(form for name in MONTHS for form in (name, name[:3], "sept"))
_FORMER = re.compile(
    r"\W*(?:before (?:that|this|then)|until then|previously|formerly|in former times)\b", re.I
)
_ASKS_FORMER = re.compile(r"\b(?:was|were|did|had|before|former\w*|previous\w*|earlier|old|used to)\b", re.I)
_TIMES = frozenset(stems("year month week day season term"))
_WHO_DID = re.compile(
    r"^\W*(?:and )?(?:who|(?:which|what) [a-z]+) (?P<verb>[a-z]{3,}) "
    r"(?:(?:the|an?|our|its|their|this|that) )?(?P<thing>[^?]+)",
    re.I,
)
_DONE_BY = re.compile(
    r"(?:(?<=^)|(?<=[.;:!?|,\n] )|(?<=[.;:!?|,]\n)|(?<=\n)|(?<= and )|(?<= while ))\W*"
    r"(?:[Tt]he|[Oo]ur|[Ii]ts|[Tt]heir|[Aa]n?) (?P<thing>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,2}?)"
    r"(?: (?:of|at|in|on) [^.,;:|]{1,40}?)? (?:was|were|is|are|(?:has|have|had) been)"
    r" [^.;:|]{0,80}?\bby\s[^.;:|]{2,80}"
)
"""A passive with its doer: `the wall was rebuilt by the firm`; a thing with a capital may be any by name."""
_ANYTHING = frozenset(
    stems(
        "building work structure construction thing whole one original first project site place piece lot job"
    )
)
"""Words for whatever a question names."""
_COMPOUND = re.compile(r"\b(?:the|an?|our|its|their|your) (?P<of>[a-z]{3,}) (?P<head>[a-z]{3,})\b", re.I)


def _labels(text: str) -> dict[str, set[str]]:
    """Return the letters and numbers after each noun, by its stem."""
    found: dict[str, set[str]] = {}
    for match in _LABELLED.finditer(text):
        noun = next(iter(stems(match["noun"])), "")
        if noun and match["noun"].casefold() not in _MONTHS:
            found.setdefault(noun, set()).add(match["label"].casefold())
    return found


def _of_another_kind(question: str, text: str) -> bool:
    """Return whether words name a compound's thing of something else: `the charge for the hall`."""
    compounds = [*_COMPOUND.finditer(question)]
    own = frozenset(stems(text)) if compounds else frozenset()
    for found in compounds:
        of, head = (next(iter(stems(found[name])), "") for name in ("of", "head"))
        if not of or head not in own or not own.isdisjoint(inflected(of) | closely(of) - inflected(head)):
            continue
        other = re.search(
            rf"\b{re.escape(found['head'])}s? (?:for|of) (?:the|our|its|their) (\w{{3,}})", text, re.I
        )
        named = frozenset(stems(other[1])) - MOMENTS - PEOPLE - _TIMES if other else frozenset()
        if named - frozenset(stems(question)):
            return True
    return False


def _done_to_another(question: str, text: str) -> bool:
    """Return whether words only name who did something to another thing than a question asks about."""
    asked = _WHO_DID.match(question)
    if asked is None or not is_past(asked["verb"]):
        return False
    known = frozenset(stems(asked["thing"]))
    done = [*_DONE_BY.finditer(text)]
    if not known or not done or any(_names_one(frozenset(stems(each["thing"])), known) for each in done):
        return False
    verbs = frozenset(form for stem in stems(asked["verb"]) for form in (stem, *closely(stem)))
    return verbs.isdisjoint(stems(_DONE_BY.sub(" ", text)))


def _names_one(words: frozenset[str], known: frozenset[str]) -> bool:
    """Return whether words may name one of some things: by a form, a synonym, its kind or no kind at all."""
    return not words.isdisjoint(_ANYTHING) or any(
        not known.isdisjoint(inflected(stem) | kin(stem) | standing_for(stem))
        or any(near(each, stem) for each in known)
        for stem in words
    )


def of_another_thing(question: str, text: str) -> bool:
    """Return whether words tell of another weekday, of a like thing with another label, or of its forerunner.

    So do words that name who did the same to another thing.

    Args:
        question: the question.
        text: words that may answer it.
    """
    asked, told = ({day.casefold() for day in _WEEKDAY.findall(each)} for each in (question, text))
    if asked and told and asked.isdisjoint(told):
        return True
    labels = _labels(question)
    other = _labels(text) if labels else {}
    if any(noun in other and other[noun].isdisjoint(which) for noun, which in labels.items()):
        return True
    if _of_another_kind(question, text) or _done_to_another(question, text):
        return True
    return _FORMER.match(text) is not None and not _ASKS_FORMER.search(question)
