"""A request that a service refuses is posted again with each change that the refusal calls for.

Temperature, cache marks, a schema, the stream and the role of the instructions go where a model knows none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.models.base import Deadline
from workbench.models.posting import Posted
from workbench.models.refusals import BadRequest, TooLong
from workbench.models.streams import Collector

BETWEEN = "\n\n"
"""Stands between two texts that become one."""
Change = Callable[[dict[str, Any], BadRequest], dict[str, Any] | None]
Yielded = tuple[Change, BadRequest]
"""A change to a request, and the refusal that led to it."""


def posted_with_changes(
    ask: Callable[..., Posted],
    seconds: float,
    body: dict[str, Any],
    collector: Callable[[], Collector],
    run: Deadline | None,
    known: list[Yielded],
    *changes: Change,
) -> Posted:
    """Post a request; after a refusal post it again with each change that the refusal calls for.

    All attempts share one time limit. `known` are the changes that led to an answer before: they are applied
    from the start, and the ones that lead to an answer now are added to it.
    """
    untried = [_with_shorter_answer, *changes, _without_stream, _without_cache, _without_schema]
    whole = Deadline(min(seconds, run.left()) if run is not None else seconds)
    for change, refused in tuple(known):
        yielded = change(body, refused)
        if yielded is not None and change in untried:
            untried.remove(change)
            body = yielded
    made: list[Yielded] = []
    while True:
        try:
            answer = ask(body, collector if body.get("stream") else None, whole)
            known += made
            return answer
        except BadRequest as refusal:
            for change in untried[:1] if isinstance(refusal, TooLong) else untried:
                yielded = change(body, refusal)
                if yielded is not None:
                    untried.remove(change)
                    body = yielded
                    made += [] if isinstance(refusal, TooLong) else [(change, refusal)]
                    break
            else:
                raise


def _with_shorter_answer(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    """Lower the limit of the answer to what the model allows.

    A longer answer is cut, which is then reported.
    """
    name = "max_tokens" if "max_tokens" in body else "max_completion_tokens"
    most = refusal.most_tokens(body[name])
    return {**body, name: most} if most is not None else None


def without_temperature(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    """Leave the temperature to the model."""
    if not refusal.names("temperature"):
        return None
    return _less(body, "temperature")


def with_newer_limit(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    """Name the limit of the answer as newer models of OpenAI want it."""
    if not refusal.names("max_completion_tokens"):
        return None
    return {**_less(body, "max_tokens"), "max_completion_tokens": body["max_tokens"]}


def without_system(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    """Move the instructions to the beginning of the user's message, for a model without a system role."""
    first, *rest = body["messages"]
    if first["role"] != "system" or not refusal.refuses_role():
        return None
    texts = [first["content"], *(each["content"] for each in rest)]
    return {**body, "messages": [{"role": "user", "content": BETWEEN.join(texts)}]}


def _without_stream(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    if not refusal.names("stream") or "stream" not in body:
        return None
    return _less(body, "stream", "stream_options")


def _without_cache(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    """Replace blocks with cache marks by plain text, for a service that does not know the marks."""
    if not refusal.names("cache_control") or not isinstance(body.get("system"), list):
        return None
    messages = [{**each, "content": _plain(each["content"])} for each in body["messages"]]
    return {**body, "system": _plain(body["system"]), "messages": messages}


def _without_schema(body: dict[str, Any], _refusal: BadRequest) -> dict[str, Any] | None:
    """Remove the schema: the last resort, whatever the refusal names, since servers word it in many ways."""
    plain = _less(body, "tools", "tool_choice", "response_format")
    return plain if plain != body else None


def _less(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in names}


def _plain(blocks: list[dict[str, Any]]) -> str:
    return BETWEEN.join(block["text"] for block in blocks)
