"""Compare two snapshots or artifacts, from the store or a file; an artifact as the snapshot it would make."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from gates.artifact import ARTIFACT_SCHEMA, Origin, parse
from gates.errors import os_reason
from gates.snapshot.builder import snapshot_of_artifact
from gates.snapshot.diff import diff
from gates.snapshot.model import is_snapshot, parse_snapshot
from store.engine import Store
from store.errors import NotFound
from store.records import artifacts, lookup, sessions, snapshots
from store.values import StoredArtifact
from workbench.bootstrap import Env
from workbench.edits.against_parent import single_parent
from workbench.errors import InputError, UsageError
from workbench.masking import mask_json
from workbench.pipes import read_whole
from workbench.services.judgement.judge import JudgedArtifact, judge_stored

MAX_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Side:
    """One side of a comparison."""

    name: str
    snapshot: dict[str, Any]
    session_id: str | None = None
    """Session of an artifact in the store; None for snapshots and files."""
    judged: JudgedArtifact | None = field(default=None, repr=False, compare=False)
    """An artifact in the store with its report; None for snapshots and files."""


@dataclass(frozen=True)
class Compared:
    """The differences from one side to the other; secrets are masked before words are compared."""

    a: Side
    b: Side
    result: dict[str, Any]
    """The `workbench.diff/1` object."""
    differs: bool
    """Whether the states differ in anything, secrets included."""
    masked: int = 0
    """Number of secrets masked on both sides."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.diff/1` object."""
        return self.result


def compare(env: Env, a: str, b: str, *, by: Literal["item", "text"] = "item") -> Compared:
    """Compare two records or files.

    Raises:
        InputError, gates.errors.GateError: a file is neither a snapshot nor an artifact.
        store.errors.NotFound: no record, or more than one, has that id.
    """
    left, right = _sides(env, a, b)
    result = diff(left.snapshot, right.snapshot, name_a=left.name, name_b=right.name, by=by)
    differs = bool(result["changes"])
    (shown_a, in_a), (shown_b, in_b) = mask_json(left.snapshot), mask_json(right.snapshot)
    if in_a or in_b:
        left, right = replace(left, snapshot=shown_a), replace(right, snapshot=shown_b)
        result = diff(shown_a, shown_b, name_a=left.name, name_b=right.name, by=by)
    return Compared(left, right, result, differs, in_a + in_b)


@dataclass(frozen=True)
class _Record:
    """A record as it was read, before it is scored."""

    id: str
    read: dict[str, Any] | StoredArtifact
    """The body of a snapshot, or an artifact."""
    objective: str = ""
    """Of the snapshot that an artifact would make."""


def _sides(env: Env, a: str, b: str) -> tuple[Side, Side]:
    """Read both sides, the records in one operation of the store, then score those that are artifacts."""
    named = [each for each in (a, b) if not Path(each).is_file()]
    found: dict[str, Side] = {}
    if named:
        store = env.open_store()
        with store.reading():
            records = {each: _record(store, each) for each in named}
        found = {each: _scored(env, store, record) for each, record in records.items()}
    left, right = (
        found[each] if each in found else _file(each, found.get(other)) for each, other in ((a, b), (b, a))
    )
    return left, right


def _file(path: str, beside: Side | None) -> Side:
    """Read a side from a file; an artifact's objective is the session's if the other side knows it."""
    return Side(path, _from_file(path, beside))


def _record(store: Store, id_or_prefix: str) -> _Record:
    """Read a snapshot, or an artifact with the session's objective, whoever made the artifact.

    A native summary has no objective, nor has an artifact edited from one, and neither is reported to have
    lost it; a draft without one is.
    """
    named = lookup.resolve(store, id_or_prefix, ("snapshot", "artifact"))
    if named.type == "snapshot":
        return _Record(named.id, snapshots.get(store, named.id).body)
    stored = artifacts.get(store, named.id)
    lost = not stored.artifact.objective and not _never_had(store, stored)
    return _Record(named.id, stored, "" if lost else sessions.opening(store, stored.session_id))


def _scored(env: Env, store: Store, record: _Record) -> Side:
    """Return the side of a record; an artifact as the snapshot that it alone would make."""
    if isinstance(record.read, dict):
        return Side(record.id, record.read)
    judged = judge_stored(env, store, record.read)
    made = snapshot_of_artifact(judged.artifact, judged.report, objective=record.objective)
    return Side(record.id, made, record.read.session_id, judged)


def _never_had(store: Store, stored: StoredArtifact) -> bool:
    """Return whether an artifact without an objective was made from none that had one."""
    artifact = stored.artifact
    if artifact.origin is Origin.IMPORTED:
        return True
    parent = single_parent(artifact) if artifact.origin is Origin.EDITED else None
    try:
        return parent is not None and not artifacts.get(store, parent).artifact.objective
    except NotFound:
        return False


def _from_file(path: str, beside: Side | None) -> dict[str, Any]:
    try:
        if Path(path).stat().st_size > MAX_BYTES:
            raise InputError(f"{path} is over 64 MB", "give a snapshot or an artifact as JSON")
        body = json.loads(read_whole(Path(path)))
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", "check its permissions") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not text", "give a snapshot or an artifact as JSON") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON: {error}", "give a snapshot or an artifact as JSON") from error
    if is_snapshot(body):
        return parse_snapshot(body)
    if isinstance(body, dict) and body.get("schema") == ARTIFACT_SCHEMA:
        artifact = parse(body)
        own = beside is not None and beside.session_id == artifact.source.session_id
        objective = str(beside.snapshot["objective"]) if beside is not None and own else None
        return snapshot_of_artifact(artifact, objective=objective)
    raise UsageError(
        f"{path} is neither a snapshot nor an artifact",
        "`workbench show ID --json` prints a snapshot; save its `value` as a file",
    )
