"""Every row of the historian's tables, each a named test (S3)."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from tests.strategies.historian.build import (
    LONG_DONE,
    LONG_PROPOSAL,
    Says,
    context,
    conversation,
    entity,
    given,
    turns,
)
from workbench.strategies import Historian
from workbench.strategies.historian.models import (
    Conversation,
    GeneratedArtifact,
    RouterOutput,
    SessionConstraints,
    StepMetadata,
    StepResult,
    SummarizeInput,
    SummarizeOutput,
    SummarizeUpdate,
    ThinkOutput,
)
from workbench.strategies.historian.summarize import FULL_DETAIL_TURNS, SUMMARIZE_THRESHOLD, summarize

# Configuration


def test_configuration_is_the_contract_s() -> None:
    """400 characters, 3 full turns."""
    assert (SUMMARIZE_THRESHOLD, FULL_DETAIL_TURNS) == (400, 3)


# Input and output contract


def test_input_contract_has_every_input_and_no_other() -> None:
    """The ten inputs of the table; an eleventh is refused."""
    assert list(SummarizeInput.model_fields) == [
        "final_response",
        "user_message",
        "router_output",
        "think_output",
        "step_results",
        "step_metadata",
        "turn_entities",
        "conversation",
        "entity_context",
        "session_constraints",
    ]
    with pytest.raises(ValidationError):
        SummarizeInput.model_validate({**given().model_dump(), "engagement": "high"})


def test_output_contract_has_every_output_and_nothing_for_the_user() -> None:
    """Conversation, ledger, entities, constraints and turn number; no reply, no decision."""
    assert set(SummarizeUpdate.model_fields) == {
        "conversation",
        "summarize_output",
        "entity_context",
        "session_constraints",
        "current_turn",
    }
    assert set(Conversation.model_fields) == {
        "recent_turns",
        "history_summary",
        "pending_clarification",
    }


def test_the_ledger_has_every_key_of_the_contract_and_no_other() -> None:
    """The structured audit ledger, key by key in the contract's order."""
    assert list(SummarizeOutput.model_fields) == [
        "turn_summary",
        "entities_created",
        "entities_updated",
        "entities_deleted",
        "artifacts_generated",
        "artifacts_saved",
        "errors",
        "next_step_suggestion",
    ]


# What it does


def test_append_turn_in_full() -> None:
    """The newest recent turn contains user and assistant text unchanged."""
    made = summarize(given(conversation=conversation(1), final_response=LONG_DONE))
    newest = made.conversation.recent_turns[-1]
    assert (newest.user_message, newest.assistant_message) == ("please save the jar", LONG_DONE)
    assert len(made.conversation.recent_turns) == 2


def test_compress_history_begins_with_the_fourth_turn_and_takes_the_oldest() -> None:
    """Three full turns are kept unchanged; with the fourth, the first moves into a narrative."""
    maker = Says(narrative="The user asked for jar number 1. It was answered.")
    third = summarize(given(conversation=conversation(2)), maker)
    assert not maker.compressed and third.conversation.history_summary == ""
    fourth = summarize(given(conversation=conversation(3)), maker)
    assert maker.compressed == [turns(1)]
    assert fourth.conversation.history_summary == maker.narrative
    assert [t.number for t in fourth.conversation.recent_turns[:2]] == [2, 3]
    assert len(fourth.conversation.recent_turns) == 3


