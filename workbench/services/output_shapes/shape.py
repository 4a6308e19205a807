"""What is printed as JSON: a model, whose fields are read off the value that a service gave."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """Base: no key beyond those named; a value's attributes of the same names are taken."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


def printed(shape: type[Shape], value: object = None, **given: object) -> dict[str, Any]:
    """The JSON object of a shape, its keys in the order of the fields.

    Args:
        shape: the model; a field with a default is printed only where it is something else.
        value: whose attributes the fields are, by their names.
        given: fields that the value has under no such name; an unknown one is refused.

    Raises:
        AttributeError: a field is neither given nor there, nor has a default.
        pydantic.ValidationError: something is not of its type.
    """
    for name, field in shape.model_fields.items():
        key = field.alias or name
        if key not in given:
            if hasattr(value, key):
                given[key] = getattr(value, key)
            elif key == "schema":
                (given[key],) = get_args(field.annotation)
            elif field.is_required():
                raise AttributeError(f"{type(value).__name__} has no {key}")
    made = shape.model_validate(given)
    optional = ((name, field) for name, field in shape.model_fields.items() if not field.is_required())
    left_out = {name for name, field in optional if getattr(made, name) == field.default}
    return made.model_dump(mode="json", by_alias=True, exclude=left_out)
