"""A run's snapshots are its session's: one chain, found by every command, checked before any move."""

from __future__ import annotations

import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from gates.source import EventKind, ToolAction
from store import pointers
from store.boundary import diagnostics
from store.lifecycle.backup import backup
from store.records import snapshots
from store.verify.verify import verify
from tests.cli.run import inside
from tests.strategies.snapshot.build import DONE, OBJECTIVE, run_over, steps
from workbench.services.moves import accept_rollback
from workbench.services.runs.run_events import tool_call, tool_of
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import (
    CadenceLimits,
    Candidate,
    DraftRequest,
    Evidence,
    Note,
    ReviewPolicy,
    RunEvent,
    RunStopped,
    SnapshotMade,
    SnapshotRun,
)
from workbench.strategies.snapshot.draft import SnapshotStrategy

EDITED = "The file was edited. It reads as follows now.\n" + "one line of the ledger's source\n" * 90
ACCEPT = ReviewPolicy(0, "accept", confirm=("C",))


@pytest.fixture
def stored(tmp_path: Path) -> StoreKeeper:
    """A keeper over a store of its own."""
    return StoreKeeper.open(str(tmp_path / "agent.duckdb"), actor="mia")


def test_an_accepted_compaction_has_one_snapshot(stored: StoreKeeper) -> None:
    """The move's is the run's: objective, done definition, run, manifests, counts, budgets and head."""
    run = run_over(stored, review=ACCEPT)
    made = steps(run, 1, 6)
    assert made is not None
    found = snapshots.latest(stored.store, made.proposal.session_id)
    assert found is not None and found.body == made.snapshot == run.snapshot
    assert (found.body["objective"], found.body["done_definition"]) == (OBJECTIVE, DONE)
    given = made.decision.artifact.objective  # what a context quotes as objective
    assert given.startswith(f'{OBJECTIVE}\nDone when: {{"tests": "pass"}}')
    assert found.body["run_id"] == "exporter"
    assert found.body["latest_context_manifest_ids"] == [f"man_{n}" for n in range(1, 7)]
    assert found.body["counts"]["steps_since_last_compaction"] == 6
    assert found.body["counts"]["counted_events_since_last_compaction"] == 18
    stated = found.body["retrieval_diagnostics"]
    (move,) = pointers.history(stored.store, made.proposal.session_id)
    assert stated["head"] == {"pointer_id": move.pointer_id, "hash": move.hash}
    assert stated["budgets"]["cap_tokens"] == 40_000
    assert stated["budgets"]["source_tokens"] > 500
    accept_rollback.rollback(stored.env, made.proposal.artifact_id)
    after = snapshots.latest(stored.store, made.proposal.session_id)
    assert after is not None
    assert (after.body["objective"], after.body["run_id"], after.body["sequence"]) == (
        OBJECTIVE,
        "exporter",
        2,
    )


def test_what_a_draft_left_out_is_named_in_the_snapshot(stored: StoreKeeper) -> None:
    """A decision that the capture holds and the draft does not is `captured_not_included`."""
    run = run_over(stored, draft=without("invoices"))
    made = steps(run, 1, 6)
    assert made is not None
    left = made.snapshot["retrieval_diagnostics"]["selection"]["captured_not_included"]
    assert any("invoices table" in each["statement"] for each in left)
    whole = steps(run_over(stored, "other"), 1, 6)
    assert whole is not None
    kept = whole.snapshot["retrieval_diagnostics"]["selection"]["captured_not_included"]
    assert not any("invoices table" in each["statement"] for each in kept)


def without(word: str) -> Any:
    """A draft that leaves out every item with that word."""

    def draft(request: DraftRequest) -> Candidate:
        made = SnapshotStrategy().draft(request)
        items = [each for each in made.payload["items"] if word not in each["text"]]
        source = {**made.payload["source"], "kept": []}
        return Candidate({**made.payload, "source": source, "items": items}, made.record)

    return draft


