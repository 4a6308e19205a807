"""The accepted context as the text of a compaction: whole up to its end, and only where that gains."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from store.records import sessions
from tests.cli.samples import records
from tests.services.hooks.live import BOUNDARY, QUIET, Live, accepted
from workbench.services.hooks import texts
from workbench.services.hooks.agents import adapter
from workbench.services.hooks.agents.base import Replacement
from workbench.services.hooks.agents.pi import PiHooks
from workbench.services.hooks.events import parse_event
from workbench.services.hooks.work import Done, HookCall, do


@pytest.fixture
def live(tmp_path: Path) -> Live:
    found = Live(tmp_path)
    found.write(BOUNDARY)
    return found


def test_the_accepted_context_replaces_what_it_stands_for(live: Live) -> None:
    """Entries after its range stay, from the first one that lies completely behind it."""
    session = accepted(live)
    live.write()
    from workbench.services.live import take_in

    take_in(live.env, str(live.transcript))
    store = live.env.open_store()
    events = sessions.load_events(store, session)
    entries = list(dict.fromkeys(event.native_id.partition("#")[0] for event in events))
    found = texts.replacement(store, session, entries, 1_000_000, 16_000)
    assert isinstance(found, Replacement)
    assert found.first_kept == events[17].native_id.partition("#")[0]
    assert "Summary of events 0 to 16" in found.text
    assert "docs/upload.md" in found.text
    assert found.tokens == texts.tokens_of(found.text)
    assert "accept a longer one" in str(texts.replacement(store, session, entries, 100, 16_000))
    assert "the limit is 10" in str(texts.replacement(store, session, entries, None, 10))
    assert "lies after" in str(texts.replacement(store, session, entries[:3], None, 16_000))


def test_without_an_accepted_artifact_there_is_nothing_to_replace_with(live: Live) -> None:
    """Or where none is in the session at all."""
    from workbench.services.live import take_in

    session = take_in(live.env, str(live.transcript)).appended.session_id
    found = texts.replacement(live.env.open_store(), session, ["a"], None, 16_000)
    assert found == "no accepted artifact"


def test_only_pi_takes_it() -> None:
    """The other agents keep their own summary; the text is added beside it."""
    made = Replacement("text", "e1", 2)
    for name, expected in (
        ("pi", {"summary": "text", "firstKeptEntryId": "e1"}),
        ("codex", None),
        ("claude-code", None),
    ):
        event = parse_event(name, "PreCompact", b'{"hook_event_name": "PreCompact"}')
        output = adapter(name).replaced(event, made)
        assert (json.loads(output) if output else None) == expected


def test_a_cut_text_closes_its_fence() -> None:
    """And never exceeds tokens or characters."""
    text = "intro\n\n```\n" + "line of the quotation\n" * 200 + "```\n"
    cut = texts.within(text, 100, None)
    assert texts.tokens_of(cut) <= 100
    assert cut.count("```") == 2
    assert len(texts.within(text, 2_000, 300)) <= 300
    assert texts.within(text, 2_000, None) == text
    assert texts.within(text, 1, None) == ""


def test_pi_says_what_was_lost_after_its_own_summary(live: Live) -> None:
    """Its extension puts it before the next prompt."""
    event = parse_event("pi", "PostCompact", b"{}")
    assert json.loads(adapter("pi").given(event, "text")) == {"context": "text"}
    assert replace(QUIET, tokens=5).words()[-2:] == ["--tokens", "5"]


class PiOnThisTranscript(PiHooks):
    """The adapter of pi, with transcripts that this test can write."""

    name = "claude-code"


def asked(live: Live, name: str, **fields: object) -> Done:
    """Return the result of one event of pi."""
    event = parse_event("pi", name, json.dumps(live.event(name, **fields)).encode())
    return do(HookCall(live.env, PiOnThisTranscript(), event, live.options, live.clock.sleep, live.clock))


def test_an_accepted_artifact_takes_the_place_of_a_compaction_of_pi(live: Live) -> None:
    """It is used if one is accepted and the branch is known.

    Else pi makes its own and the receipt gives the reason.
    """
    accepted(live)
    live.write()
    entries = [each["uuid"] for each in records()]
    done = asked(
        live, "PreCompact", entry_ids=entries, tokens_before=100_000, first_kept_entry_id=entries[-1]
    )
    assert (done.outcome, done.given_tokens > 100) == ("replaced", True)
    reply = json.loads(done.output)
    assert reply["firstKeptEntryId"] == entries[17]
    assert "Summary of events 0 to 16" in reply["summary"]
    without = asked(live, "PreCompact", entry_ids=[], tokens_before=100_000)
    assert (without.outcome, without.output) == ("done", "")
    assert without.detail.startswith("not replaced: ")
    live.options = replace(QUIET, give="lost")
    assert asked(live, "PreCompact", entry_ids=entries).output == ""


def test_what_a_summary_of_pi_lost_is_answered_at_once(live: Live) -> None:
    """Its extension keeps it for the next prompt."""
    asked(live, "PreCompact", entry_ids=[])
    live.write()
    done = asked(live, "PostCompact")
    assert len(done.scored) == 1
    assert "Do not touch the download client." in json.loads(done.output)["context"]
