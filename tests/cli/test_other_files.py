"""A file in another one's place: the message names what was given, and says what to do instead."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.cli.run import inside
from tests.importers import formats

TALK = [{"role": "user", "content": "Keep the limit at 3."}, {"role": "assistant", "content": "Kept."}]


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A chat as a file."""
    made = tmp_path / "talk.json"
    made.write_text(json.dumps(TALK), encoding="utf-8")
    return made


@pytest.mark.parametrize("cut", [None, 40])
def test_an_archive_of_samples_in_place_of_a_summary_is_named(
    cut: int | None, talk: Path, tmp_path: Path
) -> None:
    """Not that its bytes are no text: a whole archive, and one that is cut off."""
    log = tmp_path / "run.eval"
    with zipfile.ZipFile(log, "w") as archive:
        archive.writestr("header.json", json.dumps({"version": 2}))
        archive.writestr("samples/1_epoch_1.json", json.dumps(formats.inspect_sample()))
    log.write_bytes(log.read_bytes()[:cut])
    stated = inside("score", log, "--source", talk, "--json", cwd=tmp_path)
    assert (stated.code, stated.json["code"]) == (2, "transcript_given")
    assert f"{log} is a transcript (inspect)" in stated.json["message"]
    assert f"`workbench score {log}`" in stated.json["hint"]


def test_other_bytes_in_place_of_a_summary_are_no_transcript(talk: Path, tmp_path: Path) -> None:
    """An archive of something else is said to be no text."""
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("photo", bytes(range(256)))
    stated = inside("score", other, "--source", talk, "--json", cwd=tmp_path)
    assert stated.code == 2
    assert "is not valid UTF-8" in stated.json["message"]


@pytest.mark.parametrize("command", ["score", "import"])
def test_a_conversation_of_a_file_that_holds_one_is_refused(command: str, talk: Path, tmp_path: Path) -> None:
    """Nothing else is read in its place."""
    stated = inside(command, f"{talk}#7", "--json", "--store", tmp_path / "s.duckdb", cwd=tmp_path)
    assert (stated.code, stated.json["code"]) == (2, "no_such_conversation")
    assert "leave out #7" in stated.json["hint"]


def test_bytes_in_place_of_a_snapshot_are_said_in_plain_words(talk: Path, tmp_path: Path) -> None:
    """No word of a decoder."""
    (tmp_path / "bytes.json").write_bytes(b'{"a": "\xff"}')
    stated = inside("diff", "bytes.json", talk, "--store", tmp_path / "s.duckdb", "--json", cwd=tmp_path)
    assert stated.code == 2
    assert stated.json["message"] == "bytes.json is not text"
