"""A conversation with summarization memory for your own loop: ask, answer, and nothing is lost in between.

`ask` builds the context of the next chat completion and folds at most once before; `answered` takes the
reply. With a keeper every step is saved, the messages are a session of the store, and a fold is proposed,
reviewed as the policy says, and applied only then. It calls no chat model and generates no reply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Protocol

from gates.source import EventKind
from workbench.errors import Refused
from workbench.strategies.arguments import check_text
from workbench.strategies.base import made_by
from workbench.strategies.keeping import Decision, Draft, Proposal, RunEvent, RunRepository
from workbench.strategies.lapses import Lapse, is_offline, kept
from workbench.strategies.memory import cycle
from workbench.strategies.memory.cycle import MemoryFold, Trigger
from workbench.strategies.memory.drafting import NAME, drafting, summary_of
from workbench.strategies.memory.extractive import ExtractiveSummarizer
from workbench.strategies.memory.left_out import unsaid
from workbench.strategies.memory.state import (
    DEFAULT_POLICIES,
    ChatMessage,
    MemoryPolicies,
    MemoryState,
    TokenCount,
    estimated_tokens,
)
from workbench.strategies.memory.summary_text import check, not_wiped
from workbench.strategies.reviewing import ReviewPolicy, await_decision
from workbench.strategies.state_log import StateLog


class Summarizer(Protocol):
    """The summarization function of S4 section 8: it rewrites the whole summary and answers nobody."""

    def summarize_memory(
        self, current_memory_summary: str, messages_to_summarize: Sequence[ChatMessage]
    ) -> str:
        """Return the updated summary: headings and bullets."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A summarization that was done."""

    trigger: Trigger
    why: str
    messages: int
    """Number of messages that were folded and dropped."""
    state: MemoryState
    """The state after it."""
    proposal: Proposal | None = None
    """The artifact proposed for review; None without a keeper."""
    decision: Decision | None = None
    lapse: Lapse | None = None
    """How the summarizer broke the content policy, and what is used instead."""
    left_out: tuple[str, ...] = ()
    """Statements of people in the folded messages that are missing from the new summary."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """The result of `ask`: the messages of the chat completion, and what was folded before, if anything."""

    messages: list[dict[str, str]]
    """System prompt, summary, recent messages, new message, as `{"role", "content"}`."""
    tokens: int
    """Estimated input tokens of `messages`."""
    folded: Folded | None = None
    over_budget: bool = False
    """Whether the input is over the token limit although nothing is left to fold."""


class MemoryRun:
    """One conversation. Without a keeper it lives in memory only.

    Args:
        run_id: names the conversation in its keeper.
        system_prompt: first message of every context. Saved with the state; another one given when the run is
            resumed replaces it from then on.
        policies: fixed for the conversation; a resumed run keeps its own.
        summarizer: rewrites the summary; by default extractive, without a model. Not saved.
        keeper: keeps state and messages, such as `workbench.services.runs.run_repository.StoreKeeper`.
        review: how a fold is reviewed before it applies; needs a keeper. Saved and replaced like the system
            prompt. The default is `ReviewPolicy()`: a fold applies at once, unreviewed and whatever the
            gates find, and its draft waits in the store.
        count: tokens of a text for the target model. Not saved.

    Raises:
        BadArgument: the id or the system prompt is not text.
        Refused: the keeper has a run with this id with other policies, or of another strategy.
    """

    def __init__(
        self,
        run_id: str,
        *,
        system_prompt: str | None = None,
        policies: MemoryPolicies | None = None,
        summarizer: Summarizer | None = None,
        keeper: RunRepository | None = None,
        review: ReviewPolicy | None = None,
        count: TokenCount = estimated_tokens,
    ) -> None:
        check_text("run_id", run_id)
        check_text("system_prompt", "" if system_prompt is None else system_prompt, kept=keeper is not None)
        self.run_id = run_id
        self._system = system_prompt or ""
        self._keeper = keeper
        self._review = review or ReviewPolicy()
        self._count = count
        self._state = MemoryState(policies or DEFAULT_POLICIES)
        self._exchange: tuple[ChatMessage, ...] = ()
        self._log = StateLog(keeper, run_id, NAME)
        self._lapses: tuple[Lapse, ...] = ()
        self._take_up(policies, system_prompt, review)
        most = self._state.policies.max_summary_tokens
        self._offline = ExtractiveSummarizer(most, count)
        self._summarizer: Summarizer = summarizer or self._offline

    @property
    def state(self) -> MemoryState:
        """The state at the last cycle; the exchange since then is not part of it."""
        return self._state

    @property
    def asker(self) -> object:
        """The asker of a summarizer that asks a model, else None."""
        return getattr(self._summarizer, "asker", None)

    @property
    def lapses(self) -> tuple[Lapse, ...]:
        """Every fold in which the summarizer broke the content policy, with what is used instead."""
        return self._lapses

    @property
    def waiting(self) -> bool:
        """Whether the last message has no reply yet."""
        return bool(self._exchange) and self._exchange[-1].role == "user"

    def ask(self, text: str) -> ChatRequest:
        """Run one cycle for a new user message; return the context to send to the chat model.

        Raises:
            BadArgument: the message is not text.
            OtherwiseRecorded: another process continued the run.
            SummaryRefused: an accepted summary breaks the content policy, or the offline one does. A
                summarizer that breaks it is asked once more, then the offline one is used: `folded.lapse`.
            NoDecision, AcceptanceRefused: the fold was not accepted; the hint says how to accept it.
            CompactionRejected: a person rejected the fold. Every call raises it until they accept the
                draft after all, or a repaired or edited draft made from it.
            store.errors.StoreError: the keeper could not save.

        After any error the state is unchanged and the same call may be made again. A summary whose only fault
        is that it is not smaller than its messages is folded in but becomes active nowhere else:
        `folded.decision.outcome` is `unaccepted`, or `approved` if a person approved it.
        """
        check_text("text", text, kept=self._keeper is not None)
        new = ChatMessage("user", text)
        before = cycle.with_exchange(self._state, self._exchange)
        tokens = cycle.input_tokens(before, self._system, new, self._count)
        active = cycle.due(before, self._state.user_turns, tokens)
        fold = cycle.fold_of(before, active)
        done = self._fold(before, fold) if fold is not None else None
        after = replace(done.state if done else before, cycles=before.cycles + 1)
        lapses = (*self._lapses, *((done.lapse,) if done is not None and done.lapse is not None else ()))
        self._keep(after, (new,), lapses)
        self._state, self._exchange, self._lapses = after, (new,), lapses
        return self._asked(new, done)

    def asked(self) -> ChatRequest:
        """Return the context of the message that waits for a reply, as after a restart; nothing changes.

        Raises:
            Refused: no message waits.
        """
        if not self.waiting:
            raise Refused("no message waits for a reply", "call ask first", code="nothing_asked")
        return self._asked(self._exchange[-1], None)

    def _asked(self, new: ChatMessage, done: Folded | None) -> ChatRequest:
        sent = cycle.input_tokens(self._state, self._system, new, self._count)
        over = sent > self._state.policies.token_limit
        return ChatRequest(cycle.context(self._state, self._system, new), sent, done, over_budget=over)

    def answered(self, text: str) -> None:
        """Take the reply to the last message.

        Raises:
            BadArgument: the reply is not text.
            Refused: nothing was asked.
            store.errors.StoreError: the keeper could not save.
        """
        check_text("text", text, kept=self._keeper is not None)
        if not self.waiting:
            raise Refused("no message waits for a reply", "call ask first", code="nothing_asked")
        exchange = (*self._exchange, ChatMessage("assistant", text))
        self._keep(self._state, exchange, self._lapses)
        self._exchange = exchange

    def _fold(self, state: MemoryState, fold: MemoryFold) -> Folded:
        policies = state.policies
        before, messages, offline = state.memory_summary, fold.messages, self._offline
        own = isinstance(self._summarizer, ExtractiveSummarizer)
        bounded = getattr(self._summarizer, "bounded", None)
        summarizer = (
            self._summarizer if bounded is None else bounded(policies.max_summary_tokens, self._count)
        )

        def asked() -> str:
            answer = summarizer.summarize_memory(before, messages)
            return answer if own else not_wiped(answer, before)

        summary, lapse = kept(
            "memory summary",
            asked,
            lambda answer: check(answer, messages, policies.max_summary_tokens, self._count),
            None if own else lambda: offline.summarize_memory(before, messages),
            summarizer,
        )
        proposal = decision = None
        if self._keeper is not None and summary:
            draft = made_by(summarizer, drafting(summary), offline=is_offline(lapse))
            proposal = self._propose(self._keeper, state, fold, draft)
            decision = await_decision(self._keeper, proposal, self._review)
            if decision.artifact.artifact_id != proposal.artifact_id:
                accepted = summary_of(decision.artifact)
                summary = check(accepted, (), policies.max_summary_tokens, self._count)
        after = cycle.folded(state, fold, summary)
        left_out = unsaid(messages, before, summary)
        return Folded(fold.trigger, fold.why, len(fold.messages), after, proposal, decision, lapse, left_out)

    def _propose(self, keeper: RunRepository, state: MemoryState, fold: MemoryFold, draft: Draft) -> Proposal:
        """Propose an artifact for everything folded so far, from the first message on."""
        events = [RunEvent(EventKind(message.role), message.text) for message in state.recent_messages]
        keeper.record(self.run_id, state.folded, events)
        return keeper.propose(self.run_id, 0, state.folded + len(fold.messages) - 1, draft)

    def _keep(self, state: MemoryState, exchange: tuple[ChatMessage, ...], lapses: tuple[Lapse, ...]) -> None:
        if self._keeper is None:
            return
        body = state.to_json()
        body["exchange"] = [{"role": m.role, "text": m.text} for m in exchange]
        body["system_prompt"], body["review"] = self._system, asdict(self._review)
        body["lapses"] = [lapse.model_dump(mode="json") for lapse in lapses]
        self._log.save(body)

    def _take_up(
        self, policies: MemoryPolicies | None, system_prompt: str | None, review: ReviewPolicy | None
    ) -> None:
        """Continue from the newest state that the keeper has, if it has one."""
        saved = self._log.load()
        if saved is None:
            return
        state = MemoryState.from_json(saved)
        if policies is not None and policies != state.policies:
            raise Refused(
                f"run {self.run_id} has other policies, which never change",
                "leave out policies, or choose another run id",
                code="policies_fixed",
            )
        self._state = state
        self._exchange = tuple(ChatMessage(m["role"], m["text"]) for m in saved["exchange"])
        self._lapses = tuple(Lapse.model_validate(each) for each in saved.get("lapses", ()))
        if system_prompt is None:
            self._system = str(saved.get("system_prompt", ""))
        if review is None and "review" in saved:
            known = saved["review"]
            self._review = ReviewPolicy(**{**known, "confirm": tuple(known["confirm"])})
