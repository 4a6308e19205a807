"""Recording of a model's answers to a file, and replay of the recorded answers without the model.

The file has one JSON object per line, `workbench.recorded/1`: a digest of the model and the whole request,
the answer, its token counts and duration, or the reason for a failure, so that a replay gives the same
result. The request itself is not stored, since it contains the session's text. A request that has no answer
in the file is rejected, so that a replay never passes off one answer for another.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from gates.errors import os_reason
from workbench.errors import InputError, UsageError
from workbench.models.base import (
    Deadline,
    LanguageModel,
    ModelAnswer,
    ModelTrouble,
    Prompt,
    Tick,
    Usage,
    reported_name,
    token_count,
)
from workbench.pipes import read_whole

SCHEMA = "workbench.recorded/1"
MAX_BYTES = 64 * 1024 * 1024
_RUN_ID = re.compile(r"\brun_[0-9a-f]{12}\b")
_HINT = "give a file that --record wrote"
_COUNTS = ("input_tokens", "cache_read_tokens", "cache_creation_tokens", "output_tokens")


def key_of(provider: str, model: str, request: Mapping[str, Any]) -> str:
    """Return the digest of a request to a model, which does not depend on the address or on a run's id.

    A run has a new id each time, which its requests contain.
    """
    body = json.dumps([SCHEMA, provider, model, request], sort_keys=True, ensure_ascii=True)
    return sha256(_RUN_ID.sub("run_", body).encode()).hexdigest()


class Recorder:
    """A model that records its answers; `write` writes them to the file at the end."""

    def __init__(self, model: LanguageModel, path: Path) -> None:
        """Check the file; raise UsageError if it exists already or cannot be written."""
        check_writable(path)
        self._model, self._path = model, path
        self._lines: list[str] = []
        self._answers = 0
        self.provider, self.model, self.url = model.provider, model.model, model.url

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """Return the body of a request."""
        return self._model.request(prompt)

    def answer(self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None) -> ModelAnswer:
        """Send a request and record the answer; see `LanguageModel.answer`."""
        began = time.monotonic()
        try:
            given = self._model.answer(prompt, run, tick)
        except ModelTrouble as trouble:
            trouble.elapsed_ms = round((time.monotonic() - began) * 1000)
            fields = {"trouble": trouble.reason, "free": trouble.free, "elapsed_ms": trouble.elapsed_ms}
            self._add(prompt, {**fields, **_failed(trouble.failed)})
            raise
        took = given.elapsed_ms if given.elapsed_ms is not None else round((time.monotonic() - began) * 1000)
        fields = {"answer": given.text, "cut": given.cut, "usage": asdict(given.usage), "elapsed_ms": took}
        more: dict[str, Any] = {"filtered": True} if given.filtered else {}
        more |= {"reported": given.reported} if given.reported else {}
        self._add(prompt, {**fields, **more, **_failed(given.failed)})
        self._answers += 1
        return replace(given, elapsed_ms=took)

    def _add(self, prompt: Prompt, fields: Mapping[str, Any]) -> None:
        key = key_of(self.provider, self.model, self.request(prompt))
        line = {"schema": SCHEMA, "key": key, "provider": self.provider, "model": self.model, **fields}
        self._lines.append(json.dumps(line, ensure_ascii=True, sort_keys=True))

    def write(self) -> int:
        """Write all answers or none, readable by their owner only, and return their number.

        Raises:
            UsageError: the file exists by now.
            InputError: the file cannot be written.
        """
        _write_new(self._path, self._lines)
        return self._answers


def check_writable(path: Path) -> None:
    """Reject an unusable path for a recording before anything is sent.

    Raises:
        UsageError: the file exists, or cannot be created.
    """
    if path.exists() or path.is_symlink():
        raise UsageError(f"{path} is there already", "name a new file with --record; none is overwritten")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(f"no file can be made at {path}", "name one in a folder that is there")


def join(parts: Sequence[Path], path: Path) -> None:
    """Write the answers of several recordings of one model to a new file.

    Args:
        parts: the recordings; those that do not exist are skipped, and if none exists no file is written.
        path: the new file.

    Raises:
        UsageError: the file exists by now.
        InputError: a recording cannot be read, or the file cannot be written.
    """
    lines = [line for part in parts if part.exists() for line in _body(part).splitlines()]
    if lines:
        _write_new(path, [line.decode() for line in lines])


def _write_new(path: Path, lines: Sequence[str]) -> None:
    check_writable(path)
    try:
        handle, name = tempfile.mkstemp(prefix=".recorded-", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write("".join(f"{line}\n" for line in lines))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"cannot write {path}: {os_reason(error)}", "name another file") from error


class Recorded:
    """Answers from a recording, in place of the model that gave them."""

    url = ""

    def __init__(self, path: Path) -> None:
        """Read the file; raise InputError if it is not a recording."""
        self._path = path
        self._answers = _read(path)
        self._given: Counter[str] = Counter()
        names = {(each["provider"], each["model"]) for told in self._answers.values() for each in told}
        if len(names) != 1:
            what = "no answer" if not names else "answers of several models"
            raise InputError(f"{path} holds {what}", _HINT)
        self.provider, self.model = names.pop()
        self._asked = _asker(self.provider, self.model)

    @property
    def named(self) -> str:
        """Provider and model, as `PROVIDER:MODEL`."""
        return f"{self.provider}:{self.model}"

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """Return the body that the recorded model was sent."""
        return self._asked.request(prompt)

    def answer(self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None) -> ModelAnswer:  # noqa: ARG002
        """Return the recorded answer to this request; one that was sent several times has one for each time.

        Raises:
            ModelTrouble: the file has no answer to it, or the call failed when it was recorded.
        """
        key = key_of(self.provider, self.model, self.request(prompt))
        told = self._answers.get(key)
        if told is None:
            raise ModelTrouble(
                "the recording holds no answer to this request",
                f"{self._path} was made of another range, prompt, policy or version; ask the model again",
                lasting=True,
                free=True,
            )
        known = told[self._given[key] % len(told)]
        self._given[key] += 1
        failed = tuple(_usage(each) for each in known.get("failed", ()))
        if "trouble" in known:
            trouble = ModelTrouble(known["trouble"], lasting=True, free=known["free"])
            trouble.elapsed_ms, trouble.failed = known["elapsed_ms"], failed
            raise trouble
        filtered = known.get("filtered") is True
        took, named = known["elapsed_ms"], reported_name(known.get("reported"))
        return ModelAnswer(
            known["answer"], _usage(known["usage"]), known["cut"], filtered, took, failed, named
        )


def _failed(tries: Sequence[Usage]) -> dict[str, Any]:
    return {"failed": [asdict(each) for each in tries]} if tries else {}


def _usage(counts: Mapping[str, Any]) -> Usage:
    return Usage(*(counts[name] for name in _COUNTS))


def _asker(provider: str, model: str) -> LanguageModel:
    """Return a model that builds requests as the recorded one did; it is never called."""
    from workbench.models.services import open_model

    return open_model(provider, model, url="http://localhost", timeout_ms=1)


def _body(path: Path) -> bytes:
    try:
        body = read_whole(path, MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", _HINT) from error
    if len(body) > MAX_BYTES:
        raise InputError(f"{path} is over 64 MB", _HINT)
    return body


def _read(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the answers to each request in their order; a failure stays only where no answer follows."""
    found: dict[str, list[dict[str, Any]]] = {}
    for number, line in enumerate(_body(path).splitlines(), 1):
        try:
            stated = json.loads(line)
            key = _checked(stated)["key"]
        except (ValueError, RecursionError, KeyError, TypeError) as error:
            raise InputError(f"line {number} of {path} is not a recorded answer", _HINT) from error
        told = found.setdefault(key, [])
        if told and "trouble" in told[-1]:  # what was asked again was answered in the end
            told.pop()
        told.append(stated)
    return found


def _checked(stated: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON of any shape
    """Validate one line of the file; raise ValueError, KeyError or TypeError if it is malformed."""
    if not isinstance(stated, dict) or stated["schema"] != SCHEMA:
        raise ValueError("no recorded answer")
    troubled = "trouble" in stated
    texts = ("key", "provider", "model", "trouble" if troubled else "answer")
    if any(not isinstance(stated[name], str) for name in texts):
        raise ValueError("no texts")
    if not isinstance(stated["free" if troubled else "cut"], bool):
        raise ValueError("no flag")
    counted = [*([] if troubled else [stated["usage"]]), *stated.get("failed", ())]
    counts = [each[name] for each in counted for name in _COUNTS]
    if any(count is not None and token_count(count) is None for count in counts):
        raise ValueError("no counts")
    if token_count(stated["elapsed_ms"]) is None:
        raise ValueError("no time")
    if stated["provider"] not in ("anthropic", "openai"):
        raise ValueError("no provider")
    return stated
