"""A service's own error message and its address, in the form that a person may be shown.

Only the first line of a message is shown, with secrets masked (the key that was sent too) and control
characters escaped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

SHOWN_REASON = 200
"""Maximum number of characters shown of a service's own message."""
_READ = 10 * SHOWN_REASON
_MESSAGES = ("message", "detail", "error_description", "title")
SECRET_HEADERS = frozenset({"authorization", "x-api-key"})
"""Headers that carry a key, in lower case."""
_BEGUN = re.compile(
    r"(?<![\w-])(?:sk|pk|rk|gsk|csk|pcsk|xai|pplx|hf|nvapi|fw|r8)[-_](?=[\w*.-]{0,200}[\d*])[\w*.-]{2,400}[\w*]"
)
_NAMED = re.compile(
    r"\b((?:key|token)(?: (?:provided|given|supplied|used))?(?: is |\s?[:=]\s?)[\"'`]?)"
    r"(?=[\w*.+/-]{0,200}[\d*])(?=[\w*.+/-]{0,200}[A-Za-z*])[\w*.+/-]{5,400}[\w*]",
    re.IGNORECASE,
)
"""Keys as services repeat them, whole or in part: by their beginning, and by the name before them."""
_A_KEY = "[masked: a key]"
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,2000})", re.IGNORECASE)


PASSING = frozenset({408, 429, 500, 502, 503, 504, 529})
"""HTTP statuses of temporary failures."""
_PASSING_KINDS = frozenset({"overloaded_error", "rate_limit_error", "api_error", "server_error"})


def is_passing(error: Any) -> bool:  # noqa: ANN401 - JSON of any shape
    """Return whether an error object in place of an answer has a type or status of a temporary failure."""
    if not isinstance(error, dict):
        return False
    named = [error.get(name) for name in ("code", "type")]
    return any(
        each in PASSING if isinstance(each, int) else each in _PASSING_KINDS
        for each in named
        if isinstance(each, int | str)
    )


def place_of(url: str) -> str:
    """Return host, port and path of an address, without user, password and query."""
    from workbench.masking import mask

    parts = urlsplit(url)
    return mask(f"{parts.netloc.rpartition('@')[2]}{parts.path}".rstrip("/"))[0]


def message_in(body: bytes, headers: Mapping[str, str]) -> str:
    """Return the message in the body of a refusal, on one line; empty if there is none.

    Args:
        body: JSON of the usual forms, a web page, or any other text.
        headers: of the request, whose key is masked.
    """
    try:
        text = message_of(json.loads(body))
    except (ValueError, RecursionError):
        text = None
    if text is None:
        text = _first_line(body.decode("utf-8", "replace").strip())
    return shown_message(text, headers)


def shown_message(text: str, headers: Mapping[str, str]) -> str:
    """Format a service's message for display: on one line, masked (the key too), escaped and shortened."""
    from workbench.escaping import folded, visible
    from workbench.masking import mask

    plain = folded(text[:_READ])
    for key in _keys(headers):
        plain = re.sub(rf"(?<!\w){re.escape(key)}(?!\w)", "[masked: the key]", plain)
    plain = _BEGUN.sub(_A_KEY, _NAMED.sub(rf"\1{_A_KEY}", mask(plain)[0]))
    plain = visible(plain)
    return plain if len(plain) <= SHOWN_REASON else f"{plain[: SHOWN_REASON - 1]}…"


def message_of(body: Any) -> str | None:  # noqa: ANN401 - JSON of any shape
    """Return the unmasked message in JSON of the usual forms; empty if it has none, None for another form."""
    error = _error_of(body)
    if isinstance(error, dict):
        error = next((error[name] for name in _MESSAGES if isinstance(error.get(name), str)), error)
    if isinstance(error, str):
        return error
    return None if error else ""


def _error_of(body: Any) -> Any:  # noqa: ANN401 - idem
    """Return the error in a body; some services wrap it in a list of one."""
    whole = body[0] if isinstance(body, list) and len(body) == 1 else body
    return whole.get("error", whole) if isinstance(whole, dict) else whole


def code_in(body: bytes) -> str:
    """Return the code, else the type, of the error in a refusal's JSON; empty if there is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    error = _error_of(found)
    named = [error.get(name) for name in ("code", "type")] if isinstance(error, dict) else []
    return next((each for each in named if isinstance(each, str)), "")


def _first_line(text: str) -> str:
    """Return the title of a web page, or the first line of another text."""
    if text.startswith("<"):
        title = _TITLE.search(text)
        return title.group(1) if title is not None else ""
    return text.partition("\n")[0]


def _keys(headers: Mapping[str, str]) -> list[str]:
    values = [value for name, value in headers.items() if name.casefold() in SECRET_HEADERS]
    return [key for key in (value.removeprefix("Bearer ").strip() for value in values) if key]
