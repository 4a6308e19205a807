"""Decisions and open work captured in a range, with the words they came from, and reviews of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from workbench.escaping import one_line
from workbench.presentation.cells import clip
from workbench.presentation.layout import Column
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.capture.capture_adding import CaptureAdding, PendingReview
from workbench.tui.screens.dialogs.dialog import LineDialog
from workbench.tui.screens.key_queue import KeyQueue
from workbench.tui.state.captured import item_cells, item_lines, last_review, title_words
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.table import Table, TableRow
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from gates.capture import CapturedItem
    from workbench.bootstrap import Env
    from workbench.services.lookup.range_capture import Captured

COLUMNS = (
    Column("Kind", 9),
    Column("Status", 10),
    Column("Event", 6, right=True),
    Column("Text"),
)
CAPTURING = "Capturing decisions and open work"
COUNTED = "Counted; drafts must retain it from now on. u withdraws it."
DISMISSED = "Dismissed; drafts are scored without it from now on. f shows it, u there withdraws it."
ADDITION_WITHDRAWN = "Withdrawn; it does not count any more. f shows it, c there counts it again."


@dataclass(frozen=True)
class ReadCapture:
    """The capture of a range; None: of the whole session."""

    span: tuple[int, int] | None


class CaptureScreen(BaseScreen):
    """The items that a compaction of the range must retain."""

    NAME = "capture"

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.items: tuple[CapturedItem, ...] = ()
        self.table = Table(COLUMNS)
        self._adding = CaptureAdding(self)
        self.waiting: dict[str, str] = {}
        """Items that do not count, by id: proposed, dismissed or withdrawn."""
        self._captured: Captured | None = None
        self._queue = KeyQueue(self, lambda: self.doing or ("" if self._captured else CAPTURING))
        self._with_left_out = False
        self.reviewed: str | None = None
        """The item whose review is being recorded: the cursor then goes to the one after it."""

    def body(self) -> Iterable[Widget]:
        """Return the list beside one item."""
        rows = LineView(self.table, glyphs=self.bench.glyphs, id="captured", classes="first")
        with Horizontal(classes="panes"):
            yield Panel("Captured", rows, id="captured-panel")
            yield Panel("Item", LineView(Text(gutter=False), id="captured-item"), id="captured-item-panel")

    def load(self) -> None:
        """Request the capture."""
        session_id, span = str(self.state.session_id), self.state.selected
        self.set_status("reading...")

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.range_capture import capture

            return capture(env, session_id, span)

        self.ask(ReadCapture(span), run, group="capture", doing=CAPTURING)

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the list, or a recorded review."""
        if isinstance(request, PendingReview):
            self.toast(request.summary)
            self.load()
        elif isinstance(request, ReadCapture):
            self._show(value)

    def failed(self, request: object, error: Exception) -> None:
        """Keep the cursor on the item whose review was not recorded."""
        self.reviewed = None
        self._queue.drop()
        super().failed(request, error)

    def _show(self, captured: Captured) -> None:
        counted = [item for item in captured.capture.items if item.counts]
        over = [item for item in captured.capture.items if not item.counts]
        waiting, dismissed, withdrawn = captured.capture.proposed, captured.dismissed, captured.withdrawn
        self._captured = captured
        before, at = self.items, self.table.cursor
        shown = (*dismissed, *withdrawn) if self._with_left_out else ()
        self.items = (*sorted(counted, key=lambda item: item.kind), *waiting, *over, *shown)
        self.waiting = {item.item_id: "proposed" for item in waiting}
        self.waiting |= {item.item_id: "dismissed" for item in dismissed}
        self.waiting |= {item.item_id: "withdrawn" for item in withdrawn}
        self.table.set_rows([TableRow(item_cells(i, self.waiting.get(i.item_id, ""))) for i in self.items])
        self._stand(before, at)
        panel = self.query_one("#captured-panel", Panel)
        panel.title = f"Captured ({title_words(captured, len(self.items))})"
        where = "the range" if self.state.selected else "the whole session,"
        self.set_status(f"{where} {captured.start}-{captured.end}")
        self._show_item()
        self._queue.release()

    def _stand(self, before: Sequence[CapturedItem], at: int) -> None:
        """Keep the cursor on its item; after a review go to the item that followed it."""
        places = {item.item_id: place for place, item in enumerate(self.items)}
        stops = [item.item_id for item in (*before[at:], *reversed(before[:at]))]
        wanted = next((places[each] for each in stops if each in places and each != self.reviewed), None)
        self.reviewed = None
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
        waiting = self._waiting(item)
        self.query_one("#captured-item", LineView).show(
            lambda width: item_lines(item, width, waiting) if item else ()
        )
        panel = self.query_one("#captured-panel", Panel)
        panel.counter = f"{self.table.cursor + 1} of {len(self.items)}" if self.items else "none"
        self.refresh_keys()

    def _waiting(self, item: CapturedItem | None) -> str:
        return self.waiting.get(item.item_id, "") if item is not None else ""

    @on(LineView.Chosen)
    def _to_source(self) -> None:
        """Go to the event of the item."""
        place = None if self.item is None else self.item.stated_at
        if place is not None:
            self.state = replace(self.state, event=place.ordinal)
            self.bench.go("timeline")

    def copied(self) -> str:
        """Return the item's text."""
        return self.item.text if self.item is not None else ""

    def is_enabled(self, action: str) -> bool:
        """Return whether the item under the cursor allows an action; others are dimmed."""
        item, waiting = self.item, self._waiting(self.item)
        return {
            "proposed(1)": "proposed" in self.waiting.values(),
            "proposed(-1)": "proposed" in self.waiting.values(),
            "confirm_item": waiting in ("proposed", "withdrawn"),
            "dismiss_item": item is not None and waiting not in ("dismissed", "withdrawn"),
            "withdraw": self._last_review != "",
            "show_left_out": not {"dismissed", "withdrawn"}.isdisjoint(self.waiting.values()),
        }.get(action, True)

    def action_proposed(self, by: int) -> None:
        """Go to the next or previous proposed item, wrapping around."""
        if self._queue.holds(f"proposed({by})"):
            return
        places = [n for n, each in enumerate(self.items) if self._waiting(each) == "proposed"]
        if not places:
            self.warn("Nothing is proposed here.")
            return
        at, ways = self.table.cursor, places if by > 0 else places[::-1]
        wanted = next((n for n in ways if (n - at) * by > 0), ways[0])
        self.query_one("#captured", LineView).go_to(str(wanted))

    def action_show_left_out(self) -> None:
        """Show or hide, at the end of the list, items that were dismissed or withdrawn."""
        if self._queue.holds("show_left_out"):
            return
        if self._captured is None or not (self._captured.dismissed or self._captured.withdrawn):
            self.warn("Nothing was dismissed or withdrawn here.")
            return
        self._with_left_out = not self._with_left_out
        self._show(self._captured)

    # reviews

    @property
    def _last_review(self) -> str:
        return last_review(self.item, self._captured, self._waiting(self.item))

    def action_withdraw(self) -> None:
        """Ask why the last review of the item does not hold, and withdraw it."""
        if self._queue.holds("withdraw"):
            return
        item, last = self.item, self._last_review
        if item is None or not last:
            self.warn(
                "Nobody dismissed, counted or added this item. f shows what was dismissed or withdrawn."
            )
            return
        word = "dismissal" if last == "dismissed" else "addition"

        def run(env: Env, reason: str) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.review_log.capture_reviews import withdraw

            return withdraw(env, item.item_id, reason=reason)

        by_hand = last == "added" and item.likelihood is None
        done = ADDITION_WITHDRAWN if by_hand else "Withdrawn; the item is again what it was before"
        _ask_why(self, item, ("Withdraw", f"Why does its {word} not hold?", "the wrong row"), run, done)

    def action_dismiss_item(self) -> None:
        """Ask why the item does not count."""
        if self._queue.holds("dismiss_item"):
            return
        item = self.item
        if item is None:
            self.warn("There is no captured item to dismiss.")
            return
        if self._waiting(item) in ("dismissed", "withdrawn"):
            again = "u withdraws that" if self._waiting(item) == "dismissed" else "c counts it again"
            self.warn(f"It is {self._waiting(item)} already; {again}.")
            return
        session_id = str(self.state.session_id)

        def run(env: Env, reason: str) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.review_log.capture_reviews import dismiss

            return dismiss(env, session_id, item.item_id, item.text, reason=reason)

        asked = ("Dismiss", "Why does it not count?", "said by the agent, never agreed")
        _ask_why(self, item, asked, run, DISMISSED, goes_on=True)

    def action_confirm_item(self) -> None:
        """Count the item under the cursor, which is proposed or was withdrawn."""
        if self._queue.holds("confirm_item"):
            return
        item = self.item
        waiting = self._waiting(item)
        if item is None or waiting not in ("proposed", "withdrawn"):
            why = "was dismissed; u withdraws that" if waiting else "counts already or is over"
            self.warn(f"Only a proposed item can be counted; this one {why}.")
            return

        def run(env: Env, reason: str) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.review_log.capture_reviews import confirm

            return confirm(env, item.item_id, reason=reason)

        asked = ("Count", "Why does it count?", "the user said so and never withdrew it")
        _ask_why(self, item, asked, run, COUNTED, goes_on=True)

    def action_add(self) -> None:
        """Add an item that the list misses."""
        self._adding.begin()


def _ask_why(
    screen: CaptureScreen,
    item: CapturedItem,
    asked: tuple[str, str, str],
    run: Callable[[Env, str], Any],
    done: str,
    *,
    goes_on: bool = False,
) -> None:
    """Ask for the reason by title, question and example, then record; `goes_on`: go to the next item."""
    title, question, example = asked

    def record(reason: str | None) -> None:
        if reason:
            screen.reviewed = item.item_id if goes_on else None
            screen.ask(
                PendingReview(done),
                lambda env: run(env, reason),
                write=True,
                doing="Recording the review",
            )

    prompt = f"{question}  {clip(one_line(item.text), 120)}"
    screen.app.push_screen(LineDialog(title, prompt, example=example), record)
