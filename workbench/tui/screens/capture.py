"""Decisions and open work captured in a range, with the words they came from, and reviews of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from workbench.escaping import one_line
from workbench.presentation.cells import clip
from workbench.presentation.layout import Column
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.dialogs import ChoiceDialog, LineDialog
from workbench.tui.state.captured import item_cells, item_lines
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.table import Table, TableRow
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from gates.capture import CapturedItem, CaptureKind
    from workbench.bootstrap import Env
    from workbench.services.lookup.range_capture import Captured

COLUMNS = (
    Column("Kind", 9),
    Column("Status", 10),
    Column("Event", 6, right=True),
    Column("Text"),
)
KINDS = (
    ("open_work", "open work", "something still to be done"),
    ("decision", "decision", "something that was settled"),
)


@dataclass(frozen=True)
class ReadCapture:
    """The capture of a range, None: of the whole session."""

    span: tuple[int, int] | None


@dataclass(frozen=True)
class PendingReview:
    """A review to be recorded, in words."""

    summary: str


class CaptureScreen(BaseScreen):
    """What a compaction of the range must retain."""

    NAME = "capture"

    def __init__(self) -> None:
        """Nothing read yet."""
        super().__init__()
        self.items: tuple[CapturedItem, ...] = ()
        self.table = Table(COLUMNS)
        self.proposed: frozenset[str] = frozenset()
        self._reviewed: str | None = None
        """The item that a review is being recorded of: the cursor goes on to the one behind it."""

    def body(self) -> Iterable[Widget]:
        """The list beside one item."""
        rows = LineView(self.table, glyphs=self.bench.glyphs, id="captured", classes="first")
        with Horizontal(classes="panes"):
            yield Panel("Captured", rows, id="captured-panel")
            yield Panel("Item", LineView(Text(gutter=False), id="captured-item"), id="captured-item-panel")

    def load(self) -> None:
        """Read the capture."""
        session_id, span = str(self.state.session_id), self.state.selected
        self.set_status("reading...")

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.range_capture import capture

            return capture(env, session_id, span)

        self.ask(ReadCapture(span), run, group="capture", doing="Capturing decisions and open work")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """The list, or a review that was recorded."""
        if isinstance(request, PendingReview):
            self.toast(request.summary)
            self.load()
        elif isinstance(request, ReadCapture):
            self._show(value)

    def failed(self, request: object, error: Exception) -> None:
        """A review that was not recorded leaves the cursor on its item."""
        self._reviewed = None
        super().failed(request, error)

    def _show(self, captured: Captured) -> None:
        counted = [item for item in captured.capture.items if item.counts]
        over = [item for item in captured.capture.items if not item.counts]
        waiting = captured.capture.proposed
        before, at = self.items, self.table.cursor
        self.items = (*sorted(counted, key=lambda item: item.kind), *waiting, *over)
        self.proposed = frozenset(item.item_id for item in waiting)
        self.table.set_rows(
            [TableRow(item_cells(i, proposed=i.item_id in self.proposed)) for i in self.items]
        )
        self._stand(before, at)
        panel = self.query_one("#captured-panel", Panel)
        stated = f"{len(counted)} to be retained" + (f", {len(waiting)} proposed" if waiting else "")
        panel.title = f"Captured ({len(self.items)}, {stated})"
        where = "the range" if self.state.selected else "the whole session,"
        self.set_status(f"{where} {captured.start}-{captured.end}")
        self._show_item()

    def _stand(self, before: Sequence[CapturedItem], at: int) -> None:
        """Stay on the item, wherever it is listed now; after a review go on to the one that was behind it."""
        places = {item.item_id: place for place, item in enumerate(self.items)}
        stops = [item.item_id for item in (*before[at:], *reversed(before[:at]))]
        wanted = next((places[each] for each in stops if each in places and each != self._reviewed), None)
        self._reviewed = None
        if wanted is not None:
            self.query_one("#captured", LineView).go_to(str(wanted), quiet=True)

    @property
    def item(self) -> CapturedItem | None:
        """The item under the cursor."""
        index = self.table.cursor
        return self.items[index] if index < len(self.items) else None

    @on(LineView.Moved)
    def _show_item(self) -> None:
        item = self.item
        proposed = item is not None and item.item_id in self.proposed
        self.query_one("#captured-item", LineView).show(
            lambda width: item_lines(item, width, proposed=proposed) if item else ()
        )
        panel = self.query_one("#captured-panel", Panel)
        panel.counter = f"{self.table.cursor + 1} of {len(self.items)}" if self.items else "none"

    @on(LineView.Chosen)
    def _to_source(self) -> None:
        """Go to where it was said."""
        item = self.item
        if item is not None and item.evidence:
            self.state = replace(self.state, event=item.evidence[0].ordinal)
            self.bench.go("timeline")

    def copied(self) -> str:
        """The item's text."""
        return self.item.text if self.item is not None else ""

    # reviews

    def action_dismiss_item(self) -> None:
        """Ask why the item does not count."""
        item = self.item
        if item is None:
            self.warn("There is no captured item to dismiss.")
            return
        prompt = f"Why does it not count?  {clip(one_line(item.text), 120)}"
        self.app.push_screen(
            LineDialog("Dismiss", prompt, example="said by the agent, never agreed"),
            lambda reason: self._dismiss(item, reason),
        )

    def _dismiss(self, item: CapturedItem, reason: str | None) -> None:
        if not reason:
            return
        session_id = str(self.state.session_id)
        self._reviewed = item.item_id

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.review_log.capture_reviews import dismiss

            return dismiss(env, session_id, item.item_id, item.text, reason=reason)

        self.ask(PendingReview("Dismissed; drafts are scored without it from now on"), run, write=True)

    def action_confirm_item(self) -> None:
        """Count the proposed item under the cursor."""
        item = self.item
        if item is None or item.item_id not in self.proposed:
            self.warn("Only a proposed item can be confirmed; this one counts already or is over.")
            return
        prompt = f"Why does it count?  {clip(one_line(item.text), 120)}"
        self.app.push_screen(
            LineDialog("Confirm", prompt, example="the user said so and never withdrew it"),
            lambda reason: self._confirm(item.item_id, reason),
        )

    def _confirm(self, item_id: str, reason: str | None) -> None:
        if not reason:
            return
        self._reviewed = item_id

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.review_log.capture_reviews import confirm

            return confirm(env, item_id, reason=reason)

        pending_review = PendingReview("Confirmed; drafts must retain it from now on")
        self.ask(pending_review, run, write=True, doing="Recording the review")

    def action_add(self) -> None:
        """Add what the list misses: kind, then the event that says it and the text, then why."""
        self.app.push_screen(ChoiceDialog("Add: what is it?", KINDS), self._add_text)

    def _add_text(self, kind: str | None) -> None:
        if kind is None:
            return
        prompt = "The number of the event that says it, a space, and what was said."
        ask = LineDialog("Add", prompt, example="148 test the refresh rotation")
        self.app.push_screen(ask, lambda value: self._add(kind, value))

    def _add(self, kind: str, source_text: str | None) -> None:
        ordinal, _, text = (source_text or "").partition(" ")
        if not ordinal.isdecimal() or not text.strip():
            if source_text:
                self.warn("Begin with the number of an event, then a space and the text.")
            return
        prompt = f"Why is it to be retained?  {clip(one_line(text), 120)}"
        self.app.push_screen(
            LineDialog("Add", prompt, example="the capture missed it"),
            lambda reason: self._record(kind, int(ordinal), text.strip(), reason),
        )

    def _record(self, kind: str, ordinal: int, text: str, reason: str | None) -> None:
        if not reason:
            return
        session_id = str(self.state.session_id)
        wanted: CaptureKind = "open_work" if kind == "open_work" else "decision"

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.review_log.reviews import add

            return add(
                env,
                session_id,
                kind=wanted,
                text=text,
                ordinal=ordinal,
                quote=None,
                reason=reason,
            )

        self.ask(PendingReview("Added; drafts must retain it from now on"), run, write=True)
