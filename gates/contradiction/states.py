"""What is done, planned or replaced: a claim's tense and values against where its words stand.

All warn: `plan_reported_done`, `done_reported_open`, `value_replaced`, `outcome_differs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gates.artifact import Item, ItemKind
from gates.findings import Found
from gates.language.past_tense import bases_of_past
from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch
from gates.search.session_facts import Action
from gates.source import EventKind, ToolAction

NEAR = 6
"""Segments that are read against a claim."""
MOST_CHANGES = 60
"""Segments with a word that are asked whether they tell a change."""
SAME_AT = 0.4
"""Share of a claim's words that a segment must hold to be about the same thing."""

_OPEN = re.compile(
    r"\b(?:still (?:has|have|needs?|to|open)|not yet|has to|have to|needs? to|to be (?:done|added|put"
    r"|sent|made|run|written|merged|deployed|fixed)|pending"
    r"|not (?:been )?(?:done|started|sent|applied|pushed|merged|added|deployed|committed|implemented)"
    r"|remains?|outstanding"
    r"|will be|is going to|are going to|planned|plans? to|next step|awaiting|waiting)\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:I'll|we'll|he'll|she'll|they'll|will|going to|gonna|next|tomorrow|later|still (?:have|has"
    r"|need|needs) to|haven't|hasn't"
    r"|not (?:yet|sent|applied|pushed|merged|deployed|done|added)|once|until|would|could|should"
    r"|suggest\w*|propos\w+|draft\w*|plan\w*"
    r"|want me to|shall i|let me|can you|please|todo|wait\w*|when you|after you|needs? (?:to|a))\b",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b[a-z]{2,14}(?:ed|t|n|ne|de|nt|ut)\b")
_WORD = re.compile(r"[a-z]{2,24}(?:'t)?")
_NEW_FIGURE = re.compile(r"[>→]\s[.,/$%-]{0,40}(?![A-Za-z_])\w")
"""The end of an arrow before a figure, which is sought faster."""
_ARROW = re.compile(r"(?<!\S)([\w.$%/-]{1,40})\s(?:->|→|=>)\s([\w.$%/-]{1,40})")
_INSTEAD = re.compile(
    r"\b(?:make it|use|change (?:it )?to|moved to(?: the)?|rather)\s+([\w.$%/-]{1,40})\b", re.IGNORECASE
)
_BEFORE = re.compile(
    r"\b(?:was|were|had been|originally|initially|previous\w*|earlier|formerly|from|before|used to"
    r"|instead of|rather than|old|at first"
    r"|no longer|replaced?|first)\b",
    re.IGNORECASE,
)


def states(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """What these rules find in one item."""
    claim = statement(item.text)
    if item.speaker == "user" or len(claim.stems) < 3 or "\n" in item.text:
        return []
    near = [s for s in search.top(claim.stems, NEAR) if coverage(claim.stems, s.stems) >= SAME_AT]
    found: list[Found] = []
    for rule in (_planned, _open, _replaced):
        found += rule(item, near, index, search)[:1]
    return [*found, *_outcome(item, index)]


def _text(segment: TextSegment, index: SourceIndex) -> str:
    return index.events[segment.ordinal].text[segment.start : segment.end]


def _by_tool(segment: TextSegment, index: SourceIndex) -> bool:
    return index.events[segment.ordinal].tool is not None


def _acts(segment: TextSegment, index: SourceIndex) -> bool:
    """Whether a segment belongs to a command or a change of a file."""
    tool = index.events[segment.ordinal].tool
    return tool is not None and tool.action in (ToolAction.COMMAND, ToolAction.CHANGE)


def _planned(item: Item, near: list[TextSegment], index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Told as done where every passage about it looks ahead and no tool did it."""
    done = [word for word in _WORD.findall(item.text.casefold()) if bases_of_past(word)]
    if (
        not done
        or not near
        or _OPEN.search(item.text)
        or _AHEAD.search(item.text)
        or item.kind is ItemKind.OPEN_WORK
    ):
        return []
    if any(_by_tool(s, index) for s in near) or not _AHEAD.search(_text(near[0], index)):
        return []
    stated = frozenset(word for s in near for word in _WORD.findall(_text(s, index).casefold()))
    if index.last_action > near[0].ordinal or stated.issuperset(done):
        return []
    message = f"claims this as done; the source looks ahead to it: {_text(near[0], index)[:120]}"
    return [Found("plan_reported_done", "warning", message, (*item.links, search.link_of(near[0])))]


def _open(item: Item, near: list[TextSegment], index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Told as still to be done where a tool did it and nothing later takes it up again."""
    cue = _OPEN.search(item.text)
    if cue is None:
        return []
    acted = [s for s in near if _acts(s, index)]
    if "commit" in cue.group().casefold():  # only a commit commits
        acted = [s for s in acted if "commit" in _text(s, index).casefold()]
    last = max((s.ordinal for s in acted), default=-1)
    if last < 0 or any(s.ordinal > last and _AHEAD.search(_text(s, index)) for s in near):
        return []
    if any(_OPEN.search(_text(s, index)) for s in near):
        return []
    message = f'claims "{cue.group()}", but [{last}] does it'
    return [Found("done_reported_open", "warning", message, (*item.links, search.link_of(acted[-1])))]


def _replaced(item: Item, _near: list[TextSegment], index: SourceIndex, search: SpanSearch) -> list[Found]:
    """A value stated as current that the source replaces by another."""
    if _BEFORE.search(item.text):
        return []
    words, claimed = _values(item.text), statement(item.text).stems
    for segment in _changes(search, words):
        for old, new in _figures(_text(segment, index)):
            if old not in words or new in words:
                continue
            about = segment.tokens.distinct - statement(f"{old} {new}").stems
            if about & claimed:
                message = f"claims {old}, which [{segment.ordinal}] replaces by {new}"
                return [
                    Found("value_replaced", "warning", message, (*item.links, search.link_of(segment)), old)
                ]
    return []


def _values(text: str) -> frozenset[str]:
    return frozenset(each.strip(".,-/$%").casefold() for each in re.findall(r"[\w.$%/-]{1,40}", text))


def _changes(search: SpanSearch, words: Iterable[str]) -> list[TextSegment]:
    """Segments that tell a change of figures by an arrow and hold one of the words."""
    stems: frozenset[str] = frozenset().union(*(statement(word).stems for word in words))
    found = {(s.ordinal, s.start): s for stem in stems for s in search.noted(stem, MOST_CHANGES, _figures)}
    return [found[place] for place in sorted(found, reverse=True)]


def _figures(text: str) -> list[tuple[str, str]]:
    """The figures that a text tells to be replaced by others."""
    if not ("→" in text or ">" in text) or _NEW_FIGURE.search(text) is None:
        return []
    pairs = ([side.strip(".,-/$%").casefold() for side in pair] for pair in _ARROW.findall(text))
    return [(old, new) for old, new in pairs if old[:1].isdigit() and new[:1].isdigit() and old != new]


_FAILS = re.compile(
    r"\b(?:tests?|specs?|suite|build|lint|ci|pytest|vitest|jest|run)\b[^.;]{0,40}\b(?:fail(?:s|ed|ing|ures?)?|red|broke|errors?)\b"
    r"|\bfailures? in\b",
    re.IGNORECASE,
)
_PASSES = re.compile(
    r"\b(?:all|every|tests?|specs?|suite|build|lint|ci|pytest|vitest|jest)\b[^.;]{0,40}\b(?:pass(?:es|ed|ing)?|green|clean|succe\w+)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:no|not|never|without|0|none|fixed|resolved|before|initially|except|but|after|one|until|un\w+)\b|n't\b",
    re.IGNORECASE,
)


def _outcome(item: Item, index: SourceIndex) -> list[Found]:
    """Tests stated as failing where no run failed, or as passing where none passed."""
    fails, passes = _FAILS.search(item.text), _PASSES.search(item.text)
    if bool(fails) == bool(passes) or _DENIED.search(item.text) or item.kind is ItemKind.OPEN_WORK:
        return []
    runs = [run for run in index.facts.runs if Action.TEST in run.actions]
    if not runs:
        return []
    if fails and not any(run.failed for run in runs) and not _says_failed(index):
        message = f"claims a failure, but no test run up to [{index.source.end}] failed"
        return [Found("outcome_differs", "warning", message, item.links, "failed")]
    if passes and all(run.failed for run in runs):
        message = f"claims a pass, but every test run up to [{index.source.end}] failed"
        return [Found("outcome_differs", "warning", message, item.links, "passed")]
    return []


_FAILED_WORD = re.compile(r"\b(?:fail\w*|broke\w*|red|error\w*)\b", re.IGNORECASE)


def _says_failed(index: SourceIndex) -> bool:
    said = (EventKind.USER, EventKind.ASSISTANT, EventKind.TOOL_RESULT)
    for event in index.events:
        if event.kind in said:
            match = _FAILED_WORD.search(event.text)
            if match is not None and not re.match(
                r"0 ", event.text[max(0, match.start() - 2) : match.start()]
            ):
                return True
    return False
