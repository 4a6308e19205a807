"""A file of the wrong kind: the message names the kind it is and the command to use instead."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import tarfile
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
    """The error does not complain about encoding, for a complete and for a truncated archive."""
    log = tmp_path / "run.eval"
    with zipfile.ZipFile(log, "w") as archive:
        archive.writestr("header.json", json.dumps({"version": 2}))
        archive.writestr("samples/1_epoch_1.json", json.dumps(formats.inspect_sample()))
    log.write_bytes(log.read_bytes()[:cut])
    stated = inside("score", log, "--source", talk, "--json", cwd=tmp_path)
    assert (stated.code, stated.json["code"]) == (2, "transcript_given")
    assert f"{log} is a transcript (inspect)" in stated.json["message"]
    assert f"`workbench score {log}`" in stated.json["hint"]


def packed(folder: Path, kind: str) -> Path:
    """A file of something else, packed in one of the usual ways."""
    plain, name = folder / "photo.txt", folder / f"other.{kind}"
    plain.write_text("a summary", encoding="utf-8")
    if kind == "zip":
        with zipfile.ZipFile(name, "w") as archive:
            archive.write(plain, "photo.txt")
    elif kind == "tar":
        with tarfile.open(name, "w") as tar:
            tar.add(plain, "photo.txt")
    else:
        data = plain.read_bytes()
        made = {"gz": gzip.compress(data), "bz2": bz2.compress(data), "xz": lzma.compress(data)}
        name.write_bytes(made[kind])
    return name


@pytest.mark.parametrize(
    ("kind", "called"),
    [
        ("zip", "a zip archive"),
        ("tar", "a tar archive"),
        ("gz", "compressed with gzip"),
        ("bz2", "compressed with bzip2"),
        ("xz", "compressed with xz"),
    ],
)
def test_a_packed_file_is_called_what_it_is(kind: str, called: str, talk: Path, tmp_path: Path) -> None:
    """In place of a summary, of a transcript and of a capture alike: not that its bytes are no text."""
    other = packed(tmp_path, kind)
    in_place = {
        "an artifact or a summary": ("score", other, "--source", talk),
        "a transcript": ("score", other),
        "a capture": ("score", talk, "--capture", other),
    }
    for wanted, words in in_place.items():
        stated = inside(*words, "--json", cwd=tmp_path)
        assert stated.code == 2 and stated.json["message"].endswith(f"is {called}, not {wanted}")
        assert stated.json["hint"] == "unpack it, or give the text file"


def test_other_encodings_and_words_like_an_archive_s(talk: Path, tmp_path: Path) -> None:
    """UTF-16 is named in place of a summary too; a text may begin as a packed file does."""
    summary = tmp_path / "summary.md"
    summary.write_bytes("The limit is 3.".encode("utf-16"))
    stated = inside("score", summary, "--source", talk, "--json", cwd=tmp_path)
    assert (stated.code, stated.json["hint"]) == (2, "convert it to UTF-8")
    summary.write_text("BZhang keeps the limit at 3.", encoding="utf-8")
    assert inside("score", summary, "--source", talk, "--json", cwd=tmp_path).json["reports"]


@pytest.mark.parametrize("command", ["score", "import"])
def test_a_conversation_of_a_file_that_holds_one_is_refused(command: str, talk: Path, tmp_path: Path) -> None:
    """No other conversation is read instead."""
    stated = inside(command, f"{talk}#7", "--json", "--store", tmp_path / "s.duckdb", cwd=tmp_path)
    assert (stated.code, stated.json["code"]) == (2, "no_such_conversation")
    assert "leave out #7" in stated.json["hint"]


def test_bytes_in_place_of_a_snapshot_are_said_in_plain_words(talk: Path, tmp_path: Path) -> None:
    """No word of a decoder."""
    (tmp_path / "bytes.json").write_bytes(b'{"a": "\xff"}')
    stated = inside("diff", "bytes.json", talk, "--store", tmp_path / "s.duckdb", "--json", cwd=tmp_path)
    assert stated.code == 2
    assert stated.json["message"] == "bytes.json is not text"
