"""What a claim about a short source says against the words of it, clause by clause.

A short source says each thing once, so that a claim can be laid beside the clause that it retells. All warn:
`kin_name`, a name that stands nowhere beside one of its kin that does; `cause_unheard`, a cause of which the
source says no word; `labels_swapped`, what is said of two things the other way round; `exception_left_out`,
all of what the source leaves some of; `value_outdated`, a value that the source replaced.
"""

from __future__ import annotations

import re

from gates.artifact import Item
from gates.contradiction.ascribed import ascribed
from gates.contradiction.clauses import BOUNDED, clauses_of, said
from gates.contradiction.clauses import found as _found
from gates.contradiction.ranking import SHORT_SOURCE
from gates.findings import Found
from gates.language.similarity import statement
from gates.language.synonyms import synonyms
from gates.language.tokens import stem_of
from gates.search.index import SourceIndex
from gates.source import EventKind

LONGEST = 20_000
"""Characters of a source that is read clause by clause."""
HALF = 0.5
"""Share of a clause's words that another must hold to be the same."""
KIN_FROM = 3
"""Letters that two names of one kin share at their beginning or end."""


def against_clauses(item: Item, index: SourceIndex) -> list[Found]:
    """What these rules find in one item."""
    if len(index.range_events) >= SHORT_SOURCE or item.speaker == "user" or "\n" in item.text:
        return []
    if any(link.ordinal not in index.source for link in item.links):
        return []  # an item carried over is about what was said before the range
    if sum(len(event.text) for event in index.range_events) > LONGEST:
        return []
    rules = (_kin, _cause, _swapped, _excepted, _outdated, _recovered)
    return [*(entry for rule in rules for entry in rule(item, index)[:1]), *ascribed(item, index)]


_NAME = re.compile(r"(?<![\w/.@:-])[A-Za-z@][\w@]*(?:[/.:_-][\w]+)*(?:\(\))?(?![\w/])")
_CODE = re.compile(r"[a-z][A-Z]|[A-Z][a-z]+[A-Z]|[/_:]|\(\)|\w\.\w|[a-z]\d|\d[a-z]|-\d")


def _kin(item: Item, index: SourceIndex) -> list[Found]:
    """A name in code's writing that stands nowhere, where one of its kin does."""
    text = "\n".join(event.text for event in index.range_events)
    known = {name.casefold() for name in _NAME.findall(text)}
    whole = text.casefold()
    for name in _NAME.findall(item.text):
        bare = name.removesuffix("()").casefold()
        if _CODE.search(name) is None or bare in whole:
            continue
        kin = next((other for other in sorted(known) if _are_kin(bare, other)), None)
        if kin is not None or name.endswith("()"):
            return _found("kin_name", f"{name} is nowhere, {kin or 'other names'} is", item, index, None)
    return []


def _are_kin(one: str, other: str) -> bool:
    """Whether two names of code share their beginning or their end."""
    if not re.search(r"[/_:.\d-]", other) and not (len(other) > 2 * KIN_FROM and len(one) > 2 * KIN_FROM):
        return False
    return one[:KIN_FROM] == other[:KIN_FROM] or one[-2 * KIN_FROM :] == other[-2 * KIN_FROM :]


_BECAUSE = re.compile(
    r"\b(?:because(?: of)?|due to|caused by|owing to|as a result of|resulted from)\s+([^;]{4,160})", re.I
)


def _cause(item: Item, index: SourceIndex) -> list[Found]:
    """A cause of which the source says hardly a word."""
    match = _BECAUSE.search(item.text)
    if match is None:
        return []
    stems = {stem for stem in statement(match.group(1)).stems if stem[0] != "#"}
    held = frozenset[str]().union(*(statement(event.text).stems for event in index.range_events))
    heard = {stem for stem in stems if stem in held or synonyms(stem) & held}
    if len(stems) < 2 or len(heard) > HALF * len(stems):
        return []
    words = ", ".join(sorted(stems - heard))
    return _found("cause_unheard", f"the source says nothing of this cause: {words}", item, index, None)


_LABEL = re.compile(r"(?<![\w.])(?:\d[\d.]*|[A-Z][\w-]+)")


def _swapped(item: Item, index: SourceIndex) -> list[Found]:
    """Two things that are told apart by a number or a name, each with what the source says of the other."""
    mine = [part for part in clauses_of(item.text) if _LABEL.search(part)]
    labels = frozenset(_LABEL.findall(item.text))
    for one, two in ((a, b) for a in mine for b in mine if a != b):
        for event in reversed(index.range_events):
            theirs = [part for part in clauses_of(event.text) if not labels.isdisjoint(_LABEL.findall(part))]
            for first in theirs:
                for second in theirs:
                    if first != second and _crossed(one, two, first, second):
                        return _found(
                            "labels_swapped", f"the other way round: {event.text[:120]}", item, index, event
                        )
    return []


