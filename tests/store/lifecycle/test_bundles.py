"""Sessions travel with their history: whole, once, checked, and never against a history that parted."""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from gates.review import ReviewAction
from store import pointers
from store.errors import BundleRefused, HistoriesPart, TargetExists
from store.journal import journal
from store.lifecycle import bundle_file, bundle_import
from store.lifecycle.open import open_store
from store.records import artifacts, done_definitions, edits, reviews, snapshots
from store.verify import verify
from tests.store.build import NOW, accept, draft, events_of, keep
from tests.store.conftest import Written


def bundle_of(written: Written, name: str = "one.bundle") -> Path:
    """The written session as a bundle."""
    return bundle_file.write(written.store, [written.session_id], written.folder / name).path


def test_another_store_takes_a_session_whole(filled_store: tuple[Path, str], tmp_path: Path) -> None:
    """With every record and its head; importing it again adds nothing, there and where it came from."""
    source, session_id = filled_store
    store = open_store(shutil.copy(source, tmp_path / "store.duckdb"))
    done = bundle_file.write(store, [session_id], tmp_path / "one.bundle")
    again = bundle_file.write(store, [session_id], tmp_path / "two.bundle")
    assert done.path.read_bytes() == again.path.read_bytes()
    other = open_store(tmp_path / "other.duckdb")
    (taken,) = bundle_import.take(other, done.path)
    assert (taken.session_id, taken.created, taken.records) == (session_id, True, done.heads[0].sequence)
    assert journal.heads(other) == done.heads
    assert verify.verify(other).problems == ()
    assert pointers.history(other) == pointers.history(store)
    for place in (other, store):
        before = journal.heads(place)
        assert [each.records for each in bundle_import.take(place, done.path)] == [0]
        assert journal.heads(place) == before


def test_a_history_is_added_to_a_session_that_is_there(moved: Written, tmp_path: Path) -> None:
    """Drafts, reviews and moves are added to an existing import of the transcript; its own drafts stay."""
    other = open_store(tmp_path / "other.duckdb")
    keep(other, events_of(12), tmp_path)
    mine = draft(other, moved.session_id, 9, 10)
    bundle = bundle_of(moved)
    (taken,) = bundle_import.take(other, bundle)
    assert (taken.created, taken.records > 5) == (False, True)
    assert pointers.history(other) == pointers.history(moved.store)
    assert reviews.listing(other, moved.session_id) == reviews.listing(moved.store, moved.session_id)
    assert snapshots.latest(other, moved.session_id) == snapshots.latest(moved.store, moved.session_id)
    assert mine in {each.artifact_id for each in artifacts.listing(other, moved.session_id)}
    assert verify.verify(other).problems == ()
    assert [each.records for each in bundle_import.take(other, bundle)] == [0]
    accept(other, mine)
    assert verify.verify(other).problems == ()


def test_logs_of_edits_are_added_where_they_continue_what_is_there(moved: Written, tmp_path: Path) -> None:
    """A log that diverged stays as it is here; edits of two people are never mixed."""
    other = open_store(tmp_path / "other.duckdb")
    keep(other, events_of(12), tmp_path)
    shared, fresh = draft(moved.store, moved.session_id, 9, 10), draft(moved.store, moved.session_id, 2, 3)
    assert draft(other, moved.session_id, 9, 10) == shared
    for place in (moved.store, other):
        edits.append(place, shared, "drop", {"changes": [1]}, actor="ann", now=NOW)
        edits.append(place, shared, "drop", {"changes": [place is other]}, actor="ben", now=NOW)
    edits.append(moved.store, shared, "undo", {}, actor="ann", now=NOW)
    edits.append(other, shared, "keep", {}, actor="ben", now=NOW)
    edits.append(moved.store, shared, "undo", {}, actor="ben", now=NOW)
    edits.append(moved.store, fresh, "drop", {"changes": [2]}, actor="ann", now=NOW, reason="why")
    before = [each for each in edits.of_artifact(other, shared) if each.actor == "ben"]
    bundle = bundle_of(moved)
    bundle_import.take(other, bundle)
    theirs = edits.of_artifact(moved.store, shared)
    here = edits.of_artifact(other, shared)
    assert [each for each in here if each.actor == "ann"] == [each for each in theirs if each.actor == "ann"]
    assert [each for each in here if each.actor == "ben"] == before
    assert edits.of_artifact(other, fresh) == edits.of_artifact(moved.store, fresh)
    assert verify.verify(other).problems == ()
    assert [each.records for each in bundle_import.take(other, bundle)] == [0]


