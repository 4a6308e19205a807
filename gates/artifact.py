"""The canonical compaction artifact (S1): one compaction candidate, immutable and content-addressed.

`parse` is the only entry point for text from outside; gate A passes only what it accepts.
"""

from __future__ import annotations

import json
from collections import Counter
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gates.canonical import canonical_json, digest, short_id
from gates.errors import ArtifactError
from gates.source import SourceLink, SourceRange
from gates.validation import faults

ARTIFACT_SCHEMA = "workbench.artifact/1"
MAX_ITEMS = 20_000
MAX_TEXT = 1_000_000


NATIVE = "native"
"""Strategy of a transcript's own summary, also after someone repaired it."""


class ItemKind(StrEnum):
    """The kind of a top-level statement."""

    DECISION = "decision"
    OPEN_WORK = "open_work"
    CLAIM = "claim"
    CONSTRAINT = "constraint"
    FAILURE = "failure"
    CONFLICT = "conflict"
    OPEN_QUESTION = "open_question"
    ARTIFACT_REF = "artifact_ref"


class Origin(StrEnum):
    """How an artifact was made."""

    DRAFTED = "drafted"
    IMPORTED = "imported"
    EDITED = "edited"
    REPAIRED = "repaired"
    CHECKPOINT = "checkpoint"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, use_enum_values=False)


class ConflictDetail(_Value):
    """Both sides of a conflict, as evidence ids; each side has at least one (S0 B)."""

    side_a: Annotated[tuple[str, ...], Field(min_length=1, strict=False)]
    side_b: Annotated[tuple[str, ...], Field(min_length=1, strict=False)]


class FailureDetail(_Value):
    """A failure: its category, where it happened, and why (S0, failure object)."""

    category: str
    where: str
    why: str


_DETAILS: dict[ItemKind, type[ConflictDetail | FailureDetail]] = {
    ItemKind.CONFLICT: ConflictDetail,
    ItemKind.FAILURE: FailureDetail,
}


class Item(_Value):
    """One top-level statement with the links that support it."""

    item_id: str = ""
    kind: Annotated[ItemKind, Field(strict=False)]
    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
    status: Literal["open", "done"] | None = None
    speaker: Literal["user", "agent"] | None = None
    generation: Annotated[int, Field(ge=0)] = 0
    links: Annotated[tuple[SourceLink, ...], Field(strict=False)] = ()
    detail: ConflictDetail | FailureDetail | None = None

    @model_validator(mode="after")
    def _detail_fits_kind(self) -> Item:
        expected = _DETAILS.get(self.kind)
        if expected is ConflictDetail and self.detail is None:
            raise ValueError("a conflict names both its sides in detail")
        if self.detail is not None and (expected is None or not isinstance(self.detail, expected)):
            raise ValueError(f"detail does not fit kind {self.kind.value}")
        if not self.text.strip():
            raise ValueError("text is blank")
        return self


class ArtifactSource(_Value):
    """The range that an artifact replaces; `kept` lists the ordinals inside it that stay verbatim."""

    session_id: Annotated[str, Field(min_length=1)]
    source_start: Annotated[int, Field(ge=0)]
    source_end: Annotated[int, Field(ge=0)]
    kept: Annotated[tuple[int, ...], Field(strict=False)] = ()

    @model_validator(mode="after")
    def _ordered(self) -> ArtifactSource:
        if self.source_end < self.source_start:
            raise ValueError("source_end lies before source_start")
        if list(self.kept) != sorted(set(self.kept)):
            raise ValueError("kept is not ascending")
        if self.kept and not self.source_start <= self.kept[0] <= self.kept[-1] <= self.source_end:
            raise ValueError("kept lies outside the range")
        return self

    def range(self) -> SourceRange:
        """Return the source as a `SourceRange`."""
        return SourceRange(self.session_id, self.source_start, self.source_end, frozenset(self.kept))


class GenerationRecord(_Value):
    """Cost of generating the artifact, in tokens and milliseconds; null means unknown (S1 gate E)."""

    purpose: str = "compaction"
    model: str | None = None
    """The model that was asked, as `PROVIDER:MODEL`."""
    reported_model: str | None = None
    """The model that answered, as its service reports it; several are parted by commas."""
    input_tokens: Annotated[int, Field(ge=0)] | None = None
    cache_read_tokens: Annotated[int, Field(ge=0)] | None = None
    cache_creation_tokens: Annotated[int, Field(ge=0)] | None = None
    output_tokens: Annotated[int, Field(ge=0)] | None = None
    provenance: Literal["reported", "estimated", "none"] = "none"
    elapsed_ms: Annotated[int, Field(ge=0)] | None = None

    def counts(self) -> tuple[int | None, int | None, int | None, int | None]:
        """Return the input, cache read, cache creation and output tokens."""
        return self.input_tokens, self.cache_read_tokens, self.cache_creation_tokens, self.output_tokens


