"""The points of a timeline at which summarization memory would fold: S4's cycle, without texts.

In a transcript a message is a human's message or one text of the agent, with the work that follows it up to
the next one. The summary is assumed to have its full length, since nothing is summarized here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.strategies.memory.state import DEFAULT_POLICIES, MemoryPolicies
from workbench.strategies.triggers import EventFacts, TriggerMark

NAME = "memory"


class MemoryTriggers:
    """The triggers of `memory`."""

    strategy = NAME

    def __init__(self, policies: MemoryPolicies = DEFAULT_POLICIES) -> None:
        self._policies = policies
        self._starts: list[int] = []
        self._sizes: list[int] = []
        """First event and tokens of each recent message and of those of the exchange, oldest first."""
        self._held = 0
        self._fixed = 0
        """Tokens before the first message, which are part of every context."""
        self._turns = 0
        self._folded = False

    def feed(self, events: Sequence[EventFacts]) -> Iterator[TriggerMark]:
        """Yield the marks of the next events.

        A human's message begins a cycle, all else belongs to the message before.
        """
        starts, sizes = self._starts, self._sizes
        for event in events:
            kind, tokens = event[1], event[4]
            if kind == "user":
                mark = self._cycle(event)
                if mark is not None:
                    yield mark
                starts, sizes = self._starts, self._sizes
                starts.append(event[0])
                sizes.append(tokens)
                self._held += tokens
            elif kind == "assistant" and starts:
                starts.append(event[0])
                sizes.append(tokens)
                self._held += tokens
            elif starts:
                sizes[-1] += tokens
                self._held += tokens
            else:
                self._fixed += tokens

    def close(self) -> Iterator[TriggerMark]:
        """Yield nothing: a trigger fires only when the next message begins a cycle."""
        return iter(())

    def _cycle(self, new: EventFacts) -> TriggerMark | None:
        """Run one cycle before a new message: the exchange is added, one trigger at most is applied."""
        policies, count = self._policies, len(self._starts)
        brought = 1 if count else 0
        self._turns += brought
        summary = policies.max_summary_tokens if self._folded else 0
        tokens = self._fixed + summary + self._held + new.tokens
        surplus = count - policies.window
        if surplus <= 0:
            return None
        if tokens > policies.token_limit:
            rule = "token_budget"
            why = (
                f"{tokens:,} input tokens are over {policies.budget_share:.0%} of {policies.budget_tokens:,}"
            )
        elif count > policies.most:
            rule = "buffered_overflow"
            why = f"{count} recent messages are over {policies.window} + {policies.buffer}"
        elif brought and self._turns % policies.safety_turns == 0:
            rule = "safety"
            why = f"user turn {self._turns} is a multiple of {policies.safety_turns}"
        else:
            return None
        start, end = self._starts[0], self._starts[surplus] - 1
        self._held -= sum(self._sizes[:surplus])
        self._starts, self._sizes = self._starts[surplus:], self._sizes[surplus:]
        self._folded = True
        stated = f"{why}; the oldest {surplus} fold, the newest {policies.window} stay"
        return TriggerMark(NAME, rule, new.ordinal, new.turn, start, end, stated)
