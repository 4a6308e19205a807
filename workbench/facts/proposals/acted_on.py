"""Statements that were carried out: requests, permissions to act, and commands that the user named.

Such a statement may still decide something, but nothing of it is left to do. Rules, design choices and
statements that apply beyond their turn are never closed this way.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from gates.language.opening import CONFIRMATIONS
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.proposals.candidate import CandidateStatement
from workbench.facts.proposals.fold import OBJECTS
from workbench.facts.proposals.outlook import ACTIONS, Outlook
from workbench.facts.sentences.one_off import asks_nothing_else, holds_on
from workbench.facts.superseding.stated_values import values_of

ASKED = (Basis.REQUEST, Basis.LOOK)
_WEIGHED = (Basis.OPINION, Basis.STATED)
"""Statements of the user that are no requests; they are carried out only if something was changed."""
_CHANGES = ("edit", "commit")
_LEAVE = re.compile(
    r"\b(?:want me to|would you like me to|shall i|should i|may i|can i|ready (?:for me )?to"
    r"|(?:is it )?ok(?:ay)? (?:if i|for me to)"
    r"|if (?:you(?:'d| would)? (?:want|like|prefer|wish)|useful|helpful)[^,.?\n]{0,40},? "
    r"(?:i|we)(?:'ll| can| could| will)"
    r")\b(?![^?\n]{0,240}\bor\b)",
    re.IGNORECASE,
)
"""A question or an offer to do one thing, without a choice between two."""
_ONE_ACTION = re.compile(
    r"\bi(?:'d| would|'ll| will| can| could) (?:(?:also|just|now|simply|then|therefore) )?"
    r"(?:add|adjust|amend|backfill|build|bump|change|check|clean|close|commit|convert|copy|correct|create|delete|"
    r"deploy|draft|edit|extend|extract|fetch|file|fix|generate|implement|inline|insert|install|investigate|look|"
    r"measure|merge|move|open|patch|port|post|publish|pull|push|put|rebase|refactor|regenerate|remove|rename|"
    r"replace|rerun|re-run|reset|resolve|restore|revert|rework|rewrite|run|scan|search|send|show|simplify|split|"
    r"stage|start|tag|test|trim|try|turn|tweak|undo|update|upgrade|verify|wire|wrap|write)\b"
    r"(?![^.?!\n]{0,240}\b(?:always|never|only|or|every time)\b)",
    re.IGNORECASE,
)
"""A proposal to do one thing, such as `I would replace it by a table`.

Advice, choices and habits (`I would recommend`, `go with`, `keep`, `use`) are no action.
"""
_COMMITS = re.compile(r"\b(?:commit|amend)\b(?! (?:message|hash|id|log|history)s?\b)(?!s\b)", re.IGNORECASE)
"""An offer to commit; a commit closes it, even before the user goes on."""
_LETTERS = re.compile(r"[a-z']+")
_ASSENT = CONFIRMATIONS | frozenset("please do it that go ahead commit".split())
"""Words of an answer that adds nothing to the assent."""
_NEEDLESS = re.compile(
    r"\b(?:do not|don'?t|no) need(?: to)?\b|\b(?:do not|don'?t) have to\b"
    r"|\bwhy (?:do not|don'?t) (?:you|we)\b",
    re.IGNORECASE,
)
"""Wordings that allow to omit something, or suggest; they forbid nothing."""
_COMMAND = re.compile(r"`([a-z][\w.-]{0,40} [^`\n]{2,200})`")
_IN_PLACE = re.compile(
    r"\b(?:instead|rather than|from now on|make it|(?:move|change|shift) (?:it|that))\b", re.I
)
MOST_BESIDE = 12
"""Most words beside the commands of a message that only names what to run."""


def with_outcome(outlook: Outlook, commitment: Commitment, source: str) -> Commitment:
    """Return the commitment, marked if it was carried out."""
    if commitment.kind is CommitmentKind.DECISION and _is_over(outlook, commitment, source):
        return replace(commitment, carried_out=True)
    return commitment


def _is_over(outlook: Outlook, commitment: Commitment, source: str) -> bool:
    last = commitment.words[-1].ordinal
    if commitment.basis is Basis.REPLY:
        own = commitment.text.removeprefix(commitment.context)
        return gives_leave(commitment.context, own) and outlook.is_carried_out(last, ACTIONS)
    if commitment.basis is Basis.REFUSAL:
        wanted = commands_wanted(commitment.text)
        return bool(wanted) and all(outlook.was_run(command, last) for command in wanted)
    if source != "human" or commitment.basis not in (*ASKED, *_WEIGHED) or holds_on(commitment.text):
        return False
    if _sets_time(commitment.text):
        return False
    return outlook.is_carried_out(last, ACTIONS if commitment.basis in ASKED else _CHANGES)


@lru_cache(maxsize=4_096)
def _sets_time(text: str) -> bool:
    """Return whether a request gives another time of day than before, which stays valid once it is set."""
    return "clock" in values_of(text)[0] and _IN_PLACE.search(text) is not None


def is_committed(outlook: Outlook, commitment: Commitment) -> bool:
    """Return whether it is only a permission to commit, and the commit was made."""
    own = commitment.text.removeprefix(commitment.context).strip()
    bare = not set(_LETTERS.findall(own.casefold())) - _ASSENT
    if commitment.basis is not Basis.REPLY or not bare or not _COMMITS.search(commitment.context):
        return False
    return gives_leave(commitment.context, own) and outlook.was_committed(commitment.words[-1].ordinal)


def gives_leave(question: str, answer: str) -> bool:
    """Return whether an answer permits what the agent offered, and states nothing that lasts longer."""
    proposed = _LEAVE.search(question) or (
        _ONE_ACTION.search(question.replace("’", "'")) and not holds_on(question)
    )
    return bool(proposed) and not holds_on(_NEEDLESS.sub(" ", answer))


def commands_wanted(text: str) -> tuple[str, ...]:
    """Return the commands that a short message asks to run now; none if it says more, or applies longer."""
    beside = _COMMAND.sub(" ", text)
    if len(beside.split()) > MOST_BESIDE or holds_on(_NEEDLESS.sub(" ", beside)):
        return ()
    return tuple(" ".join(command.split()) for command in _COMMAND.findall(text))


def is_answered(outlook: Outlook, c: CandidateStatement) -> bool:
    """Return whether the user only asked for information, the agent answered, and the user did not object."""
    fold = outlook.fold
    if c.source != "human" or c.ordinal not in fold.answers or not asks_nothing_else(c.text):
        return False
    later = next((at for at in fold.replies if at > c.ordinal), None)
    return later is not None and OBJECTS not in fold.replies[later][0]
