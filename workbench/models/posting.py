"""One JSON request over httpx: time limits, retries of what may pass, a cap on what is read.

Redirects are not followed, so that a key goes nowhere but to the address that was named, and it never
goes unencrypted to another machine.
"""

from __future__ import annotations

import ipaddress
import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from workbench.errors import UsageError
from workbench.models.base import ModelTrouble

if TYPE_CHECKING:
    import httpx

ATTEMPTS = 3
PASSING = frozenset({408, 429, 500, 502, 503, 504, 529})
"""Statuses that may be gone at the next attempt."""
LONGEST_PAUSE = 20.0
MAX_BYTES = 2_000_000


class Poster:
    """Sends JSON to one address with the same headers; its connections are shared by threads."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        timeout_ms: int,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        check_address(url, secret=bool(headers))
        self.url = url
        self._headers = dict(headers)
        self._timeout = timeout_ms / 1000
        self._sleep = sleep
        self._lock = threading.Lock()
        self._opened: httpx.Client | None = None

    def post(self, body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON of any shape
        """The answer's JSON.

        Raises:
            ModelTrouble: no answer, one that says no, or one that is no JSON.
        """
        for attempt in range(1, ATTEMPTS + 1):
            status, text, pause = self._once(body)
            if status == 200:
                return _json(text)
            if status not in PASSING or attempt == ATTEMPTS:
                raise _refused(status, text)
            self._sleep(min(LONGEST_PAUSE, pause if pause is not None else 2.0 ** (attempt - 1)))
        raise ModelTrouble("no answer")  # not reached: the last attempt returns or raises

    def _once(self, body: Mapping[str, Any]) -> tuple[int, bytes, float | None]:
        import httpx

        try:
            with self._client().stream("POST", self.url, json=body, headers=self._headers) as reply:
                read = b""
                for piece in reply.iter_bytes():
                    read += piece
                    if len(read) > MAX_BYTES:
                        raise ModelTrouble("the answer is over 2 MB")
                return reply.status_code, read, _pause(reply.headers.get("retry-after"))
        except httpx.ConnectError as error:
            raise ModelTrouble("offline", "check the connection and the address", lasting=True) from error
        except httpx.TimeoutException as error:
            raise ModelTrouble(
                "no answer in time", "[purpose.judge] timeout_ms of the policy is the limit"
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ModelTrouble("the connection broke") from error

    def _client(self) -> httpx.Client:
        import httpx

        with self._lock:
            if self._opened is None:
                self._opened = httpx.Client(timeout=self._timeout)
            return self._opened


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
        raise UsageError(f"{url!r} is no address of a service", "write one as in https://host/v1")
    if parts.scheme == "http" and secret and not _here(host):
        raise UsageError(f"the key would be sent to {host} unencrypted", "use an https address")


def _here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _pause(told: str | None) -> float | None:
    try:
        return max(0.0, float(told)) if told is not None else None
    except ValueError:
        return None


def _json(text: bytes) -> Any:  # noqa: ANN401 - JSON of any shape
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ModelTrouble("the answer is no JSON") from error


def _refused(status: int, text: bytes) -> ModelTrouble:
    if status in (401, 403):
        return ModelTrouble(f"the key was refused ({status})", "check the key", lasting=True)
    if status == 404:
        return ModelTrouble("no such model or address (404)", "check the model's name", lasting=True)
    if status == 400:
        return BadRequest(text)
    return ModelTrouble(f"the service said {status}", lasting=status in PASSING)


class BadRequest(ModelTrouble):
    """The service did not like a field of the request; `names` says whether it named one."""

    def __init__(self, text: bytes) -> None:
        super().__init__("the request was refused (400)")
        self._text = text

    def names(self, field: str) -> bool:
        """Whether the refusal names a field."""
        return field.encode() in self._text
