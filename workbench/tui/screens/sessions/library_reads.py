"""What the library asks of the services, one question at a time."""

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
    """All sessions as quickly, and the first events of the one that is opened at once."""


class ListSessions(NamedTuple):
    """All sessions."""


class Weigh(NamedTuple):
    """Tokens of the contexts of sessions."""

    session_ids: tuple[str, ...]


class Describe(NamedTuple):
    """One session."""

    session_id: str


class MayWrite(NamedTuple):
    """Whether the store may be written to."""


class SessionReads:
    """Asks for a screen; the answers are the screen's to show."""

    def __init__(self, screen: BaseScreen) -> None:
        """Nothing read yet."""
        self._screen = screen
        self.known = False
        """Whether all sessions were read; before that, a glance at most."""

    def begin(self) -> None:
        """Read all sessions; the first time after a glance at them."""
        if self.known:
            self.sessions()
        elif self._screen.bench.open_first is not None:
            self._first_look(self._screen.bench.open_first)
        else:
            self._glance()

    def _glance(self) -> None:
        """Look at the sessions before all that reads them properly is imported."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.start_up.first_look import glance

            return glance(env)

        self._screen.ask(Glance(), run, group="sessions")

    def _first_look(self, wanted: str) -> None:
        """The same, with the first events of the session that is wanted."""

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
        """Weigh the contexts of sessions; the rows are shown before."""
        session_ids = tuple(given)

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.overview import context_tokens

            return context_tokens(env, session_ids)

        if session_ids:
            self._screen.ask(Weigh(session_ids), run, group="contexts")

    def details(self, session_id: str) -> None:
        """Read one session's details."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.overview import details

            return details(env, session_id)

        self._screen.ask(Describe(session_id), run, group="details")
