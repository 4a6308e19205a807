"""ACT: execute the planned action; the records it makes are stored with its event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import orjson

from store.run_values import RunPart
from workbench.runs.agent import Agent, StepView
from workbench.runs.answering.evidence import claim_parts
from workbench.runs.answering.quoting import leading, questions_of
from workbench.runs.compiling.compiler import asked_for
from workbench.runs.records.events import ActDone, NamedPassage, PassageQuote
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.shapes import Plan
from workbench.runs.retrieval.explained import explained, resolved, rows_by_rank
from workbench.runs.retrieval.relatives import relatives_sought
from workbench.runs.retrieval.retrieve import Retriever

MOST_FOUND = 50
MOST_SLICE = 4_000
"""Maximum code points of one slice."""


class Acting:
    """Executes the actions of one run."""

    def __init__(self, ledger: Ledger, retriever: Retriever, agent: Agent) -> None:
        self._ledger = ledger
        self._retriever = retriever
        self._agent = agent

    def act(self, plan: Plan, view: StepView, run_id: str, now: str) -> tuple[ActDone, list[RunPart], str]:
        """Return the event of an action, the records it made, and the question if a person is asked."""
        arguments = plan.tool_calls[0].arguments if plan.tool_calls else {}
        signature = f"{plan.action_type} {orjson.dumps(arguments, option=orjson.OPT_SORT_KEYS).decode()}"
        done = ActDone(action_type=plan.action_type, signature=signature)
        if plan.action_type == "SEARCH":
            query = str(arguments["query"])
            found = self._retriever.find(query, asked_for(query, view.intent, view.state.dialogue))
            best = [
                NamedPassage(chunk_id=c.scored.chunk_id, label=c.scored.label, score=c.scored.score)
                for c in found.candidates[:MOST_FOUND]
                if c.scored.label != "NOT"
            ]
            return done.model_copy(update={"found": tuple(best)}), [], ""
        if plan.action_type == "FETCH_SLICE":
            name = str(arguments["chunk_id"])
            known = self._retriever.has(self._ledger.chunks([name]).get(name))
            made = (
                slice_of(self._ledger, name, arguments.get("start"), arguments.get("end")) if known else None
            )
            return done.model_copy(update={"slice": made}), [], ""
        if plan.action_type == "SYNTHESIZE":
            written = self._agent.synthesize(self.beside(view))
            wrote = claim_parts(self._ledger, written, run_id, view.state.step, now)
            kept = {"synthesis": written, "claim_ids": tuple(wrote.names), "reasons": tuple(wrote.reasons)}
            return done.model_copy(update=kept), wrote.parts, ""
        question = str(arguments["question"]) if plan.action_type == "ASK_HUMAN" else ""
        return done, [], question

    def beside(self, view: StepView) -> StepView:
        """Return the view with passages about the subject of the answer, as other sources may disagree."""
        questions = questions_of(view)
        named = resolved(self._retriever, questions)
        view = self._with_named(view, named) if named else view
        found = {each.chunk.chunk_id: each for text in leading(view) for each in self._retriever.beside(text)}
        passages = [*view.evidence, *found.values()]
        read, further = explained(self._retriever, [*questions, *named.values()], passages)
        first = len(view.evidence)
        sought, told = relatives_sought(self._retriever, [*questions, *named.values()])
        known = {each.chunk.chunk_id for each in (*read, *further)}
        further += [each for name, each in told.items() if name not in known]
        ranked, outranked = rows_by_rank(self._retriever, questions)
        return replace(
            view,
            evidence=read[:first],
            beside=read[first:],
            around=further,
            relatives=sought,
            ranked=ranked,
            outranked=outranked,
        )

    def _with_named(self, view: StepView, named: Mapping[str, str]) -> StepView:
        """Return the view with what answers the questions by name, which nobody searched for yet."""
        evidence = {each.chunk.chunk_id: each for each in view.evidence}
        rarity = dict(view.rarity)
        for question in named.values():
            for each in self._retriever.find(question).candidates[: view.settings.selected]:
                if each.scored.label != "NOT":
                    evidence.setdefault(each.chunk.chunk_id, each)
            rarity = {**self._retriever.rarity(question), **rarity}
        return replace(view, evidence=list(evidence.values()), rarity=rarity, resolved=named)


def slice_of(ledger: Ledger, name: str, start: int | None, end: int | None) -> PassageQuote | None:
    """Return a span of a passage's source; None if there is no such passage.

    The span is the passage, or from `start` to `end` of its source's text, at most 4,000 code points.
    """
    chunk = ledger.chunks([name]).get(name)
    if chunk is None:
        return None
    text = ledger.texts([chunk.artifact_id])[chunk.artifact_id]
    first = chunk.span_start if start is None else min(max(start, 0), len(text))
    last = chunk.span_end if end is None else min(max(end, first), len(text))
    if first >= last:
        first, last = chunk.span_start, chunk.span_end
    return PassageQuote(chunk_id=name, start=first, end=min(last, first + MOST_SLICE))
