"""The reply and receipt of each event: range, score, losses and accepted text; faults stay silent."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gates.source import EventKind
from store import pointers
from store.engine import Store
from store.records import artifacts, sessions
from tests.services.hooks.live import BOUNDARY, QUIET, SUMMARY_END, Clock, Live, accepted
from workbench.services.hooks import catch_up, receipts, spool
from workbench.services.lookup.sessions import sessions_listing


@pytest.fixture
def live(tmp_path: Path) -> Live:
    found = Live(tmp_path)
    found.write(BOUNDARY)
    return found


def context(reply: dict[str, object]) -> str:
    """The text that a reply puts into the context."""
    stated = reply["hookSpecificOutput"]
    assert isinstance(stated, dict)
    return str(stated["additionalContext"])


def test_before_a_compaction_the_transcript_is_imported_and_the_range_noted(live: Live) -> None:
    """Nothing is printed, since output would enter the summary's prompt."""
    reply, receipt = live.call("PreCompact")
    assert (reply, receipt.outcome, receipt.code) == ({}, "done", "")
    assert receipt.range is not None
    assert (receipt.range.source_start, receipt.range.source_end) == (0, 16)
    (line,) = sessions_listing(live.env)
    assert (line.session.session_id, line.session.events) == (receipt.session_id, 17)
    again = live.call("PreCompact")[1]
    assert (again.events_added, again.range) == (0, receipt.range)


def test_after_a_compaction_it_is_scored_and_what_it_lost_goes_in_with_the_next_prompt(live: Live) -> None:
    """SessionStart comes before there is a summary; the prompt is the next point that takes context."""
    live.call("PreCompact")
    assert live.call("SessionStart")[0] == {}
    live.write(SUMMARY_END)
    reply, receipt = live.call("PostCompact")
    assert (reply, receipt.outcome) == ({}, "done")
    (scored,) = receipt.compactions
    assert (scored.source_start, scored.source_end, scored.passed) == (0, 16, False)
    assert scored.lost > 0
    stated = context(live.call("UserPromptSubmit")[0])
    assert "docs/upload.md" in stated
    assert "Do not touch the download client." in stated
    assert live.call("UserPromptSubmit", prompt_id="p2") == ({}, receipts.read(live.env)[-1])
    assert live.call("PostCompact")[1].detail == "scored before"


def test_a_transcript_that_does_not_hold_the_compaction_yet_is_read_again_later(live: Live) -> None:
    """Claude Code writes it after the call: the call waits, and is done before the next prompt."""
    live.call("PreCompact")
    receipt = live.call("PostCompact")[1]
    assert (receipt.outcome, spool.count(live.env)) == ("queued", 1)
    live.write(SUMMARY_END)
    reply, last = live.call("UserPromptSubmit")
    assert "docs/upload.md" in context(reply)
    assert (last.outcome, spool.count(live.env)) == ("given", 0)
    assert [each.outcome for each in receipts.read(live.env)] == ["done", "queued", "caught_up", "given"]


def test_catching_up_waits_for_the_transcript(live: Live) -> None:
    """It looks again, a second later each time, and gives up without losing the call."""
    live.call("PreCompact")
    live.call("PostCompact")
    clock = Clock()
    (still,) = catch_up.catch_up(live.env, rounds=3, sleep=clock.sleep)
    assert (still.outcome, clock.slept, spool.count(live.env)) == ("queued", [1.0, 1.0], 1)
    clock = Clock(on_sleep=lambda: live.write(SUMMARY_END))
    (done,) = catch_up.catch_up(live.env, rounds=3, sleep=clock.sleep)
    assert (done.outcome, len(done.compactions), clock.slept) == ("caught_up", 1, [1.0])
    assert spool.count(live.env) == 0


def test_an_accepted_artifact_goes_in_after_the_compaction(live: Live) -> None:
    """It stays within its limit, and losses that it already contains are not repeated."""
    session = accepted(live)
    live.call("PreCompact")
    reply, receipt = live.call("SessionStart")
    stated = context(reply)
    assert "accepted by ann on 2026-03-05" in stated
    assert "docs/upload.md" in stated
    assert (receipt.outcome, receipt.session_id) == ("given", session)
    assert 0 < receipt.given_tokens <= 2_000
    live.write(SUMMARY_END)
    live.call("PostCompact")
    later = live.call("UserPromptSubmit")[0]
    assert not later or "Do not touch the download client." not in context(later)


