"""A model as the agent of a run: it returns intent, plan, labels and answer, each by a JSON schema.

Its answers are proposals: a plan must parse and name an existing tool; a quotation must be in a passage of
this run and support its claim. The requests are in `prompts.request_texts`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from math import ceil, inf
from typing import Any, TypeVar

from workbench.escaping import folded
from workbench.models.base import LanguageModel, ModelTrouble, Prompt, Usage
from workbench.runs.agent import AgentFailed, IntentFailed, LabelsFailed, StepView, TooDear
from workbench.runs.answering.claim_questions import answered_questions, answers_any
from workbench.runs.answering.plain_words import plain_words
from workbench.runs.answering.quoting import planted
from workbench.runs.planning.model_answers import (
    LabelsAnswer,
    QuoteAnswer,
    SynthesisAnswer,
    Unfit,
    labels_of,
    object_of,
    read_answer,
)
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.prompts.assemble import tokens_of
from workbench.runs.prompts.request_texts import (
    PROMPTS_VERSION,
    intent_prompt,
    labels_prompt,
    plan_prompt,
    request_hash,
    synthesis_prompt,
)
from workbench.runs.ranking.meaning import Meaning
from workbench.runs.ranking.scoring import RankedPassage
from workbench.runs.records.events import (
    DraftClaim,
    DraftConflict,
    ModelAsked,
    PassageQuote,
    Spent,
    Synthesis,
)
from workbench.runs.records.shapes import MOST_UNCERTAIN, Intent, Label
from workbench.runs.retrieval.retrieve import LexicalReranker, Reranker, RetrievalCandidate

UNCERTAIN = "In the model's words"
DISAGREE = "the model holds these words against each other"
MOST_SIDE = 300
"""Characters of each side in the text of a conflict."""
MOST_BYTES = 48_000
"""Maximum size of an answer with its claims, as stored in an event."""
ATTEMPTS = 2
Price = Callable[[int, int, int], float]
"""Cost of tokens: sent uncached, sent cached, received."""
T = TypeVar("T")


class JsonAsker:
    """Asks a model, and keeps the data to rebuild each request and its cost."""

    def __init__(self, model: LanguageModel, price: Price | None = None) -> None:
        self.model = model
        self._price = price
        self._asked: list[ModelAsked] = []
        self.money_left = inf
        self.tokens_left = inf
        self._undercounted = 1.0
        """Highest ratio so far of tokens that the service counts to tokens estimated."""

    def ask(self, prompt: Prompt, **made_of: Any) -> str:  # noqa: ANN401 - fields of `ModelAsked`
        """Return the text of an answer.

        Raises:
            TooDear: the question sends more tokens, or may cost more money, than is left.
            ModelTrouble: there was no answer; what its tries cost is kept.
        """
        estimated = tokens_of(f"{prompt.system}{prompt.text}")
        self._check(estimated, prompt.max_tokens)
        try:
            answer = self.model.answer(prompt)
        except ModelTrouble as trouble:
            lost = self._with_failed(Spent(), trouble.failed)
            if lost.tokens:
                self._keep(prompt, lost, made_of)
            raise
        usage = answer.usage
        fresh = (usage.input_tokens or 0) + (usage.cache_creation_tokens or 0)
        again = usage.cache_read_tokens or 0
        sent = fresh + again or estimated
        self._undercounted = max(self._undercounted, sent / max(1, estimated))
        made = usage.output_tokens if usage.output_tokens is not None else tokens_of(answer.text)
        money = self._price(sent - again, again, made) if self._price is not None else 0.0
        spent = self._with_failed(Spent(tokens=sent + made, money=money), answer.failed)
        self._keep(prompt, spent, {**made_of, "reported_model": answer.reported})
        return answer.text

    def _keep(self, prompt: Prompt, spent: Spent, made_of: Mapping[str, Any]) -> None:
        """Keep what a question cost."""
        self.money_left -= spent.money
        self.tokens_left -= spent.tokens
        asked = f"{self.model.provider}:{self.model.model}"
        made = ModelAsked(request_hash=request_hash(prompt), model=asked, spent=spent, **made_of)
        self._asked.append(made)

    def _with_failed(self, spent: Spent, tries: Sequence[Usage]) -> Spent:
        """Return a cost with what the service counted of tries of the same request that failed."""
        tokens, money = spent.tokens, spent.money
        for each in tries:
            fresh, again, written, made = (count or 0 for count in each.counts())
            tokens += fresh + again + written + made
            money += self._price(fresh + written, again, made) if self._price is not None else 0.0
        return Spent(tokens=tokens, money=round(money, 6))

    def _check(self, estimated: int, made: int) -> None:
        """Check what a question sends against the tokens left, and its maximum cost against the money.

        An answer is seldom as long as it may be, so its length is not counted against the tokens: they may be
        exceeded by one answer.
        """
        sent = ceil(estimated * self._undercounted)
        if sent > self.tokens_left:
            raise TooDear(sent, "tokens")
        if self._price is None:
            return
        most = self._price(sent, 0, made)
        if most > self.money_left:
            raise TooDear(round(most, 6))

    def twice(self, ask: Callable[[str], str], read: Callable[[str], T], what: str) -> T:
        """Return a parsed answer; ask once more, with the reason, if it does not fit.

        Raises:
            AgentFailed: neither answer fits.
        """
        problem = ""
        for _ in range(ATTEMPTS):
            try:
                return read(ask(problem))
            except Unfit as error:
                problem = str(error)
        raise AgentFailed(f"{what} not parse: {problem}")

    def take_asked(self) -> list[ModelAsked]:
        """Return and clear the requests since the last call."""
        asked, self._asked = self._asked, []
        return asked


class ModelReranker:
    """Labels passages with a model, or by rules while it must not be asked."""

    meaning: Meaning | None = None

    def __init__(self, asking: JsonAsker) -> None:
        self._asking = asking
        self._names: tuple[str, ...] = ()
        self._rules = LexicalReranker()
        self.use_rules(False)

    def use_rules(self, by_rules: bool) -> None:
        """Set who labels from now on, which `model` and `version` then name."""
        own = (f"{self._asking.model.provider}:{self._asking.model.model}", PROMPTS_VERSION)
        self.by_rules = by_rules
        self.model, self.version = (self._rules.model, self._rules.version) if by_rules else own

    def about(self, names: Sequence[str]) -> None:
        """Set the ids of the passages that are scored next."""
        self._names = tuple(names)

    def score(
        self, query: str, rarity: Mapping[str, float], passages: Sequence[RankedPassage]
    ) -> list[tuple[Label, float]]:
        """Return label and score of each passage of one batch; NOT for one that is left out.

        Raises:
            LabelsFailed: the model's labels do not parse, twice.
        """
        if self.by_rules:
            return self._rules.score(query, rarity, passages)
        given = [(passage.text, passage.above) for passage in passages]

        def ask(problem: str) -> str:
            prompt = labels_prompt(query, given, problem)
            return self._asking.ask(
                prompt, purpose="labels", problem=problem, query=query, passages=self._names
            )

        try:
            return self._asking.twice(
                ask, lambda text: labels_of(read_answer(text, LabelsAnswer), len(given)), "the labels do"
            )
        except AgentFailed as error:
            raise LabelsFailed(str(error)) from error


class ModelAgent:
    """Decides with a model.

    Args:
        model: the model, or a recording of its answers.
        price: cost of tokens; None: unknown.
    """

    reads_prompt = True

    @property
    def money_left(self) -> float:
        """Money left of the budget, in US dollars."""
        return self._asking.money_left

    @money_left.setter
    def money_left(self, left: float) -> None:
        self._asking.money_left = left

    @property
    def tokens_left(self) -> float:
        """Tokens left of the budget."""
        return self._asking.tokens_left

    @tokens_left.setter
    def tokens_left(self, left: float) -> None:
        self._asking.tokens_left = left

    @property
    def labels_by_rules(self) -> bool:
        """Whether the rules label the passages of this phase."""
        return self._labels.by_rules

    @labels_by_rules.setter
    def labels_by_rules(self, by_rules: bool) -> None:
        self._labels.use_rules(by_rules)

    def __init__(self, model: LanguageModel, price: Price | None = None) -> None:
        self._asking = JsonAsker(model, price)
        self.name = f"{model.provider}:{model.model}"
        self._labels = ModelReranker(self._asking)
        self.reranker: Reranker = self._labels
        self._intent: tuple[str, Intent] | None = None

    def intent(self, objective: str, dialogue: Sequence[tuple[str, str]]) -> Intent:
        """Return the intent of an objective and the dialogue so far.

        It is asked for once, also if the phase begins again because its labels do not parse.

        Raises:
            IntentFailed: the model's intent does not parse, twice; from then on it is the rules'.
        """
        about = json.dumps([objective, *dialogue])
        if self._intent is None or self._intent[0] != about:
            try:
                self._intent = about, self._asked_intent(objective, dialogue)
            except AgentFailed as error:
                self._intent = about, RuleAgent().intent(objective, dialogue)
                raise IntentFailed(str(error)) from error
        return self._intent[1]

    def _asked_intent(self, objective: str, dialogue: Sequence[tuple[str, str]]) -> Intent:

        def ask(problem: str) -> str:
            prompt = intent_prompt(objective, dialogue, problem)
            return self._asking.ask(prompt, purpose="intent", problem=problem)

        return self._asking.twice(ask, lambda text: read_answer(text, Intent), "the intent does")

    def plan(self, view: StepView, problem: str = "") -> str:
        """Return a plan as JSON; the machine parses it, and asks once more if it does not parse."""
        prompt = plan_prompt(view.prompt, view.allowed, problem)
        text = self._asking.ask(prompt, purpose="plan", problem=problem, allowed=view.allowed)
        stated: dict[str, Any] = object_of(text)
        calls = stated.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, dict) and isinstance(call.get("arguments"), dict):
                call["arguments"] = {k: v for k, v in call["arguments"].items() if v is not None}
        return json.dumps(stated)

    def synthesize(self, view: StepView) -> Synthesis:
        """Return an answer, without quotations that are not in the evidence."""

        def ask(problem: str) -> str:
            prompt = synthesis_prompt(view.prompt, problem)
            return self._asking.ask(prompt, purpose="synthesis", problem=problem)

        def read(text: str) -> Synthesis:
            made = _synthesis(read_answer(text, SynthesisAnswer), view)
            if len(made.model_dump_json().encode("utf-8", "replace")) > MOST_BYTES:
                raise Unfit(f"answer and claims together are over {MOST_BYTES:,} bytes")
            return made

        return self._asking.twice(ask, read, "the answer does")

    def take_asked(self) -> Sequence[ModelAsked]:
        """Return and clear the requests since the last call."""
        return self._asking.take_asked()

    def finish(self) -> None:
        """Do nothing: there is no recording to save."""


def _synthesis(stated: SynthesisAnswer, view: StepView) -> Synthesis:
    known = {each.chunk.chunk_id: each for each in (*view.evidence, *view.candidates)}

    def quoted(quotes: Sequence[QuoteAnswer]) -> tuple[PassageQuote, ...]:
        found = []
        for each in quotes:
            candidate = known.get(each.chunk_id)
            at = candidate.text.find(each.quote) if candidate and each.quote.strip() else -1
            if candidate is not None and at >= 0:
                start = candidate.chunk.span_start + at
                found.append(PassageQuote(chunk_id=each.chunk_id, start=start, end=start + len(each.quote)))
        return tuple(found)

    drafts = (DraftClaim(text=folded(c.text), quotes=quoted(c.evidence)) for c in stated.claims)
    stated_once = {(c.text, c.quotes): c for c in drafts if c.text}.values()
    claims = tuple(c.model_copy(update={"near": not answers_any(view, c, known)}) for c in stated_once)
    sides = [(quoted(c.side_a), quoted(c.side_b)) for c in stated.conflicts]
    conflicts = tuple(_conflict(a, b, known) for a, b in sides if a and b)
    uncertain = [f"{UNCERTAIN}: {folded(each)}" for each in stated.uncertainty]
    if len(conflicts) < len(sides):
        lost = len(sides) - len(conflicts)
        uncertain.append(
            f"{lost} of the model's conflicts left out: a side of each quotes no words of a passage."
        )
    return Synthesis(
        answer=stated.answer,
        claims=claims,
        conflicts=conflicts,
        uncertainty=(*planted(view), *uncertain)[:MOST_UNCERTAIN],
        own_words=True,
        questions=answered_questions(view, claims, known),
    )


def _conflict(
    one: tuple[PassageQuote, ...], other: tuple[PassageQuote, ...], known: Mapping[str, RetrievalCandidate]
) -> DraftConflict:
    """Return a conflict in the words of its sides, as a reader would say them.

    The model's own words about them are unchecked and dropped.
    """

    def words(quote: PassageQuote) -> str:
        candidate = known[quote.chunk_id]
        first = candidate.chunk.span_start
        start, end = quote.start - first, quote.end - first
        location = candidate.scored.location
        return plain_words(candidate.text, start, end, candidate.above, location)[:MOST_SIDE]

    return DraftConflict(text=f"{DISAGREE}: {words(one[0])} / {words(other[0])}", side_a=one, side_b=other)
