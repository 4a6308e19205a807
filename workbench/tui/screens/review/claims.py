"""The claims of a draft beside the words they came from, and reviews of the gates' findings.

Reviews are recorded with a reason and scored again at once; nothing here moves a pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Container, Vertical
from textual.widget import Widget

from workbench.presentation.problems import ReviewWay
from workbench.presentation.spans import StyledText
from workbench.tui.screens.base import BaseScreen, open_event
from workbench.tui.screens.editing.editing import Editing, run_act
from workbench.tui.screens.editing.marking import Marking
from workbench.tui.screens.key_queue import KeyQueue
from workbench.tui.screens.review.claim_choice import ClaimChoice
from workbench.tui.screens.review.claim_detail import DetailPane
from workbench.tui.screens.review.claim_source import SourcePane
from workbench.tui.screens.review.progress import DraftProgress
from workbench.tui.screens.review.prose import ProseView
from workbench.tui.screens.review.reviews import ClaimReviews
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.screens.turns import focus_shown
from workbench.tui.state.review import drafts
from workbench.tui.state.review.claims import (
    ClaimLine,
    Claims,
    beside,
    claims_of,
    list_title,
    pressing,
    stepped,
)
from workbench.tui.state.review.editing import no_problem, reviewed_items, status_notes
from workbench.tui.state.spans import PaneRow, paragraph, row
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.drafts.draft_page import DraftPage
    from workbench.tui.desk import LazyDesk
    from workbench.tui.keyboard.keys import FooterKey


class ClaimsScreen(BaseScreen):
    """The claims of the selected draft."""

    NAME = "claims"

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.shown = ShownDraft()
        self.claims = Claims(())
        self.queue = KeyQueue(self, lambda: self.doing or self.shown.opening)
        self.choice = ClaimChoice(
            self, lambda: self.claims, lambda: no_problem(self.shown.page), self._filtered
        )
        self.pressing = lambda: pressing(self.entry())
        self.prose = self.choice.prose = ProseView(self, self.shown, self.choice.restated)
        self.source = SourcePane(self, self.shown)
        self.detail = DetailPane(self, self.shown, self.source, self.entry)
        self.editing = Editing(self, self.shown, self.choice.targets, lambda: self._list.keys)
        self.marks = DraftProgress(self, self.shown, self.choice.targets)
        self.marking = Marking(self)
        self.reviews = ClaimReviews(self, self.shown, self.entry)
        self.parts = (self.reviews, self.prose, self.editing.copy, self.marks, self.marking)

    def body(self) -> Iterable[Widget]:
        """Return the claims with the details of one, and the source."""
        glyphs = self.bench.glyphs
        claims = LineView(Text(ranged=True), glyphs=glyphs, id="claims", classes="first")
        claims.follower = self._claim_moved
        yield Container(
            Vertical(
                Panel("Claims", claims, id="claims-pane"),
                Panel("Claim", LineView(glyphs=glyphs, id="detail"), id="detail-pane"),
                id="left",
            ),
            Panel("Source", LineView(glyphs=glyphs, id="source"), id="source-pane"),
            id="panes",
        )

    # reading

    def load(self) -> None:
        """Request the draft's page."""
        self.shown.asked = True
        session, artifact, desk = self.state.session_id or "", self.state.artifact_id, self.bench.desk
        doing = f"Scoring {_name(self, 'the draft')} against its source"
        self.ask("page", lambda env: _page(env, session, artifact, desk), doing=doing)

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the page, or pass the answer to a part."""
        if request == "page":
            self._show_page(value)
        else:
            super().answered(request, value)

    def failed(self, request: object, error: Exception) -> None:
        """List the problems of a form by line; show other errors."""
        if not self.editing.copy.failed(request, error):
            super().failed(request, error)

    def _show_page(self, page: DraftPage) -> None:
        self.shown.page = page
        if page.judged is None:
            self._list.show(_lay_none)
            self.set_status("0 drafts")
            return
        judgement = self.shown.judgement = drafts.judgement(page)
        self.editing.copy.remember()
        self.claims = claims_of(page.judged.artifact, judgement.problems, reviewed_items(page))
        wanted = beside(self.state.item_id, self._list.keys, [each.key for each in self.claims.entries])
        self.select(
            artifact_id=page.judged.artifact_id,
            number=page.judged.number,
            title=self.state.title or page.session.title or page.session.source_name,
            item_id=None,
        )
        self.choice.reveal(wanted)
        self.choice.opened_for(self.pending)
        self.pending = ""
        self._list.show(self.choice.lay, cursor=wanted)
        self.choice.prune_range()
        self.detail.show()
        self._announce()
        self.refresh_keys()
        self.editing.copy.announce_others()
        self.prose.read()
        self.queue.release()

    @property
    def _list(self) -> LineView:
        return self.query_one("#claims", LineView)

    def entry(self) -> ClaimLine | None:
        """Return the entry under the cursor."""
        return self.claims.entry(self._list.cursor)

    def _announce(self) -> None:
        shown = self.choice.shown
        pane = self.query_one("#claims-pane", Panel)
        pane.title, others = list_title(shown)
        if self.prose.shown and not self.choice.notes():
            pane.title += f" {self.prose.title}"
        keys = self._list.keys
        at = keys.index(self._list.cursor) + 1 if self._list.cursor in keys else 0
        pane.counter = f"{at} of {len(keys)}{others}"
        self.set_status(f" {self.bench.glyphs.bullet} ".join(_notes(self)))

    def crumbs(self) -> tuple[str, ...]:
        """Return the path down to the claims of the draft."""
        return ("workbench", self.state.title or "session", _name(self, "no draft"), "Claims")

    def footer_keys(self, width: int) -> Sequence[FooterKey]:
        """Return the keys of the footer; during a search `n` and `p` walk its matches."""
        keys = super().footer_keys(width)
        return _with_matches(keys) if self.choice.words else keys

    def _claim_moved(self, _message: LineView.Moved | None = None) -> None:
        self.detail.show()
        self._announce()
        self.refresh_keys()

    # actions

    def action_claim(self, step: int) -> None:
        """Go to the claim before or after, whichever pane has the focus."""
        self._step(self._list.keys, step, around=False)

    def action_problem(self, step: int) -> None:
        """Go to the next or previous problem, or match of the search."""
        if self.queue.holds(f"problem({step})"):
            return
        keys = self.choice.stops()
        if keys:
            self._step(keys, step, around=True)
        else:
            self.warn("No claim matches." if self.choice.words else no_problem(self.shown.page))

    def _step(self, keys: Sequence[str], step: int, *, around: bool) -> None:
        wanted = stepped(self._list.keys, keys, self._list.cursor, step, around=around)
        if wanted is not None:
            self._list.go_to(wanted)
            if around and not self.choice.words:
                self.bench.looked_at.add(self.state.artifact_id, wanted)

    def action_linked(self) -> None:
        """Let the source follow the claims, or not."""
        self.source.toggle(self.entry())
        self._announce()

    def action_link(self, step: int) -> None:
        """Go to the next link of the claim."""
        self.detail.step(step)

    def _filtered(self) -> None:
        """Show the list after search or filter changed."""
        self._list.show(self.choice.lay, cursor=self._list.cursor)
        self._claim_moved()

    def action_choose_claims(self, way: str) -> None:
        """Filter, search, begin a range, or select everything shown."""
        getattr(self.choice, way)()

    def escape(self) -> bool:
        """Clear the range, else the search, else the filter."""
        return self.choice.escape()

    def action_text(self) -> None:
        """Toggle between running text and the list, in the pane of the list."""
        if self.query_one("#detail").has_focus:
            _show_pane(self, "#claims")
        self.prose.toggle()

    @on(LineView.Chosen, "#claims")
    def _claim_chosen(self) -> None:
        self.source.lines.focus()

    @on(LineView.Chosen, "#source")
    def _event_chosen(self, message: LineView.Chosen) -> None:
        open_event(self, int(message.key.partition(":")[2]))

    # to other panes and screens

    def action_go(self, name: str, pending: str = "") -> None:
        """Make `5` compare this draft, whatever was compared before."""
        if name == "compare":
            self.select(compare=None)
        super().action_go(name, pending)

    def action_next_pane(self) -> None:
        """Go to the next pane; without room beside the list, the whole claim replaces it."""
        self._turn(("#claims", "#detail", "#source"))

    def action_previous_pane(self) -> None:
        """Go to the previous pane."""
        self._turn(("#source", "#detail", "#claims"))

    def _turn(self, order: Sequence[str]) -> None:
        here = next((n for n, each in enumerate(order) if self.query_one(each).has_focus), 0)
        _show_pane(self, order[(here + 1) % len(order)])

    def copied(self) -> str:
        """Return the linked words while the source has the focus, else the claim."""
        return self.source.copied(entry) if (entry := self.entry()) is not None else ""

    def paged(self) -> str:
        """Return the linked event in full."""
        return self.source.paged(entry) if (entry := self.entry()) is not None else ""

    def action_edit(self, act: str) -> None:
        """Edit, drop, relink and so on; in the source, `a` adds the event."""
        if self.queue.holds(f"edit({act!r})"):
            return
        if act == "add" and self.source.lines.has_focus:
            self.marking.mark(self.source.event)
        else:
            run_act(act, self.editing, self.editing.copy, self.marks)

    def action_review(self, way: ReviewWay) -> None:
        """Record a review of a finding about the claim, with a reason."""
        if not self.queue.holds(f"review({way!r})"):
            self.reviews.review(way)


def _name(screen: ClaimsScreen, absent: str) -> str:
    return f"d-{screen.state.number}" if screen.state.number else absent


def _notes(screen: ClaimsScreen) -> list[str]:
    """Return what the line at the top says of the draft and the list."""
    judgement, page = screen.shown.judgement, screen.shown.page
    notes = [drafts.count_words(judgement.problems if judgement is not None else ())]
    notes += status_notes(page, screen.claims.entries) if page is not None else ()
    return [
        *notes,
        *screen.choice.notes(),
        *(() if screen.source.linked else ("the source stays where it is",)),
    ]


def _with_matches(keys: Sequence[FooterKey]) -> list[FooterKey]:
    """Return the keys of the footer during a search, whose matches `n` and `p` walk."""
    return [each._replace(label="Match") if each.action == "problem(1)" else each for each in keys]


def _show_pane(screen: ClaimsScreen, wanted: str) -> None:
    """Focus a pane; without room for both, the whole claim replaces the list."""
    screen.set_class(wanted == "#detail", "-second")
    focus_shown(screen, screen.query_one(wanted))


def _lay_none(width: int) -> list[PaneRow]:
    rows = [row(), row(StyledText("No drafts yet, so there are no claims.", "strong")), row()]
    return rows + paragraph("2  opens the timeline: select a range with v, then c drafts it", width, indent=2)


def _page(env: Env, session: str, artifact: str | None, desk: LazyDesk) -> DraftPage:
    from workbench.services.drafts.draft_page import draft_page

    return draft_page(env, session, artifact, desk())
