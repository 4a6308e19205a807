"""Files that were cut off, inside a character or inside their first record, are named as that."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.test_contract import EXAMPLES
from workbench.errors import InputError
from workbench.importers.files.documents import split
from workbench.services.transcript_files.transcripts import read_transcript

HINT = "the file may be cut off: copy it again"


def refused(path: Path, content: bytes) -> InputError:
    """Return the error for a file with this content."""
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_transcript(str(path))
    return caught.value


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_line_that_ends_inside_a_character(size: int) -> None:
    """Bytes that are wrong inside a line are still called invalid."""
    begun = '{"text":"\U0001f600'.encode()
    assert split(begun[: len(begun) - size])[1] == "cut off inside a character, at byte 10"
    assert split(b'{"text":"\xf0\x9f"}')[1] == "invalid UTF-8 at byte 10"
    assert split(b'{"text":"\xff')[1] == "invalid UTF-8 at byte 10"


@pytest.mark.parametrize(
    "content",
    ['{"messages": [{"role": "user", "content": "caf\u00e9', '[{"role": "user", "content": "caf\u00e9'],
)
def test_a_document_that_ends_inside_a_character(tmp_path: Path, content: str) -> None:
    error = refused(tmp_path / "chat.json", content.encode()[:-1])
    assert (error.message, error.hint) == (
        f"{tmp_path}/chat.json ends inside a character: its text breaks off",
        HINT,
    )


def test_a_first_record_that_breaks_off(tmp_path: Path) -> None:
    """The line and the reason are reported, not another format."""
    first = EXAMPLES["codex"][1]().encode().split(b"\n")[0]
    error = refused(tmp_path / "x.jsonl", first[:-4])
    assert "x.jsonl holds no readable Codex records; line 1: " in error.message
    assert error.hint == HINT


def test_a_second_record_that_breaks_off(tmp_path: Path) -> None:
    """The first is a record of the format without a message."""
    records = b'{"type":"summary","leafUuid":"a","summary":"s"}\n{"type":"user","sessionId":"b","mess'
    error = refused(tmp_path / "x.jsonl", records)
    assert "x.jsonl holds no readable Claude Code messages; line 2: " in error.message
    assert error.hint == HINT


@pytest.mark.parametrize("content", [b'{"ty', b'{"some": "thing', b'[{"a": 1}, {"b"', b'{\n "a": {\n  "b'])
def test_a_file_of_one_value_that_breaks_off(tmp_path: Path, content: bytes) -> None:
    error = refused(tmp_path / "x.jsonl", content)
    assert "breaks off in its first record" in error.message
    assert error.hint == HINT


@pytest.mark.parametrize("content", [b'{"some": "thing"}', b'{"a": 1}\n{"b": ', b"words", b'{"a": 1} x'])
def test_what_does_not_break_off_in_its_first_record_is_of_no_known_format(
    tmp_path: Path, content: bytes
) -> None:
    assert "is of no known format" in refused(tmp_path / "x.jsonl", content).message
