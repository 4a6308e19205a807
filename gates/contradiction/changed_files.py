"""Files that a claim reports as changed although nothing changed them.

Warning: `unchanged_file`, for a file that begins the claim, was read, and that no tool or command can have
written; or for one after a preposition, if an edit of another file contains the rest of the sentence.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.contradiction.in_place import LEAST_REST
from gates.contradiction.placement import files_named
from gates.contradiction.tool_evidence import links_of, other_hands
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.file_names import base_name
from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex
from gates.search.session_facts import may_write
from gates.source import SourceLink

HELD_AT = 0.4
"""Share of a statement's words that the edit of another file must contain."""


_HEADING = re.compile(r"(?<![\w/.-])(?:[\w@.-]{1,80}/){0,12}[\w@.-]{1,80}\.[a-z]{1,5}(?![\w/])")
_HEADED = re.compile(
    r"(?:^|: |[;,] | and )(?:i |we )?(?:also )?(added|created|updated|modified|changed|fixed|renamed"
    r"|refactored|rewrote|replaced|extended|implemented|enhanced|removed)\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"[`*\"']{0,3} (?:was|is now|has been) (?:also |then )?"
    r"(changed|updated|modified|rewritten|extended|refactored|edited|adapted)\b(?! (?:before|earlier|by))",
    re.IGNORECASE,
)
"""Passive verbs after a file that the claim begins with."""
_PUT = re.compile(
    r"\bgit\b[^\n;&|]{0,60}\b(?:add|commit|diff|show|status|pull|merge|checkout|stash|reset|restore|apply)\b"
)
"""Git commands whose output names files that someone wrote."""
_WROTE = re.compile(
    r"\b(?:added|change[ds]?|created|extended|extracted|fix(?:ed|es)?|repair(?:ed)?|implemented|introduced|modified|passes|refactored"
    r"|renamed|replaced|rewrote|updated)\b",
    re.IGNORECASE,
)
_REPAIR = re.compile(r"\b(?:the fix|fixed|repair(?:ed)?)\b[^.;]{0,30}\bin\b", re.IGNORECASE)
_NOT_DONE = re.compile(
    r"\b(?:should|must|to be|will|would|need\w*|not|never|no|already|previously|plan\w*|existing|if)\b|n't\b",
    re.IGNORECASE,
)
_MANIFESTS = frozenset(
    "Cargo.toml go.mod package.json package-lock.json pyproject.toml pnpm-lock.yaml".split()
)
"""Files that package installers write."""


def changed_files(item: Item, index: SourceIndex) -> list[Found]:
    """Return this rule's finding on one item, for the first such file that it names."""
    if item.speaker == "user" or "\n" in item.text or is_code(item.text) or not index.scope_complete:
        return []
    found = _heading(item, index)
    if found or (item.kind is ItemKind.OPEN_WORK and item.status != "done"):
        return found
    named = (_behind(item, path, clause, index) for path, _, clause in files_named(item.text))
    return next((each for each in named if each), [])


def _heading(item: Item, index: SourceIndex) -> list[Found]:
    """Find a file at the beginning of the claim that was read and not written."""
    text = item.text.lstrip("`*- ")
    path = _HEADING.match(text)
    if path is None:
        return []
    active, passive = _HEADED.search(item.text), _PASSIVE.match(text, path.end())
    verb = active or passive
    if verb is None or item.kind is ItemKind.OPEN_WORK or not index.facts.runs:
        return []
    name = base_name(path.group())
    read = index.facts.has_read(name)
    if not read or name in _MANIFESTS or name.endswith((".lock", ".sum")) or _may_be_written(name, index):
        return []
    if active is None and _named_by_git(name, index):
        return []
    message = f'claims "{verb.group(1).casefold()}", but no tool up to [{index.source.end}] writes {name}'
    return [_finding(message, links_of(read[:1], index), name)]


def _may_be_written(name: str, index: SourceIndex) -> bool:
    facts = index.facts
    if facts.changed(name) or not facts.changes or other_hands(index):
        return True
    return any(name in run.command for run in facts.runs if may_write(run))


def _named_by_git(name: str, index: SourceIndex) -> bool:
    """Return whether git prints the file's name, so that someone may have written it."""
    put = (run for run in index.facts.runs if _PUT.search(run.command))
    return any(name in index.events[run.ordinal].text for run in put)


def _behind(item: Item, path: str, clause: str, index: SourceIndex) -> list[Found]:
    """Find a file after a preposition in a clause that reports a change."""
    name = base_name(path)
    facts = index.facts
    if not _WROTE.search(clause) or _NOT_DONE.search(clause):
        return []
    if facts.edits(name) or _may_be_written(name, index):
        return []
    if _REPAIR.search(clause):
        last = max(place for places in facts.changes.values() for place in places)
        message = f"claims a repair in {name}, which no tool up to [{index.source.end}] writes"
        return [_finding(message, (*item.links, *links_of([last], index)), name)]
    rest = statement(clause).stems - statement(path).stems
    other = _edited_instead(rest, name, index) if len(rest) >= LEAST_REST else None
    if other is None:
        return []
    written, ordinal = other
    message = f"no tool up to [{index.source.end}] writes {name}; [{ordinal}] writes this into {written}"
    return [_finding(message, (*item.links, *links_of([ordinal], index)), name)]


def _edited_instead(rest: frozenset[str], name: str, index: SourceIndex) -> tuple[str, int] | None:
    """Return another file with the same ending, and its edit that contains enough of a clause; else None."""
    ending = name.rsplit(".", 1)[-1]
    for other, calls in index.facts.calls.items():
        if other.rsplit(".", 1)[-1] != ending:
            continue
        for ordinal in calls:
            held: frozenset[str] = frozenset().union(*(s.stems for s in index.segments(ordinal)))
            if coverage(rest, held, index.weight) >= HELD_AT:
                return other, ordinal
    return None


def _finding(message: str, evidence: tuple[SourceLink, ...], name: str) -> Found:
    return Found("unchanged_file", "warning", message, evidence, name)
