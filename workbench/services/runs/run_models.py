"""The agent of a run that asks a model: over HTTP, recorded, or from a recording."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.runs.modelled import ModelAgent, Price
from workbench.runs.settings import RunSettings
from workbench.services.drafts.model_choice import ModelChoice, open_choice
from workbench.services.plans.prices import read_prices

if TYPE_CHECKING:
    from workbench.models.recordings import Recorder


class RecordedAgent(ModelAgent):
    """An agent whose model's answers are written down once the run ended or waits."""

    recorder: Recorder | None = None

    def finish(self) -> None:
        """Keep the answers, where that was asked for."""
        if self.recorder is not None:
            self.recorder.write()


def model_agent(env: Env, settings: RunSettings, traffic: tuple[Path | None, Path | None]) -> RecordedAgent:
    """The agent that settings and options ask for; nothing is sent yet.

    Raises:
        UsageError: there is no such model, no key for it, or options contradict.
        InputError: the configuration or the recording cannot be read.
    """
    recorded, record = traffic
    if settings.model is None and recorded is None:
        raise UsageError("--record keeps a model's answers", "name a model with --model")
    opened = open_choice(env, ModelChoice(settings.model, recorded, record))
    agent = RecordedAgent(opened.model, _price(env, opened.named))
    agent.recorder = opened.recorder
    return agent


def _price(env: Env, named: str) -> Price | None:
    """What the model charges, as the configuration says; None: it says nothing."""
    return next((each.of for each in read_prices(env.config_file) if each.model == named), None)
