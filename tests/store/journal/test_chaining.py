"""The chains of the journal and of moves, recomputed from the file's rows with nothing of this program."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from typing import Any

import duckdb

from store.values import Pointer
from tests.store.conftest import Written


def sha(value: object) -> str:
    """SHA-256 over JSON with sorted keys and no space, as the README promises."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def rows(written: Written, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table in the file, ordered by sequence."""
    with duckdb.connect(str(written.store.path), read_only=True) as raw:
        found = raw.execute(f"SELECT * FROM {table} ORDER BY session_id, sequence")
        names = [each[0] for each in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def test_each_journal_entry_is_chained_to_the_one_before(moved: Written) -> None:
    """Its hash is over the hash before it, its session, place, record, key and digest; dense from one."""
    entries = rows(moved, "journal")
    assert len(entries) > 5
    previous = hashlib.sha256(f"journal/1:{moved.session_id}".encode()).hexdigest()
    for number, entry in enumerate(entries, 1):
        assert (entry["session_id"], entry["sequence"]) == (moved.session_id, number)
        said = [entry["record"], entry["key"], entry["digest"]]
        previous = sha(["journal/1", previous, moved.session_id, number, *said])
        assert entry["hash"] == previous


def test_each_move_is_chained_to_the_one_before(moved: Written) -> None:
    """Its hash is over the hash before it and every one of its fields; its id is over place and content."""
    moves = rows(moved, "pointer")
    assert len(moves) > 1
    previous = hashlib.sha256(f"pointers/1:{moved.session_id}".encode()).hexdigest()
    earlier = None
    for number, move in enumerate(moves, 1):
        body = {each.name: move[each.name] for each in fields(Pointer) if each.name != "hash"}
        for name in ("displaced", "confirmed"):
            if isinstance(body[name], str):
                body[name] = json.loads(body[name])
        parts = [previous, number, move["action"], move["artifact_id"], move["created_at"]]
        named = hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:20]
        assert move["pointer_id"] == f"ptr_{named}"
        assert (move["sequence"], move["previous_pointer_id"]) == (number, earlier)
        previous = sha(["pointer/1", previous, body])
        assert move["hash"] == previous
        earlier = move["pointer_id"]


def test_a_journal_entry_vouches_for_every_column_of_its_move(moved: Written) -> None:
    """Its digest is over the table's name and each column of the row that has a value."""
    entered = {
        entry["key"]: entry["digest"] for entry in rows(moved, "journal") if entry["record"] == "pointer"
    }
    for move in rows(moved, "pointer"):
        body = {name: value for name, value in move.items() if value is not None}
        assert entered[move["pointer_id"]] == sha(["pointer", body])
