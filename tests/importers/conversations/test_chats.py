"""Message arrays: Chat Completions, the plain chat, and Anthropic Messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gates.source import EventKind, SignalKind, SourceEvent
from workbench.errors import InputError
from workbench.importers.anthropic_messages import AnthropicMessagesImporter
from workbench.importers.base import Importer, TranscriptReading
from workbench.importers.files import documents
from workbench.importers.openai_chat import OpenAIChatImporter

CHAT: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief"},
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "Look"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}},
        ],
    },
    {
        "role": "assistant",
        "content": None,
        "reasoning_content": "Hm",
        "tool_calls": [
            {"id": "c1", "function": {"name": "shell", "arguments": '{"cmd":["ls","-l"]}'}},
            {
                "id": "c2",
                "type": "function",
                "function": {
                    "name": "todo_write",
                    "arguments": '{"todos":[{"content":"x","status":"done"}]}',
                },
            },
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "a.py"},
    {"role": "assistant", "content": "Done", "refusal": None},
    {"role": "user", "content": "Thanks"},
]

MESSAGES: dict[str, Any] = {
    "model": "claude-x",
    "system": "Be brief",
    "context_management": {"edits": [{"type": "compact_20260112"}]},
    "messages": [
        {"role": "user", "content": "Build it"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Hm", "signature": "s"},
                {"type": "text", "text": "On it"},
                {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make"}},
            ],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "no rule", "is_error": True}],
        },
        {
            "role": "assistant",
            "content": [
                {"type": "compaction", "content": "<summary>## Next Steps\n- Test it</summary>"},
                {"type": "text", "text": "Going on"},
            ],
        },
        {"role": "user", "content": "<system-reminder>x</system-reminder>\nnext"},
    ],
}


def write(folder: Path, value: object, name: str = "chat.json") -> Path:
    path = folder / name
    path.write_text(
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8"
    )
    return path


def read(importer: Importer, path: Path) -> tuple[TranscriptReading, list[SourceEvent]]:
    reading = importer.read(path)
    return reading, list(reading.events())


def test_chat_completions(tmp_path: Path) -> None:
    """Parts, reasoning and tool calls become events; the system message is one too."""
    _, events = read(OpenAIChatImporter(), write(tmp_path, CHAT))
    assert [event.kind.value for event in events] == [
        "system",
        "user",
        "user",
        "thinking",
        "tool_call",
        "tool_call",
        "tool_result",
        "assistant",
        "user",
    ]
    assert [event.turn for event in events] == [0, 1, 1, 1, 1, 1, 1, 1, 2]
    assert [event.step for event in events] == [0, 0, 0, 1, 1, 1, 1, 2, 0]
    assert events[2].text == "[image image/png 3 bytes]"
    call, todo, result = events[4], events[5], events[6]
    assert call.tool is not None and (call.tool.action.value, call.tool.target) == ("command", "ls -l")
    assert todo.signals[0].kind is SignalKind.TODO_LIST and todo.signals[0].entries[0].status == "completed"
    assert result.tool is not None and (result.tool.name, result.tool.failed) == ("shell", None)


@pytest.mark.parametrize("shape", ["request", "exchange", "lines"])
def test_shapes_give_the_same_events(tmp_path: Path, shape: str) -> None:
    """A request, a request with its response, and one message a line are the same conversation."""
    _, plain = read(OpenAIChatImporter(), write(tmp_path, CHAT))
    values = {
        "request": json.dumps({"model": "m", "messages": CHAT, "tools": []}),
        "exchange": json.dumps(
            {"request": {"messages": CHAT[:-1]}, "response": {"choices": [{"message": CHAT[-1]}]}}
        ),
        "lines": "\n".join(map(json.dumps, CHAT)),
    }
    _, events = read(OpenAIChatImporter(), write(tmp_path, values[shape], "other.json"))
    assert [(event.kind, event.text, event.turn) for event in events] == [
        (event.kind, event.text, event.turn) for event in plain
    ]


def test_a_log_of_requests_reads_its_history_once(tmp_path: Path) -> None:
    """Every request repeats what was before; equal messages that come again are kept."""
    history: list[dict[str, Any]] = []
    lines = []
    for words in ("One", "yes", "yes"):
        history.append({"role": "user", "content": words})
        answer = {"role": "assistant", "content": "ok"}
        lines.append(json.dumps({"messages": history, "choices": [{"message": answer}]}))
        history = [*history, answer]
    _, events = read(OpenAIChatImporter(), write(tmp_path, "\n".join(lines), "log.jsonl"))
    assert [event.text for event in events] == ["One", "ok", "yes", "ok", "yes", "ok"]
    assert [event.line for event in events] == [1, 1, 2, 2, 3, 3]
    assert len({event.native_id for event in events}) == 6


def test_reported_usage_fits_the_factor(tmp_path: Path) -> None:
    """The prompt's reported size gives the bytes a token; an answer's own count is taken."""
    messages = [
        {"role": "user", "content": "w" * 3_000},
        {"role": "assistant", "content": "fine", "usage": {"prompt_tokens": 1_000, "completion_tokens": 7}},
    ]
    reading, events = read(OpenAIChatImporter(), write(tmp_path, messages))
    assert reading.header.bytes_per_token == 3.0
    assert [(event.tokens, event.provenance) for event in events] == [(1_000, "estimated"), (7, "reported")]


def test_anthropic_messages(tmp_path: Path) -> None:
    """Blocks become events; the compaction block represents everything before it."""
    reading, events = read(AnthropicMessagesImporter(), write(tmp_path, MESSAGES))
    assert [event.kind.value for event in events] == [
        "system",
        "user",
        "thinking",
        "assistant",
        "tool_call",
        "tool_result",
        "compaction",
        "assistant",
        "meta",
        "user",
    ]
    assert events[5].tool is not None and events[5].tool.failed is True
    [compaction] = reading.totals.compactions
    assert (compaction.source_start, compaction.source_end, compaction.summary) == (0, 5, 6)
    assert (compaction.trigger, compaction.opaque) == ("api", False)
    assert compaction.prompt_version == "imported:anthropic-messages/compact_20260112"
    assert [item.text for item in compaction.items] == ["Test it"]


@pytest.mark.parametrize(
    ("block", "found"), [({"content": None, "encrypted_content": "QUJD"}, [True]), ({"content": None}, [])]
)
def test_sealed_and_failed_compactions(tmp_path: Path, block: dict[str, Any], found: list[bool]) -> None:
    """An encrypted summary is opaque; one that failed did nothing."""
    messages = [
        {"role": "user", "content": "Go"},
        {"role": "assistant", "content": [{"type": "compaction", **block}, {"type": "text", "text": "On"}]},
    ]
    reading, events = read(AnthropicMessagesImporter(), write(tmp_path, messages))
    assert [compaction.opaque for compaction in reading.totals.compactions] == found
    assert sum(event.kind is EventKind.COMPACTION for event in events) == len(found)
    assert all(compaction.items == () for compaction in reading.totals.compactions)


def test_ids_follow_content_and_position(tmp_path: Path) -> None:
    """A conversation that grew keeps the ids of what was there; without an id of its own it has none."""
    short, before = read(OpenAIChatImporter(), write(tmp_path, CHAT[:3]))
    _, after = read(OpenAIChatImporter(), write(tmp_path, CHAT))
    assert [event.native_id for event in after[: len(before)]] == [event.native_id for event in before]
    assert short.header.native_id == ""
    named, _ = read(OpenAIChatImporter(), write(tmp_path, {"session_id": "abc", "messages": CHAT}))
    assert named.header.native_id == "abc"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[{"role":"user","content":"Hi"},{"role":"assis', "not complete JSON"),
        ('{"messages":[{"role":"user","content":"Hi"', "not complete JSON"),
        ('{"messages":[]}', "holds no messages"),
        ("7", "holds no messages"),
    ],
)
def test_files_that_hold_no_conversation(tmp_path: Path, content: str, message: str) -> None:
    """A file that breaks off, or holds no message, is refused in one line."""
    with pytest.raises(InputError, match=message):
        OpenAIChatImporter().read(write(tmp_path, content))


def test_broken_lines_between_messages(tmp_path: Path) -> None:
    """One bad line of a chat costs itself."""
    lines = [
        '{"role":"user","content":"One"}',
        '{"role":',
        "3",
        '{"role":"user","content":"Two"}{"role":"user","content":"Three"}',
    ]
    reading, events = read(OpenAIChatImporter(), write(tmp_path, "\n".join(lines), "chat.jsonl"))
    assert [event.text for event in events] == ["One", "Two", "Three"]
    assert [skipped.line for skipped in reading.totals.skipped] == [2, 3]


def test_lines_of_a_long_chat_are_decoded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attempt to read JSON Lines as one document gives up after the first; no line is searched."""
    searched: list[int] = []
    search = documents._documents

    def counted(text: str) -> Iterator[documents.DocumentPiece | str]:
        for found in search(text):
            searched.append(len(text))
            yield found

    monkeypatch.setattr(documents, "_documents", counted)
    lines = [json.dumps({"role": "user", "content": f"Message {n} \u00e9"}) for n in range(2_000)]
    path = write(tmp_path, "\n".join(lines), "chat.jsonl")
    _, events = read(OpenAIChatImporter(), path)
    data = path.read_bytes()
    assert [json.loads(data[e.offset : e.offset + e.length])["content"] for e in events] == [
        event.text for event in events
    ]
    assert len(events) == 2_000 and len(searched) == 1


