"""Files of message arrays with several conversations: which records are one, and which are apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.importers.conversations.test_chats import write
from workbench.errors import InputError
from workbench.importers.anthropic_messages import AnthropicMessagesImporter
from workbench.importers.conversations import array_groups
from workbench.importers.openai_chat import OpenAIChatImporter


def _lines(*records: object) -> str:
    return "\n".join(map(json.dumps, records)) + "\n"


def _texts_of_parts(importer: OpenAIChatImporter | AnthropicMessagesImporter, path: Path) -> list[list[str]]:
    parts = importer.parts(path)
    return [[event.text for event in importer.read_part(path, part).events()] for part in parts]


def _example(asked: str, answer: str) -> dict[str, Any]:
    opening = {"role": "system", "content": "Be brief"}
    return {
        "messages": [opening, {"role": "user", "content": asked}, {"role": "assistant", "content": answer}]
    }


@pytest.mark.parametrize("importer", [OpenAIChatImporter(), AnthropicMessagesImporter()])
@pytest.mark.parametrize("bare", [False, True])
def test_unrelated_conversations_of_a_file_are_parts(
    tmp_path: Path, importer: OpenAIChatImporter | AnthropicMessagesImporter, bare: bool
) -> None:
    """A file of examples holds one a line, whose beginnings or answers may be the same."""
    records = [_example("Which port?", "8080"), _example("Ready?", "Yes"), _example("Sure?", "Yes")]
    records.append(_example("Sure?", "No"))
    path = write(tmp_path, _lines(*(each["messages"] if bare else each for each in records)), "set.jsonl")
    found = _texts_of_parts(importer, path)
    assert [each[1:] for each in found] == [
        ["Which port?", "8080"],
        ["Ready?", "Yes"],
        ["Sure?", "Yes"],
        ["Sure?", "No"],
    ]
    first = [next(iter(importer.read_part(path, part).events())).digest() for part in importer.parts(path)]
    assert len(set(first)) == 4
    with pytest.raises(InputError, match="holds 4 conversations"):
        importer.read(path)
    with pytest.raises(InputError, match="no conversation '5'"):
        importer.read_part(path, "5")
    kept = importer.copy(path, "2")
    assert kept is not None and b"Ready?" in kept and b"Which port?" not in kept


def test_a_conversation_keeps_its_id_when_another_comes_behind_it(tmp_path: Path) -> None:
    """An import of the shorter file is recognized."""
    importer = OpenAIChatImporter()
    alone = write(tmp_path, _lines(_example("Sure?", "Yes")), "one.jsonl")
    both = write(tmp_path, _lines(_example("Sure?", "Yes"), _example("Sure?", "No")), "two.jsonl")
    assert [event.digest() for event in importer.read(alone).events()] == [
        event.digest() for event in importer.read_part(both, "1").events()
    ]


def _said(*texts: str) -> dict[str, Any]:
    roles = ("user", "assistant")
    return {"messages": [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]}


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        pytest.param(
            [_said("a"), _said("a", "b", "c"), _said("a", "b", "c", "d", "e")], ["abcde"], id="growing"
        ),
        pytest.param(
            [_said("a", "b", "c", "d"), _said("c", "d", "e", "f")], ["abcdef"], id="older-ones-left-out"
        ),
        pytest.param(
            [_said("a", "b"), _said("k", "l"), _said("a", "b", "c"), _said("k", "l", "m")],
            ["abc", "klm"],
            id="interleaved",
        ),
        pytest.param([_said("a", "b", "c"), _said("a", "b", "c")], ["abc"], id="sent-again"),
        pytest.param(
            [{"session_id": "x", **_said("a", "b")}, {"session_id": "x", **_said("c", "d")}],
            ["abcd"],
            id="same-id",
        ),
        pytest.param(
            [{"session_id": "x", **_said("a", "b")}, {"session_id": "y", **_said("a", "b", "c")}],
            ["ab", "abc"],
            id="another-id",
        ),
        pytest.param(
            [_said("a"), {"messages": [{"role": "assistant", "content": "b"}]}], ["ab"], id="an-answer-alone"
        ),
    ],
)
def test_records_that_grow_are_one_conversation(
    tmp_path: Path, records: list[dict[str, Any]], expected: list[str]
) -> None:
    """Each record holds the one before, or its end; what holds neither begins another."""
    path = write(tmp_path, _lines(*records), "log.jsonl")
    assert ["".join(each) for each in _texts_of_parts(OpenAIChatImporter(), path)] == expected


def test_a_summary_goes_on_with_the_conversation_before_it(tmp_path: Path) -> None:
    """A program that compacts sends its summary in place of the earlier messages."""
    summary = "Here is a summary of the conversation to date:\n- Port 8080 is used"
    path = write(tmp_path, _lines(_said("a", "b", "c"), _said(summary, "d")), "log.jsonl")
    [texts] = _texts_of_parts(OpenAIChatImporter(), path)
    assert texts == ["a", "b", "c", summary, "d"]


def test_many_conversations_are_compared_with_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only with those that begin alike, or end in two messages that a record holds."""
    compared: list[list[str]] = []
    whole = array_groups._continues

    def counted(last: list[str], keys: list[str]) -> bool:
        compared.append(keys)
        return whole(last, keys)

    monkeypatch.setattr(array_groups, "_continues", counted)
    many = [_example(f"Question {number}?", f"Answer {number}") for number in range(200)]
    path = write(tmp_path, _lines(*many, *many), "set.jsonl")
    assert len(OpenAIChatImporter().parts(path)) == 200
    assert len(compared) <= 2 * len(many)


def test_conversations_with_the_same_instructions_are_apart(tmp_path: Path) -> None:
    """Their first events differ, so that they are two sessions; one that grew is the same."""
    system, path = {"role": "system", "content": "Be helpful."}, tmp_path / "chat.json"
    first: list[str] = []
    for talk in (["one"], ["two"], ["one", "more"]):
        path.write_text(json.dumps([system, *({"role": "user", "content": text} for text in talk)]))
        first.append(next(iter(OpenAIChatImporter().read(path).events())).digest())
    assert first[0] != first[1] and first[0] == first[2]
