"""Copies of the store from a shell: what each command prints, refuses and leaves."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from tests.cli.run import Result, inside
from tests.cli.samples import write_transcript
from tests.store.lifecycle.test_migrations import placed
from workbench.services.output_shapes import reports_and_drafts as shapes
from workbench.services.output_shapes import store_shapes


@pytest.fixture(scope="module")
def _imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    write_transcript(folder / "upload.jsonl")
    assert inside("import", folder / "upload.jsonl", "--store", folder / "store.duckdb", cwd=folder).code == 0
    return folder / "store.duckdb"


@pytest.fixture
def store(_imported: Path, tmp_path: Path) -> Path:
    """A store with one session, made once and copied."""
    shutil.copy(_imported.parent / "upload.jsonl", tmp_path)
    return Path(shutil.copy(_imported, tmp_path / "store.duckdb"))


def run(store: Path, *words: str | Path) -> Result:
    """A command on that store, run in its folder."""
    return inside(*words, "--store", store, cwd=store.parent)


def test_a_store_is_saved_and_put_back(store: Path) -> None:
    """`backup` and `restore` name the files they wrote, in text and in JSON of the documented shape."""
    saved = run(store, "backup", "copy.duckdb", "--json")
    shapes_of = store_shapes.BackupShape.model_validate(saved.json)
    assert shapes_of.path == str(store.parent / "copy.duckdb")
    stated = run(store, "backup", "second.duckdb")
    assert (stated.code, stated.out.startswith("SAVED")) == (0, True)
    refused = run(store, "restore", "copy.duckdb", "--json")
    assert (refused.code, refused.json["code"]) == (2, "target_exists")
    shapes.ErrorShape.model_validate(refused.json)
    back = run(store, "restore", "copy.duckdb", "--replace", "--json")
    store_shapes.RestoreShape.model_validate(back.json)
    assert back.json["heads"] == saved.json["heads"]
    assert Path(back.json["replaced"]).is_file()
    assert "(the file that was there)" in run(store, "restore", "copy.duckdb", "--replace").out
    assert run(store, "verify").code == 0


def test_a_session_travels_as_a_bundle(store: Path) -> None:
    """Exported, imported elsewhere in the shape of every import, and once more without adding anything."""
    session = run(store, "head", "--json").json["heads"][0]["session_id"]
    made = run(store, "export", session[:10], "--out", "one.bundle", "--json")
    shape = store_shapes.ExportShape.model_validate(made.json)
    assert (shape.secrets, shape.runs_without_records) == (0, [])
    with zipfile.ZipFile(store.parent / "one.bundle") as archive:
        store_shapes.BundleShape.model_validate_json(archive.read("bundle.json"))
    other = store.parent / "other.duckdb"
    taken = run(other, "import", "one.bundle", "--json")
    shapes.ImportShape.model_validate(taken.json)
    (stated,) = taken.json["sessions"]
    assert (stated["session_id"], stated["events_added"]) == (session, stated["events"])
    assert run(other, "head", "--json").json["heads"] == made.json["heads"]
    again = run(other, "import", "one.bundle")
    assert (again.code, "0 records added out of a bundle" in again.out) == (0, True)
    assert "EXPORTED" in run(store, "export", session, "--out", "two.bundle").out
    assert all(len(line) <= 80 for line in again.out.splitlines())


def test_a_session_is_removed_only_when_that_is_confirmed(store: Path) -> None:
    """Without `--confirm` the command lists what would be deleted.

    Afterwards it names files that may still contain it.
    """
    session = run(store, "head", "--json").json["heads"][0]["session_id"]
    asked = run(store, "purge", session, "--json")
    assert (asked.code, "would go for good: 23 events, 1 artifact, 0 " in asked.json["message"]) == (2, True)
    assert run(store, "sessions", "--json").json["sessions"]
    run(store, "backup", "store.duckdb.saved")
    done = run(store, "purge", session[:10], "--confirm", "--reason", "asked to", "--json")
    store_shapes.PurgeShape.model_validate(done.json)
    assert done.json["beside"] == [str(store.parent / "store.duckdb.saved")]
    assert run(store, "sessions", "--json").json["sessions"] == []
    assert run(store, "verify", "--head", done.json["head"]["hash"]).code == 0
    run(store, "import", "upload.jsonl")
    stated = run(store, "purge", session, "--confirm")
    assert (stated.code, stated.out.startswith("REMOVED")) == (0, True)
    assert all(len(line) <= 80 or "#" in line or "saved" in line for line in stated.out.splitlines())


@pytest.mark.parametrize(
    ("words", "code", "name"),
    [
        (("purge", "ses_000000", "--confirm"), 2, "unknown_id"),
        (("export", "ses_000000", "--out", "x"), 2, "unknown_id"),
        (("export", "ses_000000"), 2, "usage"),
        (("import", "cut.bundle"), 2, "bundle_refused"),
        (("backup", "store.duckdb"), 2, "target_exists"),
        (("backup", "."), 2, "target_exists"),
        (("backup", "no/such/folder/copy"), 2, "input_unreadable"),
        (("restore", "nothing-here"), 2, "input_missing"),
        (("restore", "."), 2, "input_missing"),
        (("restore", "store.duckdb", "--replace"), 2, "target_exists"),
        (("restore", "upload.txt", "--replace"), 2, "no_backup"),
    ],
)
def test_bad_input_changes_nothing(store: Path, words: tuple[str, ...], code: int, name: str) -> None:
    """One line gives the reason and one a hint; every file stays unchanged."""
    (store.parent / "upload.txt").write_text("no store", encoding="utf-8")
    (store.parent / "cut.bundle").write_bytes(b"PK\x03\x04 and no more")
    before = {path: path.read_bytes() for path in store.parent.iterdir()}
    stated = run(store, *words, "--json")
    assert (stated.code, stated.json["code"], bool(stated.json["hint"])) == (code, name, True)
    assert len(stated.err.splitlines()) == 2
    assert {path: path.read_bytes() for path in store.parent.iterdir()} == before


@pytest.mark.parametrize(
    "words",
    [
        ("export", "SESSION", "--out"),
        ("context", "SESSION", "--format", "claude-code", "--out"),
        ("backup",),
        ("score", "upload.jsonl", "--out"),
    ],
)
def test_a_place_that_cannot_be_written_is_input_not_the_store(store: Path, words: tuple[str, ...]) -> None:
    """Every command that writes a file ends so with the same exit code."""
    session = run(store, "head", "--json").json["heads"][0]["session_id"]
    given = [session if each == "SESSION" else each for each in words]
    stated = run(store, *given, "no/such/folder/rows.jsonl", "--json")
    assert (stated.code, stated.json["code"] != "store_unreadable") == (2, True)
    assert "no/such/folder" in stated.json["message"]


@pytest.mark.parametrize("made", ["cut", "other"])
def test_a_refused_bundle_makes_no_store(store: Path, made: str) -> None:
    """No folder for it is created either; a truncated one is called so, in plain words."""
    session = run(store, "head", "--json").json["heads"][0]["session_id"]
    run(store, "export", session, "--out", "one.zip")
    body = (store.parent / "one.zip").read_bytes()
    middle = len(body) // 2
    changed = {
        "cut": body[:middle],
        "other": body[:middle] + bytes([body[middle] ^ 255]) + body[middle + 1 :],
    }
    (store.parent / "bad.zip").write_bytes(changed[made])
    before = sorted(store.parent.iterdir())
    for place in ("new.duckdb", "new/folder/new.duckdb"):
        refused = inside("import", "bad.zip", "--store", place, cwd=store.parent)
        assert refused.code == 2
        assert ("it is cut off" in refused.err) == (made == "cut")
        assert "zip file" not in refused.err
        assert sorted(store.parent.iterdir()) == before


@pytest.mark.parametrize("words", [("sessions",), ("sessions", "--json"), ("verify",)])
def test_a_store_brought_forward_says_where_it_is_kept_as_it_was(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    """The notice is printed once, on stderr, regardless of the command's output."""
    store = placed(1, tmp_path)
    store.chmod(0o600)
    stated, again = run(store, *words), run(store, *words)
    assert stated.code == again.code == 0
    kept = store.with_name("store.duckdb.schema-1")
    assert kept.exists() and f"the file as it was is kept at {kept}" in stated.err
    assert (again.err, again.out) == ("", stated.out)


def test_a_bundle_says_that_a_run_s_records_stay_behind(tmp_path: Path) -> None:
    """Manifests and sources are no part of it; no other session is reported of."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mill.md").write_text("The mill closed in 1954 because the dam broke.\n")
    own = tmp_path / "runs.duckdb"
    begun = run(own, "run", "start", "--objective", "Why did the mill close?", "--source", "notes", "--json")
    session = begun.json["session_id"]
    made = run(own, "export", session, "--out", "run.bundle", "--json")
    assert store_shapes.ExportShape.model_validate(made.json).runs_without_records == [session]
    stated = " ".join(run(own, "export", session, "--out", "again.bundle").out.split())
    assert f"{session} is a run" in stated and "`workbench backup` keeps them" in stated
    taken = run(tmp_path / "other.duckdb", "import", "run.bundle", "--json")
    assert taken.json["sessions"][0]["session_id"] == session
