"""A screen that nobody sees is drawn as on a terminal, as far as its widgets go."""

from __future__ import annotations

import pytest
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static

from tests.tui.at_rest import drawn
from tests.tui.style_rules import PARSE
from tests.tui.unseen import PARTS, WHOLE

pytestmark = pytest.mark.anyio


class Noted(Static):
    """A widget that records what it was asked to draw."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Its lines, as ever."""
        assert isinstance(self.app, Small)
        self.app.asked.append((str(self.id), crop))
        if str(self.content) == "broken":
            raise ValueError("it cannot be drawn")
        return super().render_lines(crop)


class Small(App[None]):
    """Two widgets."""

    CSS = "#second { width: 200; }"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, Region]] = []

    def compose(self) -> ComposeResult:
        """One below the other, the second wider than the screen."""
        yield Noted("first", id="first")
        yield Noted("second", id="second")


async def _asked() -> list[tuple[str, Region]]:
    app = Small()
    async with app.run_test(size=(40, 8)) as pilot:
        await drawn(app)
        app.query_one("#second", Noted).update("changed")
        await drawn(app)
        await pilot.resize_terminal(30, 6)
        await drawn(app)
        return app.asked


async def test_widgets_are_asked_for_the_same_lines_as_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start, after a change of one of them and on a terminal of another size."""
    unseen = await _asked()
    monkeypatch.setattr(Compositor, "render_full_update", WHOLE)
    monkeypatch.setattr(Compositor, "render_partial_update", PARTS)
    assert unseen == await _asked()
    assert {name for name, _ in unseen} == {"first", "second"}


async def test_a_widget_that_cannot_be_drawn_fails_its_test() -> None:
    """It is drawn without a visible terminal."""
    app = Small()
    with pytest.raises(ValueError, match="it cannot be drawn"):
        async with app.run_test(size=(40, 8)):
            app.query_one("#first", Noted).update("broken")
            await drawn(app)


async def _styled(theme: str) -> list[str]:
    app = Small()
    async with app.run_test(size=(40, 8)):
        app.theme = theme
        await drawn(app)
        return [str(each.styles.base.get_rules()) for each in app.screen.walk_children(with_self=True)]


async def test_style_sheets_that_were_parsed_before_are_those_that_would_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of several themes in one run, whose colours are variables of the same sheets."""
    themes = ("textual-dark", "textual-light", "textual-dark")
    kept = [await _styled(theme) for theme in themes]
    monkeypatch.setattr(Stylesheet, "_parse_rules", PARSE)
    assert kept == [await _styled(theme) for theme in themes]
    assert kept[0] == kept[2] != kept[1]