def _crossed(one: str, two: str, first: str, second: str) -> bool:
    """Whether `one` and `two` say of their labels what `first` and `second` say of each other's."""
    labels = [frozenset(_LABEL.findall(part)) for part in (one, two, first, second)]
    for a in labels[0] - labels[1]:
        for b in labels[1] - labels[0]:
            if a in labels[3] - labels[2] and b in labels[2] - labels[3]:
                words = [_without(part, a, b) for part in (one, two, first, second)]
                if (
                    same(words[0], words[2])
                    and same(words[1], words[3])
                    and not (same(words[0], words[3]) or same(words[1], words[2]))
                ):
                    return True
    return False


def same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether half of the words of the shorter of two clauses stand in the other."""
    return bool(one and other) and len(one & other) >= HALF * min(len(one), len(other))


def _without(text: str, *labels: str) -> frozenset[str]:
    gone = statement(" ".join(labels)).stems
    return frozenset(stem for stem in statement(text).stems - gone if stem[0] != "#")


_ALL = re.compile(r"\b(?:all|both|every|each|entire|no \w+ remain\w*)\b", re.I)
_EXCEPT = re.compile(
    r"\b(?:remain(?:s|ing)?|except|the other|untouched|not yet|can stay|needs? an?|leave|left|still|"
    r"unchanged|\d+ of \d+|lacks?|missing|isn't|aren't|haven't|hasn't)\b",
    re.I,
)
_CHECKED = re.compile(r"\b(?:tests?|specs?|checks?|suite|pass\w*)\b", re.I)


def _excepted(item: Item, index: SourceIndex) -> list[Found]:
    """All of what the source leaves some of."""
    if (
        _ALL.search(item.text) is None
        or BOUNDED.search(item.text.replace("no ", ""))
        or _CHECKED.search(item.text)
    ):
        return []
    claimed = statement(item.text).stems
    for event, clause in said(index, EventKind.USER, EventKind.ASSISTANT):
        if _EXCEPT.search(clause) and len(statement(clause).stems & claimed) >= 1:
            return _found("exception_left_out", f"not of all: {clause[:120]}", item, index, event)
    return []


_INSTEAD = re.compile(r"([\w@/.-]{2,30}) (?:\w+ )?instead of (?:the |a |an )?([\w@/.-]{2,30})")
_ARROW = re.compile(r"(?<!\S)([\w@/.-]{2,40})\s(?:->|→|=>)\s([\w@/.-]{2,40})")
_EARLIER = re.compile(
    r"\b(?:was|were|had|originally|initially|previous\w*|earlier|formerly|from|before|used to|instead of|"
    r"rather than|old|at first|no longer|replac\w+|first|until|over|switch\w*|chang\w+|renam\w+|mov\w+)\b",
    re.I,
)


def _outdated(item: Item, index: SourceIndex) -> list[Found]:
    """A value stated as current that the source replaced, in so many words or by a later one of its kind."""
    if _EARLIER.search(item.text):
        return []
    said = item.text.casefold()
    for event in reversed(index.range_events):
        pairs = [(old, new) for new, old in _INSTEAD.findall(event.text)] + _ARROW.findall(event.text)
        for old, new in pairs:
            if old.casefold() in said and new.casefold() not in said and old.casefold() not in new.casefold():
                return _found("value_outdated", f"{old} gave way to {new}", item, index, event)
    return _recounted(item, index)


def _recounted(item: Item, index: SourceIndex) -> list[Found]:
    """A number of years or the like of which a human or an edit later says another one."""
    for number in statement(item.text).tokens.numbers:
        values = [
            (event, each.value)
            for event in index.range_events
            for each in statement(event.text).tokens.numbers
            if each.noun == number.noun and number.noun in _SPANS
        ]
        known = {value for _, value in values}
        if len(known) > 1 and number.value in known and values[-1][1] != number.value:
            event, last = values[-1]
            return _found("value_outdated", f"a later passage says {last:g}", item, index, event)
    return []


_SPANS = frozenset(
    map(stem_of, "year month week day hour person people euro eur usd seat shard node replica worker".split())
)


_STILL_FAILS = re.compile(
    r"\bstill (?:fail|break|crash|err)\w*\b|\b(?:is|are) (?:still )?(?:failing|broken|red)\b", re.I
)
_FAILED = re.compile(
    r"\b(?!0 )\d+ (?:\w+ )?(?:fail\w*|errors?)\b|\bFAIL(?:ED|URE)?\b|\b(?:error|fatal)\b", re.I
)
_PASSED = re.compile(r"\b(?:pass(?:ed|es)?|ok|success\w*|green|0 fail\w*)\b", re.I)


def _recovered(item: Item, index: SourceIndex) -> list[Found]:
    """A check stated as still failing whose last result passes, with no word of a failure since."""
    if _STILL_FAILS.search(item.text) is None or BOUNDED.search(item.text):
        return []
    results = [event for event in index.range_events if event.kind is EventKind.TOOL_RESULT and event.text]
    if not results or _PASSED.search(results[-1].text) is None or _FAILED.search(results[-1].text):
        return []
    since = (event for event in index.range_events if event.ordinal > results[-1].ordinal)
    if any(re.search(r"\bfail|\bbroke", event.text, re.I) for event in since):
        return []
    return _found("outcome_differs", "the last result passes", item, index, results[-1])