@pytest.mark.parametrize("what", ["moves", "reviews", "events"])
def test_histories_that_part_are_refused(moved: Written, tmp_path: Path, what: str) -> None:
    """The place where they part is named, and nothing is taken in."""
    other = open_store(tmp_path / "other.duckdb")
    turns = 11 if what == "events" else 12
    keep(other, events_of(turns), tmp_path)
    if what == "moves":
        accept(other, draft(other, moved.session_id, 9, 10))
    elif what == "reviews":
        reviews.add(other, moved.session_id, ReviewAction.DISMISS, "cap_9", actor="b", reason="r", now=NOW)
    before = journal.heads(other)
    with pytest.raises(HistoriesPart) as refused:
        bundle_import.take(other, bundle_of(moved))
    assert what in refused.value.message
    assert (refused.value.code, refused.value.exit_code) == ("conflicting_heads", 1)
    assert journal.heads(other) == before
    assert verify.verify(other).ok


def test_a_history_of_other_events_is_refused(moved: Written, tmp_path: Path) -> None:
    """An equal number of events is not enough: each must be identical."""
    other = open_store(tmp_path / "other.duckdb")
    *same, last = events_of(12)
    keep(other, [*same, last._replace(text="something else")], tmp_path)
    before = journal.heads(other)
    with pytest.raises(HistoriesPart, match="are not those of the bundle"):
        bundle_import.take(other, bundle_of(moved))
    assert journal.heads(other) == before


def test_an_export_overwrites_nothing(moved: Written) -> None:
    """A bundle is for its owner alone until he passes it on."""
    path = bundle_of(moved)
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(TargetExists):
        bundle_of(moved)


def altered(path: Path, change: Callable[[dict[str, bytes]], None], *, honest: bool = True) -> Path:
    """Return a bundle with changed members; `honest`: with a matching list of members."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    if honest and "bundle.json" in members:
        manifest = orjson.loads(members["bundle.json"])
        manifest["members"] = [
            {"name": name, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}
            for name, body in members.items()
            if name != "bundle.json"
        ]
        members["bundle.json"] = orjson.dumps(manifest)
    made = path.with_name("altered.bundle")
    with zipfile.ZipFile(made, "w") as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return made


def edit(table: str, old: bytes, new: bytes) -> Callable[[dict[str, bytes]], None]:
    """Replace words in the rows of a table."""

    def change(members: dict[str, bytes]) -> None:
        (name,) = [each for each in members if each.endswith(f"/{table}.jsonl")]
        assert old in members[name]
        members[name] = members[name].replace(old, new, 1)

    return change


def rename(new: str) -> Callable[[dict[str, bytes]], None]:
    """Give a member another name."""

    def change(members: dict[str, bytes]) -> None:
        name = next(each for each in members if each.endswith("/goal.jsonl"))
        members[new] = members.pop(name)

    return change


def columns_alone(members: dict[str, bytes]) -> None:
    """A row that is the list of its columns' names, and no object."""
    (name,) = [each for each in members if each.endswith("/review.jsonl")]
    members[name] = orjson.dumps(list(orjson.loads(members[name].splitlines()[0])))


