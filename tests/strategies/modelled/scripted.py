"""A model with scripted answers that needs no service and records its requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from workbench.models.base import AnswerProgress, Deadline, ModelAnswer, ModelTrouble, Prompt, Tick, Usage
from workbench.models.services import open_model
from workbench.strategies.modelled.asking import Asker

USAGE = Usage(100, 20, 10, 30)


class Scripted:
    """One answer after the other; the last one holds for all further questions."""

    provider, model, url = "openai", "scripted", ""

    def __init__(self, *answers: str | ModelAnswer | ModelTrouble) -> None:
        self.answers: Sequence[str | ModelAnswer | ModelTrouble] = answers
        self.asked: list[Prompt] = []

    def request(self, prompt: Prompt) -> dict[str, Any]:
        return open_model("openai", "scripted", url="http://localhost", timeout_ms=1).request(prompt)

    def answer(
        self,
        prompt: Prompt,
        run: Deadline | None = None,  # noqa: ARG002 - the shape of a model
        tick: Tick | None = None,
    ) -> ModelAnswer:
        stated = self.answers[min(len(self.asked), len(self.answers) - 1)]
        self.asked.append(prompt)
        if tick is not None:
            tick(AnswerProgress(40))
        if isinstance(stated, ModelTrouble):
            raise stated
        return stated if isinstance(stated, ModelAnswer) else ModelAnswer(stated, USAGE, elapsed_ms=5)

    def body(self, number: int = -1) -> dict[str, Any]:
        """Return the task of a request as JSON."""
        body = json.loads(self.asked[number].text)
        assert isinstance(body, dict)
        return body


def asker(*answers: str | ModelAnswer | ModelTrouble, cap: int = 40_000) -> tuple[Asker, Scripted, list[str]]:
    """Return an asker with such a model, the model, and the list of its progress messages."""
    said: list[str] = []
    model = Scripted(*answers)
    return Asker(model, cap_tokens=cap, on_progress=said.append), model, said
