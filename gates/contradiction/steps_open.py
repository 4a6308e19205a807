"""A numbered step that a claim tells as done, of which the session last said what was to be done.

Warning: `task_open`, as for steps with empty boxes.
"""

from __future__ import annotations

import re

from gates.artifact import Item
from gates.contradiction.actions import links_of
from gates.contradiction.in_place import BORNE_AT, LEAST_REST
from gates.findings import Found
from gates.language.lexicon import DONE_WORDS
from gates.language.similarity import coverage, statement
from gates.language.tokens import IdentifierKind, stem_of
from gates.search.index import SourceIndex
from gates.source import EventKind

_DONE_STEMS = frozenset(map(stem_of, (*DONE_WORDS, "done", "extracted", "carried", "executed")))
_SPOKEN = (EventKind.USER, EventKind.ASSISTANT, EventKind.PLAN, EventKind.THINKING)
_WANTED = re.compile(
    r"[\W\d]{0,12}(?:\([^)\n]{1,30}\)\W{0,3})?(?:add|clean|create|delete|extract|fix|implement|make|move|refactor|remove|rename"
    r"|replace|run|split|test|update|verify|wire|write)\s",
    re.IGNORECASE,
)
"""Behind a label: what is to be done."""
_CLOSED = re.compile(
    r"\[x\]|[✅✓✔☑]|\b(?:already|completed?|done|finished|fixed|added|implemented|extracted|updated|removed)\b",
    re.IGNORECASE,
)


def step_open(item: Item, label: str, index: SourceIndex) -> list[Found]:
    """The finding where the last line about the step says what is to be done, and nothing did it since."""
    rest = statement(item.text).stems - statement(label).stems - _DONE_STEMS
    line = re.compile(rf"^[^\n]{{0,24}}\b{re.escape(label)}\b([^\n]{{0,300}})$", re.I | re.M)
    if len(rest) <= LEAST_REST:
        return []
    for event in reversed(index.range_events):
        if event.kind not in _SPOKEN or label.casefold() not in event.text.casefold():
            continue
        lines = list(line.finditer(event.text))
        about = [each for each in lines if coverage(rest, statement(each.group()).stems) >= BORNE_AT]
        if not about:
            continue
        told = about[-1]
        if _CLOSED.search(told.group()) or not _WANTED.match(told.group(1)):
            return []
        if _done_since(item, rest, event.ordinal, index):
            return []
        message = f"claims {label} as done; [{event.ordinal}], the last to speak of it, says what to do"
        return [
            Found("task_open", "warning", message, (*item.links, *links_of([event.ordinal], index)), label)
        ]
    return []


def _done_since(item: Item, rest: frozenset[str], since: int, index: SourceIndex) -> bool:
    """Whether a file that the claim names was written later, or an edit or a report holds most of it."""
    facts = index.facts
    kinds = (IdentifierKind.PATH, IdentifierKind.FILE)
    named = [name for name, kind in statement(item.text).tokens.identifiers if kind in kinds]
    if any(place > since for name in named for place in (*facts.changed(name), *facts.edits(name))):
        return True
    later = {place for places in facts.calls.values() for place in places if place > since}
    after = (e for e in index.events[since + 1 :] if e.kind is EventKind.ASSISTANT)
    later |= {event.ordinal for event in after if _CLOSED.search(event.text)}
    for place in sorted(later):
        held: frozenset[str] = frozenset().union(*(s.stems for s in index.segments(place)))
        if coverage(rest, held, index.weight) >= BORNE_AT:
            return True
    return False
