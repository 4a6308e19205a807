"""A commitment: one decision or piece of work, folded over all its mentions up to an event.

Capture and strategies read the same commitments, so a draft and the yardstick that it is measured with come
from one reading of the events. A commitment contains no verdict about any artifact.
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
    """The source that a commitment was read from."""

    TODO = "todo"
    PLAN = "plan"
    PLAN_CHECK = "plan_check"
    """The commands that verify a plan."""
    PLAN_RULE = "plan_rule"
    """A rule in the body of a plan: how things must be, or what must not be touched."""
    PLAN_STEP = "plan_step"
    """A step of a plan, or the files that the plan will change."""
    ANSWER = "answer"
    REPLY = "reply"
    """A plain-text answer to a proposal of the agent."""
    STATE = "state"
    """An action that leaves something open: an uncommitted edit, a failed check, a refused call."""
    STATED = "stated"
    """A sentence of the agent, or one of the user that is no directive by its form."""
    OPINION = "opinion"
    """A statement that judges, suggests or passes on advice."""
    REFUSAL = "refusal"
    RULE = "rule"
    STATEMENT = "statement"
    """A fact stated by the user in a conversation without tools."""
    REQUEST = "request"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class Commitment:
    """One decision or piece of work as it is after the last event read."""

    kind: CommitmentKind
    basis: Basis
    text: str
    status: Status
    words: tuple[EventWords, ...]
    """The places that state it, in order; the last one states its present form."""
    touched: tuple[int, ...]
    """Ordinals of the events that created, changed or restated it, ascending."""
    context: str = ""
    """The question of an answer, the tool call of a refusal, or the heading above a plan's rule."""
    sure: bool = True
    """Whether it is explicit enough to count; otherwise it is only proposed to a person."""
    likelihood: float | None = None
    """Estimated likelihood that it binds, to three decimals, or None if not estimated."""
    carried_out: bool = False
    """Whether it was done and the user went on: nothing is left to do, though it may still bind."""
    replaced_by: str = ""
    """The sentence that superseded it, or "" if none did or it is not known."""

    @property
    def born(self) -> int:
        """Ordinal of the event that first stated it."""
        return self.touched[0]

    @property
    def counts(self) -> bool:
        """Whether it still binds: open work that is open, or a decision in force."""
        return self.status in ("open", "in_force")

    def carried(self, start: int) -> bool:
        """Return whether it was stated before a range from `start` on, and still binds at its end."""
        return self.counts and self.born < start

    def belongs(self, start: int) -> bool:
        """Return whether a range from `start` to the last event read must know of it."""
        return self.counts or self.touched[-1] >= start

    def evidence(self, start: int) -> tuple[EventWords, ...]:
        """Return at most three places: the first, and the last ones in a range from `start` on."""
        inside = [words for words in self.words if words.ordinal >= start]
        chosen = list(dict.fromkeys([*self.words[:1], *inside] if inside else self.words))
        return tuple(chosen if len(chosen) <= 3 else [*chosen[:1], *chosen[-2:]])

    def replaced(self, by: str, ordinal: int) -> Commitment:
        """Return a copy that the sentence `by` in an event superseded."""
        return replace(self.with_status("superseded", ordinal), replaced_by=by)

    def with_status(self, status: Status, ordinal: int | None = None) -> Commitment:
        """Return a copy with another status, touched by the event that changed it."""
        touched = self.touched if ordinal is None else tuple(sorted({*self.touched, ordinal}))
        return replace(self, status=status, touched=touched)

    def joined(self, other: Commitment) -> Commitment:
        """Return a copy that `other` restates: with the places of both, in order."""
        words, touched = _united(self.words, other.words), _united(self.touched, other.touched)
        done = self.carried_out and other.carried_out
        return replace(self, words=words, touched=touched, carried_out=done)


def _united(places: tuple[Place, ...], more: Iterable[Place]) -> tuple[Place, ...]:
    """Insert places into a sorted tuple, by bisection instead of sorting all of them again."""
    made = list(places)
    for each in more:
        at = bisect_left(made, each)
        if at == len(made) or made[at] != each:
            made.insert(at, each)
    return tuple(made)
