"""Inputs of one turn for the tests of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.strategies.historian.models import (
    ContextEntity,
    Conversation,
    EntityContext,
    RouterOutput,
    SummarizeInput,
    ThinkOutput,
    Turn,
    TurnEntity,
)

UUID = "6f1c2a9e-3b7d-4c1a-9e55-0a1b2c3d4e5f"
LONG_PROPOSAL = "I'll save the items: Blue Jar and Old Kettle. " + "It takes a while. " * 24
LONG_DONE = "Done! I saved the items: Blue Jar, Red Jar and Old Kettle. " + "They stand on the shelf. " * 18


def given(**changes: Any) -> SummarizeInput:
    """A turn in which nothing special happened."""
    fields: dict[str, Any] = {
        "final_response": "Saved the jar.",
        "user_message": "please save the jar",
        "router_output": RouterOutput(goal="save the jar"),
        "think_output": ThinkOutput(decision="plan_direct"),
    }
    return SummarizeInput(**{**fields, **changes})


def turns(count: int) -> tuple[Turn, ...]:
    """Short turns, numbered from 1."""
    return tuple(
        Turn(
            number=n,
            user_message=f"please put jar number {n} on the kitchen shelf",
            assistant_message=f"I put jar number {n} on the kitchen shelf.",
        )
        for n in range(1, count + 1)
    )


def conversation(count: int, summary: str = "") -> Conversation:
    """A conversation of so many recent turns."""
    return Conversation(recent_turns=turns(count), history_summary=summary)


def entity(name: str, action: str = "created") -> TurnEntity:
    """An entity of this turn."""
    return TurnEntity.model_validate({"id": name, "type": "item", "label": name.title(), "action": action})


def context(*entities: tuple[str, str, int], turn: int = 7) -> EntityContext:
    """A context of (id, tier, turn)."""
    made = [ContextEntity(id=i, type="item", label=i.title(), tier=t, turn=n) for i, t, n in entities]
    return EntityContext(current_turn=turn, entities=tuple(made))


class Says:
    """A summarizer that returns a fixed text and counts its calls."""

    def __init__(self, summary: str = "", narrative: str = "") -> None:
        self.summary, self.narrative = summary, narrative
        self.responses: list[str] = []
        self.compressed: list[tuple[Turn, ...]] = []

    def summarize_response(self, final_response: str) -> str:
        self.responses.append(final_response)
        return self.summary

    def compress_turns(self, turns: Sequence[Turn], history_summary: str) -> str:  # noqa: ARG002 - one shape
        self.compressed.append(tuple(turns))
        return self.narrative
