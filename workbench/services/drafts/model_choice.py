"""The choice of the model that drafts, and of its answers: over HTTP, recorded, or replayed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gates.policy import PurposeLimits
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.models.settings import is_offline, read, setting_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.models.base import LanguageModel
    from workbench.models.recordings import Recorder
    from workbench.models.settings import ModelSetting
    from workbench.strategies.base import Candidate, DraftRequest
    from workbench.strategies.modelled.asking import Asker
    from workbench.strategies.modelled.problems import AnswerProblem
    from workbench.strategies.modelled.sourcing import RefusedParts

PURPOSE = "compaction"
STRATEGIES = ("intentional", "rolling", "multi_session", "snapshot", "historian", "memory")
"""Strategies that a model can draft."""


def _silent(_text: str) -> None:
    """Ignore a notice."""


@dataclass(frozen=True)
class ModelChoice:
    """The requested model and options."""

    name: str | None = None
    """`PROVIDER:MODEL`, or a name of the configuration; None with a recording: the recorded model."""
    recorded: Path | None = None
    """A recording to take the answers from; nothing is sent."""
    record: Path | None = None
    """Where to write the answers."""
    allow_unsourced: bool = False
    """Keep items without a quote that occurs in the source."""
    on_progress: Callable[[str], None] = field(default=_silent, compare=False)
    """Receives notices for the user."""
    progress: Callable[[str], None] | None = field(default=None, compare=False)
    """Receives the progress of an answer, several times a second; an exception from it cancels the draft."""

    @property
    def offline(self) -> bool:
        """Whether no language model is used."""
        return is_offline(self.name) and self.recorded is None


class ModelDrafter(Protocol):
    """A strategy that asks a model, over several rounds."""

    name: str
    prompt_version: str
    asker: Asker
    dropped: RefusedParts

    def estimate(self, request: DraftRequest) -> int:
        """Return an upper estimate of the tokens of the first call."""

    def draft(self, request: DraftRequest) -> Candidate:
        """Return the first candidate."""

    def revise(self, problems: Sequence[AnswerProblem], note: str = "") -> Candidate | None:
        """Return a revised candidate; None if the model changed nothing, or no tokens are left to ask.

        `note` is reported once it is certain that the problems are sent.
        """

    def own_problems(self) -> list[AnswerProblem]:
        """Return the problems that the strategy itself found, besides those of the gates."""


def choice_of(model: str | ModelChoice | None) -> ModelChoice:
    """Return the choice for a model given as a choice, by name, or not at all."""
    return model if isinstance(model, ModelChoice) else ModelChoice(name=model)


def check_choice(env: Env, strategy: str, choice: ModelChoice) -> None:
    """Check that the model is available before anything is read or sent.

    Raises:
        UsageError: there is no such model, no key for it, the strategy asks none, or options contradict.
        InputError: the configuration or the recording cannot be read.
    """
    if choice.offline:
        if choice.record is not None:
            raise UsageError("--record keeps a model's answers", "name a model with --model")
        if choice.allow_unsourced:
            raise UsageError("--allow-unsourced is for drafts of a model", "name one with --model")
        return
    if strategy not in STRATEGIES:
        raise UsageError(
            f"{strategy} is drafted without a model",
            f"leave out --model, or choose one of: {', '.join(STRATEGIES)}",
        )
    open_choice(env, choice)


@dataclass(frozen=True)
class Opened:
    """A model, ready to be asked."""

    model: LanguageModel
    named: str
    recorder: Recorder | None
    limits: PurposeLimits


def open_choice(env: Env, choice: ModelChoice) -> Opened:
    """Return the model of a choice; nothing is sent yet. Raises as `check_choice`."""
    from workbench.models.recordings import Recorded, Recorder

    limits = env.policy.limits(PURPOSE) or PurposeLimits()
    if choice.recorded is not None:
        if choice.record is not None:
            raise UsageError("--recorded and --record exclude each other", "give one of them")
        replayed = Recorded(choice.recorded)
        wanted = None if is_offline(choice.name) else setting_of(str(choice.name), env.config_file)
        if wanted is not None and f"{wanted.provider}:{wanted.model}" != replayed.named:
            raise UsageError(
                f"{choice.recorded} contains answers of {replayed.named}",
                "leave out --model, or name that one",
            )
        return Opened(replayed, replayed.named, None, limits)
    serving = setting_of(str(choice.name), env.config_file).serve(limits.timeout_ms)
    if choice.record is None:
        return Opened(serving.model, serving.named, None, limits)
    recorder = Recorder(serving.model, choice.record)
    return Opened(recorder, serving.named, recorder, limits)


def configured(env: Env) -> tuple[ModelSetting, ...]:
    """Return the models in the configuration.

    Raises:
        InputError: the configuration cannot be read.
    """
    return tuple(read(env.config_file).values())


def drafter_of(strategy: str, asker: Asker, choice: ModelChoice) -> ModelDrafter:
    """Return the strategy of that name with a model; check the choice first."""
    from workbench.strategies.modelled.historian import HistorianDrafter
    from workbench.strategies.modelled.items import ItemDrafter, RollingDrafter
    from workbench.strategies.modelled.memory import MemoryDrafter
    from workbench.strategies.modelled.snapshot import SnapshotDrafter

    unsourced = choice.allow_unsourced
    if strategy == "historian":
        return HistorianDrafter(asker, allow_unsourced=unsourced)
    if strategy == "memory":
        return MemoryDrafter(asker, allow_unsourced=unsourced)
    if strategy == "snapshot":
        return SnapshotDrafter(asker, allow_unsourced=unsourced)
    kind = RollingDrafter if strategy == "rolling" else ItemDrafter
    return kind(strategy, asker, allow_unsourced=unsourced)
