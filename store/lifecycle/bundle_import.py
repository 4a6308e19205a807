"""Imports the sessions of a bundle into a store: new sessions whole, known ones with what is new.

A bundle is first read into a separate store and verified there. Moves and reviews are imported only if one
history continues the other; diverged histories are refused, and nothing is renamed or replaced. A person's
edits of a draft are imported if they continue those in the store, else left out. The import makes no moves of
its own: each move was chained by the store that it comes from.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, SQLModel

from store.database.bulk_insert import insert_rows
from store.database.session import raw_connection
from store.engine import Store
from store.errors import BundleRefused, HistoriesPart
from store.journal import journal
from store.lifecycle import bundle_file, copy_file
from store.lifecycle.open import open_store
from store.records import sessions
from store.tables import BlobRow, table_of
from store.verify import verify

_MERGED = (
    "artifact", "native_compaction", "linked_artifact", "capture", "report", "review", "goal", "evidence",
    "pointer", "snapshot", "edit",
)  # fmt: skip
"""Tables whose missing rows are added to a known session; each comes before the tables that refer to it."""
_COUNTED = {"artifact": "number", "report": "sequence"}
"""Columns that continue the store's own numbering; nothing derives from them."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The result for one session of a bundle."""

    session_id: str
    created: bool
    records: int
    """Records added; the events of one import, or the evidence of one move, count as one."""


def take(store: Store, bundle: Path) -> tuple[Taken, ...]:
    """Import a bundle into an open store; see `take_checked`."""
    return take_checked(lambda: store, store.path, bundle)


def take_checked(opened: Callable[[], Store], place: Path, bundle: Path) -> tuple[Taken, ...]:
    """Import all sessions of a bundle or none; records that exist already are not added again.

    The store at `place` is `opened` only after the bundle was checked: a refused one creates no store.

    Raises:
        BundleRefused: it cannot be read, or does not verify.
        HistoriesPart: a session's moves or reviews here and there have diverged.
    """
    near = place if place.parent.is_dir() else Path(tempfile.gettempdir()) / place.name
    with copy_file.workplace(near) as folder:
        beside = open_store(folder / "bundle.duckdb")
        heads = bundle_file.read_into(bundle, beside)
        found = verify.verify(beside)
        problems = found.problems
        if problems:
            first = f"{problems[0].record} {problems[0].id}: {problems[0].problem}"
            raise BundleRefused(
                f"the bundle does not verify: {verify.counted_problems(problems)}{first}",
                "it was altered after it was written; nothing was imported",
            )
        if found.heads != heads:
            raise BundleRefused(
                "the bundle does not verify: its sessions do not end with the heads that it names",
                "its end was cut off, or its list was altered; nothing was imported",
            )
        with opened().writing() as session, beside.reading() as theirs:
            return tuple(_take(session, theirs, head.session_id) for head in heads)


def _take(session: Session, theirs: Session, name: str) -> Taken:
    mine, other = journal.newest(session, name), journal.newest(theirs, name)
    _add_blobs(session, theirs)
    if mine is None:
        for row in bundle_file.tables():
            insert_rows(session, row, _rows(theirs, row, name))
        return Taken(name, True, other.sequence if other else 0)
    if not session.execute(text("SELECT 1 FROM session WHERE session_id = :s"), {"s": name}).first():
        raise HistoriesPart(f"session {name} was purged here", "import its transcript to have it here again")
    if other is None or _is_recorded(session, name, other.hash):
        return Taken(name, False, 0)
    _check_events(session, theirs, name)
    for table, what in (("pointer", "moves"), ("review", "reviews")):
        _check_one_history(session, theirs, name, table, what)
    known = {table_of(row).name: row for row in bundle_file.tables()}
    added = sum(_merge(session, theirs, name, known[table]) for table in _MERGED)
    return Taken(name, False, added)


def _rows(source: Session, row: type[SQLModel], name: str) -> list[tuple[Any, ...]]:
    table = table_of(row)
    columns = [column.name for column in table.columns]
    where = "session_id = ?"
    if "session_id" not in columns:
        where = "artifact_id IN (SELECT artifact_id FROM artifact WHERE session_id = ?)"
    keys = ", ".join(column.name for column in table.primary_key.columns)
    if "sequence" in columns:
        keys = f"sequence, {keys}"
    return (
        raw_connection(source)
        .execute(f'SELECT {", ".join(columns)} FROM "{table.name}" WHERE {where} ORDER BY {keys}', [name])
        .fetchall()
    )


