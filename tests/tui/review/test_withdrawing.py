"""On the capture screen a dismissal, a count and an addition can be withdrawn; proposed items are walked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from textual.pilot import Pilot

from gates.review import ReviewAction
from store.records import reviews
from tests.gates.build import capture_of, captured
from tests.tui.drive import NARROW, WIDE, press, screen_text
from tests.tui.review.walk import on_screen, say
from workbench.bootstrap import Env
from workbench.services.lookup import range_capture
from workbench.services.lookup.range_capture import Captured
from workbench.tui.screens.capture.capture import CaptureScreen
from workbench.tui.state.captured import title_words
from workbench.tui.state.session import SessionState

pytestmark = pytest.mark.anyio


def shown(screen: CaptureScreen) -> list[tuple[str, str]]:
    """Return the listed items, each with the reason why it does not count."""
    return [(each.item_id, screen.waiting.get(each.item_id, "")) for each in screen.items]


@pytest.mark.parametrize("key", ["x", "c"])
async def test_what_was_said_of_an_item_is_withdrawn(
    store: Env, states: dict[int, SessionState], key: str
) -> None:
    """The list is as it was; both reviews are in the review log, with their reasons."""
    async with on_screen(store, states[1], "capture", toasts=True) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, CaptureScreen)
        before = shown(screen)
        await press(pilot, "n")
        item = screen.item
        assert item is not None
        assert screen.waiting[item.item_id] == "proposed"
        await press(pilot, key)
        await say(pilot, "too fast")
        assert shown(screen) != before
        if key == "x":
            assert item.item_id not in dict(shown(screen))
            assert "1 dismissed" in screen_text(pilot.app)
            await press(pilot, "f", "G")
            assert shown(screen)[-1] == (item.item_id, "dismissed")
        else:
            place = next(n for n, each in enumerate(screen.items) if each.item_id == item.item_id)
            await press(pilot, "g", *["j"] * place)
        assert screen.item is not None
        assert screen.item.item_id == item.item_id
        await press(pilot, "u")
        await say(pilot, "the wrong row")
        assert shown(screen) == before
        reviewed = [each.review for each in reviews.listing(store.open_store(), str(states[1].session_id))]
        first = ReviewAction.DISMISS if key == "x" else ReviewAction.ADD
        assert [(each.action, each.target, each.reason) for each in reviewed] == [
            (first, item.item_id, "too fast"),
            (ReviewAction.CLEAR, item.item_id, "the wrong row"),
        ]


async def test_a_captured_item_that_was_dismissed_counts_again(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Not only proposed ones: an item captured by the rules has its old status."""
    async with on_screen(store, states[1], "capture", toasts=True) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, CaptureScreen)
        before, item = screen.items, screen.item
        assert item is not None
        assert item.counts
        await press(pilot, "x")
        await say(pilot, "too fast")
        assert item not in screen.items
        await press(pilot, "f", "G", "x")
        assert "dismissed already" in screen_text(pilot.app)
        await press(pilot, "u")
        await say(pilot, "it was meant")
        assert screen.items == before


@pytest.mark.parametrize("again", [False, True])
async def test_an_added_item_that_was_withdrawn_is_listed_and_can_count_again(
    store: Env, states: dict[int, SessionState], again: bool
) -> None:
    """No rule captures it, so it would be gone: `f` shows it, and `c` there adds it as it was."""
    async with on_screen(store, states[1], "capture", toasts=True) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, CaptureScreen)
        before = shown(screen)
        event = store_event(store, states[1])
        await press(pilot, "a", "enter")
        await say(pilot, f"{event[0]} {event[1]}")
        await say(pilot, "the list misses it")
        (added,) = [
            each for each in screen.items if (each.item_id, "") not in before and each.origin == "reviewer"
        ]
        await stand_on(pilot, screen, added.item_id)
        await press(pilot, "u")
        await say(pilot, "the wrong event")
        assert "f shows it, c there counts it again" in screen_text(pilot.app)
        assert shown(screen) == before
        assert "1 withdrawn" in screen_text(pilot.app)
        await press(pilot, "f", "G")
        assert shown(screen) == [*before, (added.item_id, "withdrawn")]
        await press(pilot, "x")
        assert "It is withdrawn already; c counts it again" in screen_text(pilot.app)
        assert screen.is_enabled("confirm_item")
        if again:
            await press(pilot, "c")
            await say(pilot, "it was right")
            assert (added.item_id, "") in shown(screen)
            assert added in screen.items


def store_event(env: Env, state: SessionState) -> tuple[int, str]:
    """Return an event of the session and words from it."""
    found = range_capture.capture(env, str(state.session_id))
    item = found.capture.items[0]
    return item.evidence[0].ordinal, item.evidence[0].quote.split(".")[0]


async def stand_on(pilot: Pilot[None], screen: CaptureScreen, item_id: str) -> None:
    """Bring the cursor to an item."""
    place = next(n for n, each in enumerate(screen.items) if each.item_id == item_id)
    await press(pilot, "g", *["j"] * place)


async def test_a_key_that_does_nothing_at_an_item_is_dimmed_and_says_why(
    store: Env, states: dict[int, SessionState]
) -> None:
    """`c` counts proposed items only, `u` and `f` need a review."""
    async with on_screen(store, states[1], "capture", toasts=True) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, CaptureScreen)
        assert [screen.is_enabled(each) for each in ("confirm_item", "withdraw", "show_left_out")] == [
            False,
            False,
            False,
        ]
        await press(pilot, "u")
        assert "Nobody dismissed, counted or added this item" in screen_text(pilot.app)
        await press(pilot, "f")
        assert "Nothing was dismissed or withdrawn here" in screen_text(pilot.app)
        await press(pilot, "n")
        assert screen.is_enabled("confirm_item")


async def test_the_walk_over_proposed_items_goes_around(store: Env, states: dict[int, SessionState]) -> None:
    """To each of them, in their order, either way."""
    async with on_screen(store, states[1], "capture", toasts=True) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, CaptureScreen)
        places = [n for n, each in enumerate(screen.items) if screen.waiting.get(each.item_id) == "proposed"]
        assert len(places) > 1
        seen = []
        for _ in range(len(places) + 1):
            await press(pilot, "n")
            seen.append(screen.table.cursor)
        assert seen == [*places, places[0]]
        await press(pilot, "p")
        assert screen.table.cursor == places[-1]


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_the_footer_names_all_keys_of_the_screen(
    store: Env, states: dict[int, SessionState], size: tuple[int, int]
) -> None:
    """On a small terminal too; `c` has the word of the documentation."""
    async with on_screen(store, states[1], "capture", size) as pilot:
        last = screen_text(pilot.app).splitlines()[-1]
        for label in ("c Count", "x Dismiss", "u Withdraw", "a Add", "q Back"):
            assert label in last


def test_the_title_counts_every_kind_of_item() -> None:
    """Those that are over too, so that the counts add up to the listed ones."""
    statuses = ("in_force", "done", "superseded", "done")
    items = [captured(f"Item {n}.", "it", status=status) for n, status in enumerate(statuses)]
    proposed = (captured("Perhaps.", "it"),)
    shown = Captured(
        SimpleNamespace(),  # type: ignore[arg-type]
        0,
        9,
        capture_of(*items).model_copy(update={"proposed": proposed}),
        (),
        dismissed=proposed,
    )
    stated = title_words(shown, 5)
    assert stated == "5, 1 to be retained, 1 proposed, 2 done, 1 superseded, 1 dismissed"
