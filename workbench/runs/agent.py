"""Who decides in a run: intent, plan and synthesis, by rules or by a model behind the same protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from workbench.runs.ranking.meaning import Meaning
from workbench.runs.records.events import ModelAsked, Synthesis
from workbench.runs.records.shapes import Intent
from workbench.runs.records.state import RunState
from workbench.runs.retrieval.retrieve import Reranker, RetrievalCandidate
from workbench.runs.settings import RunSettings


class AgentFailed(Exception):
    """What an agent said did not parse twice; the run fails fast with the reason."""


class TooDear(Exception):
    """A question may cost more than is left of the budget, so it is not asked."""

    def __init__(self, most: float, name: Literal["money", "tokens"] = "money") -> None:
        super().__init__(f"the next question may take {most:g} of the budget of {name}")
        self.most = most
        self.name = name


@dataclass(frozen=True)
class StepView:
    """What a step knows when it plans or writes."""

    objective: str
    done_definition: str
    state: RunState
    settings: RunSettings
    intent: Intent
    prompt: str
    """The compiled context: what a model is sent."""
    candidates: Sequence[RetrievalCandidate]
    """The selected passages of this step, the best first."""
    evidence: Sequence[RetrievalCandidate]
    """Every passage that was selected so far, the best first."""
    rarity: Mapping[str, float]
    no_direct_evidence: bool
    allowed: tuple[str, ...]
    """Actions that the active overrides leave."""
    beside: Sequence[RetrievalCandidate] = ()
    """When an answer is written: passages that speak of the same as the words it would quote."""
    meaning: Meaning | None = None
    """By which rules judge passages; None: by words alone."""

    @property
    def direct(self) -> list[RetrievalCandidate]:
        """The evidence that answers directly."""
        return [each for each in self.evidence if each.scored.score >= self.settings.threshold]


class Agent(Protocol):
    """Decides; it keeps nothing and calls no tool."""

    name: str
    reads_prompt: bool
    """Whether it is sent the compiled prompt."""
    reranker: Reranker
    money_left: float
    """Of the budget: a question that may cost more raises TooDear instead of being asked."""
    tokens_left: float
    """Of the budget: so does a question that sends more, as estimated."""

    def intent(self, objective: str, dialogue: Sequence[tuple[str, str]]) -> Intent:
        """What is asked for, understandable by itself."""

    def plan(self, view: StepView, problem: str = "") -> str:
        """A plan as JSON; `problem` says why the one before did not parse.

        Raises:
            ValueError: it said nothing that could be one.
        """

    def synthesize(self, view: StepView) -> Synthesis:
        """An answer with the words it rests on."""

    def take_asked(self) -> Sequence[ModelAsked]:
        """What a model was asked since this was last asked, with what it cost."""

    def finish(self) -> None:
        """The run ended or waits: keep what was to be kept."""
