"""Session files are what the two agents resume: own ids, a chain, a summary, calls with their results."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from gates.source import SourceEvent
from workbench.exporters.base import ExportContext
from workbench.exporters.claude_code import CONTINUED, ClaudeCodeExporter
from workbench.exporters.codex import PREAMBLE, CodexExporter
from workbench.exporters.summaries import session_text
from workbench.importers.events.speech import CONTINUED as KNOWN_BY

from .samples import SUMMARY, call, context, event, result
from .session_files import NEW, blocks, claude, codex, native, resumed
from .test_message_arrays import any_events

REPLACED = (
    event(0, "user", "Build it", timestamp="2026-01-01T00:00:00.000Z"),
    event(1, "assistant", "I build."),
    call(2),
    result(3),
    event(4, "thinking", "secret thoughts"),
)
TAIL = (event(10, "user", "Go on"), call(11, "c2"), result(12, "c2"), event(13, "assistant", "Done."))
TEXT = session_text(SUMMARY).strip()


def test_claude_code_finds_the_summary_in_the_place_of_a_compaction() -> None:
    found = claude(context(SUMMARY, *TAIL), replaced=REPLACED)
    kinds = [each.get("subtype") or each["type"] for each in found]
    assert kinds == [
        *("user", "assistant", "assistant", "user"),
        "compact_boundary",
        *("user", "user", "assistant", "user", "assistant"),
    ]
    boundary, summary = found[4:6]
    assert boundary["logicalParentUuid"] == found[3]["uuid"]
    assert summary["isCompactSummary"] is True and summary["isVisibleInTranscriptOnly"] is True
    assert summary["message"]["content"] == f"{CONTINUED}\n\n{TEXT}"
    assert CONTINUED.startswith(KNOWN_BY)
    assert blocks(found[-1]) == [{"type": "text", "text": "Done."}]


def test_codex_finds_the_summary_as_last_of_the_replacement_history() -> None:
    found = codex(context(SUMMARY, *TAIL), replaced=REPLACED)
    (at,) = [n for n, each in enumerate(found) if each["type"] == "compacted"]
    compacted = found[at]["payload"]
    assert compacted["message"] == f"{PREAMBLE}\n{TEXT}"
    assert [item["role"] for item in compacted["replacement_history"]] == ["user"]
    assert compacted["replacement_history"][-1]["content"][0]["text"] == compacted["message"]
    before = [each["payload"]["type"] for each in found[1:at] if each["type"] == "response_item"]
    after = [each["payload"]["type"] for each in found[at:] if each["type"] == "response_item"]
    assert before == ["message", "message", "function_call", "function_call_output"]
    assert after == ["message", "function_call", "function_call_output", "message"]
    shown = [each["payload"]["type"] for each in found if each["type"] == "event_msg"]
    assert shown == ["user_message", "agent_message", "context_compacted", "user_message", "agent_message"]


def test_a_session_is_who_it_says_and_never_the_one_it_was_made_from() -> None:
    meta = codex(context(SUMMARY))[0]["payload"]
    assert (meta["id"], meta["cwd"], meta["timestamp"]) == (NEW.session_id, NEW.project, NEW.created_at)
    assert "model_provider" not in meta, "Codex refuses to change the provider of a thread"
    named = codex(context(SUMMARY), new=replace(NEW, provider="local", version="0.169.0"))[0]["payload"]
    assert (named["model_provider"], named["cli_version"]) == ("local", "0.169.0")
    given = replace(context(SUMMARY), new=NEW)
    assert str(ClaudeCodeExporter().file_name(given)) == f"{NEW.session_id}.jsonl"
    rollout = f"2026/11/23/rollout-2026-11-23T06-00-00-{NEW.session_id}.jsonl"
    assert CodexExporter().file_name(given).as_posix() == rollout


def test_what_stays_before_a_summary_is_reported_before_it() -> None:
    parts = (event(0, "user", "First"), event(1, "assistant", "Yes."), SUMMARY, *TAIL)
    found = resumed(claude(context(*parts)))
    assert [blocks(each)[0].get("text", "")[:5] for each in found[:3]] == ["First", "Yes.", CONTINUED[:5]]
    history = next(e["payload"] for e in codex(context(*parts)) if e["type"] == "compacted")
    assert [item["role"] for item in history["replacement_history"]] == ["user", "assistant", "user"]


def test_of_several_summaries_the_last_is_the_compactions_and_none_is_a_humans_words() -> None:
    own = event(0, "compaction", f"{KNOWN_BY} They use Lax.")
    found = resumed(claude(context(own, SUMMARY, *TAIL)))
    assert [bool(each.get("isCompactSummary")) for each in found] == [False, True] + [False] * 4
    assert found[0]["isMeta"] is True and found[0]["message"]["content"] == own.text
    history = next(e["payload"] for e in codex(context(own, SUMMARY)) if e["type"] == "compacted")
    texts = [item["content"][0]["text"] for item in history["replacement_history"]]
    assert len(texts) == 2 and all(text.startswith(PREAMBLE) for text in texts)


def test_a_context_without_a_summary_is_reported_without_a_compaction() -> None:
    assert [each["type"] for each in claude(context(*TAIL))] == ["user", "assistant", "user", "assistant"]
    assert "compacted" not in [each["type"] for each in codex(context(*TAIL))]


def test_an_earlier_compaction_of_the_transcript_stays_one() -> None:
    earlier = (
        *REPLACED,
        event(5, "system", "Conversation compacted"),
        event(6, "compaction", "They use Lax."),
    )
    kept = {"trigger": "auto", "preTokens": 90_000, "preservedMessages": {"uuids": ["not-here"]}}
    mark = native([5], type="system", subtype="compact_boundary", uuid="b", compactMetadata=kept)
    found = claude(context(SUMMARY, *TAIL), replaced=earlier, records=mark)
    marks = [each["compactMetadata"] for each in found if each.get("subtype") == "compact_boundary"]
    assert marks[0]["trigger"] == "auto" and marks[0]["preTokens"] == 90_000
    assert marks[1] == {"trigger": "manual"}
    assert [each.get("isCompactSummary", False) for each in found].count(True) == 2


def test_an_earlier_compaction_of_codex_stays_one_and_its_instructions_stay_out() -> None:
    earlier = (event(0, "system", "Sandboxed."), *REPLACED[1:], event(6, "compaction", "They use Lax."))
    parts = context(SUMMARY, event(9, "system", "Sandboxed."), *TAIL, transcript="codex")
    found = codex(parts, replaced=earlier)
    messages = [each["payload"]["message"] for each in found if each["type"] == "compacted"]
    assert messages == [f"{PREAMBLE}\nThey use Lax.", f"{PREAMBLE}\n{TEXT}"]
    assert "Sandboxed." not in json.dumps(found)
    assert "Sandboxed." in json.dumps(
        claude(context(event(0, "system", "Sandboxed."), transcript="openai-chat"))
    )


def test_claude_codes_own_records_go_over_with_new_ids() -> None:
    message = {"id": "msg_1", "model": "claude-x", "role": "assistant", "usage": {"input_tokens": 90_000}}
    use = {"type": "tool_use", "id": "c2", "name": "Bash", "input": {"command": "ls -l", "timeout": 5}}
    thought = {"type": "thinking", "thinking": "secret thoughts", "signature": "abc"}
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QUJD"}}
    answer = {"type": "tool_result", "tool_use_id": "c2", "content": [{"type": "text", "text": "34"}, image]}
    stated = {"type": "user", "uuid": "old-2", "parentUuid": "old-1", "sessionId": "old", "cwd": "/elsewhere"}
    own = {
        **native(
            [10], **stated, message={"role": "user", "content": [{"type": "text", "text": "Go on"}, image]}
        ),
        **native([11], type="assistant", uuid="old-1", message={**message, "content": [thought, use]}),
        **native(
            [12], **stated, toolUseResult={"stdout": "34"}, message={"role": "user", "content": [answer]}
        ),
    }
    found = resumed(claude(context(SUMMARY, *TAIL), records=own))
    said, used, answered = found[1:4]
    assert blocks(said)[1] == image and said["cwd"] == "/elsewhere"
    assert blocks(used) == [use] and used["message"]["model"] == "claude-x"
    assert used["message"]["usage"]["input_tokens"] == 0, "the counts of the longer context compact it again"
    assert used["message"]["id"] != "msg_1", "Claude Code joins what has one id, wherever in the file"
    assert blocks(answered) == [answer] and answered["toolUseResult"] == {"stdout": "34"}
    assert answered["sourceToolAssistantUUID"] == used["uuid"]
    assert "secret" not in json.dumps(found) and "old" not in {each["sessionId"] for each in found}


def test_content_that_is_not_as_it_should_be_goes_over_as_its_text() -> None:
    for content in (["Go on", {"type": "text", "text": "x"}], [{"text": "x"}], 7, None):
        own = native([10], type="user", uuid="old", message={"role": "user", "content": content})
        assert blocks(resumed(claude(context(SUMMARY, *TAIL), records=own))[1])[0]["text"] == "Go on"


def test_codexs_own_items_go_over_without_ids_of_the_other_thread() -> None:
    def item(**payload: object) -> dict[str, object]:
        return {"type": "response_item", "payload": payload}

    patch = item(type="custom_tool_call", id="ctc_1", name="apply_patch", input="*** Begin", call_id="c2")
    own = {
        **native([11], **patch),
        **native([12], **item(type="custom_tool_call_output", call_id="c2", output="Success")),
        **native([13], **item(type="reasoning", encrypted_content="xyz")),
    }
    found = codex(context(SUMMARY, *TAIL), records=own)
    items = [each["payload"] for each in found if each["type"] == "response_item"]
    assert items[1] == {
        "type": "custom_tool_call",
        "name": "apply_patch",
        "input": "*** Begin",
        "call_id": "c2",
    }
    assert items[2]["type"] == "custom_tool_call_output"
    half = {key: record for key, record in own.items() if key != 12}
    items = [
        e["payload"] for e in codex(context(SUMMARY, *TAIL), records=half) if e["type"] == "response_item"
    ]
    assert [each["type"] for each in items[1:3]] == ["function_call", "function_call_output"]


def test_what_a_tool_or_the_harness_said_is_no_humans_message() -> None:
    parts = (SUMMARY, event(10, "user", "Go on"), result(11, "lost"), event(12, "meta", "a reminder"))
    found = resumed(claude(context(*parts)))
    assert [bool(each.get("isMeta")) for each in found[1:]] == [False, True, True]
    assert blocks(found[2])[0]["text"] == "[tool result: Bash]\n34 files"


def test_hostile_text_is_data_and_no_line_of_its_own() -> None:
    odd = 'a\x1b[31m\x9b\u202e\u2028b\ud800 "}\n{"type":"user"'
    for exporter in (ClaudeCodeExporter(), CodexExporter()):
        given = replace(context(SUMMARY, event(10, "user", odd)), new=NEW)
        text = exporter.export(given)
        assert not any(ord(letter) < 32 and letter != "\n" for letter in text)
        assert not set("\x9b\u202e\u2028\ud800") & set(text)
        stated = [said for line in text.splitlines() for said in _texts(json.loads(line))]
        assert odd.replace("\ud800", "\ufffd") in stated


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in _texts(part)]
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    return [value] if isinstance(value, str) else []


@settings(max_examples=200, deadline=None)
@given(any_events(), st.integers(0, 14), st.sampled_from(["claude-code", "openai-chat", "codex"]))
def test_any_sequence_of_events_is_resumable(events: list[SourceEvent], at: int, transcript: str) -> None:
    given_context: ExportContext = context(*events[:at], SUMMARY, *events[at:], transcript=transcript)
    claude(given_context, replaced=tuple(events))
    codex(given_context, replaced=tuple(events))


@settings(max_examples=100, deadline=None)
@given(any_events(), st.integers(0, 14))
def test_no_words_are_lost(events: list[SourceEvent], at: int) -> None:
    numbered = [e._replace(text=f"text {e.ordinal}.") for e in events if e.kind not in ("thinking", "system")]
    for found in (
        json.dumps(claude(context(*numbered[:at], SUMMARY, *numbered[at:]))),
        json.dumps(
            [e for e in codex(context(*numbered[:at], SUMMARY, *numbered[at:])) if e["type"] != "event_msg"]
        ),
    ):
        for each in numbered:
            assert f"text {each.ordinal}." in found