def test_many_documents_on_one_line_keep_their_places() -> None:
    """Each document's bytes are its own, blanks between them left out."""
    values = [{"text": "\u00e9" * (n % 7)} for n in range(500)]
    data = " ".join(json.dumps(value, ensure_ascii=False) for value in values).encode()
    pieces, reason = documents.split(data)
    assert reason is None
    assert [piece.value for piece in pieces] == values
    assert [json.loads(data[piece.start : piece.start + piece.length]) for piece in pieces] == values


def test_invalid_bytes_in_a_line_of_a_chat(tmp_path: Path) -> None:
    """The line is skipped with number and reason; the rest is read."""
    path = tmp_path / "chat.jsonl"
    path.write_bytes(
        b'{"role":"user","content":"One"}\n{"role":"user","content":"\xff"}\n{"role":"user","content":"Two"}'
    )
    reading, events = read(OpenAIChatImporter(), path)
    assert [event.text for event in events] == ["One", "Two"]
    [skipped] = reading.totals.skipped
    assert (skipped.line, skipped.reason) == (2, "invalid UTF-8 at byte 27")


def test_invalid_bytes_in_a_document_without_lines(tmp_path: Path) -> None:
    """There is no line to leave out: the file is refused, and the place named."""
    path = tmp_path / "chat.json"
    path.write_bytes(b'{"messages": [\n {"role": "user",\n  "content": "\xff"}]}')
    with pytest.raises(InputError, match="not UTF-8: line 3") as caught:
        OpenAIChatImporter().read(path)
    assert caught.value.hint == "convert it to UTF-8"


@pytest.mark.parametrize(
    "content", ['[{"role":"user","content":"a\\ud800b"}]', '{"role":"user","content":"a\\ud800b"}\n' * 2]
)
def test_half_characters_in_a_chat(tmp_path: Path, content: str) -> None:
    """An escape of half a character becomes U+FFFD."""
    reading, events = read(OpenAIChatImporter(), write(tmp_path, content))
    assert {event.text for event in events} == {"a\ufffdb"}
    assert not reading.totals.skipped
