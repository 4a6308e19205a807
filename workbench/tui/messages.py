"""Messages between workers and screens: facts as values, no behaviour."""

from __future__ import annotations

from typing import Any

from textual.message import Message


class RequestNotice(Message):
    """A worker has something to say of a request; `ticket` says which asking it belongs to."""

    bubble = False

    def __init__(self, request: object, ticket: int) -> None:
        """`request` is what was asked."""
        super().__init__()
        self.request, self.ticket = request, ticket


class RequestAnswered(RequestNotice):
    """A worker has the answer to a request."""

    def __init__(self, request: object, value: Any, ticket: int) -> None:  # noqa: ANN401 - each request knows
        """`value` is the answer."""
        super().__init__(request, ticket)
        self.value = value


class Failed(RequestNotice):
    """A worker could not answer a request."""

    def __init__(self, request: object, error: Exception, ticket: int) -> None:
        """`error` says why."""
        super().__init__(request, ticket)
        self.error = error


class Progressed(RequestNotice):
    """A worker has something to say while it works."""

    def __init__(self, request: object, text: str, ticket: int) -> None:
        """`text` is what it says."""
        super().__init__(request, ticket)
        self.text = text
