"""What the library asks of the services, one question at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.library import matching
from workbench.tui.widgets.row_painting import PAGE

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


class LibraryReads(BaseScreen):
    """A screen that reads sessions."""

    known = False
    """Whether all sessions were read; before that, a glance at most."""

    def load(self) -> None:
        """Read all sessions; the first time after a glance at them."""
        if self.known:
            self.ask_sessions()
        elif self.bench.open_first is not None:
            self.ask_first_look(self.bench.open_first)
        else:
            self.ask_glance()

    def ask_glance(self) -> None:
        """Look at the sessions before all that reads them properly is imported."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.library import glance

            return glance(env)

        self.ask(Glance(), run, group="sessions")

    def ask_first_look(self, wanted: str) -> None:
        """The same, with the first events of the session that is wanted."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.library import first_look

            return first_look(env, lambda lines: next(iter(matching(lines, wanted)), None), PAGE)

        self.ask(FirstLook(), run, group="sessions")

    def ask_sessions(self) -> None:
        """Read all sessions."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.library import library

            return library(env)

        self.ask(ListSessions(), run, group="sessions")

    def ask_may_write(self) -> None:
        """Ask whether the store may be written to."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.library import may_write

            return may_write(env)

        self.ask(MayWrite(), run, group="may-write")

    def ask_contexts(self, given: Sequence[str]) -> None:
        """Weigh the contexts of sessions; the rows are shown before."""
        session_ids = tuple(given)

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.overview import context_tokens

            return context_tokens(env, session_ids)

        if session_ids:
            self.ask(Weigh(session_ids), run, group="contexts")

    def ask_details(self, session_id: str) -> None:
        """Read one session's details."""

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.overview import details

            return details(env, session_id)

        self.ask(Describe(session_id), run, group="details")
