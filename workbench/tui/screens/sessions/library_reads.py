"""The library's requests to the services, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.sessions.library import matching
from workbench.tui.widgets.table import PAGE

if TYPE_CHECKING:
    from workbench.bootstrap import Env


class Glance(NamedTuple):
    """All sessions, as quickly as they can be shown."""


class FirstLook(NamedTuple):
    """All sessions, as quickly, and the first events of the one that is opened at once."""


class ListSessions(NamedTuple):
    """All sessions."""


class Weigh(NamedTuple):
    """Token counts of the contexts of sessions."""

    session_ids: tuple[str, ...]


class Describe(NamedTuple):
    """One session."""

    session_id: str


class MayWrite(NamedTuple):
    """Whether the store may be written to."""


class SessionReads:
    """Sends requests for a screen, which shows the answers."""

    def __init__(self, screen: BaseScreen) -> None:
        """Start without data."""
        self._screen = screen
        self.known = False
        """Whether all sessions were read, not just a glance."""

    def begin(self) -> None:
        """Read all sessions; the first time, take a glance at them before."""
        if self.known:
            self.sessions()
        elif self._screen.bench.open_first is not None:
            self._first_look(self._screen.bench.open_first)
        else:
            self._glance()

    def _glance(self) -> None:
        """Read a glance at the sessions, before everything needed for a full read is imported."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.start_up.first_look import glance

            return glance(env)

        self._screen.ask(Glance(), run, group="sessions")

    def _first_look(self, wanted: str) -> None:
        """Read a glance together with the first events of the wanted session."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.start_up.first_look import first_look

            return first_look(env, lambda lines: next(iter(matching(lines, wanted)), None), PAGE)

        self._screen.ask(FirstLook(), run, group="sessions")

    def sessions(self) -> None:
        """Read all sessions."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.library import library

            return library(env)

        self._screen.ask(ListSessions(), run, group="sessions")

    def may_write(self) -> None:
        """Ask whether the store may be written to."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.library import may_write

            return may_write(env)

        self._screen.ask(MayWrite(), run, group="may-write")

    def contexts(self, given: Sequence[str]) -> None:
        """Count the context tokens of sessions; the rows are shown before."""
        session_ids = tuple(given)

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.overview import context_tokens

            return context_tokens(env, session_ids)

        if session_ids:
            self._screen.ask(Weigh(session_ids), run, group="contexts")

    def details(self, session_id: str) -> None:
        """Read the details of one session."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.overview import details

            return details(env, session_id)

        self._screen.ask(Describe(session_id), run, group="details")
