"""Rules that compare a claim about a short source with its text, clause by clause.

A short source states each thing once, so that a claim can be compared with the clause that it restates. All
warn: `kin_name`, a name that occurs nowhere although a similar one does; `cause_unheard`, a cause of which
the source says nothing; `exception_left_out`, all of something of which the source excepts some;
`value_outdated`, a value that the source replaced; `outcome_differs`, a check reported as still failing whose
last result passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Item
from gates.contradiction.message_clauses import MATTER_AT, holds_term, plain_stems, share_of
from gates.contradiction.ranking import SHORT_SOURCE
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.similarity import statement
from gates.language.synonyms import synonyms
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent

LONGEST = 20_000
"""Longest source that is read clause by clause, in characters."""
HEARD_AT = 0.5
"""Share of a cause's words above which the source mentions the cause."""
KIN_FROM = 3
"""Letters at their beginning that make two names similar; at their end, twice as many."""


_CLAUSE = re.compile(r"(?<=[.!?;])\s+|[,:]\s+|\s[—–]\s|\n|\s(?=(?:and|but|whereas|while)\s)")
_BOUNDED = re.compile(
    r"\b(?:no|not|never|nobody|nothing|none|without|only|except|unless|rather than|instead of|out of|"
    r"avoid\w*|un\w+ed|kept|left|other|but)\b|n't\b",
    re.IGNORECASE,
)


def against_clauses(item: Item, index: SourceIndex) -> list[Found]:
    """Return these rules' findings on one item."""
    if index.range_length >= SHORT_SOURCE or item.speaker == "user" or "\n" in item.text:
        return []
    if any(link.ordinal not in index.source for link in item.links):
        return []  # a carried-over item is about messages before the range
    if sum(len(event.text) for event in index.range_events) > LONGEST:
        return []
    rules = (_kin, _cause, _excepted, _outdated, _recovered)
    return [entry for rule in rules for entry in rule(item, index)]


def _found(rule: str, message: str, item: Item, index: SourceIndex, event: SourceEvent | None) -> list[Found]:
    """Return a warning about an item, with a link to its evidence, if any."""
    links = () if event is None else links_of([event.ordinal], index)
    return [Found(rule, "warning", message, (*item.links, *links))]


_NAME = re.compile(r"(?<![\w/.@:-])[A-Za-z@][\w@]*(?:[/.:_-][\w]+)*(?:\(\))?(?![\w/])")
_CODE = re.compile(r"[a-z][A-Z]|[A-Z][a-z]+[A-Z]|[/_:]|\(\)|\w\.\w|[a-z]\d|\d[a-z]|-\d")


def _kin(item: Item, index: SourceIndex) -> list[Found]:
    """Find a name written like code that occurs nowhere although a similar one does."""
    text = "\n".join(event.text for event in index.range_events)
    known = {name.casefold() for name in _NAME.findall(text)}
    whole = text.casefold()
    for name in _NAME.findall(item.text):
        bare = name.removesuffix("()").casefold()
        if _CODE.search(name) is None or bare in whole:
            continue
        kin = next((other for other in sorted(known) if _are_kin(bare, other)), None)
        if kin is not None or name.endswith("()"):
            rest = f"; the source has {kin}" if kin else ""
            return _found("kin_name", f"{name} occurs nowhere{rest}", item, index, None)
    return []


def _are_kin(one: str, other: str) -> bool:
    """Return whether two names of code share their beginning or their end."""
    if not re.search(r"[/_:.\d-]", other) and not (len(other) > 2 * KIN_FROM and len(one) > 2 * KIN_FROM):
        return False
    return one[:KIN_FROM] == other[:KIN_FROM] or one[-2 * KIN_FROM :] == other[-2 * KIN_FROM :]


_BECAUSE = re.compile(
    r"\b(?:because(?: of)?|due to|caused by|owing to|as a result of|resulted from)\s+([^;]{4,160})", re.I
)


def _cause(item: Item, index: SourceIndex) -> list[Found]:
    """Find a cause of which the source says hardly a word."""
    match = _BECAUSE.search(item.text)
    if match is None:
        return []
    stems = {stem for stem in plain_stems(match.group(1)) if stem[0] != "#"}
    held = frozenset[str]().union(*(plain_stems(event.text) for event in index.range_events))
    mentioned = {stem for stem in stems if stem in held or synonyms(stem) & held}
    if len(stems) < 2 or len(mentioned) > HEARD_AT * len(stems):
        return []
    words = ", ".join(sorted(stems - mentioned))
    return _found("cause_unheard", f"the source says nothing of this cause: {words}", item, index, None)


_ALL = re.compile(r"\b(?:all|both|every|each|entire|no \w+ remain\w*)\b", re.I)
_EXCEPT = re.compile(
    r"\b(?:remain(?:s|ing)?|except|the other|untouched|not yet|can stay|needs? an?|leave|left|still|"
    r"unchanged|\d+ of \d+|lacks?|missing|isn't|aren't|haven't|hasn't)\b",
    re.I,
)
_CHECKED = re.compile(r"\b(?:tests?|specs?|checks?|suite|pass\w*)\b", re.I)


