"""One generation with a model: its calls within one cap and one deadline, counted (S1 gate E).

No request is sent that could exceed the generation's cap. If an answer cannot be used, the model is asked
once more, with the problem; a second failure is reported, never guessed around.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeVar

from gates.artifact import GenerationRecord
from workbench.errors import Refused, WorkbenchError
from workbench.models.base import (
    AnswerProgress,
    Deadline,
    LanguageModel,
    ModelAnswer,
    ModelTrouble,
    Prompt,
    Usage,
)
from workbench.strategies.modelled.prompting import size_of
from workbench.strategies.modelled.tally import UNANSWERED, CallTally

T = TypeVar("T")

CAP_TOKENS = 40_000
TIMEOUT_MS = 120_000
"""Limits of one generation if a policy has none; those of the contract (S1 gate E)."""
MARGIN = 1.15
"""Safety factor on the service's count of an earlier request when a later one is estimated."""
LEAST_COUNTED = 0.4
"""Share of its estimate below which the count of a request cannot be the count of all of it."""
LONG = 4_000
"""Tokens below which a request fits into the default window of every local server."""
LEAST_WAIT = 1.0
"""Seconds of a wait for the service that is reported as a notice, once, besides the progress of an answer."""
SHOWN_ANSWER = 6_000
"""Characters of a wrong answer that are shown to the model again."""

WITHOUT_EVENTS = "asked again without the events: with them it could go over the cap of tokens"

CUT_WHOLE = "warning: the answer was cut at its limit; what came of it is whole, but more may be missing"


class Flaw(Enum):
    """Reasons why an answer cannot be used: how each is reported, and advice."""

    FORM = "in a wrong form", "choose another model"
    EMPTY = "without an item", "choose a stronger model, or a range that holds more to keep"
    UNQUOTED = "without a quotation that supports an item", "choose a stronger model, or a smaller range"
    CUT = "at greater length than the limit", "choose a smaller range"
    FILTERED = "with a refusal", "choose another model, or a range without what is refused"
    RULES = "against the rules of the strategy", "choose another model"

    def __init__(self, how: str, advice: str) -> None:
        self.how = how
        self.advice = advice


_NEEDS_EVENTS = (Flaw.EMPTY, Flaw.UNQUOTED)
"""Flaws that a model can only mend by reading the events again."""


class WrongAnswer(Exception):
    """An answer cannot be used; the message gives the reason in a clause."""

    def __init__(self, why: str, flaw: Flaw = Flaw.FORM) -> None:
        super().__init__(why)
        self.flaw = flaw


class RunawayAnswer(WrongAnswer):
    """An answer went over a limit of size, so the service keeps to no number of tokens.

    It is not asked again: another request could exceed the cap.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why, Flaw.CUT)


class WrongForm(WorkbenchError):
    """Two answers of a model could not be used, or one could not and the cap left no room to ask again."""

    code = "model_format"
    record: GenerationRecord | None = None
    """The cost of the answers, if it is known."""


class Stopped(Refused):
    """The asker was stopped; nothing was taken from the answer."""

    code = "cancelled"


class NoRoom(Refused):
    """A request is over the cap of the generation; nothing was sent."""

    code = "over_cap"


Say = Callable[[str], None]
Prompts = Callable[[str, bool], tuple[Prompt, int]]
"""Returns a request and its number of masked secrets.

