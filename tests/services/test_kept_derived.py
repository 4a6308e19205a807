"""Derived data stored for a session gives the same results as reading all events."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import text
from sqlmodel import Session

from gates.errors import GateError, ReportedError
from store.database.session import raw_connection
from store.engine import Store
from store.lifecycle.open import open_store
from store.records import artifacts, derived, preparing, read_events, rows_hash, sessions, stored_events
from store.verify import verify
from tests.services.test_kept_readings import taken
from tests.store.build import events_of, keep
from workbench.bootstrap import Env
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.judgement import kept_readings
from workbench.services.judgement.judge import judge_artifact
from workbench.services.moves.accept_rollback import accept
from workbench.services.transcript_files.import_transcripts import import_paths

SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "lost-open-work.jsonl"
NEVER = 10**9


def set_least(patch: pytest.MonkeyPatch, least: int) -> None:
    """Have what is derived of sessions of so many events kept, every ten events."""
    patch.setattr(derived, "LEAST", least)
    patch.setattr(derived, "STEP", 10)
    patch.setattr(derived, "MOST_PIECES", 3)


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    set_least(monkeypatch, 20)
    forget()
    yield
    forget()


def forget() -> None:
    """As in the next process."""
    preparing.forget()
    kept_readings.forget()
    read_events.forget()


def env_in(folder: Path) -> Env:
    """A store of its own, and clocks that give the same in every run."""
    folder.mkdir(exist_ok=True)
    open_store(folder / "store.duckdb")
    numbers = count()
    return Env(
        store_location=str(folder / "store.duckdb"),
        now=lambda: f"2026-01-01T00:00:{next(numbers) % 60:02d}.000Z",
        ticks=lambda: 0.0,
    )


def drafted(env: Env, session_id: str, wanted: tuple[int, int] | None) -> Any:
    """Return the draft of a range with its report, or the error's text if there is none."""
    forget()
    try:
        made = draft(env, choose_range(env, session_id, wanted))
    except (ReportedError, GateError) as error:
        return str(error)
    return made.to_json()


def accepted(env: Env, artifact_id: str) -> str:
    """The report by which an artifact was accepted; the error's text where it was not."""
    forget()
    try:
        moved = accept(env, artifact_id, confirm=("B", "C", "D", "E"))
    except ReportedError as error:
        return str(error).replace(str(Path(env.store_location).parent), "")
    assert moved.report is not None
    return orjson.dumps(moved.report.to_json()).decode()


