"""The rollback dialog: what it restores, then one appended move. Nothing is erased."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.tui.screens.moves.move_dialog import MoveDialog
from workbench.tui.state.moves import expected, rollback_rows
from workbench.tui.state.spans import PaneRow

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.moves.accept_rollback import CompletedMove
    from workbench.services.moves.move_preview import Foreseen


class RollbackDialog(MoveDialog):
    """Roll back an acceptance."""

    YES = "Roll back"
    ACT = "rolls back"
    HINT = "The draft stays in the store, and can be accepted again."

    def __init__(self, artifact_id: str, number: int, sequence: int) -> None:
        """Create the dialog for a draft; `sequence` is the number of the move to roll back."""
        super().__init__(f"Roll back #{sequence}", artifact_id, number)

    def foresee(self, env: Env) -> Foreseen:
        """Fold the context without the draft."""
        from workbench.services.moves.move_preview import foresee_rollback

        return foresee_rollback(env, self.artifact_id)

    def rows(self, seen: Foreseen, width: int) -> Sequence[PaneRow]:
        """Return before and after."""
        return rollback_rows(seen, seen.title, width)

    def move(self, env: Env, seen: Foreseen, reason: str | None) -> CompletedMove:
        """Roll back, expecting the head that was shown."""
        from workbench.services.moves.accept_rollback import rollback

        return rollback(env, self.artifact_id, expect=expected(seen), reason=reason)

    def done(self, moved: CompletedMove) -> str:
        """Return the move, and what its range holds now."""
        pointer = moved.pointer
        what = f"Events {pointer.source_start}-{pointer.source_end} are as before d-{moved.number}."
        if pointer.displaced:
            what = f"What d-{moved.number} had displaced is active again."
        return f"Rolled back as #{pointer.sequence}. {what}"
