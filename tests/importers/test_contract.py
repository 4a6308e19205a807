"""Requirements on every registered importer."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gates.artifact import number_items
from gates.source import EventKind, SourceEvent
from tests.importers import formats, made, recordings
from tests.importers.build import Log, text, usage
from tests.importers.conversations.test_chats import CHAT, MESSAGES
from workbench import plugin_registry
from workbench.errors import InputError
from workbench.importers import detect
from workbench.importers.base import Importer, ReadingTotals, SessionHeader
from workbench.importers.sniffing import GENERIC


def claude_code() -> str:
    """A session with everything that the format has."""
    log = Log()
    log.user("Build it, must be fast")
    log.assistant({"type": "thinking", "thinking": "Hm"}, message="m1", usage=usage(20_000))
    log.call("TodoWrite", {"todos": [{"content": "Write it", "status": "pending"}]}, "t1", message="m1")
    fork = log.result("t1", "ok")
    log.user("One way")
    log.user("Other way", parent=fork)
    log.call("ExitPlanMode", {"plan": "# Plan"}, "t2")
    log.result("t2", "User has approved your plan: # Plan", toolUseResult={"plan": "# Plan"})
    log.compact(
        "1. Primary Request and Intent:\n   - Build it\n7. Pending Tasks:\n   - Write it", trigger="auto"
    )
    log.user([text("Go on"), {"type": "image", "source": {"type": "base64", "data": "QUJD"}}])
    log.assistant(text("Done \U0001f600"), usage=usage(9_000))
    return "\n".join(log.lines) + "\n"


EXAMPLES: dict[str, tuple[str, Callable[[], str]]] = {
    "claude-code": ("session.jsonl", claude_code),
    "codex": ("rollout-2026-01-01T00-00-00-t-1.jsonl", made.codex),
    "pi": ("2026-01-01_s-1.jsonl", made.pi),
    "openhands": ("events.jsonl", made.openhands),
    "gemini-cli": ("session-2026-01-01.jsonl", made.gemini),
    "openai-chat": ("chat.jsonl", lambda: "\n".join(map(json.dumps, CHAT)) + "\n"),
    "anthropic-messages": ("request.json", lambda: json.dumps(MESSAGES)),
    "swe-agent": ("run.traj", formats.swe_agent),
    "mini-swe-agent": ("run.traj.json", formats.mini_swe_agent),
    "langchain": ("history.json", formats.langchain),
    "openai-responses": ("log.jsonl", recordings.openai_responses),
    "inspect": ("log.json", formats.inspect),
    "atif": ("trajectory.json", formats.atif),
    "har": ("recording.har", recordings.har),
    "jsonl-chat": ("talk.jsonl", formats.jsonl_chat),
}

Whole = tuple[SessionHeader, list[SourceEvent], ReadingTotals]


def importer(name: str) -> Importer:
    made: Importer = plugin_registry.load("importers", name)()
    return made


def whole(name: str, path: Path) -> Whole:
    reading = importer(name).read(path)
    events = list(reading.events())
    return reading.header, events, reading.totals


@pytest.fixture(params=plugin_registry.BUILT_IN["importers"])
def example(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    name = str(request.param)
    file, content = EXAMPLES[name]
    path = tmp_path / file
    path.write_text(content(), encoding="utf-8")
    return name, path


def test_every_importer_has_an_example() -> None:
    """A new importer brings a file to this suite."""
    assert set(EXAMPLES) == set(plugin_registry.BUILT_IN["importers"])


def check(found: Whole) -> None:
    """Everything that must hold of what an importer gives."""
    header, events, totals = found
    assert [event.ordinal for event in events] == list(range(len(events)))
    assert len({event.native_id for event in events}) == len(events)
    turns = [event.turn for event in events]
    assert turns == sorted(turns) and all(turn >= 0 for turn in turns)
    for event in events:
        event.text.encode("utf-8")
        assert event.tokens >= 0 and event.provenance in ("reported", "estimated")
        assert (event.tool is not None) == (event.kind in (EventKind.TOOL_CALL, EventKind.TOOL_RESULT))
        for signal in event.signals:
            for entry in signal.entries:
                assert 0 <= entry.start <= entry.end <= len(event.text)
                assert entry.end == 0 or event.text[entry.start : entry.end] == entry.text
    for compaction in totals.compactions:
        assert 0 <= compaction.source_start <= compaction.source_end < len(events)
        assert all(compaction.source_start <= kept <= compaction.source_end for kept in compaction.kept)
        if compaction.summary is None:
            assert compaction.opaque and not compaction.items
        else:
            before = {event.kind for event in events[: compaction.summary]}
            own_source = not header.scope_complete and before <= {EventKind.SYSTEM, EventKind.META}
            own_source &= compaction.source_start == compaction.source_end == compaction.summary
            assert compaction.summary > compaction.source_end or own_source
            assert events[compaction.summary].kind is EventKind.COMPACTION
        assert all(not item.links and item.text.strip() for item in compaction.items)


def test_what_it_gives_is_sound(example: tuple[str, Path]) -> None:
    """Ordinals are dense, ids unique, spans true, ranges inside; and there is something."""
    found = whole(*example)
    check(found)
    assert len(found[1]) > 5 and not found[2].skipped


def test_it_recognises_its_own(example: tuple[str, Path]) -> None:
    """An importer recognizes its own example and no other format's."""
    name, path = example
    head = path.read_bytes()
    assert importer(name).sniff(head, path.name)
    assert detect(path).name == name
    others = {other for other in EXAMPLES if other not in (name, *GENERIC)}
    assert not any(importer(other).sniff(head, path.name) for other in others)


