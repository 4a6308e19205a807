"""The ledger of runs over a store: implements `workbench.runs.records.ledger.Ledger`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from store.engine import Store
from store.errors import NotFound
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
    """Keeps runs in one store."""

    store: Store

    def reading(self) -> AbstractContextManager[object]:
        """Within it, reads share one look at the store."""
        return self.store.reading()

    def kept_open(self) -> AbstractContextManager[object]:
        """Within it the store's file stays open."""
        return self.store.kept_open()

    def append(self, run_id: str, parts: Sequence[RunPart]) -> None:
        """One transaction."""
        agent_runs.append(self.store, run_id, parts)

    def record(self, run_id: str) -> RunRecord:
        """What never changes of a run."""
        return agent_runs.record(self.store, run_id)

    def events(self, run_id: str, after: int = 0) -> Sequence[TypedEvent]:
        """Its events."""
        return agent_runs.events(self.store, run_id, after)

    def processed(self, run_id: str) -> Sequence[ProcessedSource]:
        """Its sources."""
        return agent_runs.processed(self.store, run_id)

    def failed_queries(self, run_id: str) -> Sequence[FailedQuery]:
        """Its queries without direct evidence."""
        return agent_runs.failed_queries(self.store, run_id)

    def claims(self, run_id: str) -> Sequence[RunClaim]:
        """Its claims."""
        return agent_runs.claims(self.store, run_id)

    def evidence(self, run_id: str) -> Sequence[ClaimEvidence]:
        """What they rest on."""
        return agent_runs.evidence(self.store, run_id)

    def manifests(self, run_id: str) -> Sequence[ContextManifest]:
        """Its manifests."""
        return agent_runs.manifests(self.store, run_id)

    def manifest(self, manifest_id: str) -> ContextManifest:
        """One manifest."""
        return agent_runs.manifest(self.store, manifest_id)

    def outputs(self, run_id: str) -> Sequence[Output]:
        """Its outputs."""
        return agent_runs.outputs(self.store, run_id)

    def overrides(self, run_id: str) -> Sequence[StrategicOverride]:
        """Its overrides."""
        return agent_runs.overrides(self.store, run_id)

    def narrative(self, snapshot_id: str) -> str:
        """The narrative of a snapshot, made from its JSON."""
        from workbench.templates import narrative

        return narrative(snapshots.get(self.store, snapshot_id).body)

    def of_contents(self, hashes: Sequence[str]) -> Sequence[SourceArtifact]:
        """Artifacts of these bytes."""
        return passages.of_contents(self.store, hashes)

    def put_sources(self, several: Sequence[Indexed]) -> None:
        """Add artifacts."""
        if several:
            passages.put(self.store, several)

    def artifacts(self, names: Sequence[str]) -> Mapping[str, SourceArtifact]:
        """Artifacts by id."""
        return passages.artifacts(self.store, names)

    def chunks(self, names: Sequence[str]) -> Mapping[str, PassageChunk]:
        """Passages by id."""
        return passages.of_ids(self.store, names) if names else {}

    def texts(self, artifacts: Sequence[str]) -> Mapping[str, str]:
        """Extracted texts."""
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
        """The best passages."""
        return retrieval.search(self.store, scope, terms, vector, model, limit, nearness)

    def without_vector(self, scope: QueryScope, model: str, after: int, limit: int) -> Sequence[PassageChunk]:
        """Passages without a vector."""
        return retrieval.without_vector(self.store, scope, model, after, limit)

    def put_vectors(self, numbers: Sequence[int], vectors: Sequence[Sequence[float]], model: str) -> None:
        """Keep vectors."""
        passages.put_vectors(self.store, numbers, vectors, model)

    def frequencies(self, scope: QueryScope, terms: Sequence[str]) -> tuple[int, Mapping[str, int]]:
        """Passages in scope, and in how many each stem occurs."""
        return retrieval.frequencies(self.store, scope, terms)

    def cached(self, key: str) -> str | None:
        """A kept reranking."""
        return agent_runs.cached(self.store, key)

    def manifest_of_step(self, run_id: str, step: int) -> ContextManifest:
        """The manifest of a step. Raises NotFound."""
        found = [each for each in self.manifests(run_id) if each.step == step]
        if not found:
            raise NotFound(
                f"run {run_id} has no step {step}", f"`workbench run status {run_id}` says how far it is"
            )
        return found[0]


def opened_ledger(env: Env) -> StoreLedger:
    """The ledger of a store that is there. Raises NotFound."""
    if not env.store_exists:
        raise NotFound(f"there is no store at {env.store_location}", "`workbench run start` makes one")
    return StoreLedger(env.open_store())
