"""The shapes of `--json`, as models: `workbench schema` prints them, and tests check output against them.

Commands build their objects from the values of the services; nothing is parsed with these models.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, SkipValidation

from gates.artifact import Artifact
from gates.capture import CapturedItem
from gates.report import MOST_UNLISTED, GateResult, RetentionVerdict, UnlistedVerdict
from workbench.services.output_shapes.draft_size_shapes import ContextChangeShape, SizeReachedShape
from workbench.services.output_shapes.model_shapes import ModelRunShape, SpentMoneyShape
from workbench.services.output_shapes.outcome_shapes import AgainstBaselineShape, BudgetShape
from workbench.services.output_shapes.shape import Shape


class SkippedShape(Shape):
    """A line that could not be read."""

    line: int
    reason: str


class CompactionShape(Shape):
    """A compaction found in a transcript."""

    artifact_id: str
    source_start: int
    source_end: int
    kept: list[int]
    trigger: str
    opaque: bool
    tokens_before: int | None
    tokens_after: int | None


class ImportedShape(Shape):
    """One imported transcript."""

    session_id: str
    format: str
    path: str
    events: int
    events_added: int
    turns: int
    noise: int
    rewritten: int
    scope_complete: bool
    skipped: list[SkippedShape]
    compactions: list[CompactionShape]


class ImportShape(Shape):
    """`workbench.import/1`."""

    schema_: Literal["workbench.import/1"] = Field(alias="schema")
    sessions: list[ImportedShape]


class CaptureShape(Shape):
    """`workbench.capture/1`."""

    schema_: Literal["workbench.capture/1"] = Field(alias="schema")
    capture_version: str
    digest: str
    items: list[CapturedItem]
    proposed: list[CapturedItem]


class TargetShape(Shape):
    """The gate report on one artifact: one entry of `reports[]`."""

    target: str
    artifact_id: str | None
    session_id: str | None
    origin: str | None
    source_start: int | None
    source_end: int | None
    scope_complete: bool
    input_digest: str
    replaceable: bool
    tags: list[str]
    failure_actions: list[Literal["checkpoint", "advisory", "reject", "degrade"]]
    gates: dict[Literal["A", "B", "C", "D", "E"], GateResult]
    retention: list[RetentionVerdict]
    unlisted: list[UnlistedVerdict] = Field(max_length=MOST_UNLISTED)
    """Of `score` only: more proposed items that are not retained and likely no loss, likeliest loss first."""


class FailOnShape(Shape):
    """The gates that decide `passed`, for compactions made elsewhere and for all others."""

    imported: list[Literal["A", "B", "C", "D", "E"]]
    others: list[Literal["A", "B", "C", "D", "E"]]


class UnreadableShape(Shape):
    """A target that could not be read."""

    target: str
    code: str
    message: str


class UnreadLineShape(Shape):
    """A line that could not be read, and why."""

    line: int
    reason: str


class UnreadLinesShape(Shape):
    """The unreadable lines of one transcript; the first few are listed."""

    target: str
    lines: int
    unfinished: bool
    """Whether the last of them ends the file without a line end; it may still be being written."""
    first: list[UnreadLineShape]


class SetShape(Shape):
    """Figures over the evaluation set."""

    parse_success_rate: float | None
    elapsed_ms_p95: int | None


class ScoreShape(Shape):
    """`workbench.score/1`."""

    schema_: Literal["workbench.score/1"] = Field(alias="schema")
    policy_version: str
    evaluator_version: str
    passed: bool
    set: SetShape
    fail_on: FailOnShape
    nothing_to_judge: dict[str, int] | None = None
    """Number of reports in which a deciding gate had nothing to judge, by gate; absent if there is none."""
    budget: BudgetShape | None = None
    """Present only if a budget is set."""
    unread: list[UnreadLinesShape] | None = None
    """Present only if lines could not be read."""
    baseline: AgainstBaselineShape | None = None
    """Present only with `--baseline`."""
    reports: list[TargetShape]
    errors: list[UnreadableShape]


class FallbackShape(Shape):
    """The replacement of a draft: the checkpoint if gate A or E fails.

    With `gate` null, the offline draft.
    """

    artifact_id: str
    gate: Literal["A", "E"] | None
    warning: str


class DroppedShape(Shape):
    """A statement that was left out; `item_id` is null for a sentence of the narrative."""

    item_id: str | None
    text: str
    rule: str
    reason: str


class BlockingShape(Shape):
    """A problem that keeps an artifact from passing; `item_id` is null if it concerns the whole artifact."""

    item_id: str | None
    gate: Literal["A", "B", "C", "D", "E"]
    rule: str
    text: str
    reason: str
    fix: str
    """What to do about it."""


class DraftShape(Shape):
    """`workbench.draft/1`.

    `blocking` is present for `native` only, `dropped` and `repeated` only if not empty.
    """

    schema_: Literal["workbench.draft/1"] = Field(alias="schema")
    artifact_id: str | None
    artifact: Artifact | None
    report: TargetShape
    fallback: FallbackShape | None
    model: ModelRunShape | None = None
    size: SizeReachedShape | None = None
    context: ContextChangeShape | None = None
    dropped: list[DroppedShape] = Field(default=[])
    blocking: list[BlockingShape] = Field(default=[])
    repeated: bool = False
    """Whether the session already had a draft with the same content, so that none was added."""


class NativeDraftShape(DraftShape):
    """`workbench.draft/1` of the strategy `native`, which lists what was left out and what blocks."""

    dropped: list[DroppedShape]
    blocking: list[BlockingShape]


class RepairShape(DraftShape):
    """`workbench.repair/1`."""

    schema_: Literal["workbench.repair/1"] = Field(alias="schema")  # type: ignore[assignment]
    dropped: list[DroppedShape]
    blocking: list[BlockingShape]


class PointerShape(Shape):
    """One move."""

    pointer_id: str
    sequence: int
    session_id: str
    artifact_id: str
    action: Literal["accept", "rollback"]
    source_start: int
    source_end: int
    displaced: list[str]
    confirmed: list[str]
    previous_pointer_id: str | None
    prompt_version: str
    policy_version: str
    report_id: str
    actor: str
    reason: str | None
    created_at: str
    hash: str


class RangeTokensShape(Shape):
    """Tokens that represent the range before and after a move."""

    tokens_before: int
    tokens_after: int


class ContextSizeShape(Shape):
    """The size of the context that an agent would be given."""

    events: int
    artifacts: list[str]
    tokens: int


class MoveShape(Shape):
    """`workbench.accept/1` and `workbench.rollback/1`."""

    schema_: Literal["workbench.accept/1", "workbench.rollback/1"] = Field(alias="schema")
    pointer: PointerShape
    range: RangeTokensShape
    before: ContextSizeShape
    after: ContextSizeShape
    snapshot_id: str


class EventShape(Shape):
    """One event of a timeline."""

    ordinal: int
    kind: str
    turn: int
    step: int
    lane: str | None
    line: int
    native_id: str
    tokens: int
    provenance: str
    text: str
    chunk_ids: list[str]


class TimelineShape(Shape):
    """`workbench.timeline/1`."""

    schema_: Literal["workbench.timeline/1"] = Field(alias="schema")
    session_id: str
    events: list[EventShape]


class ShownArtifactShape(Shape):
    """`value` of an artifact in `workbench.show/1`."""

    artifact_id: str
    number: int
    """n of `d-n`."""
    created_at: str
    active: bool
    state: str
    """`draft`, `active`, `displaced`, `rolled back` or `rejected`."""
    artifact: dict[str, Any]
    as_stored: dict[str, Any] | None
    """The artifact without the links added later; null if none were added."""
    report_id: str | None
    report: dict[str, Any]
    reviews: list[dict[str, Any]]
    money: SpentMoneyShape | None = None
    """Cost of making it, if a model made it and its price is configured."""


class ShowShape(Shape):
    """`workbench.show/1`."""

    schema_: Literal["workbench.show/1"] = Field(alias="schema")
    type: str
    value: SkipValidation[dict[str, Any] | ShownArtifactShape]
    """An artifact as here, another record as `type` defines it; printed as it was built."""


class WordsShape(Shape):
    """A run of equal, inserted or deleted words in a changed text."""

    op: Literal["equal", "insert", "delete"]
    text: str


class ChangeShape(Shape):
    """One difference."""

    change: Literal["added", "removed", "changed", "relinked", "status"]
    field: str
    kind: str | None
    before: Any
    after: Any
    words: list[WordsShape]


class DiffShape(Shape):
    """`workbench.diff/1`."""

    schema_: Literal["workbench.diff/1"] = Field(alias="schema")
    a: Any
    b: Any
    changes: list[ChangeShape]
    summary: Any


class ProblemShape(Shape):
    """One problem that `verify` found."""

    record: str
    id: str
    problem: str
    meaning: str


class HeadShape(Shape):
    """The newest entry of a session's journal and its chained hash."""

    session_id: str
    sequence: int
    hash: str


class HeadsShape(Shape):
    """`workbench.head/1`."""

    schema_: Literal["workbench.head/1"] = Field(alias="schema")
    heads: list[HeadShape]


class GraveShape(Shape):
    """A head noted earlier whose session was removed since, by whom and when."""

    session_id: str
    hash: str
    actor: str
    created_at: str
    imported_again: bool


class VerifyShape(Shape):
    """`workbench.verify/1`; `purged` are noted heads that exist only in the record of a removal."""

    schema_: Literal["workbench.verify/1"] = Field(alias="schema")
    ok: bool
    problems: list[ProblemShape]
    heads: list[HeadShape]
    purged: list[GraveShape]


class ErrorShape(Shape):
    """`workbench.error/1`."""

    schema_: Literal["workbench.error/1"] = Field(alias="schema")
    code: str
    message: str
    hint: str
