"""The base of the JSON shapes: models whose fields are read from the values of the services."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """Base model: unknown keys are rejected; fields are read from attributes of the same names."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


def printed(shape: type[Shape], value: object = None, **given: object) -> dict[str, Any]:
    """Return the JSON object of a shape, its keys in the order of the fields.

    Args:
        shape: the model; a field with a default is printed only if it differs from it.
        value: the object whose attributes supply the fields, by name.
        given: fields that `value` does not have under that name; an unknown one is rejected.

    Raises:
        AttributeError: a field is neither given nor an attribute, and has no default.
        pydantic.ValidationError: a value is not of its field's type.
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
