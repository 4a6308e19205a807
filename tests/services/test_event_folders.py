"""A conversation of OpenHands is a folder of files, one an event: it is imported and scored as one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import inside
from tests.importers.made import openhands
from workbench.errors import InputError
from workbench.services.transcript_files.event_folders import whole_transcript
from workbench.services.transcript_files.transcripts import read_transcript, transcripts_under


def conversation(folder: Path, *, most: int = 99) -> Path:
    """The folder of a conversation, as OpenHands keeps it."""
    events = folder / "conversations" / "0f0f0f0f" / "events"
    events.mkdir(parents=True, exist_ok=True)
    (events.parent / "base_state.json").write_text('{"agent": {}}')
    for number, line in enumerate(openhands().splitlines()[:most]):
        body = json.dumps(json.loads(line), indent=number % 2 or None)
        (events / f"event-{number:05}-abcdef0{number:02}.json").write_text(body)
    return events


def test_any_of_its_files_means_the_conversation(tmp_path: Path) -> None:
    """The events of all files, in the order of their numbers, each with a line of its own."""
    events = conversation(tmp_path)
    plain = tmp_path / "events.jsonl"
    plain.write_text(openhands())
    whole = read_transcript(str(plain))
    found = read_transcript(str(events / "event-00003-abcdef003.json"))
    assert [event.digest() for event in found.events] == [event.digest() for event in whole.events]
    assert [event.line for event in found.events] == [event.line for event in whole.events]
    assert found.compactions == whole.compactions


def test_a_folder_above_holds_one_transcript(tmp_path: Path) -> None:
    """A folder of event files is one transcript, listed by its first event; its state file is none."""
    events = conversation(tmp_path)
    (tmp_path / "other.jsonl").write_text("x")
    names = [path.name for path in transcripts_under(tmp_path)]
    assert names == ["event-00000-abcdef000.json", "other.jsonl"]
    assert [path.name for path in transcripts_under(events)] == ["event-00000-abcdef000.json"]


def test_a_conversation_that_goes_on_adds_only_what_is_new(tmp_path: Path) -> None:
    """Imported twice, with more events the second time; the whole of it is kept in the store."""
    conversation(tmp_path, most=9)
    store = tmp_path / "store.duckdb"

    def imported() -> dict[str, object]:
        stated = inside("import", tmp_path / "conversations", "--store", store, "--json", cwd=tmp_path)
        assert stated.code == 0, stated.err
        (session,) = stated.json["sessions"]
        return dict(session)

    first = imported()
    conversation(tmp_path)
    second = imported()
    assert first["session_id"] == second["session_id"]
    assert (first["events"], first["events_added"]) == (9, 9)
    assert (second["events"], second["events_added"]) == (15, 6)
    assert len(second["compactions"]) == 1  # type: ignore[arg-type]
    assert imported()["events_added"] == 0
    scored = inside("score", tmp_path / "conversations", "--json", cwd=tmp_path)
    assert len(scored.json["reports"]) == 1


def test_a_broken_event_is_reported_and_others_are_read(tmp_path: Path) -> None:
    """A file that was cut off is a broken line; one that cannot be read at all is an error."""
    events = conversation(tmp_path)
    broken = events / "event-00002-abcdef002.json"
    broken.write_text('{"kind": "Conv')
    found = read_transcript(str(events / "event-00000-abcdef000.json"))
    assert [each.line for each in found.skipped] == [3] and len(found.events) == 15
    broken.unlink()
    broken.mkdir()
    with pytest.raises(InputError, match="cannot read"), whole_transcript(str(broken)):
        raise AssertionError
