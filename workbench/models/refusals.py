"""Classification of a service's failures for the caller: whether they are temporary, and how long to wait."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from workbench.models.base import ModelTrouble
from workbench.models.exchange import TIMEOUT_HINT, ServiceReply
from workbench.models.service_words import (
    PASSING,
    SECRET_HEADERS,
    code_in,
    is_passing,
    message_in,
    message_of,
    place_of,
    shown_message,
)
from workbench.models.streams import Overloaded, StreamError

TOO_LONG_HINT = (
    "choose a model that reads more, or give it less: a smaller range, staged windows, fewer sources"
)
NO_KEY_HINT = "if the service needs a key, `key` in the configuration names the variable that holds it"
_SPENT = frozenset(
    {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error"}
)
"""Error codes of a refusal that lasts until the account is paid, whatever the status."""
_UNPAID = ("credit balance is too low",)
"""Phrases of such a refusal whose error code is unspecific."""
_TOO_LONG = (
    "context_length_exceeded",
    "exceed_context_size",
    "prompt is too long",
    "context length",
    "context limit",
    "context size",
    "context window",
    "maximum prompt length",
    "input token count",
    "too many tokens",
)
"""Error codes and phrases for a text that is too long for the model; none of them is a field name."""
_TOO_LARGE = ("request too large",)
"""Phrases of a rate limit that a retry cannot pass: the request has more tokens than a minute allows."""
_ROLES = ("system", "alternate", "only user")
"""Words that, beside "role", show that the model has no role for instructions."""
_ASKED_OF_ANSWER = ("max_tokens", "max_completion_tokens")
_NUMBER = re.compile(r"\d{1,9}")


_ROOM = (
    re.compile(r"(?P<asked>\d+) > (?P<limit>\d+) - (?P<read>\d+)"),
    re.compile(r"(?P<read>\d+) \+ (?P<asked>\d+) > (?P<limit>\d+)"),
)
"""Arithmetic in error messages of a text that does not fit together with the longest answer."""
LEAST_ANSWER = 256
"""Smallest number of tokens that is taken as a limit of an answer."""


class ServiceRefusal(ModelTrouble):
    """A response with a status other than 200, with the service's own message and address."""

    def __init__(
        self,
        reason: str,
        text: str,
        place: str,
        hint: str = "",
        *,
        lasting: bool,
        wait: float | None = None,
        passing: bool = False,
    ) -> None:
        self._end = f"{text} ({place})" if text else f"({place})"
        reported = f"{reason}{': ' if text else ' '}{self._end}"
        super().__init__(reason, hint, lasting=lasting, free=True, reported=reported)
        self.wait = wait
        """Seconds that the service asks to wait, or None."""
        self.passing = passing
        """Whether a retry of the same request may succeed."""

    def over(self, limit: float, left: float) -> ModelTrouble:
        """Return the refusal as final, because the requested wait exceeds the time left.

        Args:
            limit: seconds allowed for the whole answer.
            left: seconds left of them.
        """
        wait = self.wait or 0.0
        room = f"the limit is {limit:,g} s" if wait >= limit else f"{math.floor(left):,} s are left"
        asks = f"{self.reason}: the service asks to wait {math.ceil(wait):,} s, {room}"
        reason = f"{self.reason}, and the wait that it asks for is too long"
        reported = asks + ("" if self._end.startswith("(") else "; it says:") + f" {self._end}"
        return ModelTrouble(reason, TIMEOUT_HINT, lasting=self.lasting, free=True, reported=reported)


class BadRequest(ServiceRefusal):
    """The service rejected the request; `names` finds out whether it named a field."""

    def __init__(
        self, status: int, text: bytes, source_text: str, place: str, *, reason: str = "", hint: str = ""
    ) -> None:
        """Without a `reason`, the service's own message is the reason."""
        super().__init__(
            reason or f"the request was refused ({status})", source_text, place, hint, lasting=False
        )
        if not reason and source_text:
            self.reason += f": {source_text}"
        self._text = text

    def names(self, field: str) -> bool:
        """Return whether the refusal names a field."""
        return field.encode() in self._text

    def refuses_role(self) -> bool:
        """Return whether the refusal says that the model has no role for instructions."""
        words = self._plain.casefold()
        return "role" in words and any(each in words for each in _ROLES)

    @property
    def _plain(self) -> str:
        return self._text.decode("utf-8", "replace")

    def most_tokens(self, asked: int) -> int | None:
        """Return the largest answer in tokens that the service allows if `asked` is too many.

        None if not stated.
        """
        text = self._plain
        if not any(name in text for name in _ASKED_OF_ANSWER):
            return None
        numbers = {int(each) for each in _NUMBER.findall(text)}
        smaller = [each for each in numbers if LEAST_ANSWER <= each < asked]
        return max(smaller) if asked in numbers and smaller else None