def test_a_draft_that_nobody_accepted_is_in_the_same_chain(stored: StoreKeeper, tmp_path: Path) -> None:
    """`show`, `diff` and `history` find it, it verifies, and an acceptance goes on from it."""
    run = run_over(stored)
    first, second = steps(run, 1, 6), steps(run, 7, 12)
    assert first is not None and second is not None
    session_id = first.proposal.session_id
    kept = snapshots.listing(stored.store, session_id)
    assert [each[0] for each in kept] == [first.snapshot["snapshot_id"], second.snapshot["snapshot_id"]]
    assert verify(stored.store).problems == ()
    args = ("--store", "agent.duckdb")
    shown = inside(*args, "show", first.snapshot["snapshot_id"], "--json", cwd=tmp_path)
    assert shown.json["value"] == first.snapshot
    narrated = inside(*args, "show", f"{session_id}@2", "--narrative", cwd=tmp_path)
    assert OBJECTIVE in narrated.out and "man_12" in narrated.out
    both = inside(*args, "diff", f"{session_id}@1", f"{session_id}@2", cwd=tmp_path)
    assert second.snapshot["snapshot_id"][:12] in both.out and "claims: " in both.out
    stated = inside(*args, "history", session_id, "--json", cwd=tmp_path).json
    assert [each["sequence"] for each in stated["run_snapshots"]] == [2, 1]
    assert (stated["pointers"], stated["refused"]) == ([], [])
    assert f"{session_id}@2" in inside(*args, "history", session_id, cwd=tmp_path).out
    accept_rollback.accept(stored.env, first.proposal.artifact_id, confirm=("C",))
    third = snapshots.latest(stored.store, session_id)
    assert third is not None
    assert (third.sequence, third.body["objective"], third.body["done_definition"]) == (3, OBJECTIVE, DONE)
    claims = {claim["claim_id"] for claim in third.body["state"]["claims"]}
    assert claims == {claim["claim_id"] for claim in second.snapshot["state"]["claims"]}
    assert verify(stored.store).problems == ()