def test_audit_ledger_of_a_turn() -> None:
    """Entity deltas, artifact counts, errors and the suggestion, each from its own input."""
    made = summarize(
        given(
            final_response="Saved 3 items. Would you like to do anything else with these?",
            turn_entities=(entity("jar"), entity("pan", "updated"), entity("cup", "deleted")),
            step_metadata=(
                StepMetadata(step=0, artifacts=tuple(GeneratedArtifact(type="items") for _ in range(3))),
            ),
            step_results=(
                StepResult(step=0, status="success", saved={"items": 3}),
                StepResult(step=1, status="error", saved={"items": 9}, error="no space left"),
                StepResult(step=2, status="skipped", saved={"items": 9}),
            ),
        )
    )
    assert made.summarize_output.model_dump(mode="json") == {
        "turn_summary": "Saved 3 items. Would you like to do anything else with these?",
        "entities_created": [{"id": "jar", "type": "item", "label": "Jar"}],
        "entities_updated": [{"id": "pan", "type": "item", "label": "Pan"}],
        "entities_deleted": [{"id": "cup", "type": "item", "label": "Cup"}],
        "artifacts_generated": {"items": 3},
        "artifacts_saved": {"items": 3},
        "errors": ["no space left"],
        "next_step_suggestion": "Would you like to do anything else with these?",
    }


def test_add_entities_to_the_active_tier_with_the_turn_number() -> None:
    """Entities created in this turn become active; updated or deleted ones add nothing."""
    made = summarize(
        given(
            entity_context=context(("old", "background", 2)),
            turn_entities=(entity("jar"), entity("pan", "updated"), entity("cup", "deleted")),
        )
    )
    assert made.entity_context.current_turn == made.current_turn == 8
    assert [(e.id, e.tier, e.turn) for e in made.entity_context.entities] == [
        ("old", "background", 2),
        ("jar", "active", 8),
    ]


# What it does not do


def test_nothing_is_curated_promoted_demoted_or_dropped() -> None:
    """An entity of any age and any change keeps its tier and position."""
    before = context(("a", "active", 1), ("b", "reference", 1), ("c", "background", 0), turn=900)
    touched = (entity("a", "deleted"), entity("b", "updated"), entity("c", "created"))
    made = summarize(given(entity_context=before, turn_entities=touched))
    assert made.entity_context.entities == before.entities


def test_constraints_are_kept_as_they_are_and_only_successful_patterns_are_added() -> None:
    """Constraints are the thinker's; a query that failed is no pattern."""
    before = SessionConstraints(constraints=("no sugar",), query_patterns=("find jar",))
    steps = (
        StepResult(step=0, status="success", query="find pan"),
        StepResult(step=1, status="success", query="find jar"),
        StepResult(step=2, status="error", query="find cup", error="gone"),
        StepResult(step=3, status="success"),
    )
    made = summarize(given(session_constraints=before, step_results=steps))
    assert made.session_constraints.constraints == ("no sugar",)
    assert made.session_constraints.query_patterns == ("find jar", "find pan")


def test_the_turn_number_is_incremented() -> None:
    """One turn, one number."""
    assert summarize(given()).current_turn == 1
    assert summarize(given(entity_context=context(turn=41))).current_turn == 42


# Clarification tracking, one test a row


def test_plan_direct_stores_nothing_and_clears_what_waited() -> None:
    """Execution is complete, and nothing waits for the user."""
    asked = summarize(given(think_output=ThinkOutput(decision="propose", proposal_message="Shall I?")))
    after = summarize(given(conversation=asked.conversation))
    assert asked.conversation.pending_clarification is not None
    assert after.conversation.pending_clarification is None


def pending(thought: ThinkOutput) -> dict[str, object]:
    """Return the stored result of a decision as JSON."""
    made = summarize(given(router_output=RouterOutput(goal="tidy the shelf"), think_output=thought))
    waits = made.conversation.pending_clarification
    assert waits is not None
    return waits.model_dump(mode="json")


def test_propose_stores_the_proposal_message_and_the_goal() -> None:
    """Both and nothing else."""
    thought = ThinkOutput(decision="propose", proposal_message="Throw out two jars?")
    assert pending(thought) == {
        "decision": "propose",
        "proposal_message": "Throw out two jars?",
        "goal": "tidy the shelf",
    }


def test_clarify_stores_the_questions_and_the_goal() -> None:
    """Both and nothing else."""
    thought = ThinkOutput(decision="clarify", clarification_questions=("How many?", "By when?"))
    assert pending(thought) == {
        "decision": "clarify",
        "clarification_questions": ["How many?", "By when?"],
        "goal": "tidy the shelf",
    }


