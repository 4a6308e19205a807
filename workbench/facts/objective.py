"""What a session is about, in the human's own words: what it opened with, and what it came to since."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gates.language.opening import ATTACHED, announces_plan, has_substance, opening_message, plan_itself
from gates.source import EventKind, SourceEvent
from gates.withdrawn import without_withdrawn
from workbench.facts.sentences.mood import orders
from workbench.facts.sentences.prose import statements
from workbench.facts.sentences.sentence import classify
from workbench.facts.spans import GAP, shorten

LIMIT = 500
"""Most characters of an objective."""
BEGAN = "No request is recorded. The agent began: "
"""What comes before the agent's first words where nobody asked for anything."""
PARAGRAPH = 160
"""Own characters of a message that opens something new."""
OWN = 0.8
"""Share of it that must be the human's own sentences."""
_DRAWN = re.compile(r"\S {4,}\S|[│┌└─├]|^\S{1,60} = ", re.MULTILINE)
"""A pasted drawing or value."""
_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'")
_COMMITS = re.compile(r"\bgit (?:-C \S{1,200} )?(?:commit|push)\b(?![^\n;&|]{0,80}--dry-run)")
_GOES_ON = re.compile(
    r"^\W{0,4}(?:well|yes|yeah|yep|no|nope|ok(?:ay)?|sure|so|but|and|also|hm+|actually|right|great|good|perfect|"
    r"thanks?|oh|ah+|wait|why|continue|sorry|it|that|this is|those|they|i (?:feel|see|agree))\b",
    re.IGNORECASE,
)
"""How a message begins that answers the one before it or goes on from it."""
_PICTURE = re.compile(
    r"(?:~|[A-Za-z]:)?[/\\](?:\\ |[^\s'\"()]){4,300}?\.(?:png|jpe?g|gif|webp|heic|bmp|tiff?)\b['\")]{0,2}",
    re.IGNORECASE,
)
"""The place of a picture that was pasted, as its path."""
_PICTURE_TAG = re.compile(r"<(?:img|picture)\b[^<>]{0,2000}>\s{0,8}", re.IGNORECASE)
"""A picture that was pasted, as the tag of a page."""
_UNDOES = re.compile(
    r"^\W{0,4}(?:(?:please|ok(?:ay)?|no|hm+|actually|can you|could you|let'?s)[,. ]{1,2}){0,3}"
    r"(?:(?:put|change|switch|set|bring|move|turn|roll) "
    r"(?:it|this|that|them|everything|all of (?:it|that)) back\b"
    r"|go back to\b|(?:revert|undo|back out|roll back) (?:it|this|that|them|everything|all of (?:it|that)"
    r"|(?:the|that|this|your|those|these) (?:last )?(?:changes?|commits?|edits?|work)))",
    re.IGNORECASE,
)
"""How a message begins by which the human has the last work put back."""
_SPAWNED = re.compile(r"You are the newly spawned agent\b")
TASK = 40
"""Characters of the shortest task that a session was spawned for."""
_QUESTION_LINES = 12
"""Lines at the end of a message among which a question is what it asks."""
_FENCE = "```"
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]", re.MULTILINE)
_HEADINGS = re.compile(r"(?: {0,3}#{1,6}[ \t][^\n]{0,400}\s+){1,8}")
"""Headings with nothing between them."""
_LOOSE_END = re.compile(r"(?:\n\s*(?:#{1,6}[ \t][^\n]{0,200}|\d{1,3}[.)]))+\s*$")
"""Headings and numbers of a list at the end of a text that was cut."""


def current_objective(events: Sequence[SourceEvent], start: int) -> str:
    """What the session is about at the end of a range that begins at `start` and ends with the last event.

    The first message, as `objective_of` has it, until its work was committed and the human then came up with
    something else: a paragraph of the human's own words that answers no question, or a plan to carry out.
    Where the human has that put back, the one before it. A session that another one spawned is about its
    task.
    """
    task = spawned_task(events)
    current, committed, asked = objective_of(events) if task is None else _cut(task.text), False, False
    before: list[str] = []
    for event in without_withdrawn(events[max(start, task.ordinal + 1 if task is not None else 0) :]):
        if event.sidechain is not None:
            continue
        if event.kind is EventKind.TOOL_CALL and event.tool is not None:
            committed = committed or bool(_COMMITS.search(_QUOTED.sub(" ", event.tool.target[:2_000])))
        elif event.kind is EventKind.ASSISTANT:
            asked = _asks(event.text)
        elif event.kind is EventKind.USER:
            if before and _UNDOES.match(event.text):
                current = before.pop()
            elif committed and not asked and _is_new(event.text):
                before.append(current)
                current, committed = _cut(plan_itself(event.text)), False
            asked = False
    return current


