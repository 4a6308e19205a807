"""From a range to a draft: choose the strategy, draft in a thread, open the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from workbench.presentation.figures import sentences
from workbench.services.drafts.strategy_names import DEFAULT_STRATEGY, NATIVE
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.dialogs.dialog import ProgressDialog
from workbench.tui.screens.drafting.model_choice import (
    CANCELS,
    KEPT,
    LEFT,
    Models,
    drafting,
    models_for,
    offer_models,
)
from workbench.tui.state.plan import growth_warning, sent_words, size_warning

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.drafts.draft import Drafted
    from workbench.services.drafts.range_choice import ChosenRange
    from workbench.services.plans.plan import CostPlan

ABOUT = {
    "intentional": "about a page: state at the end, decisions, constraints; deciding messages verbatim",
    "checkpoint": "a page of statements and the human's own messages, no model",
    "snapshot": "state delta and narrative",
    "historian": "audit ledger with full turns kept",
    "memory": "bounded running summary",
    "native": "the transcript's own summary, linked, with what it lost added; size `native` keeps its length",
    "rolling": "carries accepted artifacts on; off until switched on",
    "multi_session": "staged windows below the cap; off until switched on",
}


@dataclass(frozen=True)
class Prepare:
    """A range to draft, and the available strategies."""

    wanted: tuple[int, int] | None
    stated: str = ""
    """The reason for this range."""


class Drafting:
    """The draft action of a screen; `drafted` is called once a draft was made and its screen is on top."""

    def __init__(self, screen: BaseScreen, drafted: Callable[[], None] = lambda: None) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self._screen, self._then = screen, drafted

    def prepare(self, requested: tuple[int, int] | None, stated: str = "") -> None:
        """Check the range and offer the strategies; None: the default range, for the reason `stated`."""
        session_id = str(self._screen.state.session_id)

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench import plugin_registry
            from workbench.services.drafts.native_summary import native_characters, native_tokens
            from workbench.services.drafts.range_choice import choose_range
            from workbench.services.plans.plan import plan_if_known
            from workbench.strategies.asked import CHARACTERS

            chosen = choose_range(env, session_id, requested)
            where = (chosen.start, chosen.end)
            store = env.open_store()
            size = native_tokens(store, chosen.session_id, where)
            if size is None and (held := native_characters(store, chosen.session_id, where)) is not None:
                size = held // CHARACTERS
            return chosen, plugin_registry.names("strategies"), size, plan_if_known(env, chosen)

        self._screen.ask(
            Prepare(requested, stated), run, group="prepare", doing="Planning the draft", opens=True
        )

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Offer the strategies, then the models; return False if the answer belongs to another part."""
        if isinstance(request, Prepare):
            chosen, names, native, plan = value
            first = (NATIVE if native is not None else DEFAULT_STRATEGY, DEFAULT_STRATEGY)
            offered = [name for name in names if native is not None or name != NATIVE]
            order = {name: n for n, name in enumerate(dict.fromkeys(first))}
            names = sorted(offered, key=lambda name: (order.get(name, 2), name))
            self._offer(chosen, names, native, plan, request.stated)
        elif isinstance(request, Models):
            sent = sent_words(request.plan, request.strategy)
            offer_models(self._screen, request.strategy, value, partial(self._draft_with, request), sent)
        else:
            return False
        return True

    def _offer(
        self, chosen: ChosenRange, names: list[str], native: int | None, plan: CostPlan | None, stated: str
    ) -> None:
        from workbench.presentation.draft_size import OPENS_SUMMARY
        from workbench.tui.screens.drafting.plan_choice import PlanDialog

        intro = f"Events {chosen.start}-{chosen.end}, {chosen.why}.\nNothing is accepted by drafting."
        if chosen.whole is not None:
            first, last = chosen.whole
            intro += f"\nBeware: {OPENS_SUMMARY}. To replace it whole, mark {first}-{last}, or mark nothing."
        if stated:
            intro = f"{stated}\n{intro}"
        if native is not None:
            intro += f"\nThe transcript's own summary of them has {native:,} tokens on the timeline."
        choices = [(name, name, ABOUT.get(name, "")) for name in names]
        dialog = PlanDialog("Compact: which strategy?", choices, plan, intro=intro)

        def answered(name: str | None) -> None:
            if name is not None:
                asked = Models(chosen, name, plan, dialog.wanted)
                self._screen.ask(asked, models_for(name), group="prepare", opens=True)

        self._screen.app.push_screen(dialog, answered)

    def _draft_with(self, asked: Models, model: str | None) -> None:
        chosen, strategy = asked.chosen, asked.strategy
        limits = self._screen.bench.env.policy.limits("compaction")
        stated = (f"   size {asked.size}" if asked.size is not None else "") + (
            f"   {model}" if model else ""
        )
        dialog = ProgressDialog(
            "Drafting",
            f"{strategy}   events {chosen.start}-{chosen.end}{stated}",
            drafting(asked, model),
            seconds=limits.timeout_ms / 1000 if limits else None,
            promise=KEPT if model is None else CANCELS,
            cancelled=LEFT if model is None else "nothing was kept",
        )
        self._screen.app.push_screen(dialog, self._drafted)

    def _drafted(self, made: Drafted | None) -> None:
        if made is None:
            return
        self._open(made)
        self._then()

    def _open(self, made: Drafted) -> None:
        screen, stated = self._screen, ""
        if made.fallback is not None:
            stated = sentences(made.fallback.warning)
        elif made.model is not None and made.model.warnings:
            more = len(made.model.warnings) - 1
            stated = sentences(made.model.warnings[0] + (f" (and {more} more)" if more else ""))
        judged = made.judged or (made.fallback.judged if made.fallback else None)
        if judged is None:
            screen.warn("The draft does not parse, and no checkpoint could be made in its place.")
            return
        screen.hand_over(
            replace(screen.state, artifact_id=judged.artifact_id, number=judged.number, item_id=None)
        )
        if made.size_warning is not None:
            stated = f"{stated} {size_warning(made.size_warning)}".strip()
        change = judged.context
        if change is not None and change.growth:
            stated = f"{stated} {growth_warning(change, judged.number, made.offer)}".strip()
        again = f"This is d-{judged.number}, drafted before: the same content adds no draft."
        if stated:
            screen.warn(f"{again} {stated}" if made.repeated else stated)
        else:
            screen.toast(again if made.repeated else f"Drafted d-{judged.number}.")
        screen.bench.go("draft")
