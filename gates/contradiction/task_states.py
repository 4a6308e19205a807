"""Tasks and steps that a claim states in another state than the session left them in.

Both warn: `task_state`, a numbered task that the task tool left in another state; `task_open`, a task or a
labelled step stated as done that a list leaves open.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.plain_statements import states_plainly
from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex
from gates.source import EventKind

TASK_AT = 0.8
"""Share of a task's words that a claim must contain to report it as done."""

LEAST_TASK = 3
"""Fewest distinct words of a task that is looked up."""

BELOW = 3_000
"""Characters below the heading of a step that are searched for its check boxes."""


def task_states(item: Item, index: SourceIndex) -> list[Found]:
    """Return these rules' findings on one item."""
    if item.speaker == "user" or "\n" in item.text:
        return []
    return [*_task(item, index), *_reported_done(item, index)]


_TASK = re.compile(r"\btask #?(\d{1,3})\b", re.IGNORECASE)

_UNFINISHED = re.compile(
    r"\b(?:in[ -]progress|pending|not (?:started|done|complete)|incomplete|remaining|to do|todo)\b",
    re.IGNORECASE,
)

_COMPLETED = re.compile(r"\b(?:completed|is complete|done|finished(?! \w+ing\b))\b|✅|\[x\]", re.IGNORECASE)


def _task(item: Item, index: SourceIndex) -> list[Found]:
    """Find a numbered task stated in a state that is not its last one."""
    numbers = _TASK.findall(item.text)
    if len(numbers) != 1:
        return []
    known = index.facts.tasks.get(f"#{numbers[0]}")
    if known is None:
        return []
    _text, status, ordinal = known
    unfinished, finished = _UNFINISHED.search(item.text), _COMPLETED.search(item.text)
    word = unfinished or finished
    if word is None or (unfinished and finished):
        return []
    if (status == "completed") == bool(finished) or status not in ("completed", "pending", "in_progress"):
        return []
    message = (
        f'claims task {numbers[0]} "{word.group()}", but [{ordinal}] leaves it {status.replace("_", " ")}'
    )
    return [Found("task_state", "warning", message, links_of([ordinal], index), numbers[0])]


_FINISHED = re.compile(
    r"\b(?:done|complete|completed|finished|implemented|added|created|fixed|extracted|updated|refactored|moved|wired)\b",
    re.IGNORECASE,
)

_LABEL = re.compile(
    r"\b(?:WP|(?:work package|bug|critical|important|item|task|step|phase|milestone|part|stage) ?#?)"
    r"\d{1,3}(?:\.\d{1,2})?\b",
    re.IGNORECASE,
)

_EMPTY, _TICKED = re.compile(r"\[ \]|☐|⏳|🔲"), re.compile(r"\[[xX]\]|✅|☑|✔|✓")

_NEXT = re.compile(r"\n#{1,6} ")


def _reported_done(item: Item, index: SourceIndex) -> list[Found]:
    """Find a task or a step stated as done that a list leaves open."""
    if not index.scope_complete or (item.kind is ItemKind.OPEN_WORK and item.status != "done"):
        return []
    if not _FINISHED.search(item.text) or not states_plainly(item.text):
        return []
    return _listed(item, index) or _boxed(item, index)


def _listed(item: Item, index: SourceIndex) -> list[Found]:
    stems = statement(item.text).stems
    for text, status, ordinal in index.facts.tasks.values():
        wanted = statement(text).stems
        if status == "pending" and len(wanted) >= LEAST_TASK and coverage(wanted, stems) >= TASK_AT:
            message = f"claims this as done, but [{ordinal}] leaves it {status}: {text[:100]}"
            return [
                Found("task_open", "warning", message, (*item.links, *links_of([ordinal], index)), text[:60])
            ]
    return []


def _boxed(item: Item, index: SourceIndex) -> list[Found]:
    """Find a step stated as done whose check boxes were empty when they were last shown."""
    labels = dict.fromkeys(match.group() for match in _LABEL.finditer(item.text))
    if len(labels) != 1:
        return []
    label = next(iter(labels))
    line = re.compile(
        rf"^([^\n]{{0,40}})\b{re.escape(label)}\b([^\n]{{0,200}})$", re.IGNORECASE | re.MULTILINE
    )
    state: tuple[bool, int] | None = None
    for event in index.events:
        if (
            event.sidechain is not None
            or event.kind is EventKind.COMPACTION
            or label.casefold() not in event.text.casefold()
        ):
            continue
        for match in line.finditer(event.text):
            around = match.group()
            if match.group(1).lstrip("0123456789→\t ").startswith("#"):
                below = event.text[match.end() : match.end() + BELOW]
                stop = _NEXT.search(below)
                around += below[: stop.start()] if stop else below
            empty, ticked = _EMPTY.search(around), _TICKED.search(around)
            if empty or ticked:
                state = (ticked is None, event.ordinal)
    if state is None or not state[0]:
        return []
    message = f"claims {label} as done; its boxes were empty when they were last seen, at [{state[1]}]"
    return [Found("task_open", "warning", message, (*item.links, *links_of([state[1]], index)), label)]
