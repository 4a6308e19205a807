"""A client for embeddings services: `POST /embeddings` as OpenAI and many local servers speak it, in batches.

It shares with language models the deadline per answer, the retries of temporary failures, and recordings.
Each answer is checked: as many vectors as texts, in their order, all of one length, of finite numbers that
are not all zero. The caller masks what it sends.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.errors import UsageError
from workbench.models.base import (
    Deadline,
    LanguageModel,
    ModelAnswer,
    ModelTrouble,
    Prompt,
    Tick,
    Usage,
    token_count,
)
from workbench.models.posting import Poster
from workbench.models.recordings import Recorded
from workbench.models.services import base_of, with_path
from workbench.models.serving import check_model_name, credentials
from workbench.models.settings import setting_of

PROVIDER = "openai"
MOST_DIMENSIONS = 1024
"""Length of the vectors in the store; shorter ones are padded with zeros, which changes no cosine."""
BATCH = 32
"""Maximum number of texts per call."""
BATCH_CHARACTERS = 40_000
MOST_CHARACTERS = 8_000
"""Maximum length of a text; the rest is not sent."""
_DIGITS = 5
Vector = list[float]


class EmbeddingService:
    """One embeddings model of one service, shaped as a `LanguageModel` so that it can be recorded.

    The text of a prompt is a JSON array of texts; the text of the answer is a JSON array of vectors.
    """

    provider = PROVIDER

    def __init__(self, model: str, poster: Poster, dimensions: int | None = None) -> None:
        self.model = model
        self.url = poster.url
        self._poster = poster
        self._dimensions = dimensions

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """Return the body of a request."""
        body = {"model": self.model, "input": json.loads(prompt.text), "encoding_format": "float"}
        return body if self._dimensions is None else {**body, "dimensions": self._dimensions}

    def answer(self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None) -> ModelAnswer:
        """Send a request; see `LanguageModel.answer`."""
        request = self.request(prompt)
        body = self._poster.post(request, run=run, tick=tick).body
        made = checked(body, len(request["input"]), self._dimensions)
        usage = body.get("usage")
        count = usage.get("prompt_tokens") if isinstance(usage, dict) else None
        return ModelAnswer(json.dumps(made), Usage(input_tokens=token_count(count)))


class RecordedEmbeddings(Recorded):
    """Vectors from a recording, in place of the service that computed them."""

    def __init__(self, path: Path, dimensions: int | None = None) -> None:
        """Read the file; raise InputError if it is not a recording."""
        super().__init__(path)
        poster = Poster("http://localhost", {}, timeout_ms=1)
        self._asked: LanguageModel = EmbeddingService(self.model, poster, dimensions)


def embeddings_service(
    name: str, config: Path, *, recorded: Path | None, dimensions: int | None, timeout_ms: int
) -> LanguageModel:
    """Return the embeddings service of a model named as for `--model`, or a recording; send nothing yet.

    Raises:
        UsageError: there is no such model, it computes no embeddings, or there is no key for it.
        InputError: the configuration or the recording cannot be read.
    """
    if recorded is not None:
        return RecordedEmbeddings(recorded, dimensions)
    hint = f"name {PROVIDER}:MODEL, or a [model.NAME] with that provider and a url"
    try:
        found = setting_of(name, config)
    except UsageError as error:
        raise UsageError(error.message, hint) from error
    if found.provider != PROVIDER:
        raise UsageError(f"{found.about} makes no embeddings that this program knows how to ask for", hint)
    return open_embeddings(
        found.model, url=found.url, variable=found.key, dimensions=dimensions, timeout_ms=timeout_ms
    )


def open_embeddings(
    model: str, *, url: str = "", variable: str = "", dimensions: int | None = None, timeout_ms: int
) -> EmbeddingService:
    """Return the embeddings service of a model; sends nothing yet.

    Args:
        model: its name as the service writes it.
        url: base address before `/embeddings`; empty: `OPENAI_BASE_URL`, else the provider's own.
        variable: environment variable that holds the key; empty: the provider's own, which goes to no other
            address that `url` names.
        dimensions: required length of the vectors, requested from the service; None: any.
        timeout_ms: maximum milliseconds per answer.

    Raises:
        UsageError: the name, the key or the address is invalid, or there is no key for the provider's own
            service.
    """
    check_model_name(model, "the embeddings model")
    found = credentials(PROVIDER, url, variable)
    if found.missing:
        raise UsageError(
            f"{found.variable} holds no key for the embeddings of {PROVIDER}:{model}",
            f"set {found.variable}, or name another service by its `url`; nothing was sent",
            code="no_key",
        )
    headers = {"Authorization": f"Bearer {found.key}"} if found.key else {}
    address = with_path(base_of(PROVIDER, url), "/embeddings")
    return EmbeddingService(model, Poster(address, headers, timeout_ms=timeout_ms), dimensions)


def checked(body: Any, count: int, dimensions: int | None = None) -> list[Vector]:  # noqa: ANN401 - JSON
    """Return the vectors of an answer, in the order of the texts, each scaled to length 1.

    Args:
        body: the JSON of the answer.
        count: number of texts in the request.
        dimensions: required length of the vectors; None: any, but all the same.

    Raises:
        ModelTrouble: the answer has another shape, another number of vectors, or invalid numbers.
    """
    rows = body.get("data") if isinstance(body, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ModelTrouble("the answer has another shape")
    if len(rows) != count:
        raise ModelTrouble(f"{len(rows)} vectors for {count} texts")
    places = [row.get("index", place) for place, row in enumerate(rows)]
    if sorted(place for place in places if type(place) is int) != list(range(count)):
        raise ModelTrouble("the vectors cannot be matched with their texts by their index")
    ordered = [row.get("embedding") for _, row in sorted(zip(places, rows, strict=True), key=lambda p: p[0])]
    made = [_vector(numbers) for numbers in ordered]
    lengths = {len(vector) for vector in made}
    if len(lengths) != 1 or (dimensions is not None and lengths != {dimensions}):
        needed = f"{dimensions}" if dimensions is not None else "one length"
        raise ModelTrouble(f"vectors of {_named(lengths)} numbers, {needed} needed", lasting=True)
    return made


def _named(lengths: set[int]) -> str:
    return " and ".join(map(str, sorted(lengths)[:3]))


def _vector(numbers: Any) -> Vector:  # noqa: ANN401 - JSON of any shape
    """Return the numbers of one vector, scaled to length 1. Raises ModelTrouble."""
    if not isinstance(numbers, list) or not 1 <= len(numbers) <= MOST_DIMENSIONS:
        form = f"of {len(numbers)} numbers" if isinstance(numbers, list) else "that is not a list"
        hint = f"set `embeddings_dimensions` to {MOST_DIMENSIONS} or less, if the model takes it"
        raise ModelTrouble(f"a vector {form}", hint, lasting=True)
    if not all(type(number) in (int, float) for number in numbers):
        raise ModelTrouble("a vector with values that are not numbers")
    try:
        norm = math.hypot(*numbers)
        made = [round(number / norm, _DIGITS) for number in numbers] if norm > 0 else []
    except OverflowError:
        norm, made = math.inf, []
    if not made or not math.isfinite(norm):
        raise ModelTrouble("a vector whose length is zero or not finite")
    return made


def batches(texts: Sequence[str]) -> list[list[int]]:
    """Split texts into batches for one call each; return the indices of the texts in each batch."""
    found: list[list[int]] = []
    size = 0
    for place, text in enumerate(texts):
        size += len(text)
        if not found or len(found[-1]) >= BATCH or size > BATCH_CHARACTERS:
            found.append([])
            size = len(text)
        found[-1].append(place)
    return found
