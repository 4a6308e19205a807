"""The shapes of `edit` with `--json`, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workbench.services.output_shapes.reports_and_drafts import DraftShape, RepairShape
from workbench.services.output_shapes.shape import Shape

EDIT_SCHEMA = "workbench.edit/1"


class EditShape(RepairShape):
    """`workbench.edit/1`: like a repair's; `dropped` contains the parent's statements that were removed."""

    schema_: Literal["workbench.edit/1"] = Field(alias="schema")  # type: ignore[assignment]


DRAFTS: dict[str, type[DraftShape]] = {
    "workbench.draft/1": DraftShape,
    "workbench.repair/1": RepairShape,
    EDIT_SCHEMA: EditShape,
}
"""The shape of a draft, by the schema that its command names."""


class EditFormShape(Shape):
    """`workbench.edit-form/1`: the form that `edit --apply` reads, filled from the current working copy."""

    schema_: Literal["workbench.edit-form/1"] = Field(alias="schema")
    artifact_id: str
    edits: int
    """Edits of the working copy that are not kept yet."""
    form: str
