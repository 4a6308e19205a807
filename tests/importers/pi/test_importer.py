"""Sessions of pi: lists and trees of entries, what a compaction kept, commands that a human typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gates.source import EventKind, SourceEvent, ToolAction
from tests.importers.made import lines, pi
from workbench.errors import InputError
from workbench.importers.base import ReadingTotals, SessionHeader, TokenCount
from workbench.importers.pi.importer import PiImporter

HEADER: dict[str, Any] = {"type": "session", "id": "s-1", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/work"}


def read(
    folder: Path, records: str | list[dict[str, Any]]
) -> tuple[SessionHeader, list[SourceEvent], ReadingTotals]:
    path = folder / "session.jsonl"
    path.write_text(records if isinstance(records, str) else lines(records), encoding="utf-8")
    reading = PiImporter().read(path)
    events = list(reading.events())
    return reading.header, events, reading.totals


def user(text: str, **fields: Any) -> dict[str, Any]:
    body = {"role": "user", "content": [{"type": "text", "text": text}]}
    return {"type": "message", "timestamp": f"2026-01-01T00:00:{len(text):02}Z", "message": body, **fields}


def test_the_first_version_counts_entries_for_what_it_kept(tmp_path: Path) -> None:
    """`firstKeptEntryIndex` counts the header too; everything from that entry on stayed verbatim."""
    compaction = {
        "type": "compaction",
        "timestamp": "x",
        "summary": "## Next Steps\n- Go on",
        "firstKeptEntryIndex": 2,
        "tokensBefore": 99,
    }
    header, events, totals = read(tmp_path, [HEADER, user("one"), user("two2"), user("three"), compaction])
    (found,) = totals.compactions
    assert [events[each].text for each in found.kept] == ["two2", "three"]
    assert (found.source_start, found.source_end, found.summary) == (0, 2, 3)
    assert found.tokens_before == TokenCount(99, "reported")
    assert (found.prompt_version, [item.text for item in found.items]) == ("imported:pi/1", ["Go on"])
    assert header.title == "one"


def test_an_index_behind_the_last_entry_keeps_nothing(tmp_path: Path) -> None:
    """Where everything was summed up, pi names the compaction itself as the first entry that stays."""
    compaction = {
        "type": "compaction",
        "timestamp": "x",
        "summary": "s",
        "firstKeptEntryIndex": 2,
        "tokensBefore": 9,
    }
    assert read(tmp_path, [HEADER, user("one"), compaction])[2].compactions[0].kept == ()


def test_branches_that_were_left_are_sidechains(tmp_path: Path) -> None:
    """The last entry is the leaf; what is not on its way to the root stays out of the session's line."""
    _, events, totals = read(tmp_path, pi())
    sidechains = {
        event.text: event.sidechain for event in events if event.kind in (EventKind.USER, EventKind.ASSISTANT)
    }
    assert sidechains["Wrong way"] == sidechains["Going the wrong way."] == "branch-1"
    assert sidechains["Right way"] is None
    (found,) = totals.compactions
    assert [events[each].text for each in found.kept] == ["Keep this in mind", "I do."]
    assert not {event.ordinal for event in events if event.sidechain} & set(found.kept)


def test_a_later_compaction_may_keep_from_before_the_last(tmp_path: Path) -> None:
    """The range begins at the first event that stayed; the summary before is not shown again."""

    def entry(kind: str, number: int, **fields: Any) -> dict[str, Any]:
        before = f"e{number - 1}" if number > 1 else None
        return {"type": kind, "id": f"e{number}", "parentId": before, "timestamp": "x", **fields}

    def compaction(number: int, first: str) -> dict[str, Any]:
        return entry(
            "compaction", number, summary=f"s{number}", firstKeptEntryId=first, tokensBefore=9, fromHook=True
        )

    records = [{**HEADER, "version": 3}]
    records += [entry("message", n, message={"role": "user", "content": f"wish {n}"}) for n in (1, 2)]
    records += [compaction(3, "e2"), entry("message", 4, message={"role": "user", "content": "wish 4"})]
    records.append(compaction(5, "e2"))
    _, events, totals = read(tmp_path, records)
    first, second = totals.compactions
    assert (first.source_start, first.kept) == (0, (1,))
    assert (second.source_start, second.source_end, second.kept) == (1, 3, (1, 3))
    assert [events[each].text for each in second.kept] == ["wish 2", "wish 4"]
    assert second.trigger == "hook"


