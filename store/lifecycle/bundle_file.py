"""Writes sessions with their whole review history to one portable file, and reads such a file back.

A bundle is a ZIP archive. `bundle.json` (`workbench.bundle/1`) names every other member with its length and
SHA-256: `sessions/SESSION/TABLE.jsonl`, one row per line as a JSON object with bytes as base64; and
`blobs/HASH`, the bytes of that hash. Nothing is ever unpacked to a path: members are read by the names that
this module knows, and any other name, kind, length, digest, table or column makes the whole bundle refused. A
bundle that would unpack to far more than its length is refused before any of it is unpacked.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import duckdb
import orjson
from sqlalchemy import BigInteger, Boolean, Float, Integer, LargeBinary, text
from sqlmodel import Session, SQLModel

from store import schema
from store.database.bulk_insert import insert_rows
from store.database.session import raw_connection
from store.engine import Store
from store.errors import BundleRefused, NotFound, StoreBusy, StoreError, TargetUnwritable
from store.event_sql import COUNTING
from store.journal import journal
from store.lifecycle import copy_file
from store.records import blobs
from store.run_tables import RUN_TABLES
from store.tables import (
    BlobRow,
    EventRow,
    LaneRow,
    PlainBytes,
    RunStateRow,
    SchemaStepRow,
    table_of,
)
from store.values import HistoryHead

SCHEMA = "workbench.bundle/1"
_MANIFEST = "bundle.json"
_MEMBER = re.compile(r"sessions/(ses_[0-9a-f]{1,64})/([a-z_]{1,40})\.jsonl|blobs/([0-9a-f]{64})")
_MOST_MANIFEST = 64 << 20
_MOST_UNPACKED = 1 << 30
_MOST_RATIO = 100
"""Largest ratio of a bundle's unpacked to its packed size, if that exceeds the bytes above."""
_ROWS = 2_000
_LEFT_OUT = (SchemaStepRow, BlobRow, RunStateRow, *RUN_TABLES)
_STILL = (1980, 1, 1, 0, 0, 0)
"""Timestamp of every member, so that the same sessions give the same bytes."""


@dataclass(frozen=True, slots=True)
class ExportedBundle:
    """A bundle that was written."""

    path: Path
    size: int
    heads: tuple[HistoryHead, ...]


def tables() -> tuple[type[SQLModel], ...]:
    """Return the tables whose rows of a session are part of a bundle."""
    return tuple(row for row in schema.tables() if row not in _LEFT_OUT)


def write(store: Store, session_ids: Iterable[str], target: Path) -> ExportedBundle:
    """Write sessions to a file that does not exist yet.

    Raises:
        NotFound: a session is not in the store.
        TargetExists: the target exists.
        TargetUnwritable: it cannot be written there.
    """
    wanted = sorted(set(session_ids))
    if target.exists():
        raise copy_file.exists(target)
    with copy_file.workplace(target, TargetUnwritable) as folder, store.reading() as session:
        made = folder / target.name
        heads = tuple(_head(session, name) for name in wanted)
        with made.open("xb") as file:
            _write_members(session, heads, file)
            file.flush()
            copy_file.sync(file.fileno())
        made.chmod(0o600)
        copy_file.put_in_place(made, target)
    return ExportedBundle(target, target.stat().st_size, heads)


def _write_members(session: Session, heads: Sequence[HistoryHead], file: IO[bytes]) -> None:
    members: list[dict[str, Any]] = []
    names = [head.session_id for head in heads]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            for row in tables():
                member = f"sessions/{name}/{table_of(row).name}.jsonl"
                _add(archive, members, member, b"".join(_lines(session, row, name)))
        for blob in sorted(_blobs(session, names)):
            _add(archive, members, f"blobs/{blob}", blobs.fetch(session, [blob])[blob])
        noted = [{"session_id": h.session_id, "sequence": h.sequence, "hash": h.hash} for h in heads]
        manifest = {
            "schema": SCHEMA,
            "schema_version": schema.SCHEMA_VERSION,
            "sessions": noted,
            "members": members,
        }
        archive.writestr(_info(_MANIFEST), orjson.dumps(manifest, option=orjson.OPT_INDENT_2))


