"""Whether a summary tells a captured item in any words, as a model that read both says.

It is put beside the comparison word by word: of proposed items it orders and ends the list of likely losses,
of counted ones it only adds warnings. It decides no verdict of a counted item and no gate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from gates.artifact import Artifact
from gates.canonical import digest
from gates.capture import CapturedItem

TELLING_VERSION = "telling/1"


class Telling(StrEnum):
    """What a summary makes of an item."""

    TOLD = "told"
    ALTERED = "altered"
    """Told with another name, number, condition, order or state."""
    UNTOLD = "untold"


@dataclass(frozen=True, slots=True)
class ToldAnswer:
    """One answer; `words` are the summary's own that tell the item, or tell it otherwise."""

    telling: Telling
    words: str = ""


@dataclass(frozen=True)
class Tellings:
    """What one reader says of the items of one summary."""

    reader: str
    """The tier; its warnings and verdicts begin with it."""
    version: str
    artifact: Artifact
    answers: Mapping[str, ToldAnswer]
    """By the key of an item beside the summary."""

    @cached_property
    def digest(self) -> str:
        """Of all that it says."""
        return digest([self.version, sorted((k, a.telling.value, a.words) for k, a in self.answers.items())])

    @cached_property
    def _summary(self) -> str:
        return summary_digest(self.artifact)

    def of(self, item: CapturedItem) -> ToldAnswer | None:
        """The answer about an item; None where there is none."""
        return self.answers.get(telling_key(self._summary, item)) if self.answers else None


def summary_of(artifact: Artifact) -> tuple[str, ...]:
    """The words of a summary, statement by statement."""
    reported = [artifact.objective, *(item.text for item in artifact.items), artifact.narrative or ""]
    return tuple(encodable(text) for text in reported if text.strip())


def summary_digest(artifact: Artifact) -> str:
    """Digest of the words of a summary."""
    return digest(list(summary_of(artifact)))


def telling_key(summary: str, item: CapturedItem) -> str:
    """Digest of all that is asked about an item beside a summary with this digest."""
    texts = [encodable(link.quote) for link in item.evidence]
    return digest([TELLING_VERSION, summary, item.kind, encodable(item.text), texts])


def encodable(text: str) -> str:
    """A text without lone surrogates, which no digest and no request can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
