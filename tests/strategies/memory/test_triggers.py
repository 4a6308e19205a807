"""The three triggers of the contract, their priority, and what each folds."""

from __future__ import annotations

import pytest

from workbench.strategies import ChatMessage, MemoryPolicies, MemoryRun
from workbench.strategies.memory import cycle
from workbench.strategies.memory.cycle import Trigger
from workbench.strategies.memory.state import MemoryState


def messages(count: int) -> tuple[ChatMessage, ...]:
    """Messages of alternating roles."""
    return tuple(ChatMessage("assistant" if n % 2 else "user", f"message {n}") for n in range(count))


def state(recent: int, turns: int = 0) -> MemoryState:
    """A state with so many recent messages."""
    return MemoryState(recent_messages=messages(recent), user_turns=turns)


def test_exceeding_k_alone_triggers_nothing() -> None:
    """Up to K + B messages no trigger is true."""
    for recent in range(11):
        assert cycle.due(state(recent), 0, 10) == {}


@pytest.mark.parametrize(("recent", "overflow", "drop"), [(11, 1, 4), (12, 2, 4)])
def test_overflow_folds_all_but_the_newest_six(recent: int, overflow: int, drop: int) -> None:
    """Five messages are folded at 11, six at 12: those beyond the buffer, and those dropped down to K."""
    held = state(recent)
    active = cycle.due(held, 0, 10)
    assert list(active) == [Trigger.BUFFERED_OVERFLOW]
    fold = cycle.fold_of(held, active)
    assert fold is not None
    assert (len(fold.overflow), len(fold.drop_set)) == (overflow, drop)
    after = cycle.folded(held, fold, "")
    assert after.recent_messages == held.recent_messages[-6:]
    assert after.folded == recent - 6


@pytest.mark.parametrize("trigger", [Trigger.TOKEN_BUDGET, Trigger.SAFETY])
def test_token_and_safety_triggers_fold_everything_older_than_the_newest_k(trigger: Trigger) -> None:
    """Two of eight messages go; of six or fewer none does."""
    fold = cycle.fold_of(state(8), {trigger: "why"})
    assert fold is not None
    assert fold.messages == messages(8)[:2]
    assert cycle.fold_of(state(6), {trigger: "why"}) is None


def test_the_token_trigger_fires_above_seventy_percent() -> None:
    """Exactly 70% of the budget is not over it."""
    assert Trigger.TOKEN_BUDGET not in cycle.due(state(2), 0, 28_000)
    assert Trigger.TOKEN_BUDGET in cycle.due(state(2), 0, 28_001)


def test_the_new_message_counts_for_tokens_only() -> None:
    """A long new message makes the token trigger fire, and adds neither a message nor a user turn."""
    run = MemoryRun("r", policies=MemoryPolicies(budget_tokens=200))
    for number in range(4):
        assert run.ask(f"short {number}").folded is None
        run.answered("ok")
    done = run.ask("long " * 200)
    assert done.folded is not None
    assert done.folded.trigger is Trigger.TOKEN_BUDGET
    assert (run.state.user_turns, len(run.state.recent_messages)) == (4, 6)


def test_the_safety_trigger_fires_every_tenth_user_turn_not_reset_by_others() -> None:
    """Overflows between do not move it: it fires with turns 10, 20 and 30."""
    run = MemoryRun("r")
    fired = []
    for number in range(31):
        done = run.ask(f"message {number}")
        run.answered("ok")
        if done.folded is not None and done.folded.trigger is Trigger.SAFETY:
            fired.append(run.state.user_turns)
    assert fired == [10, 20, 30]


def test_the_highest_priority_active_trigger_is_applied() -> None:
    """Token budget before overflow before safety."""
    held = state(12, turns=10)
    active = cycle.due(held, 9, 50_000)
    assert list(active) == [Trigger.TOKEN_BUDGET, Trigger.BUFFERED_OVERFLOW, Trigger.SAFETY]
    for trigger in Trigger:
        fold = cycle.fold_of(held, active)
        assert fold is not None
        assert fold.trigger is trigger
        del active[trigger]


def test_messages_and_user_turns_are_counted_apart() -> None:
    """Ten messages are five user turns where each is answered."""
    run = MemoryRun("r")
    for number in range(6):
        run.ask(f"message {number}")
        run.answered("ok")
    assert (run.state.user_turns, len(run.state.recent_messages)) == (5, 10)


def test_an_unanswered_message_makes_eleven() -> None:
    """A message without a reply is an exchange of one, so overflow is met at 11 too."""
    run = MemoryRun("r")
    run.ask("nobody answers this")
    folded = None
    for number in range(6):
        folded = run.ask(f"message {number}").folded
        run.answered("ok")
    assert folded is not None
    assert (folded.trigger, folded.messages) == (Trigger.BUFFERED_OVERFLOW, 5)