def _head(session: Session, session_id: str) -> HistoryHead:
    found = journal.newest(session, session_id)
    if found is None:
        raise NotFound(f"no session {session_id}", "`workbench sessions` lists them")
    return found


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _STILL)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _add(archive: zipfile.ZipFile, members: list[dict[str, Any]], name: str, body: bytes) -> None:
    archive.writestr(_info(name), body)
    members.append({"name": name, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()})


def _lines(session: Session, row: type[SQLModel], session_id: str) -> Iterator[bytes]:
    table = table_of(row)
    names = [column.name for column in table.columns]
    owner = "session_id = ?"
    if "session_id" not in names:
        owner = "artifact_id IN (SELECT artifact_id FROM artifact WHERE session_id = ?)"
    if row in (EventRow, LaneRow):
        owner += f" AND {COUNTING}"
    keys = ", ".join(column.name for column in table.primary_key.columns)
    connection = raw_connection(session)
    connection.execute(
        f'SELECT {", ".join(names)} FROM "{table.name}" WHERE {owner} ORDER BY {keys}', [session_id]
    )
    while rows := connection.fetchmany(_ROWS):
        for values in rows:
            yield orjson.dumps(dict(zip(names, map(_portable, values), strict=True))) + b"\n"


def _portable(value: Any) -> Any:  # noqa: ANN401 (a value of any column)
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def _blobs(session: Session, session_ids: list[str]) -> set[str]:
    named = session.execute(
        text(
            "SELECT DISTINCT unnest(CAST(pieces AS VARCHAR[])) FROM import_record "
            "WHERE session_id IN (SELECT unnest(CAST(:ids AS VARCHAR[]))) UNION SELECT blob FROM event "
            f"WHERE blob IS NOT NULL AND {COUNTING} "
            "AND session_id IN (SELECT unnest(CAST(:ids AS VARCHAR[])))"
        ),
        {"ids": session_ids},
    )
    return set(named.scalars())


def read_into(path: Path, store: Store) -> tuple[HistoryHead, ...]:
    """Read a bundle into an empty store and return the heads that it names, without verifying them.

    Raises:
        BundleRefused: it is no bundle, of a newer program, damaged, or has contents that no bundle has.
    """
    try:
        with zipfile.ZipFile(path) as archive, store.writing() as session:
            return _read(archive, session, max(_MOST_UNPACKED, _MOST_RATIO * path.stat().st_size))
    except _UNREADABLE as error:
        if not zipfile.is_zipfile(path):  # an archive's signature is at its end
            raise _refused("it is cut off: its list of members, at the end, is missing") from error
        raise _refused(f"it cannot be read: {error}") from error
    except StoreError as error:
        cause = getattr(error.__cause__, "orig", None) or error.__cause__
        is_stated = isinstance(cause, duckdb.DataError | duckdb.IntegrityError | duckdb.ProgrammingError)
        if is_stated or isinstance(error, StoreBusy):  # no other writer: a conflict is a duplicate row
            raise _refused("its rows are not those of a store") from error
        raise


_UNREADABLE = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, NotImplementedError, EOFError,
    RuntimeError, UnicodeError,
)  # fmt: skip


def _read(archive: zipfile.ZipFile, session: Session, most: int) -> tuple[HistoryHead, ...]:
    infos = {info.filename: info for info in archive.infolist()}
    if len(infos) != len(archive.infolist()) or _MANIFEST not in infos:
        raise _refused("its members are named twice, or its list of members is missing")
    for info in archive.infolist():
        _check_plain(info)
    if sum(info.file_size for info in infos.values()) > most:
        raise _refused("it would unpack to far more than any bundle of its length")
    manifest = _manifest(archive, infos[_MANIFEST])
    members = {each["name"]: each for each in manifest["members"]}
    if len(members) != len(manifest["members"]) or set(members) != set(infos) - {_MANIFEST}:
        raise _refused("its members are not those that it lists")
    known = {table_of(row).name: row for row in tables()}
    heads = tuple(
        HistoryHead(each["session_id"], each["sequence"], each["hash"]) for each in manifest["sessions"]
    )
    session_ids = {each.session_id for each in heads}
    asked: set[str] | None = None
    for name in sorted(members, key=lambda name: (name.startswith("blobs/"), name)):
        found = _MEMBER.fullmatch(name)
        if found is None or (found[1] and (found[1] not in session_ids or found[2] not in known)):
            raise _refused(f"it contains {name[:80]!r}, which no bundle contains")
        if found[3]:
            asked = _blobs(session, sorted(session_ids)) if asked is None else asked
            if found[3] not in asked:
                raise _refused(f"it contains {name[:80]!r}, which none of its records names")
        body = _member(archive, infos[name], members[name])
        if found[3]:
            blobs.insert(session, blobs.compressed({found[3]: body}))
        else:
            insert_rows(session, known[found[2]], list(_rows(known[found[2]], body, found[1])))
    return tuple(sorted(heads, key=lambda head: head.session_id))


