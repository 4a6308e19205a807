"""Recorded traffic: conversations out of calls, streams put together, and nothing of any key."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from tests.importers import formats, recordings
from tests.importers.reads import Read, read
from tests.importers.recordings import ANTHROPIC, SECRET, entry, har, sse
from tests.importers.test_contract import importer
from workbench.errors import InputError
from workbench.importers.traffic.streams import assembled

CHAT = "https://api.openai.com/v1/chat/completions"
RESPONSES = "https://api.openai.com/v1/responses"


def recording(tmp_path: Path, *entries: formats.Json, part: str | None = None) -> Read:
    """A recording of these entries, read."""
    return read("har", tmp_path, har(*entries), "recording.har", part)


def user(text: str) -> formats.Json:
    """A user's message."""
    return {"role": "user", "content": text}


def answer(text: str, tokens: int = 100) -> formats.Json:
    """An answer of the Messages API."""
    usage = {"input_tokens": tokens, "output_tokens": 5}
    return {
        "id": f"m-{text}",
        "role": "assistant",
        "content": [{"type": "text", "text": text}],
        "usage": usage,
    }


def test_calls_become_a_conversation_with_its_compaction(tmp_path: Path) -> None:
    """History is reported once, a stream is put together, a call for a title goes on a sidechain."""
    found = recording(tmp_path)
    assert [
        (kind, text, event.sidechain)
        for (kind, text), event in zip(found.stated(16), found.events, strict=True)
    ] == [
        ("system", "Be terse.", None),
        ("user", "Build it, use Du", None),
        ("assistant", "First.", None),
        ("tool_call", "TodoWrite\ntodos:", None),
        ("tool_result", "ok", None),
        ("assistant", "Done.", None),
        ("user", "Name it", "call-1"),
        ("assistant", "A title", "call-1"),
        ("compaction", "This session is ", None),
        ("assistant", "Going on.", None),
    ]
    assert found.ranges() == [(0, 7, (0,), 8)]
    compaction = found.totals.compactions[0]
    assert (compaction.opaque, compaction.prompt_version) == (False, "imported:har/anthropic")
    assert compaction.tokens_before is not None and compaction.tokens_before.tokens == 950
    assert compaction.tokens_after is not None and compaction.tokens_after.tokens == 300
    assert any("Use DuckDB" in item.text for item in compaction.items)
    assert found.totals.noise == 1
    assert (found.events[5].tokens, found.events[5].provenance) == (3, "reported")
    assert found.events[1].timestamp == "2026-01-01T00:00:01.000Z"


def test_nothing_of_headers_cookies_and_queries_is_reported_or_kept(tmp_path: Path) -> None:
    """They are neither in an event nor in the stored copy, and unrelated calls are not stored."""
    found = recording(tmp_path)
    assert SECRET not in repr((found.events, found.header, found.totals))
    made = importer("har")
    copy = made.copy(tmp_path / "recording.har", "1")  # type: ignore[attr-defined]
    assert SECRET.encode() not in copy and b"telemetry" not in copy
    again = read("har", tmp_path, copy.decode(), "copy.har")
    assert again.events == found.events


def test_a_password_in_an_address_is_not_kept(tmp_path: Path) -> None:
    """Only scheme, host and path are stored."""
    path = tmp_path / "recording.har"
    path.write_text(
        har(
            entry(
                f"https://me:{SECRET}@proxy.example:8443/v1/messages",
                {"messages": [user("Hi")]},
                answer("Ho"),
                1,
            )
        )
    )
    copy = importer("har").copy(path, "1")  # type: ignore[attr-defined]
    assert json.loads(copy)["log"]["entries"][0]["request"]["url"] == "https://proxy.example:8443/v1/messages"


