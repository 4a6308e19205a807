"""From an event to the statements that cite it: opens the only one, or offers a choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.escaping import one_line
from workbench.tui.screens.base import BaseScreen

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.citing import Cited, CitingStatement

MOST = 200
"""Most characters of a statement that are shown in the choice."""


class FindCiting(NamedTuple):
    """A request for all statements that cite an event."""

    ordinal: int


class CitingStatements:
    """The cite action of a screen; `found` receives all citations before anything is opened."""

    def __init__(self, screen: BaseScreen, found: Callable[[int, Cited], None]) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self._screen, self._found = screen, found

    def find(self, ordinal: int) -> None:
        """Look for citations of an event in every draft."""
        session_id, citing = str(self._screen.state.session_id), self._screen.bench.citing

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            return citing().read(env, session_id, ordinal)

        doing = f"Looking for what cites event {ordinal}"
        self._screen.ask(FindCiting(ordinal), run, group="citing", doing=doing, opens=True)

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if not isinstance(request, FindCiting):
            return False
        self._found(request.ordinal, value)
        found: tuple[CitingStatement, ...] = value.citations
        if not found:
            self._screen.warn(f"Nothing cites event {request.ordinal}.")
        elif len(found) == 1:
            self._open(found[0])
        else:
            self._choose(request.ordinal, found)
        return True

    def _choose(self, ordinal: int, found: tuple[CitingStatement, ...]) -> None:
        from workbench.tui.screens.dialogs.dialog import ChoiceDialog

        choices = [
            (str(n), f"d-{each.number} {each.place}", one_line(each.text[:MOST]))
            for n, each in enumerate(found)
        ]

        def chosen(which: str | None) -> None:
            if which is not None:
                self._open(found[int(which)])

        dialog = ChoiceDialog(f"What cites event {ordinal}", choices)
        dialog.add_class("wide-dialog")
        self._screen.app.push_screen(dialog, chosen)

    def _open(self, found: CitingStatement) -> None:
        screen = self._screen
        screen.state = replace(
            screen.state, artifact_id=found.artifact_id, number=found.number, item_id=found.item_id
        )
        screen.bench.go("claims")
