"""`search`: over all sessions, as text and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import ROOT, inside
from workbench.services.output_shapes.search_shapes import SearchShape

SAMPLES = ROOT / "sample_sessions"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store that holds two samples."""
    made = tmp_path_factory.mktemp("search")
    for name in ("kitchen-chat.json", "lost-open-work.jsonl"):
        assert inside("--store", "s.duckdb", "import", SAMPLES / name, cwd=made).code == 0
    return made


def test_hits_as_json_keep_to_their_schema(folder: Path) -> None:
    """Each names the place that `show` takes."""
    stated = inside("--store", "s.duckdb", "search", "retry", "limit", "--json", "--limit", "2", cwd=folder)
    found = SearchShape.model_validate(stated.json)
    assert found.terms == ["retry", "limit"]
    assert 0 < len(found.events) <= 2 <= found.events_found
    shown = inside("--store", "s.duckdb", "show", found.events[0].place, "--json", cwd=folder)
    assert shown.code == 0
    assert "retry" in shown.out.lower()
    assert "limit" in shown.out.lower()


def test_hits_as_text_fit_and_say_how_to_go_on(folder: Path) -> None:
    """Every line fits into 80 columns; an empty result is reported with exit code 0."""
    stated = inside("--store", "s.duckdb", "search", "retry", cwd=folder)
    assert stated.code == 0
    assert max(map(len, stated.out.splitlines())) <= 80
    assert "look at one  workbench show ses_" in stated.out
    nothing = inside("--store", "s.duckdb", "search", "zebra crossing", cwd=folder)
    assert (nothing.code, nothing.out) == (0, "Nothing holds these words.\n")


def test_a_search_without_a_store_or_a_word_says_what_to_do(folder: Path) -> None:
    """One error with a hint, exit 2."""
    missing = inside("--store", "other.duckdb", "search", "retry", cwd=folder)
    assert missing.code == 2
    assert "there is no store at other.duckdb" in missing.err
    assert "`workbench import PATH` makes one" in missing.err
    empty = inside("--store", "s.duckdb", "search", "  ", cwd=folder)
    assert (empty.code, "give one or more words" in empty.err) == (2, True)
