"""What a run needs kept and found: a protocol that a service implements over a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from store.run_values import (
    AskedTerm,
    ClaimEvidence,
    ContextManifest,
    FailedQuery,
    Indexed,
    PassageChunk,
    PassageHit,
    ProcessedSource,
    QueryScope,
    RunClaim,
    RunPart,
    RunRecord,
    SourceArtifact,
    StrategicOverride,
    TypedEvent,
)


class Ledger(Protocol):
    """Keeps one store's runs; every `append` is one transaction."""

    def reading(self) -> AbstractContextManager[object]:
        """Within it, reads share one look at the store."""

    def kept_open(self) -> AbstractContextManager[object]:
        """Within it what keeps the runs stays open, each `append` a transaction still; for a second or so."""

    def append(self, run_id: str, parts: Sequence[RunPart]) -> None:
        """Append all or nothing.

        Raises:
            store.errors.RunMoved: another process drives the run.
        """

    def record(self, run_id: str) -> RunRecord:
        """What never changes of a run. Raises store.errors.NotFound."""

    def events(self, run_id: str, after: int = 0) -> Sequence[TypedEvent]:
        """Its events, in order."""

    def processed(self, run_id: str) -> Sequence[ProcessedSource]:
        """Its sources."""

    def failed_queries(self, run_id: str) -> Sequence[FailedQuery]:
        """Its queries without direct evidence."""

    def claims(self, run_id: str) -> Sequence[RunClaim]:
        """Its claims."""

    def evidence(self, run_id: str) -> Sequence[ClaimEvidence]:
        """What they rest on."""

    def manifests(self, run_id: str) -> Sequence[ContextManifest]:
        """Its context manifests."""

    def manifest(self, manifest_id: str) -> ContextManifest:
        """One of them, by its id. Raises store.errors.NotFound."""

    def overrides(self, run_id: str) -> Sequence[StrategicOverride]:
        """Its overrides, expired ones too."""

    def narrative(self, snapshot_id: str) -> str:
        """The narrative of a snapshot."""

    def of_contents(self, hashes: Sequence[str]) -> Sequence[SourceArtifact]:
        """The artifacts that were made of bytes with these SHA-256, by whichever extractor."""

    def put_sources(self, several: Sequence[Indexed]) -> None:
        """Add artifacts with their passages; those that are there stay as they are."""

    def artifacts(self, names: Sequence[str]) -> Mapping[str, SourceArtifact]:
        """Source artifacts by id."""

    def chunks(self, names: Sequence[str]) -> Mapping[str, PassageChunk]:
        """Passages by id."""

    def texts(self, artifacts: Sequence[str]) -> Mapping[str, str]:
        """Extracted texts by artifact."""

    def search(
        self,
        scope: QueryScope,
        terms: Mapping[str, AskedTerm],
        vector: Sequence[float] | None,
        model: str,
        limit: int,
        nearness: float,
    ) -> Sequence[PassageHit]:
        """The best passages by words and vectors, fused; a rank by vectors counts `nearness`."""

    def without_vector(self, scope: QueryScope, model: str, after: int, limit: int) -> Sequence[PassageChunk]:
        """The first passages in scope after a number that have no vector by a model."""

    def put_vectors(self, numbers: Sequence[int], vectors: Sequence[Sequence[float]], model: str) -> None:
        """Keep the vectors of passages; those that are there stay as they are."""

    def frequencies(self, scope: QueryScope, terms: Sequence[str]) -> tuple[int, Mapping[str, int]]:
        """Passages in scope, and in how many each stem occurs."""

    def cached(self, key: str) -> str | None:
        """A kept reranking."""
