"""Checks of arguments at the library's boundary: a text is a text, a count is a count.

Invalid values are refused, never converted.
"""

from __future__ import annotations

from workbench.errors import UsageError


class BadArgument(UsageError):
    """A call received a value of another kind than it takes; nothing changed."""

    code = "bad_argument"


def check_text(name: str, value: object, *, kept: bool = True) -> None:
    """Refuse a value that is not text, and for text to be stored, text that no file can hold.

    Raises:
        BadArgument: with the name of the argument and the value.
    """
    if not isinstance(value, str):
        raise BadArgument(f"{name} must be a string, not {_kind(value)}", f"give {name} as a str")
    if kept:
        try:
            value.encode()
        except UnicodeEncodeError as error:
            stated = f"{name} holds a lone surrogate at character {error.start}, which no file can hold"
            raise BadArgument(stated, "decode the text again, or replace the broken character") from None


def check_count(name: str, value: object, least: int) -> None:
    """Refuse a value that is not a whole number, or is below the least that makes sense.

    Raises:
        BadArgument: with the name of the argument and the value.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadArgument(f"{name} must be a whole number, not {_kind(value)}", f"give {name} as an int")
    if value < least:
        raise BadArgument(f"{name} must be at least {least}, not {value}", f"give {least} or more")


def _kind(value: object) -> str:
    return "None" if value is None else f"{type(value).__name__} {value!r:.40}"
