"""The agent of a run that asks a model: over HTTP, with or without recording, or from a recording."""

from __future__ import annotations

from pathlib import Path

from gates.policy import PurposeLimits
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.models.base import LanguageModel
from workbench.models.embeddings import embeddings_service
from workbench.models.prices import Price, read_prices
from workbench.models.recordings import Recorder
from workbench.models.settings import setting_of
from workbench.runs.planning.modelled import ModelAgent
from workbench.runs.retrieval.nearness import CharacterNearness, EmbeddedNearness, Nearness
from workbench.runs.settings import RunSettings
from workbench.services.drafts.model_choice import PURPOSE, ModelChoice, open_choice
from workbench.services.runs.run_ledger import StoreLedger


class RecordedAgent(ModelAgent):
    """An agent that writes its model's answers to a recording once the run ends or waits."""

    recorder: Recorder | None = None

    def finish(self) -> None:
        """Write the recording, if one was requested."""
        if self.recorder is not None:
            self.recorder.write()


def model_agent(env: Env, settings: RunSettings, traffic: tuple[Path | None, Path | None]) -> RecordedAgent:
    """Return the agent for the settings and options; sends nothing yet.

    Raises:
        UsageError: there is no such model, no key for it, or options contradict.
        InputError: the configuration or the recording cannot be read.
    """
    recorded, record = traffic
    if settings.model is None and recorded is None:
        raise UsageError("--record keeps a model's answers", "name a model with --model")
    opened = open_choice(env, ModelChoice(settings.model, recorded, record))
    price = _price(env, opened.named)
    if price is not None and price.currency != settings.currency:
        raise UsageError(
            f"the run counts its money in {settings.currency}, but {opened.named} now has a price in "
            f"{price.currency}",
            f"state its price in {settings.currency} in {env.config_file}, or start a new run",
            code="other_currency",
        )
    agent = RecordedAgent(opened.model, price.of if price is not None else None)
    agent.recorder = opened.recorder
    return agent


def check_price(env: Env, model: str, money: float) -> None:
    """Refuse a budget of money that was set for a model without a price.

    Raises:
        UsageError: it has no price, or there is no such model.
        InputError: the configuration cannot be read.
    """
    named = setting_of(model, env.config_file).named
    if _price(env, named) is None:
        raise UsageError(
            f"the budget of money ({money:g}) has no effect: {named} has no price",
            f'add [prices."{named}"] with input and output per million tokens to {env.config_file}, '
            "or leave `money` out",
            code="no_price",
        )


def nearness_of(env: Env, ledger: StoreLedger, run_id: str, settings: RunSettings) -> Nearness:
    """Return how a run compares passages: by the embeddings in its settings, else by character n-grams.

    Raises:
        UsageError: there is no such model or no key for it.
        InputError: the configuration or the recording cannot be read.
    """
    if settings.embeddings is None and settings.embeddings_recorded is None:
        return CharacterNearness()
    service: LanguageModel = embeddings_of(env, settings)
    if settings.embeddings_record is not None and not Path(settings.embeddings_record).exists():
        service = Recorder(service, Path(settings.embeddings_record))
    return EmbeddedNearness(
        ledger, run_id, service, weight=settings.embeddings_weight, seconds=settings.seconds
    )


def embeddings_of(env: Env, settings: RunSettings) -> LanguageModel:
    """Return the embeddings service in the settings; sends nothing yet. Raises as `nearness_of`."""
    limits = env.policy.limits(PURPOSE) or PurposeLimits()
    recorded = settings.embeddings_recorded
    return embeddings_service(
        str(settings.embeddings),
        env.config_file,
        recorded=Path(recorded) if recorded is not None else None,
        dimensions=settings.embeddings_dimensions,
        timeout_ms=limits.timeout_ms,
    )


def _price(env: Env, named: str) -> Price | None:
    """Return the price of a model from the configuration; None if it has none."""
    return next((each for each in read_prices(env.config_file) if each.model == named), None)
