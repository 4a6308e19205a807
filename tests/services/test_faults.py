"""A fault of one file leaves the others, and one line names it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gates.source import EventKind, SourceEvent
from tests.cli.run import Result, inside
from tests.importers.build import Log, text
from tests.store.test_trouble import small_disk
from workbench.importers import sniffing
from workbench.importers.base import ReadingTotals, SessionHeader, TranscriptReading
from workbench.importers.claude_code import ClaudeCodeImporter


def talk(session: str = "a", turns: int = 2, filler: str = "") -> Log:
    """A log of a few turns, of a session of its own."""
    log = Log()
    for number in range(turns):
        log.user(f"Keep src/a{number}.py as it is. {filler}")
        log.assistant(text(f"Kept src/a{number}.py."))
    log.lines = [line.replace("11111111-2222", f"1111111{session}-2222") for line in log.lines]
    return log


def deep(log: Log, levels: int = 300) -> Log:
    """The same with one more record, whose content nests that deep."""
    log.user("@@")
    nested = '[{"type":"tool_result","content":' * levels + '"x"' + "}]" * levels
    log.lines[-1] = log.lines[-1].replace('"@@"', nested)
    return log


def cli(tmp_path: Path, *words: str | Path) -> Result:
    """A command with a store of its own."""
    return inside(*words, "--store", tmp_path / "store.duckdb", cwd=tmp_path)


@pytest.mark.parametrize("levels", [300, 5_000])
def test_a_record_that_nests_too_deep_is_skipped_and_reported(tmp_path: Path, levels: int) -> None:
    """The records before and after it are read."""
    log = deep(talk(), levels)
    log.user("Go on.")
    read = log.read(tmp_path)
    assert len(read.events) == 5
    assert [(each.line, each.reason) for each in read.totals.skipped] == [
        (5, "nested too deeply, or a number too long")
    ]


@pytest.mark.parametrize("levels", [199, 200])
def test_a_record_of_any_depth_that_occurs_is_read(tmp_path: Path, levels: int) -> None:
    """Up to two hundred blocks within blocks."""
    assert deep(talk(), levels).read(tmp_path).totals.skipped == []
    assert deep(talk(), 201).read(tmp_path).totals.skipped


def test_a_fault_of_one_file_leaves_the_rest_of_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other files are still imported and scored, with any fault."""
    folder = tmp_path / "logs"
    folder.mkdir()
    talk("a").write(folder, "a.jsonl")
    bad = talk("b").write(folder, "b.jsonl")
    good = talk("c")
    good.compact("## Decisions\n- Keep src/a0.py as it is.")
    good.user("Go on.")
    good.write(folder, "c.jsonl")
    real = ClaudeCodeImporter.read

    for fault in (RecursionError("deep"), MemoryError(), KeyError("x")):

        def read(self: ClaudeCodeImporter, path: Path, fault: Exception = fault) -> TranscriptReading:
            if path.name == bad.name:
                raise fault
            return real(self, path)

        with monkeypatch.context() as patched:
            patched.setattr(ClaudeCodeImporter, "read", read)
            imported = cli(tmp_path, "import", "logs", "--json")
            assert len(imported.json["sessions"]) == 2
            assert "b.jsonl" in imported.err
            scored = cli(tmp_path, "score", "logs", "--json")
            assert len(scored.json["reports"]) == 1
            assert "b.jsonl" in scored.err


class Raising:
    """An importer of a plug-in that fails half way, or at once."""

    name = "raising"

    def __init__(self, at_once: bool) -> None:
        self.at_once = at_once

    def sniff(self, _head: bytes, name: str) -> bool:
        if not name.endswith(".rrr"):
            raise KeyError("sniff")
        return True

    def read(self, _path: Path) -> TranscriptReading:
        if self.at_once:
            raise KeyError("read")

        class Half:
            header = SessionHeader("raising", "r1")
            totals = ReadingTotals()

            def events(self) -> Iterator[SourceEvent]:
                yield SourceEvent(0, EventKind.USER, "Hi", "n0")
                raise KeyError("half")

        return Half()


class Point:
    """An entry point as package metadata lists it."""

    name = "raising"

    def __init__(self, at_once: bool) -> None:
        self.at_once = at_once

    def load(self) -> object:
        return lambda: Raising(self.at_once)


@pytest.mark.parametrize("at_once", [True, False])
def test_a_plug_in_that_raises_is_named_and_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: bool
) -> None:
    """It is no fault in this program."""
    monkeypatch.setattr(sniffing, "_points", lambda: [Point(at_once)])
    talk("a").write(tmp_path, "a.jsonl")
    (tmp_path / "b.rrr").write_text("what only the plug-in reads")
    stated = cli(tmp_path, "import", "b.rrr", "a.jsonl", "--json")
    assert len(stated.json["sessions"]) == 1
    assert "the importer 'raising' of a plug-in failed: KeyError" in stated.err
    assert "fault in the program" not in stated.err
    assert cli(tmp_path, "import", "a.jsonl", "--input-format", "raising").code == 2


