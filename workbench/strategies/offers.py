"""What a draft may be filled with, in tiers: what was said, what was done, what was only read.

An offer is a run of words of the source, taken as it stands. It is chosen elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gates.language.lexicon import FAIL_WORDS, PASS_WORDS
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.changes import Change, changes
from workbench.facts.commands import calls_of
from workbench.facts.prose import statements as human_sentences
from workbench.facts.spans import Words, fold, shorten, trimmed
from workbench.facts.talk import agent_sentences, is_tentative
from workbench.strategies.base import DraftRequest

MAX_HUNK = 700
MAX_BLOCK = 480
MAX_BLOCK_LINES = 8
MAX_BLOCKS_PER_EVENT = 60
MAX_NAME = 80

_BLOCK = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
_WORDS = re.compile(r"[a-z]+")
_OUTCOME = PASS_WORDS | FAIL_WORDS
_SEEN = (ToolAction.READ, ToolAction.SEARCH, ToolAction.OTHER)


@dataclass(frozen=True, slots=True)
class Offer:
    """A statement that may be added to a draft."""

    words: Words
    speaker: Literal["user", "agent"] | None
    weight: float
    lead: str = ""
    """What names the place, such as the file or the command; it ends in a line end."""
    named: Words | None = None
    """Where the lead's name stands."""


def tiers(request: DraftRequest) -> Iterator[list[Offer]]:
    """Three tiers of offers, each in source order."""
    events, places = request.replaced(), _named_calls(request)
    yield [offer for event in events for offer in _talk(event)]
    yield [*_hunks(request), *(offer for event in events for offer in _work(event, places))]
    yield [offer for event in events for offer in _read(event, places)]


def _talk(event: SourceEvent) -> Iterator[Offer]:
    if event.kind is EventKind.USER:
        for said in human_sentences(event.text):
            if said.end - said.start >= 12:
                yield Offer(Words(event.ordinal, said.start, said.end), "user", 1.3)
    elif event.kind in (EventKind.ASSISTANT, EventKind.PLAN):
        for words in agent_sentences(event):
            yield Offer(words, "agent", 1.0 if event.kind is EventKind.ASSISTANT else 0.8)
    elif (
        event.kind is EventKind.TOOL_CALL and event.tool is not None and event.tool.action is ToolAction.PLAN
    ):
        for words in agent_sentences(event):
            yield Offer(words, "agent", 0.8)


def _work(event: SourceEvent, places: dict[str, Words]) -> Iterator[Offer]:
    """What the agent thought, and what commands and other agents reported."""
    if event.kind is EventKind.THINKING:
        for words in agent_sentences(event):
            if not is_tentative(event.text[words.start : words.end]):
                yield Offer(words, "agent", 0.7)
    elif event.kind is EventKind.TOOL_RESULT and event.tool is not None:
        if event.tool.action is ToolAction.AGENT:
            for words in agent_sentences(event):
                yield Offer(words, None, 0.8)
        elif event.tool.action is ToolAction.COMMAND:
            yield from (o for o in _blocks(event, 0.5, places) if _is_clean(event, o.words))


def _read(event: SourceEvent, places: dict[str, Words]) -> Iterator[Offer]:
    """What was read, searched or fetched: the last resort."""
    action = event.tool.action if event.kind is EventKind.TOOL_RESULT and event.tool is not None else None
    if action in _SEEN or event.kind in (EventKind.META, EventKind.SYSTEM):
        yield from _blocks(event, 0.2 if action is None else 0.5, places)
    elif action is ToolAction.COMMAND:
        yield from (o for o in _blocks(event, 0.1, places) if not _is_clean(event, o.words))


def _blocks(event: SourceEvent, weight: float, places: dict[str, Words]) -> Iterator[Offer]:
    """Runs of lines of a tool's output; told outcomes are left to what lists the failures."""
    tool = event.tool
    place = places.get(tool.call_id) if tool is not None else None
    lead = "" if tool is None or place is None else _lead(tool.target, place)
    for words in _runs(event):
        text = event.text[words.start : words.end]
        if len(text) >= 40 and not _OUTCOME & set(_WORDS.findall(text.casefold())):
            yield Offer(words, None, weight, lead, place if lead else None)


def _is_clean(event: SourceEvent, words: Words) -> bool:
    """Whether a block reads as text: no escaped documents, no lines without end, mostly letters."""
    text = event.text[words.start : words.end]
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return (
        '\\"' not in text
        and "\\n" not in text
        and letters >= 0.62 * len(text)
        and not re.search(r"[^\n]{300}", text)
    )


def _runs(event: SourceEvent) -> Iterator[Words]:
    made = 0
    for match in _BLOCK.finditer(event.text[:200_000]):
        start = match.start()
        while start < match.end() and made < MAX_BLOCKS_PER_EVENT:
            lines = event.text[start : match.end()].split("\n", MAX_BLOCK_LINES)[:MAX_BLOCK_LINES]
            kept = shorten("\n".join(lines), MAX_BLOCK)
            words = trimmed(event.text, event.ordinal, start, start + len(kept))
            start += max(1, len(kept))
            if words is not None:
                made += 1
                yield words


def _named_calls(request: DraftRequest) -> dict[str, Words]:
    """Where each call names its target: the tail of a path, the first line of anything else."""
    found = {}
    inside = request.replaced()
    wanted = {e.tool.call_id for e in inside if e.kind is EventKind.TOOL_RESULT and e.tool is not None}
    for event in calls_of(request.seen(), request.source.start, wanted).values():
        tool = event.tool
        if tool is not None and tool.target:
            name = _name(tool.target)
            position = event.text.find(name) if name else -1
            if position >= 0:
                found[tool.call_id] = Words(event.ordinal, position, position + len(name))
    return found


def _name(target: str) -> str:
    lines = [line.strip() for line in target.split("\n")[:20]]
    line = next((line for line in lines if line and not line.startswith("#")), "")
    if "/" in line and " " not in line:
        return "/".join(line.rstrip("/").split("/")[-2:])[-MAX_NAME:]
    return shorten(line, MAX_NAME)


def _lead(target: str, place: Words) -> str:
    name = fold(_name(target))
    told = _OUTCOME & set(_WORDS.findall(name.casefold()))
    return f"{name}:\n" if place.end > place.start and name and not told else ""


def _hunks(request: DraftRequest) -> Iterator[Offer]:
    """What each change put into its file, after the line by which the file itself is listed."""
    replaced = {event.ordinal for event in request.replaced()}
    for change in changes(request.seen(), request.source.start):
        if change.place.ordinal in replaced and change.body is not None:
            words = _hunk(request, change, change.body)
            name = "/".join(change.path.split("/")[-2:])
            place = Words(change.place.ordinal, change.place.end - len(name), change.place.end)
            if words is not None:
                yield Offer(words, None, 0.6, f"{change.tool} {name}:\n", place)


def _hunk(request: DraftRequest, change: Change, body: Words) -> Words | None:
    event = request.events[body.ordinal]
    start = body.start
    if change.shown is not None and not change.removes:
        start = max(start, change.shown.end)
    kept = shorten(event.text[start : body.end], MAX_HUNK)
    words = trimmed(event.text, event.ordinal, start, start + len(kept))
    return words if words is not None and words.end - words.start >= 40 else None
