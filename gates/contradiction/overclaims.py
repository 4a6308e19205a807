"""Claims of completeness that their linked words do not make.

Warning: `overclaim`, for `all`, `resolved`, `root cause`, `none` and similar words that neither the linked
words nor the text beside them supports.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.contradiction.chat_outcomes import nothing_failed_last
from gates.contradiction.ranking import SHORT_SOURCE
from gates.findings import Found
from gates.search.index import SourceIndex
from gates.search.linking import lists_all_messages
from gates.source import EventKind, SourceLink, ToolAction

BESIDE = 40
"""Characters beside linked words that are read with them."""
NEAR_RESULT = 6
"""Number of events, from a call on, that are searched for its result."""
_NEVER = r"(?!)"
"""Matches nothing: whether a cause was found or everything handled is for a person to check."""
_CLASSES = (
    (
        "all",
        r"(?<![\w/.-])(?:all(?! (?:two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|twelve"
        r"|eleven|\d+)\b)|every(?:thing)?|completely|fully)(?! (?:the )?(?:others?|rest|remaining|else)\b)"
        r"(?![\w/.-])",
        r"\b(?:all|every\w*|each|entire\w*|complete\w*|full\w*|any|whole|100%|both|per)\b",
    ),
    (
        "none",
        r"^none\b(?! (?:explicitly|so far|yet)\b)"
        r"|\bno (?:\w+ ){0,2}(?:remaining|pending|outstanding|errors?|issues?|problems?)\b",
        r"\b(?:none|no|nothing|0|zero|all|complete\w*|done)\b",
    ),
    (
        "wide",
        r"(?<![\w/.-])(?:any(?! (?:longer|more)\b)|each|entire(?:ly)?|every|complete)(?![\w/.-])",
        r"\b(?:all|every\w*|each|entire\w*|complete\w*|full\w*|any|whole|both|per)\b",
    ),
    (
        "handled",
        r"\ball\b[^.;]{0,50}\b(?:addressed|answered|handled|replied|resolved|responded)\b"
        r"|\b(?:addressed|answered|handled|replied to|resolved|responded to)\b[^.;]{0,12}"
        r"\b(?:all|each|every)\b",
        "",
    ),
    ("solved", r"\b(?:re)?solved\b", r"\b(?:re)?solv\w+|\bfix\w*|\bworks?\b|\bpass\w*|\bsucce\w+"),
    (
        "cause",
        r"\broot causes?\b[^.]{0,30}\bidentif\w+"
        r"|\b(?:identif|reveal|discover|determin|pinpoint|trac)\w+\b[^.]{0,30}\broot causes?\b",
        "",
    ),
    (
        "soon",
        r"\b(?:immediately|instantly|straight away|right away|at once)\b",
        r"\bimmediate\w*|\binstant\w*|\baway\b|\bat once\b|\bdirectly\b|\bas soon as\b",
    ),
    (
        "thorough",
        r"\b(?:systematic|comprehensive|thorough|extensive)(?:ly)?\b",
        r"\b(?:systematic|comprehensive|thorough|extensive)\w*",
    ),
    (
        "works",
        r"\b(?:working|works) (?:correctly|as expected|properly)\b|\bimplementation is complete\b",
        r"\bwork\w*|\bcomplete\w*|\bpass\w*",
    ),
)
_RULES = tuple(
    (name, re.compile(stated, re.IGNORECASE), re.compile(text or _NEVER, re.IGNORECASE))
    for name, stated, text in _CLASSES
)


_WORDED = frozenset(("all", "soon", "wide"))
"""Classes whose words a short source has once, and not always beside the rest of a claim."""
_WANTED = re.compile(
    r"\b(?:ask(?:s|ed)|request(?:s|ed)|want(?:s|ed)|should|must|need(?:s|ed)? to|ensure|to make sure)\b"
    r"|\b(?:to|not|may|might|could|waiting for|suggests|seems|unclear|whether|if) (?:\w+ ){0,4}"
    r"(?:be |been )?(?:complete|completed|resolved?|fixed|working|works?|verified|confirmed)\b|n't\b",
    re.IGNORECASE,
)
"""Words of wishes, denials and doubts, which claim nothing."""
_ASKED = re.compile(r"\b(?:if|whether)\b[^,.;:]*$", re.IGNORECASE)
"""Words that make the claim's word part of a question (`checks whether any of them leak`)."""
_BOUNDED_CLASSES = frozenset(("all", "wide"))
_UP_TO = re.compile(r"(?: [\w'/.-]{1,30}){0,3} (?:up to|except|but|apart from|other than)\b", re.IGNORECASE)
"""Words after a word of quantity that limit it to some."""
_TASK = re.compile(r"\W{0,6}(?:complete|finish|verify|confirm|fix|resolve)\s", re.IGNORECASE)
"""Beginning of a task that is still to be done."""


