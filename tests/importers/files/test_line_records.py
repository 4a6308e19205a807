"""The records of a file: broken, endless, deep and packed lines, for every importer that reads records."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pyarrow as pa
import pytest

from tests.importers.test_contract import EXAMPLES, check, whole
from workbench import plugin_registry
from workbench.errors import InputError
from workbench.importers import detect
from workbench.importers.base import SkippedLine
from workbench.importers.files import documents
from workbench.importers.files.line_records import LineRecord, document_of, line_records
from workbench.importers.files.unpacking import ZSTD_MAGIC, plain_name
from workbench.services.transcript_files.transcripts import transcripts_under

OF_RECORDS = ("codex", "pi", "openhands", "gemini-cli")


def packed(path: Path, content: bytes) -> Path:
    """A file packed with Zstandard."""
    with pa.OSFile(str(path), "wb") as file, pa.CompressedOutputStream(file, "zstd") as stream:
        stream.write(content)
    return path


def example(name: str) -> bytes:
    return EXAMPLES[name][1]().encode()


@pytest.mark.parametrize("name", OF_RECORDS)
def test_a_packed_file_reads_as_the_plain_one(name: str, tmp_path: Path) -> None:
    """Recognised by what is in it, with the same ids, digests, lines and places."""
    plain = tmp_path / EXAMPLES[name][0]
    plain.write_bytes(example(name))
    path = packed(tmp_path / f"{plain.name}.zst", example(name))
    assert path.read_bytes().startswith(ZSTD_MAGIC)
    assert detect(path).name == name
    assert whole(name, path) == whole(name, plain)


@pytest.mark.parametrize("name", OF_RECORDS)
def test_a_packed_file_that_breaks_off_is_read_as_far_as_it_goes(name: str, tmp_path: Path) -> None:
    """What cannot be unpacked is reported with the line at which it happened."""
    path = packed(tmp_path / "file.jsonl.zst", example(name) * 400)
    path.write_bytes(path.read_bytes()[:-40])
    _, events, totals = whole(name, path)
    assert events
    assert "cannot be read from here on" in totals.skipped[-1].reason
    assert totals.skipped[-1].line > 5


def test_a_packed_file_of_another_format_says_what_to_do(tmp_path: Path) -> None:
    """Formats that are not read packed name the way out, and so does a packed file of no format."""
    path = packed(tmp_path / "session.jsonl.zst", example("claude-code"))
    for given in (None, "claude-code"):
        with pytest.raises(InputError, match="compressed with zstd") as caught:
            detect(path, given)
        assert "zstd -d" in caught.value.hint
    with pytest.raises(InputError, match="no known format"):
        detect(packed(tmp_path / "hello.zst", b"hello"))
    with pytest.raises(InputError, match="is empty"):
        detect(packed(tmp_path / "empty.zst", b""))
    (tmp_path / "damaged.zst").write_bytes(ZSTD_MAGIC + b"rubbish that is no frame at all")
    with pytest.raises(InputError, match="cannot be read"):
        detect(tmp_path / "damaged.zst")


def test_packed_rollouts_are_found_in_folders(tmp_path: Path) -> None:
    """A folder of transcripts holds the packed ones too; other packed files are not looked at."""
    names = ("a.jsonl", "b.jsonl.zst", "c.zst", "d.json", "e.txt")
    for name in names:
        (tmp_path / name).write_bytes(b"x")
    assert [path.name for path in transcripts_under(tmp_path)] == ["a.jsonl", "b.jsonl.zst", "d.json"]
    assert plain_name("a.jsonl.ZST") == "a.jsonl" and plain_name("a.jsonl") == "a.jsonl"


@pytest.mark.parametrize("name", OF_RECORDS)
def test_an_endless_line_is_not_held(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line over the limit is reported and skipped, without being in memory whole; all else is read."""
    monkeypatch.setattr(documents, "LONGEST_LINE", 1 << 20)
    plain = tmp_path / "plain.jsonl"
    plain.write_bytes(example(name))
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        for line in example(name).splitlines(keepends=True):
            file.write(line)
            file.write(b'{"pad":"' + b"x" * (24 << 20) + b'"}\n' if file.tell() < (2 << 20) else b"")
    tracemalloc.start()
    found = whole(name, path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [event.text for event in found[1]] == [event.text for event in whole(name, plain)[1]]
    assert [each.line for each in found[2].skipped] == [2]
    assert "MB is not read" in found[2].skipped[0].reason
    assert peak < (12 << 20)


@pytest.mark.parametrize("name", plugin_registry.BUILT_IN["importers"])
def test_a_deep_record_is_skipped(name: str, tmp_path: Path) -> None:
    """A record nested 300 deep, and one 100,000 deep, are reported; the others are read."""
    lines = example(name).splitlines()
    if len(lines) < 3:
        pytest.skip("one document has no lines")
    bomb = b'{"type":"message","timestamp":"x","id":"b","kind":"MessageEvent","payload":%s1%s}'
    deep = [bomb % (b"[" * depth, b"]" * depth) for depth in (300, 100_000)]
    path = tmp_path / EXAMPLES[name][0]
    path.write_bytes(b"\n".join([lines[0], *deep, *lines[1:]]) + b"\n")
    found = whole(name, path)
    check(found)
    if name in OF_RECORDS:
        assert [each.line for each in found[2].skipped] == [2, 3]
        assert all("nested too deeply" in each.reason for each in found[2].skipped)


@pytest.mark.parametrize("name", OF_RECORDS)
def test_signs_that_are_no_text_are_tolerated(name: str, tmp_path: Path) -> None:
    """NUL, half a character and invalid UTF-8 in or between lines lose no other record."""
    content = example(name)
    said = b"Build the exporter"
    odd = content.replace(said, b"Build\\u0000 the \\ud800exporter") + b"\0\0\0\n\xff\xfe{}\n"
    path = tmp_path / "odd.jsonl"
    path.write_bytes(odd)
    found = whole(name, path)
    check(found)
    plain = tmp_path / "plain.jsonl"
    plain.write_bytes(content)
    assert len(found[1]) == len(whole(name, plain)[1])
    assert any("Build\0 the \ufffdexporter" in event.text for event in found[1])
    assert any("UTF-8" in each.reason for each in found[2].skipped)


def test_two_records_on_a_line_are_two(tmp_path: Path) -> None:
    """An agent that was killed while it wrote leaves them; each has a place of its own."""
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"a":1}{"b":"\xc3\xa9"} tail\n[1]\n\n{"c":3}\r\n')
    found = list(line_records(path))
    records = [each for each in found if isinstance(each, LineRecord)]
    assert [(each.value, each.line, each.offset, each.length) for each in records] == [
        ({"a": 1}, 1, 0, 7),
        ({"b": "\u00e9"}, 1, 7, 10),
        ({"c": 3}, 4, 28, 7),
    ]
    skipped = [each for each in found if isinstance(each, SkippedLine)]
    assert [each.line for each in skipped] == [1, 2]
    assert "a JSON list, not a record" in skipped[1].reason


def test_a_document_is_told_from_lines(tmp_path: Path) -> None:
    """An object on the first line makes lines of a file; a list, or a document over lines, makes it one."""
    cases: list[tuple[str, object]] = [
        ('{"a":1}\n{"b":2}\n', None),
        ('{"a":1}', None),
        ('[{"a":1}]', [{"a": 1}]),
        ('{\n "a": 1\n}\n', {"a": 1}),
        ('{\n "a": ', None),
        ("", None),
    ]
    for number, (text, value) in enumerate(cases):
        path = tmp_path / f"{number}.json"
        path.write_text(text)
        assert document_of(path) == value, text
