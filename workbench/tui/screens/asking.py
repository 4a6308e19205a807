"""Requests of screens and dialogs to services: in worker threads, one answer each, stale answers dropped.

This is the one place where errors of the workbench, the store and the gates become text on the screen.
"""

from __future__ import annotations

import os
import re
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
from workbench.tui.keyboard.keys import SCREEN_NUMBERS
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
"""Seconds after which the screen says what it is waiting for."""
MOST_TOASTS = 3
"""Messages that are shown at once, one above the other."""
TOAST_LIMIT = 150
"""Characters of an error beyond which it opens a dialog."""
LOW = 30
"""Rows of the terminal below which only essentials are shown, and one message at a time."""


class Cancelled(Exception):
    """Raised when the work was cancelled; a begun write is left to its transaction."""


class Asking(NamedTuple):
    """One request to a service."""

    request: object
    run: Callable[[Env], Any]
    group: str
    write: bool
    doing: str = ""
    """The work in words, for the line that shows it."""
    opens: bool = False
    """Whether the answer opens or closes a dialog; input until then is meant for what is then on top."""


class AskingScreen(Screen[T]):
    """A screen or dialog that sends requests to services."""

    def __init__(self) -> None:
        """Start without requests."""
        super().__init__()
        self._tickets: dict[str, int] = {}
        self._next_ticket = 0
        self.unanswered: dict[int, Asking] = {}
        self._last_failed: Asking | None = None
        self.for_opening = HeldKeys()
        self.warned: list[str] = []

    @on(events.ScreenSuspend)
    def _covered(self) -> None:
        """Hide this screen's messages while another screen covers it."""
        self.add_class("-covered")

    @on(events.ScreenResume)
    def _uncovered(self) -> None:
        self.remove_class("-covered")

    @property
    def bench(self) -> WorkbenchApp:
        """The app, with its type."""
        return cast("WorkbenchApp", self.app)

    def take_early(self, event: TypedIn) -> bool:
        """Take input that no widget took, if it is meant for a field or dialog without the focus yet."""
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
        """Run `run(env)` in a thread; `answered` or `failed` is then called with `request`.

        Reads of one group replace each other: only the newest is answered. Writes are never cancelled and
        always answered. `doing` is shown if the work takes longer than a moment, or at once with `at_once`.
        If the answer `opens` or closes a dialog, keys wait for it; esc gives up a read. Returns the ticket.
        """
        asking = Asking(request, run, group, write, doing, opens)
        self._next_ticket += 1
        ticket = self._next_ticket
        if not write:
            self._tickets[group] = ticket
            stale = [t for t, each in self.unanswered.items() if each.group == group and not each.write]
            for each in stale:  # a thread that has not started will never answer
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
        """Return a function for progress reports; it raises `Cancelled` after a cancellation."""

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
        """The write under way, in words; empty for none."""
        return next((each.doing or "Writing" for each in self.unanswered.values() if each.write), "")

    @property
    def doing(self) -> str:
        """The work that is waited for, in words, writes before reads; empty for none."""
        reads = (each.doing for each in self.unanswered.values() if each.doing)
        return self.writing or next(reads, "")

    def announce_busy(self) -> None:
        """Show or hide the line about what is waited for, if the screen has such a line."""
        for line in self.query(BusyLine):
            out = "it cannot be stopped half-way" if self.writing else "esc stops waiting"
            line.show(self.doing, out)

    def stop_waiting(self) -> bool:
        """Give up the reads that the line shows; return False if there is none, or if it shows a write."""
        if not any(line.text for line in self.query(BusyLine)):
            return False
        reads = [ticket for ticket, each in self.unanswered.items() if each.doing and not each.write]
        for ticket in reads:
            group = self.unanswered.pop(ticket).group
            self.workers.cancel_group(self, group)
        self.announce_busy()
        return bool(reads)

    def _take(self, ticket: int) -> Asking | None:
        """Return the request that an answer belongs to, or None if a newer one replaced it."""
        asking = self.unanswered.pop(ticket, None)
        self.announce_busy()
        if asking is None or asking.write or self._tickets.get(asking.group) == ticket:
            return asking
        return None

    @on(RequestAnswered)
    def _take_answer(self, message: RequestAnswered) -> None:
        message.stop()
        if self._take(message.ticket) is not None:
            self._last_failed = None
            self.answered(message.request, message.value)
            _hand_on(self)
            self.rested()

    @on(Failed)
    def _take_failure(self, message: Failed) -> None:
        message.stop()
        asking = self._take(message.ticket)
        if asking is not None:
            self._last_failed = asking
            self.for_opening.release()
            self.failed(message.request, message.error)
            self.rested(failed=True)

    @on(Progressed)
    def _take_progress(self, message: Progressed) -> None:
        message.stop()
        if message.ticket in self.unanswered:
            self.progressed(message.request, message.text)

    def ask_again(self) -> bool:
        """Repeat the request that failed last; return False if there is none."""
        failed, self._last_failed = self._last_failed, None
        if failed is None:
            return False
        self.ask(**failed._asdict())
        return True

    # for screens to override

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Handle an answer that is not stale."""

    def progressed(self, request: object, text: str) -> None:
        """Handle a progress message of a worker."""

    def failed(self, request: object, error: Exception) -> None:  # noqa: ARG002 - for overriding
        """Handle a failure; by default it is shown."""
        self.show_error(error)

    def rested(self, *, failed: bool = False) -> None:
        """Handle the end of a request, after its answer or failure.

        The last one if nothing is `unanswered`.
        """

    def run_moved(self, found: RunNotice) -> None:
        """Handle a phase, or the end, of a run that the app drives."""

    # messages

    def toast(self, text: str, *, seconds: float = 4.0) -> None:
        """Show a short success message; it is kept in the recent messages."""
        self.bench.remember("note", text)
        self._over_keys(text, "information", seconds)

    def warn(self, text: str) -> None:
        """Show a short reason why something is not possible; it is kept as well."""
        self.bench.remember("warning", text)
        self.warned.append(text)
        self._over_keys(text, "warning", 6.0)

    def _over_keys(self, text: str, severity: SeverityLevel, seconds: float) -> None:
        """Show one line above the keys, with the few before it; on a low terminal it replaces them."""
        unsay(self.app, text)
        make_room(self.app, 0 if self.size.height < LOW else MOST_TOASTS - 1)
        self.notify(one_line(text), severity=severity, timeout=seconds, markup=False)

    def show_error(self, error: Exception) -> None:
        """Show a short error as a toast, a long one in a dialog."""
        title, message, hint = explain(error, self.bench.env.wait_seconds)
        self.bench.remember("error", sentences(message, hint))
        if len(message) + len(hint) <= TOAST_LIMIT and title != INTERNAL:
            self._over_keys(sentences(f"{title}: {message}", hint), "error", 8.0)
        else:
            self.bench.show_text(title, f"{message}\n\n{hint}" if hint else message)


def make_room(app: App[Any], most: int) -> None:
    """Remove the oldest messages above the keys, so that at most this many stay."""
    shown = [*app._notifications]
    for each in shown[: max(len(shown) - most, 0)]:
        app._unnotify(each)


def unsay(app: App[Any], words: str) -> None:
    """Remove a message that no longer holds, or that is about to be shown again."""
    for each in [each for each in app._notifications if each.message == one_line(words)]:
        app._unnotify(each)


def unsay_warnings(screen: AskingScreen[Any]) -> None:
    """Remove the warnings of a screen that is left: they are about nothing that is shown."""
    for each in screen.warned:
        unsay(screen.app, each)


def offer_early(screen: Screen[Any], event: TypedIn) -> bool:
    """Offer input that no widget took to fields and dialogs that are opening; return whether one took it."""
    return isinstance(screen, AskingScreen) and screen.take_early(event)


def _waits_to_open(screen: AskingScreen[Any], event: TypedIn) -> bool:
    """Hold input for the screen that an answer brings to the top; esc gives up a dialog that is read."""
    opening = [ticket for ticket, each in screen.unanswered.items() if each.opens]
    if opening and waits(event):
        screen.for_opening.hold(event)
        return True
    reads = [ticket for ticket in opening if not screen.unanswered[ticket].write]
    if reads and isinstance(event, events.Key) and event.key == "escape":
        for each in reads:
            del screen.unanswered[each]
        screen.for_opening.release()
        screen.announce_busy()
        return True
    return False


def _hand_on(screen: AskingScreen[Any]) -> None:
    """Pass input that was held for a dialog to it; forget the input if no dialog opened."""
    if not any(each.opens for each in screen.unanswered.values()):
        held = screen.for_opening.release()
        if screen.app.screen is not screen:
            press_again(screen.app, held)


INTERNAL = "A fault in the program"
IN_A_SHELL = "is it a transcript? Its format can be named in a shell: workbench import PATH --input-format F"


def _hint_here(hint: str) -> str:
    """Return a hint for a reader of the app, who has no command-line options."""
    if "--input-format" in hint:
        return IN_A_SHELL
    hint = _LISTING.sub(lambda found: _LISTS[found[1]], hint)
    quoted = _QUOTED.split(hint)  # a whole command, in backticks, is one for a shell
    quoted[::2] = [_NO_RANGE.sub("select no range", _RANGE.sub(_selected, each)) for each in quoted[::2]]
    return "".join(quoted)


def _selected(option: re.Match[str]) -> str:
    """Return how a range of an option is named in the app."""
    bounds = option["bounds"]
    return f"events {bounds.replace('..', ' to ')}: v selects, c drafts" if bounds else "v"


_LISTS = {"sessions": SCREEN_NUMBERS["library"], "history": SCREEN_NUMBERS["history"]}
"""The key of the screen that lists what a command lists."""
_LISTING = re.compile(rf"`workbench ({'|'.join(_LISTS)})`(?= lists)")
_QUOTED = re.compile(r"(`[^`]*`)")
_RANGE = re.compile(r"--range(?: (?P<bounds>\d+\.\.\d+))?")
_NO_RANGE = re.compile(r"leave out v\b")


def explain(error: Exception, waited: float) -> tuple[str, str, str]:
    """Return title, message and hint of an error; `waited` is in seconds."""
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
