"""Whether an item says something else than the sentences that it quotes: the opposite, or another value.

A quotation that occurs proves that its words were said, not that the item says them. So the sentences that a
quotation touches are compared with the item word by word, as gate C compares captured items.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Literal

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.language.sentence_spans import sentences
from gates.language.similarity import even, statement
from gates.report import Retention
from gates.restatement import ArtifactStatement, pieces
from gates.retention.comparison import compare
from gates.retention.match import Match
from gates.source import EventKind
from workbench.facts.spans import EventWords, Lookup, fold
from workbench.strategies.modelled.denied_elsewhere import denied_elsewhere
from workbench.strategies.modelled.refused_alike import refused_alike
from workbench.strategies.modelled.told_values import numbers_alike


class ChangedSense(Enum):
    """How an item differs from its quotations."""

    TURNED = "turned"
    """The opposite, or another number, order, unit or name."""
    UNTOLD = "untold"
    """An act, its actor or a cause as a fact, which they do not tell."""
    OTHERWISE = "otherwise"
    """Words that may say less or something else."""


_COMPARED = frozenset({ItemKind.DECISION, ItemKind.CONSTRAINT, ItemKind.OPEN_WORK, ItemKind.CLAIM})
_BINDING = frozenset({ItemKind.DECISION, ItemKind.CONSTRAINT})
_TALK = frozenset({EventKind.USER, EventKind.ASSISTANT, EventKind.PLAN})
_SAID = (Retention.PRESERVED, Retention.PARAPHRASED)
_NEGATED = "negation_changed"
_NUMBER = "number_changed"
_VALUES = frozenset(
    {
        _NEGATED,
        _NUMBER,
        "quantifier_changed",
        "order_changed",
        "unit_changed",
        "address_changed",
        "identifier_changed",
    }
)
"""Rules of the comparison that report another value or sign."""
LONGEST = 600
"""Most characters of a sentence that is compared; a longer one is a list or output."""
AROUND = 400
"""Characters before and after a quotation in which its sentence begins and ends."""


def sentences_around(events: Lookup, words: EventWords) -> list[str]:
    """Return the sentences that a quotation touches, each on one line."""
    text = events[words.ordinal].text
    if events[words.ordinal].kind not in _TALK:
        return []
    begin, end = max(0, words.start - AROUND), min(len(text), words.end + AROUND)
    spans = [(begin + a, begin + b) for a, b in sentences(text[begin:end])]
    touched = [fold(text[a:b]) for a, b in spans if a < words.end and words.start < b and b - a <= LONGEST]
    return [sentence for sentence in touched if not sentence.endswith("?")]


def turned(item: Item, texts: Sequence[str]) -> ChangedSense | None:
    """Return how an item changes its quotations; None if it does not, or if another sentence says it.

    Args:
        item: as the draft would contain it.
        texts: the sentences that its quotations touch, and the texts of the items that it carries over.
    """
    if item.kind not in _COMPARED or item.status == "done":
        return None
    compared = [(piece, each, _compared(item, piece, each)) for piece in pieces(item.text) for each in texts]
    differing = [(a, b, match) for a, b, match in compared if not _worded_only(match, a, b)]
    found = [match for a, b, match in differing if match.rule != _NEGATED or not denied_elsewhere(a, b)]
    if any(match.verdict in _SAID for match in found):
        return None
    binds = item.kind in _BINDING
    if any(m.verdict is Retention.CONTRADICTED or (m.rule in _VALUES and not _less(m, binds)) for m in found):
        return ChangedSense.TURNED
    if len(found) < len(differing) or any(_less(m, binds) for m in found):
        return ChangedSense.OTHERWISE
    lesser = (Retention.MUTATED, Retention.WEAKENED) if binds else (Retention.MUTATED,)
    return ChangedSense.OTHERWISE if any(match.verdict in lesser for match in found) else None


def _worded_only(match: Match, piece: str, sentence: str) -> bool:
    """Return whether only words differ: a rejection in other words, a rounded or reckoned number."""
    if match.rule == _NEGATED:
        return refused_alike(piece, sentence)
    return match.rule == _NUMBER and numbers_alike(piece, sentence)


def _less(match: Match, binds: bool) -> bool:
    """Return whether a result only covers fewer, or lacks its `only`: it says less, but is still true.

    For a binding item that would allow more, which is another meaning.
    """
    return not binds and match.rule == "quantifier_changed" and match.verdict is Retention.WEAKENED


def _compared(item: Item, piece: str, sentence: str) -> Match:
    kind: Literal["decision", "open_work"] = "open_work" if item.kind is ItemKind.OPEN_WORK else "decision"
    status: Literal["open", "in_force"] = "open" if kind == "open_work" else "in_force"
    captured = CapturedItem(item_id="cap_0", kind=kind, text=sentence, status=status, origin="phrase")
    return compare(captured, statement(sentence), ArtifactStatement(statement(piece), item), even)
