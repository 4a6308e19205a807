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
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from workbench.errors import UsageError
from workbench.models.base import LATE, AnswerProgress, Deadline, ModelTrouble, Tick, Usage
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
    failed: tuple[Usage, ...] = ()
    """What the service counted of each earlier try that may have cost tokens."""


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
        failed: list[Usage] = []
        for attempt in count(1):
            sink = collector() if collector is not None else None
            try:
                posted = self._attempted(content, sink, deadline, tick)
                return replace(posted, failed=tuple(failed))
            except ModelTrouble as trouble:
                if not trouble.free:
                    failed.append(sink.counts if sink is not None else Usage())
                trouble.failed = tuple(failed)
                if attempt == ATTEMPTS or not _passes(trouble):
                    raise
                wait = trouble.wait if isinstance(trouble, ServiceRefusal) else None
                self._wait(2.0 ** (attempt - 1) if wait is None else wait, deadline, trouble, tick)
        raise AssertionError("not reached: the last attempt ends the loop")

    def _attempted(
        self, content: bytes, sink: Collector | None, deadline: Deadline, tick: Tick | None
    ) -> Posted:
        """Post a request once; a service's own error is raised as a person may be shown it."""
        try:
            reply = self._once(content, sink, deadline, tick)
            if reply.status != 200:
                raise refusal(reply, self.url, self._headers)
            self._answered = True
            return self._posted(reply, sink)
        except StreamError as error:
            raise stream_error(error, self.url, self._headers) from error

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
                over = trouble.over(self.seconds, left)
            else:
                late = f"{LATE}: "
                over = ModelTrouble(
                    late + trouble.reason,
                    TIMEOUT_HINT,
                    lasting=trouble.lasting,
                    free=trouble.free,
                    reported=late + trouble.reported,
                )
            over.failed = trouble.failed
            raise over
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


def _passes(trouble: ModelTrouble) -> bool:
    """Return whether a retry of the same request may succeed."""
    if isinstance(trouble, ServiceRefusal):
        return trouble.passing
    return isinstance(trouble, Interrupted) or isinstance(trouble.__cause__, Overloaded)


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
