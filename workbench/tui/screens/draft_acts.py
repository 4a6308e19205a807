"""What can be done with a draft: accept, reject, repair, keep edits, draft again, score again.

Nothing here moves a pointer: that is the accept dialog, which a draft that the gates refuse never reaches.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from workbench.presentation.figures import plural
from workbench.presentation.judgement import Judgement
from workbench.tui.screens.compacting import Compacting
from workbench.tui.screens.key_queue import KeyQueue
from workbench.tui.screens.mending import Mending

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.drafts.draft import Drafted
    from workbench.services.drafts.draft_page import DraftPage


class DraftActs(Compacting):
    """The acts; a subclass shows the page and says where a refused gate leads."""

    def __init__(self) -> None:
        """Nothing read yet."""
        super().__init__()
        self.page: DraftPage | None = None
        self.judgement: Judgement | None = None
        self.mending = Mending(self, lambda: self.page, tuple, tuple)
        self.queue = KeyQueue(self, lambda: self.doing)

    def say(self, text: str) -> None:
        """Say what is being waited for."""

    def tell_verdict(self) -> None:
        """Say the verdict again."""

    def action_go(self, name: str) -> None:
        """`5` compares this draft, whatever was compared before."""
        if name == "compare":
            self.state = replace(self.state, compare=None)
            self._loaded_for = self.state
        super().action_go(name)

    def inspect(self, key: str) -> None:
        """Go to what a gate or a problem is about."""

    def done(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """The answer of an act."""
        if request == "repair":
            self._repaired(value)
        elif self.mending.copy.done(request, value):
            return
        elif request == "reject":
            self.toast(f"{value.about}. It is kept, and can still be accepted.")
            self.changed()
        else:
            self.compacting_answered(request, value)

    def is_enabled(self, action: str) -> bool:
        """Accepting a blocked draft is dimmed, and answers with the reason all the same."""
        if action == "accept":
            return self.judgement is not None and not self.judgement.report.blocking
        return self.judgement is not None or action in ("back", "help")

    def action_accept(self) -> None:
        """Open the accept dialog, or say why not."""
        if self.queue.holds("accept"):
            return
        if self.judgement is None or self.page is None or self.page.judged is None:
            self.warn("There is no draft to accept yet.")
        elif self.page.edits:
            self.warn(
                f"{plural(self.page.edits, 'edit')} not kept: w keeps them as a new draft, a accepts that."
            )
        elif self.page.line is not None and self.page.line.state == "active":
            self.warn(f"d-{self.page.judged.number} is active already. z takes it back.")
        elif self.judgement.report.blocking:
            from workbench.tui.screens.refusal import RefusalDialog

            title = f"d-{self.page.judged.number} cannot be accepted"
            self.app.push_screen(RefusalDialog(title, self.judgement), self._refused)
        else:
            from workbench.tui.screens.accept import AcceptDialog

            judged = self.page.judged
            self.app.push_screen(AcceptDialog(judged.artifact_id, judged.number), self._accepted)

    def _refused(self, gate: str | None) -> None:
        if gate == "m":
            self.action_repair()
        elif gate is not None and self.judgement is not None:
            self.inspect(gate)

    def _accepted(self, changed: bool | None) -> None:
        if changed:
            self.changed()

    def changed(self) -> None:
        """Something was written: screens below read again too."""
        self.reload_with(replace(self.state, revision=self.state.revision + 1))

    def action_mend(self, act: str) -> None:
        """Keep, undo and redo the edits; drop what has no source; edit all of it."""
        if self.queue.holds(f"mend({act!r})"):
            return
        owners = (self.mending, self.mending.copy)
        next(getattr(each, act) for each in owners if hasattr(each, act))()

    def action_rescore(self) -> None:
        """Score again."""
        self.load()
        self.toast("Scoring again: same inputs give the same report, byte for byte.")

    def action_reject(self) -> None:
        """Ask for the reason, then record it."""
        if self.queue.holds("reject"):
            return
        if self.page is None or self.page.judged is None:
            self.warn("There is no draft to reject yet.")
            return
        from workbench.tui.screens.dialogs import LineDialog

        given = self.page.judged.artifact_id
        title = f"Reject d-{self.page.judged.number}"

        def record(reason: str | None) -> None:
            if reason:
                self.ask("reject", lambda env: _reject(env, given, reason), write=True, doing="Rejecting")

        self.app.push_screen(
            LineDialog(
                title,
                "Why? It is kept with the draft, which cannot be accepted until it is withdrawn.",
                remember=True,
            ),
            record,
        )

    def action_repair(self) -> None:
        """Repair what can be repaired without a judgement, as a new draft."""
        if self.queue.holds("repair"):
            return
        if self.page is None or self.page.judged is None:
            self.warn("There is no draft to repair yet.")
            return
        if self.page.edits:
            self.warn(
                f"{plural(self.page.edits, 'edit')} not kept: w keeps them as a new draft, m repairs that."
            )
            return
        given, imported = self.page.judged.artifact_id, self.page.judged.report.origin == "imported"
        self.ask(
            "repair",
            lambda env: _repair(env, given, drop_unsourced=imported),
            write=True,
            doing=f"Repairing d-{self.page.judged.number}",
        )

    def _repaired(self, made: Any) -> None:  # noqa: ANN401 - a Drafted, imported only where it is made
        judged = made.judged
        if judged is None or self.page is None or self.page.judged is None:
            return
        if judged.artifact_id == self.page.judged.artifact_id:
            self.toast("There is nothing to repair: every gate passes.")
            self.tell_verdict()
            return
        left_out = f" without {len(made.dropped)} unsourced statements" if made.dropped else ""
        before = self.page.judged.number
        self.toast(f"Repaired as d-{judged.number}{left_out}; d-{before} is kept. [ goes back to it.")
        self.state = replace(self.state, artifact_id=judged.artifact_id, number=judged.number)
        self.changed()

    def action_draft_again(self) -> None:
        """Choose a strategy and draft the same range again."""
        if self.queue.holds("draft_again"):
            return
        if self.page is None or self.page.judged is None:
            self.warn("There is no range to draft yet. 2 opens the timeline.")
            return
        source = self.page.judged.artifact.source
        self.prepare_draft((source.source_start, source.source_end))

    def _drafted(self, made: Drafted | None) -> None:
        super()._drafted(made)
        if made is not None:
            self.changed()


def _reject(env: Env, given: str, reason: str) -> object:
    from workbench.services.review_log.reviews import reject

    return reject(env, given, reason=reason)


def _repair(env: Env, given: str, *, drop_unsourced: bool) -> object:
    from workbench.services.drafts.repair import repair

    return repair(env, given, drop_unsourced=drop_unsourced)
