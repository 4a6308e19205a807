"""The `nli` checker: a natural-language-inference model that the user provides in ONNX form, run locally.

The folder contains the model, its `tokenizer.json`, and a `config.json` whose `id2label` gives the order of
entailment, neutral and contradiction in its output. Each passage is a premise and the claim the hypothesis;
the highest score of entailment or contradiction over the passages decides. One thread computes one pair at a
time and scores are rounded, so that a report is reproducible; answers are stored, since a pair takes a while.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gates.artifact import Artifact
from gates.capture import Capture
from gates.errors import os_reason
from gates.second_opinion import Checker, CheckerAnswer, Opinion, Question
from workbench.checkers.extras import ModelFolder, contents_digest, first_of, folder_of, library
from workbench.checkers.kept import KeptAnswers

NLI_VERSION = "1"
CONTRADICTED_AT = 0.6
NEUTRAL_AT = 0.9
MAX_TOKENS = 384
_MODELS = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
_INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
_CONFIG_HINT = (
    'config.json must hold id2label, as in {"0": "entailment", "1": "neutral", "2": "contradiction"}'
)


@dataclass(frozen=True)
class Labels:
    """Positions of the labels in the model's output."""

    entailment: int
    contradiction: int | None
    count: int


class NliChecker:
    """Second opinions from an inference model."""

    def __init__(self, given: str, answers: Path) -> None:
        self._folder = folder_of("nli", given)
        self._model = first_of("nli", self._folder, _MODELS, "ONNX model")
        self._tokenizer = first_of("nli", self._folder, ("tokenizer.json",), "tokenizer")
        config = first_of("nli", self._folder, ("config.json",), "config.json")
        self._labels, self._config = _read_config(config)
        weights = sorted(self._model.parent.glob(self._model.name + "?data"))
        digest = contents_digest((self._model, *weights, self._tokenizer, config))
        self.checker = Checker("nli", f"{NLI_VERSION}-{digest}", CONTRADICTED_AT, NEUTRAL_AT)
        self._kept = KeptAnswers(answers / f"nli-{self.checker.version}.jsonl")
        self._lock = threading.Lock()
        self._runner: _Runner | None = None

    def prepare(self) -> None:
        """Load the model and run it once.

        Raises:
            ExtraMissing: a library is not installed.
            ModelFolder: the folder contains no usable model.
        """
        with self._lock:
            self._loaded()

    def about_items(self, artifact: Artifact, capture: Capture) -> tuple[tuple[str, CheckerAnswer], ...]:  # noqa: ARG002
        """Return nothing: the model compares a claim with passages, not an item with a whole summary."""
        return ()

    def notes(self) -> tuple[str, ...]:
        """Return the errors of storing answers, if there were any."""
        return self._kept.trouble

    def answers(self, questions: Sequence[Question]) -> list[CheckerAnswer]:
        """Return one answer per question, computing one pair at a time across all threads."""
        with self._lock:
            return [self._answer(question) for question in questions]

    def _answer(self, question: Question) -> CheckerAnswer:
        known = self._kept.get(question.key)
        if known is None:
            runner = self._loaded()
            known = _decided([runner.shares(passage, question.claim) for passage in question.passages])
            self._kept.put(question.key, known)
        return known

    def _loaded(self) -> _Runner:
        if self._runner is None:
            self._runner = _Runner(self._model, self._tokenizer, self._labels, self._config)
        return self._runner


