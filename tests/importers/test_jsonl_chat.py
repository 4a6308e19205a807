"""Plain chat files with any field names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.importers import formats
from tests.importers.reads import read, read_file
from tests.importers.test_contract import importer
from workbench.errors import InputError
from workbench.importers import detect


def test_names_of_every_kind(tmp_path: Path) -> None:
    """Roles, texts and times under the names that chats give them."""
    found = read("jsonl-chat", tmp_path, formats.jsonl_chat(), "talk.jsonl")
    assert found.stated() == [
        ("system", "Be nice."),
        ("user", "Build it, use DuckDB"),
        ("assistant", "What about the tests?"),
        ("user", "Write them first."),
        ("assistant", "Done"),
        ("assistant", "so far."),
        ("user", "Thanks"),
        ("assistant", "Bye"),
    ]
    assert [event.line for event in found.events] == [1, 2, 3, 4, 5, 5, 6, 7]
    assert found.events[1].timestamp == "2026-02-02T02:40:00.000Z"
    assert found.events[2].native_id == "m3#0"


@pytest.mark.parametrize(
    "lines",
    [
        [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}],
        [{"role": "user", "text": "Hi"}, {"role": "model", "parts": [{"text": "Ho"}]}],
        [{"prompt": "Hi", "completion": "Ho"}],
        [{"question": "Hi", "answer": "Ho"}],
        [{"user": "Hi", "assistant": "Ho"}],
        [{"conversations": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Ho"}]}],
        [[{"sender": "human", "text": "Hi"}, {"sender": "assistant", "text": "Ho"}]],
    ],
)
def test_shapes_of_every_kind(tmp_path: Path, lines: list[object]) -> None:
    """A message a line, an exchange a line, a conversation a line, a list."""
    found = read("jsonl-chat", tmp_path, "\n".join(map(json.dumps, lines)), "talk.jsonl")
    assert found.stated() == [("user", "Hi"), ("assistant", "Ho")]


def test_roles_and_contents_are_openais_where_they_are_recognised(tmp_path: Path) -> None:
    """The plain `role` and `content` stays the format that it was; other names are this one."""
    path = tmp_path / "talk.jsonl"
    path.write_text('{"role": "user", "content": "Hi"}\n')
    assert detect(path).name == "openai-chat"
    path.write_text('{"from": "human", "value": "Hi"}\n')
    assert detect(path).name == "jsonl-chat"
    path.write_text('{"name": "human", "size": 3}\n')
    with pytest.raises(InputError, match="no known format"):
        detect(path)


def dataset(tmp_path: Path, *names: str) -> Path:
    """A file with a conversation a line."""
    path = tmp_path / "set.jsonl"
    lines = [
        {
            "id": name,
            "conversations": [{"from": "human", "value": f"Hi {name}"}, {"from": "gpt", "value": "Ho"}],
        }
        for name in names
    ]
    path.write_text("\n".join(map(json.dumps, lines)) + "\nbroken\n")
    return path


def test_a_conversation_a_line_is_a_part_each(tmp_path: Path) -> None:
    """The broken line is reported once."""
    path = dataset(tmp_path, "a", "b")
    assert importer("jsonl-chat").parts(path) == ("1", "2")  # type: ignore[attr-defined]
    one, two = read_file("jsonl-chat", path, "1"), read_file("jsonl-chat", path, "2")
    assert (one.header.native_id, two.header.native_id) == ("a", "b")
    assert (one.events[0].line, two.events[0].line) == (1, 2)
    assert (len(one.totals.skipped), len(two.totals.skipped)) == (1, 0)
    with pytest.raises(InputError, match="no conversation '3'"):
        read_file("jsonl-chat", path, "3")


def test_conversations_that_begin_alike_are_apart(tmp_path: Path) -> None:
    """Without ids they are distinguished by their first answer too."""
    lines = [
        {"messages": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": reply}]}
        for reply in ("1", "2")
    ]
    path = tmp_path / "set.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    first, second = (read_file("jsonl-chat", path, part).events[0].digest() for part in ("1", "2"))
    assert first != second


def test_a_summary_among_the_messages_is_a_compaction(tmp_path: Path) -> None:
    """A program's own words in the user's place, as agents leave them."""
    lines = [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Ho"}]
    lines.append({"from": "human", "value": f"{formats.CONTINUED}\n7. Pending Tasks:\n   - Greet"})
    found = read("jsonl-chat", tmp_path, "\n".join(map(json.dumps, lines)), "talk.jsonl")
    assert found.ranges() == [(0, 1, (), 2)]


def test_a_deep_record_is_skipped_and_named(tmp_path: Path) -> None:
    """The others are read."""
    deep = "[" * 300 + "]" * 300
    content = (
        '{"from":"human","value":"Hi"}\n{"from":"gpt","value":' + deep + '}\n{"from":"gpt","value":"Ho"}\n'
    )
    found = read("jsonl-chat", tmp_path, content, "talk.jsonl")
    assert [text for _, text in found.stated()] == ["Hi", "Ho"]
    assert [(each.line, each.reason) for each in found.totals.skipped] == [
        (2, "nested too deeply, or a number too long")
    ]
