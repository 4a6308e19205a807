"""Evidence of a run's claims: which quotations exist in a passage, and which claims they support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gates.canonical import digest
from store.run_values import ClaimEvidence, PassageChunk, RunClaim, RunPart
from workbench.runs.answering.entailment import QuotedWords, is_sufficient, quoted_words, why_unsupported
from workbench.runs.language.planted_orders import tries_to_instruct
from workbench.runs.records.events import DraftClaim, PassageQuote, Synthesis
from workbench.runs.records.ledger import Ledger

NEAREST = "its words are only the nearest to the question"
INSTRUCTS = "its words try to instruct the agent"
ONE_SIDED = "it does not quote different words on its two sides"


@dataclass(frozen=True, slots=True)
class WrittenClaims:
    """The claims of a synthesis as records."""

    parts: list[RunPart]
    names: list[str]
    """Ids of the claims, in order."""
    reasons: list[str]
    """Why each claim is not verified; empty for a verified one."""


def claim_parts(ledger: Ledger, written: Synthesis, run_id: str, step: int, now: str) -> WrittenClaims:
    """Return the claims and conflicts of a synthesis as records with evidence.

    A claim is verified only if it answers and words of a passage support it. A conflict needs different words
    on its two sides. Any other claim becomes a candidate, with the reason.
    """
    quotes = [q for claim in written.claims for q in claim.quotes]
    quotes += [q for each in written.conflicts for q in (*each.side_a, *each.side_b)]
    passages = _Passages(ledger, quotes)
    made = WrittenClaims([], [], [])
    known = len(ledger.claims(run_id))
    drafts: list[tuple[str, DraftClaim, Sequence[PassageQuote]]] = [("claim", c, ()) for c in written.claims]
    drafts += [("conflict", DraftClaim(text=c.text, quotes=c.side_a), c.side_b) for c in written.conflicts]
    for number, (kind, draft, other) in enumerate(drafts, known + 1):
        name = "clm_" + digest(["claim/1", run_id, number, draft.text])[:20]
        first = passages.evidence(draft.quotes, "a", name, run_id)
        second = passages.evidence(other, "b", name, run_id)
        if kind == "conflict":
            reason = "" if passages.apart(first, second) else ONE_SIDED
        else:
            reason = passages.why_not(draft.text, first, written.own_words) or (NEAREST if draft.near else "")
        status = "candidate" if reason else ("verified" if kind == "claim" else "conflict")
        made.parts.append(RunClaim(name, run_id, number, step, draft.text, status, now))
        made.parts.extend(
            ClaimEvidence(name, place, run_id, r.side, r.chunk_id, r.artifact_id, r.span_start, r.span_end,
                          r.page, r.quote)
            for place, r in enumerate([*first, *second], 1)
        )  # fmt: skip
        made.names.append(name)
        made.reasons.append(reason)
    return made


class _Passages:
    """The passages that quotations name, with the texts of their sources."""

    def __init__(self, ledger: Ledger, quotes: Sequence[PassageQuote]) -> None:
        self._chunks = ledger.chunks(list(dict.fromkeys(quote.chunk_id for quote in quotes)))
        sources = list(dict.fromkeys(chunk.artifact_id for chunk in self._chunks.values()))
        self._texts = ledger.texts(sources)
        self._titles = {name: source.title for name, source in ledger.artifacts(sources).items()}

    def evidence(
        self, quotes: Sequence[PassageQuote], side: str, claim: str, run_id: str
    ) -> list[ClaimEvidence]:
        """Return the quotations that exist in a known passage as evidence records."""
        return _evidence(quotes, self._chunks, self._texts, side, claim, run_id)

    def why_not(self, text: str, rows: Sequence[ClaimEvidence], own_words: bool) -> str:
        """Return why a claim is not verified; a claim made from its quotation needs only that quotation."""
        if any(tries_to_instruct(row.quote) for row in rows):
            return INSTRUCTS
        if rows and not own_words:
            return ""
        return why_unsupported(text, [self._quoted(row) for row in rows])

    def apart(self, one: Sequence[ClaimEvidence], other: Sequence[ClaimEvidence]) -> bool:
        """Return whether both sides quote informative words, and no words are on both sides."""
        crossing = any(
            a.artifact_id == b.artifact_id and a.span_start < b.span_end and b.span_start < a.span_end
            for a in one
            for b in other
        )
        informative = (any(is_sufficient(self._quoted(row)) for row in side) for side in (one, other))
        return not crossing and all(informative)

    def _quoted(self, row: ClaimEvidence) -> QuotedWords:
        chunk = self._chunks[row.chunk_id]
        above = " > ".join(part for part in (self._titles.get(row.artifact_id, ""), chunk.heading) if part)
        return quoted_words(self._texts[row.artifact_id], row.span_start, row.span_end, above)


def _evidence(
    quotes: Sequence[PassageQuote],
    chunks: Mapping[str, PassageChunk],
    texts: Mapping[str, str],
    side: str,
    claim: str,
    run_id: str,
) -> list[ClaimEvidence]:
    """Return the quotations that exist in a known passage as evidence records."""
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
