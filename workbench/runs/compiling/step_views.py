"""The input of a step that plans, acts or writes, built only from its manifest and the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from store.run_values import ContextManifest, PassageChunk, RunRecord
from workbench.runs.agent import StepView
from workbench.runs.answering.quoting import answers_of_person, questions_of, together
from workbench.runs.compiling.compiler import prompt_of
from workbench.runs.ranking.scoring import RankedPassage, rerank
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.shapes import Intent, ManifestBody, ManifestDetail, ScoredChunk
from workbench.runs.records.state import RunState
from workbench.runs.retrieval.retrieve import RetrievalCandidate, Retriever
from workbench.runs.settings import RunSettings

MOST_EVIDENCE = 24
MOST_KNOWN = 600
"""Passages of all steps from which those for an answer by rules are chosen."""


class Views:
    """Builds the views of one run."""

    def __init__(
        self,
        ledger: Ledger,
        record: RunRecord,
        settings: RunSettings,
        retriever: Retriever,
        *,
        reads_prompt: bool,
    ) -> None:
        self._reads_prompt = reads_prompt
        self._ledger = ledger
        self._record = record
        self._settings = settings
        self._retriever = retriever

    def at_end(self, state: RunState, beside: Callable[[StepView], StepView]) -> StepView:
        """Return the view for the output; `beside` adds what an answer by rules is compared with."""
        if state.synthesis is not None and state.synthesis.synthesis is not None:
            return self.view(state, ())
        return beside(self._known(state))

    def _known(self, state: RunState) -> StepView:
        """Return the view from which rules quote what all steps found, when a run ends without an answer.

        A model may have labelled all passages alike, so the rules choose the best ones for each question.
        """
        view = self.view(state, (), MOST_KNOWN)
        if len(view.evidence) <= MOST_EVIDENCE:
            return view
        answers = answers_of_person(state.dialogue)
        asked = questions_of(view)
        asked += [together(each, answers) for each in asked] if answers else []
        passages = [RankedPassage(each.text, each.above) for each in view.evidence]
        most = max(self._settings.selected, MOST_EVIDENCE // len(asked))
        chosen: dict[int, float] = {}
        for question in asked:
            scores = rerank(question, self._retriever.rarity(question), passages, view.meaning)
            for place in sorted(range(len(scores)), key=lambda at: -scores[at])[:most]:
                chosen[place] = max(scores[place], chosen.get(place, 0.0))
        best = sorted(chosen, key=lambda at: -chosen[at])
        return replace(view, evidence=[view.evidence[place] for place in best])

    def view(
        self, state: RunState, permitted: tuple[str, ...], most_evidence: int = MOST_EVIDENCE
    ) -> StepView:
        """Return the view of the current step, with the best passages of all steps as evidence."""
        manifest = self._ledger.manifest(state.manifest_id)
        body = ManifestBody.model_validate_json(manifest.body)
        detail = ManifestDetail.model_validate_json(manifest.detail)
        labels = {each.chunk_id: each for each in detail.candidates}
        best = sorted(state.best, key=lambda name: -state.best[name])[:most_evidence]  # earlier first
        chunks = self._ledger.chunks([*body.selected_chunk_ids, *best])
        made = self._candidates(chunks, labels, state)
        question = body.intent.stand_alone_query
        return StepView(
            objective=self._record.objective,
            done_definition=self._record.done_definition,
            state=state,
            settings=self._settings,
            intent=state.intent or Intent(stand_alone_query=question, intent="find"),
            prompt=self._prompt(manifest),
            candidates=[made[name] for name in body.selected_chunk_ids if name in made],
            evidence=[made[name] for name in best if name in made],
            rarity=self._retriever.rarity(question),
            no_direct_evidence=detail.no_direct_evidence,
            allowed=permitted,
            meaning=self._retriever.meaning,
        )

    def _prompt(self, manifest: ContextManifest) -> str:
        """Return the prompt if the agent reads it, rebuilt and checked against the manifest.

        Else an empty string.
        """
        return prompt_of(self._ledger, manifest).text if self._reads_prompt else ""

    def _candidates(
        self, chunks: Mapping[str, PassageChunk], labels: Mapping[str, ScoredChunk], state: RunState
    ) -> dict[str, RetrievalCandidate]:
        ordered: Sequence[PassageChunk] = list(chunks.values())
        texts = self._retriever.texts(ordered)
        found = {}
        for chunk, (text, above) in zip(ordered, texts, strict=True):
            scored = labels.get(chunk.chunk_id) or ScoredChunk(
                chunk_id=chunk.chunk_id, location=self._retriever.location(chunk.artifact_id), lexical=None,
                vector=None, fused=0.0, label="DIRECT", score=state.best.get(chunk.chunk_id, 0.0),
            )  # fmt: skip
            found[chunk.chunk_id] = RetrievalCandidate(chunk, text, above, scored)
        return found
