"""Models in the compact dialog: offered if one is configured, with progress, and cancelled by esc."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.models.answers import copying, item, items
from tests.models.service import Say, served
from tests.tui.drive import press, screen_text, until_shown
from tests.tui.review.walk import on_screen, toast_texts
from workbench.bootstrap import Env
from workbench.services.drafts.draft_page import draft_page
from workbench.tui.state.review.drafts import figures
from workbench.tui.state.session import SessionState

pytestmark = pytest.mark.anyio


def with_model(store: Env, folder: Path, url: str) -> Env:
    """Return the environment with a configuration that names a local model."""
    path = folder / "config.toml"
    path.write_text(f'[model.local]\nprovider = "openai"\nmodel = "small"\nurl = "{url}/v1"\n')
    return replace(store, config=path)


def drafts(store: Env, state: SessionState) -> int:
    return len(draft_page(store, str(state.session_id)).drafts)


async def test_a_configured_model_is_offered_and_drafts(
    store: Env, states: dict[int, SessionState], tmp_path: Path
) -> None:
    """After the strategy; the offline way comes first; the draft shows who made it."""
    before = drafts(store, states[1])
    with served(Say(copying)) as there:
        env = with_model(store, tmp_path, there.url)
        async with on_screen(env, states[1], "timeline") as pilot:
            await press(pilot, "c", "enter")
            text = screen_text(pilot.app)
            assert "which model?" in text
            assert "extractive" in text
            assert "openai:small at" in text
            assert re.search(r"About [\d,]+ tokens in 1 call, answered with about [\d,]+", text)
            assert "Price: unknown, the configuration has no [prices.MODEL]" in text
            await press(pilot, "j", "enter")
            made = draft_page(store, str(states[1].session_id), pilot.app.state.artifact_id)  # type: ignore[attr-defined]
    assert there.requests
    assert made.judged is not None
    assert made.judged.artifact.generation_record.model == "openai:small"
    assert any(line.startswith("model openai:small   ") for line in figures(made))
    assert drafts(store, states[1]) == before + 1


async def test_without_a_configured_model_nothing_is_asked(
    store: Env, states: dict[int, SessionState], tmp_path: Path
) -> None:
    """Nor for a strategy that asks none."""
    async with on_screen(replace(store, config=tmp_path / "none.toml"), states[1], "timeline") as pilot:
        await press(pilot, "c", "enter")
        assert "which model?" not in screen_text(pilot.app)
        assert "intentional" in screen_text(pilot.app)


async def test_progress_is_shown_and_esc_cancels(
    store: Env, states: dict[int, SessionState], tmp_path: Path
) -> None:
    """Tokens are counted while they come; after esc the connection ends and no draft is there."""
    before = drafts(store, states[1])
    slow = Say(items(item("claim", "x " * 400, (0, "never said at all"))), pieces=400, pause=0.1)
    with served(slow) as there:
        env = with_model(store, tmp_path, there.url)
        async with on_screen(env, states[1], "timeline") as pilot:
            await press(pilot, "c", "enter", "j")
            await pilot.press("enter")
            await until_shown(pilot, "tokens so far")
            text = screen_text(pilot.app)
            assert "openai:small: about" in text
            assert "esc cancels" in text
            await press(pilot, "escape")
            shown = " ".join(str(each.message) for each in pilot.app._notifications)
            assert "cancelled after" in toast_texts(pilot.app)
            assert "cancelled after" in shown
            assert " (openai:small: about" in shown
            assert "; nothing was kept" in shown
        assert len(there.requests) == 1
    assert drafts(store, states[1]) == before


async def test_what_a_model_could_not_give_is_reported(
    store: Env, states: dict[int, SessionState], tmp_path: Path
) -> None:
    """The offline draft opens, with the warning."""
    with served(Say("\x1b[2Jno")) as there:
        env = with_model(store, tmp_path, there.url)
        async with on_screen(env, states[1], "timeline") as pilot:
            await press(pilot, "c", "enter", "j", "enter")
            assert "twice in a wrong form" in toast_texts(pilot.app)
            assert "the offline draft replaces it" in toast_texts(pilot.app)
            assert "\x1b[2J" not in screen_text(pilot.app)
