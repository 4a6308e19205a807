"""Whether a command line asks for the app: no command, or `demo`, and only the options that the app knows.

Imports no Textual, so that every other command starts as quickly as without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

VALUED = ("--store", "--actor", "--policy")


@dataclass(frozen=True, slots=True)
class AppRequest:
    """What the app is to be opened with."""

    demo: bool = False
    ascii_only: bool = False
    store: str | None = None
    actor: str | None = None
    policy: str | None = None


def _with(request: AppRequest, name: str, value: str) -> AppRequest:
    if name == "--store":
        return replace(request, store=value)
    return replace(request, actor=value) if name == "--actor" else replace(request, policy=value)


def app_request(arguments: Sequence[str]) -> AppRequest | None:
    """The request of a command line, or None when it is one for the commands."""
    request, waiting = AppRequest(), list(arguments)
    while waiting:
        given = waiting.pop(0)
        name, joined, value = given.partition("=")
        if given == "--ascii":
            request = replace(request, ascii_only=True)
        elif given == "demo" and not request.demo:
            request = replace(request, demo=True)
        elif name in VALUED and (joined or waiting):
            request = _with(request, name, value if joined else waiting.pop(0))
        else:
            return None
    return request