def _check_plain(info: zipfile.ZipInfo) -> None:
    """Refuse a member that this program would not write: a link, a folder, anything encrypted."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    plain = kind in (0, stat.S_IFREG) and not info.is_dir() and not info.flag_bits & 1
    if not plain or info.compress_type not in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        raise _refused(f"{info.filename[:80]!r} is not a regular file")


def _manifest(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> dict[str, Any]:
    if info.file_size > _MOST_MANIFEST:
        raise _refused("its list of members is too long")
    try:
        manifest = orjson.loads(archive.read(info))
        members, sessions = manifest["members"], manifest["sessions"]
        fine = all(
            isinstance(m["name"], str) and isinstance(m["bytes"], int) and m["sha256"] for m in members
        )
        fine = fine and bool(sessions) and all(_is_head(s) for s in sessions)
        written_by, version = manifest["schema"], int(manifest["schema_version"])
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise _refused("its list of members cannot be read") from error
    if written_by != SCHEMA or version > schema.SCHEMA_VERSION:
        raise _refused("it was written by a newer version", "install the newer version")
    if version < schema.SCHEMA_VERSION or not fine:
        raise _refused("it was written by an earlier version", "export it again with this one")
    return dict(manifest)


def _is_head(recorded: dict[str, Any]) -> bool:
    texts = isinstance(recorded["session_id"], str) and isinstance(recorded["hash"], str)
    return texts and isinstance(recorded["sequence"], int)


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, recorded: dict[str, Any]) -> bytes:
    if info.file_size != recorded["bytes"]:
        raise _refused(f"{info.filename} does not have the length that is listed")
    with archive.open(info) as file:
        body = file.read(info.file_size + 1)
    if len(body) != info.file_size or hashlib.sha256(body).hexdigest() != recorded["sha256"]:
        raise _refused(f"{info.filename} does not have the digest that is listed")
    return body


def _rows(row: type[SQLModel], body: bytes, session_id: str) -> Iterator[tuple[Any, ...]]:
    columns = table_of(row).columns
    names = [column.name for column in columns]
    for line in body.splitlines():
        try:
            values = orjson.loads(line)
            if not isinstance(values, dict):
                raise ValueError("not an object")
            if sorted(values) != sorted(names) or values.get("session_id", session_id) != session_id:
                raise ValueError("other columns, or another session")
            yield tuple(_value(column.type, values[column.name]) for column in columns)
        except (ValueError, TypeError, KeyError, binascii.Error) as error:
            raise _refused(f"a row of {table_of(row).name} cannot be read") from error


def _value(kind: Any, value: Any) -> Any:  # noqa: ANN401 (a value of any column)
    if value is None:
        return None
    if isinstance(kind, LargeBinary | PlainBytes):
        return base64.b64decode(value, validate=True)
    wanted: type | tuple[type, ...] = str
    if isinstance(kind, Boolean):
        wanted = bool
    elif isinstance(kind, BigInteger | Integer):
        wanted = int
    elif isinstance(kind, Float):
        wanted = (float, int)
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise ValueError("a value of another kind")
    return value


def _refused(
    problem: str, hint: str = "ask for it to be exported again; nothing was imported"
) -> BundleRefused:
    return BundleRefused(f"the bundle is refused: {problem}", hint)
