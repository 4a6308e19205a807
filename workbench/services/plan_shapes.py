"""The shapes of `--json` of `plan`.

As `workbench.services.shapes`, they are printed by `workbench schema` and parse nothing.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workbench.services.shapes import Shape


class MoneyShape(Shape):
    """What a strategy costs with a model whose price is configured, without and with rounds of mending."""

    model: str
    currency: str
    least: float
    most: float


class EstimateShape(Shape):
    """One strategy, as drafted with a language model; offline every strategy sends nothing.

    `most_*` count every round of mending. A stage is one generation, which the cap holds for. `refused`: its
    events alone are over the cap, so nothing is sent. `over`: with its answer it fails gate E.
    `over_with_mending`: it does when every round is needed. `fit` is that of the worst stage.
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
    fit: Literal["within", "over_with_mending", "over", "refused"]
    stages_refused: int
    stages_over: int
    stages_over_with_mending: int
    money: list[MoneyShape]


class PlannedModeShape(Shape):
    """A mode's planning range in the contract, and how many of this range's stages lie where."""

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
    """What the estimates rest on besides the events."""

    instruction_tokens: int
    page_tokens: int
    quote_factor: int
    mending_rounds: int


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
