"""The storage that a run needs: a protocol that a service implements over a store."""

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
    """Stores the runs of one store; every `append` is one transaction."""

    def reading(self) -> AbstractContextManager[object]:
        """Return a context in which all reads share one session of the store."""

    def kept_open(self) -> AbstractContextManager[object]:
        """Return a context in which the store stays open, for about a second.

        Each `append` is still a transaction.
        """

    def settle(self) -> None:
        """Merge what many short writes left, and return free space; nothing if the store is in use."""

    def append(self, run_id: str, parts: Sequence[RunPart]) -> None:
        """Append all parts or none.

        Raises:
            store.errors.RunMoved: another process drives the run.
        """

    def record(self, run_id: str) -> RunRecord:
        """Return the immutable part of a run. Raises store.errors.NotFound."""

    def events(self, run_id: str, after: int = 0) -> Sequence[TypedEvent]:
        """Return the run's events after a number, in order."""

    def processed(self, run_id: str) -> Sequence[ProcessedSource]:
        """Return the run's sources."""

    def failed_queries(self, run_id: str) -> Sequence[FailedQuery]:
        """Return the run's queries without direct evidence."""

    def claims(self, run_id: str) -> Sequence[RunClaim]:
        """Return the run's claims."""

    def evidence(self, run_id: str) -> Sequence[ClaimEvidence]:
        """Return the evidence of the run's claims."""

    def manifests(self, run_id: str) -> Sequence[ContextManifest]:
        """Return the run's context manifests."""

    def manifest(self, manifest_id: str) -> ContextManifest:
        """Return a manifest by its id. Raises store.errors.NotFound."""

    def overrides(self, run_id: str) -> Sequence[StrategicOverride]:
        """Return the run's overrides, including expired ones."""

    def narrative(self, snapshot_id: str) -> str:
        """Return the narrative of a snapshot."""

    def of_contents(self, hashes: Sequence[str]) -> Sequence[SourceArtifact]:
        """Return the artifacts made from bytes with these SHA-256 hashes, by any extractor."""

    def put_sources(self, several: Sequence[Indexed]) -> None:
        """Add artifacts with their passages; existing ones stay unchanged."""

    def artifacts(self, names: Sequence[str]) -> Mapping[str, SourceArtifact]:
        """Return source artifacts by id."""

    def chunks(self, names: Sequence[str]) -> Mapping[str, PassageChunk]:
        """Return passages by id."""

    def texts(self, artifacts: Sequence[str]) -> Mapping[str, str]:
        """Return extracted texts by artifact."""

    def search(
        self,
        scope: QueryScope,
        terms: Mapping[str, AskedTerm],
        vector: Sequence[float] | None,
        model: str,
        limit: int,
        nearness: float,
    ) -> Sequence[PassageHit]:
        """Return the best passages by words and vectors, fused.

        `nearness` is the weight of a rank by vectors.
        """

    def without_vector(self, scope: QueryScope, model: str, after: int, limit: int) -> Sequence[PassageChunk]:
        """Return the first passages in scope after a number that have no vector of a model."""

    def put_vectors(self, numbers: Sequence[int], vectors: Sequence[Sequence[float]], model: str) -> None:
        """Store the vectors of passages; existing ones stay unchanged."""

    def frequencies(self, scope: QueryScope, terms: Sequence[str]) -> tuple[int, Mapping[str, int]]:
        """Return the number of passages in scope, and for each stem the number that contain it."""

    def cached(self, key: str) -> str | None:
        """Return a stored reranking; None if there is none."""
