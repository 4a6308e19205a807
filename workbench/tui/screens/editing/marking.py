"""Marking an event as a decision or open work: a statement of the selected draft, linked to the event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.dialogs.dialog import ChoiceDialog
from workbench.tui.screens.editing.edit_dialogs import WordsDialog
from workbench.tui.screens.editing.keeping import EditRequest
from workbench.tui.state.review.editing import done_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.bootstrap import Env
    from workbench.edits.acts import MarkKind
    from workbench.edits.changes import Change
    from workbench.services.drafts.edit import Working

KINDS = (
    ("decision", "decision", "something that was settled"),
    ("open_work", "open work", "something still to be done"),
)
LONGEST = 300
"""Most characters of the event that are offered as the statement's words."""


class ReadSpeech(NamedTuple):
    """A request for the text of an event, to be marked."""

    ordinal: int


class Marking:
    """Asks for the kind of the event and its words; the target is the selected draft."""

    def __init__(self, screen: BaseScreen) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self.screen = screen

    def mark(self, ordinal: int | None) -> None:
        """Read the event, if a draft is selected that it could be added to."""
        given = self.screen.state.artifact_id
        if ordinal is None:
            self.screen.warn("There is no event under the cursor.")
        elif given is None:
            self.screen.warn("No draft is selected: 3 opens the drafts, e that of a compaction.")
        else:
            self.screen.ask(ReadSpeech(ordinal), lambda env: self._speech(env, given, ordinal), opens=True)

    def _speech(self, env: Env, given: str, ordinal: int) -> tuple[str, str]:
        """Return the words to begin with, and an objection or an empty string."""
        working = self.screen.bench.desk().open(env, given)
        end = working.stored.artifact.source.source_end
        if working.stored.artifact.opaque:
            return "", "The summary is encrypted: nothing can be added to it."
        if ordinal > end:
            stated = (
                f"d-{working.stored.number} ends with event {end}: it may not know what event {ordinal} says."
            )
            return "", stated
        text = working.judged.events[ordinal].text.strip()
        return text[:LONGEST], "" if text else f"Event {ordinal} has no text."

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if isinstance(request, EditRequest) and request.act == "mark":
            self.screen.toast(done_words("mark", 1, value))
            self.screen.bench.unkept_edits(value)
            self.screen.select(revision=self.screen.state.revision + 1)
            return True
        if not isinstance(request, ReadSpeech):
            return False
        text, against = value
        if against:
            self.screen.warn(against)
        else:
            self._ask_kind(request.ordinal, text)
        return True

    def _ask_kind(self, ordinal: int, text: str) -> None:
        number = self.screen.state.number or "?"

        def kind(chosen: str | None) -> None:
            if chosen is not None:
                self._ask_words(ordinal, "open_work" if chosen == "open_work" else "decision", text)

        self.screen.app.push_screen(ChoiceDialog(f"Add event {ordinal} to d-{number} as", KINDS), kind)

    def _ask_words(self, ordinal: int, kind: MarkKind, text: str) -> None:
        def words(text: str | None) -> None:
            if text:
                self._log(ordinal, kind, text)

        remember = f"mark:{self.screen.state.artifact_id}:{ordinal}"
        prompt = f"What event {ordinal} says, in as few of its words as will do."
        title = "Open work" if kind == "open_work" else "Decision"
        self.screen.app.push_screen(WordsDialog(title, prompt, text=text, remember=remember), words)

    def _log(self, ordinal: int, kind: MarkKind, text: str) -> None:
        given = self.screen.state.artifact_id or ""
        desk = self.screen.bench.desk

        def run(env: Env) -> Working:
            from workbench.edits import acts
            from workbench.edits.changes import Act
            from workbench.services.drafts.passages import link_in

            link = link_in(desk().search(env, given), ordinal, text)

            def make(_working: Working) -> Sequence[Change]:
                return acts.marked(kind, text, link)

            return desk().change(env, given, Act.MARK, make)

        self.screen.ask(EditRequest("mark"), run, write=True)
