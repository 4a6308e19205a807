"""A model's answer that breaks a rule: asked once more, then the offline one stands in, all of it recorded.

Nobody's turn is lost to a model that cannot keep a format. What a model raises itself is passed on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from workbench.errors import Refused

CANCELLED = "cancelled"
"""Code of the error by which a stopped call ends: nobody lapsed, and nothing stands in."""
TRIES = 2
"""Answers that a model may give to one call."""


class Lapse(BaseModel):
    """One call whose answer broke a rule."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    call: str
    """What was asked for, such as `summary of the reply`."""
    broken: tuple[str, ...]
    """What each refused answer broke, in order."""
    instead: Literal["retry", "offline"]
    """What stands: the model's second answer, or the extractive one."""


def kept(
    call: str,
    make: Callable[[], str],
    check: Callable[[str], str],
    offline: Callable[[], str] | None,
) -> tuple[str, Lapse | None]:
    """The first answer that keeps the rules, and what happened on the way to it.

    Args:
        call: what is asked for.
        make: asks the model.
        check: gives the answer as it counts, or refuses it.
        offline: the answer without a model; None where `make` calls none.

    Raises:
        Refused: without a model, or offline too, the answer breaks a rule.
    """
    if offline is None:
        return check(make()), None
    broken: list[str] = []
    for _ in range(TRIES):
        try:
            answer = check(make())
        except Refused as error:
            if error.code == CANCELLED:
                raise
            broken.append(error.message)
            continue
        return answer, Lapse(call=call, broken=tuple(broken), instead="retry") if broken else None
    return check(offline()), Lapse(call=call, broken=tuple(broken), instead="offline")
