"""The shapes of the results of many compactions: a row of a file, and the totals that `report` prints."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gates.report import Retention, Verdict
from workbench.services.output_shapes.shape import Shape

_Severity = Literal["hard", "warning"]
_Gate = Literal["A", "B", "C", "D", "E"]


class RowRetentionShape(Shape):
    """The verdict on one captured item, and the event that states it."""

    item_id: str
    kind: str
    counted: bool
    verdict: Retention
    rule: str
    ordinal: int | None
    text: str


class RowFindingShape(Shape):
    """One finding of a gate, and the event that it refers to."""

    gate: _Gate
    rule: str
    rule_version: str
    severity: _Severity
    item_id: str | None
    ordinal: int | None
    reviewed: str | None
    message: str


class ResultShape(Shape):
    """`workbench.result/1`: one scored compaction, or one target that could not be read (`error_code`)."""

    schema_: Literal["workbench.result/1"] = Field(alias="schema")
    target: str
    session_id: str | None
    artifact_id: str | None
    origin: str | None
    strategy: str | None
    prompt_version: str | None
    source_start: int | None
    source_end: int | None
    scope_complete: bool | None
    opaque: bool | None
    passed: bool | None
    replaceable: bool | None
    tags: list[str] | None
    gate_a: Verdict | None
    gate_b: Verdict | None
    gate_c: Verdict | None
    gate_d: Verdict | None
    gate_e: Verdict | None
    traceable_item_ratio: float | None
    decision_recall: float | None
    open_work_recall: float | None
    contradiction_count: float | None
    total_tokens: float | None
    compression_ratio: float | None
    retention: list[RowRetentionShape] | None
    findings: list[RowFindingShape] | None
    input_digest: str | None
    policy_version: str
    evaluator_version: str
    error_code: str | None
    error_message: str | None


class RuleCountShape(Shape):
    """How often one rule fired, and in how many compactions."""

    gate: _Gate
    rule: str
    severity: _Severity
    findings: int
    compactions: int


class KeptShape(Shape):
    """The verdicts on the counted items of one kind; `retained_share` is null if there are none."""

    kind: str
    counted: int
    retained: int
    retained_share: float | None
    verdicts: dict[Retention, int]


class GroupShape(Shape):
    """The compactions of one strategy, or of one version of the strategy or agent that made them."""

    origin: str | None
    strategy: str | None
    prompt_version: str | None
    compactions: int
    opaque: int
    passed: int
    replaceable: int
    gates: dict[_Gate, dict[Verdict, int]]
    tags: dict[str, int]
    retention: list[KeptShape]
    rules: list[RuleCountShape]


class UnreadableCountShape(Shape):
    """How many targets could not be read for one reason."""

    code: str
    targets: int


class ResultsShape(Shape):
    """`workbench.results/1`: the totals over many files of results."""

    schema_: Literal["workbench.results/1"] = Field(alias="schema")
    files: list[str]
    compactions: int
    sessions: int
    policy_versions: list[str]
    evaluator_versions: list[str]
    unreadable: list[UnreadableCountShape]
    strategies: list[GroupShape]
    versions: list[GroupShape]
    rules: list[RuleCountShape]
