"""Stored answers of checkers, in one file each: one JSON object per line, the first of a key counts.

An answer is stored under a digest of the whole question, so an old one is never used for another question,
and a report made of stored answers is the same again without the model. A question to a service has two keys:
one with its address, and one without, under which an answer is found where nothing can be asked, as on a
machine without the key or the address. Several processes may append at once.
A file that cannot be written costs nothing but time; a malformed line is skipped.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from gates.canonical import digest
from gates.errors import os_reason
from gates.second_opinion import REASON_LENGTH, CheckerAnswer, Opinion
from workbench.models.base import answered_words, reported_name

MAX_BYTES = 256 * 1024 * 1024

T = TypeVar("T")


class AskedKeys:
    """The two keys of a question to a service, as digests.

    Args:
        url: the address of the service.
        asked: everything else that the answer depends on, as JSON.
    """

    def __init__(self, url: str, *asked: Any) -> None:  # noqa: ANN401 - JSON of any shape
        self._url, self._asked = url, asked

    @property
    def here(self) -> str:
        """The key with the address."""
        return digest([self._url, *self._asked])

    @property
    def anywhere(self) -> str:
        """The key without the address."""
        return digest(["anywhere", *self._asked])


class AnswersByKey(Generic[T]):
    """The answers that one version of one checker received, by key."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._known: dict[str, T] = {}
        self._anywhere: dict[str, T] = {}
        """Answers by the key without an address."""
        self._seen = 0
        """Bytes read so far, up to the end of a line."""
        self.trouble: tuple[str, ...] = ()
        """Notes for the user if answers could not be read or stored."""
        self._reported: dict[str, str] = {}
        """The model that gave the answer of a key, as its service reported it."""
        self._used: dict[str, None] = {}
        """Those of the answers that were used, each once."""

    def answered_notes(self, named: str) -> tuple[str, ...]:
        """Return notes for the user if services report that another model answered than was asked for."""
        words = (answered_words(named, each) for each in self._used)
        return tuple(f"judge {each}" for each in words if each != named)

    def encoded(self, answer: T) -> Mapping[str, Any] | None:
        """Convert an answer to JSON; None if it is not to be stored."""
        raise NotImplementedError

    def decoded(self, body: Mapping[str, Any]) -> T:
        """Parse the JSON of an answer; raise ValueError, KeyError or TypeError if it is malformed."""
        raise NotImplementedError

    @property
    def empty(self) -> bool:
        """Whether no answer is stored."""
        with self._lock:
            return not self._read()

    def get(self, key: str) -> T | None:
        """Return the answer stored under a key, or None."""
        with self._lock:
            return self._use(key, self._read())

    def from_anywhere(self, key: str) -> T | None:
        """Return the first answer that any address gave, by the key without an address, or None."""
        with self._lock:
            self._read()
            return self._use(key, self._anywhere)

    def _use(self, key: str, known: Mapping[str, T]) -> T | None:
        if key in self._reported:
            self._used.setdefault(self._reported[key])
        return known.get(key)

    def put(self, key: str, answer: T, anywhere: str = "", reported: str = "") -> None:
        """Store an answer, unless its key has one already.

        Args:
            key: the key of its question.
            answer: what is stored.
            anywhere: the key without an address.
            reported: the model that answered, as its service reports it.
        """
        body = self.encoded(answer)
        if body is None:
            return
        stated = {"anywhere": anywhere, "reported_model": reported}
        stated = {"key": key, **{name: each for name, each in stated.items() if each}}
        line = json.dumps({**stated, **body}, ensure_ascii=True, sort_keys=True).encode() + b"\n"
        with self._lock:
            known = self._read()
            if reported:
                self._used.setdefault(reported)
            if key in known:
                return
            known[key] = answer
            if anywhere:
                self._anywhere.setdefault(anywhere, answer)
            try:
                self._append(line)
            except OSError as error:
                self.trouble = (f"answers cannot be kept in {self._path}: {os_reason(error)}",)

    def _append(self, line: bytes) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            size = os.lseek(file, 0, os.SEEK_END)
            if size and (os.lseek(file, size - 1, os.SEEK_SET), os.read(file, 1))[1] != b"\n":
                line = b"\n" + line  # the line before was cut off
            os.write(file, line)
        finally:
            os.close(file)

    def _read(self) -> dict[str, T]:
        """Return the known answers, after reading what was appended since the last call."""
        try:
            with self._path.open("rb") as file:
                if os.fstat(file.fileno()).st_size == self._seen:
                    return self._known
                file.seek(self._seen)
                body = file.read(MAX_BYTES)
        except FileNotFoundError:
            return self._known
        except OSError as error:
            self.trouble = (f"kept answers cannot be read from {self._path}: {os_reason(error)}",)
            return self._known
        whole = body[: body.rfind(b"\n") + 1]
        self._seen += len(whole)
        for line in whole.splitlines():
            with suppress(ValueError, KeyError, TypeError, RecursionError):
                stated = json.loads(line)
                key = stated["key"]
                anywhere = stated.get("anywhere")
                if isinstance(key, str):
                    answer = self._known.setdefault(key, self.decoded(stated))
                    if isinstance(anywhere, str):
                        self._anywhere.setdefault(anywhere, answer)
                    if reported := reported_name(stated.get("reported_model")):
                        self._reported |= dict.fromkeys((key, str(anywhere)), reported)
        return self._known


class KeptAnswers(AnswersByKey[CheckerAnswer]):
    """Stored second opinions on claims."""

    def encoded(self, answer: CheckerAnswer) -> Mapping[str, Any] | None:
        """Convert an opinion to JSON; None for an unjudged claim, which is not stored."""
        if answer.opinion is Opinion.UNJUDGED:
            return None
        return {"opinion": answer.opinion.value, "score": answer.score, "reason": answer.reason}

    def decoded(self, body: Mapping[str, Any]) -> CheckerAnswer:
        """Parse the opinion of a line."""
        reason, score = body["reason"], body["score"]
        opinion = Opinion(body["opinion"])
        if not isinstance(reason, str) or opinion is Opinion.UNJUDGED:
            raise ValueError("no kept answer")
        if not isinstance(score, int | float) or not 0 <= score <= 1:
            raise ValueError("no score")
        return CheckerAnswer(opinion, round(float(score), 4), reason[:REASON_LENGTH])


UNQUOTED = "a quote that does not occur"
"""Why an answer about an item of a summary was thrown away."""


class KeptReadings(KeptAnswers):
    """Stored answers about items of a summary; one that was thrown away is kept too, and not asked again."""

    def encoded(self, answer: CheckerAnswer) -> Mapping[str, Any] | None:
        """Convert an answer to JSON; None for an item that nobody answered."""
        if answer.opinion is Opinion.UNJUDGED and answer.reason == UNQUOTED:
            return {"opinion": answer.opinion.value, "score": 0.0, "reason": UNQUOTED}
        return super().encoded(answer)

    def decoded(self, body: Mapping[str, Any]) -> CheckerAnswer:
        """Parse the answer of a line."""
        if body["opinion"] == Opinion.UNJUDGED.value and body["reason"] == UNQUOTED:
            return CheckerAnswer(Opinion.UNJUDGED, reason=UNQUOTED)
        return super().decoded(body)
