"""Files that hold several conversations, and what the store keeps of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from store.lifecycle.open import open_store
from store.records import sessions, transcripts
from tests.cli.run import Result, inside
from tests.importers import formats, recordings
from tests.importers.inspect.test_inspect import archive, sample_bytes
from workbench.errors import InputError
from workbench.services.transcript_files.transcripts import open_file, read_transcript, read_transcripts


def cli(tmp_path: Path, *words: str | Path) -> Result:
    """A command with a store of its own."""
    return inside(*words, "--store", tmp_path / "store.duckdb", cwd=tmp_path)


def imported(tmp_path: Path, *words: str | Path) -> list[dict[str, Any]]:
    """The sessions of an import."""
    done = cli(tmp_path, "import", *words, "--json")
    assert done.code == 0, done.err
    found: list[dict[str, Any]] = json.loads(done.out)["sessions"]
    return found


def eval_log(tmp_path: Path, **more: bytes) -> Path:
    """An archive of two good samples, and others."""
    samples = {f"{n}_epoch_1": sample_bytes(f"u{n}") for n in (1, 2)}
    return archive(tmp_path / "run.eval", {**samples, **more})


def test_every_sample_of_a_log_is_a_session(tmp_path: Path) -> None:
    """Named by the file and the sample; a second import adds nothing."""
    path = eval_log(tmp_path)
    found = imported(tmp_path, path)
    assert [each["path"] for each in found] == [f"{path}#1/1", f"{path}#2/1"]
    assert len({each["session_id"] for each in found}) == 2
    assert [len(each["compactions"]) for each in found] == [1, 1]
    assert [each["events_added"] for each in imported(tmp_path, path)] == [0, 0]


def test_one_of_them_by_its_name(tmp_path: Path) -> None:
    """It is imported and scored alone; a name that is not there is refused with those that are."""
    path = eval_log(tmp_path)
    assert len(imported(tmp_path, f"{path}#2/1")) == 1
    one, both = (cli(tmp_path, "score", name, "--json") for name in (f"{path}#2/1", str(path)))
    assert [each["target"] for each in json.loads(one.out)["reports"]] == [f"{path}#2/1"]
    assert [each["target"] for each in json.loads(both.out)["reports"]] == [f"{path}#1/1", f"{path}#2/1"]
    refused = cli(tmp_path, "import", f"{path}#9/1")
    assert refused.code == 2 and "holds no sample '9/1'" in refused.err and "1/1, 2/1" in refused.err


def test_a_source_of_several_has_to_be_named(tmp_path: Path) -> None:
    """A summary belongs to one conversation."""
    path = eval_log(tmp_path)
    with pytest.raises(InputError, match="holds 2 conversations") as caught:
        read_transcript(str(path))
    assert f"{path}#1/1" in caught.value.hint
    assert read_transcript(f"{path}#2/1").header.native_id == "u2"


def test_a_bad_sample_leaves_the_others(tmp_path: Path) -> None:
    """It is named; the import took in the rest, and a score judges the rest."""
    path = eval_log(tmp_path, **{"3_epoch_1": b"{broken"})
    done = cli(tmp_path, "import", path, "--json")
    assert len(json.loads(done.out)["sessions"]) == 2
    assert "3_epoch_1.json cannot be read" in done.err
    read: list[str] = []
    with pytest.raises(InputError, match="3_epoch_1"):
        read.extend(each.path for each in read_transcripts(str(path)))
    assert read == [f"{path}#1/1", f"{path}#2/1"]
    judged = cli(tmp_path, "score", path, "--json")
    assert len(json.loads(judged.out)["reports"]) == 2


def test_a_file_whose_name_has_the_mark_is_a_file(tmp_path: Path) -> None:
    """An existing file takes precedence over a session number in the name."""
    path = tmp_path / "a#1.jsonl"
    path.write_text(formats.jsonl_chat())
    assert open_file(str(path)).path == str(path)
    assert len(imported(tmp_path, path)) == 1


def test_no_key_of_a_recording_is_in_the_store(tmp_path: Path) -> None:
    """Not in the events, not in the copy of the transcript; a log keeps a copy of each sample."""
    recording = tmp_path / "recording.har"
    recording.write_text(recordings.har())
    har, *samples = imported(tmp_path, recording, eval_log(tmp_path))
    store = open_store(tmp_path / "store.duckdb")
    copy = transcripts.transcript(store, har["session_id"])
    texts = [event.text for event in sessions.load_events(store, har["session_id"])]
    kept = [json.loads(transcripts.transcript(store, each["session_id"])) for each in samples]
    assert recordings.SECRET.encode() not in copy and recordings.SECRET not in "".join(texts)
    assert b"Build it, use DuckDB" in copy
    assert [each["samples"][0]["uuid"] for each in kept] == ["u1", "u2"]
    assert recordings.SECRET.encode() not in (tmp_path / "store.duckdb").read_bytes()


def test_folders_hold_these_files_too(tmp_path: Path) -> None:
    """Archives, recordings and trajectories are found by their names."""
    folder = tmp_path / "runs"
    folder.mkdir()
    (folder / "a.har").write_text(recordings.har())
    (folder / "b.traj").write_text(formats.swe_agent())
    archive(folder / "c.eval", {"1_epoch_1": sample_bytes("u1")})
    assert [each["format"] for each in imported(tmp_path, folder)] == ["har", "swe-agent", "inspect"]
