"""Broken lines cost themselves, never the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.build import Log, read, text
from workbench.importers import detect


def test_two_documents_on_one_line(tmp_path: Path) -> None:
    """Both are read, each with its own byte position."""
    log = Log()
    log.user("First")
    log.user("Sécond")
    log.user("Third")
    both = log.lines[0] + log.lines[1]
    path = tmp_path / "a.jsonl"
    path.write_text(f"{both}\n{log.lines[2]}\n", encoding="utf-8")
    found = read(path)
    assert [event.text for event in found.events] == ["First", "Sécond", "Third"]
    assert not found.totals.skipped
    data = path.read_bytes()
    for event in found.events:
        piece = data[event.offset : event.offset + event.length].decode()
        assert event.text in piece and piece.startswith("{") and piece.endswith("}")
    assert [event.line for event in found.events] == [1, 1, 2]


def test_broken_lines_are_named(tmp_path: Path) -> None:
    """A bare string, a cut-off record and a record without a message are skipped with number and reason."""
    log = Log()
    log.user("First")
    log.raw('"a bare string"')
    log.raw("[1, 2]")
    log.raw('{"type":"user","message":{"role":"user","content":"cut')
    log.raw('{"type":"user","uuid":"x","message":"no object"}')
    log.raw("")
    log.user("Last")
    found = log.read(tmp_path)
    assert [event.text for event in found.events] == ["First", "Last"]
    assert [skipped.line for skipped in found.totals.skipped] == [2, 3, 4, 5]
    reasons = [skipped.reason for skipped in found.totals.skipped]
    assert reasons[:2] == ["a JSON string, not a record", "a JSON list, not a record"]
    assert "at character" in reasons[2]
    assert reasons[3] == "a user record without a message"


def test_what_stands_before_the_break_is_read(tmp_path: Path) -> None:
    """A whole record followed by a cut-off one on the same line is kept."""
    log = Log()
    log.user("First")
    log.lines[0] += '{"type":"file-history-snap'
    found = log.read(tmp_path)
    assert [event.text for event in found.events] == ["First"]
    assert len(found.totals.skipped) == 1


@pytest.mark.parametrize("field", ["message", "toolUseResult"])
def test_bytes_that_are_no_utf8(tmp_path: Path, field: str) -> None:
    """A line with invalid bytes in any field is skipped with number and reason; the rest is read."""
    log = Log()
    log.user("Caf\u00e9")
    log.user("MARK" if field == "message" else "text", toolUseResult={"x": "MARK"})
    log.user("Last")
    data = log.write(tmp_path).read_bytes()
    path = tmp_path / "broken.jsonl"
    path.write_bytes(data.replace(b"MARK", b"\xff\xfe"))
    found = read(path)
    assert [event.text for event in found.events] == ["Caf\u00e9", "Last"]
    [skipped] = found.totals.skipped
    assert skipped.line == 2
    place = path.read_bytes().split(b"\n")[1].index(b"\xff") + 1
    assert skipped.reason == f"invalid UTF-8 at byte {place}"


def test_what_stands_before_invalid_bytes_is_read(tmp_path: Path) -> None:
    """A whole record before the document with the invalid bytes, on the same line, is kept."""
    log = Log()
    log.user("First")
    log.user("MARK")
    path = tmp_path / "broken.jsonl"
    path.write_bytes("".join(log.lines).encode().replace(b"MARK", b"\xff"))
    found = read(path)
    assert [event.text for event in found.events] == ["First"]
    assert [skipped.line for skipped in found.totals.skipped] == [1]


def test_lone_surrogates(tmp_path: Path) -> None:
    """An escape of half a character becomes U+FFFD; the event stays."""
    log = Log()
    log.user("SURROGATE")
    path = tmp_path / "broken.jsonl"
    path.write_bytes(log.write(tmp_path).read_bytes().replace(b"SURROGATE", b"\\ud83d!"))
    found = read(path)
    assert [event.text for event in found.events] == ["\ufffd!"]
    assert not found.totals.skipped
    assert detect(path).name == "claude-code"


def test_byte_order_mark_and_missing_last_line_end(tmp_path: Path) -> None:
    """Neither changes the events."""
    log = Log()
    log.user("One")
    log.user("Two")
    plain = log.read(tmp_path)
    path = tmp_path / "bom.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(log.lines).encode())
    found = read(path)
    assert [event.digest() for event in found.events] == [event.digest() for event in plain.events]
    assert path.read_bytes()[found.events[0].offset :].startswith(b"{")


def test_fields_of_odd_types(tmp_path: Path) -> None:
    """A record whose fields are of other types than expected loses only those fields."""
    log = Log()
    log.user(["a bare text", 7, {"type": "text", "text": "a block"}], isMeta="no", todos={"x": 1})
    log.assistant(text("Fine"), usage={"input_tokens": "many", "output_tokens": 2**70}, cwd=[1])
    found = log.read(tmp_path)
    assert [event.text for event in found.events] == ["a bare text", "a block", "Fine"]


def test_deep_nesting_is_skipped(tmp_path: Path) -> None:
    """A line nested beyond reason is skipped, not a crash."""
    log = Log()
    log.user("One")
    log.raw(
        '{"type":"user","uuid":"deep","message":{"role":"user","content":'
        + "[" * 100_000
        + "]" * 100_000
        + "}}"
    )
    found = log.read(tmp_path)
    assert [event.text for event in found.events] == ["One"]
    assert [skipped.line for skipped in found.totals.skipped] == [2]


def test_many_records_on_one_line(tmp_path: Path) -> None:
    """Hundreds of bookkeeping records on one line are counted, all of them."""
    log = Log()
    log.user("First")
    log.raw('{"type":"progress"}' * 300)
    log.user("Last")
    found = log.read(tmp_path)
    assert [event.text for event in found.events] == ["First", "Last"]
    assert found.totals.noise == 300
    assert not found.totals.skipped
