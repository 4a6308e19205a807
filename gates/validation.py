"""Plain messages for values that do not fit a schema, in place of the validator's own terms."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

_WORDS = {
    "extra_forbidden": "there is no such key",
    "missing": "is missing",
    "string_type": "must be text",
    "string_unicode": "must be valid Unicode",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "frozen_set_type": "must be a list",
    "set_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "none_required": "must be null",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "less_than_equal": "must be at most {le:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than": "must be below {lt:g}",
    "greater_than": "must be above {gt:g}",
    "string_too_long": "is longer than {max_length:,} characters",
    "string_too_short": "is shorter than {min_length:,} characters",
    "too_long": "contains more than {max_length:,} entries",
    "too_short": "contains fewer than {min_length:,} entries",
    "finite_number": "must be a finite number",
    "json_invalid": "is not JSON: {error}",
}
"""Message for each type of problem, with placeholders for the values of its context."""


def faults(error: ValidationError, most: int, whole: str = "") -> list[str]:
    """Return up to `most` invalid places, each with its cause; `whole` names the value as a whole."""
    return [_fault(each, whole) for each in error.errors(include_url=False, include_input=False)[:most]]


def first_fault(error: ValidationError, whole: str = "") -> str:
    """Return the first invalid place with its cause."""
    return faults(error, 1, whole)[0]


def in_words(problem: Any) -> str:  # noqa: ANN401 (details of an error, as the validator gives them)
    """Return why a place does not fit."""
    context = problem.get("ctx", {})
    words = "must not be empty" if context.get("min_length") == 1 else _WORDS.get(problem["type"])
    if words is None:
        return str(problem["msg"]).removeprefix("Value error, ").removeprefix("Assertion failed, ")
    return words.format(**context)


def _fault(problem: Any, whole: str) -> str:  # noqa: ANN401
    place = ".".join(str(part) for part in problem["loc"]) or whole
    words = in_words(problem)
    return f"{place}: {words}" if place else words