def was_asked_for(objective: str) -> bool:
    """Whether an objective is somebody's request, and not how an agent began that nobody asked."""
    return not objective.lstrip().startswith(BEGAN.rstrip())


def spawned_task(events: Sequence[SourceEvent]) -> SourceEvent | None:
    """What a session was spawned for, where no human began it: a review of changes, the part of a fork.

    A fork begins with the history of its parent; what the parent's user asked for is no more than background.
    """
    task: SourceEvent | None = None
    forked = human = False
    for event in events:
        if event.sidechain is not None:
            continue
        reported = event.kind is EventKind.META or (forked and event.kind is EventKind.USER)
        if begins_fork(event):
            task, forked = None, True
        elif reported and task is None and _is_task(event.text):
            task = event
        human = human or event.kind in (EventKind.USER, EventKind.PLAN)
    return task if forked or not human else None


def begins_fork(event: SourceEvent) -> bool:
    """Whether an agent was spawned here that is given the history so far as no more than background."""
    return event.kind is EventKind.TOOL_RESULT and _SPAWNED.match(event.text) is not None


def last_task(events: Sequence[SourceEvent], first: SourceEvent) -> SourceEvent:
    """The last task that a spawned session was given, which may be given several; `first` where it is one."""
    later = (e for e in reversed(events[first.ordinal + 1 :]) if e.sidechain is None)
    return next((e for e in later if e.kind is EventKind.META and _is_task(e.text)), first)


def _is_task(text: str) -> bool:
    """Whether what the program put before the agent is words to the agent, and not about its surroundings."""
    return len(text) >= TASK and not text.lstrip().startswith(("<", "#")) and has_substance(text)


def _asks(text: str) -> bool:
    """Whether a message asks something at its end, be it before the options to choose from."""
    lines = text.strip().split("\n")[-_QUESTION_LINES:]
    return any(line.rstrip("\"')*_` ").endswith("?") for line in lines)


def without_pictures(text: str) -> str:
    """A message without what names files and pictures that were dropped or pasted into it."""
    if text.lstrip().startswith("# Files mentioned"):
        text = ATTACHED.sub("", text, count=1)
    if "<" in text:
        text = _PICTURE_TAG.sub("", text)
    if not _PICTURE.search(text):
        return text
    return re.sub(r"\n\s*\n\s*", "\n\n", _PICTURE.sub("", text)).strip()


def cut_to(text: str, limit: int) -> str:
    """A text within a limit; where it goes on, a mark says so, and no heading or number stands before it."""
    text = text.strip()
    kept = shorten(text, limit)
    return kept if kept == text else f"{_LOOSE_END.sub('', kept).rstrip()} {GAP}"


def plan_title(text: str) -> str:
    """Of a message that only hands over a plan, its first line and the plan's title; empty for another."""
    if not announces_plan(text):
        return ""
    lines = [line.strip("# \t") for line in text.split("\n") if line.strip("# \t")]
    return " ".join(lines[:2])


def _cut(text: str) -> str:
    """A text within the limit, without pictures, nor headings at its end that nothing follows any more."""
    text = without_pictures(text)
    kept = shorten(text, LIMIT)
    if kept == text.strip():
        return kept
    if kept.count(_FENCE) % 2:
        kept = kept[: kept.rindex(_FENCE)]
    return _LOOSE_END.sub("", kept).rstrip() or shorten(text, LIMIT)


def _is_new(text: str) -> bool:
    """Whether a message opens something of its own rather than answering, going on or reporting a fault.

    What asks for nothing opens nothing: a finding about the work that was pasted leaves it what it is.
    """
    if announces_plan(text):
        return True
    text = without_pictures(text)
    if _GOES_ON.match(text) or _DRAWN.search(text):
        return False
    found = [text[sentence.start : sentence.end] for sentence in statements(text)]
    own = sum(map(len, found))
    if own < max(PARAGRAPH, OWN * len(text.strip())) or not has_substance(text):
        return False
    opening = _opening_part(text)
    return any(
        each.rstrip("\"')*_ ").endswith("?") or classify(each) is not None or orders(each)
        for each in found
        if each in opening
    )


def _opening_part(text: str) -> str:
    """A message up to the heading that follows its first words: what stands below is a document."""
    bare = text.lstrip()
    above = _HEADINGS.match(bare)
    bare = bare[above.end() :] if above is not None else bare
    below = _HEADING.search(bare)
    return bare[: below.start()] if below is not None else bare


def objective_of(events: Iterable[SourceEvent]) -> str:
    """What the session opened with (`gates.language.opening`), cut to 500 characters at a sentence."""
    opened = (
        e.text
        for e in without_withdrawn(events)
        if e.kind in (EventKind.USER, EventKind.PLAN) and e.sidechain is None
    )
    return _cut(opening_message(map(without_pictures, opened)))
