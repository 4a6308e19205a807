"""Notes on statements, and marks of reviewed ones: records that change nothing in the draft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.dialogs.dialog import LineDialog
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.state.review.claims import ClaimLine

if TYPE_CHECKING:
    from workbench.bootstrap import Env

NOTE_HINT = "kept with the session; no gate uses it   enter keeps   esc cancels"


class NoteRequest(NamedTuple):
    """A request that records a note or a mark."""

    summary: str


class DraftProgress:
    """Notes and marks of the shown draft; `entries` returns the entries to act on."""

    def __init__(
        self,
        screen: BaseScreen,
        shown: ShownDraft,
        entries: Callable[[], Sequence[ClaimLine]],
    ) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self.screen, self._shown, self._entries = screen, shown, entries

    def note(self) -> None:
        """Add a note to the statement under the cursor."""
        page, found = self._shown.page, self._entries()
        if page is None or not found:
            self.screen.warn("There is nothing here to note anything about.")
            return
        entry, session_id = found[0], page.session.session_id

        def record(text: str | None) -> None:
            if text:
                self.screen.ask(
                    NoteRequest("Noted"), lambda env: _note(env, session_id, entry.key, text), write=True
                )

        prompt = f"{entry.place}: {entry.text[:200]}"
        self.screen.app.push_screen(LineDialog("Note", prompt, hint=NOTE_HINT, remember=True), record)

    def reviewed(self) -> None:
        """Mark the statements as reviewed; if all of them are, remove the marks."""
        page = self._shown.page
        found = [each for each in self._entries() if each.item is not None]
        if page is None or not found:
            self.screen.warn("Only statements of the draft are marked as reviewed.")
            return
        given = page.working.stored.artifact_id if page.working is not None else ""
        seen, items = page.reviewed, [each.item for each in found if each.item is not None]

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.review_log.review_marks import mark_key, mark_reviewed

            keys = {mark_key(item) for item in items}
            mark_reviewed(env, given, keys, on=not keys <= seen)

        self.screen.ask(NoteRequest(""), run, write=True)

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401, ARG002 - as every part
        """Take an answer; return False if it belongs to another part."""
        if not isinstance(request, NoteRequest):
            return False
        if request.summary:
            self.screen.toast(request.summary)
        self.screen.reload_with(self.screen.state)
        return True


def _note(env: Env, session_id: str, key: str, text: str) -> object:
    from workbench.services.review_log.notes import note_item

    return note_item(env, session_id, key, text)
