"""A service of embeddings as OpenAI's is: it refuses what that refuses, and words near in meaning are near.

Its vectors are counts of words by subject, so that a query finds a passage with none of its words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.models.loopback import Request, whole

_FIELDS = set("model input encoding_format dimensions user".split())
SUBJECTS = (
    "harbour port closed close shut january february winter frozen freeze",
    "crew people sailors staff hands fourteen master captain skipper boss command commands commanded",
    "soup canteen meal food lunch euros price bowl eat",
    "pilot ships longer metres outer buoy guide vessel length",
)
Vector = list[float]


def meaning(text: str, dimensions: int) -> Vector:
    """The subjects of a text, the rest of its vector a little of everything."""
    words = {word.strip(".,?!#").casefold() for word in text.split()}
    found = [float(len(words & set(subject.split()))) for subject in SUBJECTS]
    return [*found, *[0.01] * (dimensions - len(found))]


@dataclass
class EmbeddingServer:
    """The state of the service between requests."""

    dimensions: int = 8
    key: str | None = None
    altered: Callable[[int, dict[str, Any]], Iterable[bytes | float] | None] | None = None
    """An alternative response by request number from 1; None: the normal answer."""
    inputs: list[str] = field(default_factory=list)
    answered: int = 0

    def __call__(self, request: Request) -> Iterable[bytes | float]:
        """Return the response to a request."""
        if not request.line.startswith("POST /v1/embeddings "):
            return whole(404, {"error": {"message": f"no such place: {request.line}"}})
        if self.key is not None and request.headers.get("authorization") != f"Bearer {self.key}":
            return whole(401, {"error": {"message": "Incorrect API key provided"}})
        body = request.body
        given = body.get("input")
        texts = given if isinstance(given, list) else []
        unknown = set(body) - _FIELDS
        if unknown or not texts or not all(isinstance(t, str) and t for t in texts) or len(texts) > 2048:
            return whole(400, {"error": {"message": f"'$.input' is invalid {sorted(unknown)}"}})
        self.answered += 1
        self.inputs += texts
        size = body.get("dimensions", self.dimensions)
        rows = [
            {"object": "embedding", "index": place, "embedding": meaning(text, size)}
            for place, text in enumerate(texts)
        ]
        tokens = len(json.dumps(texts)) // 4
        answer = {
            "object": "list", "data": rows, "model": body["model"],
            "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
        }  # fmt: skip
        instead = self.altered(self.answered, answer) if self.altered is not None else None
        return instead if instead is not None else whole(200, answer)
