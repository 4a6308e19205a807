"""Follows every reference between records, and checks the triggers that keep records unchanged.

It reads columns only; `store.verify.columns` compares columns with content. The parents of an artifact are
not followed, because an imported file may name parents that were never stored here. Events and sidechains
without an import are no damage either: a killed import leaves them, and nothing uses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session

from store import schema
from store.tables import APPEND_ONLY
from store.values import StoreProblem

_LOST = "a record was removed, or altered to name one that never was; what rests on it cannot be followed"
_OPEN = "records could be changed or removed without the database refusing it; compare heads noted earlier"


@dataclass(frozen=True, slots=True)
class Reference:
    """A column whose values must be keys of another table; null refers to nothing."""

    table: str
    column: str
    target: str
    name: str
    """SQL that names the referring record."""
    record: str = ""
    """Kind of the referring record, if it differs from its table's name."""
    also: str = ""
    """Additional SQL condition between `a` (the referring row) and `b`."""
    where: str = ""
    """SQL condition that selects the rows referring to that table, if not all do."""

    @property
    def statement(self) -> str:
        """SQL that lists name and value of each dangling reference."""
        key = f"{self.target}_id"
        joined = f" AND {self.also}" if self.also else ""
        chosen = f"AND {self.where} " if self.where else ""
        return (
            f'SELECT {self.name}, a.{self.column} FROM "{self.table}" a WHERE a.{self.column} IS NOT NULL '
            f'{chosen}AND NOT EXISTS (SELECT 1 FROM "{self.target}" b '
            f"WHERE b.{key} = a.{self.column}{joined}) ORDER BY 1"
        )


_SAME_SESSION = "a.session_id = b.session_id"
_SAME_RANGE = f"{_SAME_SESSION} AND a.source_start = b.source_start AND a.source_end = b.source_end"
_CAPTURE = "a.session_id || ':' || a.source_start || '..' || a.source_end"
_COMPACTION = "a.session_id || ':' || a.artifact_id"

_BY_MOVE = "NOT starts_with(a.pointer_id, 'snp_')"
"""Evidence written by a run names its snapshot instead of a move."""

REFERENCES = (
    Reference("import_record", "session_id", "session", "a.import_id", "import"),
    Reference("artifact", "session_id", "session", "a.artifact_id"),
    Reference("capture", "session_id", "session", _CAPTURE),
    Reference("goal", "session_id", "session", "a.session_id || ':' || a.sequence"),
    Reference("review", "session_id", "session", "a.review_id"),
    Reference("review", "artifact_id", "artifact", "a.review_id", also=_SAME_SESSION),
    Reference("edit", "session_id", "session", "a.edit_id"),
    Reference("edit", "artifact_id", "artifact", "a.edit_id", also=_SAME_SESSION),
    Reference("native_compaction", "artifact_id", "artifact", _COMPACTION, "compaction", _SAME_RANGE),
    Reference("linked_artifact", "artifact_id", "artifact", "a.artifact_id", "links"),
    Reference("report", "session_id", "session", "a.report_id"),
    Reference("report", "artifact_id", "artifact", "a.report_id", also=_SAME_SESSION),
    Reference("pointer", "session_id", "session", "a.pointer_id"),
    Reference("pointer", "artifact_id", "artifact", "a.pointer_id", also=_SAME_RANGE),
    Reference("pointer", "report_id", "report", "a.pointer_id", also="a.artifact_id = b.artifact_id"),
    Reference(
        "pointer", "undoes", "pointer", "a.pointer_id", also=f"{_SAME_RANGE} AND b.sequence < a.sequence"
    ),
    Reference("snapshot", "session_id", "session", "a.snapshot_id"),
    Reference(
        "snapshot",
        "pointer_id",
        "pointer",
        "a.snapshot_id",
        also=f"{_SAME_SESSION} AND a.sequence >= b.sequence",
        where="a.pointer_id <> ''",  # a draft that a run applied follows no move
    ),
    Reference("evidence", "session_id", "session", "a.evidence_id"),
    Reference("evidence", "pointer_id", "pointer", "a.evidence_id", also=_SAME_SESSION, where=_BY_MOVE),
    Reference(
        "evidence", "pointer_id", "snapshot", "a.evidence_id", also=_SAME_SESSION, where=f"NOT {_BY_MOVE}"
    ),
)
"""Every column that names another record, except in the chains of events and moves."""

_DISPLACED = (
    "SELECT p.pointer_id, p.name FROM (SELECT pointer_id, unnest(CAST(displaced AS VARCHAR[])) AS name "
    "FROM pointer) p WHERE NOT EXISTS (SELECT 1 FROM artifact a WHERE a.artifact_id = p.name) ORDER BY ALL"
)


def check_references(session: Session) -> Iterator[StoreProblem]:
    """Check that referenced records exist and are of the same session, range or artifact."""
    for each in REFERENCES:
        for name, target in session.execute(text(each.statement)):
            what = {"undoes": "move", "pointer_id": "move"}.get(each.column, each.target)
            yield StoreProblem(
                each.record or each.table, name, f"{what} {target} that it names is not there", _LOST
            )
    for name, target in session.execute(text(_DISPLACED)):
        yield StoreProblem("pointer", name, f"artifact {target} that it names is not there", _LOST)
    empty = text(
        "SELECT session_id FROM session s WHERE NOT EXISTS "
        "(SELECT 1 FROM import_record i WHERE i.session_id = s.session_id) ORDER BY 1"
    )
    for name in session.execute(empty).scalars():
        yield StoreProblem("session", name, "no import of it is there", _LOST)
    gaps = text(
        "SELECT session_id, count(*), max(sequence) FROM import_record "
        "GROUP BY 1 HAVING count(*) <> max(sequence) ORDER BY 1"
    )
    for name, count, newest in session.execute(gaps):
        yield StoreProblem("session", name, f"of its {newest} imports only {count} are there", _LOST)


def check_steps(session: Session) -> Iterator[StoreProblem]:
    """Check that the recorded schema steps are this program's, in order."""
    found = [
        (row[0], row[1]) for row in session.execute(text("SELECT step, name FROM schema_step ORDER BY 1"))
    ]
    if found != [(step.number, step.name) for step in schema.STEPS]:
        problem = "the steps recorded are not those of this program's schema"
        yield StoreProblem(
            "schema", "schema_step", problem, "a later version may take a step twice, or leave one out"
        )


def check_triggers(session: Session) -> Iterator[StoreProblem]:
    """Check that every table has the triggers that refuse changes, and that they do refuse."""
    found = {
        (row[0], row[1]): _folded(row[2])
        for row in session.execute(text("SELECT table_name, trigger_name, sql FROM duckdb_triggers()"))
    }
    for (table, name), made in schema.triggers().items():
        there = found.get((table, name))
        if there != _folded(made):
            fault = "is not there" if there is None else "is not the one this program makes"
            yield StoreProblem("trigger", name, f"the trigger that keeps {table} append-only {fault}", _OPEN)
    guards = session.execute(
        text("SELECT constraint_text FROM duckdb_constraints() WHERE table_name = :t"),
        {"t": APPEND_ONLY},
    )
    if "check(false)" not in {_folded(each) for each in guards.scalars()}:
        yield StoreProblem(
            "trigger", APPEND_ONLY, "the table that the triggers rely on refuses nothing", _OPEN
        )


def _folded(statement: str) -> str:
    """Return a statement without white space and without the brackets that the catalogue adds to values."""
    folded = re.sub(r"[\s;\"]", "", statement).casefold()
    return re.sub(r"\(values(\(.*?\))\)$", r"values\1", folded)
