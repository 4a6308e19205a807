"""Whether a summary reports a captured item in any words, as a model that read both says.

It is put beside the comparison word by word: of proposed items it orders and ends the list of likely losses,
of counted ones it only adds warnings. It decides no verdict of a counted item and no gate.
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
    """What a summary makes of an item."""

    REPORTED = "reported"
    ALTERED = "altered"
    """Reported with another name, number, condition, order or state."""
    OMITTED = "omitted"


@dataclass(frozen=True, slots=True)
class SummaryAnswer:
    """One answer; `words` are the summary's own that report the item, or report it otherwise."""

    verdict: SummaryVerdict
    words: str = ""


@dataclass(frozen=True)
class SummaryAnswers:
    """What one reader says of the items of one summary."""

    reader: str
    """The checker; its warnings and verdicts begin with it."""
    version: str
    artifact: Artifact
    answers: Mapping[str, SummaryAnswer]
    """By the key of an item beside the summary."""

    @cached_property
    def digest(self) -> str:
        """Of all that it says."""
        return digest([self.version, sorted((k, a.verdict.value, a.words) for k, a in self.answers.items())])

    @cached_property
    def _summary(self) -> str:
        return summary_digest(self.artifact)

    def of(self, item: CapturedItem) -> SummaryAnswer | None:
        """The answer about an item; None where there is none."""
        return self.answers.get(summary_item_key(self._summary, item)) if self.answers else None


def summary_of(artifact: Artifact) -> tuple[str, ...]:
    """The words of a summary, statement by statement."""
    reported = [artifact.objective, *(item.text for item in artifact.items), artifact.narrative or ""]
    return tuple(encodable(text) for text in reported if text.strip())


def summary_digest(artifact: Artifact) -> str:
    """Digest of the words of a summary."""
    return digest(list(summary_of(artifact)))


def summary_item_key(summary: str, item: CapturedItem) -> str:
    """Digest of all that is asked about an item beside a summary with this digest."""
    texts = [encodable(link.quote) for link in item.evidence]
    return digest([SUMMARY_ANSWERS_VERSION, summary, item.kind, encodable(item.text), texts])