def _clauses(index: SourceIndex) -> Iterator[tuple[SourceEvent, str]]:
    """Yield every clause of the messages with its event, the latest first."""
    for event in reversed(index.range_events):
        if event.kind in (EventKind.USER, EventKind.ASSISTANT):
            for clause in reversed(_CLAUSE.split(event.text)):
                yield event, clause.strip()


def _excepted(item: Item, index: SourceIndex) -> list[Found]:
    """Find a claim about all of something of which the source excepts some."""
    if (
        _ALL.search(item.text) is None
        or _BOUNDED.search(item.text.replace("no ", ""))
        or _CHECKED.search(item.text)
    ):
        return []
    claimed = statement(item.text).stems
    for event, clause in _clauses(index):
        stems = statement(clause).stems
        restated = len(stems) > 1 and share_of(stems, claimed) >= MATTER_AT
        if _EXCEPT.search(clause) and stems & claimed and not restated:
            return _found(
                "exception_left_out", f"the source excepts some: {clause[:120]}", item, index, event
            )
    return []


_INSTEAD = re.compile(r"([\w@/.-]{2,30}) (?:\w+ )?instead of (?:the |a |an )?([\w@/.-]{2,30})")
_ARROW = re.compile(r"(?<!\S)([\w@/.-]{2,40})\s(?:->|→|=>)\s([\w@/.-][^,;()\n]{1,40})")
_SWITCH = frozenset("false none null off on true undefined".split())
"""States that anything may have: a replaced one shows nothing about another thing."""
_EARLIER = re.compile(
    r"\b(?:was|were|had|originally|initially|previous\w*|earlier|formerly|from|before|used to|instead of|"
    r"rather than|old|at first|no longer|not|never|replac\w+|first|until|over|switch\w*|chang\w+|renam\w+|"
    r"mov\w+)\b",
    re.I,
)


def _outdated(item: Item, index: SourceIndex) -> list[Found]:
    """Find a value stated as current that the source explicitly replaced with another."""
    if _EARLIER.search(item.text):
        return []
    for event in reversed(index.range_events):
        for old, new in _replacements(event.text):
            stated = _form_of(old, item.text)
            if stated is None or _knows(item.text, old, new):
                continue
            if not _stated_since(stated, old, event, index):
                return _found("value_outdated", f"{old} was replaced by {new}", item, index, event)
    return []


def _replacements(text: str) -> list[tuple[str, str]]:
    """Return the values that a text says were replaced, each with the new words that it names."""
    pairs = [(old, new) for new, old in _INSTEAD.findall(text)]
    for match in _ARROW.finditer(text):
        before = text[: match.start(2)]
        words = match[2].split()
        if words[0].casefold() == match[1].casefold():
            continue  # a name led to itself, as a push prints a branch
        new = [word for word in words if not holds_term(before, word)]
        pairs.append((match[1], " ".join(new or words)))
    return pairs


def _form_of(value: str, text: str) -> str | None:
    """Return a value as a text writes it, singular or plural; None if it is absent, or a mere state."""
    if value.casefold() in _SWITCH:
        return None
    match = re.search(rf"(?<![\w.-]){re.escape(value)}(?:e?s)?(?![\w-]|\.\w)", text, re.IGNORECASE)
    return match.group() if match else None


def _knows(text: str, old: str, new: str) -> bool:
    """Return whether a claim has a word of the new value, or the new value contains the old one."""
    return holds_term(new, old) or any(holds_term(text, word) for word in new.split() if len(word) > 1)


def _stated_since(stated: str, old: str, event: SourceEvent, index: SourceIndex) -> bool:
    """Return whether the source has a value after it was replaced, or in the same event in another form."""
    later = (each for each in index.range_events if each.ordinal > event.ordinal)
    again = any(
        holds_term(each.text, stated) and not _replaced_in(each.text, old)
        for each in later
        if each.text != event.text
    )
    return again or (stated.casefold() != old.casefold() and holds_term(event.text, stated))


def _replaced_in(text: str, old: str) -> bool:
    """Return whether a text reports a value as replaced."""
    return old.casefold() in {gone.casefold() for gone, _ in _replacements(text)}


_STILL_FAILS = re.compile(
    r"\bstill (?:fail|break|crash|err)\w*\b|\b(?:is|are) (?:still )?(?:failing|broken|red)\b", re.I
)
_FAILED = re.compile(
    r"\b(?!0 )\d+ (?:\w+ )?(?:fail\w*|errors?)\b|\bFAIL(?:ED|URE)?\b|\b(?:error|fatal)\b", re.I
)
_PASSED = re.compile(r"\b(?:pass(?:ed|es)?|ok|success\w*|green|0 fail\w*)\b", re.I)


def _recovered(item: Item, index: SourceIndex) -> list[Found]:
    """Find a check stated as still failing whose last result passes, with no mention of failure since."""
    if _STILL_FAILS.search(item.text) is None or _BOUNDED.search(item.text):
        return []
    results = [event for event in index.range_events if event.kind is EventKind.TOOL_RESULT and event.text]
    if not results or _PASSED.search(results[-1].text) is None or _FAILED.search(results[-1].text):
        return []
    since = (event for event in index.range_events if event.ordinal > results[-1].ordinal)
    if any(re.search(r"\bfail|\bbroke", event.text, re.I) for event in since):
        return []
    return _found("outcome_differs", "the last result passes", item, index, results[-1])
