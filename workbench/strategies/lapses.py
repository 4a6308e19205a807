"""A model's answer that breaks a rule: asked once more, then the offline one stands in, all of it recorded.

Nobody's turn is lost to a model that cannot keep a format. What a model raises itself is passed on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict

from workbench.errors import Refused, WorkbenchError
from workbench.strategies.base import Candidate, DraftRequest

CANCELLED = "cancelled"
"""Code of the error by which a stopped call ends: nobody lapsed, and nothing stands in."""
OVER_CAP = "over_cap"
"""Code of the error of a question that is too long to be sent: it would be so again."""
UNUSABLE = frozenset({OVER_CAP, "model_format"})
"""Codes of the errors after which a model has no other answer."""
DRAFT = "draft of the range"
OFFLINE: Literal["offline"] = "offline"
TRIES = 2
"""Answers that a model may give to one call."""


Draft = Callable[[DraftRequest], Candidate]


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
            if error.code == OVER_CAP:
                break
            continue
        return answer, Lapse(call=call, broken=tuple(broken), instead="retry") if broken else None
    return check(offline()), Lapse(call=call, broken=tuple(broken), instead=OFFLINE)


def drafted(draft: Draft, offline: Draft, request: DraftRequest) -> tuple[Candidate, Lapse | None]:
    """The draft of a model, or the offline one in its place where two of its answers could not be used.

    What the answers cost is part of what the offline one cost. A question that is too long is not sent.
    """
    try:
        return draft(request), None
    except WorkbenchError as error:
        if error.code not in UNUSABLE:
            raise
        made, spent = offline(request), getattr(error, "record", None)
        lapse = Lapse(call=DRAFT, broken=(error.message,), instead=OFFLINE)
        if spent is None:
            return made, lapse
        body = {**made.payload, "generation_record": spent.model_dump(mode="json")}
        return replace(made, payload=body, record=spent), lapse


def is_offline(lapse: Lapse | None) -> bool:
    """Whether what stands was made without the model."""
    return lapse is not None and lapse.instead == OFFLINE
