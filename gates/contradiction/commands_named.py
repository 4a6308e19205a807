"""Commands that a claim names, compared with those that ran.

Hard: `command_differs`, a command that occurs nowhere in the session, if one ran that differs in one word.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.search.index import SourceIndex

LEAST_WORDS = 3
"""Fewest words of a command that is looked up; of two, one may be any subcommand."""

_TICKED = re.compile(r"`([^`\n]{5,160})`")
_PLAIN = re.compile(r"[\w./:@=+, -]+")
_THEN = re.compile(r"&&|\|\||[;|\n]")
_OTHERWISE = re.compile(
    r"\b(?:should|must|need\w*|would|could|can|may|will|instead|not|never|n't|to (?:run|use)|plan\w*|e\.g"
    r"|such as|like|or|propos\w+|suggest\w+|example)\b|n't\b",
    re.IGNORECASE,
)


def commands_named(item: Item, index: SourceIndex) -> list[Found]:
    """Return this rule's finding on one item, for the first such command that it names."""
    if item.speaker == "user" or "\n" in item.text or not index.scope_complete:
        return []
    if item.kind is ItemKind.OPEN_WORK and item.status != "done":
        return []
    named = [value for value in _TICKED.findall(item.text) if len(value.split()) >= LEAST_WORDS]
    named = [value for value in named if _PLAIN.fullmatch(value) and "..." not in value]
    if not named or _OTHERWISE.search(_TICKED.sub(" ", item.text)):
        return []
    parts = (part.split() for run in index.facts.runs for part in _THEN.split(run.command))
    programs = {words[0] for words in parts if words}
    found = (_differs(value, item, index) for value in named if value.split()[0] in programs)
    return next(([each] for each in found if each is not None), [])


def _differs(text: str, item: Item, index: SourceIndex) -> Found | None:
    """Return the finding if a command occurs nowhere and the last similar one differs in a word.

    Else None.
    """
    if any(text in event.text for event in index.events):
        return None
    for run in reversed(index.facts.runs):
        other = _other_word(text.split(), run.command)
        if other is not None:
            mine, theirs = other
            message = f"names the command {text[:80]}; [{run.ordinal}] ran it with {theirs} for {mine}"
            links = (*item.links, *links_of([run.ordinal], index))
            return Found("command_differs", "hard", message, links, text[:60])
    return None


def _other_word(words: list[str], command: str) -> tuple[str, str] | None:
    """Return the one word in which a command differs from words in a row of a line; None if more differ."""
    theirs = [word.strip("\"'();") for word in command.split()]
    for start in range(len(theirs) - len(words) + 1):
        odd = [place for place, word in enumerate(words) if theirs[start + place] != word]
        if len(odd) == 1 and _kin(words[odd[0]], theirs[start + odd[0]]):
            return words[odd[0]], theirs[start + odd[0]]
    return None


def _kin(one: str, other: str) -> bool:
    """Return whether two words are variants of one another, like `write-tree` and `read-tree`."""
    mine, theirs = (set(re.findall(r"[a-z]{3,}", word)) for word in (one, other))
    return bool(mine & theirs and mine - theirs and theirs - mine)
