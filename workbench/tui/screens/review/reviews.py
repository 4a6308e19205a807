"""Reviews from the keyboard: the review that fits a problem, its reason, its record. Nothing here judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from workbench.escaping import one_line
from workbench.presentation.cells import clip
from workbench.presentation.problems import GateProblem, ReviewWay
from workbench.tui.screens.dialogs.dialog import LineDialog
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.state.review.claims import ClaimLine

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.tui.screens.base import BaseScreen

WHY_NOT = {
    "settle": "Only an uncertain match can be settled as retained.",
    "clear": "Only a finding of gate D can be cleared; repair the draft, or draft again.",
    "confirm": "Only a proposed item can be counted; go to one under Likely lost.",
    "dismiss": "Only a captured item can be dismissed; go to one under Not retained.",
}
_TITLES = {
    "settle": "Settle as retained",
    "clear": "Clear the finding",
    "dismiss": "Dismiss the captured item",
    "confirm": "Count the proposed item",
}

MOST = 60
"""Columns of a review's subject, so that the message is one line."""


class ClaimReviews:
    """Reviews of findings about the selected `entry` of a screen."""

    def __init__(self, screen: BaseScreen, shown: ShownDraft, entry: Callable[[], ClaimLine | None]) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self._screen, self._shown, self._entry = screen, shown, entry

    def review(self, way: ReviewWay) -> None:
        """Ask for the reason, then record the review; show a warning if no such review is possible."""
        problem = _reviewable(self._entry(), way)
        if problem is None:
            self._screen.warn(WHY_NOT[way])
        elif way in ("settle", "clear") and self._shown.page is not None and self._shown.page.edits:
            self._screen.warn("A review is of a draft that is kept: w keeps the edits first.")
        else:
            self._ask_reason(way, problem)

    def _ask_reason(self, way: ReviewWay, problem: GateProblem) -> None:
        screen, artifact = self._screen, self._screen.state.artifact_id or ""

        def record(reason: str | None) -> None:
            if reason:
                screen.ask("review", lambda env: _record(env, way, problem.key, artifact, reason), write=True)

        prompt = f"{problem.headline}: {problem.text[:200]}"
        hint = "Why? Kept with the record.   enter records   esc cancels"
        screen.app.push_screen(LineDialog(_TITLES[way], prompt, hint=hint, remember=True), record)

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Score again after a review was recorded; return False if the answer belongs to another part."""
        if request != "review":
            return False
        screen, entry = self._screen, self._entry()
        screen.toast(f"Recorded: {clip(one_line(value.about), MOST)}")
        here = entry.key if entry is not None else None
        screen.reload_with(replace(screen.state, revision=screen.state.revision + 1, item_id=here))
        return True


def _reviewable(entry: ClaimLine | None, way: ReviewWay) -> GateProblem | None:
    """Return the problem of a claim that allows such a review; None without one."""
    found = entry.problems if entry is not None else ()
    return next((each for each in found if way in each.reviews and not each.reviewed), None)


def _record(env: Env, way: ReviewWay, key: str, artifact: str, reason: str) -> object:
    from workbench.services.review_log import capture_reviews, reviews

    if way == "confirm":
        return capture_reviews.confirm(env, key, reason=reason)
    if way == "settle":
        return reviews.settle(env, key, artifact=artifact, reason=reason)
    if way == "clear":
        return reviews.clear(env, key, reason=reason)
    return reviews.dismiss(env, key, reason=reason)
