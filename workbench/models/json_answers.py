"""Extraction of the JSON object from a model's answer, also from a code fence or after prose."""

from __future__ import annotations

import json
import re
from typing import Any

TRIES = 8
"""Maximum number of opening braces at which parsing is tried."""
_THINKING = re.compile(r"\A(?!\s*[{`]).*?</(?:think|thinking|reasoning)>", re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"?|,(?=\s*[}\]])', re.DOTALL)
"""Matches a string, or a trailing comma.

An unterminated string extends to the end, so no text is read twice.
"""
_DECODER = json.JSONDecoder(strict=False)
"""Accepts raw line ends and tabs inside strings."""


def object_in(text: str, key: str = "") -> dict[str, Any]:
    """Return the JSON object in an answer; empty if there is none.

    Args:
        text: the answer; thinking in tags before it is skipped, and a trailing comma is no error.
        key: a key that the object must have with a non-empty value. An object without one, such as an example
            in the prose before, is returned only if no other has more. Empty: the first object is the answer.
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
        body = _holding(body, key)
        if not key or body.get(key):
            return dict(body)
        found.append(body)
        at = text.find("{", end)
    return next((body for body in found if key in body), found[0] if found else {})


def _holding(body: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the object, or the one in it that has the key, as where a tool call is written as text."""
    inner = body.values() if key and key not in body else ()
    return next((each for each in inner if isinstance(each, dict) and key in each), body)


def _without_commas(text: str) -> str:
    """Remove trailing commas from lists and objects; strings are left unchanged."""
    return _STRING_OR_COMMA.sub(lambda each: each.group() if each.group() != "," else "", text)
