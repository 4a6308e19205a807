"""A store that cannot be used: each case is one line, exit 3, and nothing changed."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest

from store.lifecycle.empty_store import BLOCK_BYTES
from tests.cli.run import Result, inside
from tests.cli.samples import write_transcript
from workbench.services.output_shapes import reports_and_drafts as shapes
from workbench.services.output_shapes import store_shapes


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one session in it."""
    place = tmp_path / "folder" / "store.duckdb"
    transcript = write_transcript(tmp_path / "upload.jsonl")
    assert inside("import", transcript, "--store", place, cwd=tmp_path).code == 0
    return place


def test_a_store_of_a_newer_program_is_refused(store: Path) -> None:
    """The message says that a newer version wrote it, and the file is unchanged."""
    with duckdb.connect(str(store)) as connection:
        connection.execute(
            "INSERT INTO schema_step (step, name, program_version) VALUES (99, 'later', '9.9.9')"
        )
    before = store.read_bytes()
    stated = inside("sessions", "--store", store, "--json", cwd=store.parent)
    assert (stated.code, stated.json["code"]) == (3, "store_too_new")
    assert "9.9.9" in stated.json["message"]
    assert stated.json["hint"]
    assert store.read_bytes() == before


@pytest.mark.parametrize("listing", [("sessions",), ("run", "list")])
def test_a_misspelt_store_is_no_empty_list(tmp_path: Path, listing: tuple[str, ...]) -> None:
    """A store that was named has to be there; the default one may be missing, as before the first import."""
    stated = inside(*listing, "--store", "mispelt.duckdb", "--json", cwd=tmp_path)
    assert (stated.code, stated.json["code"]) == (2, "no_store")
    assert "mispelt.duckdb" in stated.json["message"]
    first = inside(*listing, cwd=tmp_path, WORKBENCH_STORE="none.duckdb")
    assert first.code == 0
    assert "there is no store at" in first.err


def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    """A DuckDB file with other tables is not a store and is not made one."""
    place = tmp_path / "other.duckdb"
    with duckdb.connect(str(place)) as connection:
        connection.execute("CREATE TABLE mine (a INTEGER)")
    stated = inside("sessions", "--store", place, "--json", cwd=tmp_path)
    assert (stated.code, stated.json["code"]) == (3, "store_unreadable")
    with duckdb.connect(str(place)) as connection:
        assert connection.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("mine",)]