class Artifact(_Value):
    """One compaction candidate in the canonical compaction schema."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, populate_by_name=True, serialize_by_alias=True
    )

    schema_: Annotated[Literal["workbench.artifact/1"], Field(alias="schema")] = "workbench.artifact/1"
    source: ArtifactSource
    strategy: str
    prompt_version: Annotated[str, Field(min_length=1)]
    origin: Annotated[Origin, Field(strict=False)]
    parents: Annotated[tuple[str, ...], Field(strict=False)] = ()
    covers: Annotated[tuple[str, ...], Field(strict=False)] = ()
    objective: str = ""
    items: Annotated[tuple[Item, ...], Field(strict=False, max_length=MAX_ITEMS)] = ()
    narrative: Annotated[str, Field(max_length=MAX_TEXT)] | None = None
    opaque: bool = False
    generation_record: GenerationRecord = GenerationRecord()

    def to_json(self) -> dict[str, Any]:
        """Return the artifact as JSON data with every field of the schema."""
        return self.model_dump(mode="json")

    @property
    def artifact_id(self) -> str:
        """`art_` and the SHA-256 of the canonical form without the generation record."""
        return identify(self).artifact_id

    def with_items(self, items: tuple[Item, ...]) -> Artifact:
        """Return the artifact with other items, their ids derived again."""
        return self.model_copy(update={"items": number_items(items)})


class Identified(NamedTuple):
    """An artifact with its id and its JSON data, which are computed together."""

    artifact_id: str
    artifact: Artifact
    body: dict[str, Any]


def identify(artifact: Artifact) -> Identified:
    """Return the artifact with its id, from the digest of its JSON data without the generation record."""
    body = artifact.to_json()
    named = {key: value for key, value in body.items() if key != "generation_record"}
    return Identified("art_" + digest(named), artifact, body)


@lru_cache(maxsize=8_192)
def normalise_text(text: str) -> str:
    """Return a text with case and white space folded; two statements with equal forms are the same."""
    return " ".join(text.split()).casefold()


def number_items(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items with derived ids: from kind, normalised text and ordinal among equal items."""
    seen: Counter[tuple[str, str]] = Counter()
    numbered = []
    for item in items:
        kind, text = item.kind._value_, normalise_text(item.text)
        key = (kind, text)
        count = seen[key]
        seen[key] = count + 1
        wanted = short_id("itm", kind, text, count)
        numbered.append(item if item.item_id == wanted else _renamed(item, wanted))
    return tuple(numbered)


_set = object.__setattr__
"""Writes an attribute of a frozen value; used only on a copy that nothing else refers to yet."""


def _renamed(item: Item, item_id: str) -> Item:
    """Return a copy of an item with another id, like `model_copy` but without its overhead."""
    copied = Item.__new__(Item)
    _set(copied, "__dict__", {**item.__dict__, "item_id": item_id})
    _set(copied, "__pydantic_fields_set__", {*item.__pydantic_fields_set__, "item_id"})
    _set(copied, "__pydantic_extra__", None)
    _set(copied, "__pydantic_private__", None)
    return copied


def parse(payload: str | bytes | dict[str, Any]) -> Artifact:
    """Parse JSON into the canonical schema; item ids are derived, and ids in the input are replaced.

    Raises:
        ArtifactError: the input does not fit the schema; one sentence for each invalid place.
    """
    if not isinstance(payload, dict):
        try:
            payload = json.loads(payload)
        except (ValueError, RecursionError) as error:
            raise ArtifactError((f"not JSON: {error}",), "give one JSON object") from error
    if not isinstance(payload, dict):
        raise ArtifactError(("not a JSON object",), f'give one object with "schema": "{ARTIFACT_SCHEMA}"')
    try:
        artifact = Artifact.model_validate(payload)
        artifact = artifact.with_items(artifact.items)
        canonical_json(artifact.to_json())
    except ValidationError as error:
        raise ArtifactError(_sentences(error), "`workbench schema artifact` prints the schema") from error
    except ValueError as error:
        raise ArtifactError((str(error),), "text must be valid Unicode, numbers below 2**53") from error
    return artifact


def _sentences(error: ValidationError) -> tuple[str, ...]:
    return tuple(faults(error, 50, "artifact"))