def test_understand_stores_the_disambiguation_questions() -> None:
    """The questions alone."""
    thought = ThinkOutput(decision="understand", disambiguation_questions=("Which jar?",))
    assert pending(thought) == {"decision": "understand", "disambiguation_questions": ["Which jar?"]}


@pytest.mark.parametrize("decision", ["propose", "clarify", "understand"])
def test_a_decision_that_says_nothing_of_what_it_asks_is_no_input(decision: str) -> None:
    """There would be nothing to keep for the next turn."""
    with pytest.raises(ValidationError):
        ThinkOutput.model_validate({"decision": decision})


# The two summaries: when


def test_a_reply_of_400_characters_is_not_summarised_and_one_more_is() -> None:
    """Above the threshold, not at it; the summary is then the ledger's."""
    maker = Says(summary="Replied to the user.")
    at = summarize(given(final_response="x" * 400), maker)
    assert maker.responses == [] and at.summarize_output.turn_summary == "x" * 400
    above = summarize(given(final_response="x" * 401), maker)
    assert maker.responses == ["x" * 401]
    assert above.summarize_output.turn_summary == "Replied to the user."


def test_a_long_proposal_is_summarised_as_proposed() -> None:
    """`I'll save the items` becomes `Proposed to save the items`, with the exact names."""
    stated = summarize(given(final_response=LONG_PROPOSAL)).summarize_output.turn_summary
    assert stated == "Proposed to save the items: Blue Jar and Old Kettle."


def test_a_long_completed_reply_is_summarised_as_done() -> None:
    """`Done! I saved the items` becomes `Saved the items`, with the exact names."""
    stated = summarize(given(final_response=LONG_DONE)).summarize_output.turn_summary
    assert stated == "Saved the items: Blue Jar, Red Jar and Old Kettle."


# The narrative's arc


def stated_of(*turns: tuple[str, str]) -> str:
    """The narrative of these turns, after three more that stay in full."""
    historian = Historian("arc")
    for turn in (*turns, ("ok", "fine"), ("ok", "fine"), ("ok", "fine")):
        historian.turn(*turn)
    return historian.state.conversation.history_summary


def test_the_narrative_states_goal_choice_and_result() -> None:
    """In the third person, in the session's own words, without filler."""
    stated = stated_of(
        (
            "Hi! Can you please plan the shelf for our pantry?",
            "I measured the wall. The wall is 240 cm wide.",
        ),
        ("We should use oak instead of pine, because pine bends.", "Noted."),
        ("go on", "I added two brackets to the plan. All nine boards fit below the window."),
    )
    assert stated == (
        "The user asked to plan the shelf for their pantry. Later the user wanted to use oak instead of "
        "pine, because pine bends. The agent added two brackets to the plan, and reported that all nine "
        "boards fit below the window."
    )


def test_the_narrative_carries_on_the_one_before() -> None:
    """Its goal and choice are kept while later turns have none; its result is replaced."""
    begun = (
        ("Can you plan the shelf for the pantry?", "Fine."),
        ("Let's use oak instead of pine.", "Noted."),
    )
    stated = stated_of(*begun, ("and now?", "I sanded the nine boards of the shelf."))
    assert stated.startswith("The user asked to plan the shelf for the pantry. ")
    assert "wanted to use oak instead of pine" in stated
    assert stated.endswith("The agent sanded the nine boards of the shelf.")


def test_a_condition_is_never_cut_off_in_a_narrative() -> None:
    """A request that is too long or speaks to the agent is cut at no condition."""
    stated = stated_of(
        ("Can you plan the shelf for the pantry?", "Fine."),
        ("Please move all boards to the hall unless you hear from the carpenter.", "Noted."),
    )
    assert "hall" not in stated
    kept = stated_of(
        ("Can you plan the shelf for the pantry?", "Fine."),
        ("Please move all boards to the hall unless the carpenter calls.", "Noted."),
    )
    assert "Later the user asked to move all boards to the hall unless the carpenter calls." in kept