def test_what_an_artifact_keeps_word_for_word_goes_in_too(live: Live) -> None:
    """Each kept event under its number, fenced."""
    session = accepted(live, "contract")
    store = live.env.open_store()
    with store.reading():
        (move,) = pointers.active(store, session)
        kept = artifacts.get(store, move.artifact_id).artifact.source.kept
        events = {e.ordinal: e for e in sessions.load_events(store, session) if e.ordinal in kept}
    stated = context(live.call("SessionStart")[0])
    shown = [each for each in events.values() if each.kind is not EventKind.THINKING and each.text.strip()]
    assert shown
    for each in shown:
        assert f"[e{each.ordinal}] {each.kind.value.replace('_', ' ')}" in stated
        assert each.text.strip() in stated


def test_a_text_over_the_limit_is_cut_and_says_so(live: Live) -> None:
    """At a line end."""
    accepted(live)
    live.options = replace(QUIET, tokens=120)
    reply, receipt = live.call("SessionStart")
    assert "lines left out, the limit is 120 tokens)" in context(reply)
    assert receipt.given_tokens <= 120


def test_the_same_call_is_answered_once(live: Live) -> None:
    """A repeated call, from a second settings file or the agent, gets no reply; a later compaction does."""
    accepted(live)
    assert live.call("SessionStart")[0]
    assert live.call("SessionStart")[0] == {}
    live.clock.now += 60
    assert live.call("SessionStart")[0]


@pytest.mark.parametrize(
    ("give", "at_start", "with_prompt"),
    [("both", True, True), ("accepted", True, False), ("lost", False, True), ("nothing", False, False)],
)
def test_what_is_given_can_be_chosen(live: Live, give: str, at_start: bool, with_prompt: bool) -> None:
    """Either kind, both, or none; the scoring is the same."""
    live.options = replace(QUIET, give=give)
    live.call("PreCompact")
    live.write(SUMMARY_END)
    assert live.call("PostCompact")[1].compactions
    assert bool(live.call("UserPromptSubmit")[0]) is with_prompt
    accepted(live)
    assert bool(live.call("SessionStart")[0]) is at_start


def test_a_start_without_a_compaction_gets_nothing(live: Live) -> None:
    """A resumed session has its own context."""
    accepted(live)
    reply, receipt = live.call("SessionStart", source="resume")
    assert (reply, receipt.outcome, receipt.trigger) == ({}, "nothing", "resume")


def test_a_compaction_is_held_until_an_artifact_is_accepted(live: Live) -> None:
    """With the reply that this agent obeys, and why."""
    live.options = replace(QUIET, hold="both")
    reply, receipt = live.call("PreCompact")
    assert reply["decision"] == "block"
    named = f"workbench draft {str(receipt.session_id)[:12]} --store {live.env.store_location}`"
    assert named in str(reply["reason"]), "the store of the hook, where it is not the one without --store"
    assert receipt.outcome == "held"
    accepted(live)
    assert live.call("PreCompact")[0] == {}


def test_a_held_compaction_goes_through_after_its_time(live: Live) -> None:
    """An agent with a full context must not be blocked forever.

    The time limit starts again with each range.
    """
    live.options = replace(QUIET, hold="auto", hold_minutes=3)
    assert live.call("PreCompact")[0]
    live.clock.now += 179
    assert live.call("PreCompact")[0]
    live.clock.now += 2
    assert live.call("PreCompact")[0] == {}
    assert live.call("PreCompact", trigger="manual")[0] == {}
    live.write()
    assert live.call("PreCompact")[0]


def test_codex_is_held_by_the_reply_that_it_obeys(live: Live) -> None:
    """Codex would show `decision: block` as a failure and compact anyway."""
    from workbench.services.hooks.agents import adapter
    from workbench.services.hooks.events import parse_event

    event = parse_event("codex", "PreCompact", json.dumps(live.event("PreCompact")).encode())
    assert json.loads(adapter("codex").held(event, "why")) == {"continue": False, "stopReason": "why"}
    assert json.loads(adapter("pi").held(event, "why")) == {"cancel": True, "reason": "why"}
    assert adapter("codex").given(event, "text") == ""
    assert adapter("claude-code").given(event, "text") == ""


