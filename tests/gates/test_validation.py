"""A value that violates a shape is named by its place, without validator jargon."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from gates.validation import faults, first_fault


class Shape(BaseModel):
    """One field of each kind that our shapes have."""

    model_config = ConfigDict(extra="forbid", strict=True)

    count: Annotated[int, Field(ge=1, le=9)] = 1
    share: Annotated[float, Field(gt=0, lt=1)] = 0.5
    name: Annotated[str, Field(min_length=1, max_length=3)] = "a"
    sure: bool = True
    kind: Literal["a", "b"] = "a"
    parts: Annotated[list[str], Field(min_length=1, max_length=2)] = ["a"]
    more: dict[str, int] = {}

    @field_validator("name")
    @classmethod
    def no_blank(cls, name: str) -> str:
        """Has words of its own."""
        if not name.strip():
            raise ValueError("say a name")
        return name


@pytest.mark.parametrize(
    ("body", "stated"),
    [
        ({"extra": 1}, "extra: there is no such key"),
        ({"count": "1"}, "count: must be a whole number"),
        ({"count": 0}, "count: must be at least 1"),
        ({"count": 10}, "count: must be at most 9"),
        ({"share": "x"}, "share: must be a number"),
        ({"share": 0.0}, "share: must be above 0"),
        ({"share": 1.0}, "share: must be below 1"),
        ({"name": 1}, "name: must be text"),
        ({"name": "long"}, "name: is longer than 3 characters"),
        ({"name": " "}, "name: say a name"),
        ({"sure": "yes"}, "sure: must be true or false"),
        ({"kind": "c"}, "kind: must be 'a' or 'b'"),
        ({"parts": "a"}, "parts: must be a list"),
        ({"parts": ["a", 2]}, "parts.1: must be text"),
        ({"parts": ["a", "b", "c"]}, "parts: contains more than 2 entries"),
        ({"parts": []}, "parts: must not be empty"),
        ({"name": ""}, "name: must not be empty"),
        ({"name": "\ud800"}, "name: must be valid Unicode"),
        ({"more": []}, "more: must be an object"),
        ([], "whole: must be an object"),
    ],
)
def test_each_kind_is_reported_in_plain_words(body: Any, stated: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Shape.model_validate(body)
    assert first_fault(caught.value, "whole") == stated


def test_no_more_than_asked_for_are_reported() -> None:
    with pytest.raises(ValidationError) as caught:
        Shape.model_validate({"count": 0, "kind": "c", "sure": 1})
    assert len(faults(caught.value, 2)) == 2


def test_what_is_not_json_says_where() -> None:
    with pytest.raises(ValidationError) as caught:
        Shape.model_validate_json("{")
    assert first_fault(caught.value).startswith("is not JSON: EOF")
