"""The compact dialog shows what each strategy would cost before anything is sent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tui.drive import NARROW, WIDE, press, running, screen_text
from workbench.bootstrap import Env
from workbench.presentation.figures import short
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.lookup.library import library
from workbench.services.plans.plan import CostPlan, plan_range
from workbench.services.plans.plan_runs import PlannedGeneration
from workbench.tui.screens.plan_choice import PlanDialog
from workbench.tui.state.plan import DETAIL_LINES, detail_lines, row_cells

PRICES = '[prices."openai:small"]\ninput = 0.5\noutput = 2\ncurrency = "EUR"\n'


def priced(env: Env, folder: Path, config: str = PRICES) -> Env:
    """The same environment with a configuration of its own."""
    (folder / "config.toml").write_text(config, encoding="utf-8")
    return replace(env, config=folder / "config.toml")


def stated(plan: CostPlan | None, strategy: str, width: int = 68) -> list[str]:
    """The lines below the list."""
    lines = detail_lines(plan, strategy, "what it is", width)
    return ["".join(span.text for span in line) for line in lines]


@pytest.mark.anyio
@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_the_dialog_fits_with_every_estimate(env: Env, tmp_path: Path, size: tuple[int, int]) -> None:
    """All strategies, the range's figures, the planning range, trend, risk and price of the one chosen."""
    async with running(priced(env, tmp_path), size) as pilot:
        await press(pilot, "enter", "right_parenthesis", "c", "j")
        dialog = pilot.app.screen
        assert isinstance(dialog, PlanDialog)
        assert dialog.plan is not None
        text = screen_text(pilot.app)
        for each in dialog.plan.estimates:
            assert each.strategy in text
        one = dialog.plan.estimate("intentional")
        assert one is not None
        assert short(one.input_tokens) in text
        assert "nothing is sent" in text
        assert "Planned 8k-40k a run" in text
        assert "medium one-time" in text
        assert "medium risk (single-pass loss)" in text
        assert "EUR with openai:small" in text
        assert "enter chooses" in text


@pytest.mark.anyio
async def test_the_lines_follow_the_cursor(env: Env, tmp_path: Path) -> None:
    """Rolling says its own range and risk; a strategy without a model says that it costs nothing."""
    async with running(priced(env, tmp_path), NARROW) as pilot:
        await press(pilot, "enter", "right_parenthesis", "c")
        dialog = pilot.app.screen
        assert isinstance(dialog, PlanDialog)
        names = [name for name, _, _ in dialog.choices]
        await press(pilot, *"j" * names.index("rolling"))
        text = screen_text(pilot.app)
        assert "Planned 2k-10k a run" in text
        assert "highest drift risk (lossy-over-lossy)" in text
        await press(pilot, *"k" * (names.index("rolling") - names.index("native")))
        assert "It calls no model" in screen_text(pilot.app)


@pytest.mark.anyio
async def test_a_broken_configuration_hinders_no_draft(env: Env, tmp_path: Path) -> None:
    """The dialog opens and says why nothing is estimated."""
    async with running(priced(env, tmp_path, "[prices\n"), NARROW) as pilot:
        await press(pilot, "enter", "right_parenthesis", "c")
        assert isinstance(pilot.app.screen, PlanDialog)
        assert "nothing is estimated" in screen_text(pilot.app)


def test_the_lines_are_few_and_keep_to_the_width(env: Env, tmp_path: Path) -> None:
    """Whatever the strategy."""
    session = library(env)[0].session.session_id
    plan = plan_range(priced(env, tmp_path), ChosenRange(session, 0, 8, "as asked for"))
    for each in (*(one.strategy for one in plan.estimates), "another"):
        lines = stated(plan, each)
        assert len(lines) <= DETAIL_LINES
        assert max(map(len, lines)) <= 68
    assert row_cells(plan, "another") == row_cells(None, "intentional")
    assert "calls no model" in row_cells(plan, "checkpoint")[-1].text


@pytest.mark.anyio
@pytest.mark.parametrize("size", [WIDE, (120, 36), NARROW])
async def test_how_a_plan_fits_the_cap_is_never_cut(
    env: Env, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Whatever the words; of how many stages that is so stands in the lines below."""
    runs = (PlannedGeneration(13_000, 13_000, 334, 1),) * 12 + (PlannedGeneration(1_000, 1_000, 0, 1),) * 22
    real = plan_range(env, ChosenRange(library(env)[0].session.session_id, 0, 8, "as asked for"))
    changed = replace(real, estimates=tuple(replace(each, runs=runs) for each in real.estimates))
    monkeypatch.setattr("workbench.services.plans.plan.plan_range", lambda *_args, **_more: changed)
    async with running(env, size) as pilot:
        await press(pilot, "enter", "right_parenthesis", "c", "j")
        text = screen_text(pilot.app)
    assert "over if corrected  " in text and "over if corrected…" not in text
    assert "In 12 of 34 stages: over if corrected." in " ".join(stated(changed, "intentional"))
