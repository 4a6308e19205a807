"""The shapes of `--json` of `plan` and `replay`.

Like those of `output_shapes.reports_and_drafts`, they are printed by `workbench schema` and parse nothing.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workbench.services.output_shapes.shape import Shape


class MoneyShape(Shape):
    """The cost of a strategy with a model whose price is configured, without and with rounds of repair."""

    model: str
    currency: str
    least: float
    most: float


class EstimateShape(Shape):
    """One strategy, drafted with a language model; offline every strategy sends nothing.

    `most_*` include every round of repair. A stage is one generation, to which the cap applies. `refused`:
    its first call could exceed the cap, so nothing is sent. `over_with_mending`: not every round of repair
    can send the events again; a round goes out without them, or not at all. `stages_over` is always 0,
    because anything that could exceed the cap is refused. `fit` is that of the worst stage.

    `input_tokens` and `output_tokens` estimate what a service will count. `largest_stage_checked` is what the
    cap decides by: the largest first call with its longest answer, counted from above.
    """

    strategy: str
    mode: Literal["intentional", "rolling", "multi_session"]
    on: bool
    calls_model: bool
    stages: int
    calls: int
    most_calls: int
    input_tokens: int
    most_input_tokens: int
    output_tokens: int
    most_output_tokens: int
    least_stage_input: int
    largest_stage_input: int
    largest_stage_checked: int
    fit: Literal["within", "over_with_mending", "refused"]
    stages_refused: int
    stages_over: int
    stages_over_with_mending: int
    money: list[MoneyShape]


class PlannedModeShape(Shape):
    """A mode's planning range in the contract, and how many stages are below, inside and above it."""

    mode: Literal["intentional", "rolling", "multi_session"]
    pattern: str
    planned_low: int
    planned_high: int
    unit: Literal["run", "stage"]
    trend: str
    risk: str
    least_stage_input: int
    largest_stage_input: int
    below: int
    inside: int
    above: int


class AssumedShape(Shape):
    """The assumptions of the estimates, besides the events."""

    instruction_tokens: int
    page_tokens: int
    quote_factor: int
    mending_rounds: int
    checked_bytes_per_token: int
    """Bytes that count as a token in `largest_stage_checked`."""


class PlanShape(Shape):
    """`workbench.plan/1`: what drafting a range would cost, before anything is sent."""

    schema_: Literal["workbench.plan/1"] = Field(alias="schema")
    session_id: str
    source_start: int
    source_end: int
    events: int
    turns: int
    source_tokens: int
    cap_tokens: int
    assumed: AssumedShape
    strategies: list[EstimateShape]
    modes: list[PlannedModeShape]


class ShareShape(Shape):
    """A count out of a total; `value` is null if the total is 0."""

    kept: int
    of: int
    value: float | None


class ItemAgeShape(Shape):
    """One item of a pass.

    `since` is the pass in which it first appeared, the only one that gives its text.
    """

    item_id: str
    kind: str
    text: str | None
    generation: int
    since: int


class LostShape(Shape):
    """A captured item that is lost since a pass; `was_kept`: an earlier pass retained it."""

    item_id: str
    kind: Literal["decision", "open_work"]
    text: str
    verdict: str
    since: int
    was_kept: bool


class PointShape(Shape):
    """One pass of one series over events 0 to `source_end`; `skipped` says why there is no artifact.

    `tokens` are those of the artifact and the events it keeps, `size` their share of the source.
    """

    series: str
    generation: int
    source_end: int
    turn: int
    source_tokens: int
    skipped: str | None
    tokens: int
    size: float | None
    decision_recall: ShareShape
    open_work_recall: ShareShape
    retained: ShareShape
    proposed_retained: ShareShape
    held: ShareShape
    """Of what earlier passes retained and the source still counts or proposes, the share retained."""
    contradictions: int
    warnings: int
    failed_gates: list[Literal["A", "B", "C", "D", "E"]]
    items: list[ItemAgeShape]
    lost: list[LostShape]


class ReplayShape(Shape):
    """`workbench.replay/1`: a session compacted repeatedly.

    The series `transcript` is the native compactions.
    """

    schema_: Literal["workbench.replay/1"] = Field(alias="schema")
    session_id: str
    source_end: int
    every_turns: int
    every_events: int | None
    """Set if the session has too few turns to show drift and is also cut within turns; else null."""
    why: str
    generations_left_out: int
    events_left_out: int
    series: list[str]
    points: list[PointShape]
