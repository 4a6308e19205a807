"""The shapes of `--json` of strategies: triggers, modes, stages and seed packages.

Like those of `output_shapes.reports_and_drafts`, they are printed by `workbench schema` and parse nothing.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gates.artifact import Item
from workbench.services.output_shapes.reports_and_drafts import DraftShape
from workbench.services.output_shapes.shape import Shape


class FiredShape(Shape):
    """How often the triggers of one strategy fire.

    `on_demand`: what starts a strategy that has no triggers.
    """

    strategy: str
    marks: int
    on_demand: str | None


class MarkShape(Shape):
    """One place where a trigger fires: at `ordinal`, over `start..end`."""

    strategy: str
    rule: str
    ordinal: int
    turn: int
    start: int
    end: int
    why: str


class TriggersShape(Shape):
    """`workbench.triggers/1`, marks in the order of events."""

    schema_: Literal["workbench.triggers/1"] = Field(alias="schema")
    session_id: str
    strategies: list[FiredShape]
    marks: list[MarkShape]


class TuningShape(Shape):
    """`workbench.tuning/1`; a rate without a denominator, or with an unknown figure, is null."""

    schema_: Literal["workbench.tuning/1"] = Field(alias="schema")
    event_threshold: int
    n_step_fallback: int
    steps: int
    compactions: int
    loop_rate: float | None
    constraint_forget_incidents: int
    no_evidence_stalls: int
    verified_claims: int
    tokens_per_verified_claim: float | None
    latency_ms_per_verified_claim: float | None


class StageShape(Shape):
    """One window of a staged compaction."""

    source_start: int
    source_end: int
    tokens: int
    over_cap: bool
    seed_id: str | None
    draft: DraftShape


class SeedShape(Shape):
    """`workbench.seed/1`: what is in force after the last stage, as items and as Markdown."""

    schema_: Literal["workbench.seed/1"] = Field(alias="schema")
    seed_id: str
    tokens: int
    artifacts: list[str]
    items: list[Item]
    text: str


class StagesShape(Shape):
    """`workbench.stages/1`: the output of `draft --strategy multi_session`."""

    schema_: Literal["workbench.stages/1"] = Field(alias="schema")
    session_id: str
    source_start: int
    source_end: int
    cap_tokens: int
    stages: list[StageShape]
    seed: SeedShape


class SwitchShape(Shape):
    """One switch of a mode."""

    mode: str
    on: bool
    reason: str
    actor: str
    since: str


class ModeShape(SwitchShape):
    """The current state of a mode."""

    risk: str


class ModesShape(Shape):
    """`workbench.modes/1`."""

    schema_: Literal["workbench.modes/1"] = Field(alias="schema")
    modes: list[ModeShape]
    switches: list[SwitchShape]
