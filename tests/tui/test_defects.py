"""Regression tests: cut columns, split calls, unwanted reasons, unnamed keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records import reviews
from tests.importers.build import Log, text, usage
from tests.tui.build import store_with
from tests.tui.drive import NARROW, WIDE, app_of, name_of, press, running, screen_text, settle
from tests.tui.review.walk import say
from workbench.bootstrap import Env
from workbench.presentation.spans import StyledText
from workbench.tui.keyboard.keymap import KEYS
from workbench.tui.screens.capture.capture import CaptureScreen
from workbench.tui.screens.dialogs.dialog import LineDialog
from workbench.tui.state.key_range import KeyRange
from workbench.tui.state.spans import number_at
from workbench.tui.widgets.line_view import LineView

pytestmark = pytest.mark.anyio


def long_log() -> Log:
    """Return an event of many lines, each as wide as any terminal, with its last column marked."""
    log = Log()
    log.user("\n".join(f"{number:03} " + "a" * 300 + " END" for number in range(60)))
    log.assistant(text("done"))
    log.lines = [line.replace("11111111", "44444444") for line in log.lines]
    return log


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_no_column_of_an_event_is_hidden_under_the_scrollbar(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Every wrapped line fits in what is left beside it."""
    env = store_with(tmp_path, long_log)
    async with running(env, size) as pilot:
        await press(pilot, "enter", "enter")
        lines = pilot.app.screen.query_one("#event-text", LineView)
        assert lines.show_vertical_scrollbar
        room = lines.scrollable_content_region.width
        widest = max(len(row.text) for row in lines.rows)
        assert widest <= room


async def test_lines_that_are_not_wrapped_are_moved_sideways(tmp_path: Path) -> None:
    """To their end and back; wrapped ones are wholly visible, and a message reports that."""
    env = store_with(tmp_path, long_log)
    async with running(env) as pilot:
        await press(pilot, "enter", "enter", "greater_than_sign")
        assert "Lines are wrapped" in "\n".join(text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]
        await press(pilot, "w")
        assert "END" not in screen_text(pilot.app)
        await press(pilot, *("greater_than_sign",) * 6)
        assert "END" in screen_text(pilot.app)
        assert "│ 000 aaa" not in screen_text(pilot.app)
        await press(pilot, *("less_than_sign",) * 6)
        assert "│ 000 aaa" in screen_text(pilot.app)


def split_log() -> Log:
    """Return a call whose result only comes in the next turn."""
    log = Log()
    log.user("Run the tests")
    log.call("Bash", {"command": "pytest"}, "c1", usage=usage(1_000))
    log.user("And hurry")
    log.result("c1", "2 passed")
    log.assistant(text("Both pass."))
    log.user("Thanks")
    log.assistant(text("You are welcome."))
    log.lines = [line.replace("11111111", "55555555") for line in log.lines]
    return log


async def test_whole_turns_take_in_the_result_of_a_call(tmp_path: Path) -> None:
    """`=` extends the range until no tool call is split, and reports that."""
    env = store_with(tmp_path, split_log)
    async with running(env) as pilot:
        await press(pilot, "enter", "v", "v", "equals_sign")
        for _ in range(20):
            await pilot.pause(0.05)
        await settle(pilot)
        facts = pilot.app.screen.range.facts  # type: ignore[attr-defined]
        assert facts.parted == ()
        assert (facts.start, facts.end) == pilot.app.state.selected  # type: ignore[attr-defined]
        assert facts.end >= 3
        assert "would split a tool call" in "\n".join(text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]


