"""Importing: idempotent, append-only, exact (ST3, ST4, TR2)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sqlalchemy import text

from gates.artifact import Item, ItemKind, Origin
from gates.source import (
    EventKind,
    Signal,
    SignalEntry,
    SignalKind,
    SourceEvent,
    ToolAction,
    ToolFact,
    chain_start,
    events_digest,
    extend_chain,
)
from store.engine import Store
from store.errors import EmptySession, NotFound, SessionMismatch
from store.records import artifacts, imports, sessions, transcripts
from store.verify import verify
from tests.store.build import NOW, events_of, header, keep
from workbench.importers.base import FoundCompaction, TokenCount


def test_events_come_back_as_they_went_in(store: Store, tmp_path: Path) -> None:
    """Every field, every character, and the digest that the gates would derive."""
    tool = ToolFact("Edit", "call-1", ToolAction.CHANGE, "src/a b.py", failed=True)
    entry = SignalEntry("do it", 3, 8, key="7", status="pending", context="why?")
    odd = "tab\t nul\0 esc\x1b[31m é 漢 😀 \u2028 'quote' \"double\""
    events = [
        SourceEvent(
            0, EventKind.USER, odd, "a0", 1, 1, None, 9, "reported", timestamp="2026-01-01T00:00:00Z"
        ),
        SourceEvent(1, EventKind.TOOL_CALL, "", "a1", 1, 1, "side-1", tool=tool, message_id="msg_1"),
        SourceEvent(
            2,
            EventKind.TOOL_RESULT,
            "x",
            "a2",
            1,
            1,
            tool=tool._replace(failed=None),
            signals=(Signal(SignalKind.TODO_LIST, (entry,)), Signal(SignalKind.PLAN_APPROVED)),
            line=4,
            offset=10,
            length=99,
        ),
    ]
    session_id = keep(store, events, tmp_path).session_id
    assert sessions.load_events(store, session_id) == tuple(events)
    assert sessions.load_events(store, session_id, 1, 1) == (events[1],)
    chain = chain_start(session_id)
    for event in events:
        chain = extend_chain(chain, event.digest())
    assert sessions.events_digest(store, session_id, 2) == events_digest(chain, {1: "side-1"})
    assert sessions.get(store, session_id).chain == chain


def test_the_same_transcript_twice_adds_nothing(store: Store, tmp_path: Path) -> None:
    """Neither events nor pieces of the transcript are added."""
    first = keep(store, events_of(5), tmp_path, content=os.urandom(3_000_000))
    before = sessions.load_events(store, first.session_id)
    content = transcripts.transcript(store, first.session_id)
    again = keep(store, events_of(5), tmp_path, content=content)
    assert (first.created, first.events_added, again.created, again.events_added) == (True, 20, False, 0)
    assert again.rewritten == again.lanes_changed == 0
    assert sessions.load_events(store, first.session_id) == before
    with store.reading() as session:
        assert session.execute(text("SELECT count(*), sum(size) FROM blob")).one() == (3, 3_000_000)


def test_a_grown_transcript_adds_only_what_is_new(store: Store, tmp_path: Path) -> None:
    """After what was there, and its old pieces are shared."""
    content = os.urandom(2 << 20)
    first = keep(store, events_of(3), tmp_path, content=content)
    grown = keep(store, events_of(5), tmp_path, content=content + b"more")
    assert grown.session_id == first.session_id
    assert (grown.events, grown.events_added, grown.turns) == (20, 8, 5)
    assert sessions.load_events(store, first.session_id) == tuple(events_of(5))
    assert transcripts.transcript(store, first.session_id) == content + b"more"
    with store.reading() as session:
        assert session.execute(text("SELECT count(*) FROM blob")).scalar() == 3
    assert verify.verify(store).ok


def test_an_older_copy_is_not_kept(store: Store, tmp_path: Path) -> None:
    """The longer transcript stays with its title, counts and sidechains; the copy's length is reported."""
    content = os.urandom(1_000)
    rewound = [e._replace(sidechain="rewind-1") if e.ordinal == 5 else e for e in events_of(5)]
    whole = keep(store, rewound, tmp_path, content=content)
    before = sessions.get(store, whole.session_id)
    older = keep(store, events_of(3), tmp_path, head=header(title="An older title"), content=content[:600])
    assert (older.older, older.events, older.events_added, older.lanes_changed) == (12, 20, 0, 0)
    assert sessions.get(store, whole.session_id) == before
    assert transcripts.transcript(store, whole.session_id) == content
    assert sessions.load_events(store, whole.session_id, 5, 5)[0].sidechain == "rewind-1"
    assert keep(store, rewound, tmp_path, content=content).older is None
    assert verify.verify(store).ok


def test_a_rewritten_record_is_reported_and_the_stored_one_stays(store: Store, tmp_path: Path) -> None:
    """Nothing is renumbered, nothing is changed."""
    events = events_of(3)
    session_id = keep(store, events, tmp_path).session_id
    events[4] = events[4]._replace(text="what was never said")
    again = keep(store, events, tmp_path)
    assert (again.rewritten, again.events_added) == (1, 0)
    assert sessions.load_events(store, session_id) == tuple(events_of(3))