def test_two_conversations_are_two_parts(tmp_path: Path) -> None:
    """Conversations are told apart by their common messages, in any order of calls."""
    first, second = user("One"), user("Two")
    said = [{"role": "assistant", "content": [{"type": "text", "text": text}]} for text in ("1", "2")]
    entries = [
        entry(ANTHROPIC, {"messages": [first]}, answer("1"), 1),
        entry(ANTHROPIC, {"messages": [second]}, answer("2"), 2),
        entry(ANTHROPIC, {"messages": [first, said[0], user("More of one")]}, answer("11"), 4),
        entry(ANTHROPIC, {"messages": [second, said[1], user("More of two")]}, answer("22"), 3),
    ]
    with pytest.raises(InputError, match="holds 2 conversations"):
        recording(tmp_path, *entries)
    texts = [[text for _, text in recording(tmp_path, *entries, part=part).stated()] for part in ("1", "2")]
    assert texts == [["One", "1", "More of one", "11"], ["Two", "2", "More of two", "22"]]
    with pytest.raises(InputError, match="no conversation '3'"):
        recording(tmp_path, *entries, part="3")


def test_reminders_and_thoughts_do_not_part_a_conversation(tmp_path: Path) -> None:
    """A harness puts notes beside a human's words and leaves thoughts out of later calls."""
    noted = [
        {"type": "text", "text": "<system-reminder>today</system-reminder>"},
        {"type": "text", "text": "Build it"},
    ]
    thought = [{"type": "thinking", "thinking": "Hm", "signature": "x"}, {"type": "text", "text": "Ok"}]
    reply = {
        "id": "m1",
        "role": "assistant",
        "content": thought,
        "usage": {"input_tokens": 9, "output_tokens": 3},
    }
    entries = [
        entry(ANTHROPIC, {"messages": [{"role": "user", "content": noted}]}, reply, 1),
        entry(
            ANTHROPIC,
            {"messages": [user("Build it"), {"role": "assistant", "content": "Ok"}, user("More")]},
            answer("2"),
            2,
        ),
    ]
    found = recording(tmp_path, *entries)
    assert [kind for kind, _ in found.stated()] == [
        "meta",
        "user",
        "thinking",
        "assistant",
        "user",
        "assistant",
    ]


def test_chat_completions_as_streams(tmp_path: Path) -> None:
    """Calls come in pieces; usage comes last."""
    pieces: list[formats.Json] = [
        {"id": "c1", "choices": [{"delta": {"role": "assistant", "content": "Su"}}]},
        {"id": "c1", "choices": [{"delta": {"content": "re."}}]},
        {
            "choices": [
                {
                    "delta": {
                        "tool_calls": [
                            {"index": 0, "id": "t1", "function": {"name": "bash", "arguments": '{"comm'}}
                        ]
                    }
                }
            ]
        },
        {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": 'and": "ls"}'}}]}}]},
        {"choices": [], "usage": {"prompt_tokens": 30, "completion_tokens": 12}},
    ]
    asked = {"model": "gpt", "messages": [{"role": "system", "content": "Brief."}, user("List")]}
    later = {
        "role": "assistant",
        "content": "Sure.",
        "tool_calls": [{"id": "t1", "function": {"name": "bash", "arguments": "{}"}}],
    }
    result = {"role": "tool", "tool_call_id": "t1", "content": "a.py"}
    final = {"id": "c2", "choices": [{"message": {"role": "assistant", "content": "One file."}}]}
    entries = [
        entry(CHAT, asked, sse(*pieces) + "data: [DONE]\n\n", 1),
        entry(CHAT, {**asked, "messages": [*asked["messages"], later, result]}, final, 2),
    ]
    found = recording(tmp_path, *entries)
    assert found.stated() == [
        ("system", "Brief."),
        ("user", "List"),
        ("assistant", "Sure."),
        ("tool_call", "bash\ncommand: ls"),
        ("tool_result", "a.py"),
        ("assistant", "One file."),
    ]


