"""The shapes that an import hands in, as protocols: the store does not know the importers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gates.imported import FoundSummary


class TokenCountLike(Protocol):
    """A token count with its provenance."""

    @property
    def tokens(self) -> int:
        """How many."""

    @property
    def provenance(self) -> str:
        """`reported`, `next-usage`, `estimated` or `unreliable`."""


class FoundLike(FoundSummary, Protocol):
    """A compaction found in a transcript; positions are file-relative."""

    @property
    def summary(self) -> int | None:
        """Position of the summary's event; None where it is in no event."""

    @property
    def trigger(self) -> str:
        """`auto`, `manual`, `hook`, `api` or `unknown`."""

    @property
    def tokens_before(self) -> TokenCountLike | None:
        """Context tokens before."""

    @property
    def tokens_after(self) -> TokenCountLike | None:
        """Context tokens after."""


class SkippedLike(Protocol):
    """A line that could not be read."""

    @property
    def line(self) -> int:
        """1-based line; 0: the file as a whole."""

    @property
    def reason(self) -> str:
        """Why it was skipped."""


class Header(Protocol):
    """What is known of a transcript before its events are read."""

    @property
    def format(self) -> str:
        """The importer's name."""

    @property
    def native_id(self) -> str:
        """The transcript's own id; empty where the format has none."""

    @property
    def title(self) -> str:
        """What the transcript calls itself."""

    @property
    def scope_complete(self) -> bool:
        """False where the transcript's own beginning is missing."""

    @property
    def bytes_per_token(self) -> float:
        """What estimates are made with."""


class Totals(Protocol):
    """What is known only after the last event was read."""

    @property
    def noise(self) -> int:
        """Records that are no events."""

    @property
    def rewritten(self) -> int:
        """Records that repeat an id with other content."""

    @property
    def skipped(self) -> Sequence[SkippedLike]:
        """Lines that could not be read."""

    @property
    def compactions(self) -> Sequence[FoundLike]:
        """Compactions found."""
