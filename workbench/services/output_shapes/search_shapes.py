"""The shape of `search --json`, printed by `workbench schema`; it parses nothing."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workbench.services.output_shapes.shape import Shape


class SnippetShape(Shape):
    """Words around a match, on one line; `marks` are half-open spans of code points in `text`."""

    text: str
    marks: list[tuple[int, int]]


class HitShape(Shape):
    """An event, or a statement of an artifact, that contains at least one of the terms.

    `place` is an argument of `workbench show`; `matched` is the number of terms found in it; `score` is
    comparable only among hits of one list of one search.
    """

    session_id: str
    place: str
    kind: str
    ordinal: int | None
    artifact_id: str | None
    matched: int = Field(ge=1)
    score: float
    snippet: SnippetShape


class SearchShape(Shape):
    """`search --json`: the best hits first, at most `--limit` of each kind, and how many there are in all.

    `long_texts_unread` counts texts of which only the beginning was searched.
    """

    schema_: Literal["workbench.search/1"] = Field(alias="schema")
    query: str
    terms: list[str]
    events_found: int
    statements_found: int
    long_texts_unread: int
    events: list[HitShape]
    statements: list[HitShape]
