"""Candidates for a query and their labels: hybrid search, reranking in batches, and the one fallback.

If no candidate reaches the threshold, the search is repeated once, without filters, with related words and
with more candidates. Nothing else is tried, so the same store gives the same candidates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import orjson

from gates.canonical import digest
from store.run_values import PassageChunk, QueryScope, Reranking, SourceArtifact
from workbench.runs.language.kinds_of_things import related
from workbench.runs.language.reason_clauses import heads_reason
from workbench.runs.language.statements import column_names
from workbench.runs.language.terms import INDEX_VERSION, asked_stems, rarity, weighed
from workbench.runs.ranking.meaning import Meaning
from workbench.runs.ranking.scoring import RERANKER, RERANKER_VERSION, RankedPassage, label_of, rerank
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.shapes import Label, ScoredChunk
from workbench.runs.retrieval.nearness import CharacterNearness, Nearness
from workbench.runs.settings import RunSettings

MOST_CALLS = 3
LEAST_BATCH = 8
MOST_COLUMNS = 300
"""Maximum characters of a table's first line, which names its columns."""
_FILTER = re.compile(r"(?:^|\s)(in|kind):(\S{1,200})")
_KINDS = {
    "markdown": "text/markdown", "text": "text/plain", "html": "text/html", "json": "application/json",
    "csv": "text/csv", "pdf": "application/pdf", "code": "text/x-source",
}  # fmt: skip


class Reranker(Protocol):
    """Labels passages by how far they answer a query."""

    model: str
    version: str
    meaning: Meaning | None
    """The model of meaning that it and the rules for answers use; None: words alone."""

    def about(self, names: Sequence[str]) -> None:
        """Set the ids of the passages for the next `score`."""

    def score(
        self, query: str, rarity: Mapping[str, float], passages: Sequence[RankedPassage]
    ) -> list[tuple[Label, float]]:
        """Return label and score of each passage of one batch."""


class LexicalReranker:
    """Labels offline by words, and by meaning if available; see `workbench.runs.ranking.scoring`."""

    def __init__(self, meaning: Meaning | None = None) -> None:
        self.meaning = meaning
        self.model = f"{RERANKER}+{meaning.name}" if meaning else RERANKER
        self.version = f"{RERANKER_VERSION}+{meaning.version}" if meaning else RERANKER_VERSION

    def about(self, names: Sequence[str]) -> None:
        """Do nothing: rules do not need the ids."""

    def score(
        self, query: str, rarity: Mapping[str, float], passages: Sequence[RankedPassage]
    ) -> list[tuple[Label, float]]:
        """Return label and score of each passage."""
        return [(label_of(score), score) for score in rerank(query, rarity, passages, self.meaning)]


@dataclass(frozen=True, slots=True)
class RetrievalCandidate:
    """A passage with its labels and scores."""

    chunk: PassageChunk
    text: str
    above: str
    """Title and headings; of a table also its columns."""
    scored: ScoredChunk
    opening: str = ""
    """The first lines of its source, if they were read too."""
    explained: tuple[tuple[str, str], ...] = ()
    """Names in it that another source explains, each with the explanation."""


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """The result of one query."""

    query: str
    candidates: tuple[RetrievalCandidate, ...]
    """Candidates by score, best first; equal ones in the order of the fused search."""
    fallback: bool
    calls: int
    cached: bool
    threshold: float
    rarity: Mapping[str, float]
    vector_model: str = ""
    """Model of the compared vectors."""
    warning: str = ""
    """Why the configured vectors were not used, or that sources have an old index."""

    @property
    def max_score(self) -> float:
        """Score of the best candidate; 0 if there is none."""
        return self.candidates[0].scored.score if self.candidates else 0.0

    @property
    def direct(self) -> bool:
        """Whether a candidate reaches the threshold."""
        return self.max_score >= self.threshold


def _columns(table: str) -> str:
    """Return the names of a table's columns, which its rows are read with."""
    return column_names(table.partition("\n")[0][:MOST_COLUMNS])


def parse_query(query: str, run_id: str) -> tuple[str, QueryScope]:
    """Split a query into its words and its filters: `in:board/` for locations, `kind:pdf` for kinds."""
    prefix, kinds = "", list[str]()
    for name, value in _FILTER.findall(query):
        if name == "in":
            prefix = value
        elif value in _KINDS:
            kinds.append(_KINDS[value])
    return _FILTER.sub(" ", query).strip(), QueryScope(run_id, tuple(kinds), prefix)