class _Runner:
    """The loaded model, which scores entailment and contradiction of one pair of texts."""

    def __init__(self, model: Path, tokenizer: Path, labels: Labels, config: dict[str, Any]) -> None:
        self._numpy = library("nli", "numpy")
        runtime, tokenizers = library("nli", "onnxruntime"), library("nli", "tokenizers")
        self._labels = labels
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer))
            self._session = runtime.InferenceSession(
                str(model), sess_options=options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # the libraries raise errors of their own for what is malformed
            raise ModelFolder(
                f"{model.parent} cannot be loaded: {error}", "export or download the model again"
            ) from error
        self._inputs = {each.name: each for each in self._session.get_inputs()}
        if "input_ids" not in self._inputs or set(self._inputs) - _INPUTS:
            raise ModelFolder(
                f"{model} takes {', '.join(sorted(self._inputs)) or 'nothing'}",
                f"an inference model takes {', '.join(sorted(_INPUTS))}",
            )
        self._shape_texts(config)
        self._try(model)

    def _shape_texts(self, config: dict[str, Any]) -> None:
        length = self._inputs["input_ids"].shape[-1]
        fixed = length if isinstance(length, int) and length > 0 else None
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(fixed or MAX_TOKENS, strategy="longest_first")
        if fixed:
            pad = config.get("pad_token_id")
            self._tokenizer.enable_padding(length=fixed, pad_id=pad if isinstance(pad, int) else 0)

    def _try(self, model: Path) -> None:
        try:
            self.shares("The tests pass.", "The tests pass.")
        except ModelFolder:
            raise
        except Exception as error:
            raise ModelFolder(
                f"{model} fails on a pair of sentences: {error}", "export or download it again"
            ) from error

    def shares(self, premise: str, hypothesis: str) -> tuple[float, float]:
        """Return the probabilities that the premise entails the hypothesis and that it contradicts it."""
        numpy = self._numpy
        coded = self._tokenizer.encode(premise, hypothesis)
        values = {
            "input_ids": coded.ids,
            "attention_mask": coded.attention_mask,
            "token_type_ids": coded.type_ids,
        }
        kind = {
            name: numpy.int32 if "int32" in each.type else numpy.int64 for name, each in self._inputs.items()
        }
        fed = {name: numpy.array([values[name]], dtype=kind[name]) for name in self._inputs}
        logits = numpy.asarray(self._session.run(None, fed)[0], dtype=numpy.float64).reshape(-1)
        if len(logits) != self._labels.count:
            raise ModelFolder(
                f"the model gives {len(logits)} values, config.json names {self._labels.count} labels",
                _CONFIG_HINT,
            )
        shares = _softmax([round(float(value), 4) for value in logits])
        against = self._labels.contradiction
        return shares[self._labels.entailment], 0.0 if against is None else shares[against]


def _softmax(values: list[float]) -> list[float]:
    if not all(map(math.isfinite, values)):
        return [0.0] * len(values)
    top = max(values)
    powers = [math.exp(value - top) for value in values]
    return [round(power / sum(powers), 4) for power in powers]


def _decided(shares: Sequence[tuple[float, float]]) -> CheckerAnswer:
    entailed, against = max(e for e, _ in shares), max(c for _, c in shares)
    if max(entailed, against) < 0.5:
        return CheckerAnswer(Opinion.NEUTRAL, round(1 - max(entailed, against), 4))
    if entailed >= against:
        return CheckerAnswer(Opinion.ENTAILED, entailed)
    return CheckerAnswer(Opinion.CONTRADICTED, against)


def _read_config(path: Path) -> tuple[Labels, dict[str, Any]]:
    try:
        body = json.loads(path.read_bytes())
        names = {int(number): str(label).casefold() for number, label in body["id2label"].items()}
    except OSError as error:
        raise ModelFolder(f"cannot read {path}: {os_reason(error)}", "check its permissions") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ModelFolder(f"{path} does not name the model's labels", _CONFIG_HINT) from error
    entailing = [n for n, label in names.items() if label.startswith("entail")]
    opposed = [n for n, label in names.items() if label.startswith("contradict")]
    whole = sorted(names) == list(range(len(names))) and len(names) >= 2
    if not whole or len(entailing) != 1 or len(opposed) > 1:
        stated = ", ".join(names[n] for n in sorted(names))
        raise ModelFolder(f"{path} names the labels {stated}, of which none is entailment", _CONFIG_HINT)
    return Labels(entailing[0], opposed[0] if opposed else None, len(names)), body
