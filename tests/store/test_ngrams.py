"""Vectors of n-grams are kept by stem: what a search compares is what the view of vectors shows."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import duckdb
import pytest

from store.engine import Store
from store.lifecycle.open import open_store
from store.ngrams import DIMENSIONS, NGRAM_MODEL, TAKEN, places
from store.records import passages, retrieval
from store.run_values import PassageChunk, QueryScope
from store.verify import verify
from tests.store.lifecycle.test_migrations import placed
from tests.store.whole import indexed

TEXT = "Hello. The harbour is closed in winter."
"""Of two passages, whose stems are `hello`, and `harbour` twice with `winter`."""


def vector_of(counts: dict[str, int]) -> list[float]:
    """Return the sum of the n-grams of stems, as `store.ngrams` defines it."""
    made = [0.0] * DIMENSIONS
    for stem, count in counts.items():
        found = places(stem)
        for place in found:
            sign = 1 if place < TAKEN else -1
            made[place % DIMENSIONS] += sign * (1 + math.log(count)) / math.sqrt(len(found))
    return made


def alone(stem: str) -> list[float]:
    """Return the vector of a query of one stem."""
    made = vector_of({stem: 1})
    length = math.hypot(*made)
    return [value / length for value in made]


def shown(path: Path) -> dict[tuple[str, str], list[float]]:
    """Return the vectors of the view, by passage and model."""
    with duckdb.connect(str(path), read_only=True) as raw:
        rows = raw.execute("SELECT chunk_id, model, vector FROM embeddings").fetchall()
    assert len({row[:2] for row in rows}) == len(rows)
    return {(chunk, model): list(vector) for chunk, model, vector in rows}


def kept_stems(path: Path) -> list[str]:
    """The stems of a store file, each as often as it is there."""
    with duckdb.connect(str(path), read_only=True) as raw:
        return [term for (term,) in raw.execute("SELECT term FROM stem ORDER BY 1").fetchall()]


@pytest.fixture
def filled(filled_store: tuple[Path, str], tmp_path: Path) -> Store:
    """A store with one run over `TEXT`, made once and copied."""
    return open_store(shutil.copy(filled_store[0], tmp_path / "store.duckdb"))


def chunks_of(store: Store) -> tuple[PassageChunk, ...]:
    """The passages of `TEXT`."""
    return passages.of_artifact(store, indexed(TEXT).artifact.artifact_id)


def test_the_place_of_an_n_gram_is_the_same_everywhere() -> None:
    """They come from a public hash (`b2sum -l 32`), one for each n-gram of three to five characters."""
    assert places("tide") == [703, 1583, 293, 1151, 1378, 551, 1224, 1016, 1614]
    assert len(places("x")) == 1


def test_the_view_puts_vectors_together_from_stems(filled: Store) -> None:
    """Vectors of a service are returned as they were stored."""
    first, second = chunks_of(filled)
    vectors = shown(filled.path)
    assert vectors[first.chunk_id, "m/1"] == [1.0] * DIMENSIONS
    expected = vector_of({"harbour": 2, "winter": 1})
    found = vectors[second.chunk_id, NGRAM_MODEL]
    assert found == pytest.approx([value / math.sqrt(second.words) for value in expected], abs=1e-6)


def test_a_search_compares_what_the_view_shows(filled: Store) -> None:
    """The score is the product of both vectors, for a word that is no stem of the passage too."""
    vectors = shown(filled.path)
    for asked in ("harbour", "harbours"):
        query = alone(asked)
        (hit, *_) = retrieval.search(filled, QueryScope("run_2"), {}, query, NGRAM_MODEL, 5)
        own = vectors[hit.chunk.chunk_id, NGRAM_MODEL]
        assert hit.chunk.chunk_id == chunks_of(filled)[1].chunk_id
        assert hit.vector == pytest.approx(sum(a * b for a, b in zip(query, own, strict=True)), abs=2e-6)
    assert retrieval.search(filled, QueryScope("run_2"), {}, alone("zzz"), NGRAM_MODEL, 5) == ()


def test_a_vector_of_a_service_is_compared_as_before(filled: Store) -> None:
    """By its own model alone."""
    hits = retrieval.search(filled, QueryScope("run_2"), {}, [1.0] * DIMENSIONS, "m/1", 5)
    assert [hit.vector for hit in hits] == [1.0, 1.0]


def test_each_stem_is_kept_once(filled: Store) -> None:
    """Whichever source has it first."""
    passages.put(filled, [indexed("Hello again. The harbour opens in spring, not before.")])
    assert kept_stems(filled.path) == ["harbour", "hello", "winter"]


def test_a_store_of_before_has_its_stems(tmp_path: Path) -> None:
    """Sources read by an older schema are searched like those read now."""
    store = open_store(placed(8, tmp_path))
    assert set(kept_stems(store.path)) == {"harbour", "hello", "winter"}
    (hit, *_) = retrieval.search(store, QueryScope("run_2"), {}, alone("harbour"), NGRAM_MODEL, 5)
    assert hit.chunk.chunk_id == chunks_of(store)[1].chunk_id
    assert (hit.chunk.chunk_id, "m/1") in shown(store.path)


@pytest.mark.parametrize(
    ("removed", "stated"),
    [
        ("DELETE FROM stem WHERE term = 'winter'", "it is found by its words only"),
        ("DELETE FROM chunk_term", "no search finds it by its words"),
    ],
)
def test_what_is_not_there_is_named(filled: Store, removed: str, stated: str) -> None:
    """`verify` names the passage that can no longer be found, or only in some ways."""
    with duckdb.connect(str(filled.path)) as raw:
        for (name,) in raw.execute("SELECT trigger_name FROM duckdb_triggers()").fetchall():
            if name in ("stem_delete", "chunk_term_delete"):
                raw.execute(f"DROP TRIGGER {name} ON {name.removesuffix('_delete')}")
        raw.execute(removed)
    problems = [each.problem for each in verify.verify(filled).problems if each.record == "passage"]
    assert problems and all(stated in each for each in problems)
