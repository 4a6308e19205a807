"""What a claim about a short source says against the words of it, clause by clause.

A short source says each thing once, so that a claim can be laid beside the clause that it retells. All warn:
`kin_name`, a name that stands nowhere beside one of its kin that does; `cause_unheard`, a cause of which the
source says no word; `exception_left_out`, all of what the source leaves some of; `value_outdated`, a value
that the source replaced; `outcome_differs`, a check that fails still, whose last result passes.
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
"""Characters of a source that is read clause by clause."""
HEARD_AT = 0.5
"""Share of a cause's words from which the source speaks of it."""
KIN_FROM = 3
"""Letters that two names of one kin share at their beginning or end."""


_CLAUSE = re.compile(r"(?<=[.!?;])\s+|[,:]\s+|\s[—–]\s|\n|\s(?=(?:and|but|whereas|while)\s)")
_BOUNDED = re.compile(
    r"\b(?:no|not|never|nobody|nothing|none|without|only|except|unless|rather than|instead of|out of|"
    r"avoid\w*|un\w+ed|kept|left|other|but)\b|n't\b",
    re.IGNORECASE,
)


def against_clauses(item: Item, index: SourceIndex) -> list[Found]:
    """What these rules find in one item."""
    if index.range_length >= SHORT_SOURCE or item.speaker == "user" or "\n" in item.text:
        return []
    if any(link.ordinal not in index.source for link in item.links):
        return []  # an item carried over is about what was said before the range
    if sum(len(event.text) for event in index.range_events) > LONGEST:
        return []
    rules = (_kin, _cause, _excepted, _outdated, _recovered)
    return [entry for rule in rules for entry in rule(item, index)]


def _found(rule: str, message: str, item: Item, index: SourceIndex, event: SourceEvent | None) -> list[Found]:
    """A warning about an item, with a link to what it rests on."""
    links = () if event is None else links_of([event.ordinal], index)
    return [Found(rule, "warning", message, (*item.links, *links))]


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
    stems = {stem for stem in plain_stems(match.group(1)) if stem[0] != "#"}
    held = frozenset[str]().union(*(plain_stems(event.text) for event in index.range_events))
    heard = {stem for stem in stems if stem in held or synonyms(stem) & held}
    if len(stems) < 2 or len(heard) > HEARD_AT * len(stems):
        return []
    words = ", ".join(sorted(stems - heard))
    return _found("cause_unheard", f"the source says nothing of this cause: {words}", item, index, None)


_ALL = re.compile(r"\b(?:all|both|every|each|entire|no \w+ remain\w*)\b", re.I)
_EXCEPT = re.compile(
    r"\b(?:remain(?:s|ing)?|except|the other|untouched|not yet|can stay|needs? an?|leave|left|still|"
    r"unchanged|\d+ of \d+|lacks?|missing|isn't|aren't|haven't|hasn't)\b",
    re.I,
)
_CHECKED = re.compile(r"\b(?:tests?|specs?|checks?|suite|pass\w*)\b", re.I)


def _clauses(index: SourceIndex) -> Iterator[tuple[SourceEvent, str]]:
    """Every clause of the messages with its event, the latest first."""
    for event in reversed(index.range_events):
        if event.kind in (EventKind.USER, EventKind.ASSISTANT):
            for clause in reversed(_CLAUSE.split(event.text)):
                yield event, clause.strip()


def _excepted(item: Item, index: SourceIndex) -> list[Found]:
    """All of what the source leaves some of."""
    if (
        _ALL.search(item.text) is None
        or _BOUNDED.search(item.text.replace("no ", ""))
        or _CHECKED.search(item.text)
    ):
        return []
    claimed = statement(item.text).stems
    for event, clause in _clauses(index):
        stems = statement(clause).stems
        told = len(stems) > 1 and share_of(stems, claimed) >= MATTER_AT
        if _EXCEPT.search(clause) and stems & claimed and not told:
            return _found("exception_left_out", f"not of all: {clause[:120]}", item, index, event)
    return []


