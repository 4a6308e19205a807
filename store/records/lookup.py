"""Finds a record by its id, a unique prefix of six or more characters, or its number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import text
from sqlmodel import Session

from store.engine import Store
from store.errors import NotFound
from store.records.near_ids import did_you_mean_id

RecordType = Literal["session", "artifact", "snapshot", "pointer", "report", "review"]

LEAST_PREFIX = 6
_SHOWN = 5

_TAGS: dict[str, RecordType] = {
    "ses": "session",
    "art": "artifact",
    "snp": "snapshot",
    "ptr": "pointer",
    "rep": "report",
    "rev": "review",
}
_TAG_OF = {kind: tag for tag, kind in _TAGS.items()}
_NUMBER = re.compile(r"^(?:(?P<session>.+):)?d-(?P<number>\d{1,9})$")
_SEQUENCE = re.compile(r"^(?P<session>.+)@(?P<sequence>\d{1,9})$")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A record's type and full id."""

    type: RecordType
    id: str


def resolve(store: Store, id_or_prefix: str, types: tuple[RecordType, ...] = ()) -> Resolved:
    """Return the one record that `id_or_prefix` names, of the given types (none: any).

    Understands full ids, prefixes with or without the type tag ("8f3a12" and "ses_8f" find ses_8f3a12...), a
    prefix of a transcript's native id (sessions), `SESSION:d-3` and plain `d-3` if there is one session
    (artifacts), `SESSION@SEQUENCE` (snapshots).

    Raises:
        NotFound: it names nothing, or more than one record (the message lists up to five).
    """
    asked = types or tuple(_TAG_OF)
    with store.reading() as session:
        numbered = _NUMBER.match(id_or_prefix) if "artifact" in asked else None
        if numbered:
            return Resolved("artifact", _by_number(session, numbered["session"], int(numbered["number"])))
        counted = _SEQUENCE.match(id_or_prefix) if "snapshot" in asked else None
        if counted:
            owner = _session(session, counted["session"])
            return Resolved("snapshot", _by_sequence(session, owner, int(counted["sequence"])))
        found = _matches(session, id_or_prefix, asked)
        if not found:
            _refuse_another_kind(_matches(session, id_or_prefix, tuple(_TAG_OF)), id_or_prefix, asked)
        return _one(session, found, id_or_prefix, asked)


def session(store: Store, id_or_prefix: str) -> str:
    """Return the full session id. Raises NotFound."""
    return resolve(store, id_or_prefix, ("session",)).id


def artifact(store: Store, id_or_prefix: str) -> str:
    """Return the full artifact id. Raises NotFound."""
    return resolve(store, id_or_prefix, ("artifact",)).id


def _session(session: Session, owner: str) -> str:
    """Return the full id of the session that is named before a number."""
    return _one(session, _matches(session, owner, ("session",)), owner, ("session",)).id


def _matches(session: Session, prefix: str, asked: tuple[RecordType, ...]) -> list[Resolved]:
    tag, _, rest = prefix.partition("_")
    tagged = _TAGS.get(tag)
    if tagged is not None and rest:
        if tagged not in asked or len(prefix) < LEAST_PREFIX:
            return []
        return [Resolved(tagged, name) for name in _starting(session, tagged, prefix)]
    found = []
    if len(prefix) >= LEAST_PREFIX:
        for kind in asked:
            found += [Resolved(kind, name) for name in _starting(session, kind, f"{_TAG_OF[kind]}_{prefix}")]
        if "session" in asked:
            found += [Resolved("session", name) for name in _by_native_id(session, prefix)]
    return list(dict.fromkeys(found))


def _starting(session: Session, kind: RecordType, prefix: str) -> list[str]:
    rows = session.execute(
        text(f"SELECT {kind}_id FROM {kind} WHERE starts_with({kind}_id, :p) ORDER BY 1 LIMIT :n"),
        {"p": prefix, "n": _SHOWN + 1},
    )
    return list(rows.scalars())