def test_an_event_found_between_known_ones_goes_to_the_end(store: Store, tmp_path: Path) -> None:
    """Stored ordinals never change; a compaction's positions follow the events to where they lie."""
    events = events_of(3)
    late = events.pop(5)
    session_id = keep(store, events, tmp_path).session_id
    renumbered = [e._replace(ordinal=n) for n, e in enumerate([*events[:5], late, *events[5:]])]
    found = FoundCompaction(0, 4, (), 5, "auto", False, "imported:written/1")
    grown = keep(store, renumbered, tmp_path, found=(found,))
    assert grown.events_added == 1
    assert sessions.load_events(store, session_id, 11)[0].native_id == late.native_id
    assert (grown.compactions[0].source_end, grown.compactions[0].summary) == (4, 11)


def test_a_file_of_another_conversation_is_refused(store: Store, tmp_path: Path) -> None:
    """It shares no event with the stored session of its id; nothing changes, and it can be kept apart."""
    first = keep(store, events_of(3), tmp_path)
    stranger = events_of(4, tag="z")
    with pytest.raises(SessionMismatch) as refused:
        keep(store, stranger, tmp_path)
    assert "--as-new" in refused.value.hint
    assert refused.value.exit_code == 2
    assert sessions.load_events(store, first.session_id) == tuple(events_of(3))
    apart = keep(store, stranger, tmp_path, as_new=True)
    assert apart.session_id != first.session_id
    assert keep(store, stranger, tmp_path, as_new=True).events_added == 0
    assert keep(store, events_of(3), tmp_path, as_new=True).session_id == first.session_id
    assert len(sessions.listing(store)) == 2


