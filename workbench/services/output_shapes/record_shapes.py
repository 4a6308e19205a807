"""The shapes of `sessions`, `history`, `review`, `doctor` and `demo` with `--json`, as models."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from workbench.services.output_shapes.reports_and_drafts import PointerShape
from workbench.services.output_shapes.shape import Shape


class SessionShape(Shape):
    """One session and its active artifacts; `head` is its newest move."""

    session_id: str
    title: str
    format: str
    native_id: str | None
    source_name: str
    imported_at: str
    scope_complete: bool
    events: int
    turns: int
    steps: int
    noise: int
    tokens: int
    compactions: int
    artifacts: int
    active: list[str]
    context_tokens: int
    head: str | None


class SessionsShape(Shape):
    """`workbench.sessions/1`."""

    schema_: Literal["workbench.sessions/1"] = Field(alias="schema")
    sessions: list[SessionShape]


class ReviewShape(Shape):
    """`workbench.review/1`.

    `added` is the captured item of an `add`, `bound_to` the thing that was reviewed.
    """

    schema_: Literal["workbench.review/1"] = Field(alias="schema")
    review_id: str
    session_id: str
    action: Literal["add", "dismiss", "settle", "clear", "reject", "approve", "note"]
    target: str
    artifact_id: str | None
    added: dict[str, Any] | None
    actor: str
    reason: str
    sequence: int
    bound_to: str
    created_at: str


class CheckShape(Shape):
    """One check."""

    name: str
    ok: bool
    value: str
    hint: str


class DoctorShape(Shape):
    """`workbench.doctor/1`."""

    schema_: Literal["workbench.doctor/1"] = Field(alias="schema")
    ok: bool
    checks: list[CheckShape]


class StepShape(Shape):
    """One command of the demo; `data` is its `--json` output."""

    command: str
    exit_code: int
    data: dict[str, Any]


class DemoShape(Shape):
    """`workbench.demo/1`."""

    schema_: Literal["workbench.demo/1"] = Field(alias="schema")
    steps: list[StepShape]


class RunSnapshotShape(Shape):
    """A snapshot of a draft that a run applied without acceptance; no move made it."""

    snapshot_id: str
    session_id: str
    sequence: int
    created_at: str


class RefusedSnapshotShape(Shape):
    """A snapshot that failed its checks twice; nothing changed."""

    session_id: str
    action: Literal["accept", "rollback", "apply"]
    artifact_id: str
    actor: str
    message: str
    failed: list[str]
    created_at: str


class HistoryShape(Shape):
    """`workbench.history/1`, newest first."""

    schema_: Literal["workbench.history/1"] = Field(alias="schema")
    pointers: list[PointerShape]
    run_snapshots: list[RunSnapshotShape]
    refused: list[RefusedSnapshotShape]