def test_reading_twice_gives_the_same(example: tuple[str, Path]) -> None:
    """Events, digests, totals and items are the same every time."""
    first, second = whole(*example), whole(*example)
    assert [event.digest() for event in first[1]] == [event.digest() for event in second[1]]
    assert first == second
    for one, two in zip(first[2].compactions, second[2].compactions, strict=True):
        assert number_items(one.items) == number_items(two.items)


def test_a_transcript_that_grew_keeps_what_was_there(example: tuple[str, Path], tmp_path: Path) -> None:
    """At any earlier end after a human's message, the events and ids are a prefix of the longer file's."""
    name, path = example
    if path.suffix != ".jsonl":
        pytest.skip("one document, which is written anew as a whole")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    after = [(event.native_id, event.digest()) for event in whole(name, path)[1]]
    shorter, sizes = tmp_path / "shorter.jsonl", set[int]()
    for end in range(1, len(lines)):
        shorter.write_text("".join(lines[:end]), encoding="utf-8")
        with suppress(InputError):
            events = whole(name, shorter)[1]
            if not any(event.kind is EventKind.USER for event in events):
                continue  # a chat is known by its first message of a human
            before = [(event.native_id, event.digest()) for event in events]
            assert before == after[: len(before)]
            sizes.add(len(before))
    assert len(sizes) > 3


def test_broken_lines_are_tolerated(example: tuple[str, Path]) -> None:
    """Lines of rubbish between the others are named, and nothing else changes."""
    name, path = example
    if path.suffix != ".jsonl":
        pytest.skip("one document has no lines")
    plain = whole(name, path)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text(
        "\n".join(["{broken", *(part for line in lines for part in (line, '"loose"'))]), encoding="utf-8"
    )
    found = whole(name, path)
    assert [event.text for event in found[1]] == [event.text for event in plain[1]]
    assert len(found[2].skipped) == len(lines) + 1
    assert all(skipped.line > 0 and skipped.reason for skipped in found[2].skipped)


@pytest.mark.parametrize("name", plugin_registry.BUILT_IN["importers"])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), changes=st.integers(1, 12))
def test_mutated_files_never_crash(name: str, tmp_path: Path, seed: int, changes: int) -> None:
    """A damaged file is read as far as possible, or refused in one line."""
    file, content = EXAMPLES[name]
    data = bytearray(content().encode())
    chance = random.Random(seed)
    for _ in range(changes):
        place = chance.randrange(len(data))
        action = chance.randrange(5)
        if action == 0:
            del data[place : place + chance.randrange(1, 40)]
        elif action == 1:
            data[place] = chance.randrange(256)
        elif action == 2:
            data[place:place] = chance.choice([b'"', b"\\ud800", b"}", b"[", b"null", b"\n", b"1e999", b"{}"])
        elif action == 3:
            data[place:place] = data[: chance.randrange(200)]
        else:
            data = data.replace(
                *chance.choice([(b'"content": "', b'"content": 7, "x": "'), (b"[{", b"[7, {")])
            )
        data = data or bytearray(b"{")
    path = tmp_path / file
    path.write_bytes(bytes(data))
    try:
        found = whole(name, path)
    except InputError as error:
        assert error.message and error.hint
        return
    check(found)
