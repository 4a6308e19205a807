"""Summarization memory to the letter: every invariant of the contract is a test named for it.

Conversations are random; the summarizer is a recorder, so that what was folded is known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.language.similarity import statement
from workbench.errors import Refused
from workbench.strategies import (
    ChatMessage,
    ChatRequest,
    Decision,
    ExtractiveSummarizer,
    MemoryPolicies,
    MemoryRun,
    Proposal,
    RunEvent,
    SavedRun,
)
from workbench.strategies.memory import cycle
from workbench.strategies.memory.state import MemoryState, estimated_tokens
from workbench.strategies.memory.summary_text import parse

WORDS = (
    "use sqlite for the order store|never write to the ledger table|set the retry limit to 3|"
    "set the retry limit to 5|the deadline is Friday|the deadline is Monday|my name is Ana|"
    "we sell 40 loaves a day|open: ask the baker about rye|thanks a lot|what do you think?|"
    "see docs/plan.md and src/app.py|"
    "keep the boards, replace two, sand and oil|I'd like plain doors without handles"
).split("|")
CONTEXT = settings(max_examples=25, deadline=None)


@dataclass
class Recorder:
    """A summarizer that works extractively and records its input."""

    most: int = 1_000
    given: list[ChatMessage] = field(default_factory=list)
    calls: list[tuple[str, tuple[ChatMessage, ...]]] = field(default_factory=list)

    def summarize_memory(self, current: str, messages: Sequence[ChatMessage]) -> str:
        """The extractive summary."""
        self.given += messages
        self.calls.append((current, tuple(messages)))
        return ExtractiveSummarizer(self.most).summarize_memory(current, messages)


@dataclass
class Driven:
    """A conversation that was driven to its end."""

    run: MemoryRun
    recorder: Recorder
    asked: list[ChatRequest]
    said: list[ChatMessage]


talks = st.lists(
    st.tuples(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(". ".join), st.booleans()),
    min_size=1,
    max_size=45,
)
budgets = st.sampled_from((150, 400, 40_000))
any_policies = st.builds(
    MemoryPolicies,
    window=st.integers(1, 7),
    buffer=st.integers(0, 5),
    safety_turns=st.integers(1, 12),
    budget_tokens=st.just(10**9),
)
"""Every window and buffer; a budget that no conversation here reaches."""


def drive(talk: Sequence[tuple[str, bool]], budget: int = 40_000, most: int = 1_000) -> Driven:
    """Drive a conversation; a message whose flag is false gets no reply."""
    recorder = Recorder(most)
    policies = MemoryPolicies(budget_tokens=budget, max_summary_tokens=most)
    run = MemoryRun("r", system_prompt="Be brief.", policies=policies, summarizer=recorder)
    asked, said = [], []
    for number, (text, replied) in enumerate(talk):
        asked.append(run.ask(f"{text} ({number})"))
        said.append(ChatMessage("user", f"{text} ({number})"))
        if replied:
            run.answered(f"Noted {number}.")
            said.append(ChatMessage("assistant", f"Noted {number}."))
    return Driven(run, recorder, asked, said)


@CONTEXT
@given(talks, budgets)
def test_no_message_is_dropped_without_being_folded(talk: list[tuple[str, bool]], budget: int) -> None:
    """Every message that is no longer verbatim was summarized exactly once, in order."""
    done = drive(talk, budget)
    state = done.run.state
    kept = list(state.recent_messages)
    assert done.recorder.given == done.said[: state.folded]
    assert kept == done.said[state.folded : state.folded + len(kept)]
    assert len(done.said) - state.folded - len(kept) <= 2  # the exchange of the last cycle, still to be added


@CONTEXT
@given(talks, budgets)
def test_state_size_is_bounded(talk: list[tuple[str, bool]], budget: int) -> None:
    """At most K + B messages stay verbatim, and a summary never takes more than its most."""
    done = drive(talk, budget, most=60)
    for asked in done.asked:
        verbatim = [m for m in asked.messages if m["role"] != "system"][:-1]
        assert len(verbatim) <= 10
    assert estimated_tokens(done.run.state.memory_summary) <= 60


@CONTEXT
@given(talks, budgets)
def test_behaviour_is_reproducible(talk: list[tuple[str, bool]], budget: int) -> None:
    """Equal messages give equal contexts and an equal state."""
    one, two = drive(talk, budget), drive(talk, budget)
    assert [a.messages for a in one.asked] == [a.messages for a in two.asked]
    assert one.run.state == two.run.state


@CONTEXT
@given(talks, any_policies)
def test_what_is_folded_is_what_the_contract_says(
    talk: list[tuple[str, bool]], policies: MemoryPolicies
) -> None:
    """Every cycle of any conversation under any policies matches the contract stated in ten lines."""
    recorder = Recorder()
    run = MemoryRun("r", policies=policies, summarizer=recorder)
    wanted = _by_the_contract(talk, policies)
    for number, (text, replied) in enumerate(talk):
        calls = len(recorder.calls)
        folded = run.ask(f"{text} ({number})").folded
        trigger, messages, recent = wanted[number]
        assert (folded.trigger.value if folded else None) == trigger
        assert [m for _, given in recorder.calls[calls:] for m in given] == messages
        assert list(run.state.recent_messages) == recent
        if replied:
            run.answered(f"Noted {number}.")


def _by_the_contract(
    talk: Sequence[tuple[str, bool]], policies: MemoryPolicies
) -> list[tuple[str | None, list[ChatMessage], list[ChatMessage]]]:
    """Yield for each cycle the trigger, the summarized part, and the verbatim part (S4 sections 5 to 7)."""
    recent: list[ChatMessage] = []
    exchange: list[ChatMessage] = []
    wanted = []
    for number, (text, replied) in enumerate(talk):
        recent, trigger = recent + exchange, None
        if number and number % policies.safety_turns == 0 and len(recent) > policies.window:
            trigger = "safety"
        if len(recent) > policies.window + policies.buffer:
            trigger = "buffered_overflow"
        gone = recent[: -policies.window] if trigger else []
        recent = recent[len(gone) :]
        wanted.append((trigger, gone, recent))
        exchange = [ChatMessage("user", f"{text} ({number})")]
        exchange += [ChatMessage("assistant", f"Noted {number}.")] if replied else []
    return wanted


@CONTEXT
@given(any_policies, st.integers(0, 24))
def test_the_overflow_set_is_what_lies_beyond_k_and_b(policies: MemoryPolicies, count: int) -> None:
    """The oldest messages beyond K + B overflow; the drop set is what besides goes when the newest K stay."""
    recent = tuple(ChatMessage("user", f"message {n}") for n in range(count))
    state = MemoryState(policies, recent_messages=recent)
    fold = cycle.fold_of(state, cycle.due(state, 0, 0))
    beyond = count - (policies.window + policies.buffer)
    if beyond <= 0:
        assert fold is None
        return
    assert fold is not None
    assert fold.overflow == recent[:beyond]
    assert fold.drop_set == recent[beyond : count - policies.window]
    assert cycle.folded(state, fold, "").recent_messages == recent[count - policies.window :]


@CONTEXT
@given(talks)
def test_no_fact_is_invented(talk: list[tuple[str, bool]]) -> None:
    """Every name, number and content word in a summary occurs in a message it folded."""
    done = drive(talk)
    said = statement("\n".join(message.text for message in done.recorder.given))
    for entry in parse(done.run.state.memory_summary):
        stated = statement(entry.text)
        assert stated.stems - statement("also").stems <= said.stems
        assert set(stated.tokens.identifiers) <= set(said.tokens.identifiers)


@CONTEXT
@given(talks, any_policies)
def test_policies_are_immutable_at_runtime(talk: list[tuple[str, bool]], policies: MemoryPolicies) -> None:
    """Every state of a conversation has the policies it began with, every figure of them; none can be set."""
    given_as = asdict(policies)
    run = MemoryRun("r", policies=policies, summarizer=Recorder())
    for number, (text, replied) in enumerate(talk):
        folded = run.ask(f"{text} ({number})").folded
        if replied:
            run.answered(f"Noted {number}.")
        states = [run.state] if folded is None else [run.state, folded.state]
        assert all(asdict(state.policies) == given_as for state in states)
        assert MemoryState.from_json(run.state.to_json()).policies == policies
    for name, value in given_as.items():
        with pytest.raises(FrozenInstanceError):
            setattr(run.state.policies, name, value)
        with pytest.raises(FrozenInstanceError):
            run.state.policies = policies  # type: ignore[misc]
        with pytest.raises(AttributeError):
            run.state = run.state  # type: ignore[misc]


@pytest.mark.parametrize("changed", [each.name for each in fields(MemoryPolicies)])
def test_a_conversation_taken_up_again_keeps_its_policies(changed: str) -> None:
    """Any other figure than the one it began with is refused; without policies it goes on with its own."""
    policies = MemoryPolicies(window=3, buffer=1, budget_share=0.5)
    keeper = Held()
    MemoryRun("r", policies=policies, keeper=keeper).ask("Use sqlite for the order store.")
    other = replace(policies, **{changed: getattr(policies, changed) / 2 if changed == "budget_share" else 7})
    with pytest.raises(Refused, match="never change"):
        MemoryRun("r", policies=other, keeper=keeper)
    assert MemoryRun("r", keeper=keeper).state.policies == policies


class Held:
    """Keeps the state of one run, and nothing else."""

    def __init__(self) -> None:
        self.saved: SavedRun | None = None

    def load(self, run_id: str) -> SavedRun | None:
        """Return the last saved state."""
        return self.saved if self.saved and self.saved.run_id == run_id else None

    def save(self, run: SavedRun) -> None:
        """Keep it."""
        self.saved = run

    def record(self, run_id: str, position: int, events: Sequence[RunEvent]) -> str:
        """Nothing is folded here."""
        raise AssertionError((run_id, position, events))

    def recorded(self, run_id: str, position: int) -> Sequence[RunEvent]:
        """Nothing is folded here."""
        raise AssertionError((run_id, position))

    def propose(self, run_id: str, start: int, end: int, draft: object) -> Proposal:
        """Nothing is folded here."""
        raise AssertionError((run_id, start, end, draft))

    def decided(self, proposal: Proposal) -> Decision | None:
        """Nothing is folded here."""
        raise AssertionError(proposal)

    def accept(self, proposal: Proposal, actor: str, reason: str, confirm: tuple[str, ...] = ()) -> Decision:
        """Nothing is folded here."""
        raise AssertionError((proposal, actor, reason, confirm))


@CONTEXT
@given(talks, budgets)
def test_only_one_summarization_is_executed_per_cycle(talk: list[tuple[str, bool]], budget: int) -> None:
    """The summarizer is called at most once for each message asked."""
    done = drive(talk, budget)
    assert len(done.recorder.calls) == sum(asked.folded is not None for asked in done.asked)
    assert len(done.recorder.calls) <= len(talk)


@CONTEXT
@given(talks, budgets)
def test_the_context_is_built_in_the_contracts_order(talk: list[tuple[str, bool]], budget: int) -> None:
    """System prompt, then the summary if there is one, then recent messages, then the new message."""
    done = drive(talk, budget)
    last = done.asked[-1].messages
    state = done.run.state
    head = [{"role": "system", "content": "Be brief."}]
    if state.memory_summary:
        head.append({"role": "system", "content": state.memory_summary})
    verbatim = [{"role": m.role, "content": m.text} for m in state.recent_messages]
    assert last == [*head, *verbatim, {"role": "user", "content": f"{talk[-1][0]} ({len(talk) - 1})"}]


@CONTEXT
@given(talks)
def test_the_summary_is_the_only_durable_memory(talk: list[tuple[str, bool]]) -> None:
    """A summarization sees the current summary and the folded messages, and nothing else."""
    done = drive(talk)
    before = ""
    for (current, messages), asked in zip(
        done.recorder.calls, [a for a in done.asked if a.folded], strict=True
    ):
        assert asked.folded is not None
        assert current == before
        assert len(messages) == asked.folded.messages
        before = asked.folded.state.memory_summary


def test_a_fold_that_skips_a_message_is_refused() -> None:
    """A fold takes the oldest messages; anything else would drop one unseen."""
    messages = tuple(ChatMessage("user", f"message {n}") for n in range(12))
    state = MemoryState(recent_messages=messages)
    fold = cycle.fold_of(state, {cycle.Trigger.SAFETY: "why"})
    assert fold is not None
    other = cycle.MemoryFold(fold.trigger, messages[1:3], messages[3:7], "why")
    with pytest.raises(ValueError, match="drop some unseen"):
        cycle.folded(state, other, "")
