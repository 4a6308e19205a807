"""JSON objects in a model's answer, which may be in a code fence or follow a sentence."""

from __future__ import annotations

import json
from typing import Any


def object_in(text: str) -> dict[str, Any]:
    """The first JSON object in a text, which may be in a code fence or follow a sentence; empty: none."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(8):
        if at < 0:
            break
        try:
            body, _end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        return body if isinstance(body, dict) else {}
    return {}
