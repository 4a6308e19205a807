"""Compactions that a Claude Code transcript mentions, and the sidechains that stay out of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.importers.build import Log, text, usage
from workbench.importers.base import TokenCount

SUMMARY = """This session is being continued from a previous conversation that ran out of context.

1. Primary Request and Intent:
   - Build the parser

7. Pending Tasks:
   - Run the tests
"""


def test_boundary_and_summary(tmp_path: Path) -> None:
    """The range ends before the boundary; counts are reported, or those of the next call."""
    log = Log()
    log.user("Build it")
    log.assistant(text("Done"), usage=usage(150_000))
    log.compact(SUMMARY, trigger="auto", preTokens=151_000)
    log.user("<command-name>/compact</command-name>")
    log.assistant(text("On we go"), usage=usage(31_000))
    log.assistant(text("More"), usage=usage(33_000))
    found = log.read(tmp_path)
    assert found.kinds()[2:4] == ["system", "compaction"]
    [compaction] = found.totals.compactions
    assert (compaction.source_start, compaction.source_end, compaction.summary) == (0, 1, 3)
    assert (compaction.trigger, compaction.opaque, compaction.kept) == ("auto", False, ())
    assert compaction.prompt_version == "imported:claude-code/2.1.7"
    assert compaction.tokens_before == TokenCount(151_000, "reported")
    assert compaction.tokens_after == TokenCount(31_000, "next-usage")
    assert [(item.kind.value, item.text) for item in compaction.items] == [
        ("constraint", "Build the parser"),
        ("open_work", "Run the tests"),
    ]


def test_ranges_follow_one_another(tmp_path: Path) -> None:
    """The second range begins after the first summary; without preTokens the last call's context counts."""
    log = Log()
    log.user("One")
    log.compact(SUMMARY, trigger="manual")
    log.user("Two")
    log.assistant(text("Yes"), usage=usage(90_000))
    log.compact(SUMMARY)
    found = log.read(tmp_path)
    first, second = found.totals.compactions
    assert (first.source_start, first.source_end, first.trigger) == (0, 0, "manual")
    assert (second.source_start, second.source_end, second.trigger) == (3, 4, "unknown")
    assert second.tokens_before == TokenCount(90_000, "next-usage")
    assert second.tokens_after is None


def test_preserved_messages_are_kept(tmp_path: Path) -> None:
    """Preserved records above the boundary are kept; those written again below it are read once."""
    log = Log()
    log.user("One")
    kept = log.assistant(text("a"), text("b"))
    log.user("Two")
    log.compact(SUMMARY, preservedMessages={"anchorUuid": "x", "uuids": [kept, "gone"]}, postTokens=9)
    log.assistant(text("a"), text("b"), uuid=kept, parent=log.last)
    found = log.read(tmp_path)
    [compaction] = found.totals.compactions
    assert (compaction.source_end, compaction.kept) == (3, (1, 2))
    assert compaction.tokens_after == TokenCount(9, "reported")
    assert (len(found.events), found.totals.rewritten) == (6, 0)


def test_preserved_segment_is_kept(tmp_path: Path) -> None:
    """Where only the ends of the preserved segment are reported, everything between them is kept."""
    log = Log()
    log.user("One")
    head = log.user("Two")
    log.assistant(text("a"))
    tail = log.user("Three")
    log.compact(SUMMARY, preservedSegment={"headUuid": head, "anchorUuid": "x", "tailUuid": tail})
    assert log.read(tmp_path).totals.compactions[0].kept == (1, 2, 3)


def test_titles_and_microcompactions_are_none(tmp_path: Path) -> None:
    """A title, a microcompaction and a boundary without summary are no compactions."""
    log = Log()
    log.raw(json.dumps({"type": "summary", "summary": "Old title", "leafUuid": "elsewhere"}))
    log.user("One")
    log.add(
        "system", subtype="microcompact_boundary", content="Context microcompacted", microcompactMetadata={}
    )
    log.add(
        "system",
        subtype="compact_boundary",
        content="Conversation compacted",
        parent=None,
        compactMetadata={},
    )
    found = log.read(tmp_path)
    assert found.totals.compactions == []
    assert found.kinds() == ["user", "system", "system"]
    assert found.header.title == "One"


def test_a_file_that_begins_with_a_summary(tmp_path: Path) -> None:
    """Its beginning is missing: all that is left of its source is the mark, and the scope is incomplete."""
    log = Log()
    log.compact(SUMMARY)
    log.user("Go on")
    log.compact(SUMMARY)
    found = log.read(tmp_path)
    assert found.header.scope_complete is False
    ranges = [(each.source_start, each.source_end, each.summary) for each in found.totals.compactions]
    assert ranges == [(0, 0, 1), (2, 2, 4)]
    assert not found.totals.skipped


