"""One JSON request: retries of what may pass, within one deadline for the answer as a whole.

A key goes nowhere but to the address that was named, and never unencrypted to another machine. Nothing is
asked again once a part of its answer has come.
"""

from __future__ import annotations

import ipaddress
import json
import math
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from workbench.errors import UsageError
from workbench.models.base import AnswerProgress, Deadline, ModelTrouble, Tick
from workbench.models.exchange import (
    IDLE_SECONDS,
    TICK_SECONDS,
    TIMEOUT_HINT,
    Interrupted,
    ModelExchange,
    ServiceReply,
)
from workbench.models.service_words import place_of, said_in
from workbench.models.streams import Collector, Overloaded

if TYPE_CHECKING:
    import ssl

ATTEMPTS = 3
PASSING = frozenset({408, 429, 500, 502, 503, 504, 529})
"""Statuses that may be gone at the next attempt."""
JITTER = 0.25
"""Largest share by which a pause is prolonged, so that several threads do not come back together."""


@dataclass(frozen=True, slots=True)
class Posted:
    """An answer: its JSON, or the events of a stream as the collector took them."""

    body: Any
    collector: Collector | None = None


class Poster:
    """Sends JSON to one address with the same headers; may be shared by threads."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        timeout_ms: int,
        idle_seconds: float = IDLE_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        check_address(url, secret=bool(headers))
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
        """The answer; `tick` hears how far it is.

        Raises:
            ModelTrouble: no answer, one that says no, or one that is not JSON.
        """
        content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        deadline = Deadline(min(self.seconds, run.left()) if run is not None else self.seconds)
        for attempt in range(1, ATTEMPTS + 1):
            sink = collector() if collector is not None else None
            pause = 2.0 ** (attempt - 1)
            try:
                reply = self._once(content, sink, deadline, tick)
                if reply.status == 200:
                    self._answered = True
                    return self._posted(reply, sink)
                trouble: ModelTrouble = self._refused(reply)
                if reply.status not in PASSING:
                    raise trouble
                pause = _pause(reply.retry_after, pause)
            except (Interrupted, Overloaded) as error:
                trouble = error
            if attempt == ATTEMPTS:
                raise trouble
            self._wait(pause, deadline, trouble, tick)
        raise ModelTrouble("no answer")  # not reached: the last attempt returns or raises

    def _refused(self, reply: ServiceReply) -> ModelTrouble:
        return _refused(reply, place_of(self.url), said_in(reply.body, self._headers))

    def _posted(self, reply: ServiceReply, sink: Collector | None) -> Posted:
        if not reply.streamed or sink is None:
            return Posted(_json(reply.body))
        sink.check()
        return Posted(None, sink)

    def _wait(self, pause: float, deadline: Deadline, trouble: ModelTrouble, tick: Tick | None) -> None:
        """Wait as long as was asked, unless the answer would come too late then.

        Raises:
            ModelTrouble: it would.
        """
        pause *= 1 + JITTER * random.random()
        if pause >= deadline.left():
            reason = f"no answer in time ({trouble.reason})"
            hint = trouble.hint or TIMEOUT_HINT
            raise ModelTrouble(reason, hint, lasting=trouble.lasting, free=trouble.free)
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
            raise ModelTrouble("no answer in time", TIMEOUT_HINT, free=True)
        exchange = ModelExchange(self.url, self._headers, content, sink, self._secured())
        try:
            return exchange.run(deadline, self._idle, tick)
        except ModelTrouble as trouble:
            if trouble.reason == "no answer in time" and self._answered:
                trouble.lasting = False  # a service that answered before is slow, not silent
            raise

    def _secured(self) -> ssl.SSLContext | None:
        """The context of an https address, read from disk once."""
        if not self.url.startswith("https:"):
            return None
        import httpx

        with self._lock:
            if self._context is None:
                self._context = httpx.create_ssl_context()
            return self._context


def check_address(url: str, *, secret: bool) -> None:
    """Refuse an address that is none, or one that a key would be sent to in the open.

    Raises:
        UsageError: with what to write instead.
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        parts, host = urlsplit(""), ""
    if parts.scheme not in ("http", "https") or not host:
        raise UsageError(f"{url!r} is not the address of a service", "write one as in https://host/v1")
    if parts.scheme == "http" and secret and not _here(host):
        raise UsageError(f"the key would be sent to {host} unencrypted", "use an https address")


def _here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _pause(stated: str | None, otherwise: float) -> float:
    """Seconds of a Retry-After, which is a number or a date."""
    if stated is None:
        return otherwise
    try:
        return max(0.0, float(stated))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(stated)
    except (ValueError, TypeError, OverflowError):
        return otherwise
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())


def _json(text: bytes) -> Any:  # noqa: ANN401 - JSON of any shape
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ModelTrouble("the answer is not JSON") from error


def _refused(reply: ServiceReply, place: str, said: str) -> ModelTrouble:
    """What a status other than 200 means, with what the service says and where it is."""
    status = reply.status

    def told(reason: str) -> str:
        return f"{reason}: {said} ({place})" if said else f"{reason} ({place})"

    if status in (401, 403):
        reason = f"the key was refused ({status})"
        return ModelTrouble(reason, "check the key", lasting=True, free=True, told=told(reason))
    if status == 404:
        reason, hint = "no such model or address (404)", "check the model's name"
        return ModelTrouble(reason, hint, lasting=True, free=True, told=told(reason))
    if status in (400, 422):
        return BadRequest(status, reply.body, said, place)
    if 300 <= status < 400:
        hint = "write the address that it points to, if you trust it"
        reason = f"the address redirects ({status}), which is not followed"
        return ModelTrouble(reason, hint, lasting=True, free=True, told=told(reason))
    wait = math.ceil(_pause(reply.retry_after, 0.0))
    hint = f"it asks to wait {wait:,} s before the next request" if wait else ""
    reason = f"the service said {status}"
    return ModelTrouble(reason, hint, lasting=status in PASSING, free=True, told=told(reason))


class BadRequest(ModelTrouble):
    """The service did not like a field of the request; `names` says whether it named one."""

    def __init__(self, status: int, text: bytes, said: str, place: str) -> None:
        reason = f"the request was refused ({status})" + (f": {said}" if said else "")
        super().__init__(reason, free=True, told=f"{reason} ({place})")
        self._text = text

    def names(self, field: str) -> bool:
        """Whether the refusal names a field."""
        return field.encode() in self._text
