"""COMPILE: intent, candidates, labels, excerpts and prompt of a step, with the manifest that rebuilds it.

`prompt_of` reads only manifest and store; COMPILE builds its prompt with the same function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

import orjson

from gates.canonical import digest
from store.run_values import ContextManifest, RunRecord, TypedEvent
from workbench.errors import Refused
from workbench.runs.agent import Agent
from workbench.runs.answering.quoting import answers_of_person, together
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.prompts.assemble import COMPILER_VERSION, AssembledPrompt, Excerpt, PromptInputs, assemble
from workbench.runs.records.events import CompileDone, NamedPassage, Spent
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.shapes import (
    ForceAction,
    Intent,
    ManifestBody,
    ManifestDetail,
    Override,
    ScoredChunk,
    ToolBudget,
    WidenRetrieval,
)
from workbench.runs.records.state import RunState, fold
from workbench.runs.retrieval.nearness import Nearness
from workbench.runs.retrieval.retrieve import RetrievalCandidate, RetrievalResult, Retriever
from workbench.runs.settings import RunSettings

KEPT_CANDIDATES = 100
"""Candidates that a manifest lists; the others scored less."""
MOST_FORCED = 24
"""Passages of all queries from which the prompt of a forced answer is filled, as far as they fit."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """The context of a step."""

    manifest: ContextManifest
    body: ManifestBody
    detail: ManifestDetail
    prompt: AssembledPrompt
    selected: tuple[RetrievalCandidate, ...]
    found: RetrievalResult
    intent: Intent


def step_id(run_id: str, step: int) -> str:
    """Return the id of a step, as `workbench run manifest` accepts it."""
    return f"{run_id}:{step}"


def words_of(override: Override) -> str:
    """Return a constraint in fixed words, so that no free text enters a prompt."""
    if isinstance(override, ToolBudget):
        return f"Plan {override.action_type} at most {override.most} times while this holds."
    if isinstance(override, ForceAction):
        return f"The action of this step is {override.action_type}."
    if isinstance(override, WidenRetrieval):
        return f"Retrieval is widened {override.factor} times."
    raise TypeError(type(override).__name__)


class Compiler:
    """Compiles the steps of one run.

    Args:
        ledger: contains its sources and events.
        record: the run.
        settings: its budgets.
        retriever: finds and labels passages.
        agent: finds the intent.
    """

    def __init__(
        self, ledger: Ledger, record: RunRecord, settings: RunSettings, retriever: Retriever, agent: Agent
    ) -> None:
        self._ledger = ledger
        self._record = record
        self._settings = settings
        self._retriever = retriever
        self._agent = agent

    def compile(self, state: RunState, step: int, now: str) -> Compiled:
        """Return the context of a step that begins now."""
        intent = self._intent(state)
        query = state.query or self._first(intent)
        active = state.active(step)
        widen = max((o.override.factor for o in active if isinstance(o.override, WidenRetrieval)), default=1)
        found = self._retriever.find(query, asked_for(query, intent, state.dialogue), widen)
        selected = self._selected(found, state)
        if any(
            isinstance(o.override, ForceAction) and o.override.action_type == "SYNTHESIZE" for o in active
        ):
            selected = self._of_all_queries(selected)
        spans = [self._span(c, state) for c in selected]
        detail = ManifestDetail(
            candidates=_listed(found, selected),
            max_score=found.max_score,
            threshold=found.threshold,
            fallback=found.fallback,
            no_direct_evidence=not found.direct and state.best_for(query) < found.threshold,
            spans=tuple((c.chunk.chunk_id, *span) for c, span in zip(selected, spans, strict=True)),
            overrides=tuple(each.override_id for each in active),
            rerank_calls=found.calls,
            cached=found.cached,
            vector_model=found.vector_model,
            warning=found.warning,
        )
        excerpts = [self._excerpt(c, *span) for c, span in zip(selected, spans, strict=True)]
        prompt = assemble(
            inputs(
                self._ledger,
                self._record,
                self._settings,
                state,
                step,
                query,
                detail,
                excerpts,
            )
        )
        body = self._body(prompt, detail, selected, state, step, query, intent)
        manifest = ContextManifest(
            manifest_id="man_" + digest(["manifest/1", body.model_dump(mode="json"), prompt.hash])[:24],
            run_id=self._record.run_id,
            step=step,
            event_sequence=state.sequence,
            body=body.model_dump_json(),
            detail=detail.model_dump_json(),
            prompt_hash=prompt.hash,
            created_at=now,
        )
        return Compiled(manifest, body, detail, prompt, tuple(selected), found, intent)

    def _body(
        self,
        prompt: AssembledPrompt,
        detail: ManifestDetail,
        selected: Sequence[RetrievalCandidate],
        state: RunState,
        step: int,
        query: str,
        intent: Intent,
    ) -> ManifestBody:
        """Return the manifest object that the contract defines."""
        kept = {each.chunk_id for each in prompt.kept}
        return ManifestBody(
            run_id=self._record.run_id,
            step_id=step_id(self._record.run_id, step),
            snapshot_id=state.snapshot_id,
            intent=intent,
            retrieval_query=query,
            candidate_chunk_ids=tuple(each.chunk_id for each in detail.candidates),
            selected_chunk_ids=tuple(c.chunk.chunk_id for c in selected if c.chunk.chunk_id in kept),
            reranker_model=self._agent.reranker.model,
            reranker_version=self._agent.reranker.version,
            token_budget=prompt.budget,
            compiler_version=COMPILER_VERSION,
        )

    def _intent(self, state: RunState) -> Intent:
        """Return the intent: asked for once, and again after a person answered."""
        known = state.intent
        if known is not None and not state.answered:
            return known
        return self._agent.intent(self._record.objective, state.dialogue)

    def _first(self, intent: Intent) -> str:
        """Return what is searched for before anything is planned.

        No passage answers several questions at once, and rules search for each; a model reads what it is
        given, so that it is given passages about all of them.
        """
        parts = () if self._agent.reads_prompt else intent.sub_queries
        return parts[0] if parts else intent.stand_alone_query

    def _selected(self, found: RetrievalResult, state: RunState) -> list[RetrievalCandidate]:
        """Return the best candidates that are not labelled NOT, and the fetched slices."""
        best = [each for each in found.candidates if each.scored.label != "NOT"][: self._settings.selected]
        there = {each.chunk.chunk_id for each in best}
        known = self._ledger.chunks([name for name in state.fetched if name not in there])
        question = state.intent.stand_alone_query if state.intent else found.query
        for name in state.fetched:
            if name in known:
                best.append(self._retriever.candidate(known[name], question))
        return best

    def _of_all_queries(self, selected: Sequence[RetrievalCandidate]) -> list[RetrievalCandidate]:
        """Return the passages of this step and of all before it, the best of each query first.

        An answer that is forced must rest on everything that was found, not on the last query alone.
        """
        several = [list(selected)]
        for manifest in reversed(self._ledger.manifests(self._record.run_id)):
            names = ManifestBody.model_validate_json(manifest.body).selected_chunk_ids
            scored = {c.chunk_id: c for c in ManifestDetail.model_validate_json(manifest.detail).candidates}
            chunks = self._ledger.chunks(names)
            texts = self._retriever.texts([chunks[name] for name in names])
            several.append(
                [
                    RetrievalCandidate(chunks[name], text, above, scored[name])
                    for name, (text, above) in zip(names, texts, strict=True)
                ]
            )
        found: dict[str, RetrievalCandidate] = {}
        for each in chain.from_iterable(zip_longest(*several)):
            if each is not None and each.scored.label != "NOT":
                found.setdefault(each.chunk.chunk_id, each)
        return list(found.values())[:MOST_FORCED]

    def _excerpt(self, candidate: RetrievalCandidate, start: int, end: int) -> Excerpt:
        scored = candidate.scored
        chunk = candidate.chunk
        if chunk.span_start <= start and end <= chunk.span_end:
            text = candidate.text[start - chunk.span_start : end - chunk.span_start]
        else:
            text = self._source_text(candidate)[start:end]
        return Excerpt(scored.chunk_id, start, end, scored.location, scored.label, scored.score, text)

    def _source_text(self, candidate: RetrievalCandidate) -> str:
        name = candidate.chunk.artifact_id
        return self._ledger.texts([name])[name]

    def _span(self, candidate: RetrievalCandidate, state: RunState) -> tuple[int, int]:
        """Return the span of a passage; a fetched slice of it adds to it and never takes from it.

        A slice from elsewhere in its source stands alone, since what lies between was not asked for.
        """
        chunk = candidate.chunk
        fetched = state.fetched.get(chunk.chunk_id)
        if fetched is None:
            return chunk.span_start, chunk.span_end
        start, end = fetched.start, fetched.end
        if start <= chunk.span_end and chunk.span_start <= end:
            start, end = min(start, chunk.span_start), max(end, chunk.span_end)
        return whole_words(self._source_text(candidate), start, end)


def compiled(made: Compiled, spent: Spent) -> CompileDone:
    """Return the event of a step's context."""
    given = {c.scored.chunk_id: c.scored for c in made.selected}
    return CompileDone(
        manifest_id=made.manifest.manifest_id,
        intent=made.intent,
        query=made.body.retrieval_query,
        candidates=len(made.found.candidates),
        selected=tuple(
            NamedPassage(chunk_id=name, label=given[name].label, score=given[name].score)
            for name in made.body.selected_chunk_ids
        ),
        max_score=made.detail.max_score,
        no_direct_evidence=made.detail.no_direct_evidence,
        fallback=made.detail.fallback,
        warning=made.detail.warning,
        tokens=made.prompt.budget.used,
        spent=spent,
    )


