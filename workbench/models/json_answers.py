"""JSON objects in a model's answer, which may be in a code fence or follow a sentence or thinking."""

from __future__ import annotations

import json
import re
from typing import Any

TRIES = 8
"""Beginnings of an object that are tried."""
_THINKING = re.compile(r"\A(?!\s*[{`]).*?</(?:think|thinking|reasoning)>", re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"?|,(?=\s*[}\]])', re.DOTALL)
"""A string that does not end goes to the end, so that no text is read twice."""
_DECODER = json.JSONDecoder(strict=False)
"""Line ends and tabs may stand in its strings as they are."""


def object_in(text: str, key: str = "") -> dict[str, Any]:
    """The JSON object of an answer; empty: none.

    Args:
        text: the answer; thinking in tags before it is not read, a comma before a bracket is no fault.
        key: what the object must hold: one that has nothing there, such as an example in a sentence before,
            is taken only where none has more; empty: the first object is the answer.
    """
    rest = _THINKING.sub("", text, count=1)
    found: dict[str, Any] = {}
    for tried in dict.fromkeys((rest, _without_commas(rest), text)):
        found = _object_in(tried, key) or found
        if found and (not key or key in found):
            break
    return found


def _object_in(text: str, key: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    at = text.find("{")
    for _ in range(TRIES):
        if at < 0:
            break
        try:
            body, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        if not key or body.get(key):
            return dict(body)
        found.append(body)
        at = text.find("{", end)
    return next((body for body in found if key in body), found[0] if found else {})


def _without_commas(text: str) -> str:
    """Without commas after which nothing follows in their list or object; strings stay as they are."""
    return _STRING_OR_COMMA.sub(lambda each: each.group() if each.group() != "," else "", text)