def test_a_command_that_a_human_typed_is_a_command(tmp_path: Path) -> None:
    """`!ls` is a call with its result; the model did not make it, so it is no step."""
    typed = {"role": "bashExecution", "command": "make", "output": "no", "exitCode": 2, "cancelled": False}
    _, events, _ = read(tmp_path, [HEADER, {"type": "message", "timestamp": "x", "message": typed}])
    call, result = events
    assert call.tool is not None and result.tool is not None
    assert (call.tool.action, call.tool.target) == (ToolAction.COMMAND, "make")
    assert (result.text, result.tool.failed, result.tool.call_id) == ("no", True, call.tool.call_id)
    assert call.step == 0


def test_an_entry_that_repeats_an_id_is_reported(tmp_path: Path) -> None:
    """An identical repetition is skipped; different words are reported, and the first ones stay."""
    first, other = user("one", id="e1", parentId=None), user("other", id="e1", parentId=None)
    _, events, totals = read(tmp_path, [HEADER, first, first, other])
    assert [event.text for event in events] == ["one"]
    assert totals.rewritten == 1 and [each.line for each in totals.skipped] == [4]


def test_notes_of_extensions_and_left_branches_are_no_words_of_a_human(tmp_path: Path) -> None:
    """What extensions put into the context is `meta`; their state is ignored; images are named."""
    image = {"role": "user", "content": [{"type": "image", "data": "QUJD", "mimeType": "image/png"}]}
    records = [
        HEADER,
        {
            "type": "custom_message",
            "id": "a",
            "parentId": None,
            "timestamp": "x",
            "content": "Note",
            "customType": "c",
        },
        {
            "type": "branch_summary",
            "id": "b",
            "parentId": "a",
            "timestamp": "x",
            "summary": "Left it",
            "fromId": "q",
        },
        {"type": "custom", "id": "c", "parentId": "b", "timestamp": "x", "data": {"n": 1}, "customType": "c"},
        {"type": "message", "id": "d", "parentId": "c", "timestamp": "x", "message": image},
        {"type": "session_info", "id": "e", "parentId": "d", "timestamp": "x", "name": "My title"},
    ]
    header, events, totals = read(tmp_path, records)
    assert [(event.kind.value, event.text) for event in events] == [
        ("meta", "Note"),
        ("meta", "Left it"),
        ("user", "[image image/png 3 bytes]"),
    ]
    assert header.title == "My title" and totals.noise == 3


def test_a_session_without_its_header_is_incomplete(tmp_path: Path) -> None:
    """Entries are still read; a file without any is refused."""
    header, events, _ = read(tmp_path, [user("one")])
    assert len(events) == 1 and not header.scope_complete and not header.native_id
    with pytest.raises(InputError, match="holds no entries"):
        read(tmp_path, [{"hello": 1}])


@pytest.mark.parametrize("head", [[HEADER], []])
def test_a_session_that_begins_with_a_compaction_has_it(tmp_path: Path, head: list[dict[str, Any]]) -> None:
    """With its header or without: what was compacted is in another file, so the scope is incomplete."""
    summary = {"type": "compaction", "id": "c1", "summary": "## Done\n- The parser.", "tokensBefore": 9_000}
    header, events, totals = read(tmp_path, [*head, summary, user("Go on"), {**summary, "id": "c2"}])
    assert not header.scope_complete and not totals.skipped
    ranges = [(each.source_start, each.source_end, each.summary) for each in totals.compactions]
    assert ranges == [(0, 0, 0), (1, 1, 2)]
    assert [item.text for item in totals.compactions[0].items] == ["The parser."]
    assert events[0].kind is EventKind.COMPACTION


def test_two_entries_on_one_line_are_counted_each_for_itself(tmp_path: Path) -> None:
    """A killed agent leaves such lines; the summary does not get the token count of the answer before it."""
    answer = {
        "type": "message",
        "timestamp": "x",
        "message": {
            "role": "assistant",
            "content": [{"type": "text", "text": "Done, only the link is left."}],
            "usage": {"input": 900, "output": 8},
            "stopReason": "stop",
        },
    }
    compaction = {
        "type": "compaction",
        "timestamp": "x",
        "summary": "## Next Steps\n" + "- Go on with the link\n" * 40,
        "firstKeptEntryIndex": 9,
        "tokensBefore": 900,
    }
    text = lines([HEADER, user("one")]) + lines([answer]).rstrip("\n") + lines([compaction])
    _, events, _ = read(tmp_path, text)
    assert [(event.tokens, event.provenance) for event in events[1:]] == [(8, "reported"), (224, "estimated")]
    assert events[1].line == events[2].line == 3
