"""A session's objective in the user's own words: its opening, and what it turned to since."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.language.opening import ATTACHED, announces_plan, has_substance, opening_message, plan_itself
from gates.source import EventKind, SourceEvent
from gates.withdrawn import without_withdrawn
from workbench.facts.said import is_task, said_in, spawned_task
from workbench.facts.sentences.courtesy import without_greeting
from workbench.facts.sentences.mood import orders
from workbench.facts.sentences.prose import statements
from workbench.facts.sentences.sentence import classify
from workbench.facts.spans import GAP, fold, shorten
from workbench.facts.superseding.reversal import undoes_turn

LIMIT = 500
"""Longest objective, in characters."""
UNASKED = "No request is recorded. "
BEGAN = f"{UNASKED}The agent began: "
"""Prefix before the agent's first words if nobody made a request."""
SUMMED = f"{UNASKED}The transcript's own summary names as its goal: "
"""Like `BEGAN`, before the goal that a summary in the transcript names."""
PARAGRAPH = 160
"""Fewest characters of the user's own in a message that opens something new."""
OWN = 0.8
"""Smallest share of such a message that must be the user's own sentences."""
_DRAWN = re.compile(r"\S {4,}\S|[│┌└─├]|^\S{1,60} = ", re.MULTILINE)
"""A pasted drawing or value."""
_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'")
_COMMITS = re.compile(r"\bgit (?:-C \S{1,200} )?(?:commit|push)\b(?![^\n;&|]{0,80}--dry-run)")
_GOES_ON = re.compile(
    r"^\W{0,4}(?:well|yes|yeah|yep|no|nope|ok(?:ay)?|sure|so|but|and|also|hm+|actually|right|great|good|perfect|"
    r"thanks?|oh|ah+|wait|why|continue|sorry|it|that|this is|those|they|i (?:feel|see|agree))\b",
    re.IGNORECASE,
)
"""The beginning of a message that answers or continues the one before it."""
_PICTURE = re.compile(
    r"(?:~|[A-Za-z]:)?[/\\](?:\\ |[^\s'\"()]){4,300}?\.(?:png|jpe?g|gif|webp|heic|bmp|tiff?)\b['\")]{0,2}",
    re.IGNORECASE,
)
"""A pasted picture, as its path."""
_BLANK_LINES = re.compile(r"[ \t]{0,20}\r?\n(?:[ \t]{0,20}\r?\n){2,400}")
"""More than one blank line in a row."""
_PICTURE_TAG = re.compile(r"<(?:img|picture)\b[^<>]{0,2000}>\s{0,8}", re.IGNORECASE)
"""A pasted picture, as an HTML tag."""
_QUESTION_LINES = 12
"""Lines at the end of a message in which a question counts as the message's question."""
QUOTED = 40
"""Fewest characters of a line that show that it is quoted."""
_OF_AGENT = (EventKind.ASSISTANT, EventKind.TOOL_CALL, EventKind.TOOL_RESULT)
_FENCE = "```"
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]", re.MULTILINE)
_HEADINGS = re.compile(r"(?: {0,3}#{1,6}[ \t][^\n]{0,400}\s+){1,8}")
"""Headings with nothing between them."""
_LOOSE_END = re.compile(r"(?:\n\s*(?:#{1,6}[ \t][^\n]{0,200}|\d{1,3}[.)]))+\s*$")
"""Headings and list numbers at the end of a cut text."""


def current_objective(events: Sequence[SourceEvent], start: int) -> str:
    """Return the session's objective at the end of a range from `start` to the last event.

    This is the first message, as `objective_of` returns it, until its work was committed and the user then
    opened something else: a paragraph of their own words that answers no question, or a plan to carry out. If
    the user has that reverted, the objective before it applies again. A session that another one spawned has
    its task as objective.
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
            if before and undoes_turn(event.text):
                current = before.pop()
            elif committed and not asked and _is_new(event.text) and not _quotes(event, events[start:]):
                before.append(current)
                current, committed = _cut(plan_itself(event.text)), False
            asked = False
    return current


def was_asked_for(objective: str) -> bool:
    """Return whether an objective is a request, and not the beginning of an agent that nobody asked."""
    return not objective.lstrip().startswith(UNASKED.rstrip())


def last_task(events: Sequence[SourceEvent], first: SourceEvent) -> SourceEvent:
    """Return the last of a spawned session's tasks, or `first` if there is only one."""
    later = (e for e in reversed(events[first.ordinal + 1 :]) if e.sidechain is None)
    return next((e for e in later if e.kind is EventKind.META and is_task(e.text)), first)