class Retriever:
    """Finds passages for one run.

    Args:
        ledger: contains the passages.
        run_id: the run whose sources are in scope.
        settings: numbers of candidates, and the threshold of an answer.
        reranker: labels them.
        nearness: returns the vectors of queries; None: character n-grams.
    """

    def __init__(
        self,
        ledger: Ledger,
        run_id: str,
        settings: RunSettings,
        reranker: Reranker,
        nearness: Nearness | None = None,
    ) -> None:
        self._ledger = ledger
        self._run_id = run_id
        self._settings = settings
        self._reranker = reranker
        self.nearness: Nearness = nearness or CharacterNearness()
        self._held: dict[str, tuple[SourceArtifact, str]] = {}
        """Artifacts and texts of the last requested passages: the next request mostly names the same."""
        self._places: dict[str, str] | None = None
        self._old_index: str | None = None
        self.fresh: list[Reranking] = []
        """New labels, until the caller takes and stores them."""

    @property
    def meaning(self) -> Meaning | None:
        """The model of meaning that judges passages; None: words alone."""
        return self._reranker.meaning

    def find(self, query: str, question: str = "", widen: int = 1) -> RetrievalResult:
        """Return labelled candidates.

        Args:
            query: what is searched for.
            question: what the candidates are judged against; empty: the query.
            widen: if over 1, search without filters for this many times the candidates at once.
        """
        own = self._settings
        words, scope = parse_query(query, self._run_id)
        asked = parse_query(question, self._run_id)[0] or words
        wide = QueryScope(self._run_id)
        first = wide if widen > 1 else scope
        found = self._once(words, asked, first, own.candidates * widen, widen > 1)
        if found.direct or widen > 1:
            return found
        again = self._once(words, asked, wide, own.candidates * own.widen, True)
        return again if again.max_score >= found.max_score else found

    def candidate(self, chunk: PassageChunk, query: str) -> RetrievalCandidate:
        """Return one passage as a candidate of a query, whatever its score."""
        _, scope = parse_query(query, self._run_id)
        text, above = self.texts([chunk])[0]
        label, score = self._reranked(query, self._rarity(query, scope), [chunk], [(text, above)])[0][0]
        scored = ScoredChunk(
            chunk_id=chunk.chunk_id, location=self.location(chunk.artifact_id), lexical=None, vector=None,
            fused=0.0, label=label, score=score,
        )  # fmt: skip
        return RetrievalCandidate(chunk, text, above, scored)

    def beside(self, source_text: str) -> list[RetrievalCandidate]:
        """Return passages about the same subject as a text, found by words alone; they are not labelled."""
        hits = self._ledger.search(
            QueryScope(self._run_id),
            weighed(source_text, wide=False),
            None,
            "",
            self._settings.candidates,
            0.0,
        )
        texts = self.texts([hit.chunk for hit in hits])
        return [
            RetrievalCandidate(
                hit.chunk, text, above,
                ScoredChunk(
                    chunk_id=hit.chunk.chunk_id, location=self.location(hit.chunk.artifact_id),
                    lexical=hit.lexical, vector=None, fused=hit.fused, label="CONTEXT", score=0.0,
                ),
            )
            for hit, (text, above) in zip(hits, texts, strict=True)
        ]  # fmt: skip

    def has(self, chunk: PassageChunk | None) -> bool:
        """Return whether this run has read the source of a passage; no other passage is returned."""
        return chunk is not None and self.location(chunk.artifact_id) != chunk.artifact_id

    def location(self, artifact_id: str) -> str:
        """Return the first location at which this run read an artifact."""
        if self._places is None:
            rows = self._ledger.processed(self._run_id)
            self._places = {}
            for row in rows:
                if row.artifact_id is not None:
                    self._places.setdefault(row.artifact_id, row.location)
        return self._places.get(artifact_id, artifact_id)

    def rarity(self, query: str) -> dict[str, float]:
        """Return how specific each stem of a query is among the run's passages."""
        words, scope = parse_query(query, self._run_id)
        return self._rarity(words, scope)

    def _rarity(self, query: str, scope: QueryScope) -> dict[str, float]:
        asked = asked_stems(query)
        also = {other for stem in asked for other in related(stem)}
        total, counts = self._ledger.frequencies(scope, sorted({*asked, *also}))
        return rarity(total, counts, asked)

    def _once(
        self, query: str, question: str, scope: QueryScope, limit: int, fallback: bool
    ) -> RetrievalResult:
        sought = self._rarity(query, scope)
        near = self.nearness.of(query, sought)
        hits = self._ledger.search(
            scope, weighed(query, wide=True), near.vector, near.model, limit, near.weight
        )
        texts = self.texts([hit.chunk for hit in hits])
        rare = sought if question == query else self._rarity(question, scope)
        labels, calls, cached = self._labelled(question, rare, [hit.chunk for hit in hits], texts)
        made = [
            RetrievalCandidate(
                hit.chunk, text, above,
                ScoredChunk(
                    chunk_id=hit.chunk.chunk_id, location=self.location(hit.chunk.artifact_id),
                    lexical=hit.lexical, vector=hit.vector, fused=hit.fused, label=label, score=score,
                ),
            )
            for hit, (text, above), (label, score) in zip(hits, texts, labels, strict=True)
        ]  # fmt: skip
        made.sort(key=lambda each: -each.scored.score)
        return RetrievalResult(
            query, tuple(made), fallback, calls, cached, self._settings.threshold, rare, near.model,
            self.nearness.warning or self._outdated(),
        )  # fmt: skip

    def _outdated(self) -> str:
        """Return a warning if an earlier version indexed some sources; else an empty string."""
        if self._old_index is None:
            names = [r.artifact_id for r in self._ledger.processed(self._run_id) if r.artifact_id is not None]
            known = self._ledger.artifacts(list(dict.fromkeys(names))).values()
            old = sum(not each.extractor.endswith(f" {INDEX_VERSION}") for each in known)
            stated = f"{old} of {len(known)} sources were indexed by an earlier version than {INDEX_VERSION}"
            self._old_index = f"{stated}, so words may be missed; a new run indexes them again" if old else ""
        return self._old_index

    def _labelled(
        self,
        query: str,
        rare: Mapping[str, float],
        chunks: Sequence[PassageChunk],
        texts: Sequence[tuple[str, str]],
    ) -> tuple[list[tuple[Label, float]], int, bool]:
        """Return all candidates' labels, the number of calls (at most three), and whether all were cached."""
        size = max(LEAST_BATCH, -(-len(chunks) // MOST_CALLS))
        labels, calls = list[tuple[Label, float]](), 0
        for first in range(0, len(chunks), size):
            made, asked = self._reranked(
                query, rare, chunks[first : first + size], texts[first : first + size]
            )
            labels += made
            calls += asked
        return labels, calls, bool(chunks) and not calls

    def _reranked(
        self,
        query: str,
        rare: Mapping[str, float],
        chunks: Sequence[PassageChunk],
        texts: Sequence[tuple[str, str]],
    ) -> tuple[list[tuple[Label, float]], int]:
        names = [chunk.chunk_id for chunk in chunks]
        own = self._reranker
        weights = {stem: round(value, 6) for stem, value in rare.items()}
        key = digest(["rerank/1", own.model, own.version, query, names, weights])
        kept = self._ledger.cached(key)
        if kept is not None:
            return [(label, score) for label, score in orjson.loads(kept)], 0
        own.about(names)
        labels = own.score(query, rare, [RankedPassage(text, above) for text, above in texts])
        self.fresh.append(Reranking(key, orjson.dumps(labels).decode()))
        return labels, 1

    def opening(self, artifact_id: str, most: int) -> str:
        """Return the first code points of a source among those of the last passages; empty for another."""
        return self.whole(artifact_id)[:most]

    def whole(self, artifact_id: str) -> str:
        """Return the text of a source among those of the last passages; empty for another."""
        return self._held[artifact_id][1] if artifact_id in self._held else ""

    def texts(self, chunks: Sequence[PassageChunk]) -> list[tuple[str, str]]:
        """Return the words of passages, each with its title and headings."""
        self._held = _sources(self._ledger, chunks, self._held)
        return _worded(self._held, chunks)


def passage_texts(ledger: Ledger, chunks: Sequence[PassageChunk]) -> list[tuple[str, str]]:
    """Return the words of passages, each with its title and headings, and the columns of a table."""
    return _worded(_sources(ledger, chunks, {}), chunks)


def _sources(
    ledger: Ledger, chunks: Sequence[PassageChunk], held: Mapping[str, tuple[SourceArtifact, str]]
) -> dict[str, tuple[SourceArtifact, str]]:
    """Return the artifacts of passages with their texts, reading only those not in `held`."""
    names = list(dict.fromkeys(chunk.artifact_id for chunk in chunks))
    unread = [name for name in names if name not in held]
    bodies, known = (ledger.texts(unread), ledger.artifacts(unread)) if unread else ({}, {})
    return {name: held[name] if name in held else (known[name], bodies[name]) for name in names}


def _worded(
    sources: Mapping[str, tuple[SourceArtifact, str]], chunks: Sequence[PassageChunk]
) -> list[tuple[str, str]]:
    found = []
    for chunk in chunks:
        source, body = sources[chunk.artifact_id]
        columns = _columns(body) if source.media_type == "text/csv" else ""
        told = explained_by(body, chunk)
        above = " > ".join(part for part in (source.title, told, chunk.heading, columns) if part)
        found.append((body[chunk.span_start : chunk.span_end], above))
    return found


def explained_by(body: str, chunk: PassageChunk) -> str:
    """Return what a passage under a heading such as `Cause` explains.

    That is the first paragraph of the section that it belongs to, with the heading before its own.
    """
    *_, parent, last = ("", "", *chunk.heading.split(" > "))
    if not heads_reason(last):
        return ""
    before = body[: chunk.span_start]
    section = before[max(0, before.rfind(f"# {parent}")) :] if parent else before
    parts = [part for part in re.split(r"\n\s*\n", section) if part.strip()]
    told = [part for part in parts if part.lstrip()[0] != "#"][:1]
    beside = [part.lstrip("# ") for part in parts[1:] if part.lstrip()[0] == "#"][-1:]
    return " > ".join(" ".join(part.split())[:MOST_COLUMNS] for part in (*told, *beside))
