"""The interface of a strategy: source events in, one candidate out, with the cost of generating it.

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

EXTRACTIVE = "extractive/2"
"""Prompt version of drafts that are made without a language model and are no page."""
PAGE = "page/5"
"""Prompt version of drafts that are a page (SG8)."""
_AFTER = " after "


def by_model(prompt: str, named: str) -> str:
    """Return the prompt version of a draft by a model: `draft/2-1a2b3c4d by openai:MODEL`.

    So drafts of two models are two, each with its own cost, although their answers are alike to the letter.
    """
    return f"{prompt} by {named}"


def instead_of(offline: str, asked: str) -> str:
    """Return the prompt version of an offline draft in place of one by a model.

    It is another one than that of an offline draft that no model or another one was asked for, so that their
    costs are told apart.

    Args:
        offline: prompt version of the offline draft.
        asked: the model, or the prompt version that its draft would have.
    """
    return f"{offline}{_AFTER}{asked}"


def is_without_model(version: str) -> bool:
    """Return whether a draft of this prompt version has no text of a model, also if one was asked for it."""
    return version.partition(_AFTER)[0] in (EXTRACTIVE, PAGE)


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """The range to compact, with its events."""

    source: SourceRange
    events: Sequence[SourceEvent]
    """The session's events, dense from ordinal 0 to the range's end at least; stored as an `EventHistory`."""
    objective: str = ""
    rolled: tuple[Artifact, ...] = ()
    """The active artifacts in the range that this one rolls up, in the order of their ranges."""

    seed: str = ""
    """The seed package of the previous stage, as Markdown: a model reads it before the events."""
    size: AskedSize | None = None
    """The requested size of the draft; None for about a page."""
    native_characters: int | None = None
    """Length of the transcript's own summary of exactly this range; None if it has none."""

    def __post_init__(self) -> None:
        """Make the events a history, so that all readers share one analysis of them."""
        object.__setattr__(self, "events", EventHistory.of(self.events))

    def room(self) -> DraftRoom:
        """Return the characters that the draft may have.

        Raises:
            UsageError: the native summary's size is requested, and there is none.
        """
        return room_for(self.size, self._characters(), self.native_characters)

    def page_room(self) -> DraftRoom:
        """Return the characters that it would have as a page, without a requested size."""
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
        """Generation of this one's items: one above the highest that is rolled up, 0 if none is."""
        generations = [item.generation for artifact in self.rolled for item in artifact.items]
        return max(generations, default=0) + 1 if self.rolled else 0

    def seen(self) -> Sequence[SourceEvent]:
        """Return the events up to the range's end."""
        return self.events[: self.source.end + 1]

    def replaced(self) -> list[SourceEvent]:
        """Return the events that the artifact replaces: in the range, in no sidechain, not kept verbatim."""
        kept = self.source.kept
        inside = self.seen()[self.source.start :]
        return [event for event in inside if event.sidechain is None and event.ordinal not in kept]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate: canonical artifact JSON that is not parsed yet, and its generation record."""

    payload: dict[str, Any]
    record: GenerationRecord
    dropped: tuple[DroppedStatement, ...] = ()
    """Statements of its source that were left out, if that has to be reported."""


class Strategy(Protocol):
    """One way of producing artifacts."""

    name: str
    prompt_version: str
    # A strategy with a true `calls_model: bool` has its input limited by the cap of the purpose.

    def draft(self, request: DraftRequest) -> Candidate:
        """Return a candidate for the requested range."""


def no_model() -> GenerationRecord:
    """Return the record of a generation that called no model: four known zeros (S1 gate E)."""
    return GenerationRecord(input_tokens=0, cache_read_tokens=0, cache_creation_tokens=0, output_tokens=0)


def made_by(
    maker: object, draft: Callable[[DraftRequest], Candidate], *, offline: bool = False
) -> Callable[[DraftRequest], Candidate]:
    """Return a draft function that adds the cost and the prompt version of `maker`, which wrote the texts.

    A maker that calls a model has a `generation()` that returns prompt version and generation record. Drafts
    of any other maker are unchanged. If none of its texts was used (`offline`), only the cost is its own.
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
    """Return a candidate with the given items and narrative, made without a model."""
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
    """Return the items with claims last, in source order; the others keep their order."""
    claims = [item for item in items if item.kind is ItemKind.CLAIM]
    first = [(item.links[0].ordinal, item.links[0].chunk_id, item.links[0].span.start) for item in claims]
    ordered = [claims[n] for n in sorted(range(len(claims)), key=lambda n: (first[n], n))]
    return [item for item in items if item.kind is not ItemKind.CLAIM] + ordered


def as_artifact(request: DraftRequest, items: Sequence[Item], strategy: str, origin: Origin) -> Artifact:
    """Return a candidate as a parsed artifact, for measuring while a draft is built."""
    return Artifact.model_validate(candidate(request, items, strategy, origin).payload)
