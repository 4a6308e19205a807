"""Errors of the store, each with a stable code, a hint and an exit code.

StoreError
├── StoreUnreadable       exit 3: the file is not a store, cannot be opened, or is damaged
│   ├── NoStore           the file is no database, or one without a store
│   └── StoreTooNew       the store was written by a newer program
├── StoreBusy             exit 3: another process holds the store
├── TargetExists          exit 2: a file that is to be written exists; nothing is overwritten
├── TargetUnwritable      exit 2: a copy or a bundle cannot be written to its target
├── NoBackup              exit 2: a file to restore is missing or has no store in it
├── BundleRefused         exit 2: a file is no bundle, is damaged, or has contents that no bundle has
├── NotFound              exit 2: an id or prefix names nothing, or more than one thing
├── SessionMismatch       exit 2: a file shares no event with the stored session of its id
├── EmptySession          exit 2: a transcript contains no event, so there is nothing to keep
└── MoveRefused           exit 1: nothing changed
    ├── HistoriesPart     the history of a session in a bundle and the one here have diverged
    ├── PointerMoved      the head is not the one that the reviewer saw
    ├── EditsMoved        a log of edits got another entry since it was read
    ├── InputsChanged     events, capture or reviews changed while the artifact was scored
    ├── NotReplaceable    the gates do not allow it
    ├── RangeMismatch     the range or session is not the artifact's, or not a range of the session
    ├── SplitsToolCall    the range splits a tool call from its result
    ├── RangeOverlaps     the range overlaps an active one partially, or `covers` is not what it displaces
    ├── NotActive         there is nothing to roll back
    ├── AlreadyActive     there is nothing to accept
    ├── RollbackBlocked   an active artifact displaced the one to roll back
    ├── SnapshotInvalid   the snapshot of the move fails its invariants
    └── RunMoved          somebody else advanced the state of a strategy's run
"""

from __future__ import annotations

from typing import Any

from gates.errors import ReportedError


class StoreError(ReportedError):
    """Base of the store's errors."""

    code = "store_error"
    exit_code = 3


class StoreUnreadable(StoreError):
    """The file is not a store, cannot be opened or written, or is damaged."""

    code = "store_unreadable"


class NoStore(StoreUnreadable):
    """The file is no database, or one without a store."""


class StoreTooNew(StoreUnreadable):
    """The store was written by a newer version of the program."""

    code = "store_too_new"


class StoreBusy(StoreError):
    """Another process holds the store; `pid` names it if the system reports it."""

    code = "store_busy"

    def __init__(self, message: str, hint: str = "", *, pid: int | None = None) -> None:
        super().__init__(message, hint)
        self.pid = pid


class TargetExists(StoreError):
    """A file that is to be written exists."""

    code = "target_exists"
    exit_code = 2


class TargetUnwritable(StoreError):
    """A copy or a bundle cannot be written to its target; the store is unchanged."""

    code = "not_writable"
    exit_code = 2


class NoBackup(StoreError):
    """A file to restore is missing, is no database, or is one without a store; nothing changed."""

    code = "no_backup"
    exit_code = 2

    def __init__(self, problem: str) -> None:
        super().__init__(problem, "name the file that `backup` wrote")


class BundleRefused(StoreError):
    """A file is no bundle, is damaged, or has contents that no bundle has."""

    code = "bundle_refused"
    exit_code = 2


class NotFound(StoreError):
    """An id or a prefix of one names nothing, or more than one (`ambiguous`); `near` begins the hint."""

    code = "unknown_id"
    exit_code = 2

    def __init__(self, message: str, hint: str = "", *, near: str = "", ambiguous: bool = False) -> None:
        super().__init__(message, near + hint)
        self.near = near
        self.ambiguous = ambiguous


class SessionMismatch(StoreError):
    """A file shares no event with the stored session of its id."""

    code = "session_mismatch"
    exit_code = 2


class EmptySession(StoreError):
    """A transcript contains no event."""

    code = "empty_session"
    exit_code = 2


class MoveRefused(StoreError):
    """A move was refused; nothing changed."""

    code = "move_refused"
    exit_code = 1


class HistoriesPart(MoveRefused):
    """The history of a session in a bundle and the one here have diverged."""

    code = "conflicting_heads"


class PointerMoved(MoveRefused):
    """The head is not the one that the reviewer saw; `expected` and `actual` are pointer ids or None."""

    code = "pointer_moved"

    def __init__(self, expected: str | None, actual: str | None) -> None:
        super().__init__(
            f"another move was made first: the newest is {actual or 'none'}, not {expected or 'none'}",
            "look at `workbench history`, then repeat the move if it is still right",
        )
        self.expected = expected
        self.actual = actual


class InputsChanged(MoveRefused):
    """Events, capture or reviews changed while the artifact was being scored."""

    code = "inputs_changed"


class NotReplaceable(MoveRefused):
    """The gates do not allow it; `gates` names those that do not."""

    code = "not_replaceable"

    def __init__(self, message: str, hint: str = "", *, gates: tuple[str, ...] = ()) -> None:
        super().__init__(message, hint)
        self.gates = gates


class DraftRejected(MoveRefused):
    """The last mark that a person gave the draft is a rejection that nobody withdrew."""

    code = "draft_rejected"


class PolicyTooLoose(MoveRefused):
    """The policy allows what the store's own does not; acceptance may only be made stricter."""

    code = "policy_too_loose"
    exit_code = 2


class RangeMismatch(MoveRefused):
    """The range or session is not the artifact's, or is not a range of the stored session."""

    code = "range_mismatch"


class SplitsToolCall(MoveRefused):
    """The range splits a tool call from its result."""

    code = "splits_tool_call"


class RangeOverlaps(MoveRefused):
    """The range overlaps an active one partially; `nearest` is the nearest valid range."""

    code = "range_overlaps"

    def __init__(self, message: str, hint: str = "", *, nearest: tuple[int, int] | None = None) -> None:
        super().__init__(message, hint)
        self.nearest = nearest


class NotActive(MoveRefused):
    """The artifact is not active: there is nothing to roll back."""

    code = "not_active"


class AlreadyActive(MoveRefused):
    """The artifact is active already."""

    code = "already_active"


class RollbackBlocked(MoveRefused):
    """An active artifact displaced the one to roll back; `blocker` is its artifact id."""

    code = "rollback_blocked"

    def __init__(self, message: str, hint: str = "", *, blocker: str) -> None:
        super().__init__(message, hint)
        self.blocker = blocker


class SnapshotInvalid(MoveRefused):
    """SYSTEM_ERROR: the snapshot of the move fails its invariants, twice; `failed` names the checks."""

    code = "snapshot_invalid"

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        failed: tuple[str, ...] = (),
        snapshot: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message, hint)
        self.failed = failed
        self.snapshot = snapshot
        self.unrecorded = ""
        """Why the store did not record the diagnostic of this refusal; empty if it did."""


class RunMoved(MoveRefused):
    """Somebody else advanced the state of a strategy's run."""

    code = "run_moved"


class EditsMoved(MoveRefused):
    """A log of edits got another entry since it was read; `now` is its last sequence."""

    code = "edits_moved"

    def __init__(self, message: str, hint: str = "", *, now: int = 0) -> None:
        super().__init__(message, hint)
        self.now = now
