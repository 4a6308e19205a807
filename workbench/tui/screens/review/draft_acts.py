"""Actions on a draft: accept, reject, repair, draft again, score again.

Nothing here moves a pointer: only the accept dialog does, and a draft that the gates refuse never reaches it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gates.artifact import Origin
from workbench.presentation.figures import plural
from workbench.presentation.gate_words import covers_unseen_events
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.drafting.compacting import Drafting
from workbench.tui.screens.key_queue import KeyQueue
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.state.review.editing import looked_at
from workbench.tui.state.review.gate_table import OPAQUE
from workbench.tui.state.review.repaired import repaired_title

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.presentation.judgement import Judgement
    from workbench.services.drafts.draft import Drafted
    from workbench.services.judgement.judge import JudgedArtifact


UNSEEN = "What this compaction stood for is not in the file."

STATED = (Origin.IMPORTED, Origin.EDITED, Origin.REPAIRED)
"""Origins of drafts that may contain statements without a source: summaries, and drafts made of them."""


class DraftActs:
    """The actions on the shown draft; those pressed while it is read wait in the `queue`."""

    def __init__(
        self,
        screen: BaseScreen,
        shown: ShownDraft,
        queue: KeyQueue,
        *,
        inspect: Callable[[str], None],
        announce_verdict: Callable[[], None],
    ) -> None:
        """Prepare; `inspect` goes to a gate's subject, `announce_verdict` shows the verdict again."""
        self._screen, self._shown, self._queue = screen, shown, queue
        self._inspect, self._announce_verdict = inspect, announce_verdict
        self._drafting = Drafting(screen, self._changed)

    def _judged(self, act: str) -> JudgedArtifact | None:
        """Return the draft, unless the action has to wait; show a warning if there is none."""
        if self._queue.holds(act):
            return None
        judged = self._shown.judged if self._shown.judgement is not None else None
        if judged is None:
            what = (
                "range to draft yet. 2 opens the timeline" if act == "draft_again" else f"draft to {act} yet"
            )
            self._screen.warn(f"There is no {what}.")
        return judged

    def _edited(self, key: str) -> bool:
        """Return whether there are edits that were not kept; show what to do with them first."""
        edits = self._shown.page.edits if self._shown.page is not None else 0
        if edits:
            stated = f"{plural(edits, 'edit')} not kept: w keeps them as a new draft, {key} that."
            self._screen.warn(stated)
        return bool(edits)

    def _changed(self) -> None:
        """Read again after a write; screens below do so too."""
        screen = self._screen
        screen.reload_with(replace(screen.state, revision=screen.state.revision + 1))

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if request == "repair":
            self._repaired(value)
        elif request == "reject":
            self._screen.toast(f"Recorded: {value.about}.")
            self._changed()
        else:
            return self._drafting.answered(request, value)
        return True

    def accept(self) -> None:
        """Open the accept dialog, or show why the draft cannot be accepted."""
        judged, page, judgement = self._judged("accept"), self._shown.page, self._shown.judgement
        if judged is None or page is None or judgement is None or self._edited("a accepts"):
            return
        if page.line is not None and page.line.state == "active":
            self._screen.warn(f"d-{judged.number} is active already. z rolls it back.")
        elif judgement.report.blocking:
            from workbench.tui.screens.review.refusal import RefusalDialog

            title = f"d-{judged.number} cannot be accepted"
            self._screen.app.push_screen(RefusalDialog(title, judgement), self._refused)
        else:
            from workbench.tui.screens.moves.accept import AcceptDialog

            seen = looked_at(page, self._screen.bench.looked_at)
            dialog = AcceptDialog(judged.artifact_id, judged.number, seen)
            self._screen.app.push_screen(dialog, self._accepted)

    def _refused(self, gate: str | None) -> None:
        if gate == "m":
            self.repair()
        elif gate == "c":
            self.draft_again()
        elif gate is not None and self._shown.judgement is not None:
            self._inspect(gate)

    def _accepted(self, changed: bool | None) -> None:
        if changed:
            self._changed()

    def rescore(self) -> None:
        """Score again."""
        self._screen.load()
        self._screen.toast("Scoring again: same inputs give the same report, byte for byte.")

    def reject(self) -> None:
        """Ask for the reason, then record the rejection, or the withdrawal of an effective one."""
        judged = self._judged("reject")
        if judged is None:
            return
        page = self._shown.page
        back = page is not None and page.rejected
        from workbench.tui.screens.dialogs.dialog import LineDialog

        given = judged.artifact_id

        def record(reason: str | None) -> None:
            if reason:
                self._screen.ask(
                    "reject",
                    lambda env: _reject(env, given, reason, back=back),
                    write=True,
                    doing="Recording",
                )

        title = f"Withdraw the rejection of d-{judged.number}" if back else f"Reject d-{judged.number}"
        current = "can be accepted again" if back else "cannot be accepted until x withdraws it"
        prompt = f"Why? It is kept with the draft, which {current}."
        self._screen.app.push_screen(LineDialog(title, prompt, remember=True), record)

    def repair(self) -> None:
        """Repair what can be repaired without a judgement, as a new draft."""
        judged = self._judged("repair")
        if judged is None or self._edited("m repairs"):
            return
        if judged.artifact.opaque:
            self._screen.warn(f"There is nothing to repair, {OPAQUE}. c drafts the range again.")
            return
        given, stated = judged.artifact_id, judged.artifact.origin in STATED
        self._screen.ask(
            "repair",
            lambda env: _repair(env, given, drop_unsourced=stated),
            write=True,
            doing=f"Repairing d-{judged.number}",
            at_once=True,
        )

    def failed(self, request: object, error: Exception) -> bool:
        """Show what to press if nothing could be repaired; return False for other errors."""
        if request != "repair" or getattr(error, "code", "") != "nothing_to_repair":
            return False
        stated = (
            "Nothing can be repaired without a judgement. n goes to what fails, U leaves out what "
            "has no source, c drafts the range again."
        )
        self._screen.warn(stated)
        return True

    def _repaired(self, made: Any) -> None:  # noqa: ANN401 - a Drafted, imported only where it is made
        judged, before, screen = made.judged, self._shown.judged, self._screen
        if judged is None or before is None:
            return
        if judged.artifact_id == before.artifact_id:
            screen.toast("There is nothing to repair: every gate passes.")
            self._announce_verdict()
            return
        self._announce_repaired(made)
        screen.state = replace(screen.state, artifact_id=judged.artifact_id, number=judged.number)
        self._changed()

    def _announce_repaired(self, made: Drafted) -> None:
        """Show what was left out and added, word for word, so that nothing goes unread."""
        judged, against = made.judged, made.against
        if judged is None or against is None:
            return
        from workbench.tui.screens.review.repaired import RepairedDialog

        sentences = [each.text for each in made.dropped if each.item_id is None]
        self._screen.bench.remember("note", repaired_title(judged.number, against))
        self._screen.app.push_screen(RepairedDialog(judged.number, against, sentences))

    def draft_again(self) -> None:
        """Choose a strategy and draft the same range again."""
        judged = self._judged("draft_again")
        if judged is None:
            return
        if covers_unseen_events(judged.report):
            self._drafting.prepare(None, UNSEEN)
        else:
            source = judged.artifact.source
            self._drafting.prepare((source.source_start, source.source_end))


def _reject(env: Env, given: str, reason: str, *, back: bool) -> object:
    from workbench.services.review_log import reviews

    return (reviews.clear if back else reviews.reject)(env, given, reason=reason)


def _repair(env: Env, given: str, *, drop_unsourced: bool) -> object:
    from workbench.services.drafts.repair import repair

    return repair(env, given, drop_unsourced=drop_unsourced)


def is_possible(action: str, judgement: Judgement | None) -> bool:
    """Return whether an action can run in the draft's state; without a draft only back and help can."""
    if judgement is None:
        return action in ("back", "help")
    return action != "accept" or not judgement.report.blocking
