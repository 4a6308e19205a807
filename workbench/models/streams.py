"""Answers as server-sent events, in the two protocols: their text, token counts and end.

An `error` event, or a stream that ends before the answer does, is a failure. Comments and pings are skipped.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any, Protocol

from workbench.models.base import OVERLOADED, OVERSIZED, ModelTrouble, Usage, reported_name
from workbench.models.service_words import is_passing, message_of
from workbench.models.usages import anthropic_usage, openai_usage

MAX_LINE = 1_000_000

CUT = frozenset({"max_tokens", "model_context_window_exceeded"})
"""Stop reasons of Anthropic Messages for an incomplete answer."""


def larger(known: object, new: object) -> object:
    """Return the larger of two counts; of other values the new one, unless it is None."""
    if isinstance(known, int) and isinstance(new, int):
        return max(known, new)
    return known if new is None or isinstance(known, int) else new


def content_text(content: Any) -> str:  # noqa: ANN401 - JSON of any shape
    """Return the text of a chat message or a piece of one, which some services send as a list of parts.

    Raises:
        TypeError: it is neither text nor parts.
    """
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part.get("type") == "text")
    if content is not None and not isinstance(content, str):
        raise TypeError("the content of a message is neither text nor parts")
    return content or ""


class StreamError(ModelTrouble):
    """The service ended its stream with an error."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(reason)
        self.service_message = message
        """The service's own message, not masked; empty if there is none."""


class Overloaded(StreamError):
    """The stream ended with a temporary error."""


class Collector(Protocol):
    """A consumer of the pieces of one stream."""

    usage: dict[str, Any]
    cut: bool
    filtered: bool
    model: str

    @property
    def text(self) -> str:
        """The answer so far."""

    @property
    def characters(self) -> int:
        """Length of the answer so far."""

    @property
    def counts(self) -> Usage:
        """The token counts so far."""

    def feed(self, piece: bytes) -> bool:
        """Take a piece of the stream; return whether the answer is complete."""

    def check(self) -> None:
        """Raise ModelTrouble if the answer ended too early."""


_LINE_END = re.compile(rb"\r\n|\n|\r")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Events:
    """A parser of server-sent events from pieces of bytes; lines end with LF, CR LF or CR."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []
        self._after_cr = False
        """Whether the last piece ended with CR, so that an LF at the start of the next one belongs to it."""
        self._begun = False

    def feed(self, piece: bytes) -> list[bytes]:
        """Return the data of each event that ended in this piece.

        Raises:
            ModelTrouble: a line is too long.
        """
        found = []
        new = piece.removeprefix(b"\n") if self._after_cr else piece
        self._after_cr = piece.endswith(b"\r")
        *lines, self._rest = _LINE_END.split(self._rest + new)
        if len(self._rest) > MAX_LINE:
            raise ModelTrouble(f"{OVERSIZED} {MAX_LINE // 1_000_000} MB in one line")
        if lines and not self._begun:
            lines[0], self._begun = lines[0].removeprefix(_BYTE_ORDER_MARK), True
        for line in lines:
            if line.startswith(b"data:"):
                self._data.append(line[5:].strip())
            elif line.startswith(b"error:"):  # as some local servers end a stream
                found.append(b'{"error": %b}' % line[6:].strip())
            elif not line and self._data:
                found.append(b"\n".join(self._data))
                self._data = []
        return found


class _Collecting:
    """The part that both protocols share."""

    def __init__(self) -> None:
        self._events = Events()
        self._parts: list[str] = []
        self._ended = False
        """Whether the stream is over; anything that follows is ignored."""
        self._finished = False
        """Whether the answer is complete; its token counts may still follow."""
        self.characters = 0
        self.usage: dict[str, Any] = {}
        self.cut = False
        self.filtered = False
        self.model = ""
        """The model that answers, as the service reports it."""

    @property
    def text(self) -> str:
        """The answer so far."""
        return "".join(self._parts)

    def feed(self, piece: bytes) -> bool:
        """Take a piece of the stream; return whether the answer is complete."""
        for data in self._events.feed(piece):
            if not self._ended:
                self._take(data)
        return self._ended

    def check(self) -> None:
        """Raise ModelTrouble if the answer ended too early.

        The blank line after the end mark may be missing, and some services send no mark after a complete
        answer.
        """
        with suppress(ModelTrouble):  # half an event
            self.feed(b"\n\n")
        if not (self._ended or self._finished):
            raise ModelTrouble("the answer ended too early")

    def _take(self, data: bytes) -> None:
        try:
            body = json.loads(data)
            if isinstance(body, dict):
                self._event(body)
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise ModelTrouble("the answer has another shape") from error

    def _event(self, body: dict[str, Any]) -> None:
        raise NotImplementedError

    def _add(self, text: Any) -> None:  # noqa: ANN401 - JSON of any shape
        if isinstance(text, str) and text:
            self._parts.append(text)
            self.characters += len(text)

    def _counts(self, usage: Any) -> None:  # noqa: ANN401 - idem
        """Merge token counts, which only grow in a stream: a missing or smaller repeated count is ignored."""
        if isinstance(usage, dict):
            known = self.usage
            self.usage = {**usage, **{name: larger(known[name], usage.get(name)) for name in known}}

    def _failed(self, error: Any) -> None:  # noqa: ANN401 - idem
        message = message_of(error) or ""
        if is_passing(error) and not self._parts:
            raise Overloaded(OVERLOADED, message)
        raise StreamError("the service ended the answer with an error", message)


class AnthropicEvents(_Collecting):
    """Collector of Anthropic Messages events; if a tool is called, only its input is the answer."""

    _calls_tool = False

    @property
    def counts(self) -> Usage:
        """The token counts so far."""
        return anthropic_usage(self.usage)

    def _add_input(self, piece: object) -> None:
        if not self._calls_tool and piece:
            self._calls_tool = True
            self._parts.clear()
        self._add(piece)

    def _event(self, body: dict[str, Any]) -> None:
        kind = body.get("type")
        if kind == "message_start":
            self.model = reported_name(body["message"].get("model"))
            self._counts(body["message"].get("usage"))
        elif kind == "content_block_delta":
            delta = body["delta"]
            if "partial_json" in delta:
                self._add_input(delta["partial_json"])
            elif delta.get("type") == "text_delta" and not self._calls_tool:
                self._add(delta.get("text"))
        elif kind == "message_delta":
            ended = body["delta"].get("stop_reason")
            self.cut = self.cut or ended in CUT
            self.filtered = self.filtered or ended == "refusal"
            self._finished = self._finished or bool(ended)
            self._counts(body.get("usage"))
        elif kind == "message_stop":
            self._ended = True
        elif kind == "error":
            self._failed(body.get("error"))


class OpenAIEvents(_Collecting):
    """Collector of chat completion events."""

    @property
    def counts(self) -> Usage:
        """The token counts so far."""
        return openai_usage(self.usage)

    def _take(self, data: bytes) -> None:
        if data == b"[DONE]":
            self._ended = True
            return
        super()._take(data)

    def _event(self, body: dict[str, Any]) -> None:
        if body.get("error"):
            self._failed(body["error"])
        self.model = self.model or reported_name(body.get("model"))
        self._counts(body.get("usage"))
        for choice in body.get("choices") or ():
            delta, ended = choice.get("delta") or {}, choice.get("finish_reason")
            self._add(content_text(delta.get("content")))
            self.cut = self.cut or ended == "length"
            self.filtered = self.filtered or ended == "content_filter" or bool(delta.get("refusal"))
            self._finished = self._finished or bool(ended)  # some send an empty one with every piece
