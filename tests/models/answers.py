"""The content of a request to the scripted service, and answers derived from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.models.loopback import Request


def sent(request: Request) -> str:
    """Return the text of a request's user message."""
    content = next(m["content"] for m in request.body["messages"] if m["role"] == "user")
    return "\n\n".join(b["text"] for b in content) if isinstance(content, list) else str(content)


def objects(request: Request) -> list[dict[str, Any]]:
    """The JSON objects of the user's message: the events, then the task."""
    decoder, text, found, at = json.JSONDecoder(), sent(request), [], 0
    while (at := text.find("{", at)) >= 0:
        body, at = decoder.raw_decode(text, at)
        found.append(body)
    return found


def shown(request: Request) -> dict[str, Any]:
    """The same as one object."""
    stated: dict[str, Any] = {}
    for each in objects(request):
        stated |= each
    return stated


def item(kind: str, text: str, *quotes: tuple[int, str], **more: Any) -> dict[str, Any]:
    """Return one item of an answer; `sides` gives a quote's side by position."""
    sides = more.pop("sides", [None] * len(quotes))
    stated = [{"event": e, "quote": q, "side": s} for (e, q), s in zip(quotes, sides, strict=True)]
    base: dict[str, Any] = {
        "replaces": None,
        "status": "open" if kind == "open_work" else None,
        "carries": [],
        "failure": None,
    }
    return {**base, "kind": kind, "text": text, "quotes": stated, **more}


def items(*given: dict[str, Any], dropped: Sequence[int] = ()) -> str:
    """An answer of items."""
    return json.dumps({"items": list(given), "dropped": list(dropped)})


def copying(request: Request) -> str:
    """Return the users' texts as decisions, and each problem's passage in the form requested."""
    stated = shown(request)
    if "summaries" in json.dumps(request.body.get("tools", request.body.get("response_format", ""))):
        return json.dumps({"summaries": [], "narrative": ""})
    made = []
    for problem in stated.get("problems", ()):
        said = problem["passages"][:1]
        if said:
            text, kind = (
                said[0]["text"][:300],
                "open_work" if "open work" in problem["problem"] else "constraint",
            )
            made.append(item(kind, text, (said[0]["event"], text), replaces=problem["item"]))
    if not stated.get("problems"):
        for event in stated.get("events", ()):
            line = next((each for each in event["text"].splitlines() if len(each) >= 12), "")
            if event["who"] == "user" and line and "[masked" not in line:
                made.append(item("decision", line[:300], (event["event"], line[:300])))
    return items(*made[:40])