def test_responses_that_name_what_they_follow(tmp_path: Path) -> None:
    """A request with an earlier response's id adds to its conversation."""
    first = {"id": "r1", "object": "response", "output": [recordings.item("assistant", "Hello.", id="m1")]}
    done = {"id": "r2", "object": "response", "output": [recordings.item("assistant", "Two.", id="m2")]}
    stream = sse(
        {"type": "response.created", "response": {"id": "r2"}},
        {"type": "response.completed", "response": done},
    )
    entries = [
        entry(RESPONSES, {"model": "gpt", "input": "Hi"}, first, 1),
        entry(RESPONSES, {"model": "gpt", "input": "More", "previous_response_id": "r1"}, stream, 2),
    ]
    assert [text for _, text in recording(tmp_path, *entries).stated()] == ["Hi", "Hello.", "More", "Two."]


def test_a_compaction_block_in_an_answer(tmp_path: Path) -> None:
    """The API compacts inside an answer: everything before it is replaced."""
    blocks = [
        {"type": "compaction", "content": "<summary>Use DuckDB</summary>"},
        {"type": "text", "text": "Going on."},
    ]
    reply = {
        "id": "m2",
        "role": "assistant",
        "content": blocks,
        "usage": {"input_tokens": 9, "output_tokens": 3},
    }
    said = {"role": "assistant", "content": "Ok"}
    entries = [
        entry(ANTHROPIC, {"messages": [user("Build it")]}, answer("Ok"), 1),
        entry(ANTHROPIC, {"messages": [user("Build it"), said, user("More")]}, reply, 2),
    ]
    found = recording(tmp_path, *entries)
    assert [kind for kind, _ in found.stated()] == ["user", "assistant", "user", "compaction", "assistant"]
    assert found.ranges() == [(0, 2, (), 3)] and found.totals.compactions[0].trigger == "api"


def test_entries_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    """By their number; an answer in base64 is read, one in bytes of no kind is not."""
    good = entry(ANTHROPIC, {"messages": [user("Hi")]}, "", 1)
    good["response"]["content"] = {
        "text": base64.b64encode(json.dumps(answer("Ho")).encode()).decode(),
        "encoding": "base64",
    }
    broken = entry(ANTHROPIC, {}, "", 2)
    broken["request"]["postData"]["text"] = "{broken"
    garbled = entry(
        ANTHROPIC,
        {"messages": [user("Hi"), {"role": "assistant", "content": "Ho"}, user("More")]},
        "garbled",
        3,
    )
    found = recording(tmp_path, good, broken, garbled, {"request": 7})
    assert [text for _, text in found.stated()] == ["Hi", "Ho", "More"]
    assert [each.reason for each in found.totals.skipped] == [
        "entry 2: the request of an entry is not a JSON object",
        "entry 3: the answer of an entry is neither JSON nor a stream of events",
    ]


def test_a_recording_without_calls_of_a_model_is_refused(tmp_path: Path) -> None:
    """In words, with what to do."""
    with pytest.raises(InputError, match="no readable call of a model") as caught:
        recording(tmp_path, entry("https://example.org/", {}, {}, 1))
    assert caught.value.hint


@pytest.mark.parametrize("service", ["anthropic", "chat", "responses"])
@pytest.mark.parametrize(
    "stream", ["", "not a stream", "data: {broken\n\n", "data: 7\n\n", 'data: {"type": 1}\n\n']
)
def test_what_is_no_stream_gives_nothing(service: str, stream: str) -> None:
    """No answer is made up."""
    assert assembled(stream, service) == {}


def test_a_stream_that_breaks_off_gives_what_came() -> None:
    """The arguments of a call that are no JSON yet stay text."""
    stream = sse(
        {"type": "message_start", "message": {"id": "m", "role": "assistant", "usage": {"input_tokens": 4}}},
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "tool_use", "id": "t", "name": "bash", "input": {}},
        },
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "input_json_delta", "partial_json": '{"command": "l'},
        },
    )
    found = assembled(stream, "anthropic")
    assert found["content"][0]["input"] == '{"command": "l' and found["usage"] == {"input_tokens": 4}
