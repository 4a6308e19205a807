"""The cost of the calls of one generation: what the service counted, also of calls that failed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from gates.artifact import GenerationRecord
from workbench.models.base import ModelAnswer, Usage
from workbench.strategies.base import no_model

UNANSWERED = (
    "a try ended before any part of an answer came; the service counted nothing of it, so what it cost, if "
    "anything, is in no count"
)
"""Warning about a try whose cost, if there is one, nobody stated."""

MOST_NAMES = 3
"""Most models that a record names as those that answered."""


@dataclass
class CallTally:
    """The cost of the calls of one generation."""

    usage: list[Usage] = field(default_factory=list)
    """Counts of each answered call."""
    elapsed_ms: int = 0
    reserved: int = 0
    """Estimated tokens of calls whose counts the service did not report."""
    unknown: bool = False
    """Whether a call ended without a whole answer and cost tokens that are not counted."""
    masked_of: dict[str, int] = field(default_factory=dict)
    """Most secrets masked in one request, by the events that the request was about."""
    failed: list[Usage] = field(default_factory=list)
    """Counts of tries that failed, as far as the service had stated them."""
    reported: dict[str, None] = field(default_factory=dict)
    """The models that answered, as their service reports them, each once."""
    unanswered: int = 0
    """Number of tries that ended before any part of an answer and without a count."""

    def count_answer(self, answer: ModelAnswer) -> None:
        """Count an answered call."""
        self.usage.append(answer.usage)
        if answer.reported:
            self.reported[answer.reported] = None

    def count_time(self, began: float, stated: int | None) -> None:
        """Add the time of a call in ms: as `stated`, else measured since `began` of the monotonic clock."""
        self.elapsed_ms += round((time.monotonic() - began) * 1000) if stated is None else stated

    def count_failed(self, counted: Usage, *, begun: bool) -> bool:
        """Count a try that failed; return False if nothing is known of its cost.

        Args:
            counted: what the service had counted until then.
            begun: whether a part of the answer may have come, so that tokens may have been spent uncounted.
        """
        stated = any(counted.counts())
        if stated:
            self.failed.append(Usage(*(count or 0 for count in counted.counts())))
        elif not begun:
            self.unanswered += 1
        self.unknown = self.unknown or begun
        return stated or begun

    def record(self, named: str) -> GenerationRecord:
        """Return the four counts over all calls; one that any call lacks is unknown.

        Without a call: no model.
        """
        if not self.usage and not self.unknown:
            return no_model()
        names = ("input_tokens", "cache_read_tokens", "cache_creation_tokens", "output_tokens")
        columns = {name: [getattr(usage, name) for usage in self._counted] for name in names}
        known = {n: None if self.unknown or None in c else sum(c) for n, c in columns.items()}
        body = {"model": named, **known, "elapsed_ms": self.elapsed_ms}
        body["reported_model"] = ", ".join(list(self.reported)[:MOST_NAMES]) or None
        provenance = "none" if None in known.values() else "reported"
        return GenerationRecord.model_validate({**body, "provenance": provenance})

    @property
    def masked(self) -> int:
        """Number of secrets masked; those of events that were sent again are not counted again."""
        return sum(self.masked_of.values())

    def add_masked(self, events: str, secrets: int) -> None:
        """Count the secrets of a request; one without events is about those of the request before it."""
        about = events or next(reversed(self.masked_of), "")
        self.masked_of[about] = max(secrets, self.masked_of.pop(about, 0))

    @property
    def _counted(self) -> list[Usage]:
        return [*self.usage, *self.failed]

    @property
    def in_words(self) -> str:
        """Tokens so far: `6,547 tokens`, `at least 6,547 tokens` if a call that failed is not counted.

        `an estimated 6,547 tokens` if the service did not count an answer.
        """
        if self.unknown and not self.tokens:
            return "an unknown number of tokens"
        how = "an estimated " if self.reserved else "at least " if self.unknown else ""
        return f"{how}{self.tokens:,} tokens"

    @property
    def tokens(self) -> int:
        """Tokens so far, with estimates for calls that the service did not count."""
        return self.reserved + sum(count or 0 for usage in self._counted for count in usage.counts())


def summed(records: Sequence[GenerationRecord], named: str) -> GenerationRecord:
    """Return the total cost of several generations; a count that one of them lacks is unknown."""
    called = [record for record in records if record.model is not None]
    tally = CallTally(elapsed_ms=sum(record.elapsed_ms or 0 for record in called))
    tally.usage = [Usage(*record.counts()) for record in called]
    tally.reported = dict.fromkeys(record.reported_model for record in called if record.reported_model)
    return tally.record(named)