The arguments are the problem of the previous answer (empty for none) and whether the request has the events.
"""


def silent(_text: str) -> None:
    """Ignore a notice."""


def partly_read(counted: int, size: int) -> str:
    """Return a notice about a request that a service counted as far shorter than its estimate, in tokens."""
    return (
        f"counted {counted:,} tokens of a request of about {size:,}: it may have read a part of it alone; "
        "give its server a larger window, or choose a smaller range"
    )


class Asker:
    """Asks one model, for one generation at a time.

    Args:
        model: the model, or a recording of its answers.
        named: provider and model, as records show them.
        cap_tokens: most tokens of a generation, all calls and all four counts together.
        timeout_ms: most milliseconds of a generation.
        on_progress: receives notices for a person: what is sent, what was wrong.
        progress: receives the progress of an answer, several times a second; an exception ends the call.
    """

    def __init__(
        self,
        model: LanguageModel,
        named: str = "",
        *,
        cap_tokens: int = CAP_TOKENS,
        timeout_ms: int = TIMEOUT_MS,
        on_progress: Say = silent,
        progress: Say | None = None,
    ) -> None:
        self.model = model
        self.named = named or f"{model.provider}:{model.model}"
        self.cap_tokens = cap_tokens
        self.timeout_ms = timeout_ms
        self.on_progress = on_progress
        self._progress = progress
        self._stopped = threading.Event()
        self._waits = False
        self._from: Asker | None = None
        self.begin()

    def apart(self) -> Asker:
        """Return another asker with the same model, limits and callbacks, and its own generations.

        So several runs may share an asker: none counts the tokens of another, and stopping one does not stop
        the others. Stopping this asker stops both.
        """
        made = Asker(
            self.model,
            self.named,
            cap_tokens=self.cap_tokens,
            timeout_ms=self.timeout_ms,
            on_progress=self.on_progress,
            progress=self._progress,
        )
        made._from = self
        return made

    def begin(self) -> None:
        """Start a new generation: a full cap, the full time, nothing spent."""
        self.tally = CallTally()
        self._deadline: Deadline | None = None
        self._share = 1.0

    @property
    def calls(self) -> int:
        """Number of answered calls of this generation."""
        return len(self.tally.usage)

    def record(self) -> GenerationRecord:
        """Return the cost of this generation so far."""
        return self.tally.record(self.named)

    def needs(self, prompt: Prompt) -> int:
        """Return the tokens that a call may take: the request, estimated from above, and the longest answer.

        Once the service has counted a request of this generation, later ones are estimated from that count.
        """
        return math.ceil(size_of(prompt) * self._share) + prompt.max_tokens

    def has_room(self, prompt: Prompt) -> bool:
        """Return whether a call stays within the rest of the cap, whatever its answer."""
        return self.tally.tokens + self.needs(prompt) <= self.cap_tokens

    def seconds_left(self) -> float:
        """Return the seconds left for this generation; all of them before its first call."""
        return self._deadline.left() if self._deadline is not None else self.timeout_ms / 1000

    def ask(self, prompt: Prompt, secrets: int = 0) -> ModelAnswer:
        """Make one call and count it.

        Raises:
            NoRoom: it could exceed the cap; nothing was sent.
            RunawayAnswer: the answer went over a limit of size.
            ModelTrouble: there was no answer.
        """
        if not self.has_room(prompt):
            raise NoRoom(
                f"a request of about {self.needs(prompt) - prompt.max_tokens:,} tokens with "
                f"{prompt.max_tokens:,} for its answer is over what is left of the cap of "
                f"{self.cap_tokens:,} ({self.tally.tokens:,} spent)",
                "choose a smaller range, or a policy with a higher [purpose.compaction] cap_tokens",
            )
        self._tick(AnswerProgress())
        if self._deadline is None:
            self._deadline = Deadline(self.timeout_ms / 1000)
        self.tally.add_masked(prompt.stable, secrets)
        began = time.monotonic()
        try:
            answer = self.model.answer(prompt, self._deadline, self._tick)
        except ModelTrouble as trouble:
            self.tally.count_time(began, trouble.elapsed_ms)
            self._count_failed(trouble.failed or (() if trouble.free else (Usage(),)), trouble)
            if trouble.oversized:
                raise RunawayAnswer(trouble.reason) from trouble
            raise
        self.tally.count_time(began, answer.elapsed_ms)
        self._count_failed(answer.failed)
        self.tally.count_answer(answer)
        self._learn(prompt, answer.usage)
        if None in (answer.usage.input_tokens, answer.usage.output_tokens):
            self.tally.reserved += self.needs(prompt)
        return answer

    def _count_failed(self, tries: Sequence[Usage], trouble: ModelTrouble | None = None) -> None:
        """Count tries that failed; only the last one, of a call that failed, can have begun its answer."""
        begun = trouble is not None and not (trouble.free or trouble.unanswered)
        for number, counted in enumerate(tries, 1):
            if not self.tally.count_failed(counted, begun=begun and number == len(tries)):
                self.on_progress(f"{self.named}: {UNANSWERED}")

    def _learn(self, prompt: Prompt, usage: Usage) -> None:
        """Record how much smaller than its estimate a request is by the service's count.

        A server may silently drop the beginning of a text that exceeds its window. Only the count shows it,
        and such a count is reported and not learned from.
        """
        counted, size = sum(part or 0 for part in usage.counts()[:3]), size_of(prompt)
        if usage.input_tokens is None or not counted:
            return
        if size >= LONG and counted < LEAST_COUNTED * size:
            if len(self.tally.usage) == 1:
                self.on_progress(f"{self.named} {partly_read(counted, size)}")
            return
        self._share = min(1.0, MARGIN * counted / size)

    def asked(self, prompts: Prompts, read: Callable[[ModelAnswer], T]) -> T:
        """Return what `read` makes of the answer to `prompts("", True)`, or of a second answer.

        The second request contains the problem of the first answer. It omits the events only if the cap has
        no room for them and the previous answer, which it contains, has something like JSON and lacked no
        quotation; a notice reports that.

        Raises:
            WrongForm: neither answer could be read, or there was no room to ask again.
            NoRoom, ModelTrouble: as `ask`.
        """
        try:
            return self._asked(prompts, read)
        except WrongForm as error:
            error.record = self.record()
            raise

    def _asked(self, prompts: Prompts, read: Callable[[ModelAnswer], T]) -> T:
        prompt, secrets = prompts("", True)
        try:
            answer = self.ask(prompt, secrets)
            return self.read(answer, read)
        except RunawayAnswer as error:
            raise WrongForm(
                f"{self.named} answered {error.flaw.how} ({error}), and is not asked again",
                "choose another model",
            ) from error
        except WrongAnswer as error:
            wrong, first, flaw = error, str(error), error.flaw
        self.on_progress(f"{self.named}: the answer could not be used, {first}")
        second = self._second(prompts, answer, wrong)
        if second is None:
            raise WrongForm(
                f"{self.named} answered {flaw.how} ({first}), and the cap of {self.cap_tokens:,} tokens "
                "leaves no room to ask again",
                "choose a smaller range, or another model",
            )
        try:
            return self.read(self.ask(*second), read)
        except WrongAnswer as error:
            how = f" {flaw.how}" if error.flaw is flaw else ", and neither answer could be used"
            then = "" if str(error) == first else f"; then: {error}"
            raise WrongForm(f"{self.named} answered twice{how}: {first}{then}", error.flaw.advice) from error

    def read(self, answer: ModelAnswer, read: Callable[[ModelAnswer], T]) -> T:
        """Return what `read` makes of an answer; a notice reports one that was cut and is used all the same.

        Raises:
            WrongAnswer: as `read`.
        """
        made = read(answer)
        if answer.cut:
            self.on_progress(CUT_WHOLE)
        return made

    def _second(self, prompts: Prompts, answer: ModelAnswer, why: WrongAnswer) -> tuple[Prompt, int] | None:
        """Return the request again, with the events if the cap has room for them.

        None if there is no room.
        """
        problem = f"The last answer could not be used: {why}. It was:\n{answer.text[:SHOWN_ANSWER]}"
        whole = prompts(problem, True)
        if self.has_room(whole[0]):
            return whole
        bare = prompts(problem, False)
        if why.flaw in _NEEDS_EVENTS or "{" not in answer.text or not self.has_room(bare[0]):
            return None
        self.on_progress(WITHOUT_EVENTS)
        return bare

    def stop(self) -> None:
        """End the current call, and every later one until `resume`; may be called from another thread."""
        self._stopped.set()

    def resume(self) -> None:
        """Allow calls again."""
        self._stopped.clear()

    @property
    def _is_stopped(self) -> bool:
        return self._stopped.is_set() or (self._from is not None and self._from._is_stopped)

    def _tick(self, at: AnswerProgress) -> None:
        if self._is_stopped:
            raise Stopped("the question to the model was cancelled")
        if not at.reason:
            self._waits = False
        elif at.pause >= LEAST_WAIT and not self._waits:
            self._waits = True
            self.on_progress(stated(self.named, at))
        if self._progress is not None:
            self._progress(stated(self.named, at))


def stated(named: str, at: AnswerProgress) -> str:
    """Return the progress of an answer, in a line."""
    if at.reason:
        return f"{named}: {at.reason}; asking again in {at.pause:.0f} s"
    if not at.characters:
        return f"{named}: waiting for the first word"
    return f"{named}: about {-(-at.characters // 4):,} tokens so far"
