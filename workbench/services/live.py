"""Import a transcript that is still being written, and score its compactions that have no report yet.

Shared by hooks and `watch`. Both steps are idempotent: stored events are not imported again, and a compaction
that has a report is not scored again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gates.report import GATE_NAMES, GateReport
from store.engine import Store
from store.records import artifacts, reports, sessions
from store.values import NativeCompaction
from workbench.bootstrap import Env
from workbench.errors import InputError
from workbench.services.judgement.judge import judge_stored
from workbench.services.transcript_files.import_transcripts import Imported, import_paths

Wanted = Callable[[NativeCompaction], bool]


@dataclass(frozen=True)
class ScoredCompaction:
    """A compaction of a live session, with its verdict."""

    compaction: NativeCompaction
    number: int
    """n of `d-n`."""
    report: GateReport
    report_id: str | None
    failed_gates: tuple[str, ...]
    """Deciding gates (the policy's `fail_on`, else A, C and D) that did not pass."""

    @property
    def passed(self) -> bool | None:
        """Whether no deciding gate fails; None if the summary is encrypted or absent and cannot be judged."""
        return None if self.compaction.opaque else not self.failed_gates

    @property
    def gates(self) -> dict[str, str]:
        """The outcome of each gate, A to E."""
        return {gate: self.report.gates[gate].status.value for gate in GATE_NAMES}


def take_in(env: Env, path: str, input_format: str | None = None, trigger: str = "") -> Imported:
    """Import one transcript file as it is now.

    `trigger` is the agent's name for what began the last compaction.

    Raises:
        InputError: the file is missing, not regular (a folder, a pipe), or not of the format.
        store.errors.StoreError: the store is busy or cannot be used.
    """
    check_regular(path)
    return import_paths(env, [path], input_format=input_format, trigger=trigger).imported[0]


def check_regular(path: str) -> None:
    """Reject a path that could not be read to its end, or that would be read as several transcripts.

    Raises:
        InputError: nothing is there, or it is not a regular file.
    """
    try:
        regular = Path(path).is_file()
        there = regular or Path(path).exists()
    except (OSError, ValueError):
        regular = there = False
    if not there:
        raise InputError(f"there is no file {path}", "check the path", code="input_missing")
    if not regular:
        raise InputError(f"{path} is not a regular file", "give a transcript file", code="input_unreadable")


def score_unscored(env: Env, session_id: str, wanted: Wanted | None = None) -> tuple[ScoredCompaction, ...]:
    """Score every compaction of a stored session that has no report yet, in the order of their ranges.

    If `wanted` is given, compactions for which it returns false are skipped and stay without a report.
    """
    store = env.open_store()
    with store.reading():
        waiting = [
            each
            for each in sessions.compactions(store, session_id)
            if reports.latest(store, each.artifact_id) is None and (wanted is None or wanted(each))
        ]
    return tuple(_scored(env, store, each) for each in waiting)


def failing_before(env: Env, session_id: str) -> tuple[ScoredCompaction, ...]:
    """Return the compactions of a stored session that fail by their latest stored report."""
    store = env.open_store()
    found = []
    with store.reading():
        for each in sessions.compactions(store, session_id):
            known = reports.latest(store, each.artifact_id)
            failed = () if known is None else _failed(env, known.report)
            if known is not None and failed:
                number = artifacts.get(store, each.artifact_id).number
                found.append(ScoredCompaction(each, number, known.report, known.report_id, failed))
    return tuple(found)


def newest(env: Env, session_id: str) -> Wanted:
    """Return a predicate that is true for the last compaction of a session."""
    store = env.open_store()
    with store.reading():
        last = sessions.compactions(store, session_id)[-1:]
    return lambda found: found.artifact_id in {each.artifact_id for each in last}


def _scored(env: Env, store: Store, found: NativeCompaction) -> ScoredCompaction:
    judged = judge_stored(env, store, artifacts.get(store, found.artifact_id))
    return ScoredCompaction(
        found, judged.number, judged.report, judged.report_id, _failed(env, judged.report)
    )


def _failed(env: Env, report: GateReport) -> tuple[str, ...]:
    """Return the gates by which a report fails under the policy."""
    against = (*report.blocking, *(report.unjudged if env.policy.strict else ()))
    return tuple(gate for gate in report.fail_on(env.policy.fail_on) if gate in against)
