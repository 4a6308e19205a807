"""The accept dialog: the one place of the app from which an artifact becomes active.

The store scores the gates once more, whatever is shown here.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from workbench.presentation.figures import gates_named
from workbench.tui.screens.moves.move_dialog import MoveDialog
from workbench.tui.state.moves import accept_rows, confirm_text, expected
from workbench.tui.state.spans import PaneRow

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.moves.accept_rollback import CompletedMove
    from workbench.services.moves.move_preview import Foreseen


class AcceptDialog(MoveDialog):
    """Replace a range with a draft."""

    YES = "Accept"
    DOING = "Accepting"
    ACT = "accepts"
    HINT = "The events stay in the store. z rolls this back."

    def __init__(self, artifact_id: str, number: int, looked_at: Set[str] = frozenset()) -> None:
        """Create the dialog; `looked_at` are findings and items that the reader visited or marked."""
        super().__init__("Accept compaction", artifact_id, number)
        self.looked_at = looked_at

    def foresee(self, env: Env) -> Foreseen:
        """Score again, and fold the context with the draft in it."""
        from workbench.services.moves.move_preview import foresee_acceptance

        return foresee_acceptance(env, self.artifact_id)

    def rows(self, seen: Foreseen, width: int) -> Sequence[PaneRow]:
        """Return before and after, and the gates."""
        return accept_rows(seen, seen.title, width, short=self.low, looked_at=self.looked_at)

    def refusal(self, seen: Foreseen) -> str:
        """Return the failing gates, or an overlap."""
        blocking = seen.report.blocking if seen.report is not None else ()
        if blocking:
            return f"It no longer passes {gates_named(blocking)}. Nothing was changed."
        return seen.obstacle

    def question(self, seen: Foreseen) -> str:
        """Return the confirmation text: gates that do not apply, by name, and a context that grows."""
        return confirm_text(seen)

    def move(self, env: Env, seen: Foreseen, reason: str | None) -> CompletedMove:
        """Accept, expecting the head that was shown."""
        from workbench.services.moves.accept_rollback import accept

        confirm = seen.report.to_confirm if seen.report is not None else ()
        return accept(env, self.artifact_id, expect=expected(seen), confirm=confirm, reason=reason)

    def done(self, moved: CompletedMove) -> str:
        """Return the move, and how to roll it back."""
        pointer, difference = moved.pointer, moved.after.tokens - moved.before.tokens
        span = f"{pointer.source_start}-{pointer.source_end}"
        tokens = f"{difference:+,} tokens"
        return (
            f"Accepted as #{pointer.sequence}: d-{moved.number} replaces {span} ({tokens}). z rolls it back."
        )
