"""One JSON request: temporary failures are retried, within one deadline for the whole answer.

A key is sent only to the address that was named, and never unencrypted to another machine. Nothing is retried
once a part of its answer has arrived.
"""

from __future__ import annotations

import ipaddress
import json
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from workbench.errors import UsageError
from workbench.models.base import LATE, AnswerProgress, Deadline, ModelTrouble, Tick
from workbench.models.exchange import (
    IDLE_SECONDS,
    TICK_SECONDS,
    TIMEOUT_HINT,
    Interrupted,
    ModelExchange,
    ServiceReply,
)
from workbench.models.refusals import ServiceRefusal, error_in, not_json, refusal, stream_error
from workbench.models.service_words import SECRET_HEADERS
from workbench.models.streams import Collector, Overloaded, StreamError

if TYPE_CHECKING:
    import ssl

_EVENTS = (b"data:", b"event:", b"id:", b":")
"""Prefixes of a stream of events, which may come under another content type."""
ATTEMPTS = 3
JITTER = 0.25
"""Largest share by which a pause is prolonged, so that several threads do not retry at the same moment."""


@dataclass(frozen=True, slots=True)
class Posted:
    """An answer: its JSON, or the collector that took the events of its stream."""

    body: Any
    collector: Collector | None = None


class Poster:
    """A client that posts JSON to one address with fixed headers; may be shared by threads."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        timeout_ms: int,
        idle_seconds: float = IDLE_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        check_address(url, secret=not SECRET_HEADERS.isdisjoint(name.casefold() for name in headers))
        self.url = url
        self._headers = dict(headers)
        self.seconds = timeout_ms / 1000
        self._idle = idle_seconds
        self._sleep = sleep
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None
        self._answered = False

    def post(
        self,
        body: Mapping[str, Any],
        collector: Callable[[], Collector] | None = None,
        run: Deadline | None = None,
        tick: Tick | None = None,
    ) -> Posted:
        """Post a request and return the answer; `tick` is called with its progress.

        Raises:
            ModelTrouble: no answer, a refusal, an error in place of an answer, or an answer that is not JSON.
        """
        content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        deadline = Deadline(min(self.seconds, run.left()) if run is not None else self.seconds)
        attempt = 0
        while True:
            attempt += 1
            sink = collector() if collector is not None else None
            pause = 2.0 ** (attempt - 1)
            trouble: ModelTrouble
            try:
                reply = self._once(content, sink, deadline, tick)
                if reply.status == 200:
                    self._answered = True
                    return self._posted(reply, sink)
                trouble = refused = refusal(reply, self.url, self._headers)
                if not refused.passing:
                    raise refused
                pause = pause if refused.wait is None else refused.wait
            except Interrupted as error:
                trouble = error
            except StreamError as error:
                trouble = stream_error(error, self.url, self._headers)
                if not isinstance(error, Overloaded):
                    raise trouble from error
            if attempt == ATTEMPTS:
                raise trouble
            self._wait(pause, deadline, trouble, tick)

    def _posted(self, reply: ServiceReply, sink: Collector | None) -> Posted:
        if sink is not None and not reply.streamed and reply.body.lstrip().startswith(_EVENTS):
            sink.feed(reply.body)
        elif not reply.streamed or sink is None:
            try:
                body = _json(reply.body)
            except ModelTrouble as trouble:
                raise not_json(reply, trouble, self.url, self._headers) from trouble
            error = error_in(body, self.url, self._headers)
            if error is not None:
                raise error
            return Posted(body)
        sink.check()
        return Posted(None, sink)

    def _wait(self, pause: float, deadline: Deadline, trouble: ModelTrouble, tick: Tick | None) -> None:
        """Wait before the next attempt, unless the answer would then be too late.

        Raises:
            ModelTrouble: it would.
        """
        pause *= 1 + JITTER * random.random()
        left = deadline.left()
        if pause >= left:
            if isinstance(trouble, ServiceRefusal) and trouble.wait is not None:
                raise trouble.over(self.seconds, left)
            late = f"{LATE}: "
            reported = late + trouble.reported
            raise ModelTrouble(
                late + trouble.reason,
                TIMEOUT_HINT,
                lasting=trouble.lasting,
                free=trouble.free,
                reported=reported,
            )
        if tick is None:
            self._sleep(pause)
            return
        while pause > 0:
            tick(AnswerProgress(pause=pause, reason=trouble.reason))
            self._sleep(min(pause, TICK_SECONDS))
            pause -= TICK_SECONDS

    def _once(
        self, content: bytes, sink: Collector | None, deadline: Deadline, tick: Tick | None = None
    ) -> ServiceReply:
        if deadline.left() <= 0:
            raise ModelTrouble(LATE, TIMEOUT_HINT, free=True)
        exchange = ModelExchange(self.url, self._headers, content, sink, self._secured())
        try:
            return exchange.run(deadline, self._idle, tick)
        except ModelTrouble as trouble:
            if trouble.reason == LATE and self._answered:
                trouble.lasting = False  # a service that answered before is slow, not silent
            raise

    def _secured(self) -> ssl.SSLContext | None:
        """Return the TLS context of an https address, loaded once."""
        if not self.url.startswith("https:"):
            return None
        import httpx

        with self._lock:
            if self._context is None:
                self._context = httpx.create_ssl_context()
            return self._context


def check_address(url: str, *, secret: bool) -> None:
    """Reject an invalid address, or one to which a key or password would be sent unencrypted.

    Args:
        url: the address that requests would go to.
        secret: whether a key is sent with them.

    Raises:
        UsageError: with the form to write instead.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        parts, host, port = urlsplit(""), "", None
    if parts.scheme not in ("http", "https") or not host or port == 0:
        shown = url.rpartition("@")[2]  # what precedes it may be a password
        raise UsageError(f"{shown!r} is not the address of a service", "write one as in https://host/v1")
    if parts.scheme == "http" and (secret or parts.password) and not _here(host):
        what = "key" if secret else "password"
        raise UsageError(f"the {what} would be sent to {host} unencrypted", "use an https address")


def _here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _json(text: bytes) -> Any:  # noqa: ANN401 - JSON of any shape
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ModelTrouble("the answer is not JSON") from error
