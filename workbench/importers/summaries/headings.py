"""A summary's text as canonical items without links: the nine headings of Claude Code, or any Markdown.

No sentence is lost silently: text that becomes no item is the narrative. Boilerplate of every summary ("read
the full transcript at …", "please continue …") is neither.
"""

from __future__ import annotations

import math
import re

from gates.artifact import Item, ItemKind
from gates.search.linking import lists_all_messages
from workbench.importers.files.documents import clean_text
from workbench.importers.summaries.items import is_nothing, items_of, without_labels
from workbench.importers.summaries.markdown import nodes_of
from workbench.importers.summaries.own_format import read_own_format
from workbench.importers.summaries.sections import Role, SummarySection, sections_of

MAX_SUMMARY = 400_000
"""Characters of a summary that are read as items; the rest is narrative."""

MAX_ITEMS = 5_000
"""Largest number of items of one summary; further ones are narrative."""

MAX_NARRATIVE = 900_000
"""Largest number of characters of narrative; its last line counts the rest."""

_RESTATED = 1.0
"""Share of a note's words that one item must contain for the note to be redundant."""

_WORD = re.compile(r"[^\W_]+")
_BREAKS = bytes(each if chr(each).isalnum() else ord(" ") for each in range(256))


def parse_summary(text: str, *, linked: bool = False) -> tuple[tuple[Item, ...], str | None]:
    """Return items without links, and the remaining narrative (None: nothing remains).

    Working notes before the summary (`Analysis:`) give claims only if no item states the same; a note that
    one item restates goes to the narrative. `linked`: the file states the links of its statements, so text
    that otherwise only a link contains is kept.
    """
    text = clean_text(text).replace("\r\n", "\n").replace("\r", "\n")
    text, rest = text[:MAX_SUMMARY], text[MAX_SUMMARY:]
    own = read_own_format(text, linked=linked)
    if own is not None:
        own_items, own_narrative = own
        return tuple(own_items[:MAX_ITEMS]), _cut(
            "\n".join(each for each in (own_narrative, rest) if each)
        ) or None
    items: list[Item] = []
    narrative: list[str] = []
    seen: set[tuple[str, str]] = set()
    for section in sections_of(text):
        nodes = nodes_of(section.lines)
        if section.role is Role.ANALYSIS:
            found = _new(items_of(Role.FACT, without_labels(nodes)), items, narrative)
        else:
            found = [*_promise(section), *items_of(section.role, nodes)]
        for item in found:
            key = (item.kind._value_, " ".join(item.text.split()).casefold().rstrip(". "))
            if key in seen or (item.speaker != "user" and is_nothing(item.text)):
                continue
            seen.add(key)
            items.append(item)
    narrative += [item.text for item in items[MAX_ITEMS:]]
    narrative += [rest] if rest.strip() else []
    return tuple(items[:MAX_ITEMS]), _cut("\n".join(narrative)) or None


def _promise(section: SummarySection) -> list[Item]:
    """Return the heading of a list of all user messages as a claim, since the list may be incomplete."""
    if section.role is not Role.MESSAGES or not lists_all_messages(section.title):
        return []
    return [Item(kind=ItemKind.CLAIM, text=section.title)]


def _cut(narrative: str) -> str:
    if len(narrative) <= MAX_NARRATIVE:
        return narrative
    return f"{narrative[:MAX_NARRATIVE]}\n[{len(narrative) - MAX_NARRATIVE} more characters]"


def _new(notes: list[Item], items: list[Item], narrative: list[str]) -> list[Item]:
    """Return the notes that no item restates; the others are added to the narrative."""
    if not notes:
        return []
    stated = [frozenset(word for word in _words(note.text) if len(word) > 1) for note in notes]
    holders: dict[bytes, list[int]] = {word: [] for words in stated for word in words}
    held = [holders.keys() & _words(item.text) for item in items]
    for number, found in enumerate(held):
        for word in found:
            holders[word].append(number)
    fresh: list[Item] = []
    for note, words in zip(notes, stated, strict=True):
        # One item can contain enough of the words only if it contains one of the rarest.
        enough = math.ceil(_RESTATED * len(words))
        rarest = sorted(words, key=lambda word: len(holders[word]))[: len(words) - enough + 1]
        possible = {number for word in rarest for number in holders[word]}
        if any(len(words & held[number]) >= enough for number in possible):
            narrative.append(note.text)
        else:
            fresh.append(note)
    return fresh


def _words(text: str) -> list[bytes]:
    """Return the words of a text, case folded; splitting bytes is several times faster."""
    text = text.casefold()
    return (
        text.encode().translate(_BREAKS).split()
        if text.isascii()
        else [word.encode() for word in _WORD.findall(text)]
    )