async def test_a_proposed_item_is_confirmed_with_the_reason_that_was_typed(env: Env) -> None:
    """Only the typed reason is recorded; an empty one records nothing."""
    async with running(env) as pilot:
        await press(pilot, "enter", "d")
        screen = pilot.app.screen
        assert isinstance(screen, CaptureScreen)
        screen.waiting = {screen.items[0].item_id: "proposed"}  # whatever the capture itself proposes
        await press(pilot, "c")
        assert isinstance(pilot.app.screen, LineDialog)
        await press(pilot, "escape")
        session = str(pilot.app.state.session_id)  # type: ignore[attr-defined]
        assert reviews.listing(env.open_store(), session) == ()
        await press(pilot, "a", "enter")
        await say(pilot, "0 keep a table that nobody named")
        await say(pilot, "the user insists")
        assert "does not say this" in "\n".join(text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]
        assert reviews.listing(env.open_store(), session) == ()
        await press(pilot, "escape")
        await settle(pilot)
        await press(pilot, "a", "enter")
        await say(pilot, "0 the login test still fails on CI")
        await say(pilot, "the user insists")
        (made,) = reviews.listing(env.open_store(), session)
        assert made.review.reason == "the user insists"


async def test_help_names_ascii_and_every_terminal_key(env: Env) -> None:
    """`--ascii` and ctrl+z are in the help; repair has that name."""
    async with running(env) as pilot:
        await press(pilot, "question_mark", "G")
        assert "workbench --ascii" in screen_text(pilot.app)
    (aside,) = [key for key in KEYS if "ctrl+z" in key.keys]
    assert aside.action == "app.suspend_process"
    assert not [key.label for key in KEYS if key.label == "Mend"]
    assert [key.label for key in KEYS if key.id == "repair"] == ["Repair"]


def test_the_number_in_a_reference_is_a_link() -> None:
    """The number under the pointer, and none beside it."""
    line = (StyledText("c-1   words  "), StyledText("[144,150+2]", "ref"), StyledText(" 7"))
    assert [number_at(line, cell) for cell in (13, 14, 16, 17, 18, 20, 21)] == [
        None,
        144,
        144,
        None,
        150,
        150,
        None,
    ]
    assert number_at(line, 2) is None
    assert number_at(line, 25) is None


def test_a_reference_is_found_behind_wide_characters() -> None:
    """A line is clicked by cells, of which such a character takes two."""
    line = (StyledText("日本 [144]", "accent"),)
    assert [number_at(line, cell) for cell in (4, 5, 6, 8, 9)] == [None, None, 144, 144, None]


def test_a_range_of_keys_grows_with_the_cursor_until_it_stands() -> None:
    """As on the timeline; all that a filter leaves can be taken at once."""
    keys = ("a", "b", "c", "d")
    chosen = KeyRange()
    chosen.toggle(keys, "b")
    chosen.follow(keys, "d")
    assert chosen.chosen == {"b", "c", "d"}
    chosen.follow(keys, "a")
    assert chosen.chosen == {"a", "b"}
    chosen.toggle(keys, "a")
    chosen.follow(keys, "d")
    assert chosen.chosen == {"a", "b"}
    chosen.clear()
    assert not chosen.active
    chosen.extend(keys, "c")
    chosen.follow(keys, "d")
    assert chosen.chosen == {"c", "d"}
    chosen.prune(("a", "c", "d"))
    assert chosen.chosen == {"c", "d"}
    chosen.prune(("a", "c"))
    assert chosen.chosen == {"c"}
    chosen.prune(("a",))
    assert not chosen.active
    chosen.every(keys)
    chosen.follow(keys, "a")
    assert chosen.chosen == set(keys)


async def test_tab_shows_the_range_where_there_is_room_for_one_pane(env: Env) -> None:
    """The footer names the key, and tab goes back."""
    async with running(env, NARROW) as pilot:
        await press(pilot, "enter")
        assert "tab Range" in screen_text(pilot.app)
        await press(pilot, "tab")
        assert "Selection" in screen_text(pilot.app) or "Compaction" in screen_text(pilot.app)
        assert "Events (" not in screen_text(pilot.app)
        await press(pilot, "tab")
        assert "Events (" in screen_text(pilot.app)
        assert name_of(pilot.app) == "timeline"


async def test_keys_without_a_meaning_do_not_cover_the_screen(env: Env) -> None:
    """Whoever types words where no field is sees the newest hints, not one for each letter."""
    async with app_of(env).run_test(size=WIDE, notifications=True) as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        await press(pilot, *"xwlmXxwlm")
        assert 0 < len(pilot.app._notifications) <= 3
