"""A model's answers on whether a summary reports a captured item in any words.

They complement the word-by-word comparison: for proposed items they order and cut the list of likely losses,
for counted ones they only add warnings. They decide no verdict of a counted item and no gate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from gates.artifact import Artifact
from gates.canonical import digest, encodable
from gates.capture import CapturedItem

SUMMARY_ANSWERS_VERSION = "summary_answers/1"


class SummaryVerdict(StrEnum):
    """The outcome for one captured item in a summary."""

    REPORTED = "reported"
    ALTERED = "altered"
    """Reported with another name, number, condition, order or state."""
    OMITTED = "omitted"


@dataclass(frozen=True, slots=True)
class SummaryAnswer:
    """One answer; `words` quotes the summary where it reports the item, correctly or altered."""

    verdict: SummaryVerdict
    words: str = ""


@dataclass(frozen=True)
class SummaryAnswers:
    """One checker's answers about the items of one summary."""

    reader: str
    """Name of the checker; its warnings and verdicts begin with it."""
    version: str
    artifact: Artifact
    answers: Mapping[str, SummaryAnswer]
    """Keyed by `summary_item_key`."""

    @cached_property
    def digest(self) -> str:
        """Digest of all answers."""
        return digest([self.version, sorted((k, a.verdict.value, a.words) for k, a in self.answers.items())])

    @cached_property
    def _summary(self) -> str:
        return summary_digest(self.artifact)

    def of(self, item: CapturedItem) -> SummaryAnswer | None:
        """Return the answer about an item; None if there is none."""
        return self.answers.get(summary_item_key(self._summary, item)) if self.answers else None


def summary_of(artifact: Artifact) -> tuple[str, ...]:
    """Return the texts of a summary: objective, items and narrative, blank ones left out."""
    reported = [artifact.objective, *(item.text for item in artifact.items), artifact.narrative or ""]
    return tuple(encodable(text) for text in reported if text.strip())


def summary_digest(artifact: Artifact) -> str:
    """Return the digest of a summary's texts."""
    return digest(list(summary_of(artifact)))


def summary_item_key(summary: str, item: CapturedItem) -> str:
    """Return the digest of the question about an item and a summary; `summary` is the summary's digest."""
    texts = [encodable(link.quote) for link in item.evidence]
    return digest([SUMMARY_ANSWERS_VERSION, summary, item.kind, encodable(item.text), texts])
