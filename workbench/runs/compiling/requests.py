"""Every model request of a step, rebuilt from the store and checked against its stored hash."""

from __future__ import annotations

from dataclasses import dataclass

import orjson

from store.run_values import TypedEvent
from workbench.errors import Refused
from workbench.models.base import Prompt
from workbench.runs.compiling.compiler import prompt_of
from workbench.runs.prompts.request_texts import (
    PROMPTS_VERSION,
    intent_prompt,
    labels_prompt,
    plan_prompt,
    request_hash,
    synthesis_prompt,
)
from workbench.runs.records.events import ModelAsked
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.state import fold
from workbench.runs.retrieval.retrieve import passage_texts


@dataclass(frozen=True, slots=True)
class RemadeRequest:
    """A request that was sent."""

    sequence: int
    """Number of the event that names it."""
    asked: ModelAsked
    prompt: Prompt

    def to_json(self) -> dict[str, object]:
        """Return the request as `workbench run manifest STEP --requests` prints it."""
        schema = self.prompt.schema
        return {
            "sequence": self.sequence,
            "purpose": self.asked.purpose,
            "system": self.prompt.system,
            "text": self.prompt.text,
            "max_tokens": self.prompt.max_tokens,
            "json_schema": dict(schema.body) if schema is not None else None,
            "request_hash": self.asked.request_hash,
            "tokens": self.asked.spent.tokens,
            "money": self.asked.spent.money,
        }


def requests_of(ledger: Ledger, run_id: str, step: int) -> list[RemadeRequest]:
    """Return the requests of a step in the order they were sent; none if rules decide.

    Raises:
        Refused: a request cannot be rebuilt, because this version words requests differently.
    """
    events = list(ledger.events(run_id))
    found = []
    for event in events:
        if event.kind == "MODEL_ASKED" and event.step == step:
            asked = ModelAsked.model_validate(orjson.loads(event.body))
            prompt = _prompt(ledger, run_id, step, asked, [e for e in events if e.sequence < event.sequence])
            if request_hash(prompt) != asked.request_hash:
                raise Refused(
                    f"request {event.sequence} of {run_id} ({asked.purpose}) cannot be rebuilt: its "
                    f"hash is {request_hash(prompt)[:12]}, the event says {asked.request_hash[:12]}",
                    f"it was worded by another version; this program has {PROMPTS_VERSION}",
                    code="request_differs",
                )
            found.append(RemadeRequest(event.sequence, asked, prompt))
    return found


def _prompt(ledger: Ledger, run_id: str, step: int, asked: ModelAsked, earlier: list[TypedEvent]) -> Prompt:
    if asked.purpose == "intent":
        return intent_prompt(ledger.record(run_id).objective, fold(earlier).dialogue, asked.problem)
    if asked.purpose == "labels":
        chunks = ledger.chunks(asked.passages)
        given = passage_texts(ledger, [chunks[name] for name in asked.passages])
        return labels_prompt(asked.query, given, asked.problem)
    manifest = next(each for each in ledger.manifests(run_id) if each.step == step)
    text = prompt_of(ledger, manifest).text
    if asked.purpose == "plan":
        return plan_prompt(text, asked.allowed, asked.problem)
    return synthesis_prompt(text, asked.problem)
