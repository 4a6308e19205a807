"""The model that drafts: offered if the configuration names one, and called with its progress shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.escaping import one_line

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.models.settings import ModelSetting
    from workbench.services.drafts.draft import Drafted
    from workbench.services.drafts.range_choice import ChosenRange
    from workbench.services.plans.plan import CostPlan
    from workbench.strategies.asked import AskedSize
    from workbench.tui.screens.asking import AskingScreen

KEPT = "esc leaves it; a draft that was finished is kept, and never accepted by itself"
LEFT = "a draft that was finished is kept: 3 shows it"
CANCELS = "esc cancels: the connection ends, and nothing is kept"
OFFLINE = "extractive"


@dataclass(frozen=True)
class Models:
    """The models that could draft a range by a strategy."""

    chosen: ChosenRange
    strategy: str
    plan: CostPlan | None
    size: AskedSize | None = None
    """The requested size; None for the strategy's own."""


def models_for(strategy: str) -> Callable[[Env], Sequence[ModelSetting]]:
    """Return a reader of the configured models; it returns none for a strategy that uses no model."""

    def run(env: Env) -> Sequence[ModelSetting]:
        from workbench.services.drafts.model_choice import STRATEGIES, configured

        return configured(env) if strategy in STRATEGIES else ()

    return run


def offer_models(
    screen: AskingScreen[None],
    strategy: str,
    models: Sequence[ModelSetting],
    chosen: Callable[[str | None], None],
    sent: str,
) -> None:
    """Offer the models, the offline one first; without a configured model continue without asking."""
    if not models:
        chosen(None)
        return
    from workbench.tui.screens.dialogs.dialog import ChoiceDialog

    choices = [(OFFLINE, OFFLINE, "offline, no language model, nothing is sent")]
    choices += [(each.name, one_line(each.name), one_line(each.about)) for each in models]
    intro = f"{strategy}: which model drafts it?\nA model is sent the range, with secrets masked.\n{sent}"

    def answered(name: str | None) -> None:
        if name is not None:
            chosen(None if name == OFFLINE else name)

    screen.app.push_screen(ChoiceDialog("Compact: which model?", choices, intro=intro), answered)


def drafting(asked: Models, model: str | None) -> Callable[[Env, Callable[[str], None]], Drafted]:
    """Return a function that drafts and reports progress; an error raised by a report ends the model call."""

    def run(env: Env, on_progress: Callable[[str], None]) -> Drafted:
        from workbench.services.drafts.draft_command import draft
        from workbench.services.drafts.model_choice import ModelChoice

        on_progress("reading the range, drafting, scoring")
        choice = ModelChoice(name=model, on_progress=on_progress, progress=on_progress)
        return draft(env, asked.chosen, strategy=asked.strategy, model=choice, size=asked.size)

    return run
