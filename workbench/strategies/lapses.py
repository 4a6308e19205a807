"""A model's answer that breaks a rule: the model is asked again, then the offline answer is used.

All of it is recorded. No turn is lost because a model cannot follow a format. An error of the model itself is
passed on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict

from workbench.errors import Refused, WorkbenchError
from workbench.strategies.base import Candidate, DraftRequest, instead_of

CANCELLED = "cancelled"
"""Code of the error that ends a stopped call: it is no lapse, and nothing is used instead."""
OVER_CAP = "over_cap"
"""Code of the error of a request that is too long to be sent: it would be so again."""
UNUSABLE = frozenset({OVER_CAP, "model_format"})
"""Codes of the errors after which asking a model again is useless."""
DRAFT = "draft of the range"
OFFLINE: Literal["offline"] = "offline"
RETRY: Literal["retry"] = "retry"
TRIES = 2
"""Answers that a model may give to one call."""


Draft = Callable[[DraftRequest], Candidate]


class Lapse(BaseModel):
    """One call whose answer broke a rule."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    call: str
    """The text that was requested, such as `summary of the reply`."""
    broken: tuple[str, ...]
    """The rules that each refused answer broke, in order."""
    instead: Literal["retry", "offline"]
    """The answer that is used: the model's second one, or the extractive one."""


def kept(
    call: str,
    make: Callable[[], str],
    check: Callable[[str], str],
    offline: Callable[[], str] | None,
    maker: object = None,
) -> tuple[str, Lapse | None]:
    """Return the first answer that follows the rules, and the lapse on the way to it, if any.

    A maker that asks its model again by itself and then writes the text offline has the reason as `lapsed`.

    Args:
        call: the text that is requested.
        make: asks the model.
        check: returns the answer to use, or refuses it.
        offline: the answer without a model; None if `make` calls none.
        maker: what `make` asks.

    Raises:
        Refused: the answer breaks a rule without a model, or offline too.
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
        own = getattr(maker, "lapsed", "")
        broken += [own] if own else []
        instead = OFFLINE if own else RETRY
        return answer, Lapse(call=call, broken=tuple(broken), instead=instead) if broken else None
    return check(offline()), Lapse(call=call, broken=tuple(broken), instead=OFFLINE)


def drafted(draft: Draft, offline: Draft, request: DraftRequest) -> tuple[Candidate, Lapse | None]:
    """Return a model's draft, or the offline one if two of the model's answers could not be used.

    The cost of the answers is part of the offline draft's cost, and its prompt version names the model. A
    request that is too long is not sent.
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
        if spent.model is not None:
            body["prompt_version"] = instead_of(made.payload["prompt_version"], spent.model)
        return replace(made, payload=body, record=spent), lapse


def is_offline(lapse: Lapse | None) -> bool:
    """Return whether the answer in use was made without the model."""
    return lapse is not None and lapse.instead == OFFLINE