def test_a_file_that_begins_with_a_summary_without_its_mark(tmp_path: Path) -> None:
    """The summary represents the events it replaced, and the next summary has its own range."""
    log = Log()
    log.user(SUMMARY, isCompactSummary=True)
    log.user("Go on")
    log.compact(SUMMARY)
    found = log.read(tmp_path)
    ranges = [(each.source_start, each.source_end, each.summary) for each in found.totals.compactions]
    assert ranges == [(0, 0, 0), (1, 1, 3)]
    assert found.header.scope_complete is False and not found.totals.skipped


def test_scope(tmp_path: Path) -> None:
    """A dangling first parent or a first record in mid-conversation means that the beginning is missing."""
    dangling = Log()
    dangling.user("Go on", parent="elsewhere")
    assert dangling.read(tmp_path).header.scope_complete is False
    answer = Log()
    answer.assistant(text("As I said"))
    assert answer.read(tmp_path).header.scope_complete is False
    result = Log()
    result.result("t0", "output")
    assert result.read(tmp_path).header.scope_complete is False
    whole = Log()
    whole.add("progress", data={})
    whole.user("Hello")
    assert whole.read(tmp_path).header.scope_complete is True


def test_a_summary_without_boundary(tmp_path: Path) -> None:
    """A rewind that summarises from a message on keeps the events before it."""
    log = Log()
    log.user("One")
    parent = log.assistant(text("Kept"))
    log.user("Two")
    log.assistant(text("Dropped"))
    log.user(
        SUMMARY,
        parent=parent,
        isCompactSummary=True,
        summarizeMetadata={"direction": "from", "messagesSummarized": 2},
    )
    [compaction] = log.read(tmp_path).totals.compactions
    assert (compaction.source_start, compaction.source_end, compaction.trigger) == (2, 3, "manual")


@pytest.mark.parametrize(
    ("blocks", "kinds"),
    [
        ([SUMMARY], ["compaction"]),
        (["<system-reminder>Mind it</system-reminder>", SUMMARY], ["meta", "compaction"]),
        ([SUMMARY, "Now test it"], ["compaction", "user"]),
        (["Look at this:", SUMMARY], ["user", "user"]),
    ],
)
def test_a_summary_in_blocks_without_its_mark(tmp_path: Path, blocks: list[str], kinds: list[str]) -> None:
    """It is recognized by its opening words, also after reminders; after a human's words it is a quote."""
    log = Log()
    log.user("Build it")
    log.assistant(text("Done"))
    log.add("user", message={"role": "user", "content": [text(each) for each in blocks]})
    log.assistant(text("On we go"))
    found = log.read(tmp_path)
    assert found.kinds()[2:-1] == kinds
    at = 2 + kinds.index("compaction") if "compaction" in kinds else 0
    expected = [(0, at - 1, at)] if at else []
    compactions = found.totals.compactions
    assert [(each.source_start, each.source_end, each.summary) for each in compactions] == expected
    assert all(each.items for each in compactions)


def test_a_summary_up_to_a_message(tmp_path: Path) -> None:
    """A rewind that summarises up to a message keeps the messages from there on."""
    log = Log()
    for words in ("One", "Two", "Three"):
        log.user(words)
    metadata = {"direction": "up_to", "messagesSummarized": 2}
    log.user(SUMMARY, parent=None, isCompactSummary=True, summarizeMetadata=metadata)
    [compaction] = log.read(tmp_path).totals.compactions
    assert (compaction.source_start, compaction.source_end, compaction.kept) == (0, 2, (2,))


def test_rewinds_are_marked_as_sidechains(tmp_path: Path) -> None:
    """Of two prompts typed under one parent the abandoned one and all below it get a sidechain."""
    log = Log()
    log.user("Start")
    fork = log.assistant(text("Ready"))
    log.user("Try it one way")
    log.call("Bash", {"command": "ls"}, "t1")
    log.result("t1", "a.py")
    log.user("Try it the other way", parent=fork)
    log.assistant(text("Good"))
    found = log.read(tmp_path)
    sidechains = [event.sidechain for event in found.events]
    assert sidechains == [None, None, "rewind-1", "rewind-1", "rewind-1", None, None]


def test_parallel_tools_are_no_rewinds(tmp_path: Path) -> None:
    """Results and calls that fork the chain and commands of the program are none."""
    log = Log()
    log.user("Start")
    call = log.call("Read", {"file_path": "a"}, "t1", message="m1")
    log.call("Read", {"file_path": "b"}, "t2", message="m1")
    log.result("t1", "a", parent=call)
    end = log.result("t2", "b")
    log.user("<command-name>/exit</command-name>", parent=end)
    log.user("Next", parent=end)
    found = log.read(tmp_path)
    assert {event.sidechain for event in found.events} == {None}


def test_a_compaction_on_an_abandoned_branch_is_none(tmp_path: Path) -> None:
    """A compaction on an abandoned branch is not part of the timeline."""
    log = Log()
    start = log.user("Start")
    log.user("One way")
    log.compact(SUMMARY)
    log.user("Other way", parent=start)
    found = log.read(tmp_path)
    assert found.totals.compactions == []
    assert [event.sidechain for event in found.events] == [None, "rewind-1", "rewind-1", "rewind-1", None]
