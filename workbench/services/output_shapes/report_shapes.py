"""The shape of a review, as `report --json` prints it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workbench.services.output_shapes.reports_and_drafts import DiffShape, PointerShape, TargetShape
from workbench.services.output_shapes.shape import Shape


class ReportContextShape(Shape):
    """Tokens of the context that an agent is given now, and of the native one."""

    tokens: int
    native_tokens: int


class ReportedArtifactShape(Shape):
    """One artifact with its report, and the diff from its parent."""

    number: int
    state: Literal["draft", "active", "displaced", "rolled back", "rejected"]
    parent_id: str | None
    report: TargetShape
    diff: DiffShape | None


class ReportShape(Shape):
    """`workbench.report/1`."""

    schema_: Literal["workbench.report/1"] = Field(alias="schema")
    session_id: str
    title: str
    events: int
    context: ReportContextShape
    artifacts: list[ReportedArtifactShape]
    moves: list[PointerShape]
    """Newest first."""
