"""One HTTP exchange, limited by a deadline for all of it, a longest silence, and a largest size.

httpx limits only the wait for each piece, so an answer that drips would never end. The exchange therefore
runs in its own thread; when the time is over its socket is shut down and the caller continues. Redirects are
not followed. A proxy from the environment is used for https only, where it sees a tunnel: over plain HTTP it
would receive the key and the text.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.models.base import BROKEN, LATE, OVERSIZED, AnswerProgress, Deadline, ModelTrouble, Tick
from workbench.models.service_words import place_of
from workbench.models.streams import Collector

if TYPE_CHECKING:
    import ssl

    import httpx

CONNECT_SECONDS = 10.0
IDLE_SECONDS = 90.0
"""Longest silence once an answer has begun.

Services send each value of a tool's input in one piece, so nothing may arrive while a page of items is
written; others are silent while the model thinks.
"""
MAX_BYTES = 2_000_000
"""Maximum size of an answer, decompressed; a refusal is read up to this size."""
MAX_STREAM_BYTES = 20_000_000
"""Maximum size of a streamed answer, whose text is limited by `MAX_BYTES`.

Each event carries a few letters in some 300 bytes, and a model's thinking is streamed the same way.
"""
_CODINGS = frozenset({"identity", "gzip", "deflate"})
"""Content encodings that are read, although none but `identity` is requested."""
TICK_SECONDS = 0.2
"""Seconds between reports of progress."""
THREAD = "model-exchange"
TIMEOUT_HINT = "timeout_ms of the purpose in the policy is the limit"


@dataclass(frozen=True)
class ServiceReply:
    """The HTTP response of a service."""

    status: int
    body: bytes
    """Empty if a collector took the body."""
    retry_after: str | None
    streamed: bool
    location: str = ""
    """The target of a redirect."""
    retry_after_ms: str | None = None
    should_retry: str = ""
    """The header `x-should-retry`; `false` if the service knows that a retry is useless."""


class Interrupted(ModelTrouble):
    """The connection ended before any part of the answer arrived."""


class ModelExchange:
    """One request and its response."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        content: bytes,
        sink: Collector | None = None,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self._url = url
        self._headers = {"content-type": "application/json", **headers, "accept-encoding": "identity"}
        self._content = content
        self._sink = sink
        self._context = context
        self._done = threading.Event()
        self._found: ServiceReply | Exception | None = None
        self._socket: socket.socket | None = None
        self._received: float | None = None
        self._given_up = False

    def run(self, deadline: Deadline, idle: float, tick: Tick | None = None) -> ServiceReply:
        """Send the request and return the response within the deadline, without a pause over `idle` seconds.

        Raises:
            ModelTrouble: there is no complete response.
            Exception: raised by `tick`; the connection has been closed, as on an interrupt.
        """
        threading.Thread(target=self._work, args=(deadline.left(),), name=THREAD, daemon=True).start()
        try:
            return self._awaited(deadline, idle, tick)
        except BaseException:
            self._cut()
            raise

    def _awaited(self, deadline: Deadline, idle: float, tick: Tick | None) -> ServiceReply:
        longest = TICK_SECONDS if tick is not None else deadline.seconds
        while not self._done.wait(min(longest, self._patience(deadline, idle))):
            if tick is not None:
                tick(AnswerProgress(self._sink.characters if self._sink is not None else 0))
            if deadline.left() <= 0:
                late = f"{LATE} ({deadline.seconds:.3g} s)"
                lasting = self._received is None
                raise ModelTrouble(LATE, TIMEOUT_HINT, lasting=lasting, reported=late)
            if self._received is not None and time.monotonic() - self._received > idle:
                hint = f"nothing came for {idle:g} s; ask again, or another service"
                raise ModelTrouble("the answer stopped half-way", hint)
        if isinstance(self._found, ServiceReply):
            return self._found
        raise self._found if self._found is not None else ModelTrouble("the request failed")

    def _patience(self, deadline: Deadline, idle: float) -> float:
        """Return the seconds to wait before checking again."""
        if self._received is None:
            return min(deadline.left(), idle) + 0.001
        return min(deadline.left(), max(0.0, self._received + idle - time.monotonic())) + 0.001

    def _work(self, seconds: float) -> None:
        try:
            self._found = self._exchanged(seconds)
        except Exception as error:
            self._found = _trouble(error, self._url, begun=self._received is not None)
        finally:
            self._done.set()

    def _exchanged(self, seconds: float) -> ServiceReply:
        import httpx

        limits = httpx.Timeout(max(seconds, 0.001), connect=max(0.001, min(CONNECT_SECONDS, seconds)))
        secure = self._context is not None
        with (
            httpx.Client(
                verify=self._context or False, timeout=limits, trust_env=secure, follow_redirects=False
            ) as client,
            client.stream(
                "POST",
                self._url,
                content=self._content,
                headers=self._headers,
                extensions={"trace": self._trace},
            ) as reply,
        ):
            return self._read(reply)

    def _read(self, reply: httpx.Response) -> ServiceReply:
        answers = reply.status_code == 200
        coding = reply.headers.get("content-encoding", "identity").casefold()
        if answers and coding not in _CODINGS:
            raise ModelTrouble("the answer is compressed in a way that was not asked for")
        kind = reply.headers.get("content-type", "").partition(";")[0].strip().casefold()
        sink = self._sink if answers and kind == "text/event-stream" else None
        read, size, most = bytearray(), 0, MAX_BYTES if sink is None else MAX_STREAM_BYTES
        for piece in reply.iter_bytes() if coding in _CODINGS else ():
            self._received = time.monotonic()
            size += len(piece)
            if size > most and answers:
                raise ModelTrouble(f"{OVERSIZED} {most // 1_000_000} MB")
            if size > most:
                break
            if sink is None:
                read += piece
                continue
            whole = sink.feed(piece)
            if sink.characters > MAX_BYTES:
                raise ModelTrouble(f"{OVERSIZED} {MAX_BYTES // 1_000_000} MB")
            if whole:
                break
        return ServiceReply(
            reply.status_code,
            bytes(read),
            reply.headers.get("retry-after"),
            streamed=sink is not None,
            location=reply.headers.get("location", ""),
            retry_after_ms=reply.headers.get("retry-after-ms"),
            should_retry=reply.headers.get("x-should-retry", "").strip().casefold(),
        )

    def _trace(self, name: str, info: Mapping[str, Any]) -> None:
        """Note the socket of the connection, so that it can be shut down when the time is over."""
        if name.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._socket = info["return_value"].get_extra_info("socket")
            if self._given_up:
                self._cut()

    def _cut(self) -> None:
        self._given_up = True
        if self._socket is not None:
            with suppress(OSError):  # it ended meanwhile
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


def _trouble(error: Exception, url: str, *, begun: bool) -> Exception:
    """Translate an exception of the HTTP library for the caller."""
    import httpx

    if isinstance(error, ModelTrouble):
        return error
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
        hint = "check that the service runs, its address and the connection"
        reason = "cannot connect"
        return ModelTrouble(reason, hint, lasting=True, free=True, reported=f"{reason} to {place_of(url)}")
    if isinstance(error, httpx.TimeoutException):
        return ModelTrouble(LATE, TIMEOUT_HINT)
    if isinstance(error, httpx.HTTPError | httpx.InvalidURL):
        if begun:
            return ModelTrouble("the connection broke in the middle of the answer")
        return Interrupted(BROKEN)
    if isinstance(error, ImportError):
        return ModelTrouble("the proxy of the environment cannot be used", str(error), lasting=True)
    return ModelTrouble(f"the request failed ({type(error).__name__})")
