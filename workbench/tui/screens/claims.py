"""The claims of a draft beside the words they came from, and reviews of what the gates found.

Reviews are recorded with a reason and judged again at once; nothing here moves a pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Container, Vertical
from textual.widget import Widget

from workbench.presentation.problems import Problem, ReviewWay
from workbench.presentation.spans import Span
from workbench.tui.screens.claim_choice import ClaimChoice
from workbench.tui.screens.claim_source import SourceBeside
from workbench.tui.screens.key_queue import KeyQueue
from workbench.tui.screens.marking import Marking
from workbench.tui.screens.mending import Mending
from workbench.tui.screens.progress import Progress
from workbench.tui.screens.prose import ProseView
from workbench.tui.screens.reviews import WHY_NOT, ask_reason, reviewable
from workbench.tui.state import drafts
from workbench.tui.state.claims import (
    Claims,
    Entry,
    claims_of,
    detail_rows,
    stepped,
)
from workbench.tui.state.mending import no_problem, note_lines, reviewed_items, status_notes
from workbench.tui.state.spans import Row, paragraph, row
from workbench.tui.widgets.keyed import KeyedLines
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.drafts.draft_page import DraftPage
    from workbench.tui.desk import LazyDesk


class ClaimsScreen(SourceBeside):
    """The claims of the selected draft."""

    NAME = "claims"

    def __init__(self) -> None:
        """Nothing read yet."""
        super().__init__()
        self.claims = Claims(())
        self.choice = ClaimChoice(self, lambda: self.claims, lambda: no_problem(self.page), self._filtered)
        self.prose = self.choice.prose = ProseView(self, lambda: self.page, self.choice.retold)
        self.mending = Mending(self, lambda: self.page, self.choice.meant, lambda: self._list.keys)
        self.marks = Progress(self, lambda: self.page, self.choice.meant)
        self.marking = Marking(self)
        self.queue = KeyQueue(self, lambda: self.doing)
        self._problems: tuple[Problem, ...] = ()

    def body(self) -> Iterable[Widget]:
        """Claims with what is said of one, and the source."""
        glyphs = self.bench.glyphs
        claims = KeyedLines(glyphs=glyphs, id="claims", classes="first", ranged=True)
        claims.follower = self._claim_moved
        yield Container(
            Vertical(
                Panel("Claims", claims, id="claims-pane"),
                Panel("Claim", KeyedLines(glyphs=glyphs, id="detail"), id="detail-pane"),
                id="left",
            ),
            Panel("Source", KeyedLines(glyphs=glyphs, id="source"), id="source-pane"),
            id="panes",
        )

    # reading

    def load(self) -> None:
        """Ask for the draft's page."""
        session, artifact, desk = self.state.session_id or "", self.state.artifact_id, self.bench.desk
        doing = f"Scoring d-{self.state.number or '?'} against its source"
        self.ask("page", lambda env: _page(env, session, artifact, desk), doing=doing)

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show what came."""
        if request == "page":
            self._show_page(value)
        elif request == "review":
            self.toast(f"Recorded: {value.about}. Scored again.")
            revision, cursor = self.state.revision + 1, self._list.cursor
            self.reload_with(replace(self.state, revision=revision, item_id=cursor))
        elif self.prose.answered(request, value):
            return
        elif not self.mending.copy.done(request, value) and not self.marks.done(request):
            self.marking.answered(request, value)

    def failed(self, request: object, error: Exception) -> None:
        """What does not fit in a form is listed by line."""
        if not self.mending.copy.failed(request, error):
            super().failed(request, error)

    def _show_page(self, page: DraftPage) -> None:
        self.page = page
        if page.judged is None:
            self._list.show(_lay_none)
            self.set_status("0 drafts")
            return
        judgement = drafts.judgement(page)
        self._problems = judgement.problems
        self.claims = claims_of(page.judged.artifact, judgement.problems, reviewed_items(page))
        self.state = replace(
            self.state,
            artifact_id=page.judged.artifact_id,
            number=page.judged.number,
            title=self.state.title or page.session.title or page.session.source_name,
        )
        wanted, self.state = self.state.item_id, replace(self.state, item_id=None)
        self._loaded_for = self.state
        self.choice.reveal(wanted)
        self._list.show(self.choice.lay, cursor=wanted)
        self.choice.prune_range()
        self._show_entry(self._list.cursor)
        self._tell()
        self.refresh_keys()
        self.mending.copy.tell_others()
        self.prose.read()
        self.queue.release()

    @property
    def _list(self) -> KeyedLines:
        return self.query_one("#claims", KeyedLines)

    def entry(self) -> Entry | None:
        """The entry under the cursor."""
        return self.claims.entry(self._list.cursor)

    def _tell(self) -> None:
        shown = self.choice.shown
        pane = self.query_one("#claims-pane", Panel)
        pane.title = f"Claims ({sum(each.item is not None for each in shown)})"
        if self.prose.shown and not self.choice.notes():
            pane.title += f" {self.prose.title}"
        keys = self._list.keys
        at = keys.index(self._list.cursor) + 1 if self._list.cursor in keys else 0
        pane.counter = f"line {at} of {len(keys)}"
        follows = "linked scrolling on" if self.linked else "linked scrolling off"
        notes = [drafts.count_words(self._problems)]
        notes += status_notes(self.page, self.claims.entries) if self.page is not None else ()
        notes += [*self.choice.notes(), follows]
        self.set_status(f" {self.bench.glyphs.bullet} ".join(notes))

    def crumbs(self) -> tuple[str, ...]:
        """Down to the claims of the draft."""
        return ("workbench", self.state.title or "session", f"d-{self.state.number or '?'}", "Claims")

    # the selected claim and its source

    def _claim_moved(self, message: KeyedLines.Moved) -> None:
        self._show_entry(message.key)
        self._tell()

    def _show_entry(self, key: str | None) -> None:
        self.link = 0
        entry = self.claims.entry(key)
        detail = self.query_one("#detail", KeyedLines)
        if entry is None or self.page is None or self.page.judged is None:
            detail.show(lambda _width: ())
            return
        detail.show(self._lay_detail, keep=False)
        self.query_one("#detail-pane", Panel).title = entry.place
        if self.linked:
            self.show_source(entry)

    def draw_detail(self) -> None:
        """What is said of the entry."""
        self.query_one("#detail", KeyedLines).show(self._lay_detail)

    def _lay_detail(self, width: int) -> Sequence[Row]:
        entry = self.entry()
        if entry is None or self.page is None or self.page.judged is None:
            return ()
        notes = note_lines(self.page, entry.key)
        return detail_rows(entry, self.link, self.page.judged.events, width, notes)

    # actions

    def action_claim(self, step: int) -> None:
        """The claim before or after, whichever pane has the focus."""
        self._step(self._list.keys, step, around=False)

    def action_problem(self, step: int) -> None:
        """The next or previous problem, or match of the search."""
        if self.queue.holds(f"problem({step})"):
            return
        keys = self.choice.stops()
        if keys:
            self._step(keys, step, around=True)
        else:
            self.warn("No claim matches." if self.choice.words else no_problem(self.page))

    def _step(self, keys: Sequence[str], step: int, *, around: bool) -> None:
        wanted = stepped(self._list.keys, keys, self._list.cursor, step, around=around)
        if wanted is not None:
            self._list.go_to(wanted)

    def action_linked(self) -> None:
        """Let the source follow, or not."""
        self.linked = not self.linked
        entry = self.entry()
        if self.linked and entry is not None:
            self.show_source(entry)
        self._tell()

    def _filtered(self) -> None:
        """Search or filter changed."""
        self._list.show(self.choice.lay)
        self._show_entry(self._list.cursor)
        self._tell()

    def action_choose_claims(self, way: str) -> None:
        """Filter, search, begin a range, or select all that is shown."""
        getattr(self.choice, way)()

    def escape(self) -> bool:
        """Clear the range, else the search, else the filter."""
        return self.choice.escape()

    def action_text(self) -> None:
        """The claims within the running text, or as a list."""
        self.prose.toggle()

    @on(KeyedLines.Chosen, "#claims")
    def _claim_chosen(self) -> None:
        self.query_one("#source", KeyedLines).focus()

    # mending

    def action_mend(self, act: str) -> None:
        """Edit, drop, relink and the like; in the source, `a` is about the event."""
        if self.queue.holds(f"mend({act!r})"):
            return
        source = self.query_one("#source", KeyedLines)
        if act == "add" and source.has_focus:
            key = source.cursor or ""
            self.marking.mark(int(key.partition(":")[2]) if key.startswith("event:") else None)
        else:
            owners = (self.mending, self.mending.copy, self.marks)
            next(getattr(each, act) for each in owners if hasattr(each, act))()

    # reviews

    def action_review(self, way: ReviewWay) -> None:
        """Record a review of what the gates found about the claim, with a reason."""
        if self.queue.holds(f"review({way!r})"):
            return
        problem = reviewable(self.entry(), way)
        if problem is None:
            self.warn(WHY_NOT[way])
            return
        if way in ("settle", "clear") and self.page is not None and self.page.edits:
            self.warn("A review is of a draft that is kept: w keeps the edits first.")
            return
        ask_reason(self, way, problem)


def _lay_none(width: int) -> list[Row]:
    rows = [row(), row(Span("No drafts yet, so there are no claims.", "strong")), row()]
    return rows + paragraph("2  opens the timeline: select a range with v, then c drafts it", width, indent=2)


def _page(env: Env, session: str, artifact: str | None, desk: LazyDesk) -> DraftPage:
    from workbench.services.drafts.draft_page import draft_page

    return draft_page(env, session, artifact, desk())
