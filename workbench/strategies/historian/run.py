"""A conversation with a historian for your own loop: one call after every reply, with its state kept.

With a keeper every turn is saved, the messages are a session of the store, and each compression is proposed
as ledger, kept turns and narrative together, reviewed as the policy says, and applied only then. It writes no
reply and curates nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gates.source import EventKind
from workbench.strategies.arguments import check_text
from workbench.strategies.base import made_by
from workbench.strategies.historian.draft import NAME, drafting
from workbench.strategies.historian.extractive import HistorySummarizer
from workbench.strategies.historian.models import (
    EntityContext,
    HistorianState,
    LedgerEntry,
    RouterOutput,
    SessionConstraints,
    StepMetadata,
    StepResult,
    SummarizeInput,
    SummarizeUpdate,
    ThinkOutput,
    TurnEntity,
)
from workbench.strategies.historian.rules import narrative_problems, refuse
from workbench.strategies.historian.summarize import (
    FULL_DETAIL_TURNS,
    NARRATIVE,
    SUMMARIZE_THRESHOLD,
    check_figures,
    summarize,
)
from workbench.strategies.keeping import RunEvent, RunRepository
from workbench.strategies.lapses import Lapse, is_offline
from workbench.strategies.reviewing import ReviewPolicy, await_decision
from workbench.strategies.state_log import StateLog

_SPEAKERS = (EventKind.USER, EventKind.ASSISTANT)
DIRECT = ThinkOutput(decision="plan_direct")


class Unfinished(NamedTuple):
    """A turn that was recorded but is not part of the state yet."""

    user_message: str
    final_response: str


class Historian:
    """One conversation. Without a keeper it lives in memory only.

    Args:
        run_id: names the conversation in its keeper.
        summarizer: makes the two summaries; by default extractive, without a model.
        keeper: keeps state and messages, such as `workbench.services.runs.run_repository.StoreKeeper`.
        review: how a compression is reviewed before it applies; needs a keeper.
        threshold: characters of a reply above which it is summarised.
        full_detail_turns: how many of the newest turns stay in full, at least one.

    Raises:
        BadArgument: the id is not text, or a figure makes no sense.
        Refused: the keeper has a run with this id of another strategy.
    """

    def __init__(
        self,
        run_id: str,
        *,
        summarizer: HistorySummarizer | None = None,
        keeper: RunRepository | None = None,
        review: ReviewPolicy | None = None,
        threshold: int = SUMMARIZE_THRESHOLD,
        full_detail_turns: int = FULL_DETAIL_TURNS,
    ) -> None:
        check_text("run_id", run_id)
        check_figures(threshold, full_detail_turns)
        self.run_id = run_id
        self._summarizer = summarizer
        self._keeper = keeper
        self._review = review or ReviewPolicy()
        self._threshold = threshold
        self._full = full_detail_turns
        self._state = HistorianState()
        self._log = StateLog(keeper, run_id, NAME)
        self._take_up()

    @property
    def state(self) -> HistorianState:
        """The state after the last turn."""
        return self._state

    @property
    def asker(self) -> object:
        """The asker of a summarizer that asks a model, else None."""
        return getattr(self._summarizer, "asker", None)

    @property
    def unfinished(self) -> Unfinished | None:
        """The turn that was recorded before its call ended, as by a review or a kill; None if there is none.

        `turn(*unfinished)` continues with the recorded texts; until then a call with other texts is refused.
        """
        if self._keeper is None:
            return None
        there = self._keeper.recorded(self.run_id, self._state.recorded)
        if not there:
            return None
        texts = [next((e.text for e in there if e.kind is kind), "") for kind in _SPEAKERS]
        return Unfinished(*texts)

    def curated(self, context: EntityContext, constraints: SessionConstraints | None = None) -> None:
        """Replace the entity context, and the constraints if given, with curated ones."""
        own = self._state
        kept = context.model_copy(update={"current_turn": own.current_turn})
        changed = {"entity_context": kept, "session_constraints": constraints or own.session_constraints}
        self._keep(own.model_copy(update=changed))

    def turn(
        self,
        user_message: str,
        final_response: str,
        *,
        router_output: RouterOutput | None = None,
        think_output: ThinkOutput = DIRECT,
        step_results: Sequence[StepResult] = (),
        step_metadata: Sequence[StepMetadata] = (),
        turn_entities: Sequence[TurnEntity] = (),
    ) -> SummarizeUpdate:
        """Process one reply and return everything that changed.

        Raises:
            BadArgument: a message is not text.
            HistoryRefused: an accepted narrative breaks its rules, or an offline summary does. A model that
                breaks one is asked once more, then the offline summary is used: `lapses` of the turn's
                entry in the state's ledger report it.
            OtherwiseRecorded: another turn is `unfinished`; nothing changed.
            CompactionRejected, NoDecision, AcceptanceRefused: the compression was not accepted.
            store.errors.StoreError: the keeper could not save.

        After any error the state is unchanged and the same call may be made again. With a keeper the turn is
        recorded once its summaries pass the rules: from then on only a call with the same two texts is
        allowed, also in another process, until the turn is complete.
        """
        own = self._state
        for name, text in (("user_message", user_message), ("final_response", final_response)):
            check_text(name, text, kept=self._keeper is not None)
        given = SummarizeInput(
            final_response=final_response,
            user_message=user_message,
            router_output=router_output or RouterOutput(goal=user_message),
            think_output=think_output,
            step_results=tuple(step_results),
            step_metadata=tuple(step_metadata),
            turn_entities=tuple(turn_entities),
            conversation=own.conversation,
            entity_context=own.entity_context,
            session_constraints=own.session_constraints,
        )
        lapses: list[Lapse] = []
        made = summarize(
            given,
            self._summarizer,
            threshold=self._threshold,
            full_detail_turns=self._full,
            lapses=lapses,
        )
        return self._apply(given, made, lapses)

    def _apply(
        self, given: SummarizeInput, made: SummarizeUpdate, lapses: Sequence[Lapse]
    ) -> SummarizeUpdate:
        own = self._state
        events = [RunEvent(EventKind.USER, given.user_message)]
        events += [RunEvent(EventKind.ASSISTANT, given.final_response)] if given.final_response else []
        if self._keeper is not None:
            self._keeper.record(self.run_id, own.recorded, events)
            if made.conversation.history_summary != own.conversation.history_summary:
                offline = any(is_offline(each) for each in lapses if each.call == NARRATIVE)
                end = own.recorded + len(events) - 1
                made = self._reviewed(self._keeper, given, made, end, offline=offline)
        entry = LedgerEntry(turn=made.current_turn, output=made.summarize_output, lapses=tuple(lapses))
        self._keep(
            HistorianState(
                conversation=made.conversation,
                entity_context=made.entity_context,
                session_constraints=made.session_constraints,
                current_turn=made.current_turn,
                ledger=(*own.ledger, entry),
                recorded=own.recorded + len(events),
            )
        )
        return made

    def _reviewed(
        self,
        keeper: RunRepository,
        given: SummarizeInput,
        made: SummarizeUpdate,
        end: int,
        *,
        offline: bool,
    ) -> SummarizeUpdate:
        """Return the update with the accepted narrative: the proposed one, or an edited one."""
        waits = _waits(made)
        stated = getattr(self._summarizer, "known", self._summarizer)  # a model is not asked again
        draft = drafting(made.conversation.history_summary, stated, self._full, waits)
        proposal = keeper.propose(self.run_id, 0, end, made_by(self._summarizer, draft, offline=offline))
        decision = await_decision(keeper, proposal, self._review)
        narrative = decision.artifact.narrative or ""
        if narrative == made.conversation.history_summary:
            return made
        turns = (*given.conversation.recent_turns, *made.conversation.recent_turns)
        before = given.conversation.history_summary
        refuse(narrative_problems(turns, before, narrative), "narrative of the accepted artifact")
        conversation = made.conversation.model_copy(update={"history_summary": narrative})
        return made.model_copy(update={"conversation": conversation})

    def _keep(self, state: HistorianState) -> None:
        if self._keeper is not None:
            self._log.save(state.model_dump(mode="json"))
        self._state = state

    def _take_up(self) -> None:
        """Continue from the newest state that the keeper has, if it has one."""
        saved = self._log.load()
        if saved is not None:
            self._state = HistorianState.model_validate(saved)


def _waits(made: SummarizeUpdate) -> tuple[str, ...]:
    """Return the texts that wait for the user."""
    pending = made.conversation.pending_clarification
    if pending is None:
        return ()
    if pending.decision == "propose":
        return (pending.proposal_message,)
    if pending.decision == "clarify":
        return pending.clarification_questions
    return pending.disambiguation_questions
