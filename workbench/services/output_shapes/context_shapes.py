"""The shape of `context --json`, and of the file that it writes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workbench.services.output_shapes.shape import Shape


class SegmentShape(Shape):
    """A part of the context: events verbatim, or an artifact in place of a range."""

    kind: Literal["events", "artifact"]
    start: int
    end: int
    artifact_id: str | None
    tokens: int


class WrittenShape(Shape):
    """A file that a context was written to."""

    path: str
    bytes: int
    format: str
    session_id: str | None
    resume: str | None
    project: str | None


class ContextShape(Shape):
    """`workbench.context/1`; `written` is present only if `--out` or `--place` requested a file.

    `proposed` is present only if `--with` named an artifact: the view is then as if it were accepted.
    """

    schema_: Literal["workbench.context/1"] = Field(alias="schema")
    session_id: str
    view: Literal["active", "native"]
    as_of: str | None
    segments: list[SegmentShape]
    tokens: int
    written: WrittenShape | None = None
    proposed: str | None = None
