"""The input types of an import, as protocols: the store does not know the importers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gates.imported import FoundSummary


class TokenCountLike(Protocol):
    """A token count with its provenance."""

    @property
    def tokens(self) -> int:
        """The number of tokens."""

    @property
    def provenance(self) -> str:
        """`reported`, `next-usage`, `estimated` or `unreliable`."""


class FoundLike(FoundSummary, Protocol):
    """A compaction found in a transcript; positions are file-relative."""

    @property
    def summary(self) -> int | None:
        """Position of the summary's event, or None if it is in no event."""

    @property
    def trigger(self) -> str:
        """`auto`, `manual`, `hook`, `api` or `unknown`."""

    @property
    def tokens_before(self) -> TokenCountLike | None:
        """Context tokens before it."""

    @property
    def tokens_after(self) -> TokenCountLike | None:
        """Context tokens after it."""


class SkippedLike(Protocol):
    """A line that could not be read."""

    @property
    def line(self) -> int:
        """Line number from 1; 0 for the file as a whole."""

    @property
    def reason(self) -> str:
        """The reason why it was skipped."""


class Header(Protocol):
    """The facts of a transcript that are known before its events are read."""

    @property
    def format(self) -> str:
        """The importer's name."""

    @property
    def native_id(self) -> str:
        """The transcript's own id; empty if the format has none."""

    @property
    def title(self) -> str:
        """The transcript's title."""

    @property
    def scope_complete(self) -> bool:
        """Whether the transcript contains its own beginning."""

    @property
    def bytes_per_token(self) -> float:
        """The ratio that token estimates are made with."""


class Totals(Protocol):
    """The facts of a transcript that are known only after its last event was read."""

    @property
    def noise(self) -> int:
        """Number of records that are no events."""

    @property
    def rewritten(self) -> int:
        """Number of records that repeat an id with other content."""

    @property
    def skipped(self) -> Sequence[SkippedLike]:
        """Lines that could not be read."""

    @property
    def compactions(self) -> Sequence[FoundLike]:
        """Compactions found in the transcript."""
