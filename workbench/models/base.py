"""What a language model is asked and answers, and how it fails.

What is sent is masked by the caller; nothing here reads a transcript or keeps an answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from workbench.errors import WorkbenchError


@dataclass(frozen=True)
class Schema:
    """The JSON that an answer has to be."""

    name: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Prompt:
    """One question: instructions, the text they are about, and the most tokens of an answer."""

    system: str
    text: str
    max_tokens: int = 400
    schema: Schema | None = None
    """Sent where the service can hold an answer to one; the instructions must describe it too."""
    stream: bool = False
    stable: str = ""
    """Text before `text` that comes again with later questions: kept by the service's cache where it has one,
    so it must be the same to the byte."""


@dataclass(frozen=True, slots=True)
class AnswerProgress:
    """How far an answer is, as the thread that waits for it is called with several times a second."""

    characters: int = 0
    """Of the answer so far."""
    pause: float = 0.0
    """Seconds until it is asked again, where a service refused for now."""
    reason: str = ""
    """Why it is asked again."""


Tick = Callable[[AnswerProgress], None]
"""Called with progress in the thread that asked; whatever it raises ends the exchange and is raised there."""

MOST_TOKENS = 10**9
"""A larger count of one call is none."""


def token_count(value: object) -> int | None:
    """A count of tokens that a service reported; None where it is no such count."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= MOST_TOKENS else None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; None where the service did not report them. The input counts do not overlap."""

    input_tokens: int | None = None
    """Without what the cache had or was given."""
    cache_read_tokens: int | None = None
    cache_creation_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What came back."""

    text: str
    usage: Usage = Usage()
    cut: bool = False
    """It ended at the limit of tokens."""
    filtered: bool = False
    """The model declined, or the content filter of its service ended it."""
    elapsed_ms: int | None = None
    """How long it took when it was recorded; None where the service gave it just now."""


LATE = "no answer in time"
"""How the reason of a trouble begins where the time was over before the answer came."""


class ModelTrouble(WorkbenchError):
    """A model gave no answer; `reason` is a short word for it that holds no address and no time."""

    code = "model_unavailable"

    def __init__(
        self, reason: str, hint: str = "", *, lasting: bool = False, free: bool = False, reported: str = ""
    ) -> None:
        super().__init__(f"the model gave no answer: {reported or reason}", hint)
        self.reason = reason
        self.reported = reported or reason
        """The same for a person: with the address and the service's own words, where there are any."""
        self.lasting = lasting
        """Whether the next question would fare no better."""
        self.free = free
        """Whether it is sure that no token was spent: nothing was sent, or the service refused."""
        self.elapsed_ms: int | None = None
        """How long it was waited for where that was recorded; else None."""

    @property
    def late(self) -> bool:
        """Whether the time was over, so that it says nothing of how the service answers."""
        return self.reason.startswith(LATE)


@dataclass(frozen=True)
class Deadline:
    """A moment on a clock that only moves forward."""

    seconds: float
    clock: Callable[[], float] = time.monotonic
    _from: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_from", self.clock())

    def left(self) -> float:
        """Seconds until then; 0 once it has passed."""
        return max(0.0, self._from + self.seconds - self.clock())


class LanguageModel(Protocol):
    """One model behind one service; safe to ask from several threads."""

    provider: str
    model: str
    url: str
    """Where requests go, without the key."""

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The JSON body that `answer` sends; an answer may be stored under its digest."""

    def answer(self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None) -> ModelAnswer:
        """Ask; `run` ends every answer of a run, this one too; `tick` is called with progress and may end it.

        Raises:
            ModelTrouble: there is no answer.
        """
