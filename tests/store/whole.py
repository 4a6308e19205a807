"""Fills a store with rows in every table: what a test of everything needs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gates.artifact import Item, ItemKind
from gates.review import ReviewAction
from store.engine import Store
from store.lifecycle import purge
from store.ngrams import DIMENSIONS
from store.records import agent_runs, artifacts, done_definitions, edits, passages, reviews, runs
from store.run_values import (
    PREVIEW_CHARACTERS,
    ClaimEvidence,
    ContextManifest,
    FailedQuery,
    Indexed,
    Output,
    PassageChunk,
    ProcessedSource,
    Reranking,
    RunClaim,
    RunRecord,
    SourceArtifact,
    StrategicOverride,
    TypedEvent,
    artifact_id,
    chunk_id,
    chunks_digest,
    content_hash,
)
from tests.store.build import NOW, accept, directive, draft, events_of, header, keep, rollback
from workbench.importers.base import FoundCompaction


def fill(store: Store, folder: Path) -> str:
    """A session with a long event, a sidechain, a compaction, moves, reviews, edits and a run; its id."""
    events = events_of(12)
    events[40] = events[40]._replace(text="long " * 20_000)
    events[41] = events[41]._replace(sidechain="side")
    found = FoundCompaction(
        0, 7, (6, 7), 8, "auto", False, "imported:written/1",
        items=(Item(kind=ItemKind.DECISION, text=directive(0)),),
    )  # fmt: skip
    done = keep(store, events, folder, found=(found,))
    native = artifacts.get(store, done.compactions[0].artifact_id).artifact
    artifacts.put_linked(store, native.artifact_id, "digest", native, now=NOW)
    done_definitions.put(store, done.session_id, "all tests pass", actor="a", now=NOW)
    one, two = draft(store, done.session_id, 2, 4), draft(store, done.session_id, 6, 7)
    accept(store, one)
    accept(store, two)
    rollback(store, one)
    added = {"text": "keep it"}
    for what in ("c", "d"):
        reviews.add(
            store, done.session_id, ReviewAction.ADD, what, actor="a", reason="r", now=NOW, added=added
        )
    for action in ("drop", "undo"):
        edits.append(store, two, action, {"changes": []}, actor="a", now=NOW, reason="r")
    runs.put(store, "run_1", "memory", 1, {"summary": "said"}, now=NOW)
    gone = keep(store, events_of(3, tag="gone"), folder, head=header("session-gone"))
    purge.purge(store, gone.session_id, actor="a", reason="not ours", now=NOW)
    agent_run(store, "run_2", done.session_id)
    return done.session_id


def indexed(text: str) -> Indexed:
    """A text of two passages as a source artifact."""
    middle = text.index(". ") + 1
    spans = [(0, middle, None, "", 2), (middle + 1, len(text), 1, "Harbour", 6)]
    body = text.encode()
    name = content_hash(body)
    bare = SourceArtifact(
        "", name, name, "text/plain", "text/1", "Harbour", len(body), len(text), 2,
        chunks_digest(spans),
    )  # fmt: skip
    artifact = replace(bare, artifact_id=artifact_id(bare))
    chunks = tuple(
        PassageChunk(
            chunk_id(artifact.artifact_id, start, end), artifact.artifact_id, place, 0, start, end,
            page, heading, text[start:end][: PREVIEW_CHARACTERS], words,
        )
        for place, (start, end, page, heading, words) in enumerate(spans)
    )  # fmt: skip
    terms = ({"hello": 1}, {"harbour": 2, "winter": 1})
    return Indexed(artifact, body, body, chunks, terms)


def agent_run(store: Store, run_id: str, session_id: str) -> None:
    """A run with one row in every table that runs have."""
    made = indexed("Hello. The harbour is closed in winter.")
    passages.put(store, [made])
    chunk, artifact = made.chunks[1], made.artifact.artifact_id
    numbers = [each.number for each in passages.of_artifact(store, artifact)]
    passages.put_vectors(store, numbers, [[1.0] * DIMENSIONS, [0.5] * DIMENSIONS], "m/1")
    agent_runs.append(
        store,
        run_id,
        [
            RunRecord(run_id, session_id, "When is the harbour closed?", "", "{}", "a", NOW),
            TypedEvent(run_id, 1, 1, "COMPILE", "COMPILE_DONE", "{}", NOW),
            TypedEvent(run_id, 2, 1, "OBSERVE", "OBSERVE_DONE", "{}", NOW),
            ProcessedSource(run_id, 1, "loc_1", "harbour.txt", "read", "", artifact, NOW),
            FailedQuery(run_id, 1, 1, "tide", "NO_EVIDENCE", "0.1", NOW),
            RunClaim(f"clm_{run_id}", run_id, 1, 1, "It is closed in winter.", "verified", NOW),
            ClaimEvidence(
                f"clm_{run_id}", 1, run_id, "a", chunk.chunk_id, artifact, 7, 39, 1,
                "The harbour is closed in winter.",
            ),
            ContextManifest(f"man_{run_id}", run_id, 1, 1, "{}", "{}", "0" * 64, NOW),
            Output(run_id, 1, "{}", NOW),
            Reranking("key", "[]"),
            StrategicOverride(f"ovr_{run_id}", run_id, 1, "widen_retrieval", "{}", "stall", 1, 2, NOW),
        ],
    )  # fmt: skip
