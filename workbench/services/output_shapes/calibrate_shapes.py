"""The shape of `calibrate --json`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workbench.services.output_shapes.shape import Shape


class FaultClassShape(Shape):
    """One fault class: how many faults were made, and how many the gates caught, showed and blocked."""

    fault_class: str
    made: int
    caught_by_intended_rule: int
    caught_by_any: int
    shown: int
    blocked: int
    by_gate: dict[Literal["A", "B", "C", "D", "E"], int]
    floor: float | None
    passed: bool


class CleanShape(Shape):
    """Items without a planted fault, and in how many of them a gate found something."""

    items: int
    hard: dict[Literal["B", "D"], int]
    warned: dict[Literal["B", "D"], int]
    shown: dict[Literal["B", "D"], int]


class CalibrateShape(Shape):
    """`workbench.calibrate/1`."""

    schema_: Literal["workbench.calibrate/1"] = Field(alias="schema")
    policy_version: str
    evaluator_version: str
    faults_version: str
    passed: bool
    targets: list[str]
    artifacts: int
    left_out: dict[str, int]
    classes: list[FaultClassShape]
    clean: CleanShape
