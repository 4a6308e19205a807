"""Adding a decision or open work that the capture misses, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.escaping import one_line
from workbench.event_numbers import event_number
from workbench.presentation.cells import clip
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.dialogs.dialog import ChoiceDialog, LineDialog

if TYPE_CHECKING:
    from gates.capture import CaptureKind
    from workbench.bootstrap import Env

KINDS = (
    ("open_work", "open work", "something still to be done"),
    ("decision", "decision", "something that was settled"),
)


@dataclass(frozen=True)
class PendingReview:
    """A review to be recorded, with its description."""

    summary: str


class CaptureAdding:
    """The add action of a screen, which receives the answer once it is recorded."""

    def __init__(self, screen: BaseScreen) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self._screen = screen

    def begin(self) -> None:
        """Ask for the kind, then the event and the text, then the reason."""
        self._screen.app.push_screen(ChoiceDialog("Add: what is it?", KINDS), self._add_text)

    def _add_text(self, kind: str | None) -> None:
        if kind is None:
            return
        prompt = "The number of the event that says it, a space, and what was said."
        ask = LineDialog("Add", prompt, example="148 test the refresh rotation")
        self._screen.app.push_screen(ask, lambda value: self._add(kind, value))

    def _add(self, kind: str, source_text: str | None) -> None:
        number, _, text = (source_text or "").partition(" ")
        ordinal = event_number(number)
        if ordinal is None or not text.strip():
            if source_text:
                self._screen.warn("Begin with the number of an event, then a space and the text.")
            return
        prompt = f"Why is it to be retained?  {clip(one_line(text), 120)}"
        self._screen.app.push_screen(
            LineDialog("Add", prompt, example="the capture missed it"),
            lambda reason: self._record(kind, ordinal, text.strip(), reason),
        )

    def _record(self, kind: str, ordinal: int, text: str, reason: str | None) -> None:
        if not reason:
            return
        session_id = str(self._screen.state.session_id)
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

        self._screen.ask(PendingReview("Added; drafts must retain it from now on"), run, write=True)
