"""Checks statements of absence (nothing was committed) against what the session's tools did.

Such a statement has no words in the source to rest on; it depends on the action after which the missing one
would follow. Only facts of the range are read, and only statements about the work as a whole are judged: not
one that names a file, and not a wish, a condition or a rule.
"""

from __future__ import annotations

import re
from enum import StrEnum

from gates.search.edit_calls import whole_text
from gates.search.index import SourceIndex
from gates.search.session_facts import Action


class Absence(StrEnum):
    """What a statement reports as absent."""

    COMMIT = "commit"
    PUSH = "push"
    TEST = "test run"
    CHANGE = "change"
    FIX = "edit of a source file"
    TASK = "open task"


_BEEN = r"(?:(?:was|were|is|are|has|have|had|been|yet) ){0,3}"
_NOT = r"(?:not|never|n't) (?:(?:yet|been) ){0,2}"
_TOUCHED = r"(?:changed|edited|made|modified|written)"
_RULES = (
    (
        Absence.COMMIT,
        rf"\bnothing {_BEEN}committed\b|\bno commits? {_BEEN}(?:made|created)\b"
        rf"|{_NOT}committed\b|\buncommitted\b",
    ),
    (
        Absence.PUSH,
        rf"\bnothing {_BEEN}pushed\b|\bno push(?:es)? {_BEEN}made\b|{_NOT}pushed\b|\bunpushed\b",
    ),
    (
        Absence.TEST,
        rf"\bno tests? {_BEEN}run\b|\btests? (?:was|were|has|have) ?{_NOT}run\b"
        r"|\bwithout (?:\w+ )?running (?:\w+ )?tests?\b",
    ),
    (
        Absence.CHANGE,
        rf"\bno (?:code|files?|source files?|(?:code |file )?changes?) {_BEEN}{_TOUCHED}\b"
        rf"|\bnothing {_BEEN}{_TOUCHED}\b|\bno (?:code |file )?changes? (?:so far|yet)\b"
        r"|\bchanges(?: made)?: none\b",
    ),
    (
        Absence.FIX,
        r"(?:^|[:;,.–—-] )(?:\w+ but )?(?:the |a |bug )?fix(?:es)? (?:\w+ ){0,4}"
        r"(?:not|n't) (?:yet |been ){0,2}(?:implemented|applied|made)\b"
        r"|\bnone yet\b.{0,20}\bnot (?:yet )?(?:implemented|applied|made)\b",
    ),
    (
        Absence.TASK,
        r"\bno (?:open|outstanding|pending|remaining|unfinished) (?:tasks?|todos?)\b"
        r"|\b(?:open|outstanding|pending|remaining) tasks?: none\b"
        r"|\ball (?:\w+ )?(?:tasks|todos) (?:are|were) (?:completed|done)\b",
    ),
)
_ABSENT = tuple((absence, re.compile(words, re.IGNORECASE)) for absence, words in _RULES)
OPEN = re.compile(
    r"\b(?:if|when|until|once|unless|whether|why|before|after|since|should|must|would|may|might|could|asked|wants?"
    r"|requested|first|initially|earlier|later|then|previously|had)\b|\?",
    re.IGNORECASE,
)
"""Requests, conditions and words of time: with one, a statement says nothing of the range's end."""
_PART = re.compile(
    r"\b(?:only|sole|some|few|several|other|remaining|last|rest|except)\b[^.;\n]{0,40}"
    r"\b(?:un(?:committed|pushed)|(?:not|n't) (?:yet |been ){0,2}(?:committed|pushed|run))\b",
    re.IGNORECASE,
)
"""A statement about a part of the work, such as `the only uncommitted code is the parser`."""
_NAMED = re.compile(r"`|\w\.[a-z]{1,4}\b|\w/\w|\b[0-9a-f]{7,40}\b")
_DONE = ("completed", "done", "deleted", "cancelled")


def absence_of(text: str) -> Absence | None:
    """Return what a statement reports as absent from the session as a whole; None if nothing."""
    if OPEN.search(text) or _NAMED.search(text) or _PART.search(text):
        return None
    return next((absence for absence, words in _ABSENT if words.search(text)), None)


def refuted(absence: Absence, index: SourceIndex) -> list[int]:
    """Return the events that refute the absence; empty if none does."""
    facts, inside = index.facts, index.source
    if absence is Absence.COMMIT:
        made = [run.ordinal for run in facts.did(Action.COMMIT) if run.ordinal in inside]
        return made[-1:] if made and _last_change(index) < made[-1] else []
    if absence is Absence.PUSH:
        pushed = [run.ordinal for run in facts.did(Action.PUSH) if run.ordinal in inside]
        made = [run.ordinal for run in facts.did(Action.COMMIT)]
        return pushed[-1:] if pushed and max(made, default=-1) <= pushed[-1] else []
    if absence is Absence.TEST:
        changed = _last_change(index)
        tests = [run.ordinal for run in facts.runs if Action.TEST in run.actions and run.ordinal in inside]
        return [at for at in tests if at > changed][-1:]
    if absence is Absence.CHANGE:
        return sorted(at for places in facts.changes.values() for at in places if at in inside)[-1:]
    if absence is Absence.FIX:
        undone = [run.ordinal for run in facts.did(Action.REVERT) if run.ordinal in inside]
        return [at for at in source_edits(index) if at > max(undone, default=-1)]
    return sorted(at for _, status, at in facts.tasks.values() if status not in _DONE and at in inside)[-1:]


_NO_SOURCE = re.compile(
    r"(?:^|/)tests?/|(?:^|/)(?:tests?|debug|repro\w*|verify|try|tmp)[_.-][^/]*$|[_.-](?:tests?|spec)\.\w+$"
    r"|\.(?:md|mdx|txt|rst|adoc|json|toml|ya?ml|lock|log)$"
)
"""Tests, scripts to try something, prose and settings."""


def source_edits(index: SourceIndex) -> list[int]:
    """Return the events of the range that edited a source file which the session did not itself make."""
    facts = index.facts
    found: list[int] = []
    for path, places in facts.changes.items():
        calls = facts.calls.get(path, [])
        made_here = bool(calls) and whole_text(index.events[calls[0]].text) is not None
        if not made_here and _NO_SOURCE.search(path) is None:
            found += [at for at in places if at in index.source]
    return sorted(found)


def ground(absence: Absence, index: SourceIndex) -> int | None:
    """Return the event that the missing action would follow; None if refuted or outside the range."""
    if refuted(absence, index):
        return None
    facts, inside = index.facts, index.source
    if absence in (Absence.COMMIT, Absence.TEST):
        last = _last_change(index)
    elif absence is Absence.PUSH:
        last = max((run.ordinal for run in facts.did(Action.COMMIT)), default=_last_change(index))
    elif absence in (Absence.CHANGE, Absence.FIX):
        last = facts.runs[-1].ordinal if facts.runs else -1
    else:
        last = max((at for _, _, at in facts.tasks.values()), default=-1)
    return last if last in inside else None


def _last_change(index: SourceIndex) -> int:
    return max((at for places in index.facts.changes.values() for at in places), default=-1)
