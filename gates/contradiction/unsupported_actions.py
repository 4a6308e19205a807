"""Actions reported as done that nothing in the session does.

Hard: `push_before_commit`, a commit reported as pushed after which nothing pushes. Warning:
`unsupported_action`, an action that no command does and nobody mentions.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.contradiction.ranking import SHORT_SOURCE
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.lexicon import NEGATIONS, OPEN_WORDS
from gates.language.plain_statements import states_plainly
from gates.search.index import SourceIndex
from gates.search.session_facts import Action
from gates.source import EventKind

BESIDE = 40
"""Characters on each side of an action that show whether it is reported as done."""


def unsupported_actions(item: Item, index: SourceIndex) -> list[Found]:
    """Return these rules' findings on one item."""
    if item.speaker == "user" or "\n" in item.text or not index.facts.runs:
        return []
    return [*_pushed(item, index), *_not_done(item, index)]


_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")

_COMMIT = re.compile(r"(?<![\w/.-])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![\w/-])")


def _pushed(item: Item, index: SourceIndex) -> list[Found]:
    """Find a commit stated as pushed although nothing pushes at it or after it."""
    words = _WORD.findall(item.text.casefold())
    if "pushed" not in words or set(words) & (NEGATIONS | OPEN_WORDS):
        return []
    facts = index.facts
    commits = [c for c in map(facts.commit_of, _COMMIT.findall(item.text)) if c is not None]
    if not commits:
        return []
    last = max(commits, key=lambda commit: commit.ordinal)
    if any(Action.PUSH in run.actions and run.ordinal >= last.ordinal for run in facts.runs):
        return []
    if _stated_by_human(re.compile(r"\bpush", re.IGNORECASE), last.ordinal, index):
        return []
    made = f"from [{last.ordinal}], where {last.sha} was made, to [{index.source.end}]"
    message = f'claims "pushed", but nothing {made} pushes'
    return [Found("push_before_commit", "hard", message, links_of([last.ordinal], index), last.sha)]


def _stated_by_human(words: re.Pattern[str], since: int, index: SourceIndex) -> bool:
    spans = zip(index.human, index.human_words, strict=True)
    return any(span[0] >= since and words.search(text) for span, text in spans)


_DONE = {
    "pushed": (Action.PUSH, r"\bpush(?:ed|es|ing)?\b"),
    "merged": (Action.MERGE, r"\bmerg(?:ed|es|ing)\b"),
    "deployed": (Action.DEPLOY, r"\bdeploy(?:ed|s|ing)\b"),
    "committed": (Action.COMMIT, r"\bcommitted\b|\bcommitting\b"),
    "reverted": (Action.REVERT, r"\brevert(?:ed|s|ing)?\b"),
    "rebased": (Action.REBASE, r"\brebas(?:ed|es|ing)\b"),
}

_ACTED = re.compile(
    r"(?<![\w./`_-])(pushed|merged|deployed|committed|reverted|rebased)"
    r"(?= (?:to|in|into|and|with|as|the|all|it|on|by|via)\b|[,;)]|\.?$|\.\s)",
    re.IGNORECASE,
)

_AFTER = re.compile(
    r"(?<![\w./`_-])after (pushing|merging|deploying|committing|reverting|rebasing)\b", re.IGNORECASE
)

_PAST = {
    "pushing": "pushed",
    "merging": "merged",
    "deploying": "deployed",
    "committing": "committed",
    "reverting": "reverted",
    "rebasing": "rebased",
}


def _not_done(item: Item, index: SourceIndex) -> list[Found]:
    """Find an action that no command does and nobody mentions."""
    if not index.scope_complete or (item.kind is ItemKind.OPEN_WORK and item.status != "done"):
        return []
    for match in (*_ACTED.finditer(item.text), *_AFTER.finditer(item.text)):
        word = match.group(1).casefold()
        near = item.text[max(0, match.start() - BESIDE) : match.end() + BESIDE]
        if not states_plainly(near.replace(match.group(), " ")):
            continue
        word = _PAST.get(word, word)
        action, text = _DONE[word]
        if any(action in run.actions for run in index.facts.runs):
            continue
        named = re.compile(text, re.IGNORECASE)
        short = index.range_length < SHORT_SOURCE  # in a long one, tool output mentions almost anything
        kinds = _SPOKEN | {EventKind.TOOL_RESULT} if short else _SPOKEN
        spoken = (e for e in index.events if e.sidechain is None and e.kind in kinds)
        if any(named.search(e.text) for e in spoken):
            continue
        message = f'claims "{word}", but no command up to [{index.source.end}] does it and nobody says so'
        return [Found("unsupported_action", "warning", message, item.links, word)]
    return []


_SPOKEN = frozenset((EventKind.USER, EventKind.ASSISTANT, EventKind.COMPACTION))
