"""The model calls that each strategy would make over a range, with estimated tokens (SG7).

Computed from figures of events, never their texts, so that a session of any length is planned quickly. A run
is one generation: the unit that gate E judges and that the cap applies to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from workbench.facts.shown import BYTES_PER_TOKEN, most_shown, shown_size
from workbench.strategies.historian.short_range import READ_CHARACTERS
from workbench.strategies.historian.summarize import FULL_DETAIL_TURNS, SUMMARIZE_THRESHOLD
from workbench.strategies.memory.state import DEFAULT_POLICIES
from workbench.strategies.modelled.asking import MARGIN
from workbench.strategies.modelled.historian import ANSWER_TOKENS as HISTORY_TOKENS
from workbench.strategies.modelled.historian import HISTORY, LONGEST_TEXT
from workbench.strategies.modelled.items import ANSWER_TOKENS, DRAFT, MEMORY, NOTES
from workbench.strategies.modelled.prompting import PromptFile, size_of
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
TURN_FRAME = 40
"""Characters around each message and reply that the historian's call reads, estimated."""
HISTORY_INPUT = 700
"""Estimated tokens of the historian's instructions, which are shorter, and the schema of its answer."""
SENTENCE_TOKENS = 60
NARRATIVE_TOKENS = 120
TASK_TOKENS = 400
"""Estimated tokens of a task beside the events: objective, wanted size, items carried over."""
KNOWN_TOKENS = 600
"""Tokens of what a snapshot has recorded already, which the request for its notes lists, estimated."""


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
    instructions: int = INSTRUCTION_TOKENS
    """Tokens of its instructions, of the schema of its answer and of its task, as checked before sending."""
    longest: int = ANSWER_TOKENS
    """Most tokens of its answer."""
    counted: int | None = None
    """Tokens of the first call of a draft with its longest answer; None: they are estimated."""

    @property
    def checked(self) -> int:
        """Most tokens of the first call, its longest answer included, as checked before sending."""
        return self.counted or (self.source + self.carried + self.instructions + self.longest)

    def whole_corrections(self, cap: int) -> int:
        """Return how many rounds of repair can send the events again below the cap.

        A further round goes out without the events, or not at all: a request that could take its generation
        over the cap is never sent.
        """
        spent = self.input + self.output
        shown = self.output // 2  # the items of its answer, without their quotations
        needs = math.ceil(MARGIN * self.input) + shown + self.longest
        return max(0, min(REPAIRING_ROUNDS, (cap - needs) // spent)) if spent else REPAIRING_ROUNDS


@dataclass(frozen=True, slots=True)
class PlannedRange:
    """A range to plan."""

    facts: Sequence[EventFacts]
    """The main-line events of the range, in order."""
    cap: int
    counted: int | None = None
    """The tokens of `checked`, counted from the texts; None: they are estimated from figures."""

    @property
    def tokens(self) -> int:
        """Tokens of the range's events."""
        return sum(fact.tokens for fact in self.facts)

    @property
    def checked(self) -> int:
        """Tokens that are checked against the cap: an upper estimate of the shown parts of the events."""
        return self.counted if self.counted is not None else sum(map(checked_tokens, self.facts))

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
    """Like `checked_tokens`, by the transcript's own count, in proportion to the shown part of the text.

    Never more than that: the count of an agent includes what no transcript shows.
    """
    shown = most_shown(EventKind(fact.kind), fact.characters, whole=fact.speaks)
    return min(round(fact.tokens * shown / fact.characters), checked_tokens(fact)) if shown else 0


def answered(source: int, page: int = PAGE_TOKENS) -> int:
    """Return the tokens of a model's answer over a source: a page with quotes, at most 35% of the source."""
    return min(page * QUOTE_FACTOR, round(source * MOST_SHARE))


def instructed(prompt: PromptFile) -> int:
    """Return the tokens of a prompt, the schema of its answer and a task, as they are before sending."""
    bare, _ = prompt.prompt({}, 0)
    return size_of(bare) + TASK_TOKENS


def one_shot(scope: PlannedRange) -> list[PlannedGeneration]:
    """Plan one call over the whole range."""
    sent, output = scope.sent + INSTRUCTION_TOKENS, answered(scope.tokens)
    return [PlannedGeneration(scope.checked, sent, output, instructions=instructed(DRAFT))]


def noted(scope: PlannedRange) -> list[PlannedGeneration]:
    """Plan one call for the notes of a snapshot, which is shown what is recorded already."""
    sent, output = scope.sent + INSTRUCTION_TOKENS, answered(scope.tokens)
    instructions = instructed(NOTES) + KNOWN_TOKENS
    return [PlannedGeneration(scope.checked, sent, output, instructions=instructions)]


def memory(scope: PlannedRange) -> list[PlannedGeneration]:
    """Plan one call that folds the range into a bounded summary."""
    output = answered(scope.tokens, DEFAULT_POLICIES.max_summary_tokens)
    sent = scope.sent + INSTRUCTION_TOKENS
    return [PlannedGeneration(scope.checked, sent, output, instructions=instructed(MEMORY))]


def rolling(scope: PlannedRange) -> list[PlannedGeneration]:
    """Plan a run at every 20th turn and one for the rest; each includes the page of the run before."""
    runs: list[PlannedGeneration] = []
    before = 0
    for facts in _by_turns(scope.facts, EVERY_TURNS):
        part = PlannedRange(facts, scope.cap)
        taken = part.tokens + before
        sent = part.sent + before + INSTRUCTION_TOKENS
        fixed = instructed(DRAFT)
        runs.append(PlannedGeneration(part.checked, sent, answered(taken), 1, before, fixed))
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
        fixed = instructed(DRAFT)
        runs.append(PlannedGeneration(each.tokens, sent, answered(part.tokens), 1, carried, fixed))
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
    replies = {fact.turn: fact for fact in scope.facts if fact.kind == EventKind.ASSISTANT}
    asked = [fact for fact in scope.facts if fact.kind == EventKind.USER]
    older = sorted({fact.turn for fact in asked})[:-FULL_DETAIL_TURNS]
    if not older:
        return _short_range(scope, asked)
    turns = set(older)
    return [_narrated([f for f in asked if f.turn in turns], [replies[t] for t in older if t in replies])]


def _short_range(scope: PlannedRange, asked: Sequence[EventFacts]) -> list[PlannedGeneration]:
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
    return [_narrated(asked, read)]


def _narrated(asked: Sequence[EventFacts], replies: Sequence[EventFacts]) -> PlannedGeneration:
    """Return one generation on messages and replies, with all sentences and the narrative in one answer.

    Of each of them at most `LONGEST_TEXT` characters are sent.
    """
    read = [*asked, *replies]
    characters = [min(fact.characters, LONGEST_TEXT) for fact in read]
    checked = -(-(sum(characters) + len(read) * TURN_FRAME) // BYTES_PER_TOKEN)
    shares = zip(read, characters, strict=True)
    counted = sum(round(fact.tokens * shown / fact.characters) for fact, shown in shares if shown)
    sentences = sum(fact.characters > SUMMARIZE_THRESHOLD for fact in replies)
    output = SENTENCE_TOKENS * sentences + NARRATIVE_TOKENS
    return PlannedGeneration(
        checked,
        min(counted, checked) + HISTORY_INPUT,
        output,
        instructions=instructed(HISTORY),
        longest=HISTORY_TOKENS,
    )


Planner = Callable[[PlannedRange], list[PlannedGeneration]]

PLANNERS: dict[str, Planner | None] = {
    "intentional": one_shot,
    "rolling": rolling,
    "multi_session": multi_session,
    "snapshot": noted,
    "historian": historian,
    "memory": memory,
    "checkpoint": None,
    "native": None,
}
"""Strategies in the order shown; None for one that never calls a model."""