HOSTILE = [
    b"",
    b"{",
    b"[]",
    b'"text"',
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"session_id": 7, "transcript_path": "x"}',
    b'{"session_id": "a\\u0000b", "transcript_path": "x"}',
    b'{"session_id": "' + b"a" * 5_000 + b'"}',
    b'{"hook_event_name": "PostCompact"}',
    b'{"session_id": "a", "transcript_path": "/etc/passwd"}',
    b'{"session_id": "a", "transcript_path": ""}',
    b" " * 4_000_001,
]


@pytest.mark.parametrize("body", HOSTILE, ids=range(len(HOSTILE)))
def test_an_event_that_is_none_is_a_silent_fault(live: Live, body: bytes) -> None:
    """The agent gets no reply, the receipt gives the reason, and nothing is queued."""
    reply, receipt = live.call("PreCompact", body)
    assert (reply, receipt.outcome) == ({}, "fault")
    assert receipt.detail
    assert receipt.code not in ("", "internal")
    assert spool.count(live.env) == 0
    assert not Path(live.env.store_location).exists()


def test_places_that_are_no_transcript_are_silent_faults(live: Live) -> None:
    """Examples are a missing file, a folder, a pipe without a writer, and another kind of text."""
    (live.folder / "folder.jsonl").mkdir()
    os.mkfifo(live.folder / "pipe.jsonl")
    (live.folder / "other.jsonl").write_text('{"a": 1}\n{"b": 2}\n')
    (live.folder / "cut.jsonl").write_bytes(live.transcript.read_bytes()[:40])
    for name in ("missing", "folder", "pipe", "other", "cut"):
        reply, receipt = live.call("PreCompact", transcript_path=str(live.folder / f"{name}.jsonl"))
        assert (reply, receipt.outcome) == ({}, "fault"), name
        assert spool.count(live.env) == 0


