"""Stores of every schema version are brought forward, and kept beside as they were."""

from __future__ import annotations

import gzip
import hashlib
import stat
from pathlib import Path

import duckdb
import pytest

from store import pointers, schema
from store.errors import StoreError, StoreTooNew
from store.journal import journal
from store.lifecycle.open import open_store
from store.records import sessions
from store.verify import verify
from tests.store.fixtures.make import fixture

NUMBERS = [step.number for step in schema.STEPS]
EARLIER = NUMBERS[:-1]
RELEASED = {
    1: "f24efd7c73b4dd64",
    2: "4254eb9a54452460",
    3: "77a048fa5d04a440",
    4: "82fe42ea1fac0b98",
    5: "e3b0c44298fc1c14",
    6: "5818bf98d9a81d07",
    7: "1b8ef18250311e68",
    8: "e7fd3d7a57a24ffa",
    9: "f4077f0c315f532b",
}
"""First 16 digits of the digest of what each step makes."""


def placed(version: int, folder: Path) -> Path:
    """The fixture of a version as a store file."""
    path = folder / "store.duckdb"
    path.write_bytes(gzip.decompress(fixture(version).read_bytes()))
    return path


def reached(path: Path) -> list[int]:
    """The steps that a file records, without changing it."""
    with duckdb.connect(str(path), read_only=True) as raw:
        return [row[0] for row in raw.execute("SELECT step FROM schema_step ORDER BY step").fetchall()]


@pytest.mark.parametrize("version", NUMBERS)
def test_a_store_of_every_version_is_brought_forward(version: int, tmp_path: Path) -> None:
    """The content stays the same and verifies; a missing fixture must be written by the script."""
    path = placed(version, tmp_path)
    store = open_store(path)
    assert reached(path) == NUMBERS
    assert verify.verify(store).problems == ()
    (session,) = sessions.listing(store)
    assert [move.action for move in pointers.history(store, session.session_id)].count("rollback") == 1
    assert len(sessions.load_events(store, session.session_id)) == session.events == 48
    assert {head.session_id for head in journal.heads(store)} >= {session.session_id}


@pytest.mark.parametrize("version", EARLIER)
def test_the_file_as_it_was_is_kept(version: int, tmp_path: Path) -> None:
    """The copy is beside the store, private to its owner; a later migration overwrites no earlier copy."""
    path = placed(version, tmp_path)
    for number, ending in enumerate((f"schema-{version}", f"schema-{version}-2")):
        store = open_store(placed(version, tmp_path))
        kept = tmp_path / f"store.duckdb.{ending}"
        assert store.kept_before == kept
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert reached(kept) == [each for each in NUMBERS if each <= version]
        assert len(list(tmp_path.iterdir())) == number + 2
    assert open_store(path).kept_before is None


def test_a_step_that_fails_leaves_the_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either all steps are applied or none: an earlier one is rolled back too."""
    path = placed(1, tmp_path)

    def fails(connection: duckdb.DuckDBPyConnection) -> None:
        connection.execute("CREATE TABLE half (a INTEGER)")
        connection.execute("SELECT nothing FROM nowhere")

    broken = (*schema.STEPS[:-1], schema.SchemaStep(schema.SCHEMA_VERSION, "one that fails", fails))
    with monkeypatch.context() as patched, pytest.raises(StoreError):
        patched.setattr(schema, "STEPS", broken)
        open_store(path)
    assert reached(path) == [1]
    with duckdb.connect(str(path), read_only=True) as raw:
        assert raw.execute("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'half'").fetchone() == (
            0,
        )
    assert verify.verify(open_store(path)).ok


def test_without_room_for_the_copy_nothing_is_migrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy comes first."""
    path = placed(1, tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched, pytest.raises(StoreError, match="no space left"):
        patched.setattr("store.lifecycle.copy_file.copy_file", full)
        open_store(path)
    assert reached(path) == [1]
    assert [each.name for each in tmp_path.iterdir()] == ["store.duckdb"]


def test_a_backup_of_a_newer_program_is_refused_untouched(tmp_path: Path) -> None:
    """The newer store is refused, and no copy is kept beside it."""
    path = placed(schema.SCHEMA_VERSION, tmp_path)
    with duckdb.connect(str(path)) as raw:
        raw.execute("INSERT INTO schema_step VALUES (99, 'from the future', '9.9.9')")
    before = path.read_bytes()
    with pytest.raises(StoreTooNew):
        open_store(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["store.duckdb"]


def test_a_released_step_is_never_edited() -> None:
    """The result of each step is pinned: a changed table needs its own step, and a fixture."""
    with duckdb.connect(":memory:") as raw:
        seen: set[str] = set()
        for step in schema.STEPS:
            schema.migrate(raw, Path("memory"), upto=step.number)
            made = {row[0] for row in raw.execute("SELECT sql FROM duckdb_tables()").fetchall()}
            made |= {str(row[0]) for row in raw.execute("SELECT sql FROM duckdb_triggers()").fetchall()}
            views = raw.execute("SELECT sql FROM duckdb_views() WHERE NOT internal").fetchall()
            made |= {str(row[0]) for row in views}
            stated = hashlib.sha256("\n".join(sorted(made - seen)).encode()).hexdigest()[:16]
            assert stated == RELEASED[step.number], f"step {step.number} makes {stated}"
            assert fixture(step.number).exists(), "run python -m tests.store.fixtures.make"
            seen |= made
