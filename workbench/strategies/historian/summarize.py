"""The historian's step after every reply: inputs in, updated state out, no other effect (S3).

It appends the turn, compresses the turns older than the full ones, builds the audit ledger, adds new entities
and keeps what waits for an answer. It curates, promotes and drops nothing, decides nothing and writes no text
for the user.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from workbench.facts.spans import fold
from workbench.strategies.arguments import check_count
from workbench.strategies.historian.extractive import ExtractiveHistory, HistorySummarizer
from workbench.strategies.historian.ledger import as_line
from workbench.strategies.historian.models import (
    ContextEntity,
    Conversation,
    EntityContext,
    EntityRef,
    Pending,
    PendingClarification,
    PendingDisambiguation,
    PendingProposal,
    SessionConstraints,
    SummarizeInput,
    SummarizeOutput,
    SummarizeUpdate,
    Turn,
)
from workbench.strategies.historian.rules import narrative_problems, refuse, response_problems
from workbench.strategies.historian.stance import MAX_TEXT
from workbench.strategies.lapses import Lapse, kept

SUMMARIZE_THRESHOLD = 400
"""Characters of a reply above which it is summarised (S3, Configuration)."""
FULL_DETAIL_TURNS = 3
"""How many of the newest turns stay in full (S3, Configuration)."""
NARRATIVE = "narrative of the older turns"
"""Name of this call in a lapse."""
ACTIVE = "active"


def summarize(
    given: SummarizeInput,
    summarizer: HistorySummarizer | None = None,
    *,
    threshold: int = SUMMARIZE_THRESHOLD,
    full_detail_turns: int = FULL_DETAIL_TURNS,
    lapses: list[Lapse] | None = None,
) -> SummarizeUpdate:
    """Return everything that the historian updates after one reply; rules that a model broke go to `lapses`.

    Raises:
        BadArgument: a figure makes no sense.
        HistoryRefused: an offline summary breaks its rules; nothing is updated. If a model breaks a rule
            twice, the offline summary is used instead.
    """
    check_figures(threshold, full_detail_turns)
    entities = (*given.entity_context.entities, *given.turn_entities)
    ids, labels = tuple(each.id for each in entities), tuple(each.label for each in entities)
    maker = _knowing(summarizer or ExtractiveHistory(), ids, labels)
    number = given.entity_context.current_turn + 1
    summary = response_summary(given.final_response, maker, threshold, labels, lapses)
    turn = Turn(
        number=number,
        user_message=given.user_message,
        assistant_message=given.final_response,
        summary=summary,
        changed=changed_files(given),
    )
    turns = (*given.conversation.recent_turns, turn)
    older, recent = turns[:-full_detail_turns], turns[-full_detail_turns:]
    narrative = given.conversation.history_summary
    if older:
        narrative = compress(older, narrative, maker, ids, labels, lapses)
    return SummarizeUpdate(
        conversation=Conversation(
            recent_turns=recent, history_summary=narrative, pending_clarification=pending(given)
        ),
        summarize_output=ledger(given, turn),
        entity_context=with_new_entities(given, number),
        session_constraints=with_patterns(given),
        current_turn=number,
    )


def check_figures(threshold: int, full_detail_turns: int) -> None:
    """Refuse a threshold below 0, and fewer than one full turn: nothing would be compressed, or all lost.

    Raises:
        BadArgument: one of them makes no sense.
    """
    check_count("threshold", threshold, 0)
    check_count("full_detail_turns", full_detail_turns, 1)


def _knowing(
    maker: HistorySummarizer, entity_ids: tuple[str, ...], labels: tuple[str, ...]
) -> HistorySummarizer:
    """Return the summarizer with the entities against which its summaries are checked, if it takes them."""
    if isinstance(maker, ExtractiveHistory):
        return replace(maker, entity_ids=entity_ids, labels=labels)
    knowing: Callable[..., HistorySummarizer] | None = getattr(maker, "knowing", None)
    return knowing(entity_ids, labels) if knowing is not None else maker


def response_summary(
    final_response: str,
    maker: HistorySummarizer,
    threshold: int,
    labels: Iterable[str] = (),
    lapses: list[Lapse] | None = None,
) -> str | None:
    """Return one checked sentence for a reply over the threshold; None for a shorter one."""
    if len(final_response) <= threshold:
        return None
    what, known = "summary of the reply", tuple(labels)

    def checked(answer: str) -> str:
        refuse(response_problems(final_response, answer.strip(), known), what)
        return answer.strip()

    offline = ExtractiveHistory(labels=known)
    summary, lapse = kept(
        what,
        lambda: maker.summarize_response(final_response),
        checked,
        None if isinstance(maker, ExtractiveHistory) else lambda: offline.summarize_response(final_response),
        maker,
    )
    _note(lapses, lapse)
    return summary


def compress(
    turns: Iterable[Turn],
    previous: str,
    maker: HistorySummarizer,
    entity_ids: Iterable[str] = (),
    labels: Iterable[str] = (),
    lapses: list[Lapse] | None = None,
) -> str:
    """Return the checked narrative that replaces the previous one and covers the turns."""
    what, older = NARRATIVE, tuple(turns)
    ids, known = tuple(entity_ids), tuple(labels)

    def checked(answer: str) -> str:
        refuse(narrative_problems(older, previous, answer.strip(), ids, known), what)
        return answer.strip()

    offline = ExtractiveHistory(entity_ids=ids, labels=known)
    narrative, lapse = kept(
        what,
        lambda: maker.compress_turns(older, previous),
        checked,
        None if isinstance(maker, ExtractiveHistory) else lambda: offline.compress_turns(older, previous),
        maker,
    )
    _note(lapses, lapse)
    return narrative


def changed_files(given: SummarizeInput) -> tuple[str, ...]:
    """Return the file of each change that the steps of a turn report."""
    made = (each for step in given.step_metadata for each in step.artifacts)
    return tuple(each.label for each in made if each.type == "file")


def _note(lapses: list[Lapse] | None, lapse: Lapse | None) -> None:
    if lapses is not None and lapse is not None:
        lapses.append(lapse)


def ledger(given: SummarizeInput, turn: Turn) -> SummarizeOutput:
    """Return the structured audit ledger of the turn."""
    by_action: dict[str, list[EntityRef]] = {"created": [], "updated": [], "deleted": []}
    for entity in given.turn_entities:
        by_action[entity.action].append(entity.ref())
    generated = Counter(made.type for step in given.step_metadata for made in step.artifacts)
    saved: Counter[str] = Counter()
    for step in given.step_results:
        if step.status == "success":
            saved.update(step.saved)
    failed = [step for step in given.step_results if step.status == "error"]
    return SummarizeOutput(
        turn_summary=as_line(turn.stated()),
        entities_created=tuple(by_action["created"]),
        entities_updated=tuple(by_action["updated"]),
        entities_deleted=tuple(by_action["deleted"]),
        artifacts_generated=dict(sorted(generated.items())),
        artifacts_saved={kind: count for kind, count in sorted(saved.items()) if count},
        errors=tuple(step.error or f"step {step.step} failed" for step in failed),
        next_step_suggestion=suggestion(given.final_response),
    )


def suggestion(final_response: str) -> str | None:
    """Return the question at the end of a reply, if it ends with one."""
    last = next((line for line in reversed(final_response[-MAX_TEXT:].split("\n")) if line.strip()), "")
    text = fold(last)
    if not text.rstrip("*_\"') ").endswith("?"):
        return None
    cut = max(text.rfind(mark, 0, len(text) - 1) for mark in (". ", "! ", "? "))
    return text[cut + 2 :] if cut >= 0 else text


def with_new_entities(given: SummarizeInput, number: int) -> EntityContext:
    """Return the context with this turn's new entities in the active tier; the others are unchanged."""
    known = {entity.id for entity in given.entity_context.entities}
    fresh = {
        entity.id: ContextEntity(id=entity.id, type=entity.type, label=entity.label, tier=ACTIVE, turn=number)
        for entity in given.turn_entities
        if entity.action == "created" and entity.id not in known
    }
    entities = (*given.entity_context.entities, *fresh.values())
    return EntityContext(current_turn=number, entities=entities)


def with_patterns(given: SummarizeInput) -> SessionConstraints:
    """Return the unchanged constraints, and the query patterns that worked, each once."""
    before = given.session_constraints
    worked = [step.query for step in given.step_results if step.query and step.status == "success"]
    patterns = tuple(dict.fromkeys([*before.query_patterns, *worked]))
    return SessionConstraints(constraints=before.constraints, query_patterns=patterns)


def pending(given: SummarizeInput) -> Pending | None:
    """Return what waits for the user, by the decision about the turn (S3, clarification tracking)."""
    thought, goal = given.think_output, given.router_output.goal
    if thought.decision == "propose":
        return PendingProposal(proposal_message=thought.proposal_message or "", goal=goal)
    if thought.decision == "clarify":
        return PendingClarification(clarification_questions=thought.clarification_questions, goal=goal)
    if thought.decision == "understand":
        return PendingDisambiguation(disambiguation_questions=thought.disambiguation_questions)
    return None
