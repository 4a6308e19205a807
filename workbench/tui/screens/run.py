"""A run: what waits for an answer, what it found beside the source, and its steps, each with its manifest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Container
from textual.widget import Widget

from workbench.presentation.run_output import answer_title
from workbench.tui.keys import FooterKey
from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.run import detail_rows, overview_rows
from workbench.tui.state.spans import PaneRow, paragraph
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.runs.run_review import RunReview


NO_RUN = (
    "This session is no run. `workbench run start` makes one; `workbench run list` names those there are."
)


class RunScreen(BaseScreen):
    """The open session as a run."""

    NAME = "run"

    def __init__(self) -> None:
        """Nothing read yet."""
        super().__init__()
        self.found: RunReview | None = None
        self.known = False

    def body(self) -> Iterable[Widget]:
        """What was found and the steps, and what stands behind one."""
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
        """Ask for the run."""
        session = self.state.session_id or ""
        self.ask("run", lambda env: _read(env, session), doing="reading the run")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the run; after an answer, the run as it went on."""
        if request == "answer":
            self.notify(f"answered; the run is {value}")
            self.written_elsewhere()
            return
        self.found, self.known = value, True
        self._list.show(self._lay)
        self._behind()
        self.refresh_keys()
        if value is None:
            return
        state = value.shown.state
        self.query_one("#parts-pane", Panel).title = f"Run {value.shown.record.run_id}"
        waits = "waits for an answer: a" if state.status == "WAITING" else state.status.lower()
        if value.shown.output is not None:
            waits += f", {answer_title(value.shown.output).partition(';')[0]}"
        self.set_status(f"step {state.step}, {state.spent.tokens:,} tokens, {waits}")

    def written_elsewhere(self) -> None:
        """The run went on: the screens below are read again too, on the way back."""
        self.select(revision=self.state.revision + 1)
        self.load()

    def _lay(self, width: int) -> Sequence[PaneRow]:
        if self.found is None:
            return paragraph(NO_RUN, width) if self.known else ()
        return overview_rows(self.found, width)

    @on(LineView.Moved, "#run")
    def _moved(self) -> None:
        self._behind()

    @on(LineView.Chosen, "#run")
    def _chosen(self) -> None:
        """What waits is answered; anything else is read."""
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
        self.query_one("#part-pane", Panel).title = behind.get(kind, "Question")
        self.refresh_keys()
        self.query_one("#behind", LineView).show(lambda width: detail_rows(found, key, width), keep=False)

    def footer_keys(self, width: int) -> Sequence[FooterKey]:
        """Only a run that asks offers the key that answers; `tab` leads to what stands behind, and back."""
        waits = self.found is not None and self.found.shown.state.status == "WAITING"
        own = [each for each in super().footer_keys(width) if waits or each.action != "answer_run"]
        if self.found is None:
            return own
        kind, _, of = (self._list.cursor or "").partition(":")
        behind = {"step": "Manifest", "claim": "Source", "part": of.capitalize()}.get(kind, "Question")
        back = "Answer and steps" if self.query_one("#behind").has_focus else behind
        return [*own[:-2], FooterKey("tab", back, "next_pane"), FooterKey("y", "Copy", "copy"), *own[-2:]]

    def action_answer_run(self) -> None:
        """Ask for the answer, write it, and let the run go on."""
        from workbench.tui.screens.dialogs import LineDialog

        if self.found is None or self.found.shown.state.status != "WAITING":
            self.notify("the run asks nothing")
            return
        dialog = LineDialog("Answer", self.found.shown.state.question, hint="enter answers   esc cancels")
        self.app.push_screen(dialog, self._answer)

    def _answer(self, text: str | None) -> None:
        if text is None or self.found is None:
            return
        run_id = self.found.shown.record.run_id
        self.ask("answer", lambda env: _answered(env, run_id, text), write=True, doing="the run goes on")

    def copied(self) -> str:
        """The run's id, or the manifest of the step under the cursor."""
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
    from workbench.services.runs.agent_runs import answer

    return answer(env, run_id, text).state.status.lower()