def test_a_refused_big_file_leaves_no_rows(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing becomes durable before a shared event shows that the file is the session's."""
    monkeypatch.setattr("store.records.event_writer._BATCH_ROWS", 3)
    monkeypatch.setattr("store.records.event_writer._COMMIT_CHARACTERS", 1)
    keep(store, events_of(3), tmp_path)
    with pytest.raises(SessionMismatch):
        keep(store, events_of(4, tag="z"), tmp_path)
    with store.reading() as session:
        assert session.execute(text("SELECT count(*) FROM event")).scalar() == 12


def test_a_session_without_an_id_is_known_by_its_first_event(store: Store, tmp_path: Path) -> None:
    """Not by path, time or file."""
    first = keep(store, events_of(2), tmp_path, head=header(""))
    assert keep(store, events_of(3), tmp_path, head=header("")).session_id == first.session_id
    assert keep(store, events_of(2, tag="z"), tmp_path, head=header("")).session_id != first.session_id


def test_an_empty_transcript_is_refused(store: Store, tmp_path: Path) -> None:
    """There is nothing to keep."""
    with pytest.raises(EmptySession):
        keep(store, [], tmp_path)
    assert sessions.listing(store) == ()


def test_long_texts_lie_in_blobs(store: Store, tmp_path: Path) -> None:
    """Over 64 KiB of UTF-8 a row holds a preview and the hash; readers see the whole text."""
    kinds = ["a" * 65_536, "a" * 65_537, "é" * 32_769, "漢" * 21_845]
    events = [SourceEvent(n, EventKind.TOOL_RESULT, body, f"n{n}") for n, body in enumerate(kinds)]
    session_id = keep(store, events, tmp_path).session_id
    assert [event.text for event in sessions.load_events(store, session_id)] == kinds
    with store.reading() as session:
        rows = session.execute(
            text("SELECT blob IS NOT NULL, length(text) FROM event ORDER BY ordinal")
        ).all()
        longest = session.execute(text("SELECT max(strlen(text)) FROM event")).scalar()
    assert [row[0] for row in rows] == [False, True, True, False]
    assert longest == 65_536
    pages = sessions.page(store, session_id, 1, 2, preview=100)
    assert [(len(p.event.text), p.characters, p.cut) for p in pages] == [
        (100, 65_537, True),
        (100, 32_769, True),
    ]


def test_a_rewind_found_later_moves_events_into_a_sidechain_and_back(store: Store, tmp_path: Path) -> None:
    """The latest import decides an event's sidechain; the digest of the events follows."""
    session_id = keep(store, events_of(3), tmp_path).session_id
    plain = sessions.events_digest(store, session_id, 11)
    rewound = [e._replace(sidechain="rewind-1") if 4 <= e.ordinal <= 7 else e for e in events_of(3)]
    changed = keep(store, rewound, tmp_path)
    assert (changed.lanes_changed, changed.rewritten) == (4, 0)
    assert [e.sidechain for e in sessions.load_events(store, session_id, 3, 5)] == [
        None,
        "rewind-1",
        "rewind-1",
    ]
    assert [p.event.sidechain for p in sessions.page(store, session_id, 3, 2)] == [None, "rewind-1"]
    assert sessions.events_digest(store, session_id, 11) != plain
    assert sessions.events_digest(store, session_id, 3) == sessions.events_digest(store, session_id, 3)
    keep(store, events_of(3), tmp_path)
    assert sessions.events_digest(store, session_id, 11) == plain


def test_native_compactions_become_artifacts(store: Store, tmp_path: Path) -> None:
    """With range, kept events and token counts; importing again adds neither artifact nor compaction."""
    found = FoundCompaction(
        source_start=0,
        source_end=7,
        kept=(6, 7),
        summary=8,
        trigger="auto",
        opaque=False,
        prompt_version="imported:written/2.1",
        items=(Item(kind=ItemKind.CLAIM, text="The index was kept."),),
        narrative="It went on.",
        tokens_before=TokenCount(1200, "reported"),
        tokens_after=TokenCount(300, "estimated"),
        output_tokens=250,
    )
    done = keep(store, events_of(4), tmp_path, found=(found,))
    (native,) = done.compactions
    assert (native.source_start, native.source_end, native.kept, native.summary) == (0, 7, (6, 7), 8)
    assert (native.tokens_before, native.tokens_before_provenance) == (1200, "reported")
    assert (native.tokens_after, native.tokens_after_provenance) == (300, "estimated")
    stored = artifacts.get(store, native.artifact_id)
    assert (stored.number, stored.artifact.origin, stored.artifact.prompt_version) == (
        1,
        Origin.IMPORTED,
        "imported:written/2.1",
    )
    assert stored.artifact.generation_record.output_tokens == 250
    assert keep(store, events_of(5), tmp_path, found=(found,)).compactions == (native,)
    assert sessions.compactions(store, done.session_id) == (native,)
    assert len(artifacts.listing(store, done.session_id)) == 1
    assert sessions.get(store, done.session_id).compactions == 1


def test_a_compaction_of_events_that_are_not_there_is_skipped_and_said(store: Store, tmp_path: Path) -> None:
    """It does not fail the import."""
    found = FoundCompaction(0, 99, (), None, "auto", True, "imported:written/1")
    done = keep(store, events_of(2), tmp_path, found=(found,))
    assert done.compactions == ()
    assert done.skipped == ((0, "the compaction of events 0..99 is not a range"),)


def test_sessions_are_listed_with_their_figures(store: Store, tmp_path: Path) -> None:
    """Counts are of stored events; the newest import gives the rest."""
    session_id = keep(store, events_of(3), tmp_path, head=header(scope_complete=False)).session_id
    (listed,) = sessions.listing(store)
    assert listed == sessions.get(store, session_id)
    assert (listed.events, listed.turns, listed.steps, listed.noise) == (12, 3, 3, 2)
    assert listed.tokens == sum(event.tokens for event in events_of(3))
    assert (listed.first_timestamp, listed.last_timestamp) == ("2026-01-01T00:00:00Z", "2026-01-01T00:02:03Z")
    assert not listed.scope_complete
    assert listed.source_name == "written.jsonl"
    with pytest.raises(NotFound):
        sessions.get(store, "ses_none")
    with pytest.raises(NotFound):
        transcripts.transcript(store, "ses_none")
    with pytest.raises(NotFound):
        sessions.events_digest(store, session_id, 12)


def test_pages_are_cut_at_the_ends(store: Store, tmp_path: Path) -> None:
    """A page never runs past the last event."""
    session_id = keep(store, events_of(3), tmp_path).session_id
    assert [p.event.ordinal for p in sessions.page(store, session_id, 10, 5)] == [10, 11]
    assert sessions.page(store, session_id, 12, 5) == ()
    assert sessions.load_events(store, "ses_none") == ()


def test_many_batches_make_one_session(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches that are committed on the way count only together, and dense."""
    monkeypatch.setattr("store.records.event_writer._BATCH_ROWS", 7)
    monkeypatch.setattr("store.records.event_writer._COMMIT_CHARACTERS", 1)
    session_id = keep(store, events_of(12), tmp_path).session_id
    assert sessions.load_events(store, session_id) == tuple(events_of(12))
    assert verify.verify(store).ok


@pytest.mark.shared_data
def test_real_transcripts_come_back_exactly(store: Store, shared_data: Path) -> None:
    """Events, bytes and compactions of real transcripts, and nothing is added the second time."""
    from workbench.importers import detect

    for path in sorted((shared_data / "sessions" / "claude-code").glob("cc-2.1.*compaction*.jsonl")):
        reading = detect(path).read(path)
        events = tuple(reading.events())
        done, again = (
            imports.append(
                store,
                reading.header,
                events,
                totals=reading.totals,
                source_name=path.name,
                transcript=path,
                now=NOW,
            )
            for _ in range(2)
        )
        assert sessions.load_events(store, done.session_id) == events
        assert transcripts.transcript(store, done.session_id) == path.read_bytes()
        assert len(done.compactions) == len(reading.totals.compactions) > 0
        assert (again.events_added, again.rewritten, again.compactions) == (0, 0, done.compactions)
