"""A hostile transcript on the screens: nothing in it reaches the terminal as an instruction (WB3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from tests.tui.build import hostile_log, store_with
from tests.tui.drive import NARROW, STEER, WIDE, name_of, press, running, screen_text, settle
from workbench.tui.tone_filter import ToneFilter

pytestmark = pytest.mark.anyio


async def test_nothing_hostile_is_drawn(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Library, timeline, search, event in full, capture, a line of five megabytes, a range."""
    env = store_with(tmp_path_factory.mktemp("hostile"), hostile_log)
    stops = {
        "library": ["enter"],
        "timeline": ["j", "j", "j", "enter"],
        "a long line": ["w", "G", "w", "q"],
        "back": ["k", "enter"],
        "a call": ["q", "shift+down", "shift+down", "d"],
        "captured": ["q", "slash", "r", "e", "d", "enter"],
        "searched": ["c"],
    }
    async with running(env, WIDE) as pilot:
        for place, keys in stops.items():
            if place == "captured":
                await pilot.resize_terminal(*NARROW)
                await settle(pilot)
            assert not STEER.search(screen_text(pilot.app).replace("\n", "")), place
            await press(pilot, *keys)
        assert not STEER.search(screen_text(pilot.app).replace("\n", ""))
        messages = " ".join(text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]
        assert "fault in the program" not in messages
        assert name_of(pilot.app) != "library"


async def test_markup_in_a_title_is_shown_as_it_stands(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Titles, crumbs and borders take no markup from a transcript."""
    env = store_with(tmp_path_factory.mktemp("markup"), hostile_log)
    async with running(env, (200, 60)) as pilot:
        assert "[bold red]markup[/]" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert "\\x1b[31mred" in screen_text(pilot.app)


def test_skin_tones_are_not_drawn_and_no_line_gets_another_width() -> None:
    """Terminals draw an emoji and its tone in two cells or in four: a border behind them would move."""
    for text in ("ok \U0001f44d\U0001f3ff |", "\u270c\U0001f3fb |", "\U0001f3ff |", "none |"):
        (drawn,) = ToneFilter().apply([Segment(text)], Color(0, 0, 0))
        assert not any("\U0001f3fb" <= sign <= "\U0001f3ff" for sign in drawn.text)
        assert cell_len(drawn.text) == cell_len(text)


async def test_the_app_draws_without_skin_tones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The filter is in force, and a line that did not change is not filtered again for the next frame."""
    applied: list[int] = []
    apply = ToneFilter.apply

    def counted(self: ToneFilter, segments: list[Segment], background: Color) -> list[Segment]:
        applied.append(len(segments))
        return apply(self, segments, background)

    monkeypatch.setattr(ToneFilter, "apply", counted)
    async with running(store_with(tmp_path, hostile_log), NARROW) as pilot:
        first = screen_text(pilot.app)
        assert applied
        applied.clear()
        assert screen_text(pilot.app) == first
        assert not applied
