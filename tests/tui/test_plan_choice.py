"""The compact dialog shows what each strategy would cost before anything is sent."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tui.drive import (
    NARROW,
    WIDE,
    name_of,
    press,
    running,
    screen_text,
    settle,
    until,
)
from tests.tui.review.walk import toast_texts
from workbench.bootstrap import Env
from workbench.presentation.figures import short
from workbench.services.drafts import draft_command as draft_service
from workbench.services.drafts.draft_page import draft_page
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.drafts.smaller_offer import SmallerOffer
from workbench.services.judgement.context_growth import ContextChange
from workbench.services.lookup.library import library
from workbench.services.lookup.timeline import event, outline
from workbench.services.plans.plan import CostPlan, plan_range
from workbench.services.plans.plan_runs import PlannedGeneration
from workbench.tui.screens.dialogs.dialog import ProgressDialog
from workbench.tui.screens.drafting.plan_choice import PlanDialog
from workbench.tui.state.plan import DETAIL_LINES, detail_lines, growth_warning, row_cells, size_warning

PRICES = '[prices."openai:small"]\ninput = 0.5\noutput = 2\ncurrency = "EUR"\n'


def priced(env: Env, folder: Path, config: str = PRICES) -> Env:
    """Return the environment with another configuration."""
    (folder / "config.toml").write_text(config, encoding="utf-8")
    return replace(env, config=folder / "config.toml")


def shown_lines(plan: CostPlan | None, strategy: str, width: int = 68) -> list[str]:
    """Return the lines below the list."""
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
        intro = "\n".join(f"line {number}" for number in range(7))
        pilot.app.push_screen(PlanDialog("Compact", dialog.choices, dialog.plan, intro=intro, at=1))
        await settle(pilot)
        text = screen_text(pilot.app)
        assert all(
            words in text for words in ("line 6", "snapshot", "Planned 8k-40k", "tab  Size", "esc cancels")
        )


@pytest.mark.anyio
async def test_the_lines_follow_the_cursor(env: Env, tmp_path: Path) -> None:
    """Rolling shows its own range and risk; a strategy without a model shows no cost."""
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
    """The dialog opens and gives the reason why nothing is estimated."""
    async with running(priced(env, tmp_path, "[prices\n"), NARROW) as pilot:
        await press(pilot, "enter", "right_parenthesis", "c")
        assert isinstance(pilot.app.screen, PlanDialog)
        assert "nothing is estimated" in screen_text(pilot.app)


def test_the_lines_are_few_and_keep_to_the_width(env: Env, tmp_path: Path) -> None:
    """This holds for every strategy."""
    session = library(env)[0].session.session_id
    plan = plan_range(priced(env, tmp_path), ChosenRange(session, 0, 8, "as asked for"))
    for each in (*(one.strategy for one in plan.estimates), "another"):
        lines = shown_lines(plan, each)
        assert len(lines) <= DETAIL_LINES
        assert max(map(len, lines)) <= 68
    assert row_cells(plan, "another") == row_cells(None, "intentional")
    assert "calls no model" in row_cells(plan, "checkpoint")[-1].text


@pytest.mark.anyio
@pytest.mark.parametrize("size", [WIDE, (120, 36), NARROW])
async def test_how_a_plan_fits_the_cap_is_never_cut(
    env: Env, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """The text may be longer; the number of stages is in the lines below."""
    runs = (PlannedGeneration(13_000, 13_000, 334, 1),) * 12 + (PlannedGeneration(1_000, 1_000, 0, 1),) * 22
    real = plan_range(env, ChosenRange(library(env)[0].session.session_id, 0, 8, "as asked for"))
    changed = replace(real, estimates=tuple(replace(each, runs=runs) for each in real.estimates))
    monkeypatch.setattr("workbench.services.plans.plan.plan_range", lambda *_args, **_more: changed)
    async with running(env, size) as pilot:
        await press(pilot, "enter", "right_parenthesis", "c", "j")
        text = screen_text(pilot.app)
    assert "brief corrections  " in text and "brief corrections…" not in text
    assert "In 12 of 34 stages: brief corrections." in " ".join(shown_lines(changed, "intentional"))


@pytest.mark.anyio
async def test_a_size_is_asked_for_in_the_dialog(env: Env) -> None:
    """`tab` moves to the field; an invalid size is reported there; `native` bounds the native draft."""
    async with running(env, NARROW) as pilot:
        await press(pilot, "enter", "right_parenthesis", "c", "tab", *"20x", "enter")
        assert isinstance(pilot.app.screen, PlanDialog)
        assert any("There is no size '20x'" in text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]
        await press(pilot, *["backspace"] * 3, *"native", "enter")
        state = pilot.app.state  # type: ignore[attr-defined]
        page = draft_page(env, str(state.session_id), state.artifact_id)
    assert page.judged is not None
    assert page.judged.artifact.strategy == "native"
    summary = outline(env, str(state.session_id)).compactions[0].summary
    assert summary is not None
    assert page.judged.size.stated <= len(event(env, str(state.session_id), summary).event.text)


@pytest.mark.anyio
async def test_a_mode_that_is_off_says_so_and_is_not_drafted(env: Env) -> None:
    """In its row, in the lines below and when it is chosen; the dialog stays."""
    async with running(env) as pilot:
        await press(pilot, "enter", "right_parenthesis", "c")
        dialog = pilot.app.screen
        assert isinstance(dialog, PlanDialog)
        names = [name for name, _, _ in dialog.choices]
        await press(pilot, *"j" * names.index("rolling"))
        assert re.search(r"rolling .* off ", screen_text(pilot.app))
        assert "Rolling is off; in a shell, workbench modes rolling on" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert pilot.app.screen is dialog


def test_a_size_warning_names_the_field_and_no_option() -> None:
    """In the app nobody can give an option."""
    warning = size_warning("a native draft without --size is the whole: 3,876 tokens; --size native holds it")
    assert warning.startswith(
        "A native draft without a size is the whole: 3,876 tokens; the size `native` holds it."
    )
    assert "--" not in warning
    assert size_warning("it is larger") == "It is larger."


def test_a_draft_that_enlarges_the_context_names_the_strategy_to_take_instead() -> None:
    """With its figure; nothing more if no draft of the range is smaller."""
    change = ContextChange(1_000, 1_300)
    stated = growth_warning(change, 4, SmallerOffer("native", 1_100))
    assert "d-4" in stated and "1,000 -> 1,300" in stated
    assert stated.endswith("With strategy `native` for the same events it has 1,100.")
    assert "strategy" not in growth_warning(change, 4, None)


@pytest.mark.parametrize(
    ("source", "stated"),
    [
        (2_000, "With its longest answer 9,500 of 40,000."),
        (30_000, "With its longest answer 37,500 of 40,000. A correction may go out"),
        (33_000, "Not sent: with its longest answer 40,500 of 40,000, counted from above."),
    ],
)
def test_the_lines_show_what_the_cap_decides_by(env: Env, source: int, stated: str) -> None:
    """An input far below the cap may be over it with its answer, counted from above."""
    real = plan_range(env, ChosenRange(library(env)[0].session.session_id, 0, 8, "as asked for"))
    run = PlannedGeneration(source, source * 2 // 3, 300)
    plan = replace(real, estimates=tuple(replace(each, runs=(run,)) for each in real.estimates))
    assert stated in " ".join(shown_lines(plan, "intentional"))


@pytest.mark.anyio
async def test_a_key_pressed_while_a_draft_is_made_is_refused_in_words(
    env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`a` would be for a draft that nobody has seen; it is no other command either."""
    made, go_on = draft_service.draft, threading.Event()

    def slowly(*args: Any, **options: Any) -> Any:
        go_on.wait(300)
        return made(*args, **options)

    monkeypatch.setattr(draft_service, "draft", slowly)
    async with running(env, NARROW) as pilot:
        await press(pilot, "enter", "right_parenthesis", "c")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ProgressDialog))
        await pilot.press("a", "space")
        await until(pilot, lambda: "Drafting: space is not taken yet" in toast_texts(pilot.app))
        assert "Drafting: a is not taken yet" in toast_texts(pilot.app)
        assert isinstance(pilot.app.screen, ProgressDialog)
        go_on.set()
        await until(pilot, lambda: not isinstance(pilot.app.screen, ProgressDialog))
        await settle(pilot)
        assert name_of(pilot.app) == "draft"
