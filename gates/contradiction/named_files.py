"""Files that a sentence names behind its statement: `X was added to F`, `the fix is in F`.

Warnings, as for files that head a statement: `other_file`, a name put into a file that the session shows in
others only; `unchanged_file`, a file told as changed that nothing changed, where an edit of another says the
rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Item, ItemKind
from gates.contradiction.actions import links_of, may_write, other_hands
from gates.contradiction.in_place import LEAST_REST
from gates.contradiction.placement import names_in, shown_in
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch

HELD_AT = 0.4
"""Share of a statement's words that the edit of another file must hold."""
_INTO = re.compile(
    r"\b(?:in|into|inside|to|within|of)\s+[`\"']?((?:[\w@.+~-]{1,80}/){0,14}[\w@+-][\w@.+-]{0,100}\.[A-Za-z]\w{0,4})(?![\w/])"
)
_CLAUSE = re.compile(r"[;:]\s|\.\s|, (?:and|while|but|which|where)\b|\band\b")
_WROTE = re.compile(
    r"\b(?:added|change[ds]?|created|extended|extracted|fix(?:ed|es)?|repair(?:ed)?|implemented|introduced|modified|passes|refactored"
    r"|renamed|replaced|rewrote|updated)\b",
    re.IGNORECASE,
)
_REPAIR = re.compile(r"\b(?:the fix|fixed|repair(?:ed)?)\b[^.;]{0,30}\bin\b", re.IGNORECASE)
_PLAN = re.compile(r"\bplan(?:s|ned)?\b", re.IGNORECASE)
"""A plan names files that hold nothing of it yet."""
_NOT_DONE = re.compile(
    r"\b(?:should|must|to be|will|would|need\w*|not|never|no|already|previously|plan\w*|existing|if)\b|n't\b",
    re.IGNORECASE,
)


def in_named_files(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """What these rules find in one item, of each file that it names the first."""
    if item.speaker == "user" or is_code(item.text) or "\n" in item.text:
        return []
    if item.kind is ItemKind.OPEN_WORK and item.status != "done":
        return []
    for path, before, whole in _placed(item.text):
        found = _shown_elsewhere(item, path, before, index, search) or _unchanged(item, path, whole, index)
        if found:
            return found
    return []


def _placed(text: str) -> Iterator[tuple[str, str, str]]:
    """Each file behind a preposition, with its clause up to it and the whole clause."""
    for match in _INTO.finditer(text):
        start = max((m.end() for m in _CLAUSE.finditer(text, 0, match.start())), default=0)
        after = _CLAUSE.search(text, match.end())
        yield match.group(1), text[start : match.start()], text[start : after.start() if after else len(text)]


def _shown_elsewhere(
    item: Item, path: str, before: str, index: SourceIndex, search: SpanSearch
) -> list[Found]:
    name = path.rsplit("/", 1)[-1]
    if (
        not (index.facts.has_read(name) or index.facts.edits(name))
        or _NOT_DONE.search(before)
        or _PLAN.search(item.text)
    ):
        return []
    sought = names_in(before, name)
    return shown_in(item, name, sought[-1:], before, index, search)


def _unchanged(item: Item, path: str, clause: str, index: SourceIndex) -> list[Found]:
    name = path.rsplit("/", 1)[-1]
    facts = index.facts
    if not index.scope_complete or not _WROTE.search(clause) or _NOT_DONE.search(clause):
        return []
    if facts.changed(name) or facts.edits(name) or not facts.changes or other_hands(index):
        return []
    if any(name in run.command for run in facts.runs if may_write(run)):
        return []
    rest = statement(clause).stems - statement(path).stems
    ending = name.rsplit(".", 1)[-1]
    if _REPAIR.search(clause):
        last = max(place for places in facts.changes.values() for place in places)
        message = f"claims a repair in {name}, which no tool up to [{index.source.end}] writes"
        return [Found("unchanged_file", "warning", message, (*item.links, *links_of([last], index)), name)]
    if len(rest) < LEAST_REST:
        return []
    for other, calls in facts.calls.items():
        if other.rsplit(".", 1)[-1] != ending:
            continue
        for ordinal in calls:
            held: frozenset[str] = frozenset().union(*(s.stems for s in index.segments(ordinal)))
            if coverage(rest, held, index.weight) >= HELD_AT:
                message = (
                    f"no tool up to [{index.source.end}] writes {name}; [{ordinal}] writes this into {other}"
                )
                links = (*item.links, *links_of([ordinal], index))
                return [Found("unchanged_file", "warning", message, links, name)]
    return []
