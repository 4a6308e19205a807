"""A run: its question to the user, its findings beside the source, and its steps with their manifests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import on
from textual.containers import Container
from textual.widget import Widget

from workbench.presentation.figures import plural
from workbench.presentation.run_output import answer_title, spent_words
from workbench.tui.keyboard.keys import FooterKey
from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.runs.run import detail_rows, overview_rows
from workbench.tui.state.spans import PaneRow, paragraph
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.runs.run_review import RunReview
    from workbench.tui.driven_runs import RunNotice


NO_RUN = (
    "This session is no run. n in the library starts one, or `workbench run start` in a shell; "
    "`workbench run list` names those there are."
)
ALLOWED = {
    "answer_run": ("WAITING",),
    "resume_run": ("RUNNING",),
    "cancel_run": ("RUNNING", "WAITING"),
}
"""Actions, with the statuses of the run that allow them."""
REASON = "not needed any more"
"""Default reason for cancelling a run."""


class Answered(NamedTuple):
    """A person's answer that is being stored."""

    text: str
    remember: str
    """The key under which a refused answer is kept."""


class Cancelling(NamedTuple):
    """The cancellation of a run that is being stored."""

    run_id: str


class RunScreen(BaseScreen):
    """The open session as a run."""

    NAME = "run"

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.found: RunReview | None = None
        self.known = False

    def body(self) -> Iterable[Widget]:
        """Return findings and steps, and the details of one of them."""
        glyphs = self.bench.glyphs
        yield Container(
            Panel("Run", LineView(glyphs=glyphs, id="run", classes="first"), id="parts-pane"),
            Panel("Behind it", LineView(glyphs=glyphs, id="behind"), id="part-pane"),
            id="panes",
        )

    @property
    def _list(self) -> LineView:
        return self.query_one("#run", LineView)

    def load(self) -> None:
        """Request the run."""
        session = self.state.session_id or ""
        self.ask("run", lambda env: _read(env, session), doing="Reading the run")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the run; drive it on after an answer."""
        if isinstance(request, Answered):
            self.bench.reasons.pop(request.remember, None)
            self._drive(value)
            self.toast("Answered; the run goes on")
        elif isinstance(request, Cancelling):
            if not self.bench.driven.doing(request.run_id):  # otherwise the driven run reports it
                self.toast("The run is cancelled")
            self.written_elsewhere()
        else:
            self._show(value)

    def failed(self, request: object, error: Exception) -> None:
        """Show the error; a refused answer is in the dialog again the next time."""
        if isinstance(request, Answered):
            self.bench.reasons[request.remember] = request.text
        super().failed(request, error)

    def _show(self, value: RunReview | None) -> None:
        self.found, self.known = value, True
        self._list.show(self._lay)
        self._behind()
        self.refresh_keys()
        if value is not None:
            self.query_one("#parts-pane", Panel).title = f"Run {value.shown.record.run_id}"
            self._state()

    def _state(self) -> None:
        """Show the state at the top right."""
        if self.found is None:
            return
        shown = self.found.shown
        doing = self.bench.driven.doing(shown.record.run_id)
        if doing:
            self.set_status(f"at work, {doing}")
            return
        state = shown.state
        waits = {"WAITING": "waits for an answer: a", "RUNNING": "not driven by this app: r goes on"}
        stated = waits.get(state.status, state.status.lower())
        if shown.output is not None:
            stated += f", {answer_title(shown.output).partition(';')[0]}"
        spent = spent_words(state.spent, shown.settings.money, shown.settings.currency)
        self.set_status(f"{plural(state.step, 'step')}, {spent}, {stated}")

    def run_moved(self, found: RunNotice) -> None:
        """Show the next phase; read the run again with each step."""
        shown = self.found.shown if self.found is not None else None
        if shown is None or shown.record.run_id != found.run_id:
            return
        if found.phase == "COMPILE" and not self.busy:
            self.written_elsewhere()
        self._state()

    def written_elsewhere(self) -> None:
        """Read the run again; the screens below do so too on return."""
        self.select(revision=self.state.revision + 1)
        self.load()

    def _lay(self, width: int) -> Sequence[PaneRow]:
        if self.found is None:
            return paragraph(NO_RUN, width) if self.known else ()
        doing = self.bench.driven.doing(self.found.shown.record.run_id)
        return overview_rows(self.found, width, at_work=bool(doing))

    @on(LineView.Moved, "#run")
    def _moved(self) -> None:
        self._behind()

    @on(LineView.Chosen, "#run")
    def _chosen(self) -> None:
        """Answer the question under the cursor, or focus the details of anything else."""
        if self._list.cursor == "ask":
            self.action_answer_run()
        else:
            self.query_one("#behind", LineView).focus()

    def _behind(self) -> None:
        found, key = self.found, self._list.cursor
        if found is None:
            return
        kind, _, of = (key or "").partition(":")
        behind = {"step": f"Manifest of step {of}", "claim": "Claim and source", "part": of.capitalize()}
        self.query_one("#part-pane", Panel).title = behind.get(kind, self._unkeyed)
        self.refresh_keys()
        self.query_one("#behind", LineView).show(lambda width: detail_rows(found, key, width), keep=False)

    @property
    def _unkeyed(self) -> str:
        """The title of the details if the cursor is on no step and no statement."""
        return "Question" if self._status_of_run == "WAITING" else "Behind it"

    @property
    def _status_of_run(self) -> str:
        """The run's status in the store; empty if none is shown."""
        return self.found.shown.state.status if self.found is not None else ""

    def footer_keys(self, width: int) -> Sequence[FooterKey]:
        """Return only the keys that the run's status allows; `tab` switches between list and details."""
        refused = {name for name, statuses in ALLOWED.items() if self._status_of_run not in statuses}
        if self.found is not None and self.bench.driven.doing(self.found.shown.record.run_id):
            refused.add("resume_run")
        own = [each for each in super().footer_keys(width) if each.action not in refused]
        if self.found is None:
            return own
        kind, _, of = (self._list.cursor or "").partition(":")
        behind = {"step": "Manifest", "claim": "Source", "part": of.capitalize()}.get(kind, self._unkeyed)
        back = "Answer and steps" if self.query_one("#behind").has_focus else behind
        return [*own[:-2], FooterKey("tab", back, "next_pane"), FooterKey("y", "Copy", "copy"), *own[-2:]]

    def action_answer_run(self) -> None:
        """Ask for the answer, store it, and let the run continue."""
        from workbench.tui.screens.dialogs.dialog import LineDialog

        if self.found is None or self._status_of_run != "WAITING":
            self.warn("The run asks nothing.")
            return
        question = self.found.shown.state.question
        dialog = LineDialog("Answer", question, hint="enter answers   esc cancels", remember=True)
        self.app.push_screen(dialog, lambda text: self._answer(text, dialog.remember))

    def _answer(self, text: str | None, remember: str) -> None:
        if text is None or self.found is None:
            return
        run_id = self.found.shown.record.run_id
        request = Answered(text, remember)
        self.ask(request, lambda env: _answered(env, run_id, text), write=True, doing="Keeping the answer")

    def action_resume_run(self) -> None:
        """Drive a run that was left by a crash, or by the end of the app that drove it."""
        status = self._status_of_run
        run_id = self.found.shown.record.run_id if self.found is not None else ""
        if self.bench.driven.doing(run_id):
            self.warn("This app is at work on the run.")
        elif status == "RUNNING":
            self._drive(run_id)
        else:
            waits = (
                "The run waits for an answer: a."
                if status == "WAITING"
                else f"The run has ended: {status.lower()}"
            )
            self.warn(waits if status else "There is no run to go on with.")

    def _drive(self, run_id: str) -> None:
        self.bench.driven.begin(run_id)
        self.written_elsewhere()

    def action_cancel_run(self) -> None:
        """Ask for the reason, and cancel the run."""
        from workbench.tui.screens.dialogs.dialog import LineDialog

        if self._status_of_run not in ALLOWED["cancel_run"]:
            ended = f"The run has ended: {self._status_of_run.lower()}" if self.found else "There is no run"
            self.warn(f"{ended}; nothing is left to cancel.")
            return
        asks = "Why? A cancelled run cannot be taken up again."
        dialog = LineDialog(
            "Cancel the run", asks, value=REASON, hint="enter cancels the run   esc lets it go on"
        )
        self.app.push_screen(dialog, self._cancel)

    def _cancel(self, reason: str | None) -> None:
        if reason is None or self.found is None:
            return
        run_id = self.found.shown.record.run_id
        self.ask(
            Cancelling(run_id),
            lambda env: _cancelled(env, run_id, reason),
            write=True,
            doing="Cancelling the run",
        )

    def copied(self) -> str:
        """Return the run's id, or the manifest of the step under the cursor."""
        if self.found is None:
            return ""
        kind, _, number = (self._list.cursor or "").partition(":")
        if kind == "step":
            return next(each.manifest_id for each in self.found.steps if each.step == int(number))
        return self.found.shown.record.run_id


def _read(env: Env, session: str) -> RunReview | None:
    from workbench.services.runs.run_review import reviewed

    return reviewed(env, session)


def _answered(env: Env, run_id: str, text: str) -> str:
    from workbench.services.runs.agent_runs import take_answer

    return take_answer(env, run_id, text).record.run_id


def _cancelled(env: Env, run_id: str, reason: str) -> None:
    from workbench.services.runs.agent_runs import cancel

    cancel(env, run_id, reason)
