"""The sample sessions are what the builder writes, and the gates see in them what was planted."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sample_sessions
from gates.artifact import Artifact, ArtifactSource, Origin, number_items
from gates.evaluate import evaluate
from gates.report import GateReport, Verdict
from gates.search.index import SourceIndex
from gates.source import SourceEvent, SourceRange, session_id
from sample_sessions.builder.__main__ import contents
from sample_sessions.builder.planted import planted
from workbench.capture.extract import capture_range
from workbench.importers.base import FoundCompaction, SessionHeader
from workbench.importers.claude_code import ClaudeCodeImporter

FOLDER = Path(sample_sessions.__file__).parent
CLAUDE = tuple(name for name in sample_sessions.NAMES if name.endswith(".jsonl"))
PLANTED: list[dict[str, Any]] = json.loads(planted())


def read(path: Path) -> tuple[SessionHeader, tuple[SourceEvent, ...], tuple[FoundCompaction, ...]]:
    reading = ClaudeCodeImporter().read(path)
    events = tuple(reading.events())
    return reading.header, events, tuple(reading.totals.compactions)


def score(path: Path) -> GateReport:
    """The gates over the one native compaction of a file."""
    header, events, (found,) = read(path)
    session = session_id(header.format, header.native_id, events[0])
    source = SourceRange(session, found.source_start, found.source_end, frozenset(found.kept))
    upto = events[: found.source_end + 1]
    artifact = Artifact(
        source=ArtifactSource(
            session_id=session,
            source_start=found.source_start,
            source_end=found.source_end,
            kept=found.kept,
        ),
        strategy="native",
        prompt_version=found.prompt_version,
        origin=Origin.IMPORTED,
        items=number_items(found.items),
        narrative=found.narrative,
    )
    capture = capture_range(session, upto, found.source_start, found.source_end)
    return evaluate(artifact, SourceIndex.build(source, upto, scope_complete=header.scope_complete), capture)


@cache
def report(name: str) -> GateReport:
    return score(FOLDER / name)


def rules(given: GateReport, gate: str) -> Counter[str]:
    return Counter(finding.rule for finding in given.gates[gate].findings)


def hard(given: GateReport, gate: str) -> list[str]:
    return [f"{f.rule}: {f.message}" for f in given.gates[gate].findings if f.severity == "hard"]


def summary_of(name: str) -> str:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record.get("isCompactSummary"):
            content = record["message"]["content"]
            assert isinstance(content, str)
            return content
    raise AssertionError(f"{name} holds no summary")


def test_files_are_what_the_builder_writes() -> None:
    """Each generated file holds, byte for byte, what the stories give."""
    for name, text in contents().items():
        assert (FOLDER / name).read_bytes() == text.encode(), name
        assert "{{tests" not in text and "{{diff" not in text and "\n@@ user" not in text


def test_paths_are_in_a_fixed_order() -> None:
    """The helper lists the four samples, all of them there."""
    assert [path.name for path in sample_sessions.paths()] == list(sample_sessions.NAMES)
    assert all(path.is_file() for path in sample_sessions.paths())


@pytest.mark.parametrize("name", CLAUDE)
def test_records_are_well_formed(name: str) -> None:
    """Every line is a JSON object, parents come first, uuids are unique, results follow their calls."""
    uuids: set[str] = set()
    calls: set[str] = set()
    answered: set[str] = set()
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if "uuid" not in record:
            continue
        assert record["parentUuid"] is None or record["parentUuid"] in uuids
        assert record["uuid"] not in uuids
        uuids.add(record["uuid"])
        content = (record.get("message") or {}).get("content")
        for block in content if isinstance(content, list) else []:
            if block["type"] == "tool_use":
                calls.add(block["id"])
            elif block["type"] == "tool_result":
                assert block["tool_use_id"] in calls - answered
                answered.add(block["tool_use_id"])
    assert calls == answered


@pytest.mark.parametrize("name", CLAUDE)
def test_reported_tokens_agree(name: str) -> None:
    """Context grows from call to call, and `preTokens` is the last sum before the boundary."""
    last, seen = 0, 0
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record.get("subtype") == "compact_boundary":
            assert record["compactMetadata"]["preTokens"] == last
            last, seen = 0, seen + 1
        usage = (record.get("message") or {}).get("usage")
        if usage:
            parts = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
            total = sum(usage[part] for part in parts)
            assert total >= last - 10
            last = total
    assert seen == 1


@pytest.mark.parametrize("name", CLAUDE)
def test_samples_import_whole(name: str) -> None:
    """Hundreds of events, one readable compaction about two thirds in, nothing skipped."""
    header, events, (found,) = read(FOLDER / name)
    assert header.scope_complete
    assert 250 <= len(events) <= 500
    assert 0.55 <= found.source_end / len(events) <= 0.8
    assert found.items and not found.opaque
    assert 150_000 <= (FOLDER / name).stat().st_size <= 600_000


def test_chat_is_a_messages_array() -> None:
    """A system message, then user and assistant; 150 to 250 messages in all."""
    messages = json.loads((FOLDER / "kitchen-chat.json").read_text(encoding="utf-8"))["messages"]
    assert 150 <= len(messages) <= 250
    assert [message["role"] for message in messages[:3]] == ["system", "user", "assistant"]
    assert all(message["content"].strip() for message in messages)


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: f"{plant['gate']}-{plant['rule_hint']}")
def test_planted_lines_stand_in_the_summary_once(plant: dict[str, Any]) -> None:
    """Each planted line is in its summary exactly once, in the section that is named."""
    text = summary_of(plant["file"])
    assert text.count(plant["planted"]) == 1
    place = text.index(plant["planted"])
    assert f"\n{plant['section']}. " in text[:place]
    assert f"\n{plant['section'] + 1}. " not in text[:place]


def test_lost_open_work_fails_retention_and_contradiction() -> None:
    """C names the lost items, D the false test result and the message left out of the list; A and B pass."""
    given = report("lost-open-work.jsonl")
    assert given.gates["A"].status is Verdict.PASS
    assert given.gates["B"].status is Verdict.PASS
    assert given.gates["C"].status is Verdict.FAIL
    assert given.gates["D"].status is Verdict.FAIL
    lost = " ".join(hard(given, "C"))
    for words in ("Backfill keys", "dead letter alert", "compare_totals.py", "retry limit at 3"):
        assert words in lost
    assert len(hard(given, "C")) == 4
    assert "decision may have been altered: Keep the retry limit at 3" in lost
    unlisted, untrue = hard(given, "D")
    assert unlisted.startswith("message_list_incomplete: ") and "compare_totals.py" in unlisted
    assert untrue.startswith("status_conflict: ") and "[199]" in untrue
    assert given.tags == ("insufficient_fidelity", "contradiction_detected")


def test_clean_run_passes() -> None:
    """The good compaction passes A to D without a hard finding, and enough is counted to believe it."""
    given = report("clean-run.jsonl")
    for gate in "ABCD":
        assert given.gates[gate].status is Verdict.PASS, hard(given, gate)
        assert not hard(given, gate)
    assert not given.tags and given.to_confirm == ("E",)


def test_invented_instruction_fails_traceability() -> None:
    """B finds the invented quote, D the finished work reported as open, which C lists too."""
    given = report("invented-instruction.jsonl")
    assert given.gates["B"].status is Verdict.FAIL
    assert [text.split(":")[0] for text in hard(given, "B")] == ["quote_not_said"]
    assert rules(given, "C")["finished_told_open"] == 1
    assert given.gates["C"].status is Verdict.PASS
    assert given.gates["D"].status is Verdict.FAIL
    (untrue,) = hard(given, "D")
    assert untrue.startswith("status_conflict: ") and "Mask mail addresses and phone numbers" in untrue


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: f"{plant['gate']}-{plant['rule_hint']}")
def test_healing_a_planted_line_turns_its_finding(plant: dict[str, Any], tmp_path: Path) -> None:
    """With the planted line healed the finding is gone and nothing else is found instead."""
    name = plant["file"]
    before = report(name)
    after = score(healed(name, [plant], tmp_path))
    assert rules(before, plant["gate"])[plant["rule_hint"]] > rules(after, plant["gate"])[plant["rule_hint"]]
    for gate in "ABCD":
        assert len(hard(after, gate)) <= len(hard(before, gate))


@pytest.mark.parametrize("name", ["lost-open-work.jsonl", "invented-instruction.jsonl"])
def test_healing_everything_passes(name: str, tmp_path: Path) -> None:
    """With every planted line healed the compaction passes A to D: nothing else is wrong in it."""
    after = score(healed(name, [plant for plant in PLANTED if plant["file"] == name], tmp_path))
    for gate in "ABCD":
        assert after.gates[gate].status is Verdict.PASS, hard(after, gate)


def healed(name: str, plants: list[dict[str, Any]], folder: Path) -> Path:
    """A copy of a sample with planted lines replaced; several plants of one line add up."""
    lines = []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record.get("isCompactSummary"):
            text = record["message"]["content"]
            for plant in plants:
                if plant["planted"] in text:
                    text = text.replace(plant["planted"], plant["healed"])
            record["message"]["content"] = text
        lines.append(json.dumps(record, ensure_ascii=False))
    target = folder / name
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target
