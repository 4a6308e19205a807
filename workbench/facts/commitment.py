"""A commitment: one decision or one piece of work, folded over all that was said of it up to an event.

Capture and strategies read the same commitments, so what a draft holds and what it is measured
against come from one reading of the events. It holds no verdict about any artifact.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, TypeVar

from workbench.facts.spans import EventWords

Status = Literal["open", "done", "in_force", "superseded"]
Place = TypeVar("Place", EventWords, int)


class CommitmentKind(StrEnum):
    """The two kinds that gate C measures."""

    OPEN_WORK = "open_work"
    DECISION = "decision"


class Basis(StrEnum):
    """What a commitment was read from."""

    TODO = "todo"
    PLAN = "plan"
    PLAN_CHECK = "plan_check"
    """The commands by which a plan is to be verified."""
    PLAN_RULE = "plan_rule"
    """How things have to be, or what is to be left alone, in the body of a plan."""
    PLAN_STEP = "plan_step"
    """A step of a plan, or the files that it will change."""
    ANSWER = "answer"
    REPLY = "reply"
    """An answer in plain words to what the agent proposed."""
    STATE = "state"
    """An action that leaves something open: edited and not committed, a check that failed, a refused call."""
    STATED = "stated"
    """A sentence of the agent, or one of a human that directs nothing by its form."""
    OPINION = "opinion"
    """A statement that weighs, suggests or passes on advice."""
    REFUSAL = "refusal"
    RULE = "rule"
    STATEMENT = "statement"
    """How things are, stated by a human in a conversation without tools."""
    REQUEST = "request"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class Commitment:
    """One decision or piece of work as of the last event that was read."""

    kind: CommitmentKind
    basis: Basis
    text: str
    status: Status
    words: tuple[EventWords, ...]
    """Where it is said, in order; the last one says its present state."""
    touched: tuple[int, ...]
    """Ordinals of the events that created, changed or restated it, ascending."""
    context: str = ""
    """The question behind an answer, the tool call behind a refusal, the heading above a rule of a plan."""
    sure: bool = True
    """Explicit enough to count; what is not sure is only proposed to a person."""
    likelihood: float | None = None
    """How likely it binds, three decimals, where that was estimated."""
    carried_out: bool = False
    """The agent did what was asked and the user went on: it may still bind, and nothing is to be done."""

    @property
    def born(self) -> int:
        """The event that first said it."""
        return self.touched[0]

    @property
    def counts(self) -> bool:
        """Whether it still binds: open work that is open, a decision in force."""
        return self.status in ("open", "in_force")

    def carried(self, start: int) -> bool:
        """Whether it bound when a range that begins at `start` began, and still does at its end."""
        return self.counts and self.born < start

    def belongs(self, start: int) -> bool:
        """Whether a range that begins at `start` and ends where reading ended must know of it."""
        return self.counts or self.touched[-1] >= start

    def evidence(self, start: int) -> tuple[EventWords, ...]:
        """At most three places: the first that said it, and those in a range that begins at `start`."""
        inside = [words for words in self.words if words.ordinal >= start]
        chosen = list(dict.fromkeys([*self.words[:1], *inside] if inside else self.words))
        return tuple(chosen if len(chosen) <= 3 else [*chosen[:1], *chosen[-2:]])

    def with_status(self, status: Status, ordinal: int | None = None) -> Commitment:
        """The same with another status, touched by the event that changed it."""
        touched = self.touched if ordinal is None else tuple(sorted({*self.touched, ordinal}))
        return replace(self, status=status, touched=touched)

    def joined(self, other: Commitment) -> Commitment:
        """The same, restated by another: every place of both, in order."""
        words, touched = _united(self.words, other.words), _united(self.touched, other.touched)
        done = self.carried_out and other.carried_out
        return replace(self, words=words, touched=touched, carried_out=done)


def _united(places: tuple[Place, ...], more: Iterable[Place]) -> tuple[Place, ...]:
    """Places in order with some more in between; of many that hold one each, not all are compared anew."""
    made = list(places)
    for each in more:
        at = bisect_left(made, each)
        if at == len(made) or made[at] != each:
            made.insert(at, each)
    return tuple(made)