def _asks(text: str) -> bool:
    """Return whether a message asks a question near its end, possibly followed by options to choose from."""
    lines = text.strip().split("\n")[-_QUESTION_LINES:]
    return any(line.rstrip("\"')*_` ").endswith("?") for line in lines)


def without_pictures(text: str) -> str:
    """Return a message without the names of files and pictures that were dropped or pasted into it."""
    if text.lstrip().startswith("# Files mentioned"):
        text = ATTACHED.sub("", text, count=1)
    if "<" in text:
        text = _PICTURE_TAG.sub("", text)
    if not _PICTURE.search(text):
        return text
    return re.sub(r"\n\s*\n\s*", "\n\n", _PICTURE.sub("", text)).strip()


def cut_to(text: str, limit: int) -> str:
    """Cut a text to a limit and mark the cut, without a heading or list number just before the mark."""
    text = text.strip()
    kept = shorten(text, limit)
    return kept if kept == text else f"{_LOOSE_END.sub('', kept).rstrip()} {GAP}"


def plan_title(text: str) -> str:
    """Return the first two lines of a message that only hands over a plan, else ""."""
    if not announces_plan(text):
        return ""
    lines = [line.strip("# \t") for line in text.split("\n") if line.strip("# \t")]
    return " ".join(lines[:2])


def _cut(text: str, limit: int | None = None) -> str:
    """Cut a text to `limit` (else `LIMIT`), without pictures and without headings that nothing follows."""
    text, limit = _BLANK_LINES.sub("\n\n", without_pictures(text)), limit or LIMIT
    kept = shorten(text, limit)
    if kept == text.strip():
        return kept
    if kept.count(_FENCE) % 2:
        kept = kept[: kept.rindex(_FENCE)]
    return _LOOSE_END.sub("", kept).rstrip() or shorten(text, limit)


def longer_objective(objective: str, message: str, limit: int) -> str:
    """Return more of the message that an objective was cut from, up to `limit` characters.

    The objective is returned as it is if the message does not begin with it, or if nothing more fits.
    """
    longer = _cut(without_greeting(plan_itself(message)), limit)
    begins = fold(longer).startswith(fold(objective))
    return longer if begins and len(longer) > len(objective) else objective


def _is_new(text: str) -> bool:
    """Return whether a message opens a topic instead of answering, continuing or reporting a fault.

    A message without a request, such as a pasted finding about the work, opens nothing.
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


def _quotes(message: SourceEvent, events: Sequence[SourceEvent]) -> bool:
    """Return whether a message begins with words that the agent wrote before it: it answers them."""
    opening = message.text.strip().partition("\n")[0].strip("> \t")
    if len(opening) < QUOTED:
        return False
    before = (e for e in events if e.ordinal < message.ordinal and e.kind in _OF_AGENT)
    return any(opening in e.text for e in before)


def _opening_part(text: str) -> str:
    """Return a message up to the first heading after its opening words; the rest is a document."""
    bare = text.lstrip()
    above = _HEADINGS.match(bare)
    bare = bare[above.end() :] if above is not None else bare
    below = _HEADING.search(bare)
    return bare[: below.start()] if below is not None else bare


def objective_of(events: Sequence[SourceEvent]) -> str:
    """Return the session's opening (`gates.language.opening`), cut to 500 characters at a sentence."""
    opened = (without_pictures(event.text) for event in said_in(events).own)
    return _cut(without_greeting(opening_message(opened)))