def everything(env: Env, session_id: str, whole: bool) -> list[Any]:
    """Drafts of the newest range, if `whole` of end and beginning too, and the verdict on every artifact."""
    store = env.open_store()
    last = sessions.get(store, session_id).events - 1
    ranges = [None, (last // 2, last), (0, last // 3)] if whole else [None]
    found = [drafted(env, session_id, wanted) for wanted in ranges]
    for each in artifacts.listing(store, session_id):
        forget()
        found.append(judge_artifact(env, each.artifact_id, strict=True).report.to_json())
    return found + [accepted(env, each.artifact_id) for each in artifacts.listing(store, session_id)[:2]]


def growing(env: Env, path: Path, folder: Path, whole: bool) -> list[Any]:
    """The same, if `whole` after two thirds of a transcript's lines, and after all of them."""
    lines = path.read_bytes().splitlines(keepends=True)
    found: list[Any] = []
    growing_file = folder / path.name
    for part in (len(lines) * 2 // 3, len(lines)) if whole else (len(lines),):
        growing_file.write_bytes(b"".join(lines[:part]))
        import_paths(env, [str(growing_file)])
        for session in sessions.listing(env.open_store()):
            found += everything(env, session.session_id, whole)
    return found


def both(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, *, whole: bool) -> None:
    """Compare the two ways over one transcript; what was kept must have been read."""
    deferred: list[int] = []
    begin = stored_events.StoredEvents.__init__

    def noting(self: stored_events.StoredEvents, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        deferred.append(len(self))

    monkeypatch.setattr(stored_events.StoredEvents, "__init__", noting)
    quick = growing(env_in(folder / "quick"), path, folder, whole)
    assert deferred
    deferred.clear()
    set_least(monkeypatch, NEVER)
    assert orjson.dumps(growing(env_in(folder / "slow"), path, folder, whole)) == orjson.dumps(quick)
    assert not deferred


def test_a_sample_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that grows, judged from its end and from its middle."""
    both(SAMPLE, tmp_path, monkeypatch, whole=True)


@pytest.mark.shared_data
@pytest.mark.parametrize("name", ["cc-2.1.7-3compactions.jsonl"])
def test_real_sessions_give_the_same_bytes(
    name: str, in_full: bool, shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long form: a session with summaries, whose items are searched for in all events."""
    if not in_full:
        pytest.skip("the long form of the test above; set WORKBENCH_LONG")
    both(shared_data / "sessions" / "claude-code" / name, tmp_path, monkeypatch, whole=False)


@pytest.fixture(scope="module")
def drafted_store(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with one session of 30 turns, a draft of it and the stored derived data."""
    folder = tmp_path_factory.mktemp("drafted")
    env = env_in(folder)
    with pytest.MonkeyPatch.context() as patch:
        set_least(patch, 20)
        session_id = keep(env.open_store(), events_of(30), folder).session_id
        drafted(env, session_id, (108, 119))
    return folder / "store.duckdb", session_id


@pytest.fixture
def built(drafted_store: tuple[Path, str], tmp_path: Path) -> tuple[Env, str]:
    """A copy of it, and its session."""
    source, session_id = drafted_store
    shutil.copy(source, tmp_path / "store.duckdb")
    return env_in(tmp_path), session_id


def rows(store: Store) -> list[tuple[str, int, int]]:
    """Return the stored pieces: kind, first event, end."""
    with store.reading() as session:
        found = session.execute(text("SELECT kind, first_event, end_event FROM derived ORDER BY 1, 2, 3"))
        return [tuple(row) for row in found]


def change(store: Store, statement: str) -> None:
    """Change what is kept behind the program's back."""
    with store.writing() as session:
        raw_connection(session).execute(statement)


def test_only_what_was_added_is_read(
    built: tuple[Env, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next process reads on from what is kept, and adds to it."""
    env, session_id = built
    store = env.open_store()
    assert rows(store) == [("course", 0, 120), ("reading", 0, 108), ("reading", 0, 120)]
    keep(store, events_of(40), tmp_path)
    read = taken(monkeypatch)
    drafted(env, session_id, (148, 159))
    assert read == list(range(120, 160))
    assert rows(store) == [("course", 0, 120), ("course", 120, 160), ("reading", 0, 148), ("reading", 0, 160)]


def test_many_pieces_become_one(built: tuple[Env, str], tmp_path: Path) -> None:
    """The number of stored pieces stays small as a session grows."""
    env, session_id = built
    for turns in (35, 40, 45):
        keep(env.open_store(), events_of(turns), tmp_path)
        drafted(env, session_id, (turns * 4 - 12, turns * 4 - 1))
    assert [row for row in rows(env.open_store()) if row[0] == "course"] == [("course", 0, 180)]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM derived",
        "UPDATE derived SET body_hash = 'no'",
        "UPDATE derived SET body = 'no'::BLOB",
        "UPDATE derived SET digest = 'no'",
        "UPDATE derived SET rows_hash = 'no'",
        "UPDATE derived SET code = 'no'",
        "UPDATE derived SET first_event = first_event + 1",
    ],
)
def test_what_is_not_whole_counts_for_nothing(statement: str, built: tuple[Env, str]) -> None:
    """Damaged, of other events, of other code: the draft is that of a session that is read whole."""
    env, session_id = built
    store = env.open_store()
    change(store, statement)
    again = drafted(env, session_id, (100, 119))
    change(store, "DELETE FROM derived")
    assert {**again, "repeated": True} == drafted(env, session_id, (100, 119))
    assert verify.verify(store).problems == ()


def test_an_event_that_was_altered_is_seen(built: tuple[Env, str]) -> None:
    """Its words are not those that were digested: what is kept is not asked, and the move is refused."""
    env, session_id = built
    store = env.open_store()
    (made, *_) = artifacts.listing(store, session_id)
    with store.reading() as session:
        assert derived.usable(session, session_id, derived.COURSE)
    for name in ("update", "delete"):
        change(store, f"DROP TRIGGER event_{name} ON event")
    change(store, "UPDATE event SET text = 'Never touch it.' WHERE ordinal = 4")
    with store.reading() as session:
        assert not derived.usable(session, session_id, derived.COURSE)
    assert "the events are not those that were scored" in accepted(env, made.artifact_id)


def test_a_store_that_is_only_read_keeps_nothing(built: tuple[Env, str], tmp_path: Path) -> None:
    """Data that is already stored is still used."""
    env, session_id = built
    store = env.open_store()
    before = rows(store)
    keep(store, events_of(40), tmp_path)
    (made, *_) = artifacts.listing(store, session_id)
    reader = Env(store_location=env.store_location, only_read=True)
    forget()
    assert judge_artifact(reader, made.artifact_id, strict=True).report.artifact_id == made.artifact_id
    assert rows(store) == before


def test_rows_are_hashed_once_until_somebody_writes(
    built: tuple[Env, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more or fewer events only the difference; after any commit all of them again."""
    env, session_id = built
    store = env.open_store()
    spans: list[tuple[int, int]] = []
    hashed = rows_hash._hash_of

    def noting(session: Session, session_id: str, first: int, end: int) -> tuple[int, int, int]:
        spans.append((first, end))
        return hashed(session, session_id, first, end)

    monkeypatch.setattr(rows_hash, "_hash_of", noting)
    rows_hash._hashed.clear()
    for _ in range(2):
        with store.reading() as session:
            assert derived.usable(session, session_id, derived.COURSE)
    assert spans == [(0, 120)]
    with store.reading() as session:
        shorter = rows_hash.rows_hash(session, session_id, 108)
    rows_hash._hashed.clear()
    with store.reading() as session:
        assert rows_hash.rows_hash(session, session_id, 108) == shorter
    assert spans[1:] == [(108, 120), (0, 108)]
    change(store, "DELETE FROM derived WHERE kind = 'reading'")
    with store.reading() as session:
        assert derived.usable(session, session_id, derived.COURSE)
    assert spans[3:] == [(0, 120)]
