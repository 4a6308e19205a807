"""Starting a run from within the app: the question, the sources, and when it is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from workbench.escaping import one_line
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.dialogs.dialog import Dialog
from workbench.tui.state.runs.run_request import sources_of, steps_of
from workbench.tui.state.session import SessionState
from workbench.tui.text import clip
from workbench.tui.widgets.confirm import ConfirmBox
from workbench.tui.widgets.one_line_input import OneLineInput

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.runs.shown_run import RunShown

FIELDS = (
    ("objective", "What to find out", "When does the ferry go on Sundays?"),
    ("sources", "Sources: files, folders, http(s) addresses; spaces between", "~/notes https://example.org/"),
    ("done", "Done when (may be empty)", ""),
    ("steps", "Most steps (empty: 12, or as configured)", "12"),
)


class AskBox(ConfirmBox):
    """A box in a form: space toggles it; enter submits the form, as in its fields."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Start", show=False)]

    class Submitted(Message):
        """Enter was pressed."""

    def action_submit(self) -> None:
        """Submit the form."""
        self.post_message(self.Submitted())


class RunDialog(Dialog["RunShown"]):
    """A dialog that closes with the started run; invalid input stays in its fields."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,down", "app.focus_next", "Next", show=False),
        Binding("shift+tab,up", "app.focus_previous", "Previous", show=False),
    ]
    TITLE_TEXT = "Start a run"

    def body(self) -> Iterable[Widget]:
        """Return a field per input, and a box."""
        for name, label, example in FIELDS:
            yield Static(label, classes="label", markup=False)
            kept = self.bench.reasons.get(f"run:{name}", "")
            yield OneLineInput(value=kept, placeholder=example, compact=True, id=name)
        yield AskBox("ask me before giving up   (space)", id="ask")
        yield Static("enter starts   tab next field   esc cancels", markup=False, classes="hint")

    def _typed(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value

    @on(Input.Submitted)
    @on(AskBox.Submitted)
    def _submitted(self) -> None:
        """Start the run, or go to a field with missing input."""
        if self.writing:
            return
        for name in ("objective", "sources"):
            if not self._typed(name).strip():
                self._refuse(name, {"objective": "Say what to find out.", "sources": "Name a source."}[name])
                return
        try:
            sources = sources_of(self._typed("sources"))
        except ValueError:
            self._refuse("sources", "A quotation mark in the sources is not closed.")
            return
        try:
            steps = steps_of(self._typed("steps"))
        except ValueError:
            self._refuse("steps", "The most steps are a number above 0.")
            return
        settings = {"steps": steps, "ask": self.query_one("#ask", ConfirmBox).value or None}
        objective, done = self._typed("objective"), self._typed("done")

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.runs.agent_runs import begin
            from workbench.services.runs.shown_run import RunRequest

            return begin(env, RunRequest(objective, sources, done, settings=settings))

        self.ask("begin", run, write=True, doing="Starting the run", opens=True)

    def _refuse(self, name: str, words: str) -> None:
        self.query_one(f"#{name}", Input).focus()
        self.warn(words)

    def answered(self, request: object, value: RunShown) -> None:  # noqa: ARG002 - it asks one thing
        """Close with the run."""
        for name, _, _ in FIELDS:
            self.bench.reasons.pop(f"run:{name}", None)
        self.dismiss(value)

    def action_close(self) -> None:
        """Start nothing; the typed words are shown again the next time."""
        if self.writing:
            return
        for name, _, _ in FIELDS:
            self.bench.reasons[f"run:{name}"] = self._typed(name)
        super().action_close()


class StartingRun:
    """The start action of a screen: ask, start, and open the run while it is driven."""

    def __init__(self, screen: BaseScreen) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self._screen = screen

    def ask(self) -> None:
        """Open the dialog."""
        if self._screen.bench.read_only:
            self._screen.warn("This store is read-only: no run can be started in it.")
            return
        self._screen.app.push_screen(RunDialog(), self._begun)

    def _begun(self, shown: RunShown | None) -> None:
        if shown is None:
            return
        screen, record = self._screen, shown.record
        title = clip(one_line(record.objective), 48)
        screen.hand_over(SessionState(session_id=record.session_id, title=title))
        screen.bench.driven.begin(record.run_id)
        screen.bench.go("run")
