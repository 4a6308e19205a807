"""Compact a long range in staged windows below the cap, each with the seed package of the one before.

Never in one shot: a range of any length becomes one artifact per window, and each is reviewed and accepted
like any other (SG1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from gates.artifact import Artifact
from workbench.bootstrap import Env
from workbench.errors import InterruptedWork, WorkbenchError
from workbench.models.base import ModelTrouble
from workbench.services.drafts.draft import (
    Drafted,
    check_done,
    define_done,
    drafted_of,
    maker_of,
    request_of,
)
from workbench.services.drafts.model_choice import ModelChoice, choice_of
from workbench.services.drafts.model_draft import NOTHING_KEPT, ModelDrafting, add_hint
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.output_shapes.shape import printed
from workbench.services.output_shapes.strategy_shapes import SeedShape, StagesShape
from workbench.strategies.asked import AskedSize
from workbench.strategies.base import DraftRequest
from workbench.strategies.staging import Seed, StageWindow, room_of, seed_of, windows

STRATEGY = "multi_session"

Say = Callable[[str], None]


@dataclass(frozen=True)
class Stage:
    """One window and its draft."""

    window: StageWindow
    drafted: Drafted
    seed_id: str | None
    """The seed package given to it; None for the first."""


@dataclass(frozen=True)
class Staged:
    """A range in stages, and the seed package after the last one."""

    chosen: ChosenRange
    cap: int
    stages: tuple[Stage, ...]
    seed: Seed

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.stages/1` object; each stage contains a `workbench.draft/1` object."""
        return printed(
            StagesShape,
            session_id=self.chosen.session_id,
            source_start=self.chosen.start,
            source_end=self.chosen.end,
            cap_tokens=self.cap,
            stages=[
                {
                    "source_start": each.window.start,
                    "source_end": each.window.end,
                    "tokens": each.window.tokens,
                    "over_cap": each.window.over,
                    "seed_id": each.seed_id,
                    "draft": each.drafted.to_json(),
                }
                for each in self.stages
            ],
            seed=printed(SeedShape, self.seed),
        )


def draft_in_stages(
    env: Env,
    chosen: ChosenRange,
    *,
    model: str | ModelChoice | None = None,
    done: str | None = None,
    size: AskedSize | None = None,
    on_progress: Say | None = None,
) -> Staged:
    """Draft every window of a range, each of the given size; `on_progress` is called before each.

    Raises:
        UsageError: the mode is off, there is no such model, or the done definition is fixed already.
        OverCap: a window cannot be made small enough for the model; nothing was sent, or the stages before
            are kept if it is one whose seed package takes it over the cap.
        ModelTrouble: the model did not answer; the stages before are kept, and their answers recorded.
        InterruptedWork: ^C; the same.
    """
    choice = choice_of(model)
    maker = maker_of(env, STRATEGY, model)
    store = env.open_store()
    check_done(store, chosen.session_id, done)
    cap = env.policy.purpose["compaction"].cap_tokens
    whole = request_of(store, chosen)
    stages: list[Stage] = []
    seed = seed_of((), whole.objective)
    making = None if choice.offline else ModelDrafting(env, STRATEGY, choice)
    found = _windows(whole, cap, making)
    define_done(env, store, chosen.session_id, done)
    try:
        for number, window in enumerate(found, 1):
            if on_progress is not None:
                cap_note = ", over the cap: it contains one event that is" if window.over else ""
                where = f"{window.start}..{window.end}, {window.tokens:,} tokens"
                on_progress(f"stage {number} of {len(found)}: {where}{cap_note}")
            request = replace(
                whole,
                source=replace(whole.source, start=window.start, end=window.end),
                seed=seed.text if stages else "",
                size=size,
                native_characters=None,
            )
            drafted = (
                drafted_of(env, store, maker, request) if making is None else making.drafted(store, request)
            )
            stages.append(Stage(window, drafted, seed.seed_id if stages else None))
            seed = seed_of([artifact for s in stages if (artifact := _given(s.drafted))], whole.objective)
    except (WorkbenchError, KeyboardInterrupt) as error:
        kept = f"{len(stages)} of {len(found)} stages are kept as drafts" if stages else NOTHING_KEPT
        if not isinstance(error, WorkbenchError):
            raise InterruptedWork(kept) from error
        if stages or isinstance(error, ModelTrouble):
            add_hint(error, kept)
        raise
    finally:
        if making is not None and stages:
            making.finish()
    return Staged(chosen, cap, tuple(stages), seed)


def _windows(whole: DraftRequest, cap: int, making: ModelDrafting | None) -> list[StageWindow]:
    """Return the windows of a range; those for a model are all checked before the first is sent."""
    source = whole.source
    if making is None:
        return windows(whole.events, source.start, source.end, room_of(cap))
    found = making.windows(whole)
    for window in found:
        making.check_cap(replace(whole, source=replace(source, start=window.start, end=window.end)))
    return found


def _given(drafted: Drafted) -> Artifact | None:
    """Return the result of a stage: its draft, or the replacement of one that a model could not give."""
    judged = drafted.judged or (drafted.fallback.judged if drafted.fallback else None)
    return judged.artifact if judged is not None else None
