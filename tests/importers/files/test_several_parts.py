"""Files with several conversations: what the store keeps of each, and what stays in memory."""

from __future__ import annotations

import errno
import json
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.importers import formats, recordings
from tests.importers.reads import Read
from tests.importers.test_contract import importer
from workbench.errors import InputError
from workbench.importers.base import HoldsSeveral
from workbench.importers.files.last_read import LastRead
from workbench.importers.files.unreadable import unreadable

ANTHROPIC = "https://api.anthropic.com/v1/messages"


def _chat(question: str) -> dict[str, Any]:
    said = [{"role": "user", "content": question}, {"role": "assistant", "content": f"Answer to {question}"}]
    return {"messages": said}


def _lines(*records: object) -> str:
    return "".join(json.dumps(each) + "\n" for each in records)


def _output(question: str) -> dict[str, Any]:
    event = {"id": 1, "source": "user", "action": "message", "args": {"content": question}, "timestamp": "x"}
    return {"instance_id": question, "history": [event]}


def _call(question: str, second: int) -> dict[str, Any]:
    asked = {"model": "m", "messages": [{"role": "user", "content": question}]}
    answered = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Yes"}]}
    return recordings.entry(ANTHROPIC, asked, answered, second)


def _inspect() -> str:
    return json.dumps(formats.inspect_log(*({**formats.inspect_sample(), "id": n} for n in (1, 2))))


FILES: dict[str, Callable[[], str]] = {
    "openai-chat": lambda: _lines(_chat("one?"), _chat("two?")),
    "jsonl-chat": lambda: _lines({"conversation": _chat("1")["messages"]}, {"chat": _chat("2")["messages"]}),
    "openhands": lambda: _lines(_output("one?"), _output("two?")),
    "har": lambda: recordings.har(_call("one?", 1), _call("two?", 2)),
    "inspect": _inspect,
}


@pytest.fixture(params=FILES)
def several(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[HoldsSeveral, Path, str]:
    """An importer, a file of two conversations, and the suffix of its name."""
    name = str(request.param)
    path = tmp_path / ("log.har" if name == "har" else "log.json" if name == "inspect" else "log.jsonl")
    path.write_text(FILES[name](), encoding="utf-8")
    found = importer(name)
    assert isinstance(found, HoldsSeveral)
    return found, path, path.suffix


@pytest.mark.parametrize("part", ["0", "3", "x", "", "²"])
def test_a_conversation_that_is_not_there_is_neither_read_nor_kept(
    several: tuple[HoldsSeveral, Path, str], part: str
) -> None:
    """Both refuse it in the same words."""
    found, path, _ = several
    assert len(found.parts(path)) == 2
    with pytest.raises(InputError) as read:
        found.read_part(path, part)
    with pytest.raises(InputError) as kept:
        found.copy(path, part)
    assert (kept.value.code, kept.value.message) == ("unknown_part", read.value.message)


def test_what_is_kept_of_each_reads_as_it(several: tuple[HoldsSeveral, Path, str], tmp_path: Path) -> None:
    """The copy contains only that conversation."""
    found, path, suffix = several
    for part in found.parts(path):
        kept = found.copy(path, part)
        assert kept is not None
        alone = tmp_path / f"alone{suffix}"
        alone.write_bytes(kept)
        first = Read(found.read_part(path, part))
        assert len(found.parts(alone)) == 1
        again = Read(found.read_part(alone, found.parts(alone)[0]))
        assert [each.text for each in again.events] == [each.text for each in first.events] != []


def test_a_file_is_held_only_while_its_conversations_are_taken(tmp_path: Path) -> None:
    """It is read once for all of them, read again on a new request, and released at the end."""

    class Whole:
        pass

    read: list[Path] = []

    def load(path: Path) -> Whole:
        read.append(path)
        return Whole()

    last, one, other = LastRead(load), tmp_path / "one", tmp_path / "other"
    kept = weakref.ref(last.of(one))
    assert last.of(one) is kept() and read == [one]
    last.again(one)
    assert kept() is None and read == [one, one]
    held = weakref.ref(last.of(other))
    with last.once():
        assert last.of(other) is held()
    assert held() is None


@pytest.mark.parametrize("name", ["openai-chat", "jsonl-chat"])
def test_a_file_of_one_conversation_is_released_once_it_is_read(tmp_path: Path, name: str) -> None:
    """Text written afterwards is read the next time, although the importer object is reused."""
    path = tmp_path / "one.jsonl"
    found = importer(name)
    for question in ("one?", "two?"):
        path.write_text(_lines(_chat(question)), encoding="utf-8")
        assert next(event.text for event in found.read(path).events()) == question
        path.write_text(_lines(_chat("later?")), encoding="utf-8")
        assert isinstance(found, HoldsSeveral)
        assert next(event.text for event in found.read_part(path, "1").events()) == "later?"


def test_what_the_system_says_is_a_part_of_the_sentence(tmp_path: Path) -> None:
    """In small letters, as all reasons are."""
    error = unreadable(tmp_path / "a.jsonl", PermissionError(errno.EACCES, "Permission denied"))
    assert error.message == "a.jsonl cannot be read: permission denied"
    assert unreadable(tmp_path / "a", OSError("RPC is bad")).message == "a cannot be read: RPC is bad"
