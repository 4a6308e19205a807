"""Messages from workers to screens: plain values without behaviour."""

from __future__ import annotations

from typing import Any

from textual.message import Message


class RequestNotice(Message):
    """Message of a worker about a request; `ticket` numbers the asking it belongs to."""

    bubble = False

    def __init__(self, request: object, ticket: int) -> None:
        """Store `request`, the request that was asked."""
        super().__init__()
        self.request, self.ticket = request, ticket


class RequestAnswered(RequestNotice):
    """The answer to a request."""

    def __init__(self, request: object, value: Any, ticket: int) -> None:  # noqa: ANN401 - each request knows
        """Store `value`, the answer."""
        super().__init__(request, ticket)
        self.value = value


class Failed(RequestNotice):
    """The failure of a request."""

    def __init__(self, request: object, error: Exception, ticket: int) -> None:
        """Store `error`, the reason."""
        super().__init__(request, ticket)
        self.error = error


class Progressed(RequestNotice):
    """Progress of a request."""

    def __init__(self, request: object, text: str, ticket: int) -> None:
        """Store `text`, the progress in words."""
        super().__init__(request, ticket)
        self.text = text
