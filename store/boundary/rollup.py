"""Checks what artifacts roll up: covered artifacts exist, in the same session and inside the range (ST6).

The moves must agree: accepting an artifact displaced exactly the artifacts it names in `covers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlmodel import Session, select

from gates.artifact import Artifact, Origin
from gates.errors import GateError
from store.errors import StoreError
from store.records import artifacts
from store.tables import ArtifactRow
from store.values import Pointer, StoreProblem

_LOST = "what was rolled up cannot be found again; a rollback could not make it active"
_ALTERED = "a move or an artifact was altered; the artifact's range is not the one that it displaced"


def check_covers(session: Session, history: Iterable[Pointer]) -> Iterator[StoreProblem]:
    """Yield a problem for every missing or misplaced artifact in `covers`, and for moves that disagree.

    `history` are the session's readable moves, in any order. Damaged artifacts are reported elsewhere.
    """
    places = artifacts.places(session)
    covered: dict[str, tuple[str, ...]] = {}
    for row in session.exec(select(ArtifactRow).where(ArtifactRow.origin != Origin.IMPORTED.value)):
        found = _readable(row)
        if found is not None and found.covers:
            covered[row.artifact_id] = found.covers
            for each, why in artifacts.misplaced(found, places):
                meaning = _ALTERED if each in places else _LOST
                yield StoreProblem(
                    "artifact", row.artifact_id, f"artifact {each} that it covers {why}", meaning
                )
    for move in history:
        named = covered.get(move.artifact_id)
        if move.action == "accept" and named is not None and set(named) != set(move.displaced):
            yield StoreProblem(
                "pointer",
                move.pointer_id,
                f"it displaced {_stated(move.displaced)}, its artifact covers {_stated(named)}",
                _ALTERED,
            )


def _stated(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"


def _readable(row: ArtifactRow) -> Artifact | None:
    try:
        return artifacts.artifact_of(row.body, row.artifact_id)
    except (StoreError, GateError, ValueError):
        return None
