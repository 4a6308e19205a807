"""The `vectors` checker: how much of a claim its passages support, by the similarity of word vectors.

It reads static vectors from a folder (a table of one vector per token, `model.safetensors`, and
`tokenizer.json`, as model2vec and sentence-transformers write them). Each token of the claim is weighted by
the length of its vector and scored by its nearest token in the passages. Similarity ignores negation: this
checker never reports a contradiction.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gates.artifact import Artifact
from gates.capture import Capture
from gates.second_opinion import Checker, CheckerAnswer, Opinion, Question
from workbench.checkers.extras import ModelFolder, contents_digest, first_of, folder_of, library

VECTORS_VERSION = "1"
NEUTRAL_BELOW = 0.5
"""Minimum share of a claim that must be near to words of its passages.

Below it they do not support the claim.
"""
STATED_AT = 0.65
"""Minimum score of `neutral` (the share near to nothing) for a warning.

With small vectors trained for the purpose it is reached by 1 in 200 true claims about documents and 1 in 8
invented ones.
"""
FEWEST = 2
_TABLES = ("model.safetensors", "0_StaticEmbedding/model.safetensors")
_TENSORS = ("embeddings", "embedding.weight")


class Vectors(NamedTuple):
    """A table of vectors, and the tokenizer that maps a text to its rows."""

    numpy: Any
    tokenizer: Any
    table: Any
    """One row per token, or per group of tokens that share a row."""
    mapping: Any
    """Row of each token; None: each token has its own."""
    weights: Any
    """Weight of each token; None: all 1."""
    unknown: int | None


class VectorsChecker:
    """Second opinions from static vectors."""

    def __init__(self, given: str) -> None:
        self._folder = folder_of("vectors", given)
        self._table = first_of("vectors", self._folder, _TABLES, "table of vectors")
        self._tokenizer = first_of("vectors", self._table.parent, ("tokenizer.json",), "tokenizer")
        digest = contents_digest((self._table, self._tokenizer))
        self.checker = Checker("vectors", f"{VECTORS_VERSION}-{digest}", neutral_at=STATED_AT)
        self._lock = threading.Lock()
        self._loaded: Vectors | None = None

    def prepare(self) -> None:
        """Load the model.

        Raises:
            ExtraMissing: a library is not installed.
            ModelFolder: the folder contains no usable model.
        """
        self._vectors()

    def about_items(self, artifact: Artifact, capture: Capture) -> tuple[tuple[str, CheckerAnswer], ...]:  # noqa: ARG002
        """Return nothing: the vectors compare a claim with passages, not an item with a whole summary."""
        return ()

    def notes(self) -> tuple[str, ...]:
        """Return nothing: nothing is sent or stored."""
        return ()

    def answers(self, questions: Sequence[Question]) -> list[CheckerAnswer]:
        """Return one answer per question."""
        vectors = self._vectors()
        return [_answer(vectors, question) for question in questions]

    def _vectors(self) -> Vectors:
        with self._lock:
            if self._loaded is None:
                self._loaded = _load(self._table, self._tokenizer)
            return self._loaded


def _load(table: Path, tokenizer: Path) -> Vectors:
    numpy = library("vectors", "numpy")
    safetensors = library("vectors", "safetensors")
    tokenizers = library("vectors", "tokenizers")
    try:
        with safetensors.safe_open(str(table), framework="numpy") as opened:
            names = set(opened.keys())
            name = next((each for each in _TENSORS if each in names), None)
            tensors = {key: opened.get_tensor(key) for key in (name, "mapping", "weights") if key in names}
        read = tokenizers.Tokenizer.from_file(str(tokenizer))
    except Exception as error:  # the libraries raise errors of their own for what is malformed
        raise ModelFolder(
            f"{table.parent} cannot be read as word vectors: {error}", "download the model again"
        ) from error
    if name is None or tensors[name].ndim != 2:
        raise ModelFolder(
            f"{table} holds no table of word vectors", f"it must hold a tensor {' or '.join(_TENSORS)}"
        )
    read.no_truncation()
    read.no_padding()
    found = Vectors(
        numpy, read, tensors[name], tensors.get("mapping"), tensors.get("weights"), _unknown(read)
    )
    _check_size(found, table)
    return found


def _unknown(tokenizer: Any) -> int | None:  # noqa: ANN401 - idem
    token = getattr(tokenizer.model, "unk_token", None)
    return None if token is None else tokenizer.token_to_id(token)


def _check_size(found: Vectors, table: Path) -> None:
    """Raise ModelFolder if the tokenizer has more tokens than the table has rows."""
    tokens = found.tokenizer.get_vocab_size()
    sizes = [len(part) for part in (found.mapping, found.weights) if part is not None]
    if found.mapping is None:
        sizes.append(len(found.table))
    elif len(found.mapping) and int(found.mapping.max()) >= len(found.table):
        sizes.append(0)
    if min(sizes) < tokens:
        raise ModelFolder(
            f"{table} has fewer vectors than its tokenizer has tokens", "download the model again"
        )


def _answer(vectors: Vectors, question: Question) -> CheckerAnswer:
    numpy = vectors.numpy
    value, stated = _rows(vectors, question.claim), _rows(vectors, "\n".join(question.passages))
    if len(value) < FEWEST or not len(stated):
        return CheckerAnswer(Opinion.UNJUDGED, reason="too few words with vectors")
    weight, other = numpy.linalg.norm(value, axis=1), numpy.linalg.norm(stated, axis=1)
    near = (value / weight[:, None]) @ (stated / other[:, None]).T
    best = numpy.clip(near.max(axis=1), 0.0, 1.0)
    share = round(float((best * weight).sum() / weight.sum()), 4)
    reason = f"they are near to {share:.0%} of its words"
    if share < NEUTRAL_BELOW:
        return CheckerAnswer(Opinion.NEUTRAL, round(1 - share, 4), reason)
    return CheckerAnswer(Opinion.ENTAILED, share, reason)


def _rows(vectors: Vectors, text: str) -> Any:  # noqa: ANN401 - an array
    """Return the vectors of a text's distinct tokens, without tokens that have none."""
    numpy = vectors.numpy
    ids = vectors.tokenizer.encode(text, add_special_tokens=False).ids
    distinct = numpy.array(sorted(set(ids) - {vectors.unknown}), dtype=numpy.int64)
    rows = vectors.table[distinct if vectors.mapping is None else vectors.mapping[distinct]]
    rows = rows.astype(numpy.float64)
    if vectors.weights is not None:
        rows = rows * vectors.weights[distinct].astype(numpy.float64)[:, None]
    return rows[numpy.linalg.norm(rows, axis=1) > 1e-9]
