"""What a strategy is: source events in, one compaction candidate out, with what generating it cost.

A strategy reads events and facts only. It never sees the stored capture, a report or a store.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from gates.artifact import ARTIFACT_SCHEMA, Artifact, GenerationRecord, Item, ItemKind, Origin
from gates.source import SourceEvent, SourceRange
from workbench.facts.history import EventHistory
from workbench.strategies.asked import AskedSize, DraftRoom, room_for
from workbench.strategies.repaired import DroppedStatement

EXTRACTIVE = "extractive/1"
"""Prompt version of what is made without a language model and is no page."""
PAGE = "page/1"
"""Prompt version of drafts that are a page (SG8)."""


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """What is to be compacted."""

    source: SourceRange
    events: Sequence[SourceEvent]
    """The session's events, dense from ordinal 0 to the range's end at least; kept as a history of them."""
    objective: str = ""
    rolled: tuple[Artifact, ...] = ()
    """The active artifacts in the range that this one rolls up, in the order of their ranges."""

    seed: str = ""
    """The seed package of the stage before, as Markdown: what a model is to read before the events."""
    size: AskedSize | None = None
    """How large the draft is to be; None for about a page."""
    native_characters: int | None = None
    """Length of the transcript's own summary of exactly this range; None where it has none."""

    def __post_init__(self) -> None:
        """Share one reading of the events among all that ask what they said."""
        object.__setattr__(self, "events", EventHistory.of(self.events))

    def room(self) -> DraftRoom:
        """Characters that the draft may have.

        Raises:
            UsageError: the native summary's size is asked for, and there is none.
        """
        return room_for(self.size, self._characters(), self.native_characters)

    def page_room(self) -> DraftRoom:
        """Characters that it would have as a page, without a size."""
        return room_for(None, self._characters())

    def _characters(self) -> int:
        inside = (event for event in self.seen()[self.source.start :] if event.sidechain is None)
        return sum(len(event.text) for event in inside)

    @property
    def covers(self) -> tuple[str, ...]:
        """Ids of the artifacts that this one rolls up."""
        return tuple(artifact.artifact_id for artifact in self.rolled)

    @property
    def generation(self) -> int:
        """Generation of this one's items: one above the highest that is rolled up, 0 where none is."""
        generations = [item.generation for artifact in self.rolled for item in artifact.items]
        return max(generations, default=0) + 1 if self.rolled else 0

    def seen(self) -> Sequence[SourceEvent]:
        """The events up to the range's end."""
        return self.events[: self.source.end + 1]

    def replaced(self) -> list[SourceEvent]:
        """The events that the artifact stands for: in the range, in no sidechain, not kept verbatim."""
        kept = self.source.kept
        inside = self.seen()[self.source.start :]
        return [event for event in inside if event.sidechain is None and event.ordinal not in kept]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate: canonical artifact JSON that nobody has parsed yet, and its generation record."""

    payload: dict[str, Any]
    record: GenerationRecord
    dropped: tuple[DroppedStatement, ...] = ()
    """Statements of what it was made from that were left out, where that has to be stated."""


class Strategy(Protocol):
    """One way of producing artifacts."""

    name: str
    prompt_version: str
    # `calls_model: bool`, where a strategy has it and it is true, has its input held to the purpose's cap.

    def draft(self, request: DraftRequest) -> Candidate:
        """A candidate for the requested range."""


def no_model() -> GenerationRecord:
    """The record of a generation that called no model: four known zeros (S1 gate E)."""
    return GenerationRecord(input_tokens=0, cache_read_tokens=0, cache_creation_tokens=0, output_tokens=0)


def made_by(
    maker: object, draft: Callable[[DraftRequest], Candidate], *, offline: bool = False
) -> Callable[[DraftRequest], Candidate]:
    """A draft of texts that `maker` wrote, with what that cost and by which prompt.

    A maker that calls a model says so by `generation()`: prompt version and generation record. What another
    one made is left as it is. Where it wrote nothing that stands, `offline`, only the cost is its own.
    """
    generation = getattr(maker, "generation", None)
    if generation is None:
        return draft

    def with_generation(request: DraftRequest) -> Candidate:
        made = draft(request)
        version, record = generation()
        version = EXTRACTIVE if offline else version
        body = {"prompt_version": version, "generation_record": record.model_dump(mode="json")}
        return replace(made, payload={**made.payload, **body}, record=record)

    return with_generation


def candidate(
    request: DraftRequest,
    items: Sequence[Item],
    strategy: str,
    origin: Origin,
    narrative: str | None = None,
    *,
    version: str = EXTRACTIVE,
) -> Candidate:
    """A candidate that holds the given items and narrative, made without a model."""
    source, record = request.source, no_model()
    payload = {
        "schema": ARTIFACT_SCHEMA,
        "source": {
            "session_id": source.session_id,
            "source_start": source.start,
            "source_end": source.end,
            "kept": sorted(source.kept),
        },
        "strategy": strategy,
        "prompt_version": version,
        "origin": origin.value,
        "parents": [],
        "covers": list(request.covers),
        "objective": request.objective,
        "items": [_generated(item, request.generation) for item in arranged(items)],
        "narrative": narrative,
        "opaque": False,
        "generation_record": record.model_dump(mode="json"),
    }
    return Candidate(payload, record)


def _generated(item: Item, generation: int) -> dict[str, Any]:
    return {**item.model_dump(mode="json"), "generation": generation}


def arranged(items: Sequence[Item]) -> list[Item]:
    """The items with claims last, in source order; the others keep the order given."""
    claims = [item for item in items if item.kind is ItemKind.CLAIM]
    first = [(item.links[0].ordinal, item.links[0].chunk_id, item.links[0].span.start) for item in claims]
    ordered = [claims[n] for n in sorted(range(len(claims)), key=lambda n: (first[n], n))]
    return [item for item in items if item.kind is not ItemKind.CLAIM] + ordered


def as_artifact(request: DraftRequest, items: Sequence[Item], strategy: str, origin: Origin) -> Artifact:
    """The same as a parsed value, for measuring while a draft is put together."""
    return Artifact.model_validate(candidate(request, items, strategy, origin).payload)