def by_rules(ledger: Ledger, record: RunRecord, settings: RunSettings, nearness: Nearness) -> Compiler:
    """Return a compiler that asks no model."""
    rules = RuleAgent()
    return Compiler(
        ledger, record, settings, Retriever(ledger, record.run_id, settings, rules.reranker, nearness), rules
    )


def _listed(found: RetrievalResult, selected: Sequence[RetrievalCandidate]) -> tuple[ScoredChunk, ...]:
    """Return the candidates that a manifest lists: the best, and any others that were selected."""
    listed = {each.scored.chunk_id: each.scored for each in found.candidates[:KEPT_CANDIDATES]}
    listed |= {each.scored.chunk_id: each.scored for each in selected}
    return tuple(listed.values())


def asked_for(query: str, intent: Intent, dialogue: Sequence[tuple[str, str]] = ()) -> str:
    """Return the question that passages are judged against; a search in other words does not change it.

    A person's answer is searched for by itself, but judged only together with the question.
    """
    if query in answers_of_person(dialogue):
        return together(intent.stand_alone_query, [query])
    return query if query in intent.sub_queries else intent.stand_alone_query


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span of a text, widened to the ends of the words that it cuts."""
    while 0 < start < len(text) and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return start, end


def inputs(  # noqa: PLR0913, PLR0917 - the parts of a prompt
    ledger: Ledger,
    record: RunRecord,
    settings: RunSettings,
    state: RunState,
    step: int,
    query: str,
    detail: ManifestDetail,
    excerpts: Sequence[Excerpt],
    version: str = COMPILER_VERSION,
) -> PromptInputs:
    """Return the parts of a step's prompt."""
    active = {each.override_id: each.override for each in state.overrides}
    return PromptInputs(
        step_id=step_id(record.run_id, step),
        objective=record.objective,
        done_definition=record.done_definition,
        query=query,
        no_direct_evidence=detail.no_direct_evidence,
        overrides=[words_of(active[name]) for name in detail.overrides],
        memory=ledger.narrative(state.snapshot_id) if state.snapshot_id else "",
        dialogue=list(state.dialogue),
        progress=list(state.progress),
        excerpts=excerpts,
        limit=settings.prompt_tokens,
        version=version,
    )


