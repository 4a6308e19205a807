"""Options that the app is opened with, from the arguments of the command line. Imports no Textual."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AppRequest:
    """Options that the app is opened with."""

    demo: bool = False
    ascii_only: bool = False
    store: str | None = None
    actor: str | None = None
    policy: str | None = None
    wait: float | None = None
    """Seconds to wait for a store in use; None: the default."""
    read_only: bool = False
    """Whether the store is opened read-only."""


def app_request(args: Namespace) -> AppRequest:
    """Return the app's options from parsed arguments."""
    return AppRequest(
        demo=hasattr(args, "run"),
        ascii_only=getattr(args, "ascii", False),
        store=getattr(args, "store", None),
        actor=getattr(args, "actor", None),
        policy=getattr(args, "policy", None),
        wait=getattr(args, "wait", None),
    )
