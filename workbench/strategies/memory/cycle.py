"""One cycle of summarization memory (S4 sections 4 to 7): the trigger, its fold, and the new state.

The order is fixed: the previous exchange is added, triggers are checked with the new message counted for
tokens only, at most one summarization is done, then the context is built. A message leaves the state only in
the step that brings in the summary it was folded into.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from workbench.strategies.memory.state import ChatMessage, MemoryState, TokenCount


class Trigger(StrEnum):
    """The three triggers, in the order of their priority (S4 section 7)."""

    TOKEN_BUDGET = "token_budget"
    BUFFERED_OVERFLOW = "buffered_overflow"
    SAFETY = "safety"


@dataclass(frozen=True, slots=True)
class MemoryFold:
    """The input of one summarization: the oldest recent messages, contiguous (S4 section 5)."""

    trigger: Trigger
    overflow: tuple[ChatMessage, ...]
    """The oldest messages, those beyond K + B."""
    drop_set: tuple[ChatMessage, ...]
    """The other messages that are dropped when the newest K stay."""
    why: str

    @property
    def messages(self) -> tuple[ChatMessage, ...]:
        """All messages that are summarized and then dropped, oldest first."""
        return (*self.overflow, *self.drop_set)


def with_exchange(state: MemoryState, exchange: Sequence[ChatMessage]) -> MemoryState:
    """Return the state after the previous exchange was added; nothing is dropped."""
    stated = sum(1 for message in exchange if message.role == "user")
    return replace(
        state,
        recent_messages=(*state.recent_messages, *exchange),
        user_turns=state.user_turns + stated,
    )


def input_tokens(state: MemoryState, system_prompt: str, new: ChatMessage, count: TokenCount) -> int:
    """Return the estimated tokens of the context that would be sent now, the new message included."""
    texts = [system_prompt, state.memory_summary, *(m.text for m in state.recent_messages), new.text]
    return sum(count(text) for text in texts if text)


def due(state: MemoryState, turns_before: int, tokens: int) -> dict[Trigger, str]:
    """Return every trigger that fires, in the order of priority, with the figures that decided.

    `turns_before` is the number of user turns before this cycle's exchange was added; the safety trigger
    fires when the exchange reached a multiple of `safety_turns`, whatever the other triggers did before.
    """
    policies, found = state.policies, {}
    if tokens > policies.token_limit:
        share = f"{policies.budget_share:.0%} of {policies.budget_tokens:,}"
        found[Trigger.TOKEN_BUDGET] = f"{tokens:,} input tokens are over {share}"
    if len(state.recent_messages) > policies.most:
        held = f"{policies.window} + {policies.buffer}"
        found[Trigger.BUFFERED_OVERFLOW] = f"{len(state.recent_messages)} recent messages are over {held}"
    if state.user_turns // policies.safety_turns > turns_before // policies.safety_turns:
        found[Trigger.SAFETY] = f"user turn {state.user_turns} is a multiple of {policies.safety_turns}"
    return found


def fold_of(state: MemoryState, active: dict[Trigger, str]) -> MemoryFold | None:
    """Return what the highest active trigger folds: everything older than the newest K; None for nothing."""
    surplus = len(state.recent_messages) - state.policies.window
    if not active or surplus <= 0:
        return None
    trigger = next(each for each in Trigger if each in active)
    beyond = max(0, len(state.recent_messages) - state.policies.most)
    return MemoryFold(
        trigger=trigger,
        overflow=state.recent_messages[:beyond],
        drop_set=state.recent_messages[beyond:surplus],
        why=active[trigger],
    )


def folded(state: MemoryState, fold: MemoryFold, updated_summary: str) -> MemoryState:
    """Return the state after a summarization: the summary replaced, its messages dropped, the newest K kept.

    Raises:
        ValueError: the fold is not of this state's oldest messages, so it may drop nothing.
    """
    count = len(fold.messages)
    if fold.messages != state.recent_messages[:count]:
        raise ValueError("a fold takes the oldest recent messages, or it would drop some unseen")
    return replace(
        state,
        memory_summary=updated_summary,
        recent_messages=state.recent_messages[count:],
        folded=state.folded + count,
    )


def context(state: MemoryState, system_prompt: str, new: ChatMessage) -> list[dict[str, str]]:
    """Return the messages of a chat completion, in S4's order: system prompt, summary, recent, new.

    The summary is a separate system message and is left out while it is empty.
    """
    built = [{"role": "system", "content": system_prompt}] if system_prompt else []
    if state.memory_summary:
        built.append({"role": "system", "content": state.memory_summary})
    built += [{"role": message.role, "content": message.text} for message in state.recent_messages]
    return [*built, {"role": new.role, "content": new.text}]