def cut_off(members: dict[str, bytes]) -> None:
    """Take away the last record with its entry in the journal: what is left agrees with itself."""
    for table in ("journal", "review"):
        (name,) = [each for each in members if each.endswith(f"/{table}.jsonl")]
        members[name] = b"".join(members[name].splitlines(keepends=True)[:-1])


CHANGES: dict[str, Callable[[dict[str, bytes]], None]] = {
    "a review": edit("review", b'"reason":"r"', b'"reason":"x"'),
    "an event": edit("event", b"Keep the", b"Drop the"),
    "a move": edit("pointer", b'"actor":"reviewer"', b'"actor":"somebody"'),
    "a column": edit("review", b'"reason"', b'"season"'),
    "columns without values": columns_alone,
    "a kind": edit("review", b'"sequence":1', b'"sequence":"1"'),
    "another session": edit("review", b'"session_id":"ses_', b'"session_id":"ses_0'),
    "a path above": rename("../../evil.jsonl"),
    "a path from the root": rename("/tmp/evil.jsonl"),
    "a path inside": rename("sessions/../../evil.jsonl"),
    "an unknown table": rename("sessions/ses_0/schema_step.jsonl"),
    "its end": cut_off,
    "a blob of nothing": lambda members: members.__setitem__(f"blobs/{hashlib.sha256(b'').hexdigest()}", b""),
    "no list": lambda members: members.__delitem__("bundle.json"),
    "a list of nothing": lambda members: members.update({"bundle.json": b'{"schema":"workbench.bundle/1"}'}),
}


@pytest.mark.parametrize("what", CHANGES)
def test_an_altered_bundle_is_refused(moved: Written, tmp_path: Path, what: str) -> None:
    """This holds even with a rewritten list of members; no file is created and nothing is imported."""
    folder = tmp_path / "deep" / "er"
    folder.mkdir(parents=True)
    other = open_store(folder / "other.duckdb")
    honest = what != "a list of nothing"
    bad = altered(bundle_of(moved), CHANGES[what], honest=honest)
    with pytest.raises(BundleRefused) as refused:
        bundle_import.take(other, bad)
    assert refused.value.hint
    assert journal.heads(other) == ()
    assert [each.name for each in folder.iterdir()] == ["other.duckdb"]
    assert not list(tmp_path.rglob("evil*"))


def test_a_broken_file_is_refused(moved: Written, tmp_path: Path) -> None:
    """Cut off, or with a byte changed, or with a member that is not what is listed."""
    path = bundle_of(moved)
    body = path.read_bytes()
    other = open_store(tmp_path / "other.duckdb")
    swapped = altered(path, edit("review", b'"reason":"r"', b'"reason":"x"'), honest=False)
    middle = len(body) // 2
    cut, flipped = tmp_path / "cut.bundle", tmp_path / "flipped.bundle"
    cut.write_bytes(body[:middle])
    flipped.write_bytes(body[:middle] + bytes([body[middle] ^ 255]) + body[middle + 1 :])
    for bad in (swapped, cut, flipped):
        with pytest.raises(BundleRefused):
            bundle_import.take(other, bad)
    assert journal.heads(other) == ()


def test_a_done_definition_that_was_set_again_is_the_newest_there_too(moved: Written, tmp_path: Path) -> None:
    """Set, replaced and set back: the first of them is not taken for the last, and nothing comes twice."""
    done_definitions.put(moved.store, moved.session_id, "tests pass", actor="ann", now=NOW)
    other = open_store(tmp_path / "other.duckdb")
    bundle_import.take(other, bundle_of(moved))
    for words in ("docs are written", "tests pass"):
        done_definitions.put(moved.store, moved.session_id, words, actor="ann", now=NOW)
    bundle = bundle_of(moved, "two.bundle")
    for records in (2, 0):
        assert [each.records for each in bundle_import.take(other, bundle)] == [records]
        assert done_definitions.latest(other, moved.session_id) == "tests pass"
        assert verify.verify(other).problems == ()
