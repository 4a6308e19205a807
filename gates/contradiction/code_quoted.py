"""Code that a claim quotes, compared with the code of the session.

Hard: `code_altered`, a condition or an assignment that occurs nowhere in the session, if a line has all of it
except one name, number, text or operator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Item, ItemKind
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent

LEAST_TOKENS = 7
"""Fewest tokens (names, numbers, texts, operators) of a piece of code that is looked up."""
LONGEST_LINE = 400
"""Longest line that is compared, in characters; longer ones are data."""

_TOKEN = re.compile(
    r"\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?"
    r"|===|!==|==|!=|<=|>=|&&|\|\||:=|=>|->|\+=|-=|[^\s\w]"
)
_TICKED = re.compile(r"`([^`\n]{8,200})`")
_DECIDES = frozenset(("==", "===", "!=", "!==", "<", ">", "<=", ">=", "&&", "||"))
"""Operators of a condition, one of which a quoted piece of code must contain."""
_OTHERWISE = re.compile(
    r"\b(?:should|must|need\w*|would|could|instead|chang\w+|replac\w+|was|were|before|previous\w*|fix\w*|new|plan\w*"
    r"|propos\w+|add(?:ed|s|ing)?|e\.g|example|such as|becomes?|bug|wrong\w*)\b",
    re.IGNORECASE,
)
"""Words about code that does not exist yet or no longer."""


def code_quoted(item: Item, index: SourceIndex) -> list[Found]:
    """Return this rule's finding on one item."""
    if item.speaker == "user" or item.kind is ItemKind.OPEN_WORK or not index.scope_complete:
        return []
    for text, tokens in _quoted(item.text):
        near = _near_miss(tokens, index)
        if near is not None:
            event, line, mine, theirs = near
            message = f"quotes {text[:80]}; the session has {theirs} for {mine} there: {line.strip()[:100]}"
            links = (*item.links, *links_of([event.ordinal], index))
            return [Found("code_altered", "hard", message, links, text[:60])]
    return []


def _quoted(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the conditions that a claim quotes, with their tokens."""
    if "\n" in text:
        parts = (
            text.split("\n")[1:] if is_code(text) and not _OTHERWISE.search(text.partition("\n")[0]) else []
        )
    else:
        parts = _TICKED.findall(text) if not _OTHERWISE.search(_TICKED.sub(" ", text)) else []
    for part in parts:
        tokens = tuple(_TOKEN.findall(part))
        if len(tokens) >= LEAST_TOKENS and _DECIDES & set(tokens) and "..." not in part and "…" not in part:
            yield part.strip(), tokens


def _near_miss(tokens: tuple[str, ...], index: SourceIndex) -> tuple[SourceEvent, str, str, str] | None:
    """Return the last line with all tokens in a row except one; None if any line has them all."""
    found: tuple[SourceEvent, str, str, str] | None = None
    names = sorted({t for t in tokens if t[0].isalpha() or t[0] == "_"}, key=lambda t: (-len(t), t))
    for event in index.events:
        if event.kind is EventKind.COMPACTION or sum(name in event.text for name in names) < len(names) - 1:
            continue
        for line in event.text.split("\n"):
            if len(line) > LONGEST_LINE or sum(name in line for name in names) < len(names) - 1:
                continue
            theirs = _TOKEN.findall(line)
            for start in range(len(theirs) - len(tokens) + 1):
                odd = [place for place, token in enumerate(tokens) if theirs[start + place] != token]
                if not odd:
                    return None
                if len(odd) == 1 and _like(tokens[odd[0]], theirs[start + odd[0]]):
                    found = event, line, tokens[odd[0]], theirs[start + odd[0]]
    return found


def _like(one: str, other: str) -> bool:
    """Return whether two tokens are interchangeable: two names, two numbers, two operators of a condition."""
    if one in _DECIDES or other in _DECIDES:
        return one in _DECIDES and other in _DECIDES
    return (one[0].isalpha() and other[0].isalpha()) or (one[0].isdigit() and other[0].isdigit())
