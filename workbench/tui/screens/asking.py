"""How screens and dialogs ask services: in thread workers, one answer per asking, stale answers dropped.

The one place where errors of the workbench, the store and the gates become words on the screen.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from textual import events, on
from textual.app import App
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.worker import get_current_worker

from gates.errors import ReportedError, os_reason
from workbench.escaping import one_line
from workbench.presentation.figures import sentences
from workbench.tui.import_race import repeated_after_race
from workbench.tui.keyboard.typed_ahead import HeldKeys, TakesEarly, TypedIn, press_again, waits
from workbench.tui.messages import Failed, Progressed, RequestAnswered
from workbench.tui.state.error_titles import error_title
from workbench.tui.widgets.busy import BusyLine
from workbench.tui.widgets.searchline import SearchLine

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.driven_runs import RunNotice

T = TypeVar("T")
PATIENCE = 0.3
"""Seconds after which what is being waited for is said."""
TOAST_LIMIT = 150
"""Errors longer than this open a dialog."""
LOW = 30
"""Rows of the terminal below which only what decides is shown, and one message at a time."""


class Cancelled(Exception):
    """The work was cancelled; what was begun is left to its transaction."""


class Asking(NamedTuple):
    """One question put to a service."""

    request: object
    run: Callable[[Env], Any]
    group: str
    write: bool
    doing: str = ""
    """What is being done, in words, for the line that says so."""
    opens: bool = False
    """Whether the answer opens a dialog, which is what is typed until then is meant for."""


class AskingScreen(Screen[T]):
    """A screen or dialog that asks services."""

    def __init__(self) -> None:
        """Nothing asked yet."""
        super().__init__()
        self._tickets: dict[str, int] = {}
        self._next_ticket = 0
        self.unanswered: dict[int, Asking] = {}
        self._last_failed: Asking | None = None
        self.for_opening = HeldKeys()

    @on(events.ScreenSuspend)
    def _covered(self) -> None:
        """What the screen on top says is said there alone."""
        self._show_toasts(shown=False)

    @on(events.ScreenResume)
    def _uncovered(self) -> None:
        self._show_toasts(shown=True)

    def _show_toasts(self, *, shown: bool) -> None:
        self.set_class(not shown, "-covered")

    @property
    def bench(self) -> WorkbenchApp:
        """The app, typed."""
        return cast("WorkbenchApp", self.app)

    def take_early(self, event: TypedIn) -> bool:
        """Take what no widget took, where it is meant for a field or a dialog that had no focus yet."""
        if _waits_to_open(self, event):
            return True
        fields = (*self.query(SearchLine), self.focused)
        return any(isinstance(each, TakesEarly) and each.take_early(event) for each in fields)

    # asking

    def ask(
        self,
        request: object,
        run: Callable[[Env], Any],
        *,
        group: str = "read",
        write: bool = False,
        doing: str = "",
        at_once: bool = False,
        opens: bool = False,
    ) -> int:
        """Run `run(env)` in a thread and hear of it in `answered` or `failed`, with `request`.

        Reads of one group replace each other: only the newest is answered. Writes are never cancelled
        and always answered. `doing` is said where it takes longer than a moment, or `at_once`. Where the
        answer `opens` a dialog, keys wait for it, and esc gives it up. Returns the ticket.
        """
        asking = Asking(request, run, group, write, doing, opens)
        self._next_ticket += 1
        ticket = self._next_ticket
        if not write:
            self._tickets[group] = ticket
            stale = [t for t, each in self.unanswered.items() if each.group == group and not each.write]
            for each in stale:  # a thread that had not begun will never answer
                del self.unanswered[each]
        self.unanswered[ticket] = asking
        if doing and at_once:
            self.announce_busy()
        elif doing:
            self.set_timer(PATIENCE, self.announce_busy)
        env = self.bench.env

        def work() -> None:
            try:
                value = run(env) if write else repeated_after_race(lambda: run(env))
            except Cancelled:
                return
            except Exception as error:
                self.post_message(Failed(request, error, ticket))
            else:
                self.post_message(RequestAnswered(request, value, ticket))

        self.run_worker(
            work,
            group=f"write-{ticket}" if write else group,
            thread=True,
            exclusive=not write,
            exit_on_error=False,
        )
        return ticket

    def progress(self, request: object, ticket: int) -> Callable[[str], None]:
        """A function for a worker to report with; raises `Cancelled` in it once the work was cancelled."""

        def post_progress(text: str) -> None:
            if get_current_worker().is_cancelled:
                raise Cancelled
            self.post_message(Progressed(request, text, ticket))

        return post_progress

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self.unanswered)

    @property
    def writing(self) -> str:
        """What is being written, in words; empty for nothing."""
        return next((each.doing or "Writing" for each in self.unanswered.values() if each.write), "")

    @property
    def doing(self) -> str:
        """What is being waited for, in words: what is written before what is read; empty for nothing."""
        reads = (each.doing for each in self.unanswered.values() if each.doing)
        return self.writing or next(reads, "")

    def announce_busy(self) -> None:
        """Show or hide the line that says what is being waited for; a screen without one says nothing."""
        for line in self.query(BusyLine):
            out = "it cannot be stopped half-way" if self.writing else "esc stops waiting"
            line.show(self.doing, out)

    def stop_waiting(self) -> bool:
        """Give up what is being read and said to be; False where nothing is, or where it is a write."""
        if not any(line.text for line in self.query(BusyLine)):
            return False
        reads = [ticket for ticket, each in self.unanswered.items() if each.doing and not each.write]
        for ticket in reads:
            group = self.unanswered.pop(ticket).group
            self.workers.cancel_group(self, group)
        self.announce_busy()
        return bool(reads)

    def _take(self, ticket: int) -> Asking | None:
        """The question that an answer belongs to, or None when a newer one replaced it."""
        asking = self.unanswered.pop(ticket, None)
        self.announce_busy()
        if asking is None or asking.write or self._tickets.get(asking.group) == ticket:
            return asking
        return None

    @on(RequestAnswered)
    def _heard(self, message: RequestAnswered) -> None:
        message.stop()
        if self._take(message.ticket) is not None:
            self._last_failed = None
            self.answered(message.request, message.value)
            _hand_on(self)
            self.rested()

    @on(Failed)
    def _heard_failure(self, message: Failed) -> None:
        message.stop()
        asking = self._take(message.ticket)
        if asking is not None:
            self._last_failed = asking
            self.failed(message.request, message.error)
            _hand_on(self)
            self.rested(failed=True)

    @on(Progressed)
    def _heard_progress(self, message: Progressed) -> None:
        message.stop()
        if message.ticket in self.unanswered:
            self.progressed(message.request, message.text)

    def ask_again(self) -> bool:
        """Repeat the question that failed last; False when there is none."""
        failed, self._last_failed = self._last_failed, None
        if failed is None:
            return False
        self.ask(**failed._asdict())
        return True

    # for the screens to fill

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """An answer that is not stale."""

    def progressed(self, request: object, text: str) -> None:
        """A worker says how far it is."""

    def failed(self, request: object, error: Exception) -> None:  # noqa: ARG002 - for overriding
        """A failure; by default it is shown."""
        self.show_error(error)

    def rested(self, *, failed: bool = False) -> None:
        """An answer or a failure was taken; where nothing is `unanswered` any more, it was the last."""

    def run_moved(self, found: RunNotice) -> None:
        """A run that the app drives took a phase, or is not driven any more."""

    # words

    def toast(self, text: str, *, seconds: float = 4.0) -> None:
        """A short success; it is kept in the recent messages."""
        self.bench.remember("note", text)
        self._over_keys(text, "information", seconds)

    def warn(self, text: str) -> None:
        """A short reason why something does not go; kept too."""
        self.bench.remember("warning", text)
        self._over_keys(text, "warning", 6.0)

    def _over_keys(self, text: str, severity: SeverityLevel, seconds: float) -> None:
        """One line over the keys; on a low terminal in place of the one before, which could hide the page."""
        if self.size.height < LOW:
            self.app.clear_notifications()
        unsay(self.app, text)
        self.notify(one_line(text), severity=severity, timeout=seconds, markup=False)

    def show_error(self, error: Exception) -> None:
        """A toast for what is short, a dialog for what needs reading."""
        title, message, hint = explain(error, self.bench.env.wait_seconds)
        self.bench.remember("error", sentences(message, hint))
        if len(message) + len(hint) <= TOAST_LIMIT and title != INTERNAL:
            self._over_keys(f"{title}: {sentences(message, hint)}", "error", 8.0)
        else:
            self.bench.show_text(title, f"{message}\n\n{hint}" if hint else message)


def unsay(app: App[Any], words: str) -> None:
    """Take a message away that holds no more, or that is said again: once is enough."""
    for each in [each for each in app._notifications if each.message == one_line(words)]:
        app._unnotify(each)


def offer_early(screen: Screen[Any], event: TypedIn) -> bool:
    """Offer what no widget took to the fields and dialogs that are opening; False where none wants it."""
    return isinstance(screen, AskingScreen) and screen.take_early(event)


def _waits_to_open(screen: AskingScreen[Any], event: TypedIn) -> bool:
    """Have what is typed wait for a dialog whose contents are asked for; esc gives the dialog up."""
    opening = [ticket for ticket, each in screen.unanswered.items() if each.opens]
    if opening and waits(event):
        screen.for_opening.hold(event)
        return True
    if opening and isinstance(event, events.Key) and event.key == "escape":
        for each in opening:
            del screen.unanswered[each]
        screen.for_opening.release()
        return True
    return False


def _hand_on(screen: AskingScreen[Any]) -> None:
    """Hand what was typed for a dialog to what opened; where nothing did, it is forgotten."""
    if not any(each.opens for each in screen.unanswered.values()):
        held = screen.for_opening.release()
        if screen.app.screen is not screen:
            press_again(screen.app, held)


INTERNAL = "A fault in the program"
IN_A_SHELL = "is it a transcript? Its format can be named in a shell: workbench import PATH --input-format F"


def _hint_here(hint: str) -> str:
    """A hint for somebody who is in the app, where no option can be given."""
    return IN_A_SHELL if "--input-format" in hint else hint


def explain(error: Exception, waited: float) -> tuple[str, str, str]:
    """Title, message and hint of an error."""
    if isinstance(error, ReportedError) and error.code == "store_busy":
        pid = getattr(error, "pid", None)
        who = f"Another process (pid {pid})" if pid else "Another process"
        who = "This app" if pid == os.getpid() else who
        return "Store busy", f"{who} is writing. Tried for {waited:g} s", "R tries again"
    if isinstance(error, ReportedError):
        return error_title(error.code), error.message, _hint_here(error.hint)
    if isinstance(error, OSError):
        place = f": {error.filename}" if error.filename else ""
        return "Cannot read", f"{os_reason(error)}{place}", "check the path and its permissions"
    return INTERNAL, f"{type(error).__name__}: {error}", "what was stored is untouched; R tries again"
