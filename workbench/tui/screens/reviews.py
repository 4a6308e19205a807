"""Reviews from the keyboard: which one fits a problem, the reason, the record. Nothing here judges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.presentation.problems import Problem, ReviewWay
from workbench.tui.screens.dialogs import LineDialog
from workbench.tui.state.claims import Entry

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


def reviewable(entry: Entry | None, way: ReviewWay) -> Problem | None:
    """The problem of a claim that such a review can be about."""
    found = entry.problems if entry is not None else ()
    return next((each for each in found if way in each.reviews and not each.reviewed), None)


def ask_reason(screen: BaseScreen, way: ReviewWay, problem: Problem) -> None:
    """Ask why, then record the review; the screen hears of it as the answer to `review`."""
    artifact = screen.state.artifact_id or ""

    def record(reason: str | None) -> None:
        if reason:
            screen.ask("review", lambda env: _record(env, way, problem.key, artifact, reason), write=True)

    prompt = f"{problem.headline}: {problem.text[:200]}"
    hint = "Why? Kept with the record.   enter records   esc cancels"
    screen.app.push_screen(LineDialog(_TITLES[way], prompt, hint=hint, remember=True), record)


def _record(env: Env, way: ReviewWay, key: str, artifact: str, reason: str) -> object:
    from workbench.services.review_log import capture_reviews, reviews

    if way == "confirm":
        return capture_reviews.confirm(env, key, reason=reason)
    if way == "settle":
        return reviews.settle(env, key, artifact=artifact, reason=reason)
    if way == "clear":
        return reviews.clear(env, key, reason=reason)
    return reviews.dismiss(env, key, reason=reason)
