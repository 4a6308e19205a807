"""A session that is opened at once shows its first events before the store is read properly."""

from __future__ import annotations

import re

import pytest

from tests.tui.drive import app_of, press, screen_text, settle
from workbench.bootstrap import Env
from workbench.services.lookup import timeline

pytestmark = pytest.mark.anyio


async def test_first_rows_need_no_outline_and_stay_when_it_comes(
    env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the outline refused the rows are there; with it they are the same ones."""

    def refuse(*_: object) -> None:
        raise OSError(5, "not now")

    whole = timeline.outline
    monkeypatch.setattr(timeline, "outline", refuse)
    app = app_of(env, session="")
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        seen = [line for line in screen_text(app).splitlines()[1:] if "the login test" in line]
        assert seen
        await press(pilot, "j")
        monkeypatch.setattr(timeline, "outline", whole)
        await press(pilot, "R")
        after = screen_text(app)
        assert re.search(r"event 1 of 0-\d+   turn 1", after)  # the cursor stayed where it had been moved to
        assert all(line[6:70].strip() in after for line in seen)
