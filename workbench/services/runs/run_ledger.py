"""The ledger of runs in a store: implements `workbench.runs.records.ledger.Ledger`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from store.engine import Store
from store.errors import NotFound
from store.lifecycle import compacting
from store.records import agent_runs, passages, retrieval, snapshots
from store.run_values import (
    AskedTerm,
    ClaimEvidence,
    ContextManifest,
    FailedQuery,
    Indexed,
    Output,
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
from workbench.bootstrap import Env


@dataclass(frozen=True)
class StoreLedger:
    """The runs in one store."""

    store: Store

    def reading(self) -> AbstractContextManager[object]:
        """Return a context in which reads share one session of the store."""
        return self.store.reading()

    def kept_open(self) -> AbstractContextManager[object]:
        """Return a context in which the store's file stays open."""
        return self.store.kept_open()

    def settle(self) -> None:
        """Merge what many short writes left, and return free space; nothing if the store is in use."""
        compacting.settle(self.store)

    def append(self, run_id: str, parts: Sequence[RunPart]) -> None:
        """Append records of a run in one transaction."""
        agent_runs.append(self.store, run_id, parts)

    def record(self, run_id: str) -> RunRecord:
        """Return the immutable record of a run."""
        return agent_runs.record(self.store, run_id)

    def events(self, run_id: str, after: int = 0) -> Sequence[TypedEvent]:
        """Return the typed events of a run after event number `after`."""
        return agent_runs.events(self.store, run_id, after)

    def processed(self, run_id: str) -> Sequence[ProcessedSource]:
        """Return the sources of a run."""
        return agent_runs.processed(self.store, run_id)

    def failed_queries(self, run_id: str) -> Sequence[FailedQuery]:
        """Return the queries of a run that found no direct evidence."""
        return agent_runs.failed_queries(self.store, run_id)

    def claims(self, run_id: str) -> Sequence[RunClaim]:
        """Return the claims of a run."""
        return agent_runs.claims(self.store, run_id)

    def evidence(self, run_id: str) -> Sequence[ClaimEvidence]:
        """Return the evidence of a run's claims."""
        return agent_runs.evidence(self.store, run_id)

    def manifests(self, run_id: str) -> Sequence[ContextManifest]:
        """Return the context manifests of a run."""
        return agent_runs.manifests(self.store, run_id)

    def manifest(self, manifest_id: str) -> ContextManifest:
        """Return one manifest by its id."""
        return agent_runs.manifest(self.store, manifest_id)

    def outputs(self, run_id: str) -> Sequence[Output]:
        """Return the outputs of a run."""
        return agent_runs.outputs(self.store, run_id)

    def overrides(self, run_id: str) -> Sequence[StrategicOverride]:
        """Return the strategic overrides of a run."""
        return agent_runs.overrides(self.store, run_id)

    def narrative(self, snapshot_id: str) -> str:
        """Return the narrative of a snapshot, rendered from its JSON."""
        from workbench.templates import narrative

        return narrative(snapshots.get(self.store, snapshot_id).body)

    def of_contents(self, hashes: Sequence[str]) -> Sequence[SourceArtifact]:
        """Return the source artifacts whose contents have these hashes."""
        return passages.of_contents(self.store, hashes)

    def put_sources(self, several: Sequence[Indexed]) -> None:
        """Store source artifacts with their passages."""
        if several:
            passages.put(self.store, several)

    def artifacts(self, names: Sequence[str]) -> Mapping[str, SourceArtifact]:
        """Return source artifacts by id."""
        return passages.artifacts(self.store, names)

    def chunks(self, names: Sequence[str]) -> Mapping[str, PassageChunk]:
        """Return passages by id."""
        return passages.of_ids(self.store, names) if names else {}

    def texts(self, artifacts: Sequence[str]) -> Mapping[str, str]:
        """Return the extracted texts of source artifacts, by id."""
        return passages.texts(self.store, artifacts) if artifacts else {}

    def search(
        self,
        scope: QueryScope,
        terms: Mapping[str, AskedTerm],
        vector: Sequence[float] | None,
        model: str,
        limit: int,
        nearness: float,
    ) -> Sequence[PassageHit]:
        """Return the best passages."""
        return retrieval.search(self.store, scope, terms, vector, model, limit, nearness)

    def without_vector(self, scope: QueryScope, model: str, after: int, limit: int) -> Sequence[PassageChunk]:
        """Return passages without a vector."""
        return retrieval.without_vector(self.store, scope, model, after, limit)

    def put_vectors(self, numbers: Sequence[int], vectors: Sequence[Sequence[float]], model: str) -> None:
        """Store vectors."""
        passages.put_vectors(self.store, numbers, vectors, model)

    def frequencies(self, scope: QueryScope, terms: Sequence[str]) -> tuple[int, Mapping[str, int]]:
        """Return the number of passages in scope, and for each stem the number that contain it."""
        return retrieval.frequencies(self.store, scope, terms)

    def cached(self, key: str) -> str | None:
        """Return a stored reranking, or None."""
        return agent_runs.cached(self.store, key)

    def manifest_of_step(self, run_id: str, step: int) -> ContextManifest:
        """Return the manifest of a step. Raises NotFound."""
        found = [each for each in self.manifests(run_id) if each.step == step]
        if not found:
            raise NotFound(
                f"run {run_id} has no step {step}", f"`workbench run status {run_id}` says how far it is"
            )
        return found[0]


def opened_ledger(env: Env) -> StoreLedger:
    """Return the ledger of an existing store. Raises NotFound."""
    if not env.store_exists:
        raise NotFound(f"there is no store at {env.store_location}", "`workbench run start` makes one")
    return StoreLedger(env.open_store())
