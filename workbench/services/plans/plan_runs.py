"""The model calls that each strategy would make over a range, with estimated tokens (SG7).

Computed from figures of events, never their texts, so that a session of any length is planned quickly. A run
is one generation: the unit that gate E judges and that the cap applies to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from workbench.facts.shown import most_shown, shown_size
from workbench.strategies.historian.short_range import READ_CHARACTERS
from workbench.strategies.historian.summarize import FULL_DETAIL_TURNS, SUMMARIZE_THRESHOLD
from workbench.strategies.memory.state import DEFAULT_POLICIES
from workbench.strategies.modelled.asking import MARGIN
from workbench.strategies.modelled.items import ANSWER_TOKENS
from workbench.strategies.modelled.stage_room import INSTRUCTION_TOKENS, stage_room
from workbench.strategies.rolling import EVERY_TURNS
from workbench.strategies.staging import SEED_TOKENS, even_windows
from workbench.strategies.triggers import EventFacts

PAGE_TOKENS = 1_500
"""Tokens of a draft for which no size is requested: about a page (SG8)."""
QUOTE_FACTOR = 2
"""A model quotes the source of each statement, so its answer is about twice as long as the draft."""
REPAIRING_ROUNDS = 2
"""Most rounds in which findings go back to the model."""
MOST_SHARE = 0.35
"""Share of its source above which no draft is planned (S1 section 3)."""
TURN_TOKENS = 60
"""Most tokens that the historian's narrative call reads of a turn beyond the user's words, estimated."""
SENTENCE_TOKENS = 60
NARRATIVE_TOKENS = 120


@dataclass(frozen=True, slots=True)
class PlannedGeneration:
    """One generation, before any round of repair."""

    source: int
    """Tokens of its events, which are checked against the cap before anything is sent."""
    input: int
    """Tokens sent: the events, the text carried over from the run before, and the instructions."""
    output: int
    calls: int = 1
    carried: int = 0
    """Tokens carried over from the run before, checked against the cap together with the events."""

    @property
    def checked(self) -> int:
        """Most tokens of the first call, its longest answer included, as checked before sending."""
        return self.source + self.carried + INSTRUCTION_TOKENS + ANSWER_TOKENS

    def whole_corrections(self, cap: int) -> int:
        """Return how many rounds of repair can send the events again below the cap.

        A further round goes out without the events, or not at all: a request that could take its generation
        over the cap is never sent.
        """
        spent = self.input + self.output
        shown = self.output // 2  # the items of its answer, without their quotations
        needs = math.ceil(MARGIN * self.input) + shown + ANSWER_TOKENS
        return max(0, min(REPAIRING_ROUNDS, (cap - needs) // spent)) if spent else REPAIRING_ROUNDS


@dataclass(frozen=True, slots=True)
class PlannedRange:
    """A range to plan."""

    facts: Sequence[EventFacts]
    """The main-line events of the range, in order."""
    cap: int

    @property
    def tokens(self) -> int:
        """Tokens of the range's events."""
        return sum(fact.tokens for fact in self.facts)

    @property
    def checked(self) -> int:
        """Tokens that are checked against the cap: an upper estimate of the shown parts of the events."""
        return sum(map(checked_tokens, self.facts))

    @property
    def sent(self) -> int:
        """Tokens of the events that are sent."""
        return sum(map(sent_tokens, self.facts))

    @property
    def turns(self) -> int:
        """Number of turns of the range that have a human message."""
        return sum(map(_opens, self.facts, [None, *self.facts[:-1]]))


def _opens(fact: EventFacts, before: EventFacts | None) -> bool:
    """Return whether a turn begins at an event; events before the first human message belong to no turn."""
    return fact.turn > 0 and (before is None or fact.turn != before.turn)


def checked_tokens(fact: EventFacts) -> int:
    """Return the tokens of the shown part of an event, estimated as a request is before it is sent."""
    return shown_size(EventKind(fact.kind), fact.characters, whole=fact.speaks)


def sent_tokens(fact: EventFacts) -> int:
    """Like `checked_tokens`, by the transcript's own count, in proportion to the shown part of the text."""
    shown = most_shown(EventKind(fact.kind), fact.characters, whole=fact.speaks)
    return round(fact.tokens * shown / fact.characters) if shown else 0


def answered(source: int, page: int = PAGE_TOKENS) -> int:
    """Return the tokens of a model's answer over a source: a page with quotes, at most 35% of the source."""
    return min(page * QUOTE_FACTOR, round(source * MOST_SHARE))


def one_shot(scope: PlannedRange) -> list[PlannedGeneration]:
    """Plan one call over the whole range."""
    return [PlannedGeneration(scope.checked, scope.sent + INSTRUCTION_TOKENS, answered(scope.tokens))]


def memory(scope: PlannedRange) -> list[PlannedGeneration]:
    """Plan one call that folds the range into a bounded summary."""
    output = answered(scope.tokens, DEFAULT_POLICIES.max_summary_tokens)
    return [PlannedGeneration(scope.checked, scope.sent + INSTRUCTION_TOKENS, output)]


