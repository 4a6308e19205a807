"""Statements of absence (nothing was committed, tests were not run) against what the session's tools did.

Such a statement rests on no words but on what is missing: on the action after which the missing one would
stand. Read are the facts of the range alone, and only of statements about the work as a whole: one that names
a file is not judged, nor a wish, a condition or a rule.
"""

from __future__ import annotations

import re
from enum import StrEnum

from gates.search.index import SourceIndex
from gates.search.session_facts import Action


class Absence(StrEnum):
    """What is said not to be there."""

    COMMIT = "commit"
    PUSH = "push"
    TEST = "test run"
    CHANGE = "change"
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
        rf"|\bnothing {_BEEN}{_TOUCHED}\b",
    ),
    (
        Absence.TASK,
        r"\bno (?:open|outstanding|pending|remaining|unfinished) (?:tasks?|todos?)\b"
        r"|\b(?:open|outstanding|pending|remaining) tasks?: none\b"
        r"|\ball (?:\w+ )?(?:tasks|todos) (?:are|were) (?:completed|done)\b",
    ),
)
_ABSENT = tuple((absence, re.compile(words, re.IGNORECASE)) for absence, words in _RULES)
_OPEN = re.compile(
    r"\b(?:if|when|until|once|unless|whether|why|before|after|since|should|must|would|may|might|could|asked|wants?"
    r"|requested|first|initially|earlier|later|then|previously|had)\b|\?",
    re.IGNORECASE,
)
"""What is asked for, bound to a time or left open says nothing of the range's end."""
_NAMED = re.compile(r"`|\w\.[a-z]{1,4}\b|\w/\w|\b[0-9a-f]{7,40}\b")
_DONE = ("completed", "done", "deleted", "cancelled")


def absence_of(text: str) -> Absence | None:
    """What a statement says is absent from the session as a whole; None where it says no such thing."""
    if _OPEN.search(text) or _NAMED.search(text):
        return None
    return next((absence for absence, words in _ABSENT if words.search(text)), None)


def refuted(absence: Absence, index: SourceIndex) -> list[int]:
    """The events that show that it is there; empty where nothing does."""
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
    return sorted(at for _, status, at in facts.tasks.values() if status not in _DONE and at in inside)[-1:]


def ground(absence: Absence, index: SourceIndex) -> int | None:
    """The event after which the missing one would stand, where nothing refutes the statement; else None."""
    if refuted(absence, index):
        return None
    facts, inside = index.facts, index.source
    if absence in (Absence.COMMIT, Absence.TEST):
        last = _last_change(index)
    elif absence is Absence.PUSH:
        last = max((run.ordinal for run in facts.did(Action.COMMIT)), default=_last_change(index))
    elif absence is Absence.CHANGE:
        last = facts.runs[-1].ordinal if facts.runs else -1
    else:
        last = max((at for _, _, at in facts.tasks.values()), default=-1)
    return last if last in inside else None


def _last_change(index: SourceIndex) -> int:
    return max((at for places in index.facts.changes.values() for at in places), default=-1)
