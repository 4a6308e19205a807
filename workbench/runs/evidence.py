"""Evidence of a run's claims: a quotation counts where its words stand, a claim where its numbers do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gates.canonical import digest
from gates.language.tokens import tokenise
from store.run_values import ClaimEvidence, PassageChunk, RunClaim, RunPart
from workbench.runs.events import DraftClaim, PassageQuote, Synthesis
from workbench.runs.ledger import Ledger


def claim_parts(
    ledger: Ledger, written: Synthesis, run_id: str, step: int, now: str
) -> tuple[list[RunPart], list[str]]:
    """The claims of a synthesis with their evidence as records, conflicts among them; and their ids.

    A claim is verified only where it quotes words that stand in a passage, answers, and names no number that
    they do not; a conflict needs words on both sides, else it is kept as a candidate.
    """
    quotes = [q for claim in written.claims for q in claim.quotes]
    quotes += [q for each in written.conflicts for q in (*each.side_a, *each.side_b)]
    chunks = ledger.chunks(list(dict.fromkeys(quote.chunk_id for quote in quotes)))
    texts = ledger.texts(list(dict.fromkeys(chunk.artifact_id for chunk in chunks.values())))
    parts: list[RunPart] = []
    names: list[str] = []
    known = len(ledger.claims(run_id))
    drafts: list[tuple[str, DraftClaim, Sequence[PassageQuote]]] = [("claim", c, ()) for c in written.claims]
    drafts += [("conflict", DraftClaim(text=c.text, quotes=c.side_a), c.side_b) for c in written.conflicts]
    for number, (kind, draft, other) in enumerate(drafts, known + 1):
        name = "clm_" + digest(["claim/1", run_id, number, draft.text])[:20]
        first = _evidence(draft.quotes, chunks, texts, "a", name, run_id)
        second = _evidence(other, chunks, texts, "b", name, run_id)
        rows = [*first, *second]
        verified = (
            not draft.near and _verified(draft.text, first) if kind == "claim" else bool(first and second)
        )
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
    quotes: Sequence[PassageQuote],
    chunks: Mapping[str, PassageChunk],
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
