"""Drafting as the command and the compact screen request it: offline, or with a language model."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from store.records import event_stats
from workbench.bootstrap import Env
from workbench.services.drafts.cap import check_cap
from workbench.services.drafts.draft import (
    Drafted,
    check_done,
    define_done,
    drafted_of,
    maker_of,
    request_of,
)
from workbench.services.drafts.model_choice import ModelChoice, choice_of
from workbench.services.drafts.model_draft import draft_with_model
from workbench.services.drafts.native_summary import native_strategy
from workbench.services.drafts.range_choice import ChosenRange, larger_range
from workbench.services.drafts.smaller_offer import smaller_offer
from workbench.services.drafts.strategy_names import DEFAULT_STRATEGY, NATIVE, ROLLING
from workbench.strategies.asked import AskedSize


def draft(
    env: Env,
    chosen: ChosenRange,
    *,
    strategy: str = DEFAULT_STRATEGY,
    model: str | ModelChoice | None = None,
    done: str | None = None,
    size: AskedSize | None = None,
) -> Drafted:
    """Draft, store and score an artifact of a range; `done` is the done definition of the session.

    `size` is the requested size; None for about a page, and for `native` the whole repaired summary.

    Raises:
        UsageError: there is no such strategy or model, or the done definition is fixed already.
        OverCap, ModelTrouble: as `workbench.services.drafts.model_draft.draft_with_model`.
    """
    choice = choice_of(model)
    before = event_stats.artifact_numbers(env.open_store(), chosen.session_id)
    if choice.offline:
        made = _offline(env, chosen, strategy, model, done, size)
    else:
        made = draft_with_model(env, chosen, strategy, choice, done, size)
    kept = made.judged or (made.fallback.judged if made.fallback else None)
    made = replace(made, repeated=kept is not None and kept.artifact_id in before)
    if not made.too_small:
        return made
    share = max(measure.value or 1.0 for measure in made.report.missed("E"))
    return replace(made, larger=larger_range(env.open_store(), chosen, share))


def _offline(
    env: Env,
    chosen: ChosenRange,
    strategy: str,
    model: str | ModelChoice | None,
    done: str | None,
    size: AskedSize | None,
) -> Drafted:
    maker = maker_of(env, strategy, model)
    store = env.open_store()
    check_done(store, chosen.session_id, done)
    request = request_of(store, chosen, rolling_up=strategy == ROLLING)
    request = replace(request, size=size)
    native = cache(partial(native_strategy, env, store, chosen.session_id, (chosen.start, chosen.end)))
    if strategy == NATIVE:
        maker, source = native()
        request = replace(request, source=source)
    if getattr(maker, "calls_model", False):
        check_cap(request, env.policy)
    drafted = drafted_of(env, store, maker, request)
    define_done(env, store, chosen.session_id, done)
    known = native if request.native_characters is not None else None
    offer = smaller_offer(env, store, request, drafted, known)
    return replace(drafted, offer=offer)
