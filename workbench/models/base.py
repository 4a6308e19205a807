"""What a language model is asked and answers, and how it fails.

What is sent is masked by the caller; nothing here reads a transcript or keeps an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from workbench.errors import WorkbenchError


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question: instructions, the text they are about, and the most tokens of an answer."""

    system: str
    text: str
    max_tokens: int = 400


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call as the service reported them; None where it did not."""

    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What came back."""

    text: str
    usage: Usage = Usage()


class ModelTrouble(WorkbenchError):
    """A model gave no answer; `reason` is a short word for it that holds no address and no clock."""

    code = "model_unavailable"

    def __init__(self, reason: str, hint: str = "", *, lasting: bool = False) -> None:
        super().__init__(f"the model gave no answer: {reason}", hint)
        self.reason = reason
        self.lasting = lasting
        """Whether the next question would fare no better."""


class LanguageModel(Protocol):
    """One model behind one service; safe to ask from several threads."""

    provider: str
    model: str
    url: str
    """Where requests go, without the key."""

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The JSON body that `answer` sends: what an answer may be kept under."""

    def answer(self, prompt: Prompt) -> ModelAnswer:
        """Ask.

        Raises:
            ModelTrouble: no answer was had.
        """