def overclaimed(item: Item, index: SourceIndex, linked: list[SourceLink]) -> list[Found]:
    """Find a claim that states more than its source."""
    if (
        item.speaker == "user"
        or "\n" in item.text
        or item.kind in (ItemKind.CONSTRAINT, ItemKind.ARTIFACT_REF)
    ):
        return []
    if lists_all_messages(item.text) or _WANTED.search(item.text) or _TASK.match(item.text):
        return []
    pending = item.kind in (ItemKind.OPEN_WORK, ItemKind.OPEN_QUESTION) or item.status == "open"
    short = index.range_length < SHORT_SOURCE
    for name, stated, pattern in _RULES:
        match = stated.search(item.text)
        if (
            match is None
            or _is_name(match, item.text)
            or (name == "solved" and _HEADS.match(item.text, match.end()))
            or _ASKED.search(item.text, 0, match.start())
            or (name in _BOUNDED_CLASSES and _UP_TO.match(item.text, match.end()))
            or (pending and name != "none")
        ):
            continue
        near = _all_words(index) if short and name in _WORDED else _near(linked, index)
        if near and pattern.search(near):
            continue
        if short and name == "all" and _TESTS.search(item.text) and nothing_failed_last(index):
            continue
        if name == "none" and any(_went_well(index, link.ordinal) for link in linked):
            continue
        message = f'claims "{match.group()}"; the linked words do not say so'
        return [Found("overclaim", "warning", message, tuple(linked), name)]
    return []


def _went_well(index: SourceIndex, ordinal: int) -> bool:
    """Return whether an event is a command, or its result, that did not fail: silence means no error."""
    tool = index.events[ordinal].tool
    if tool is None or tool.action is not ToolAction.COMMAND:
        return False
    after = index.events[ordinal : ordinal + NEAR_RESULT]
    results = (e.tool for e in after if e.kind is EventKind.TOOL_RESULT and e.tool is not None)
    return any(each.call_id == tool.call_id and each.failed is False for each in results)


_HEADS = re.compile(r"\W{0,3}:")
"""A colon after a word that is the heading of a list."""


def _is_name(match: re.Match[str], text: str) -> bool:
    """Return whether a word is part of a name: `the Entire CLI`."""
    after = text[match.end() : match.end() + 2]
    return match.group()[:1].isupper() and after[:1] == " " and after[1:].isupper()


_TESTS = re.compile(r"\b(?:tests?|specs?|suite|checks?)\b[^.;]{0,30}\bpass\w*", re.IGNORECASE)
_BOTH = re.compile(r"\bboth\b", re.IGNORECASE)


def _all_words(index: SourceIndex) -> str:
    """Return the text of a short source without `both`, which applies only to the two things beside it."""
    return _BOTH.sub("", "\n".join(event.text for event in index.range_events))


def _near(linked: list[SourceLink], index: SourceIndex) -> str:
    parts = []
    for link in linked:
        place = index.resolve(link)
        parts.append(index.events[place.ordinal].text[max(0, place.start - BESIDE) : place.end + BESIDE])
    return "\n".join(parts)
