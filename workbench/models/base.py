"""The prompt, answer, progress and failure of a call to a language model, and the protocol of a model.

The caller masks what it sends; nothing here reads a transcript or stores an answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from workbench.errors import WorkbenchError
from workbench.escaping import one_line


@dataclass(frozen=True)
class Schema:
    """A JSON schema that the answer must satisfy."""

    name: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Prompt:
    """A request: instructions, the text they apply to, and the maximum number of tokens in the answer."""

    system: str
    text: str
    max_tokens: int = 400
    schema: Schema | None = None
    """Sent if the service can enforce a schema; the instructions must describe it too."""
    stream: bool = False
    stable: str = ""
    """Text before `text` that later requests repeat, so that a service with a cache can keep it.

    It must be byte-for-byte the same each time.
    """


@dataclass(frozen=True, slots=True)
class AnswerProgress:
    """Progress of an answer, reported several times a second in the thread that waits for it."""

    characters: int = 0
    """Length of the answer so far."""
    pause: float = 0.0
    """Seconds until the next attempt, after a temporary refusal."""
    reason: str = ""
    """The reason for the next attempt."""


Tick = Callable[[AnswerProgress], None]
"""Called with progress in the thread that asked.

An exception from it ends the exchange and is raised there.
"""

MOST_TOKENS = 10**9
"""The largest token count of one call that is accepted."""


def token_count(value: object) -> int | None:
    """Return a token count that a service reported, or None if the value is not a valid count."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= MOST_TOKENS else None


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts of one call, None if the service did not report them. The input counts do not overlap."""

    input_tokens: int | None = None
    """Input tokens that were neither read from the cache nor written to it."""
    cache_read_tokens: int | None = None
    cache_creation_tokens: int | None = None
    output_tokens: int | None = None

    def counts(self) -> tuple[int | None, int | None, int | None, int | None]:
        """Return the four counts."""
        return (
            self.input_tokens, self.cache_read_tokens, self.cache_creation_tokens, self.output_tokens
        )  # fmt: skip

    def plausible(self, *, answered: bool) -> Usage:
        """Return the counts without zeros that cannot be true, as some servers and gateways report them.

        A request has input tokens, and an answer with text has output tokens.
        """
        output = None if answered and not self.output_tokens else self.output_tokens
        return replace(self, output_tokens=output) if any(self.counts()[:3]) else Usage(output_tokens=output)


LONGEST_NAME = 160
"""Most characters of a model's name."""


def reported_name(value: object) -> str:
    """Return the model's name that a service reported, or an empty text if the value is no usable name."""
    usable = isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_NAME
    return str(value).strip() if usable else ""


def answered_words(asked: str, answered: str | None) -> str:
    """Name the model that was asked and, if it is another, the one that answered, where that was reported."""
    other = answered and answered != asked.partition(":")[2]
    return one_line(f"{asked} (answered by {answered})" if other else asked)


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """The answer of a model, with its token counts."""

    text: str
    usage: Usage = Usage()
    cut: bool = False
    """Whether the answer was cut off at the token limit."""
    filtered: bool = False
    """Whether the model declined, or its service's content filter ended the answer."""
    elapsed_ms: int | None = None
    """Milliseconds that a recorded or replayed answer took; None for an answer straight from the service."""
    failed: tuple[Usage, ...] = ()
    """What the service counted of each try before this one that failed and may have cost tokens."""
    reported: str = ""
    """The model that answered, as its service reports it; empty if it does not."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "usage", self.usage.plausible(answered=bool(self.text)))


LATE = "no answer in time"
"""Prefix of `ModelTrouble.reason` when the time was over before the answer came."""
BROKEN = "the connection broke"
"""`ModelTrouble.reason` when a connection ended before any part of the answer arrived."""
OVERLOADED = "the service is overloaded"
"""`ModelTrouble.reason` when a stream ended with a temporary error before any text."""
OVERSIZED = "the answer is over"
"""Prefix of `ModelTrouble.reason` when an answer was ended because it went over a limit of size."""


class ModelTrouble(WorkbenchError):
    """A failed call to a model; `reason` is a short phrase that contains no address and no time."""

    code = "model_unavailable"

    def __init__(
        self, reason: str, hint: str = "", *, lasting: bool = False, free: bool = False, reported: str = ""
    ) -> None:
        super().__init__(f"the model gave no answer: {reported or reason}", hint)
        self.reason = reason
        self.reported = reported or reason
        """The reason for a person: with the address and the service's own message, if there are any."""
        self.lasting = lasting
        """Whether the next request would fail too."""
        self.free = free
        """Whether it is certain that no token was spent: nothing was sent, or the service refused."""
        self.failed: tuple[Usage, ...] = ()
        """What the service counted of each try that may have cost tokens, this failure the last of them."""
        self.elapsed_ms: int | None = None
        """Milliseconds until the failure if the call was recorded, else None."""

    @property
    def late(self) -> bool:
        """Whether the time ran out, which says nothing about how the service answers."""
        return self.reason.startswith(LATE)

    @property
    def unanswered(self) -> bool:
        """Whether nothing of an answer had come, so that nothing is known to have been spent."""
        return self.reason.removeprefix(f"{LATE}: ") in (BROKEN, OVERLOADED)

    @property
    def oversized(self) -> bool:
        """Whether the service answered, with more than is read of any answer."""
        return self.reason.startswith(OVERSIZED)


@dataclass(frozen=True)
class Deadline:
    """A time limit in seconds from its creation, on a monotonic clock."""

    seconds: float
    clock: Callable[[], float] = time.monotonic
    _from: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_from", self.clock())

    def left(self) -> float:
        """Return the seconds until the deadline; 0 once it has passed."""
        return max(0.0, self._from + self.seconds - self.clock())


class LanguageModel(Protocol):
    """One model of one service; may be called from several threads."""

    provider: str
    model: str
    url: str
    """The address that requests go to, without the key."""

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """Return the JSON body that `answer` sends; an answer may be stored under its digest."""

    def answer(self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None) -> ModelAnswer:
        """Send a request and return the answer.

        Args:
            prompt: the request.
            run: deadline of the whole run, which ends this answer too.
            tick: called with progress; an exception from it ends the call.

        Raises:
            ModelTrouble: there is no answer.
        """
