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

from workbench.escaping import one_line
from workbench.presentation.figures import plural
from workbench.presentation.spans import Span
from workbench.tui.screens.claim_source import SourceBeside
from workbench.tui.screens.form_editor import ReadForm, explain_form, open_form
from workbench.tui.screens.key_queue import KeyQueue
from workbench.tui.screens.marking import Marking
from workbench.tui.screens.mending import Mending
from workbench.tui.screens.reviews import WHY_NOT, ask_reason, reviewable
from workbench.tui.state import drafts
from workbench.tui.state.claims import (
    Claims,
    Entry,
    claims_of,
    detail_rows,
    list_rows,
    stepped,
)
from workbench.tui.state.mending import note_lines, other_words, reviewed_items
from workbench.tui.state.problems import Problem, ReviewWay
from workbench.tui.state.spans import Row, paragraph, row
from workbench.tui.widgets.keyed import KeyedLines
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.draft_page import DraftPage
    from workbench.tui.desk import LazyDesk


class ClaimsScreen(SourceBeside):
    """The claims of the selected draft."""

    NAME = "claims"

    def __init__(self) -> None:
        """Nothing read yet."""
        super().__init__()
        self.claims = Claims(())
        self.only_problems = False
        self.words = ""
        self.linked = True
        self.mending = Mending(self, lambda: self.page, self.meant, lambda: self._list.keys)
        self.marking = Marking(self)
        self.queue = KeyQueue(self, lambda: self.doing)
        self._told_others: tuple[str, ...] = ()
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
            cursor = self._list.cursor
            self.reload_with(replace(self.state, revision=self.state.revision + 1, item_id=cursor))
        elif isinstance(request, ReadForm):
            open_form(self, request, value)
        elif not self.mending.done(request, value):
            self.marking.answered(request, value)

    def failed(self, request: object, error: Exception) -> None:
        """What does not fit in a form is listed by line."""
        if getattr(error, "code", "") == "form_invalid":
            explain_form(self, error)
        else:
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
        if self._list.range is not None:
            self._list.range.clear()
        self.state = replace(
            self.state,
            artifact_id=page.judged.artifact_id,
            number=page.judged.number,
            title=self.state.title or page.session.title or page.session.source_name,
        )
        wanted, self.state = self.state.item_id, replace(self.state, item_id=None)
        self._loaded_for = self.state
        if wanted is not None and wanted not in {each.key for each in self._shown()}:
            self.only_problems, self.words = False, ""
        self._list.show(self._lay_list, cursor=wanted)
        self._show_entry(self._list.cursor)
        self._tell()
        self.refresh_keys()
        self._tell_others(page)
        self.queue.release()

    def _tell_others(self, page: DraftPage) -> None:
        """Say once who else edits the draft."""
        others = page.working.others if page.working is not None else ()
        names = tuple(each.actor for each in others)
        if others and page.judged is not None and names != self._told_others:
            self.warn(other_words(others, page.judged.number))
        self._told_others = names

    @property
    def _list(self) -> KeyedLines:
        return self.query_one("#claims", KeyedLines)

    def _shown(self) -> tuple[Entry, ...]:
        return self.claims.shown(only_problems=self.only_problems, words=self.words)

    def entry(self) -> Entry | None:
        """The entry under the cursor."""
        return self.claims.entry(self._list.cursor)

    def meant(self) -> tuple[Entry, ...]:
        """The entries that an act is about: those of the range, else the one under the cursor."""
        chosen = self._list.range.chosen if self._list.range is not None else frozenset()
        if chosen:
            return tuple(each for each in self._shown() if each.key in chosen)
        entry = self.entry()
        return (entry,) if entry is not None else ()

    def _lay_list(self, width: int) -> Sequence[Row]:
        shown = self._shown()
        if shown:
            return list_rows(shown, width, self.bench.glyphs.tick)
        if self.words:
            return paragraph(f"No claim contains {self.words!r}. esc clears the search.", width, style="dim")
        if self.only_problems:
            return paragraph(self._no_problem(), width, style="dim")
        return paragraph(
            "The draft says nothing: it has no items. 3 goes back to its gates.", width, style="warn"
        )

    def _tell(self) -> None:
        shown = self._shown()
        pane = self.query_one("#claims-pane", Panel)
        items = sum(each.item is not None for each in shown)
        pane.title = f"Claims ({items})"
        keys = self._list.keys
        at = keys.index(self._list.cursor) + 1 if self._list.cursor in keys else 0
        pane.counter = f"{at} of {len(keys)}"
        notes = [
            drafts.count_words(self._problems),
            "linked scrolling on" if self.linked else "linked scrolling off",
        ]
        notes += ["only problems"] if self.only_problems else []
        notes += [each for each in (self._progress(), self._edits()) if each]
        notes += [f"/{one_line(self.words)}"] if self.words else []
        self.set_status(f" {self.bench.glyphs.bullet} ".join(notes))

    def _progress(self) -> str:
        seen = sum(each.reviewed for each in self.claims.entries)
        total = sum(each.item is not None for each in self.claims.entries)
        return f"{seen} of {total} reviewed" if seen else ""

    def _edits(self) -> str:
        edits = self.page.edits if self.page is not None else 0
        return f"{plural(edits, 'edit')} not kept" if edits else ""

    def _no_problem(self) -> str:
        """Why no claim is marked: never that all is well while a gate fails, or before it was scored."""
        if self.page is None or self.page.judged is None:
            return "It is still being scored."
        blocking = self.page.judged.report.blocking
        if blocking:
            return f"No statement is marked, yet gate {', '.join(blocking)} does not pass: 3 says why."
        return "No claim has a problem, and no gate fails."

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
        keys = tuple(each.key for each in self._shown() if self.words or each.mark.text)
        if keys:
            self._step(keys, step, around=True)
        else:
            self.warn("No claim matches." if self.words else self._no_problem())

    def _step(self, keys: Sequence[str], step: int, *, around: bool) -> None:
        wanted = stepped(self._list.keys, keys, self._list.cursor, step, around=around)
        if wanted is not None:
            self._list.go_to(wanted)

    def action_link(self, step: int) -> None:
        """The next link of the claim."""
        entry = self.entry()
        if entry is None or not entry.links:
            self.warn("This claim has no link.")
            return
        if len(entry.links) == 1 and self.linked:
            self.toast("This is its only link.")
        self.link = (self.link + step) % len(entry.links)
        self.query_one("#detail", KeyedLines).show(self._lay_detail)
        self.show_source(entry)

    def action_linked(self) -> None:
        """Let the source follow, or not."""
        self.linked = not self.linked
        entry = self.entry()
        if self.linked and entry is not None:
            self.show_source(entry)
        self._tell()

    def action_only_problems(self) -> None:
        """Show only claims with problems, or all again."""
        self.only_problems = not self.only_problems
        self._filtered()

    def _filtered(self) -> None:
        self._list.show(self._lay_list)
        self._show_entry(self._list.cursor)
        self._tell()

    def action_search(self) -> None:
        """Ask for words to search."""
        from workbench.tui.screens.dialogs import LineDialog

        def search(words: str | None) -> None:
            self.words = words or ""
            self._filtered()

        self.app.push_screen(LineDialog("Search the claims", "Text in a claim", value=self.words), search)

    def escape(self) -> bool:
        """Clear the search, else the filter."""
        if self._list.range is not None and self._list.range.active:
            self._list.range.clear()
            self._list.refresh()
            return True
        if not self.words and not self.only_problems:
            return False
        self.words, self.only_problems = "", False
        self._filtered()
        return True

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
        elif act in ("undo", "redo"):
            self.mending.step(act)
        else:
            getattr(self.mending, act)()

    def action_range(self) -> None:
        """Begin or end a range of claims at the cursor."""
        if self._list.range is not None:
            self._list.range.toggle(self._list.keys, self._list.cursor)
            self._list.refresh()

    def action_all_shown(self) -> None:
        """Select all that search and filter leave."""
        if self._list.range is not None:
            self._list.range.every(self._list.keys)
            self._list.refresh()
            self.toast(f"{plural(len(self._list.keys), 'line')} selected; esc clears it")

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
    from workbench.services.draft_page import draft_page

    return draft_page(env, session, artifact, desk())
