"""A corpus of all kinds of documents is read whole and searched: the benchmark's short form, untimed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.bench_corpus import alone, queries
from bench.made_corpus import MIX, write
from store.ngrams import NGRAM_MODEL
from store.records import retrieval
from store.run_values import QueryScope
from tests.runs.build import env_of, ledger_of
from workbench.runs.language.terms import asked_stems, vector, weighed
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.services.runs.agent_runs import begin, machine_of
from workbench.services.runs.shown_run import RunRequest


def test_every_kind_is_read_and_found(tmp_path: Path) -> None:
    """As many passages as a document of the benchmark has; hybrid finds what words alone find, and more."""
    pytest.importorskip("pypdf")
    folder = tmp_path / "documents"
    prose = write(folder, 100)
    assert {name: count for name, (count, _) in alone(folder).items()} == {
        f".{kind}": round(share * 100) for kind, share in MIX.items()
    }
    env = env_of(tmp_path)
    run = begin(env, RunRequest("What is said?", (str(folder),))).record.run_id
    ledger = ledger_of(env)
    machine = machine_of(env, ledger, run, RuleAgent())
    while machine.state.phase == "SOURCES":
        machine.advance()
    assert [row.status for row in ledger.processed(run)] == ["read"] * 100
    chunks, _ = ledger.frequencies(QueryScope(run), [])
    assert 1_800 < chunks < 2_400
    for asked in queries(prose.words)[:3]:
        near = vector(dict.fromkeys(asked_stems(asked), 1.0))
        terms = weighed(asked, wide=False)
        words = retrieval.search(ledger.store, QueryScope(run), terms, None, NGRAM_MODEL, 10)
        both = retrieval.search(ledger.store, QueryScope(run), terms, near, NGRAM_MODEL, 10)
        assert words and words[0].chunk.chunk_id in {hit.chunk.chunk_id for hit in both}
        assert all(hit.vector is not None for hit in both if hit.lexical is None)
