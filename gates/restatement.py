"""The statements of an artifact, and which captured item each one restates, for the retention gate.

The contradiction gate uses it for finished work, to decide whether a statement is about the same thing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from gates.artifact import NATIVE, Artifact, Item, Origin
from gates.capture import CapturedItem
from gates.language.code_lines import is_code
from gates.language.file_names import base_name
from gates.language.sentence_spans import sentences
from gates.language.similarity import ComparedText, Weight, coverage, similarity, statement
from gates.language.word_bounds import occurs_in
from gates.source import SourceLink

SAME_AT = 0.8
"""Similarity from which two statements are about the same thing beyond reasonable doubt."""


@dataclass(frozen=True, slots=True)
class ArtifactStatement:
    """One statement of an artifact: an item, one sentence of it, or a sentence of the narrative."""

    compared: ComparedText
    item: Item | None
    code: bool = False
    """A line of program text: it can contain the words of a statement, but states nothing about them."""

    @property
    def key(self) -> Hashable:
        """Everything that a comparison reads: neither the item's place in the artifact nor its links."""
        item = self.item
        return self.compared.text, self.code, item and (item.text, item.kind, item.status, item.speaker)


@lru_cache(maxsize=20_000)
def pieces(text: str) -> tuple[str, ...]:
    """Return a text and, if it has several sentences, each of them."""
    spans = sentences(text)
    return (text,) if len(spans) < 2 else (text, *(text[start:end] for start, end in spans))


def units(artifact: Artifact) -> tuple[ArtifactStatement, ...]:
    """Return every statement of an artifact that may restate something."""
    found = [unit for item in artifact.items for unit in _of_item(item)]
    narrative = artifact.narrative or ""
    found += [ArtifactStatement(statement(narrative[start:end]), None) for start, end in sentences(narrative)]
    return tuple(found)


def _of_item(item: Item) -> Iterator[ArtifactStatement]:
    """Yield an item and its sentences; if it shows program text, its first line and the lines of code."""
    shows_code = is_code(item.text)
    introduced = item.text.partition("\n")[0]
    for piece in pieces(item.text):
        if not shows_code:
            yield ArtifactStatement(statement(piece), item)
        elif piece != item.text:
            yield ArtifactStatement(statement(piece), item, code=piece not in introduced)


def owners(artifact: Artifact, captured: tuple[CapturedItem, ...]) -> dict[str, frozenset[str]] | None:
    """Return which captured items each item states by its own links: item id to captured item ids.

    None for a transcript's own summary, imported or repaired: its links are inferred here and show nothing of
    its author's intent.
    """
    if artifact.origin is Origin.IMPORTED or artifact.strategy == NATIVE:
        return None
    places: dict[str, list[tuple[str, SourceLink]]] = {}
    for captured_item in captured:
        for link in captured_item.evidence:
            places.setdefault(link.chunk_id, []).append((captured_item.item_id, link))
    return {
        item.item_id: frozenset(
            key
            for link in item.links
            for key, other in places.get(link.chunk_id, ())
            if _overlap(link, other)
        )
        for item in artifact.items
    }


def _overlap(a: SourceLink, b: SourceLink) -> bool:
    return a.chunk_id == b.chunk_id and a.span.start < b.span.end and b.span.start < a.span.end


def names(unit: ArtifactStatement) -> list[str]:
    """Return the identifiers that a statement names."""
    return [name for name, _kind in unit.compared.tokens.identifiers]


def holds(unit: ArtifactStatement, name: str) -> bool:
    """Return whether the statement contains an identifier, in full or by the last part of its path."""
    folded = name.casefold()
    text = (unit.item.text if unit.item is not None else unit.compared.text).casefold()
    return occurs_in(folded, text) or occurs_in(base_name(folded), text)


def same_thing(captured: CapturedItem, item: Item, weight: Weight) -> bool:
    """Return whether an item is about a captured item beyond reasonable doubt, even if it contradicts it."""
    compared, stated = statement(captured.text), statement(item.text)
    if len(compared.stems) < 3 or similarity(compared, stated, weight) < SAME_AT:
        return False
    if coverage(stated.stems, compared.stems, weight) < 0.6:
        return False
    unit = ArtifactStatement(stated, item)
    # Similar tasks may differ in one name only, so here a camel-case word counts like any other name.
    return all(holds(unit, name) for name, _kind in compared.tokens.identifiers)