_INSTEAD = re.compile(r"([\w@/.-]{2,30}) (?:\w+ )?instead of (?:the |a |an )?([\w@/.-]{2,30})")
_ARROW = re.compile(r"(?<!\S)([\w@/.-]{2,40})\s(?:->|→|=>)\s([\w@/.-][^,;()\n]{1,40})")
_SWITCH = frozenset("false none null off on true undefined".split())
"""States that anything may have: which one gave way tells nothing of another thing."""
_EARLIER = re.compile(
    r"\b(?:was|were|had|originally|initially|previous\w*|earlier|formerly|from|before|used to|instead of|"
    r"rather than|old|at first|no longer|not|never|replac\w+|first|until|over|switch\w*|chang\w+|renam\w+|"
    r"mov\w+)\b",
    re.I,
)


def _outdated(item: Item, index: SourceIndex) -> list[Found]:
    """A value stated as current that the source replaced, in so many words or by a later one of its kind."""
    if _EARLIER.search(item.text):
        return []
    for event in reversed(index.range_events):
        for old, new in _gave_way(event.text):
            stated = _form_of(old, item.text)
            if stated is None or _knows(item.text, old, new):
                continue
            if not _stated_since(stated, old, event, index):
                return _found("value_outdated", f"{old} gave way to {new}", item, index, event)
    return []


def _gave_way(text: str) -> list[tuple[str, str]]:
    """The values that a text says were replaced, each with the words that it names in their place."""
    pairs = [(old, new) for new, old in _INSTEAD.findall(text)]
    for match in _ARROW.finditer(text):
        before = text[: match.start(2)]
        new = [word for word in match[2].split() if not holds_term(before, word)]
        pairs.append((match[1], " ".join(new)))
    return pairs


def _form_of(value: str, text: str) -> str | None:
    """A value as a text has it, in the singular or the plural; None for a mere state."""
    if value.casefold() in _SWITCH:
        return None
    match = re.search(rf"(?<![\w.-]){re.escape(value)}(?:e?s)?(?![\w-]|\.\w)", text, re.IGNORECASE)
    return match.group() if match else None


def _knows(text: str, old: str, new: str) -> bool:
    """Whether a claim has a word of the new value, or the new value the old one in it."""
    return holds_term(new, old) or any(holds_term(text, word) for word in new.split() if len(word) > 1)


def _stated_since(stated: str, old: str, event: SourceEvent, index: SourceIndex) -> bool:
    """Whether the source has a value again after what replaced it, or in the same event in another form."""
    later = (each for each in index.range_events if each.ordinal > event.ordinal)
    again = any(
        holds_term(each.text, stated) and not _replaced_in(each.text, old)
        for each in later
        if each.text != event.text
    )
    return again or (stated.casefold() != old.casefold() and holds_term(event.text, stated))


def _replaced_in(text: str, old: str) -> bool:
    """Whether a text has a value only as one that gives way."""
    return old.casefold() in {gone.casefold() for gone, _ in _gave_way(text)}


_STILL_FAILS = re.compile(
    r"\bstill (?:fail|break|crash|err)\w*\b|\b(?:is|are) (?:still )?(?:failing|broken|red)\b", re.I
)
_FAILED = re.compile(
    r"\b(?!0 )\d+ (?:\w+ )?(?:fail\w*|errors?)\b|\bFAIL(?:ED|URE)?\b|\b(?:error|fatal)\b", re.I
)
_PASSED = re.compile(r"\b(?:pass(?:ed|es)?|ok|success\w*|green|0 fail\w*)\b", re.I)


def _recovered(item: Item, index: SourceIndex) -> list[Found]:
    """A check stated as still failing whose last result passes, with no word of a failure since."""
    if _STILL_FAILS.search(item.text) is None or _BOUNDED.search(item.text):
        return []
    results = [event for event in index.range_events if event.kind is EventKind.TOOL_RESULT and event.text]
    if not results or _PASSED.search(results[-1].text) is None or _FAILED.search(results[-1].text):
        return []
    since = (event for event in index.range_events if event.ordinal > results[-1].ordinal)
    if any(re.search(r"\bfail|\bbroke", event.text, re.I) for event in since):
        return []
    return _found("outcome_differs", "the last result passes", item, index, results[-1])