def test_a_compaction_that_was_interrupted_adds_its_snapshot_once(
    stored: StoreKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after the snapshot and before the state, the run taken up again finds the one that is there."""
    run = run_over(stored)
    steps(run, 1, 5)
    with monkeypatch.context() as patched:
        patched.setattr(SnapshotRun, "_keep", _killed_after(SnapshotRun._keep))
        with pytest.raises(KeyboardInterrupt):
            steps(run, 6, 6)
    again = run_over(stored)
    made = again.compact()
    assert len(snapshots.listing(stored.store, made.proposal.session_id)) == 1
    assert again.snapshot == made.snapshot


PHASES = ("copied", "renamed", "settled")
_DYING = """
import os
import sys
from tests.services.test_run_snapshots import ACCEPT, run_over, steps
from tests.store.worker import arm_rewrite
from workbench.services.runs.run_repository import StoreKeeper
for path in sys.argv[1:]:
    child = os.fork()
    if not child:
        arm_rewrite(os.path.basename(path).split(".")[0])
        steps(run_over(StoreKeeper.open(path, actor="mia"), review=ACCEPT), 6, 12)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def ended(keeper: StoreKeeper, run: SnapshotRun, first: int) -> tuple[Any, ...]:
    """Return the state of a stored run after step 12, driven from a given step."""
    assert bool(run.snapshot) == (first > 6)
    made = steps(run, first, 12)
    assert made is not None
    session = made.proposal.session_id
    moves = [(each.action, each.artifact_id) for each in pointers.history(keeper.store, session)]
    kept = len(snapshots.listing(keeper.store, session))
    assert verify(keeper.store).problems == ()
    return keeper.recorded("exporter", 0), moves, kept, made.snapshot["state"]


@cache
def killed(folder: Path) -> tuple[tuple[Any, ...], dict[str, int]]:
    """Return the state of an uninterrupted run, and the exit codes of copies killed after step 5.

    Each copy is named after the phase in which its own process was killed.
    """
    path = folder / "whole.duckdb"
    keeper = StoreKeeper.open(str(path), actor="mia")
    run = run_over(keeper, review=ACCEPT)
    steps(run, 1, 5)
    copies = [folder / f"{phase}.duckdb" for phase in PHASES]
    for copy in copies:
        backup(keeper.store, copy)
    unbroken = ended(keeper, run, 6)
    died = subprocess.run(
        [sys.executable, "-c", _DYING, *map(str, copies)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True,
    )  # fmt: skip
    return unbroken, dict(zip(PHASES, map(int, died.stdout.split()), strict=True))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One of the module's own."""
    return tmp_path_factory.mktemp("killed")


@pytest.mark.parametrize("phase", PHASES)
def test_a_run_goes_on_after_a_kill_in_the_rewriting_of_its_file(folder: Path, phase: str) -> None:
    """After a SIGKILL following the compaction of step 6, nothing is lost or repeated."""
    unbroken, died = killed(folder)
    assert died[phase] == -signal.SIGKILL
    keeper = StoreKeeper.open(str(folder / f"{phase}.duckdb"), actor="mia")
    assert ended(keeper, run_over(keeper, review=ACCEPT), 7) == unbroken
    assert len(unbroken[1]) == 2


def _killed_after(keep: Any) -> Any:
    def kept(self: SnapshotRun, *, whole: bool = False, **changes: object) -> None:
        if whole:
            raise KeyboardInterrupt
        keep(self, whole=whole, **changes)

    return kept


@pytest.mark.parametrize("review", [ACCEPT, ReviewPolicy()])
def test_a_snapshot_that_fails_twice_moves_no_pointer(stored: StoreKeeper, review: ReviewPolicy) -> None:
    """An objective too long to be held by a snapshot: SYSTEM_ERROR, recorded, and nothing is active."""
    run = SnapshotRun("exporter", stored, "x" * 65_537, DONE, review=review)
    with pytest.raises(RunStopped, match=r"SYSTEM_ERROR.*no_inlined_blobs"):
        steps(run, 1, 6)
    (session,) = inside_sessions(stored)
    assert pointers.history(stored.store, session) == ()
    assert snapshots.listing(stored.store, session) == ()
    (found,) = diagnostics.listing(stored.store, session)
    action = "accept" if review is ACCEPT else "apply"
    assert (found.action, found.failed) == (action, ("no_inlined_blobs",))
    assert run.state.status == "SYSTEM_ERROR" and run.state.failed_snapshot is not None
    assert SnapshotRun("exporter", stored, "x" * 65_537, DONE).state.status == "SYSTEM_ERROR"
    assert [each.failed for each in accept_rollback.history(stored.env, session).refused] == [
        ("no_inlined_blobs",)
    ]
    assert verify(stored.store).problems == ()
    fits = SnapshotRun("other", stored, "x" * 65_536, DONE, review=review)
    assert steps(fits, 1, 6) is not None


def inside_sessions(keeper: StoreKeeper) -> list[str]:
    """The sessions of a store."""
    from store.records import sessions

    return [each.session_id for each in sessions.listing(keeper.store)]


# What tools do


def worked(keeper: StoreKeeper) -> SnapshotMade:
    """A step with a todo list, an edit, a failing test and notes of the run's own."""
    run = run_over(keeper, thresholds=CadenceLimits(3, 8))
    run.log("USER", RunEvent(EventKind.USER, "Write the sums of the ledger. Keep the old header."))
    todos = [
        {"content": "Write the sums of the ledger", "status": "in_progress"},
        {"content": "Tell Anna about the new column", "status": "pending"},
    ]
    run.log("PLAN_DONE", tool_call("todo_write", {"todos": todos}, "c1"))
    run.log("LISTED", RunEvent(EventKind.TOOL_RESULT, "ok", "c1", "todo_write", failed=False))
    edit = {"file_path": "src/ledger.py", "old_string": "0", "new_string": "sum(rows)"}
    run.log("ACT_DONE", tool_call("edit_file", edit, "c2"))
    run.log("EDITED", RunEvent(EventKind.TOOL_RESULT, EDITED, "c2", "edit_file", failed=False))
    run.log("CALLED", tool_call("bash", {"command": "pytest tests/test_ledger.py"}, "c3"))
    stated = (
        "FAILED tests/test_ledger.py::test_sum - AssertionError: 3 != 4\n1 failed, 8 passed in 0.2s\n" * 8
    )
    run.log("OBSERVE_DONE", RunEvent(EventKind.TOOL_RESULT, stated, "c3", "bash", failed=True))
    said = Evidence(position=0, quote="Keep the old header")
    run.note(Note(kind="decision", text="The old header stays", evidence=(said,)))
    run.note(Note(kind="open_work", text="Ask who reads the new column"))
    run.note(Note(kind="open_work", text="The sums were checked by hand", status="done"))
    made = run.end_step()
    assert made is not None
    return made


def test_todos_edits_failing_tests_and_notes_are_claims(stored: StoreKeeper) -> None:
    """Each by its kind, open work as open, and the next actions name it."""
    snapshot = worked(stored).snapshot
    claims = {(c["kind"], c["work_status"]): c["statement"] for c in snapshot["state"]["claims"]}
    said = {(c["kind"], c["statement"]) for c in snapshot["state"]["claims"]}
    assert any(kind == "open_work" and "Anna" in words for kind, words in said)
    assert any(kind == "artifact_ref" and "src/ledger.py" in words for kind, words in said)
    assert ("decision", "The old header stays") in said
    assert ("open_work", "Ask who reads the new column") in said
    assert claims["open_work", "done"] == "The sums were checked by hand"
    (failure,) = snapshot["state"]["failures"]
    assert failure["category"] == "test"
    assert snapshot["retrieval_diagnostics"]["next_actions"]


@pytest.mark.parametrize(
    ("event", "action", "target"),
    [
        (RunEvent(EventKind.TOOL_CALL, "read src/old.py", "c", "read"), ToolAction.READ, "src/old.py"),
        (RunEvent(EventKind.TOOL_CALL, "bash make all", "c", "bash"), ToolAction.COMMAND, "make all"),
        (RunEvent(EventKind.TOOL_CALL, '{"path": "a b.py"}', "c", "write"), ToolAction.CHANGE, "a b.py"),
        (tool_call("edit", {"file_path": "x.py"}, "c"), ToolAction.CHANGE, "x.py"),
        (RunEvent(EventKind.TOOL_CALL, "knead", "c", "oven"), ToolAction.OTHER, ""),
        (
            RunEvent(EventKind.TOOL_CALL, "x", "c", "oven", action=ToolAction.COMMAND, target="bake rye"),
            ToolAction.COMMAND,
            "bake rye",
        ),
    ],
)
def test_a_tool_is_what_its_name_says_or_its_caller(event: RunEvent, action: ToolAction, target: str) -> None:
    """The caller's values win over the importers' tool names, the arguments and their text."""
    fact, _ = tool_of(event)
    assert fact is not None
    assert (fact.action, fact.target) == (action, target)
    result, _ = tool_of(RunEvent(EventKind.TOOL_RESULT, "done", "c", event.tool, failed=False), fact)
    assert result is not None and (result.action, result.target) == (action, target)


def test_a_call_by_its_arguments_alone_quotes_each_of_its_todos() -> None:
    """A text that is empty or only the tool's name takes in the arguments: each entry has its words there."""
    todos = [
        {"content": 'Say "no" to Zoë', "status": "in_progress"},
        {"content": "Weigh the flour", "status": "pending"},
    ]
    for bare in ("", "todo_write"):
        event = RunEvent(EventKind.TOOL_CALL, bare, "c", "todo_write", arguments={"todos": todos})
        _, signals = tool_of(event)
        placed = [(event.text[each.start : each.end], each.text) for one in signals for each in one.entries]
        assert ("Weigh the flour", "Weigh the flour") in placed
    said = RunEvent(EventKind.TOOL_CALL, "noted", "c", "todo_write", arguments={"todos": todos})
    assert said.text == "noted"


# How much is kept


def kept_bytes(keeper: StoreKeeper) -> tuple[int, int]:
    """Bytes of the bodies that a run's states, snapshots and transcript take, and rows of states."""
    with keeper.store.reading() as session:
        total = 0
        for table in ("run_state", "snapshot", "blob"):
            found = session.execute(text(f"SELECT coalesce(sum(octet_length(body)), 0) FROM {table}"))
            total += int(found.scalar_one())
        rows = int(session.execute(text("SELECT count(*) FROM run_state")).scalar_one())
    return total, rows


def test_a_run_keeps_little_more_than_what_was_said_in_it(stored: StoreKeeper) -> None:
    """States hold what changed: a state of the twelfth step is no larger than one of the second."""
    run = run_over(stored, thresholds=CadenceLimits(60, 20))
    said = 0
    for number in range(1, 13):
        said += 20 * len("one row of the export with the name of a customer\n") + 60
        steps(run, number, number)
    total, rows = kept_bytes(stored)
    assert rows == 12 * 4 + 1
    assert total < 3 * said
    assert run_over(stored, thresholds=CadenceLimits(60, 20)).state == run.state
