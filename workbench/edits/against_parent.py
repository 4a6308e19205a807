"""How an artifact differs from its parent: statements added, relinked and left out.

Counted like a comparison of the two: the statements of their snapshots are paired in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gates.artifact import Artifact, ItemKind, Origin
from gates.report import GateReport
from gates.snapshot.builder import snapshot_of_artifact
from gates.snapshot.diff import diff
from gates.snapshot.plain_lines import failure_text

_FIRST = (ItemKind.OPEN_WORK.value, ItemKind.DECISION.value, ItemKind.CONSTRAINT.value)
"""Kinds that a session needs in order to continue; listed first."""
_ORDER = (*_FIRST, *(kind.value for kind in ItemKind if kind.value not in _FIRST))


@dataclass(frozen=True, slots=True)
class StatementWords:
    """One statement: its kind, such as `open_work`, and its text."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class AgainstParent:
    """The differences from the parent, open work, decisions and constraints first."""

    number: int
    """The parent's number n in `d-n`."""
    added: tuple[StatementWords, ...] = ()
    relinked: int = 0
    """Statements that differ in their links only."""
    left_out: tuple[StatementWords, ...] = ()
    reworded: int = 0
    """Statements that replace one of the parent's: both added and left out."""


def single_parent(artifact: Artifact) -> str | None:
    """Return the artifact that this one was repaired or edited from; None if it was made in another way."""
    made_of = artifact.origin in (Origin.REPAIRED, Origin.EDITED) and len(artifact.parents) == 1
    return artifact.parents[0] if made_of else None


def against_parent(
    number: int, parent: tuple[Artifact, GateReport], child: tuple[Artifact, GateReport]
) -> AgainstParent:
    """Compare two judged artifacts; `number` is n of the parent's `d-n`."""
    changes = diff(*(snapshot_of_artifact(*each) for each in (parent, child)))["changes"]
    statements = [each for each in changes if each["kind"] is not None]
    # One statement may differ in more than its links; a comparison then shows it under the other change.
    otherwise = {id(each["after"]) for each in statements if each["change"] in ("changed", "status")}
    relinked = [e for e in statements if e["change"] == "relinked" and id(e["after"]) not in otherwise]
    return AgainstParent(
        number,
        _statements_of(statements, "added", "after"),
        len(relinked),
        _statements_of(statements, "removed", "before"),
        sum(each["change"] == "changed" for each in statements),
    )


def _statements_of(changes: list[dict[str, Any]], change: str, side: str) -> tuple[StatementWords, ...]:
    found = [StatementWords(each["kind"], _words(each[side])) for each in changes if each["change"] == change]
    return tuple(sorted(found, key=lambda each: _ORDER.index(each.kind) if each.kind in _ORDER else 99))


def _words(value: object) -> str:
    """Return the text of a claim, conflict, failure or question."""
    if not isinstance(value, dict):
        return str(value)
    return str(value.get("statement") or value.get("description") or failure_text(value))
