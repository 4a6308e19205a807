"""The agent that decides in a run: intent, plan and synthesis, by rules or by a model, with one protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from workbench.runs.language.successors import SoughtRelative
from workbench.runs.language.table_extremes import Row
from workbench.runs.ranking.meaning import Meaning
from workbench.runs.records.events import ModelAsked, Synthesis
from workbench.runs.records.shapes import Intent
from workbench.runs.records.state import RunState
from workbench.runs.retrieval.explained import RowSpan
from workbench.runs.retrieval.retrieve import Reranker, RetrievalCandidate
from workbench.runs.settings import RunSettings


class AgentFailed(Exception):
    """An agent's answer did not parse twice; the run fails at once with the reason."""


class IntentFailed(AgentFailed):
    """A model's intent did not parse twice; the rules' intent is used from then on."""


class LabelsFailed(AgentFailed):
    """A model's labels did not parse twice; the rules label the passages of the phase instead."""


class TooDear(Exception):
    """A question may cost more than is left of the budget, so it is not asked."""

    def __init__(self, most: float, name: Literal["money", "tokens"] = "money") -> None:
        super().__init__(f"the next question may take {most:g} of the budget of {name}")
        self.most = most
        self.name = name


@dataclass(frozen=True)
class StepView:
    """The input of a step that plans or writes."""

    objective: str
    done_definition: str
    state: RunState
    settings: RunSettings
    intent: Intent
    prompt: str
    """The compiled context that a model receives."""
    candidates: Sequence[RetrievalCandidate]
    """The selected passages of this step, best first."""
    evidence: Sequence[RetrievalCandidate]
    """Every passage selected so far, best first."""
    rarity: Mapping[str, float]
    no_direct_evidence: bool
    allowed: tuple[str, ...]
    """Actions that the active overrides allow."""
    beside: Sequence[RetrievalCandidate] = ()
    """When an answer is written: passages about the same subject as the words it would quote."""
    around: Sequence[RetrievalCandidate] = ()
    """When an answer is written: passages with words of the questions, or with a name that explains them."""
    resolved: Mapping[str, str] = field(default_factory=dict)
    """When an answer is written: questions that describe a thing by its rank, each as a question by name."""
    ranked: Mapping[str, Sequence[RowSpan]] = field(default_factory=dict)
    """When an answer is written: the rows that questions ask for by a rank."""
    outranked: Mapping[str, frozenset[Row]] = field(default_factory=dict)
    """When an answer is written: the cells of the rows that a rank in a question excludes."""
    relatives: Mapping[str, SoughtRelative] = field(default_factory=dict)
    """When an answer is written: what questions about a successor or predecessor are about."""
    meaning: Meaning | None = None
    """The model of meaning with which rules judge passages; None: words alone."""

    @property
    def direct(self) -> list[RetrievalCandidate]:
        """Return the evidence that answers directly."""
        return [each for each in self.evidence if each.scored.score >= self.settings.threshold]


class Agent(Protocol):
    """Decides for a run; it stores nothing and calls no tool."""

    name: str
    reads_prompt: bool
    """Whether it receives the compiled prompt."""
    reranker: Reranker
    labels_by_rules: bool
    """Whether the rules label the passages of this phase, whatever the reranker is."""
    money_left: float
    """Money left of the budget: a question that may cost more raises `TooDear` and is not asked."""
    tokens_left: float
    """Tokens left of the budget: a question whose estimated length is more raises `TooDear` too."""

    def intent(self, objective: str, dialogue: Sequence[tuple[str, str]]) -> Intent:
        """Return the question, worded so that it can be understood alone."""

    def plan(self, view: StepView, problem: str = "") -> str:
        """Return a plan as JSON; `problem` states why the one before did not parse.

        Raises:
            ValueError: the answer contains nothing that could be a plan.
        """

    def synthesize(self, view: StepView) -> Synthesis:
        """Return an answer with the words that it rests on."""

    def take_asked(self) -> Sequence[ModelAsked]:
        """Return and clear the requests sent to a model since the last call, with their cost."""

    def finish(self) -> None:
        """Save recordings, if any, when the run ends or waits."""
