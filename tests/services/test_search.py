"""Search: what is found, in which order, and what is shown of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.source import EventKind, SourceEvent
from store.engine import Store
from store.lifecycle.open import open_store
from tests.store import build
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.lookup.search import SearchResult, search, snippet, terms_of


def events(*said: str) -> list[SourceEvent]:
    """One message of the user for each text."""
    return [
        SourceEvent(n, EventKind.USER, text, f"n{n}", n + 1, n + 1, tokens=len(text) // 4 + 1)
        for n, text in enumerate(said)
    ]


def stored(folder: Path, *sessions: Sequence[str]) -> Env:
    """A store of sessions of these messages."""
    path = folder / "store.duckdb"
    store: Store = open_store(path)
    for number, said in enumerate(sessions):
        build.keep(store, events(*said), folder, head=build.header(f"session-{number}"))
    return Env(str(path), actor="ann")


def ordinals(found: SearchResult) -> list[int | None]:
    """Return the ordinals of the hits, best first."""
    return [each.ordinal for each in found.events]


def test_what_holds_all_of_the_words_is_found(tmp_path: Path) -> None:
    """In any case, in any order, as parts of words; what holds only some of them is not."""
    env = stored(
        tmp_path, ["Retry the upload", "the RETRIES of an upload failed: uploads", "retry", "nothing"]
    )
    assert ordinals(search(env, "UPLOAD retr")) == [0, 1]
    assert ordinals(search(env, "retry")) == [2, 0]  # the shorter text first
    assert search(env, "upload retr").events_found == 2


def test_where_nothing_holds_all_what_holds_most_is_found(tmp_path: Path) -> None:
    """The results also state how many of the words each contains."""
    env = stored(tmp_path, ["retry the upload now", "retry it", "stop"])
    found = search(env, "retry upload zebra")
    assert [(each.ordinal, each.matched) for each in found.events] == [(0, 2)]


def test_quoted_words_stand_together(tmp_path: Path) -> None:
    """A piece in double quotes is one term."""
    env = stored(tmp_path, ["limit of the retry", "the retry limit is three"])
    assert ordinals(search(env, '"retry limit"')) == [1]
    assert ordinals(search(env, '"no such words"')) == []


def test_one_session_or_all(tmp_path: Path) -> None:
    """All sessions are searched, or the one that is named."""
    env = stored(tmp_path, ["alpha beta"], ["gamma alpha"])
    both = search(env, "alpha").events
    assert len({each.session_id for each in both}) == 2
    (only,) = search(env, "alpha", session=both[0].session_id[:12]).events
    assert only.session_id == both[0].session_id


def test_the_end_of_a_long_text_is_searched(tmp_path: Path) -> None:
    """Texts that are kept as blobs are read in full, and counted once."""
    env = stored(tmp_path, ["filler " * 12_000 + "needle", "a needle"])
    found = search(env, "needle")
    assert sorted(str(each.ordinal) for each in found.events) == ["0", "1"]
    assert (found.events_found, found.unread) == (2, 0)
    assert "needle" in found.events[1].snippet.text


def test_statements_of_artifacts_are_found(tmp_path: Path) -> None:
    """With the place that `show` takes."""
    path = tmp_path / "store.duckdb"
    store = open_store(path)
    session_id = build.keep(store, build.events_of(4), tmp_path).session_id
    build.draft(store, session_id, 0, 3)
    word = f"{build.directive(2).split()[2]}_2"
    (stated,) = search(Env(str(path)), word).statements
    assert stated.place == f"{session_id[:12]}:d-1:c-3"
    assert stated.snippet.text == build.directive(2)


@pytest.mark.parametrize("query", ["", "   ", '""', "a b c d e f g h i"])
def test_a_query_of_no_or_too_many_words_is_refused(query: str) -> None:
    """With what to give instead."""
    with pytest.raises(UsageError) as refused:
        terms_of(query)
    assert refused.value.hint


@given(st.text(max_size=400), st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=4))
def test_marks_lie_on_the_terms(text: str, terms: list[str]) -> None:
    """Every mark of a snippet covers one of the terms, and the text contains no control characters."""
    low = [term.lower() for term in terms]
    made = snippet(text, low)
    assert "\x1b" not in made.text
    assert "\n" not in made.text
    for start, end in made.marks:
        assert made.text[start:end].lower() in low
