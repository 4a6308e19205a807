"""The bodies of snapshots in the store: whole at intervals, and as changes to the previous one in between.

A snapshot contains everything found since a session began, so whole copies would grow with the square of its
length. Reading always returns the whole snapshot.
"""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import text
from sqlmodel import Session

from store.errors import StoreUnreadable
from store.records.blobs import pack, unpack
from store.tables import SnapshotRow

WHOLE_EVERY = 16
"""Number of a session's snapshots from one whole one to the next."""
_CHANGES = "snapshot-changes/1"


def packed(body: dict[str, Any], previous: dict[str, Any] | None) -> bytes:
    """Return the bytes of a snapshot's row; `previous` is the snapshot before it."""
    if previous is None or body["sequence"] % WHOLE_EVERY == 1:
        return pack(body)
    changes = changed(previous, body)
    if orjson.dumps(applied(previous, changes)) != orjson.dumps(body):
        return pack(body)  # such as a number that became a truth value, which compare as equal
    return pack({_CHANGES: {"base": previous["snapshot_id"], "changes": changes}})


def read(session: Session, row: SnapshotRow) -> dict[str, Any]:
    """Return the whole snapshot of a row.

    Raises:
        StoreUnreadable: its body is damaged, or a snapshot that it refers to is missing.
    """
    pending: list[Any] = []
    body = unpack(row.body)
    earlier = _since_whole(session, row) if isinstance(body, dict) and _CHANGES in body else {}
    while isinstance(body, dict) and _CHANGES in body:
        try:
            base, changes = body[_CHANGES]["base"], body[_CHANGES]["changes"]
        except (KeyError, TypeError) as error:
            raise _damaged(row) from error
        pending.append(changes)
        found = earlier.pop(base, None)
        if found is None:
            raise StoreUnreadable(
                f"snapshot {base}, which {row.snapshot_id} refers to, is missing",
                "`workbench verify` says what else is damaged",
            )
        body = unpack(found)
    try:
        for changes in reversed(pending):
            body = applied(body, changes)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise _damaged(row) from error
    if not isinstance(body, dict):
        raise _damaged(row)
    return body


def _since_whole(session: Session, row: SnapshotRow) -> dict[str, bytes]:
    """Return the bodies before a row, from that of the last snapshot that is always whole, by snapshot id."""
    query = "SELECT snapshot_id, body FROM snapshot WHERE session_id = :s AND sequence BETWEEN :a AND :b"
    whole = row.sequence - (row.sequence - 1) % WHOLE_EVERY
    given = {"s": row.session_id, "a": whole, "b": row.sequence - 1}
    return {name: bytes(body) for name, body in session.execute(text(query), given)}


def _damaged(row: SnapshotRow) -> StoreUnreadable:
    return StoreUnreadable(
        f"snapshot {row.snapshot_id} is damaged", "`workbench verify` says what else is damaged"
    )


def changed(before: object, after: object) -> list[Any]:
    """Return the changes from one JSON value to another: `["="]`, `["v", value]`, or those of its parts."""
    if type(before) is type(after) and before == after:
        return ["="]
    if isinstance(before, dict) and isinstance(after, dict):
        gone = [key for key in before if key not in after]
        parts = {
            key: changed(before[key], value) if key in before else ["v", value]
            for key, value in after.items()
        }
        parts = {key: part for key, part in parts.items() if part != ["="]}
        return ["d", parts, gone, list(after) if list(before) != list(after) else None]
    if isinstance(before, list) and isinstance(after, list):
        shared = min(len(before), len(after))
        parts = {str(n): changed(before[n], after[n]) for n in range(shared) if before[n] != after[n]}
        if 2 * len(parts) <= shared:
            return ["l", parts, shared, after[shared:]]
    return ["v", after]


def applied(before: Any, changes: list[Any]) -> Any:  # noqa: ANN401 (JSON data of any shape)
    """Apply the changes that `changed` returned to the earlier value."""
    kind = changes[0]
    if kind == "=":
        return before
    if kind == "v":
        return changes[1]
    if kind == "d":
        _, parts, gone, order = changes
        made = {key: value for key, value in before.items() if key not in gone}
        made |= {key: applied(before.get(key), part) for key, part in parts.items()}
        return made if order is None else {key: made[key] for key in order}
    _, parts, shared, more = changes
    items = list(before[:shared])
    for place, part in parts.items():
        items[int(place)] = applied(items[int(place)], part)
    return [*items, *more]
