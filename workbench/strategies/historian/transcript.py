"""Turns of a transcript as the historian's inputs: what the router, the thinker and the steps would report.

Only events and facts are read. What a transcript does not contain stays empty; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gates.source import EventKind, SignalKind, SourceEvent, ToolAction
from gates.withdrawn import without_withdrawn
from workbench.facts.actions.changes import FileChange, changed_paths, changes
from workbench.facts.actions.commands import informative
from workbench.facts.answers.questions import asked, waiting_questions
from workbench.facts.spans import fold, shorten
from workbench.strategies.historian.models import (
    GeneratedArtifact,
    RouterOutput,
    StepMetadata,
    StepResult,
    SummarizeInput,
    ThinkOutput,
    TurnEntity,
)

MAX_GOAL = 240
MAX_TARGET = 160
FILE = "file"

_WRITES = re.compile(r"write|create", re.IGNORECASE)
_WHICH = re.compile(
    r"\b(?:which|did you mean|do you mean|which one|the one (?:in|from|with))\b", re.IGNORECASE
)
_MAY = re.compile(
    r"\b(?:would you like me to|shall i|should i|do you want me to|want me to|may i|"
    r"is it ok(?:ay)? (?:if|to))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TranscriptTurn:
    """One turn of a timeline."""

    number: int
    """The turn's number in the session."""
    events: tuple[SourceEvent, ...]
    given: SummarizeInput
    """Its inputs; conversation, entities and constraints belong to the run and are empty here."""


def turns_of(events: Sequence[SourceEvent], start: int) -> list[TranscriptTurn]:
    """Return the turns at or after event `start`, in order, without sidechains.

    Events are dense from ordinal 0.
    """
    groups: dict[int, list[SourceEvent]] = {}
    for event in without_withdrawn(events[start:]):
        if event.sidechain is None:
            groups.setdefault(event.turn, []).append(event)
    changed: dict[int, list[FileChange]] = {}
    for change in changes(events, start):
        changed.setdefault(events[change.place.ordinal].turn, []).append(change)
    seen: set[str] = changed_paths(events[:start]) if start else set()
    last = max(groups, default=0)
    waiting = [fold(words.quote(events)) for words in waiting_questions(events, start)]
    made = []
    for number, own in sorted(groups.items()):
        questions = waiting if number == last else []
        given = _input(own, changed.get(number, []), seen, questions)
        made.append(TranscriptTurn(number, tuple(own), given))
    return made


def _input(
    own: Sequence[SourceEvent], changed: Sequence[FileChange], seen: set[str], waiting: Sequence[str]
) -> SummarizeInput:
    text = "\n\n".join(e.text for e in own if e.kind is EventKind.USER)
    replies = [e for e in own if e.kind is EventKind.ASSISTANT]
    reply = replies[-1].text if replies else ""
    tools = [e for e in own if e.kind is EventKind.TOOL_CALL and e.tool is not None]
    goal = shorten(fold(text), MAX_GOAL)
    return SummarizeInput(
        final_response=reply,
        user_message=text,
        router_output=RouterOutput(goal=goal, complexity="steps" if tools else "reply", agent="transcript"),
        think_output=_thought(own, replies[-1] if replies else None, tools, waiting),
        step_results=tuple(_results(own)),
        step_metadata=tuple(_metadata(changed)),
        turn_entities=tuple(_entities(changed, seen)),
    )


def _thought(
    own: Sequence[SourceEvent],
    reply: SourceEvent | None,
    tools: Sequence[SourceEvent],
    waiting: Sequence[str],
) -> ThinkOutput:
    """Return the decision that a turn's end shows: what waits for an answer, or that nothing does."""
    steps = tuple(shorten(fold(f"{e.tool.name} {e.tool.target}"), MAX_TARGET) for e in tools if e.tool)
    proposed = [e for e in own if any(s.kind is SignalKind.PLAN_PROPOSED for s in e.signals)]
    settled = (SignalKind.PLAN_APPROVED, SignalKind.PLAN_REJECTED)
    answered = any(s.kind in settled for e in own for s in e.signals)
    if proposed and not answered:
        return ThinkOutput(decision="propose", steps=steps, proposal_message=fold(proposed[-1].text)[:2_000])
    questions = list(waiting) or _last_asked(reply)
    offers = [question for question in questions if _MAY.search(question)]
    if offers:
        return ThinkOutput(decision="propose", steps=steps, proposal_message=offers[-1])
    which = [question for question in questions if _WHICH.search(question)]
    if which:
        return ThinkOutput(decision="understand", steps=steps, disambiguation_questions=tuple(which))
    if questions:
        return ThinkOutput(decision="clarify", steps=steps, clarification_questions=tuple(questions))
    return ThinkOutput(decision="plan_direct", steps=steps)


def _last_asked(reply: SourceEvent | None) -> list[str]:
    """Return the questions of a reply that ends with one; a question in its middle does not wait."""
    if reply is None:
        return []
    found, end = asked(reply), len(reply.text.rstrip("*_\"') \n"))
    ends = bool(found) and found[-1].end >= end
    return [fold(reply.text[words.start : words.end]) for words in found] if ends else []


def _results(own: Sequence[SourceEvent]) -> Iterator[StepResult]:
    for number, event in enumerate(e for e in own if e.kind is EventKind.TOOL_RESULT and e.tool is not None):
        tool = event.tool
        if tool is None:
            continue
        looked = tool.action in (ToolAction.SEARCH, ToolAction.READ) and not tool.failed
        wrote = tool.action is ToolAction.CHANGE and not tool.failed
        words = informative(event) if tool.failed else None
        yield StepResult(
            step=number,
            status="error" if tool.failed else "success",
            tool=tool.name,
            saved={FILE: 1} if wrote else {},
            query=shorten(fold(f"{tool.name} {tool.target}"), MAX_TARGET) if looked and tool.target else None,
            error=None if words is None else fold(event.text[words.start : words.end]),
        )


def _metadata(changed: Sequence[FileChange]) -> Iterator[StepMetadata]:
    for number, change in enumerate(changed):
        yield StepMetadata(step=number, artifacts=(GeneratedArtifact(type=FILE, label=change.path),))


def _entities(changed: Sequence[FileChange], seen: set[str]) -> Iterator[TurnEntity]:
    """Yield files with what the turn did to them; writing an unknown path creates it."""
    stated: dict[str, TurnEntity] = {}
    for change in changed:
        made = change.path not in seen and bool(_WRITES.search(change.tool))
        seen.add(change.path)
        if change.path not in stated:
            stated[change.path] = TurnEntity(
                id=change.path, type=FILE, label=change.path, action="created" if made else "updated"
            )
    yield from stated.values()