def rolling(scope: PlannedRange) -> list[PlannedGeneration]:
    """Plan a run at every 20th turn and one for the rest; each includes the page of the run before."""
    runs: list[PlannedGeneration] = []
    before = 0
    for facts in _by_turns(scope.facts, EVERY_TURNS):
        part = PlannedRange(facts, scope.cap)
        taken = part.tokens + before
        sent = part.sent + before + INSTRUCTION_TOKENS
        runs.append(PlannedGeneration(part.checked, sent, answered(taken), carried=before))
        before = min(PAGE_TOKENS, round(taken * MOST_SHARE))
    return runs


def _by_turns(facts: Sequence[EventFacts], every: int) -> list[Sequence[EventFacts]]:
    """Split the events into groups of `every` turns; events before the first turn go to the first group."""
    starts, turns = [0], 0
    for number, fact in enumerate(facts):
        if _opens(fact, facts[number - 1] if number else None):
            turns += 1
            if turns > every:
                starts.append(number)
                turns = 1
    return [facts[a:b] for a, b in zip(starts, [*starts[1:], len(facts)], strict=True)]


def multi_session(scope: PlannedRange) -> list[PlannedGeneration]:
    """Plan a call for each window of `stage_windows`; each but the first includes a seed package."""
    if not scope.facts:
        return []
    events = _bare(scope.facts)
    first, last = scope.facts[0].ordinal, scope.facts[-1].ordinal
    found = even_windows(events, first, last, stage_room(scope.cap))
    seed = min(PAGE_TOKENS, SEED_TOKENS)
    runs = []
    for number, each in enumerate(found):
        inside = [fact for fact in scope.facts if each.start <= fact.ordinal <= each.end]
        part = PlannedRange(inside, scope.cap)
        carried = seed if number else 0
        sent = part.sent + carried + INSTRUCTION_TOKENS
        runs.append(PlannedGeneration(each.tokens, sent, answered(part.tokens), carried=carried))
    return runs


def _bare(facts: Sequence[EventFacts]) -> list[SourceEvent]:
    """Return events without texts, dense from 0, for cutting windows.

    An event that is not planned counts 0 tokens.
    """
    events = [
        SourceEvent(ordinal, EventKind.META, "", "", sidechain="aside")
        for ordinal in range(facts[-1].ordinal + 1)
    ]
    for fact in facts:
        kind = EventKind(fact.kind)
        called = kind in (EventKind.TOOL_CALL, EventKind.TOOL_RESULT) and fact.call_id is not None
        tool = ToolFact("", fact.call_id, ToolAction.OTHER) if called and fact.call_id is not None else None
        events[fact.ordinal] = SourceEvent(
            fact.ordinal, kind, "", "", turn=fact.turn, tokens=checked_tokens(fact), tool=tool
        )
    return events


def historian(scope: PlannedRange) -> list[PlannedGeneration]:
    """Plan one call: a sentence for each long reply of the older turns, and the narrative of those turns.

    If no turn is older, the newest replies of the range are used instead, provided that the range contains
    work.
    """
    replies: dict[int, EventFacts] = {}
    recorded: dict[int, int] = {}
    for fact in scope.facts:
        if fact.kind == EventKind.ASSISTANT:
            replies[fact.turn] = fact
        elif fact.kind == EventKind.USER:
            recorded[fact.turn] = recorded.get(fact.turn, 0) + fact.tokens
    older = sorted(recorded)[:-FULL_DETAIL_TURNS]
    if not older:
        return _short_range(scope, sum(recorded.values()))
    long = [replies[t] for t in older if t in replies and replies[t].characters > SUMMARIZE_THRESHOLD]
    fact_tokens = sum(fact.tokens for fact in long)
    shown = (min(replies[turn].tokens, TURN_TOKENS) if turn in replies else 0 for turn in older)
    narrative = sum(recorded[turn] for turn in older) + sum(shown)
    return [_narrated(fact_tokens, narrative, len(long))]


def _short_range(scope: PlannedRange, recorded: int) -> list[PlannedGeneration]:
    """Plan a range without older turns by its newest replies; nothing if it contains only messages."""
    spoken = (EventKind.USER, EventKind.ASSISTANT, EventKind.META)
    if all(fact.kind in spoken for fact in scope.facts):
        return []
    read, room = [], READ_CHARACTERS
    for fact in reversed([fact for fact in scope.facts if fact.kind == EventKind.ASSISTANT]):
        room -= fact.characters
        if room < 0:
            break
        read.append(fact)
    long = [fact for fact in read if fact.characters > SUMMARIZE_THRESHOLD]
    narrative = recorded + sum(min(fact.tokens, TURN_TOKENS) for fact in read)
    return [_narrated(sum(fact.tokens for fact in long), narrative, len(long))]


def _narrated(replies: int, narrative: int, sentences: int) -> PlannedGeneration:
    """Return one generation of so many sentences on replies and a narrative; a draft asks for all at once."""
    output = SENTENCE_TOKENS * sentences + NARRATIVE_TOKENS
    return PlannedGeneration(replies + narrative, replies + narrative + INSTRUCTION_TOKENS, output)


Planner = Callable[[PlannedRange], list[PlannedGeneration]]

PLANNERS: dict[str, Planner | None] = {
    "intentional": one_shot,
    "rolling": rolling,
    "multi_session": multi_session,
    "snapshot": one_shot,
    "historian": historian,
    "memory": memory,
    "checkpoint": None,
    "native": None,
}
"""Strategies in the order shown; None for one that never calls a model."""
