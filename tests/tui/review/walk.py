"""Open a screen of the review straight away, as if one had walked there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from tests.tui.drive import WIDE, app_of, settle
from workbench.bootstrap import Env
from workbench.tui.screens.review.claims import ClaimsScreen
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.line_view import LineView


@asynccontextmanager
async def on_screen(
    env: Env, state: SessionState, name: str, size: tuple[int, int] = WIDE, *, toasts: bool = False
) -> AsyncIterator[Pilot[None]]:
    """Yield the app with a session open and a screen shown, at rest; `toasts` draws them too."""
    app = app_of(env)
    async with app.run_test(size=size, notifications=toasts) as pilot:
        app.state = state
        app.go(name)
        await settle(pilot)
        yield pilot


async def say(pilot: Pilot[None], text: str) -> None:
    """Type a text into the dialog that is open, and enter it."""
    await pilot.press(*text, "enter")
    await settle(pilot)


def toast_texts(app: object) -> str:
    """Return the texts of recent toasts."""
    return "\n".join(text for _, _, text in app.recent)  # type: ignore[attr-defined]


def claims(pilot: Pilot[None]) -> ClaimsScreen:
    """Return the screen on top."""
    assert isinstance(pilot.app.screen, ClaimsScreen)
    return pilot.app.screen


def listed(pilot: Pilot[None]) -> LineView:
    """Return the list of claims."""
    return claims(pilot).query_one("#claims", LineView)


def stand_on(pilot: Pilot[None], place: str) -> str:
    """Put the cursor on the first entry of a place; its key."""
    key = next(each.key for each in claims(pilot).claims.entries if each.place == place)
    listed(pilot).go_to(key)
    return key
