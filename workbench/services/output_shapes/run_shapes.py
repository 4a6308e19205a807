"""The shapes of `run ... --json`: `workbench.run/1`, `workbench.manifest/1`, `workbench.golden/1`."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from workbench.runs.records.shapes import ManifestBody, ManifestDetail, ResearchOutput
from workbench.services.output_shapes.shape import Shape


class RunBudgetShape(Shape):
    """How much of a budget was used."""

    used: float
    most: float


class MoneyBudgetShape(RunBudgetShape):
    """How much money was spent, in the currency of the model's price."""

    currency: str


class BudgetsShape(Shape):
    """Steps, tokens, seconds of work and money."""

    steps: RunBudgetShape
    tokens: RunBudgetShape
    seconds: RunBudgetShape
    money: MoneyBudgetShape


class RunOverrideShape(Shape):
    """A constraint that the supervisor set."""

    override_id: str
    override: dict[str, Any]
    trigger: Literal["loop", "stall", "budget"]
    step: int
    ttl_steps: int
    active: bool


class SourceCountsShape(Shape):
    """How many of the given sources were read, skipped and failed."""

    read: int
    skipped: int
    failed: int


class UnreadShape(Shape):
    """A source that was not read, and why."""

    location: str
    reason: str


class AnsweredByShape(Shape):
    """A model that was asked, and the one that answered as its service reports it."""

    model: str
    reported_model: str


class RunShape(Shape):
    """`workbench.run/1`: one run; `output` is set once it ended, `question` while it waits for a person.

    `not_read` lists the sources that were not read while there is no output, which lists them itself.
    """

    schema_: Literal["workbench.run/1"] = Field(alias="schema")
    run_id: str
    session_id: str
    objective: str
    done_definition: str
    status: Literal["RUNNING", "WAITING", "DONE", "FAILED", "CANCELLED"]
    phase: str
    step: int
    events: int
    question: str
    reason: str
    budgets: BudgetsShape
    sources: SourceCountsShape
    steps: list[str]
    warnings: list[str] = Field(default_factory=list)
    """Warnings about how passages were found, once each; an output has them under what is uncertain."""
    overrides: list[RunOverrideShape]
    snapshot_id: str | None
    output: ResearchOutput | None
    written: str | None
    created_at: str
    not_read: list[UnreadShape] = Field(default_factory=list)
    answered_by: list[AnsweredByShape] = Field(default_factory=list)
    """Empty if rules decide, or the service does not report who answered."""


class RunListedShape(Shape):
    """A run in the listing."""

    run_id: str
    session_id: str
    objective: str
    status: Literal["RUNNING", "WAITING", "DONE", "FAILED", "CANCELLED"]
    step: int
    created_at: str


class RunsShape(Shape):
    """`workbench.runs/1`, newest first."""

    schema_: Literal["workbench.runs/1"] = Field(alias="schema")
    runs: list[RunListedShape]


class ManifestShape(Shape):
    """`workbench.manifest/1`: the contract's object, and the other parts of the prompt.

    `run manifest --json` adds the prompt; the files in the folder of outputs do without.
    """

    schema_: Literal["workbench.manifest/1"] = Field(alias="schema")
    manifest_id: str
    step: int
    event_sequence: int
    manifest: ManifestBody
    detail: ManifestDetail
    prompt_hash: str
    created_at: str
    prompt: str = ""


class RequestShape(Shape):
    """One request to a model, rebuilt; instructions and text are byte for byte what was sent."""

    sequence: int
    purpose: Literal["intent", "labels", "plan", "synthesis"]
    system: str
    text: str
    max_tokens: int
    json_schema: dict[str, Any] | None
    request_hash: str
    tokens: int
    money: float
    """In the currency of the model's price, `currency`."""
    currency: str


class RequestsShape(Shape):
    """`workbench.requests/1`: the requests to a model in a step, in order; empty if rules decide."""

    schema_: Literal["workbench.requests/1"] = Field(alias="schema")
    run_id: str
    step: int
    requests: list[RequestShape]


class GoldenCaseShape(Shape):
    """One case of a golden evaluation."""

    id: str
    kind: Literal["answerable", "conflict", "unanswerable"]
    paraphrased: bool
    part: Literal["tuned", "held_out", "later"]
    run_id: str
    ended: str
    cited: list[str]
    source_in_three: bool | None
    fact_recall: float | None
    citation_precision: float | None
    uncertain: bool
    both_sides: bool | None
    conflicts: int
    forbidden: list[str]
    unsupported: int
    claims: int
    steps: int
    tokens: int
    seconds: float
    failed: list[str]


class GoldenFiguresShape(Shape):
    """Figures over some cases; None if no case has one."""

    cases: int
    source_in_three: float | None
    fact_recall: float | None
    citation_precision: float | None
    uncertain_unanswerable: float | None
    uncertain_answerable: float | None
    conflicts_both_sides: float | None
    conflicts_elsewhere: int
    """Number of cases without a conflict in which one is shown."""
    forbidden: int
    unsupported_share: float
    steps: float
    tokens: float


class GoldenShape(Shape):
    """`workbench.golden/1`: cases, figures of all, of the tuned and of the held-out ones, and floors."""

    schema_: Literal["workbench.golden/1"] = Field(alias="schema")
    golden: str
    ok: bool
    figures: GoldenFiguresShape
    tuned: GoldenFiguresShape
    held_out: GoldenFiguresShape
    later: GoldenFiguresShape | None
    """Figures of the cases written after the program was finished; null if the file has none."""
    floors: dict[str, float]
    below: list[str]
    baseline: dict[str, float | None] | None
    worse: list[str]
    """Empty if the baseline is of other sources."""
    not_read: list[UnreadShape]
    incomparable: list[str]
    """Sources that were read only here or only for the baseline, in words."""
    seconds: float
    cases: list[GoldenCaseShape]
