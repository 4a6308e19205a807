"""The claims of the artifacts that were active before, continued with the new ones while the program runs.

A session's next snapshot is made of all its artifacts, usually one more than before. A table is kept without
the last of them, so the next snapshot adds two. It is continued only if it was made of the same artifacts and
reports, in the same order, and of the same evidence.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from gates.artifact import Artifact
from gates.report import GateReport
from gates.snapshot.claims import ClaimTable

MOST_SESSIONS = 2

Judged = tuple[str, Artifact, GateReport | None]
"""An artifact's id, the artifact, and its report."""


@dataclass(frozen=True, slots=True)
class _Kept:
    made_of: tuple[Judged, ...]
    """All active artifacts but the last, whose report may differ in what is not stored of it."""
    table: ClaimTable

    def begins(self, before: tuple[Judged, ...], ledger: Collection[str]) -> bool:
        """Return whether a table of these artifacts continues this one."""
        return self.table.fits(ledger) and before[: len(self.made_of)] == self.made_of


_kept: dict[str, _Kept] = {}
"""By session, the last one last; never changed while it is iterated over."""


def table_of(session_id: str, active: Sequence[Judged], ledger: Collection[str]) -> ClaimTable:
    """Return the table of a session's active artifacts, in order; its claims are shared with later tables."""
    before = tuple(active[:-1])
    known = _kept.get(session_id)
    if known is None or not known.begins(before, ledger):
        known = _Kept((), ClaimTable(ledger))
    table = known.table.copied(ledger)
    for name, artifact, report in before[len(known.made_of) :]:
        table.add(artifact, name, report)
    _kept.pop(session_id, None)
    _kept[session_id] = _Kept(before, table)
    for other in [*_kept][:-MOST_SESSIONS]:
        _kept.pop(other, None)
    table = table.copied(ledger)
    for name, artifact, report in active[-1:]:
        table.add(artifact, name, report)
    return table


def forget() -> None:
    """Drop the tables kept in this process."""
    _kept.clear()