@pytest.fixture
def somebody_else(store: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store that this user may read and not write to, its folder neither."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # who may write everywhere
        for place in ("store.database.access.writable", "store.engine.writable"):
            monkeypatch.setattr(place, lambda _path: False)
    store.chmod(0o400)
    store.parent.chmod(0o500)
    yield store
    store.parent.chmod(0o700)
    store.chmod(0o600)


def test_a_store_that_may_only_be_read_is_read(somebody_else: Path) -> None:
    """Reading commands work and write nothing; writing commands exit 3 and give the reason."""
    before = somebody_else.read_bytes()

    def run(*arguments: str) -> Result:
        return inside(*arguments, "--store", somebody_else, "--json", cwd=somebody_else.parent)

    (session,) = (each["session_id"] for each in run("sessions").json["sessions"])
    reading = (
        ("show", session),
        ("show", f"{session}:d-1"),
        ("timeline", session),
        ("capture", session),
        ("context", session),
        ("history",),
        ("verify",),
        ("doctor",),
    )
    for command in reading:
        stated = run(*command)
        assert stated.code == 0, stated.err
    assert run("score", f"{session}:d-1").code == 1
    for writing in (("draft", session), ("review", "reject", f"{session}:d-1", "--reason", "no")):
        stated = run(*writing)
        assert (stated.code, stated.json["code"]) == (3, "store_unreadable")
        assert "written" in stated.json["message"]
        assert stated.json["hint"]
    assert somebody_else.read_bytes() == before


def test_a_store_where_no_folder_can_be_is_refused(tmp_path: Path) -> None:
    """A store below a file cannot be made: exit 3, one line."""
    blocked = tmp_path / "file"
    blocked.write_text("x", encoding="utf-8")
    transcript = write_transcript(tmp_path / "upload.jsonl")
    for command in (
        ("import", transcript),
        ("sessions",),
        ("search", "x"),
        ("show", "ses_aaaaaa"),
    ):
        stated = inside(*command, "--store", blocked / "deeper" / "store.duckdb", "--json", cwd=tmp_path)
        assert (stated.code, stated.json["code"]) == (3, "store_unreadable"), command
        assert f"{blocked} is a file" in stated.json["message"]


def test_a_damaged_record_is_found_and_reported(store: Path) -> None:
    """`verify` exits 1 and names what no longer matches its digest."""
    with duckdb.connect(str(store)) as connection:
        connection.execute("DROP TRIGGER event_update ON event")
        connection.execute("UPDATE event SET text = 'something else' WHERE ordinal = 11")
    stated = inside("verify", "--store", store, "--json", cwd=store.parent)
    assert stated.code == 1
    assert stated.json["ok"] is False
    assert stated.json["problems"][0]["meaning"]
    text = inside("verify", "--store", store, cwd=store.parent)
    assert "DAMAGED" in text.out


def test_a_head_that_is_not_in_the_history_is_reported(store: Path) -> None:
    """`verify --head` with a hash that the history does not hold exits 1."""
    assert inside("verify", "--store", store, "--head", "0" * 64, cwd=store.parent).code == 1


def test_heads_kept_in_a_file_are_held_against_the_store(store: Path, tmp_path: Path) -> None:
    """`head --json` writes what `verify --heads` reads; no head hash and no such file are refused."""
    stated = inside("head", "--store", store, "--json", cwd=store.parent)
    shapes.HeadsShape.model_validate(stated.json)
    (found,) = stated.json["heads"]
    noted = tmp_path / "heads.json"
    noted.write_text(stated.out, encoding="utf-8")
    assert inside("verify", "--store", store, "--heads", noted, cwd=store.parent).code == 0
    assert found["hash"] in inside("head", found["session_id"], "--store", store, cwd=store.parent).out
    noted.write_text(stated.out.replace(found["hash"], "1" * 64), encoding="utf-8")
    missed = inside("verify", "--store", store, "--heads", noted, "--json", cwd=store.parent)
    assert [(each["record"], each["id"]) for each in missed.json["problems"]] == [("head", "1" * 64)]
    noted.write_text(stated.out.replace(found["session_id"], "ses_0"), encoding="utf-8")
    missed = inside("verify", "--store", store, "--heads", noted, "--json", cwd=store.parent)
    assert [(each["record"], each["id"]) for each in missed.json["problems"]] == [("head", found["hash"])]
    noted.write_text("{}", encoding="utf-8")
    (none := tmp_path / "none.json").write_text('{"heads": []}', encoding="utf-8")
    (deep := tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    gone = tmp_path / "gone"
    files = [("--heads", str(each)) for each in (noted, none, deep, gone)]
    for bad in (*files, ("--head", "12ab")):
        refused = inside("verify", "--store", store, *bad, "--json", cwd=store.parent)
        assert refused.code == 2
        assert refused.json["hint"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (lambda whole: whole[:0], "is empty"),
        (lambda whole: whole[:100_000], "is damaged: it is cut short"),
        (lambda whole: whole[:4_096] + bytes(8_192) + whole[12_288:], "is damaged"),
        (lambda whole: b"\x7fELF" + whole[4:9] + bytes(len(whole)), "is not a DuckDB database"),
    ],
)
def test_a_torn_store_says_what_is_wrong_and_the_way_back(
    store: Path, body: Callable[[bytes], bytes], problem: str
) -> None:
    """Reading and writing alike: one line, the way back, the file untouched; the way back works."""
    saved = store.with_name("saved.duckdb")
    assert inside("backup", saved, "--store", store, cwd=store.parent).code == 0
    torn = body(store.read_bytes())
    store.write_bytes(torn)
    for words in (("sessions",), ("import", store.parents[1] / "upload.jsonl")):
        stated = inside(*words, "--store", store, "--json", cwd=store.parent)
        assert (stated.code, stated.json["code"]) == (3, "store_unreadable")
        assert problem in stated.json["message"] and "workbench restore FILE --replace" in stated.json["hint"]
        assert store.read_bytes() == torn
    assert inside("restore", saved, "--replace", "--store", store, cwd=store.parent).code == 0
    assert inside("verify", "--store", store, cwd=store.parent).code == 0


def test_what_a_kill_tore_is_set_right_by_the_command_that_the_error_names(store: Path) -> None:
    """`restore STORE --repair`: the same heads, the torn file kept beside, and how many blocks it was."""
    before = inside("head", "--store", store, "--json", cwd=store.parent).json["heads"]
    whole = store.read_bytes()
    for place in range(12_288, len(whole), BLOCK_BYTES):  # until it is a block that the command reads
        store.write_bytes(whole[:place] + b"\x00\xff" * 4 + whole[place + 8 :])
        stated = inside("sessions", "--store", store, "--json", cwd=store.parent)
        if stated.code:
            break
    named = re.search("`workbench ([^`]* --repair [^`]*)`", stated.json["hint"])
    assert named is not None
    stated = inside(*shlex.split(named[1]), "--json", cwd=store.parent)
    store_shapes.RestoreShape.model_validate(stated.json)
    assert (stated.code, stated.json["repaired"], stated.json["heads"]) == (0, 1, before)
    assert Path(stated.json["replaced"]).stat().st_size == len(whole)
    again = inside("restore", store, "--torn", "--store", store, cwd=store.parent)  # its name in 0.1.0
    assert again.code == 0 and "repaired" not in again.out
