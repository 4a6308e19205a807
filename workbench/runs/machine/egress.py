"""EGRESS: the output of a run, made from its records; nothing is searched or concluded here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gates.measure_words import plural
from store.run_values import (
    ClaimEvidence,
    FailedQuery,
    Output,
    PassageChunk,
    ProcessedSource,
    RunClaim,
    RunPart,
    RunRecord,
)
from workbench.escaping import folded
from workbench.runs.agent import StepView
from workbench.runs.answering.entailment import sentences_of, why_unsaid
from workbench.runs.answering.evidence import claim_parts
from workbench.runs.answering.plain_words import plain_words
from workbench.runs.answering.quoting import synthesis_of
from workbench.runs.records.events import EgressDone, Synthesis
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.shapes import (
    NO_DIRECT_EVIDENCE,
    Citation,
    ResearchClaim,
    ResearchConflict,
    ResearchOutput,
    ResearchQuery,
    ResearchQuestion,
    ResearchSource,
)
from workbench.runs.records.state import RunState
from workbench.runs.retrieval.retrieve import passage_texts

HTML = "text/html"
NOT_DIRECT = "What is cited answers in other words or only in part."


class Egress:
    """Builds the output of one run."""

    def __init__(self, ledger: Ledger, record: RunRecord) -> None:
        self._ledger = ledger
        self._record = record

    def leave(self, state: RunState, view: StepView, now: str) -> tuple[list[RunPart], EgressDone]:
        """Return the output's records and its event; if no answer was written yet, quote what is known."""
        run_id = self._record.run_id
        claims = list(self._ledger.claims(run_id))
        rows = list(self._ledger.evidence(run_id))
        parts: list[RunPart] = []
        if state.synthesis is not None and state.synthesis.synthesis is not None:
            written, names = state.synthesis.synthesis, list(state.synthesis.claim_ids)
            reasons = dict(zip(names, state.synthesis.reasons, strict=False))
        else:
            written = synthesis_of(view)
            made = claim_parts(self._ledger, written, run_id, state.step, now)
            parts, names, reasons = made.parts, made.names, dict(zip(made.names, made.reasons, strict=True))
            claims += [part for part in parts if isinstance(part, RunClaim)]
            rows += [part for part in parts if isinstance(part, ClaimEvidence)]
        own = [claim for claim in claims if claim.claim_id in names]
        output = self._output(state, written, own, rows, reasons)
        if state.spent.money:
            metrics = {**output.metrics, "currency": view.settings.currency}
            output = output.model_copy(update={"metrics": metrics})
        answers = {claim.claim_id for claim in own if claim.status == "verified"}
        questions = (
            ResearchQuestion(
                question=q.question, claim_ids=tuple(names[at] for at in q.claims if names[at] in answers)
            )
            for q in written.questions
        )
        output = output.model_copy(update={"questions": tuple(questions)})
        done = EgressDone(
            ended=output.ended,
            output=1,
            claims=len(output.claims),
            verified=sum(claim.status == "verified" for claim in output.claims),
        )
        return [*parts, Output(run_id, 1, output.model_dump_json(by_alias=True), now)], done

    def _output(
        self,
        state: RunState,
        written: Synthesis,
        claims: Sequence[RunClaim],
        rows: Sequence[ClaimEvidence],
        reasons: Mapping[str, str],
    ) -> ResearchOutput:
        record = self._record
        sources = self._ledger.processed(record.run_id)
        cite = _Citing(self._ledger, rows, sources)
        stated = [claim for claim in claims if claim.status != "conflict"]
        conflicts = [claim for claim in claims if claim.status == "conflict"]
        verified = any(claim.status == "verified" for claim in stated)
        if written.own_words:
            stated.sort(key=lambda claim: claim.status != "verified")
        answer, left_out = answer_of(written, stated)
        uncertain = _uncertain([*written.uncertainty, *left_out], state, verified, by_rank=written.by_rank)
        cited = {row.artifact_id for row in rows}
        made = ResearchOutput(
            run_id=record.run_id,
            session_id=record.session_id,
            objective=record.objective,
            done_definition=record.done_definition,
            ended=_ended(state, verified),
            answer=answer,
            claims=tuple(
                ResearchClaim(
                    claim_id=c.claim_id,
                    text=c.text,
                    status="verified" if c.status == "verified" else "candidate",
                    citations=(*cite.of(c.claim_id, "a"), *cite.of(c.claim_id, "b")),
                    reason=reasons.get(c.claim_id, ""),
                )
                for c in stated
            ),
            uncertainty=tuple(uncertain),
            conflicts=tuple(
                ResearchConflict(
                    claim_id=c.claim_id,
                    text=c.text,
                    side_a=cite.of(c.claim_id, "a"),
                    side_b=cite.of(c.claim_id, "b"),
                )
                for c in conflicts
            ),
            sources=tuple(_source(row, cited) for row in sources),
            failed_queries=tuple(map(_query, self._ledger.failed_queries(record.run_id))),
            metrics={},
        )
        return made.model_copy(update={"metrics": metrics_of(state, made)})