def prompt_of(ledger: Ledger, manifest: ContextManifest) -> AssembledPrompt:
    """Return the prompt of a step, rebuilt from its manifest and the store.

    Raises:
        Refused: the hash of the rebuilt prompt is not that of the manifest.
    """
    record = ledger.record(manifest.run_id)
    settings = RunSettings.model_validate(orjson.loads(record.settings))
    body = ManifestBody.model_validate_json(manifest.body)
    detail = ManifestDetail.model_validate_json(manifest.detail)
    earlier: list[TypedEvent] = [
        each for each in ledger.events(manifest.run_id) if each.sequence <= manifest.event_sequence
    ]
    state = fold(earlier)
    names = [name for name, _, _ in detail.spans]
    chunks = ledger.chunks(names)
    texts = ledger.texts([chunk.artifact_id for chunk in chunks.values()])
    labels = {each.chunk_id: each for each in detail.candidates}
    excerpts = []
    for name, start, end in detail.spans:
        scored = labels[name]
        text = texts[chunks[name].artifact_id][start:end]
        excerpts.append(Excerpt(name, start, end, scored.location, scored.label, scored.score, text))
    made = assemble(
        inputs(
            ledger, record, settings, state, manifest.step, body.retrieval_query, detail, excerpts,
            body.compiler_version,
        )
    )  # fmt: skip
    if made.hash != manifest.prompt_hash:
        raise Refused(
            f"the prompt of step {body.step_id} cannot be rebuilt: its hash is {made.hash[:12]}, "
            f"the manifest says {manifest.prompt_hash[:12]}",
            f"it was compiled by {body.compiler_version}; this program has {COMPILER_VERSION}",
            code="prompt_differs",
        )
    return made