@pytest.mark.parametrize("name", ["log.jsonl", "chat.json"])
@pytest.mark.parametrize("tail", [b"\0", b"\0" * 5_000], ids=["one", "many"])
def test_nul_bytes_at_the_end_do_not_refuse_a_transcript(tmp_path: Path, name: str, tail: bytes) -> None:
    """As a crash leaves them; one within is another matter."""
    path = talk(turns=20).write(tmp_path, name)
    if name.endswith(".json"):
        messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]
        path.write_text(json.dumps({"messages": messages}))
    whole = path.read_bytes()
    path.write_bytes(whole + tail)
    assert cli(tmp_path, "import", name).code == 0
    path.write_bytes(whole[:30] + b"\0" + whole[30:])
    assert "is binary" in cli(tmp_path, "import", name).err
    path.write_bytes(tail)
    assert "is empty" in cli(tmp_path, "import", name).err


def test_records_that_share_an_id_are_reported(tmp_path: Path) -> None:
    """The first one counts; each later one with other content is named by its line, a repetition is not."""
    log = Log()
    for number in range(3):
        log.user(f"Say {number}.", uuid="same")
        log.assistant(text(f"Said {number}."), uuid="same")
    log.lines.append(log.lines[0])
    read = log.read(tmp_path)
    assert len(read.events) == 1
    assert [each.line for each in read.totals.skipped] == [2, 3, 4, 5, 6]
    assert read.totals.rewritten == 5


def test_messages_that_all_repeat_the_id_of_a_record_are_reported(tmp_path: Path) -> None:
    """The file is read as what it is, instead of being refused as one without messages."""
    log = Log()
    log.add("system", content="Started", uuid="same")
    log.user("Say one.", uuid="same")
    log.write(tmp_path)
    done = cli(tmp_path, "import", "session.jsonl")
    assert done.code == 0 and "line 2: repeats the id of an earlier record" in done.out


def begun(tmp_path: Path, log: Log) -> dict[str, Any]:
    """Return the report on a compaction at the start of a log, followed by a short exchange."""
    log.user("Go on.")
    log.assistant(text("Gone on."))
    log.write(tmp_path)
    report: dict[str, Any] = cli(tmp_path, "score", "session.jsonl", "--json").json["reports"][0]
    assert (report["source_start"], report["source_end"], report["scope_complete"]) == (0, 0, False)
    return report


def test_a_file_that_begins_at_its_compaction_has_one(tmp_path: Path) -> None:
    """Its source is not in the file, so the report is advisory only."""
    log = Log()
    log.compact("## Decisions\n- Keep the index.", trigger="manual")
    report = begun(tmp_path, log)
    assert not report["replaceable"] and report["failure_actions"] == ["advisory"]


def test_a_summary_that_begins_a_file_is_no_source_of_itself(tmp_path: Path) -> None:
    """Without the boundary before it the claims have no source in the file, and are not called invented."""
    log = Log()
    log.user("## Decisions\n- Keep the index of src/search.py.", isCompactSummary=True)
    report = begun(tmp_path, log)
    rules = {finding["rule"] for gate in report["gates"].values() for finding in gate["findings"]}
    assert rules == {"out_of_scope", "other_limits"} and not report["replaceable"]
    taken = cli(tmp_path, "import", "session.jsonl", "--json")
    assert taken.code == 0 and len(taken.json["sessions"][0]["compactions"]) == 1


def test_a_repair_that_would_leave_nothing_is_refused(tmp_path: Path) -> None:
    """Its statements have their sources in a missing file, and an empty artifact is useless."""
    log = Log()
    log.compact("## Decisions\n- Keep the index of src/search.py.", trigger="manual")
    begun(tmp_path, log)
    session = cli(tmp_path, "import", "session.jsonl", "--json").json["sessions"][0]["session_id"]
    refused = cli(tmp_path, "repair", f"{session}:d-1", "--drop-unsourced")
    assert refused.code == 1
    assert "nothing of d-1 would be left" in refused.err and "import the earlier file first" in refused.err


def test_an_archive_of_another_program_is_no_broken_bundle(tmp_path: Path) -> None:
    """Its kind is named; a truncated bundle is still called a bundle."""
    from zipfile import ZipFile

    for name, member in (("log.eval", "header.json"), ("other.zip", "readme.txt")):
        with ZipFile(tmp_path / name, "w") as archive:
            archive.writestr(member, "{}")
    assert "no samples of Inspect" in cli(tmp_path, "import", "log.eval").err
    assert "is a zip archive, not a transcript" in cli(tmp_path, "import", "other.zip").err
    (tmp_path / "cut.bundle").write_bytes((tmp_path / "other.zip").read_bytes()[:40])
    assert "bundle" in cli(tmp_path, "import", "cut.bundle").err