def _uncertain(stated: list[str], state: RunState, verified: bool, *, by_rank: bool) -> list[str]:
    """Return what is not known, and why the run ended early."""
    if not any(NO_DIRECT_EVIDENCE in each for each in stated):
        written_under = state.compiled is not None and state.compiled.no_direct_evidence and not by_rank
        if not verified:
            stated = [NO_DIRECT_EVIDENCE, *stated]
        elif written_under:  # the prompt of the step that wrote the answer said so too
            stated = [f"{NO_DIRECT_EVIDENCE} {NOT_DIRECT}", *stated]
    ended = []
    if state.budget is not None:
        ended.append(state.budget.sentence)
    if state.stopped:
        ended.append(f"The run ended early: {state.stopped}.")
    return [*stated, *state.warnings, *ended]


def answer_of(written: Synthesis, claims: Sequence[RunClaim]) -> tuple[str, list[str]]:
    """Return the answer, and a sentence about what was left out of it.

    A model's answer consists of its verified claims, so that it contains nothing unchecked.
    """
    if not written.own_words:
        return written.answer, []
    texts = list(dict.fromkeys(claim.text for claim in claims if claim.status == "verified"))
    unsaid = sum(bool(why_unsaid(each, texts)) for each in sentences_of(written.answer))
    source_text = " ".join(f"{text} [{number}]" for number, text in enumerate(texts, 1))
    stated = f"{plural(unsaid, 'sentence')} of the model's answer left out"
    return source_text or NO_DIRECT_EVIDENCE, [f"{stated}: no verified claim says as much."] if unsaid else []


class _Citing:
    """Citations of evidence rows, with the location and place of each."""

    def __init__(
        self, ledger: Ledger, rows: Sequence[ClaimEvidence], sources: Sequence[ProcessedSource]
    ) -> None:
        self._rows = rows
        self._texts: Mapping[str, str] = ledger.texts(list(dict.fromkeys(r.artifact_id for r in rows)))
        self._chunks: Mapping[str, PassageChunk] = ledger.chunks(
            list(dict.fromkeys(r.chunk_id for r in rows))
        )
        self._above = dict(zip(self._chunks, passage_texts(ledger, list(self._chunks.values())), strict=True))
        self._kinds = {name: each.media_type for name, each in ledger.artifacts(list(self._texts)).items()}
        self._places: dict[str, ProcessedSource] = {}
        for source in sources:
            if source.artifact_id is not None:
                self._places.setdefault(source.artifact_id, source)

    def of(self, claim_id: str, side: str) -> tuple[Citation, ...]:
        """Return the citations of one side of a claim."""
        return tuple(self._one(r) for r in self._rows if (r.claim_id, r.side) == (claim_id, side))

    def _one(self, row: ClaimEvidence) -> Citation:
        place = self._places[row.artifact_id]
        return Citation(
            chunk_id=row.chunk_id,
            artifact_id=row.artifact_id,
            source_id=place.source_id,
            location=place.location,
            start=row.span_start,
            end=row.span_end,
            line=self._texts[row.artifact_id].count("\n", 0, row.span_start) + 1,
            page=row.page,
            heading=self._chunks[row.chunk_id].heading if self._kinds[row.artifact_id] == HTML else None,
            quote=row.quote,
            words="" if (words := self._words(row, place.location)) == folded(row.quote) else words,
        )

    def _words(self, row: ClaimEvidence, location: str) -> str:
        """Return the quoted characters in plain words."""
        chunk, (text, above) = self._chunks[row.chunk_id], self._above[row.chunk_id]
        first = chunk.span_start
        if row.span_start < first or chunk.span_end < row.span_end:  # of a slice that reaches further
            text, first = self._texts[row.artifact_id], 0
        return plain_words(text, row.span_start - first, row.span_end - first, above, location)


def metrics_of(state: RunState, made: ResearchOutput) -> dict[str, float | int | str | None]:
    """Return the content of `metrics.json`."""
    steps = max(1, state.step)
    repeats = len(state.signatures) - len(set(state.signatures))
    return {
        "steps": state.step,
        "events": state.sequence + 1,  # with the one that this output is part of
        "tokens": state.spent.tokens,
        "seconds": state.spent.seconds,
        "money": state.spent.money,
        "claims": len(made.claims),
        "verified_claims": sum(claim.status == "verified" for claim in made.claims),
        "claims_without_evidence": sum(not claim.citations for claim in made.claims),
        "conflicts": len(made.conflicts),
        "sources_read": sum(source.status == "read" for source in made.sources),
        "sources_cited": sum(source.cited for source in made.sources),
        "no_evidence_stalls": len(state.stalls),
        "loop_rate": round(repeats / steps, 6),
        "overrides": len(state.overrides),
    }


def _ended(state: RunState, verified: bool) -> str:
    if state.budget is not None:
        return f"budget:{state.budget.name}"
    if state.stopped:
        return "stopped"
    return "answered" if verified else "uncertain"


def _source(row: ProcessedSource, cited: set[str]) -> ResearchSource:
    return ResearchSource.model_validate(
        {
            "source_id": row.source_id,
            "location": row.location,
            "status": row.status,
            "reason": row.reason,
            "artifact_id": row.artifact_id,
            "cited": row.artifact_id in cited,
        }
    )


def _query(row: FailedQuery) -> ResearchQuery:
    return ResearchQuery(
        step=row.step, query=row.query, category=row.category, max_score=float(row.max_score)
    )
