"""Prompt files with their versions, and a range of events as a request shows it, masked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from gates.canonical import digest
from gates.source import SourceEvent
from workbench.facts.shown import LEFT_OUT, MOST_PARTS, SentPart, parts_of, tokens_of
from workbench.masking import mask_json
from workbench.models.base import Prompt, Schema


@dataclass(frozen=True)
class PromptFile:
    """One prompt with the schema of its answers."""

    name: str
    number: int
    schema: Schema

    @property
    def text(self) -> str:
        """The instructions."""
        return _read(f"{self.name}-{self.number}.md")

    @property
    def version(self) -> str:
        """`draft/2-` and 8 hex digits of the digest of instructions and schema."""
        return f"{self.name}/{self.number}-{digest([self.text, self.schema.body])[:8]}"

    def prompt(self, body: Mapping[str, Any], most: int, stable: str = "") -> tuple[Prompt, int]:
        """Return a request of this prompt, with the body as masked JSON, and the number of secrets."""
        text, secrets = masked_json(body)
        return Prompt(self.text, text, most, self.schema, stream=True, stable=stable), secrets


@cache
def _read(name: str) -> str:
    place = resources.files("workbench.strategies.modelled") / "prompts" / name
    return place.read_text(encoding="utf-8")


def masked_json(body: Mapping[str, Any]) -> tuple[str, int]:
    """Return JSON data as text, with the secrets in its strings masked, and their number."""
    masked, found = mask_json(body)
    return json.dumps(masked, ensure_ascii=False).encode("utf-8", "replace").decode(), found


def size_of(prompt: Prompt) -> int:
    """Return the tokens of a request, estimated from above, without the answer."""
    schema = json.dumps(prompt.schema.body) if prompt.schema is not None else ""
    return tokens_of(prompt.system) + tokens_of(schema) + tokens_of(prompt.stable) + tokens_of(prompt.text)


@dataclass(frozen=True)
class PromptedEvents:
    """Events as a request contains them."""

    text: str
    """`{"events": [...]}`; empty without events."""
    masked: int
    shortened: tuple[int, ...]
    """Events of which only the beginning and the end are sent."""


def shown(events: Iterable[SourceEvent]) -> PromptedEvents:
    """Return the parts of events that are sent, as one text that is always the same for the same events."""
    bodies: list[dict[str, object]] = []
    masked, cut = 0, []
    for event in events:
        parts, secrets = _parts(event)
        masked += secrets
        if len(parts) > MOST_PARTS:
            cut.append(event.ordinal)
            half = MOST_PARTS // 2
            gap = SentPart(event.ordinal, parts[0].who, LEFT_OUT.strip())
            parts = [*parts[:half], gap, *parts[-half:]]
        bodies += [part.body for part in parts]
    text, more = masked_json({"events": bodies}) if bodies else ("", 0)
    return PromptedEvents(text, masked + more, tuple(cut))


def shown_tokens(event: SourceEvent) -> int:
    """Return the tokens that one event takes in a request, estimated from above."""
    parts, _ = _parts(event)
    if len(parts) > MOST_PARTS:
        half = MOST_PARTS // 2
        parts = [*parts[:half], *parts[-half:]]
    return sum(part.tokens for part in parts)


def _parts(event: SourceEvent) -> tuple[list[SentPart], int]:
    """Return the parts of an event, and the number of masked secrets."""
    found = list(parts_of(event))
    return [part for part, _ in found], sum(secrets for _, secrets in found)


def numbered(texts: Sequence[tuple[str, str]]) -> list[dict[str, object]]:
    """Return kinds and texts with their numbers, as a request lists them."""
    return [{"id": number, "kind": kind, "text": text} for number, (kind, text) in enumerate(texts)]
