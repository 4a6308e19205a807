"""A draft with its gates: measured beside needed, failures explained, the way to each problem.

Actions on a draft (accept, reject, repair, draft again) begin here; only the accept dialog moves a pointer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.editing.editing import Editing, run_act
from workbench.tui.screens.key_queue import KeyQueue
from workbench.tui.screens.review.claim_choice import SOUGHT, ask_words
from workbench.tui.screens.review.draft_acts import DraftActs, is_possible
from workbench.tui.screens.review.draft_pane import DraftPane
from workbench.tui.screens.review.gate_walk import GateWalk
from workbench.tui.screens.review.verdict_line import VerdictLine
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.screens.two_panes import TwoPanes
from workbench.tui.state.review import drafts
from workbench.tui.state.review.editing import no_problem
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.statusline import StatusLine

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.drafts.draft_page import DraftPage
    from workbench.tui.desk import LazyDesk


class DraftScreen(BaseScreen):
    """One draft of the open session."""

    NAME = "draft"

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.shown = ShownDraft(lambda: self.state.revision)
        self.queue = KeyQueue(self, lambda: self.doing or self.shown.opening)
        self.gates = GateWalk(self)
        self.verdict = VerdictLine(self, self.shown)
        self.pane = DraftPane(self, self.shown)
        self.prose, self.panes = self.pane.prose, TwoPanes(self, "#gates", "#draft")
        self.pressing = lambda: drafts.pressing(self.shown.current, active=self.shown.active)
        self.editing = Editing(self, self.shown, tuple, tuple)
        self.acts = DraftActs(
            self, self.shown, self.queue, inspect=self.inspect, announce_verdict=self.verdict.announce
        )
        self.parts = (self.prose, self.acts, self.editing.copy)

    @on(LineView.Moved, "#gates")
    def _gate_moved(self, message: LineView.Moved) -> None:
        self.gates.moved(message.key)
        self.pane.go_to_problem(self.gates.problem_at(message.key))

    def body(self) -> Iterable[Widget]:
        """Return gates, draft, and the verdict below both."""
        glyphs = self.bench.glyphs
        yield Horizontal(
            Panel("Gates", LineView(glyphs=glyphs, id="gates", classes="first"), id="gates-pane"),
            Panel("Draft", LineView(glyphs=glyphs, id="draft"), id="draft-pane"),
            id="panes",
        )
        yield StatusLine(glyphs=glyphs, id="verdict")

    def load(self) -> None:
        """Request the draft's page."""
        self.shown.asked = True
        session, artifact, desk = self.state.session_id or "", self.state.artifact_id, self.bench.desk
        name = f"d-{self.state.number}" if self.state.number else "the draft"
        doing = f"Scoring {name} against its source"
        if self.shown.current is None or not self.shown.shows(artifact):
            self.verdict.show_text(f"{doing} ...")
            self.refresh_keys()
        self.ask("page", lambda env: _page(env, session, artifact, desk), doing=doing)

    def written_elsewhere(self) -> None:
        """Read again, with the verdict in view: what others write, as more events, seldom changes it."""
        self.shown.hold()
        self.load()

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the page, or pass the answer to a part."""
        if request == "page":
            self._show_page(value)
        else:
            super().answered(request, value)

    def failed(self, request: object, error: Exception) -> None:
        """Show the error; the page stays as it is."""
        if self.shown.current is not None:
            self.verdict.announce()
        else:
            self.verdict.show_text("Nothing could be read. R tries again.")
        if not (self.acts.failed(request, error) or self.editing.copy.failed(request, error)):
            super().failed(request, error)

    def _show_page(self, page: DraftPage) -> None:
        self.shown.page = page
        self.shown.hold()
        if page.judged is None:
            self.pane.show_empty(page.session.session_id[:12], self.gates.lines)
            self.verdict.show_text("Nothing to judge yet")
            self.set_status("0 drafts")
            return
        self.shown.judgement = drafts.judgement(page)
        self.editing.copy.remember()
        fresh = self.state.artifact_id != page.judged.artifact_id
        self.select(
            artifact_id=page.judged.artifact_id,
            number=page.judged.number,
            title=self.state.title or page.session.title or page.session.source_name,
        )
        self.gates.show(self.shown.judgement, fresh=fresh)
        self.pane.draw()
        if fresh and self.gates.lines.cursor is not None:
            self.pane.go_to_problem(self.gates.problem_at(self.gates.lines.cursor))
        self.query_one("#draft-pane", Panel).counter = drafts.counter(self.shown.judgement.problems)
        self.prose.read()
        self.verdict.announce()
        self.set_status(f" {self.bench.glyphs.bullet} ".join(drafts.status(page)))
        self.refresh_keys()
        pending, self.pending = self.pending, ""
        if pending == "accept":
            self.action_accept()
        self.queue.release()

    def crumbs(self) -> tuple[str, ...]:
        """Return the path down to the draft."""
        name = f"d-{self.state.number}" if self.state.number else "Drafts"
        return ("workbench", self.state.title or "session", "Drafts", name)

    def is_enabled(self, action: str) -> bool:
        """Return whether an action is possible; accept is dimmed for a blocked draft, but explains why."""
        return is_possible(action, self.shown.current)

    def action_accept(self) -> None:
        """Open the accept dialog, or show why the draft cannot be accepted."""
        self.acts.accept()

    def action_reject(self) -> None:
        """Ask for the reason, then record the rejection."""
        self.acts.reject()

    def action_repair(self) -> None:
        """Repair what can be repaired without a judgement, as a new draft."""
        self.acts.repair()

    def action_draft_again(self) -> None:
        """Choose a strategy and draft the same range again."""
        self.acts.draft_again()

    def action_rescore(self) -> None:
        """Score again."""
        self.acts.rescore()

    def action_edit(self, act: str) -> None:
        """Keep, undo or redo edits, drop statements without a source, or edit the whole draft."""
        if not self.queue.holds(f"edit({act!r})"):
            run_act(act, self.editing, self.editing.copy)

    def action_text(self) -> None:
        """Toggle between running text and statements by kind."""
        if self.shown.page is None or self.shown.page.judged is None:
            self.warn("There is no draft to read yet.")
        else:
            self.prose.toggle()
            self.panes.reveal_second()

    # moving

    def action_search(self) -> None:
        """Ask for words, and list the claims that contain them."""
        ask_words(self, "", lambda words: self.action_go("claims", f"{SOUGHT}{words}") if words else None)

    def action_go(self, name: str, pending: str = "") -> None:
        """Make `5` compare this draft, whatever was compared before."""
        if name == "compare":
            self.select(compare=None)
        super().action_go(name, pending)

    @on(LineView.Chosen, "#gates")
    def _gate_chosen(self, message: LineView.Chosen) -> None:
        self.inspect(message.key)

    @on(LineView.Chosen, "#draft")
    def _item_chosen(self, message: LineView.Chosen) -> None:
        self._open_claims(message.key)

    def inspect(self, key: str) -> None:
        """Go to the claim that a problem, or the first problem of a gate, is about."""
        if self.queue.holds(f"inspect_key({key!r})"):
            return
        problem = self.gates.problem_at(key)
        if problem is None:
            self.warn("This gate has no finding to go to. 4 opens the claims.")
        else:
            self.gates.visit(problem)
            self._open_claims(drafts.target(problem))

    action_inspect_key = inspect

    def _open_claims(self, key: str) -> None:
        self.select(item_id=key)
        self.bench.go("claims")

    def action_inspect(self) -> None:
        """Go to the subject of the row under the cursor."""
        cursor = self.gates.lines.cursor
        if cursor is not None:
            self.inspect(cursor)

    def action_problem(self, step: int) -> None:
        """Go to the next or previous problem, wrapping around."""
        if self.queue.holds(f"problem({step})"):
            return
        if self.gates.step(step):
            self.panes.first()
            self.verdict.announce()
        else:
            self.warn(no_problem(self.shown.page))

    def action_draft(self, step: int) -> None:
        """Show the draft before or after."""
        if self.queue.holds(f"draft({step})"):
            return
        beside = self.shown.page.beside(step) if self.shown.page else None
        if beside is None:
            self.warn("There is no draft before this one." if step < 0 else "This is the newest draft.")
            return
        self.select(artifact_id=beside.artifact_id, number=beside.number, item_id=None)
        self.gates.clear()
        self.shown.judgement = None
        self.set_status(self._status)
        self.load()

    def action_next_pane(self) -> None:
        """Go to the other pane; without room for both, it replaces this one."""
        self.panes.turn()

    action_previous_pane = action_next_pane

    def copied(self) -> str:
        """Return the id under the cursor, or the draft's."""
        return self.pane.copied() or self.state.artifact_id or ""

    def paged(self) -> str:
        """Return the draft as an agent would be given it."""
        return self.pane.as_given()


def _page(env: Env, session: str, artifact: str | None, desk: LazyDesk) -> DraftPage:
    from workbench.services.drafts.draft_page import draft_page

    return draft_page(env, session, artifact, desk())
