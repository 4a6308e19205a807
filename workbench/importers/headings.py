"""A summary's text as canonical items without links: the nine headings of Claude Code, or any Markdown.

No sentence is lost silently: what becomes no item is the narrative. Boilerplate that every summary
carries ("read the full transcript at …", "please continue …") is neither.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from gates.artifact import Item
from workbench.importers.documents import clean_text
from workbench.importers.summaries.items import is_nothing, items_of, without_labels
from workbench.importers.summaries.markdown import nodes_of
from workbench.importers.summaries.sections import Role, sections_of

MAX_SUMMARY = 400_000
"""Characters of a summary that are read as items; the rest is narrative."""

MAX_ITEMS = 5_000
"""Items of one summary; what would be more is narrative."""

MAX_NARRATIVE = 900_000
"""Characters of narrative; what is more is counted in its last line."""

_RESTATED = 0.8
"""Share of a note's words that one item must hold for the note to say nothing new."""

_WORD = re.compile(r"[^\W_]{2,60}")


def parse_summary(text: str) -> tuple[tuple[Item, ...], str | None]:
    """Items without links, and the narrative that is left (None: nothing).

    Working notes before the summary (`Analysis:`) give claims only where no item says the same; a
    note that one item restates goes to the narrative.
    """
    text = clean_text(text).replace("\r\n", "\n").replace("\r", "\n")
    text, rest = text[:MAX_SUMMARY], text[MAX_SUMMARY:]
    items: list[Item] = []
    narrative: list[str] = []
    seen: set[tuple[str, str]] = set()
    for section in sections_of(text):
        nodes = nodes_of(section.lines)
        if section.role is Role.ANALYSIS:
            found = _new(items_of(Role.FACT, without_labels(nodes)), items, narrative)
        else:
            found = items_of(section.role, nodes)
        for item in found:
            key = (item.kind.value, " ".join(item.text.split()).casefold().rstrip(". "))
            if key in seen or (item.speaker != "user" and is_nothing(item.text)):
                continue
            seen.add(key)
            items.append(item)
    narrative += [item.text for item in items[MAX_ITEMS:]]
    narrative += [rest] if rest.strip() else []
    return tuple(items[:MAX_ITEMS]), _cut("\n".join(narrative)) or None


def _cut(narrative: str) -> str:
    if len(narrative) <= MAX_NARRATIVE:
        return narrative
    return f"{narrative[:MAX_NARRATIVE]}\n[{len(narrative) - MAX_NARRATIVE} more characters]"


def _new(notes: list[Item], items: list[Item], narrative: list[str]) -> list[Item]:
    """The notes that no item restates; the others are added to the narrative."""
    if not notes:
        return []
    said = [frozenset(_WORD.findall(note.text.casefold())) for note in notes]
    asked: frozenset[str] = frozenset().union(*said)
    held = [asked.intersection(_WORD.findall(item.text.casefold())) for item in items]
    holders: dict[str, list[int]] = defaultdict(list)
    for number, words in enumerate(held):
        for word in words:
            holders[word].append(number)
    fresh: list[Item] = []
    for note, words in zip(notes, said, strict=True):
        if _is_restated(words, held, holders):
            narrative.append(note.text)
        else:
            fresh.append(note)
    return fresh


def _is_restated(
    said: frozenset[str], held: list[frozenset[str]], holders: Mapping[str, Sequence[int]]
) -> bool:
    """Whether one item holds enough of the words; only items that hold one of the rarest can."""
    enough = math.ceil(_RESTATED * len(said))
    rarest = sorted(said, key=lambda word: len(holders.get(word, ())))[: len(said) - enough + 1]
    possible = {number for word in rarest for number in holders.get(word, ())}
    return any(len(said & held[number]) >= enough for number in possible)
