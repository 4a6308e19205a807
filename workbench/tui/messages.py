"""Messages between workers, widgets and screens: facts and requests as values, no behaviour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from textual.message import Message


@dataclass
class Answered(Message):
    """A worker has the answer to a request; `ticket` says which asking it answers."""

    request: object
    value: Any
    ticket: int

    bubble = False


@dataclass
class Failed(Message):
    """A worker could not answer a request."""

    request: object
    error: Exception
    ticket: int

    bubble = False


@dataclass
class Progressed(Message):
    """A worker has something to say while it works."""

    request: object
    text: str
    ticket: int

    bubble = False
