"""ACT: take the planned action with the tools there are; what it made goes with its event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import orjson

from gates.canonical import digest
from gates.language.tokens import tokenise
from store.run_values import Chunk, ClaimEvidence, RunClaim, RunPart
from workbench.runs.agent import Agent, View
from workbench.runs.compiler import asked_for
from workbench.runs.events import ActDone, DraftClaim, Given, Quoted, Synthesis
from workbench.runs.ledger import Ledger
from workbench.runs.retrieve import Retriever
from workbench.runs.shapes import Plan

MOST_FOUND = 50
MOST_SLICE = 4_000
"""Code points of one slice."""


class Acting:
    """Takes the actions of one run."""

    def __init__(self, ledger: Ledger, retriever: Retriever, agent: Agent) -> None:
        self._ledger = ledger
        self._retriever = retriever
        self._agent = agent

    def act(self, plan: Plan, view: View, run_id: str, now: str) -> tuple[ActDone, list[RunPart], str]:
        """What was done, the records it made, and the question where a person is asked."""
        arguments = plan.tool_calls[0].arguments if plan.tool_calls else {}
        signature = f"{plan.action_type} {orjson.dumps(arguments, option=orjson.OPT_SORT_KEYS).decode()}"
        done = ActDone(action_type=plan.action_type, signature=signature)
        if plan.action_type == "SEARCH":
            query = str(arguments["query"])
            found = self._retriever.find(query, asked_for(query, view.intent))
            best = [
                Given(chunk_id=c.scored.chunk_id, label=c.scored.label, score=c.scored.score)
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
            written = self._agent.synthesize(view)
            parts, names = claim_parts(self._ledger, written, run_id, view.state.step, now)
            return done.model_copy(update={"synthesis": written, "claim_ids": tuple(names)}), parts, ""
        question = str(arguments["question"]) if plan.action_type == "ASK_HUMAN" else ""
        return done, [], question


def slice_of(ledger: Ledger, name: str, start: int | None, end: int | None) -> Quoted | None:
    """A passage's words, or those from `start` to `end` of its source's text; None: no such passage.

    The span is kept within the text and within 4,000 code points.
    """
    chunk = ledger.chunks([name]).get(name)
    if chunk is None:
        return None
    text = ledger.texts([chunk.artifact_id])[chunk.artifact_id]
    first = chunk.span_start if start is None else min(max(start, 0), len(text))
    last = chunk.span_end if end is None else min(max(end, first), len(text))
    if first >= last:
        first, last = chunk.span_start, chunk.span_end
    return Quoted(chunk_id=name, start=first, end=min(last, first + MOST_SLICE))


def claim_parts(
    ledger: Ledger, written: Synthesis, run_id: str, step: int, now: str
) -> tuple[list[RunPart], list[str]]:
    """The claims of a synthesis with their evidence as records, conflicts among them; and their ids.

    A claim is verified only where it quotes words that stand in a passage and names no number that they do
    not; a conflict needs words on both sides, else it is kept as a candidate.
    """
    quotes = [q for claim in written.claims for q in claim.quotes]
    quotes += [q for each in written.conflicts for q in (*each.side_a, *each.side_b)]
    chunks = ledger.chunks(list(dict.fromkeys(quote.chunk_id for quote in quotes)))
    texts = ledger.texts(list(dict.fromkeys(chunk.artifact_id for chunk in chunks.values())))
    parts: list[RunPart] = []
    names: list[str] = []
    known = len(ledger.claims(run_id))
    drafts: list[tuple[str, DraftClaim, Sequence[Quoted]]] = [("claim", c, ()) for c in written.claims]
    drafts += [("conflict", DraftClaim(text=c.text, quotes=c.side_a), c.side_b) for c in written.conflicts]
    for number, (kind, draft, other) in enumerate(drafts, known + 1):
        name = "clm_" + digest(["claim/1", run_id, number, draft.text])[:20]
        first = _evidence(draft.quotes, chunks, texts, "a", name, run_id)
        second = _evidence(other, chunks, texts, "b", name, run_id)
        rows = [*first, *second]
        verified = _verified(draft.text, first) if kind == "claim" else bool(first and second)
        status = ("verified" if kind == "claim" else "conflict") if verified else "candidate"
        parts.append(RunClaim(name, run_id, number, step, draft.text, status, now))
        parts += [
            ClaimEvidence(name, place, run_id, r.side, r.chunk_id, r.artifact_id, r.span_start, r.span_end,
                          r.page, r.quote)
            for place, r in enumerate(rows, 1)
        ]  # fmt: skip
        names.append(name)
    return parts, names


def _evidence(
    quotes: Sequence[Quoted],
    chunks: Mapping[str, Chunk],
    texts: Mapping[str, str],
    side: str,
    claim: str,
    run_id: str,
) -> list[ClaimEvidence]:
    """The quotations that stand where they say, within a passage that is there."""
    found: list[ClaimEvidence] = []
    for quote in quotes:
        chunk = chunks.get(quote.chunk_id)
        if chunk is None:
            continue
        text = texts[chunk.artifact_id][quote.start : quote.end]
        if text.strip():
            found.append(
                ClaimEvidence(
                    claim, len(found) + 1, run_id, side, chunk.chunk_id, chunk.artifact_id, quote.start,
                    quote.end, chunk.page, text,
                )
            )  # fmt: skip
    return found


def _verified(text: str, rows: Sequence[ClaimEvidence]) -> bool:
    if not rows:
        return False
    said = {number.value for row in rows for number in tokenise(row.quote).numbers}
    return all(number.value in said for number in tokenise(text).numbers)