def _add_blobs(session: Session, theirs: Session) -> None:
    there = set(session.execute(text("SELECT hash FROM blob")).scalars())
    names = [each for each in theirs.execute(text("SELECT hash FROM blob")).scalars() if each not in there]
    for name in names:
        found = raw_connection(theirs).execute("SELECT hash, size, body FROM blob WHERE hash = ?", [name])
        insert_rows(session, BlobRow, found.fetchall())


def _is_recorded(session: Session, name: str, noted: str) -> bool:
    found = text("SELECT 1 FROM journal WHERE session_id = :s AND hash = :h")
    return session.execute(found, {"s": name, "h": noted}).first() is not None


def _check_events(session: Session, theirs: Session, name: str) -> None:
    """Refuse a bundle whose events are not the first of those in the store."""
    here, there = sessions.extent(session, name)[0], sessions.extent(theirs, name)[0]
    if there > here:
        raise HistoriesPart(
            f"session {name} has {here} events here and {there} in the bundle",
            "import the newer transcript first, then the bundle again",
        )
    if sessions.digest_at(session, name, there - 1) != sessions.digest_at(theirs, name, there - 1):
        raise HistoriesPart(
            f"the events of session {name} here are not those of the bundle",
            "it was made of another transcript; it can be imported into another store",
        )


def _check_one_history(session: Session, theirs: Session, name: str, table: str, what: str) -> None:
    wanted = text(f"SELECT {table}_id FROM {table} WHERE session_id = :s ORDER BY sequence")
    here, there = (list(each.execute(wanted, {"s": name}).scalars()) for each in (session, theirs))
    for number, (one, other) in enumerate(zip(here, there, strict=False), 1):
        if one != other:
            raise HistoriesPart(
                f"conflicting heads: the {what} of session {name} differ from #{number} on, "
                f"{one} here and {other} in the bundle",
                "nothing was imported; import it into another store to look at both",
            )


def _merge(session: Session, theirs: Session, name: str, row: type[SQLModel]) -> int:
    """Add missing rows and enter them in this store's journal; return the number of records."""
    table = table_of(row)
    columns = [column.name for column in table.columns]
    keys = [column.name for column in table.primary_key.columns]
    here = [dict(zip(columns, each, strict=True)) for each in _rows(session, row, name)]
    there = Counter(_key(row, each, keys) for each in here)
    fresh = []
    for values in _rows(theirs, row, name):
        each = dict(zip(columns, values, strict=True))
        known = _key(row, each, keys)
        there[known] -= 1  # a record that exists twice there and once here is added once
        if there[known] < 0:
            fresh.append(each)
    if table.name == "edit":
        fresh = _continuing(here, fresh)
    _renumber(session, name, table.name, fresh)
    insert_rows(session, row, [tuple(each.values()) for each in fresh])
    if table.name == "evidence":
        return _enter_evidence(session, name, fresh)
    for each in fresh:
        journal.note(session, name, row(**each))
    return len(fresh)


def _continuing(here: list[dict[str, Any]], fresh: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the new edits whose logs continue those in the store, without logs that diverged."""
    last: dict[tuple[str, str], int] = {}
    for each in here:
        log = each["artifact_id"], each["actor"]
        last[log] = max(last.get(log, 0), each["sequence"])
    parted = {
        (each["artifact_id"], each["actor"])
        for each in fresh
        if each["sequence"] <= last.get((each["artifact_id"], each["actor"]), 0)
    }
    return [each for each in fresh if (each["artifact_id"], each["actor"]) not in parted]


def _key(row: type[SQLModel], values: dict[str, Any], keys: Sequence[str]) -> tuple[Any, ...]:
    """Return the values that make two rows the same: the key, or the content if that is a number."""
    recorded = {
        "capture": ("source_start", "source_end", "capture_version", "digest", "events_digest"),
        "goal": ("done_definition",),
    }
    return tuple(values[each] for each in recorded.get(table_of(row).name, keys))


def _renumber(session: Session, name: str, table: str, fresh: list[dict[str, Any]]) -> None:
    column = _COUNTED.get(table, "sequence" if table in ("capture", "goal") else None)
    if column is None:
        return
    last = session.execute(text(f"SELECT max({column}) FROM {table} WHERE session_id = :s"), {"s": name})
    number = int(last.scalar() or 0)
    for each in fresh:
        number += 1
        each[column] = number


def _enter_evidence(session: Session, name: str, fresh: list[dict[str, Any]]) -> int:
    from store.journal.row_digests import RowsDigest

    groups: dict[str, RowsDigest] = {}
    for each in fresh:
        groups.setdefault(each["pointer_id"], RowsDigest("evidence")).add((tuple(each.values()),))
    for pointer_id, vouched in groups.items():
        journal.note_group(
            session, name, journal.JournalEntry("evidence", pointer_id, str(vouched.hexdigest()))
        )
    return len(groups)
