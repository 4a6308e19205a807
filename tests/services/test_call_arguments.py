"""Arguments of calls put together again: only what gives the same call back."""

from __future__ import annotations

from typing import Any

import pytest

from gates.source import EventKind, SourceEvent
from workbench.exporters.base import NativeRecord
from workbench.importers.events.timeline import Calls
from workbench.services.contexts.call_arguments import call_arguments


def called(name: str, arguments: object) -> SourceEvent:
    draft = Calls().call(name, "c1", arguments)
    return SourceEvent(3, EventKind.TOOL_CALL, draft.text, "n3", tool=draft.tool, signals=draft.signals)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("Bash", {"command": "ls -l\necho done", "description": "look"}),
        ("Write", {"file_path": "/a.py", "content": "x = 1\n\nname: y\n"}),
        ("Edit", {"file_path": "/a.py", "old_string": "a", "new_string": "", "replace_all": True}),
        ("Read", {"path": "/a", "offset": 3, "limit": 40}),
        ("Bash", {"command": "5"}),
        (
            "TodoWrite",
            {"todos": [{"content": "Test", "status": "pending"}, {"content": "a\nb", "status": "completed"}]},
        ),
    ],
)
def test_the_structure_comes_back_from_the_text(name: str, arguments: dict[str, Any]) -> None:
    assert call_arguments([called(name, arguments)], {}) == {3: arguments}


@pytest.mark.parametrize(
    "arguments", ["*** Begin Patch\n*** End Patch", "", None, {"todos": "not a list"}, [1]]
)
def test_what_gives_another_call_is_left_a_text(arguments: object) -> None:
    event = called("TodoWrite" if isinstance(arguments, dict) else "apply_patch", arguments)
    for given in call_arguments([event], {}).values():
        assert Calls().call(event.tool.name, "c1", given).text == event.text  # type: ignore[union-attr]
    if not isinstance(arguments, dict):
        assert call_arguments([event], {}) == {}


def test_the_transcripts_own_record_goes_first_where_it_gives_this_call() -> None:
    event = called("Bash", {"command": "ls", "n": {"a": 1}})
    block = {"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "ls", "n": {"a": 1}}}
    claude = NativeRecord((3,), {"type": "assistant", "message": {"content": [block]}})
    assert call_arguments([event], {3: claude}) == {3: block["input"]}
    codex = NativeRecord(
        (3,), {"type": "response_item", "payload": {"arguments": '{"command":"ls","n":{"a":1}}'}}
    )
    assert call_arguments([event], {3: codex}) == {3: block["input"]}
    other = NativeRecord((3,), {"message": {"content": [{**block, "input": {"command": "rm"}}]}})
    assert call_arguments([event], {3: other}) == {}, "the record of another call is not this one's"