def test_a_store_in_use_leaves_the_call_for_the_next_one(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is queued without a word, done by the next call, and then it waits no more."""
    from store.errors import StoreBusy

    def busy(*_: object, **__: object) -> Store:
        raise StoreBusy("the store is held by process 4242", "wait")

    with monkeypatch.context() as patched:
        patched.setattr("store.lifecycle.open.reopen_store", busy)
        reply, receipt = live.call("PreCompact")
        assert (reply, receipt.outcome, receipt.code) == ({}, "queued", "store_busy")
    assert spool.count(live.env) == 1
    live.write(SUMMARY_END)
    live.call("PostCompact")
    assert spool.count(live.env) == 0
    assert {each.outcome for each in receipts.read(live.env)} == {"queued", "caught_up", "done"}


def test_what_was_accepted_is_given_while_the_store_is_in_use(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As PreCompact found it."""
    from store.errors import StoreBusy

    accepted(live)
    live.call("PreCompact")

    def busy(*_: object, **__: object) -> Store:
        raise StoreBusy("the store is held by process 4242", "wait")

    monkeypatch.setattr("store.lifecycle.open.reopen_store", busy)
    reply, receipt = live.call("SessionStart")
    assert "docs/upload.md" in context(reply)
    assert "as PreCompact found it" in receipt.detail


def test_a_call_that_takes_too_long_gets_out_of_the_way(live: Live) -> None:
    """Its receipt says so, nothing is printed, and the event is kept for the next call."""
    gate = threading.Event()
    live.options = replace(QUIET, deadline=0.05)
    body = json.dumps(live.event("PreCompact")).encode()

    def slow() -> bytes:
        gate.wait(30)
        return body

    from workbench.services.hooks.respond import Request, respond

    answer = respond(live.env, Request("claude-code", "PreCompact", live.options, slow))
    assert (answer.output, answer.late) == ("", True)
    assert receipts.read(live.env)[-1].outcome == "late"
    gate.set()


def test_an_error_that_nobody_thought_of_is_silent(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The receipt names it."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("by us")

    monkeypatch.setattr("workbench.services.hooks.work.do", broken)
    reply, receipt = live.call("PreCompact")
    assert (reply, receipt.outcome, receipt.code) == ({}, "fault", "internal")
    assert "ZeroDivisionError" in receipt.detail


def test_a_folder_that_cannot_be_written_is_no_reason_to_disturb(live: Live) -> None:
    """Neither receipt nor spool is written then, and the agent gets no output."""
    (live.folder / "store.duckdb.hooks").write_text("in the way")
    assert live.answer("PreCompact").output == ""


@pytest.fixture
def two_calls(live: Live) -> Iterator[list[str]]:
    """Two calls of one event at once, in threads of their own."""
    accepted(live)
    said: list[str] = []

    def once() -> None:
        said.append(live.answer("SessionStart").output)

    threads = [threading.Thread(target=once) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    yield said


def test_two_calls_at_once_say_it_once(live: Live, two_calls: list[str]) -> None:
    """The other call prints nothing; both have a receipt."""
    assert sorted(map(bool, two_calls)) == [False, True]
    assert sorted(each.outcome for each in receipts.read(live.env)) == ["given", "nothing"]


def test_hooks_never_accept_anything(live: Live) -> None:
    """An artifact becomes active by a person's act only."""
    live.call("PreCompact")
    live.write(SUMMARY_END)
    live.call("PostCompact")
    store = live.env.open_store()
    assert pointers.history(store) == ()


def test_hostile_text_of_a_transcript_reaches_no_terminal(live: Live) -> None:
    """Escape sequences in what was lost are shown as text in the reply."""
    text = live.transcript.read_text().replace("Do not touch", "Do not \\u001b[31mtouch")
    live.transcript.write_text(text)
    live.call("PreCompact")
    lines = live.transcript.read_text()
    live.write(SUMMARY_END)
    rest = live.transcript.read_text().splitlines(keepends=True)[BOUNDARY:]
    live.transcript.write_text(lines + "".join(rest))
    live.call("PostCompact")
    stated = context(live.call("UserPromptSubmit")[0])
    assert "\\x1b[31mtouch" in stated
    assert "\x1b" not in stated


def test_a_compaction_that_never_comes_is_given_up(live: Live) -> None:
    """After a day: an agent may have ended in between."""
    live.call("PreCompact")
    live.call("PostCompact")
    (waiting,) = (live.folder / "store.duckdb.hooks" / "spool").iterdir()
    waiting.rename(waiting.with_name(f"{1:020d}-1.json"))
    (receipt,) = catch_up.catch_up(live.env, rounds=1)
    assert (receipt.outcome, spool.count(live.env)) == ("fault", 0)
    assert "given up" in receipt.detail


def test_a_missed_precompact_is_made_up_for(live: Live) -> None:
    """The agent's summary shows whether the transcript already contains this compaction."""
    live.write()
    named = "a summary that is not in the transcript yet"
    assert live.call("PostCompact", compact_summary=named)[1].outcome == "queued"
    there = "1. Primary Request and Intent:\n   The user asked to add a retry"
    assert len(live.call("PostCompact", compact_summary=there)[1].compactions) == 1


def test_a_killed_call_is_found_by_the_next(live: Live) -> None:
    """It was recorded before its work began; a damaged entry is deleted, a locked one is left."""
    from workbench.services.hooks.events import parse_event

    event = parse_event("claude-code", "PreCompact", json.dumps(live.event("PreCompact")).encode())
    killed = spool.put(live.env, event)
    assert killed is not None
    with spool.claimed(live.env) as found:
        assert found == []
    killed.release()
    (live.folder / "store.duckdb.hooks" / "spool" / "00-0.json").write_text("{")
    with spool.claimed(live.env) as (one,):
        assert (one.event.transcript_path, one.attempts) == (str(live.transcript), 0)
    assert spool.count(live.env) == 1
    assert spool.waits_for(live.env, event.native_id) and not spool.waits_for(live.env, "other")
    live.call("PreCompact")
    assert [each.outcome for each in receipts.read(live.env)] == ["caught_up", "done"]
    assert spool.count(live.env) == 0