def _by_native_id(session: Session, prefix: str) -> list[str]:
    rows = session.execute(
        text("SELECT session_id FROM session WHERE starts_with(native_id, :p) ORDER BY 1 LIMIT :n"),
        {"p": prefix, "n": _SHOWN + 1},
    )
    return list(rows.scalars())


def _by_number(session: Session, owner: str | None, number: int) -> str:
    if owner is not None:
        session_id = _session(session, owner)
    else:
        every = list(session.execute(text("SELECT session_id FROM session LIMIT 2")).scalars())
        if len(every) != 1:
            raise NotFound(
                f"d-{number} needs its session: the store holds {'more than one' if every else 'none'}",
                f"write SESSION:d-{number}",
            )
        session_id = every[0]
    found = session.execute(
        text("SELECT artifact_id FROM artifact WHERE session_id = :s AND number = :n"),
        {"s": session_id, "n": number},
    ).scalar()
    if found is None:
        newest = session.execute(
            text("SELECT max(number) FROM artifact WHERE session_id = :s"), {"s": session_id}
        ).scalar()
        raise NotFound(
            f"session {session_id} has no artifact d-{number}",
            f"`workbench show {session_id[:12]}` lists its artifacts",
            near=f"its newest is d-{newest}; " if newest else "",
        )
    return str(found)


def _by_sequence(session: Session, session_id: str, sequence: int) -> str:
    found = session.execute(
        text("SELECT snapshot_id FROM snapshot WHERE session_id = :s AND sequence = :n"),
        {"s": session_id, "n": sequence},
    ).scalar()
    if found is None:
        raise NotFound(
            f"session {session_id} has no snapshot {sequence}",
            f"`workbench history {session_id[:12]}` lists its moves",
        )
    return str(found)


def _refuse_another_kind(found: list[Resolved], id_or_prefix: str, asked: tuple[RecordType, ...]) -> None:
    """Raise NotFound naming the kind of `id_or_prefix`, if it exists and has another kind."""
    if len(found) != 1:
        return
    other = found[0]
    wanted = " or ".join(map(_an, asked))
    if "artifact" in asked and other.type == "session":
        short = other.id[:12]
        hint = f"name one of its artifacts, as {short}:d-1; `workbench show {short}` lists them"
    else:
        hint = f"`workbench show {other.id[:12]}` shows it"
    raise NotFound(f"{id_or_prefix} is {_an(other.type)}, not {wanted}", hint)


def _an(kind: RecordType) -> str:
    """Return a kind of record with its article; the commands call a pointer a move."""
    return {"artifact": "an artifact", "pointer": "a move"}.get(kind, f"a {kind}")


def _one(session: Session, found: list[Resolved], id_or_prefix: str, asked: Iterable[RecordType]) -> Resolved:
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(each.id for each in found[:_SHOWN]) + (", …" if len(found) > _SHOWN else "")
        message = f"{id_or_prefix} names more than one record: {some}"
        raise NotFound(message, "give more characters", ambiguous=True)
    kinds = list(asked)
    what = kinds[0] if len(kinds) == 1 else "record"
    hint = (
        f"give {LEAST_PREFIX} or more characters of its id"
        if len(id_or_prefix) < LEAST_PREFIX
        else _LISTED.get(
            what, "`workbench sessions` lists the sessions, `workbench show SESSION` what belongs to one"
        )
    )
    near = did_you_mean_id(id_or_prefix, _every(session, kinds))
    raise NotFound(f"no {'move' if what == 'pointer' else what} is named {id_or_prefix}", hint, near=near)


def _every(session: Session, kinds: Iterable[RecordType]) -> Iterator[str]:
    """Yield the ids of all records of some kinds, and those that transcripts give their sessions."""
    for kind in kinds:
        yield from session.execute(text(f"SELECT {kind}_id FROM {kind}")).scalars()
        if kind == "session":
            yield from session.execute(
                text("SELECT native_id FROM session WHERE native_id IS NOT NULL")
            ).scalars()


_LISTED = {"pointer": "`workbench history` lists the moves; `none` stands for no move yet"}
"""Hints at the command that lists the records of a kind, if it is not the one for sessions."""
