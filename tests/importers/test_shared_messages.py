"""Real files of the formats that hold messages, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.test_contract import Whole, check, importer
from tests.importers.test_shared import manifest
from workbench.importers import detect
from workbench.importers.base import HoldsSeveral

pytestmark = pytest.mark.shared_data

NAMES = {
    "swe-agent": "swe-agent",
    "mini-swe-agent": "mini-swe-agent",
    "inspect": "inspect",
    "atif": "atif",
    "har": "har",
    "langchain": "langchain",
    "openai_responses": "openai-responses",
}


def conversations(name: str, path: Path) -> list[Whole]:
    """Every conversation of a file, read whole."""
    made = importer(name)
    readings = [made.read(path)] if not isinstance(made, HoldsSeveral) else []
    if isinstance(made, HoldsSeveral):
        readings = [made.read_part(path, part) for part in made.parts(path)]
    found: list[Whole] = []
    for reading in readings:
        events = list(reading.events())
        found.append((reading.header, events, reading.totals))
    return found


def test_real_files_are_recognised_sound_and_have_their_compactions(shared_data: Path) -> None:
    """The files match the list, reading twice gives the same result, and common tools are known."""
    seen: set[str] = set()
    actions: set[str] = set()
    for row in manifest(shared_data):
        name = next((name for start, name in NAMES.items() if row["format"].startswith(start)), None)
        if name is None:
            continue
        path = shared_data / "sessions" / row["file"]
        assert detect(path).name == name, row["file"]
        found = conversations(name, path)
        for each in found:
            check(each)
            assert each[1] and not each[2].skipped, row["file"]
            actions |= {event.tool.action.value for event in each[1] if event.tool is not None}
        assert found == conversations(name, path)
        if row["compactions"]:
            assert sum(len(each[2].compactions) for each in found) == int(row["compactions"]), row["file"]
        seen.add(name)
    assert seen <= set(NAMES.values())
    if len(seen) == len(NAMES):
        assert {"command", "change", "read", "search", "question", "plan"} <= actions


def test_calls_have_their_results(shared_data: Path) -> None:
    """In every real run a result follows its call."""
    for folder, name in (("swe-agent", "swe-agent"), ("mini-swe-agent", "mini-swe-agent"), ("atif", "atif")):
        for path in sorted((shared_data / "sessions" / folder).glob("*")):
            _, events, _ = conversations(name, path)[0]
            calls = [event.tool.call_id for event in events if event.tool and event.kind.value == "tool_call"]
            results = [
                event.tool.call_id for event in events if event.tool and event.kind.value == "tool_result"
            ]
            assert sorted(calls) == sorted(results), path.name