class TooLong(BadRequest):
    """The text is too long for the model, or leaves no room for an answer of the requested length."""

    def __init__(self, status: int, text: bytes, source_text: str, place: str) -> None:
        reason = f"the request is too long for the model ({status})"
        super().__init__(status, text, source_text, place, reason=reason, hint=TOO_LONG_HINT)

    def most_tokens(self, asked: int) -> int | None:
        """Return the largest answer in tokens that fits beside the text.

        None if it is under a quarter of `asked`.
        """
        rooms = [
            int(found["limit"]) - int(found["read"])
            for each in _ROOM
            for found in each.finditer(self._plain)
            if int(found["asked"]) == asked
        ] or self._room_beside(asked)
        room = min(rooms, default=0)
        return room if LEAST_ANSWER <= room < asked <= 4 * room else None

    def _room_beside(self, asked: int) -> list[int]:
        """Like `most_tokens`, if the message states limit, text, answer and their sum in words."""
        numbers = {int(each) for each in _NUMBER.findall(self._plain)} - {asked}
        read = [each for each in numbers if each + asked in numbers]
        return [limit - each for each in read for limit in numbers if each < limit < each + asked]


def refusal(reply: ServiceReply, url: str, headers: Mapping[str, str]) -> ServiceRefusal:
    """Classify a response with a status other than 200 to a request with these headers."""
    status, place, text = reply.status, place_of(url), message_in(reply.body, headers)
    if status in (401, 403) and SECRET_HEADERS.isdisjoint(name.casefold() for name in headers):
        return ServiceRefusal(f"refused without a key ({status})", text, place, NO_KEY_HINT, lasting=True)
    if status in (401, 403):
        return ServiceRefusal(f"the key was refused ({status})", text, place, "check the key", lasting=True)
    if status == 404:
        reason, hint = "no such model or address (404)", "check the model's name and the address"
        return ServiceRefusal(reason, text, place, hint, lasting=True)
    if status == 402 or code_in(reply.body) in _SPENT or _says(reply.body, _UNPAID):
        reason, hint = f"the quota is spent ({status})", "look at plan and billing of the account"
        return ServiceRefusal(reason, text, place, hint, lasting=True)
    if (
        status == 413
        or (status in (400, 422) and _says(reply.body, _TOO_LONG))
        or (status == 429 and _says(reply.body, _TOO_LARGE))
    ):
        return TooLong(status, reply.body, text, place)
    if status in (400, 422):
        return BadRequest(status, reply.body, text, place)
    if 300 <= status < 400:
        hint = f"write the address that it points to{_target(reply.location)}, if you trust it"
        reason = f"the address redirects ({status}), which is not followed"
        return ServiceRefusal(reason, text, place, hint, lasting=True)
    wait = _wait(reply.retry_after, reply.retry_after_ms)
    hint = f"it asks to wait {math.ceil(wait):,} s before the next request" if wait else ""
    reason = "rate limited (429)" if status == 429 else f"the service said {status}"
    passing = status in PASSING and reply.should_retry != "false"
    return ServiceRefusal(reason, text, place, hint, lasting=status in PASSING, wait=wait, passing=passing)


def _says(body: bytes, words: tuple[str, ...]) -> bool:
    text = body.decode("utf-8", "replace").casefold()
    return any(each in text for each in words)


def _target(location: str) -> str:
    """Format the target of a redirect in parentheses; empty if it cannot be read."""
    try:
        place = place_of(location)
    except ValueError:
        return ""
    return f" ({place})" if place else ""


def stream_error(error: StreamError, url: str, headers: Mapping[str, str]) -> ModelTrouble:
    """Return an error that ended a stream, with the service's message as a person may be shown it."""
    text = shown_message(error.service_message, headers)
    return _with_message(error.reason, text, url)


def error_in(body: object, url: str, headers: Mapping[str, str]) -> ModelTrouble | None:
    """Return the error in a response with status 200, or None if it is an answer."""
    if not isinstance(body, dict) or not body.get("error"):
        return None
    if is_passing(body["error"]):
        return Overloaded("the service answered with an error", message_of(body) or "")
    text = shown_message(message_of(body) or "", headers)
    return _with_message("the service answered with an error", text, url)


def not_json(
    reply: ServiceReply, trouble: ModelTrouble, url: str, headers: Mapping[str, str]
) -> ModelTrouble:
    """Return the error for a 200 response that is not JSON.

    A web page, such as a login page, shows its title.
    """
    page = reply.body.lstrip().startswith(b"<")
    error = _with_message(trouble.reason, message_in(reply.body, headers) if page else "", url)
    error.lasting, error.hint = page, "check the address; a web page answers there" if page else ""
    return error


def _with_message(reason: str, text: str, url: str) -> ModelTrouble:
    place = f"({place_of(url)})"
    return ModelTrouble(reason, reported=f"{reason}: {text} {place}" if text else f"{reason} {place}")


def _wait(retry_after: str | None, milliseconds: str | None) -> float | None:
    """Return the seconds of `retry-after-ms`, else of Retry-After (a number or a date).

    None if unreadable.
    """
    exact = _finite(milliseconds)
    if exact is not None:
        return max(0.0, exact / 1000)
    if retry_after is None:
        return None
    seconds = _finite(retry_after)
    if seconds is not None:
        return max(0.0, seconds)
    try:
        until = parsedate_to_datetime(retry_after)
    except (ValueError, TypeError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())


def _finite(text: str | None) -> float | None:
    try:
        number = float(text) if text is not None else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None
