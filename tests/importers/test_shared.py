"""Real transcripts, where they are at hand."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gates.artifact import ItemKind
from gates.source import EventKind
from tests.importers.build import read
from tests.importers.test_contract import Whole, check, importer, whole
from workbench.importers import detect
from workbench.importers.base import HoldsSeveral
from workbench.importers.codex.contents import is_harness

pytestmark = pytest.mark.shared_data

READABLE = {
    "claude-code": "claude-code",
    "codex-rollout": "codex",
    "pi-session": "pi",
    "openhands": "openhands",
    "gemini-cli-session": "gemini-cli",
    "anthropic_messages_with_compaction_block": "anthropic-messages",
    "openai_chat_completions": "openai-chat",
}


def manifest(shared_data: Path) -> list[dict[str, str]]:
    with (shared_data / "sessions" / "MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [row for row in rows if (shared_data / "sessions" / row["file"]).is_file()]


def format_of(row: dict[str, str]) -> str | None:
    return next((name for start, name in READABLE.items() if row["format"].startswith(start)), None)


def conversations(name: str, path: Path) -> Iterator[Whole]:
    """Every conversation of a file."""
    made = importer(name)
    parts = made.parts(path) if isinstance(made, HoldsSeveral) else ()
    if len(parts) < 2:
        yield whole(name, path)
        return
    for part in parts:
        assert isinstance(made, HoldsSeveral)
        reading = made.read_part(path, part)
        events = list(reading.events())
        yield reading.header, events, reading.totals


def test_the_outputs_of_a_real_evaluation_are_conversations(shared_data: Path) -> None:
    """Three instances, three sessions that share no first event."""
    path = shared_data / "sessions" / "openhands" / "multi_swe_bench_output.jsonl"
    found = list(conversations("openhands", path))
    assert len(found) == 3 and not any(totals.skipped for _, _, totals in found)
    assert len({events[0].digest() for _, events, _ in found}) == 3


def test_every_transcript_imports_with_its_compactions(shared_data: Path) -> None:
    """Each file of a known format is recognised, reads soundly, and has the compactions it is listed with."""
    count = 0
    for row in manifest(shared_data):
        path, name = shared_data / "sessions" / row["file"], format_of(row)
        if name is None:
            continue
        assert detect(path).name == name, row["file"]
        compactions = 0
        for found in conversations(name, path):
            check(found)
            assert found[1], row["file"]
            bare = any("events that are not in this file" in each.reason for each in found[2].skipped)
            compactions += len(found[2].compactions) + bare
        if row["compactions"]:
            assert compactions == int(row["compactions"]), row["file"]
        count += 1
    assert count >= 60


def test_real_summaries_become_items(shared_data: Path) -> None:
    """Summaries give dozens of single statements of all main kinds, and little narrative."""
    kinds: set[ItemKind] = set()
    for path in sorted((shared_data / "sessions" / "claude-code").glob("cc-2*compaction*.jsonl")):
        for compaction in read(path).totals.compactions:
            items = compaction.items
            assert len(items) >= 20, path.name
            kinds |= {item.kind for item in items}
            assert not any(item.text.endswith(":") and "\n" not in item.text for item in items)
            assert not any(item.text.startswith(("- ", "* ", "**")) for item in items)
            assert not any("full transcript at" in item.text for item in items)
            prose = [item for item in items if "\n" not in item.text and item.speaker is None]
            assert sum(len(item.text) for item in prose) / len(prose) < 200
            said = sum(len(item.text) for item in items)
            assert len(compaction.narrative or "") < 0.3 * said, path.name
    assert kinds >= {
        ItemKind.CONSTRAINT,
        ItemKind.CLAIM,
        ItemKind.ARTIFACT_REF,
        ItemKind.FAILURE,
        ItemKind.OPEN_WORK,
    }


def test_real_quotations_are_found_in_human_messages(shared_data: Path) -> None:
    """Most words attributed to the user occur in a user event, an answer, or a refusal."""
    quoted = found = 0
    for path in sorted((shared_data / "sessions" / "claude-code").glob("cc-2*compaction*.jsonl")):
        session = read(path)
        said = "\n".join(
            [event.text for event in session.events if event.kind.value == "user"]
            + [entry.text for event in session.events for signal in event.signals for entry in signal.entries]
        )
        folded = " ".join(said.split()).casefold()
        for compaction in session.totals.compactions:
            for item in compaction.items:
                if item.speaker == "user":
                    quoted += 1
                    found += " ".join(item.text.split())[:40].casefold() in folded
    assert quoted > 50
    assert found / quoted > 0.8


def test_parallel_tools_of_real_sessions_are_no_rewinds(shared_data: Path) -> None:
    """None of these sessions was rewound, though each forks hundreds of times."""
    for path in sorted((shared_data / "sessions" / "claude-code").glob("cc-2*.jsonl")):
        assert {event.sidechain for event in read(path).events} == {None}, path.name


_SPOKEN = (EventKind.USER, EventKind.ASSISTANT, EventKind.META)


def test_codex_keeps_what_its_replacement_history_repeats(shared_data: Path) -> None:
    """Every word of human and model in the new history is found again, and nothing else of theirs."""
    count = 0
    for path in sorted((shared_data / "sessions" / "codex").glob("[ag]*.jsonl")):
        _, events, totals = whole("codex", path)
        histories = [
            [item for item in record["payload"]["replacement_history"] if item["type"] == "message"]
            for record in records_of(path)
            if record["type"] == "compacted"
        ]
        assert len(histories) == len(totals.compactions), path.name
        for history, found in zip(histories, totals.compactions, strict=True):
            texts = ["".join(part.get("text", "") for part in item["content"]) for item in history]
            spoken = sorted(text for text in texts if not is_harness(text))
            kept = [events[each] for each in found.kept]
            said = [each.text for each in kept if not is_harness(each.text) and each.kind in _SPOKEN]
            assert sorted(said) == spoken, (path.name, found.summary)
            assert found.opaque and not found.items and found.trigger == "auto"
            assert found.tokens_before is not None and found.tokens_before.tokens > 80_000
            assert found.tokens_after is not None and 10_000 < found.tokens_after.tokens < 40_000
            count += 1
    assert count == 16


def test_openhands_forgets_exactly_what_is_named(shared_data: Path) -> None:
    """Events that stay are those of the records that no condensation so far has named."""
    count = 0
    for path in sorted((shared_data / "sessions" / "openhands").glob("sdk-*.jsonl")):
        _, events, totals = whole("openhands", path)
        shown: list[str] = []
        expected: list[set[str]] = []
        for record in records_of(path):
            if record["kind"] == "Condensation":
                shown = [each for each in shown if each not in record["forgotten_event_ids"]]
                expected.append(set(shown))
            else:
                shown.append(record["id"])
        kept = [
            {events[each].native_id.rsplit("#", 1)[0] for each in found.kept} for found in totals.compactions
        ]
        assert kept == expected, path.name
        assert all(not found.opaque and len(found.items) > 2 for found in totals.compactions)
        count += len(kept)
    assert count == 43


def records_of(path: Path) -> list[dict[str, Any]]:
    """The objects of a file, one a line, read without the program; broken lines are left out."""
    found = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        with suppress(ValueError):
            found.append(json.loads(line))
    return found


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("codex", "codex/git-sync-0.118.0-[17]*.jsonl"),
        ("codex", "made/codex/*.jsonl"),
        ("pi", "pi/compact*.jsonl"),
        ("openhands", "openhands/sdk-[03]*.jsonl"),
        ("gemini-cli", "made/gemini/*-54-*.jsonl"),
    ],
)
def test_real_files_only_grow(name: str, files: str, shared_data: Path, tmp_path: Path) -> None:
    """At any earlier end of a real transcript, its events are a prefix with the same ids and digests."""
    for path in sorted((shared_data / "sessions").glob(files)):
        after = [(event.native_id, event.digest()) for event in whole(name, path)[1]]
        lines = path.read_bytes().split(b"\n")
        for part in (2, 3, 5):
            shorter = tmp_path / "shorter.jsonl"
            shorter.write_bytes(b"\n".join(lines[: max(3, len(lines) * part // 7)]))
            before = [(event.native_id, event.digest()) for event in whole(name, shorter)[1]]
            assert before == after[: len(before)], path.name