def test_a_full_disk_is_one_line_and_true(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Files imported before are counted, and are in the store."""
    for name in "ab":
        talk(name).write(tmp_path, f"{name}.jsonl")
    log = talk("c", turns=2)
    log.user(random.Random(1).randbytes(8_000_000).hex())
    log.write(tmp_path, "c.jsonl")
    with small_disk(tmp_path, 12) as disk:
        store = disk / "store.duckdb"
        stated = inside("import", "a.jsonl", "b.jsonl", "c.jsonl", "--store", store, cwd=tmp_path)
        assert stated.code == 3
        assert "no space is left; 2 of 3 files were imported" in stated.err
        assert "nothing was done" not in stated.err and "the rest was not" in stated.err
        assert "Traceback" not in stated.err and not caplog.records
        assert len(inside("sessions", "--store", store, "--json", cwd=tmp_path).json["sessions"]) == 2


def test_memory_that_runs_out_is_no_fault_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A MemoryError is not reported as a fault of the program, at any step."""

    def listing(*_: object) -> None:
        raise MemoryError

    talk("a").write(tmp_path, "a.jsonl")
    assert cli(tmp_path, "import", "a.jsonl").code == 0
    monkeypatch.setattr("store.records.sessions.listing", listing)
    stated = cli(tmp_path, "sessions", "--json")
    assert "there is not enough memory" in stated.err and stated.json["code"] == "out_of_memory"


@pytest.mark.parametrize("name", ["log.jsonl", "chat.jsonl"])
def test_a_line_that_is_too_long_is_skipped_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The lines around it keep their numbers and are read; one of the very limit is read."""
    log = talk()
    if name == "chat.jsonl":
        log.lines = [json.dumps({"role": "user", "content": f"Say {number}."}) for number in range(4)]
    monkeypatch.setattr("workbench.importers.conversations.array_files.LARGEST_DOCUMENT", 10)
    log.lines.insert(1, json.dumps({"role": "user", "type": "user", "content": "y" * 900_000}))
    path = log.write(tmp_path, name)
    monkeypatch.setattr("workbench.importers.files.documents.LONGEST_LINE", len(log.lines[1]) - 1)
    reading = sniffing.detect(path).read(path)
    events = list(reading.events())
    assert len(events) == 4
    assert events[1].line == 3
    assert [(each.line, "is not read" in each.reason) for each in reading.totals.skipped] == [(2, True)]
    monkeypatch.setattr("workbench.importers.files.documents.LONGEST_LINE", len(log.lines[1]) + 1)
    reading = sniffing.detect(path).read(path)
    assert len(list(reading.events())) >= 4
    assert not any("is not read" in each.reason for each in reading.totals.skipped)


class SeveralTalks:
    """An importer of a plug-in whose files hold a conversation a line."""

    name = "lines"

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails

    def sniff(self, _head: bytes, name: str) -> bool:
        return name.endswith(".rrr")

    def parts(self, path: Path) -> tuple[str, ...]:
        return tuple(str(number) for number, _ in enumerate(path.read_text().splitlines(), 1))

    def read(self, path: Path) -> TranscriptReading:
        return self.read_part(path, "1")

    def read_part(self, path: Path, part: str) -> TranscriptReading:
        if self.fails and part == "2":
            raise KeyError("part")
        words = path.read_text().splitlines()[int(part) - 1]

        class Whole:
            header = SessionHeader("lines", f"line-{part}")
            totals = ReadingTotals()

            def events(self) -> Iterator[SourceEvent]:
                yield SourceEvent(0, EventKind.USER, words, "n0")

        return Whole()

    def copy(self, path: Path, part: str) -> bytes | None:
        return path.read_text().splitlines()[int(part) - 1].encode()


@pytest.mark.parametrize("fails", [False, True])
def test_a_plug_in_reads_several_conversations_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """As a built-in importer does; a fault in one of them is the plug-in's and leaves the other."""

    class Lines:
        name = "lines"

        def load(self) -> object:
            return lambda: SeveralTalks(fails)

    monkeypatch.setattr(sniffing, "_points", lambda: [Lines()])
    (tmp_path / "two.rrr").write_text("Keep the old names.\nDrop the second table.\n")
    stated = cli(tmp_path, "import", "two.rrr", "--json")
    assert len(stated.json["sessions"]) == 2 - fails
    assert ("the importer 'lines' of a plug-in failed: KeyError" in stated.err) == fails
    assert cli(tmp_path, "import", "two.rrr#1", "--json").json["sessions"]


def test_a_plug_in_that_cannot_be_loaded_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is not at fault, so none is named."""

    class Missing:
        name = "missing"

        def load(self) -> object:
            raise ImportError("no module named 'missing_library'")

    monkeypatch.setattr(sniffing, "_points", lambda: [Missing()])
    talk("a").write(tmp_path, "a.jsonl")
    stated = cli(tmp_path, "import", "a.jsonl", "--input-format", "missing")
    assert stated.code == 2
    assert "the importer 'missing' of a plug-in cannot be loaded: ImportError" in stated.err
    assert "nothing cannot be read" not in stated.err
