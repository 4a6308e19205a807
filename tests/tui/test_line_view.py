"""The one widget for lines: a text keeps its cursor by key, a table of a million rows costs what is seen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.pilot import Pilot

from workbench.presentation.layout import Column
from workbench.presentation.spans import StyledText
from workbench.tui.state import spans
from workbench.tui.state.spans import row
from workbench.tui.widgets.content import GUTTER
from workbench.tui.widgets.ink import legible
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.table import KEPT_PAGES, PAGE, Table, TableRow
from workbench.tui.widgets.text_view import Text

pytestmark = pytest.mark.anyio
COLUMNS = (Column("#", 4), Column("Text"))


def numbered(start: int, count: int) -> list[TableRow]:
    """Rows whose first cell is their number."""
    return [TableRow((StyledText(str(n)), StyledText(f"row {n}"))) for n in range(start, start + count)]


def blocks(*keys: str) -> list[spans.PaneRow]:
    """Two lines for each key, below a line of none."""
    return [row("head"), *(row(f"{key} {n}", key=key) for key in keys for n in range(2))]


@pytest.mark.parametrize("width", [80, 30, 79])
def test_a_table_leaves_a_cell_before_its_border(width: int) -> None:
    """The last column, a heading over rows and the titles end before the edge, or before a scroll bar."""
    table = Table((Column("Name"), Column("State", 11, right=True)))
    long = StyledText("a" * 200)
    table.set_rows([TableRow((long, long)), TableRow((long, StyledText("")), rule=True)])
    assert [table.line(n, width).width <= width - GUTTER - 1 for n in range(3)] == [True] * 3
    assert table.line(1, width).width == width - GUTTER - 1


@asynccontextmanager
async def shown(view: LineView) -> AsyncIterator[tuple[Pilot[None], list[str]]]:
    """Yield an app that shows only a view, and the keys and events it reports; wanted rows come at once."""
    moved_to: list[str] = []

    class Box(Vertical):
        def on_cursor_moved(self, message: LineView.Moved) -> None:
            moved_to.append(message.key)

        def on_linked(self, message: LineView.Linked) -> None:
            moved_to.append(str(message.ordinal))

        def on_rows_wanted(self, message: LineView.Wanted) -> None:
            if isinstance(view.content, Table):
                view.content.put_page(message.start, numbered(message.start, message.count))

    class Shown(App[None]):
        CSS = "LineView { height: 1fr; }"

        def compose(self) -> ComposeResult:
            yield Box(view)

    app = Shown()
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.pause()
        view.focus()
        yield pilot, moved_to


def drawn(view: LineView) -> Iterator[str]:
    """Yield the visible lines."""
    for y in range(view.size.height):
        yield "".join(segment.text for segment in view.render_line(y)).rstrip()


async def test_the_cursor_goes_from_key_to_key_and_stays_on_its_key() -> None:
    """A key with two lines is one stop; a new layout keeps the cursor's key."""
    view = LineView()
    async with shown(view) as (pilot, moved_to):
        view.show(lambda _width: blocks("a", "b", "c"))
        await pilot.press("j")
        assert view.cursor == "b"
        view.show(lambda _width: blocks("x", "a", "b"))
        assert view.cursor == "b"
        assert [line for line in drawn(view) if "❯" in line] == [" ❯ b 0"]
        await pilot.press("k", "k", "k")
        assert view.cursor == "x"
        assert moved_to == ["b", "a", "x"]


async def test_no_text_is_lost_in_the_colour_of_the_cursor() -> None:
    """In most themes keys and links have that colour: there the row is in the one colour that is legible."""
    view = LineView()
    inks = ("ref", "key", "dim", "bad", "")
    async with shown(view) as (_, _moved):
        view.show(lambda _width: [row(*(StyledText(f"{ink} ", ink) for ink in inks), key="a")])
        assert {view.app.theme_variables[name] for name in ("primary", "block-cursor-background")} == {
            "#0178D4"
        }
        styles = [segment.style for segment in view.render_line(0) if segment.text.strip()]
        assert len(styles) == len(inks)  # the sign of the cursor too
        assert all(style and style.color != style.bgcolor for style in styles)
    white, blue, grey = (Style.parse(each) for each in ("#ffffff on #0000ff", "#1010f0", "#808080"))
    assert legible(white, blue).color == white.color
    assert legible(white, grey).color == grey.color
    for ink, base in (("default", white), ("cyan", white), ("#808080", Style.parse("color(0) on color(4)"))):
        assert legible(base, Style.parse(ink)).color == base.color


async def test_a_text_without_stops_scrolls_and_leaves_enter_to_the_screen() -> None:
    """Its lines begin at the edge; `j` moves the view."""
    view = LineView(Text(gutter=False))
    async with shown(view) as (pilot, moved_to):
        view.show(lambda _width: [((f"line {n}", ""),) for n in range(40)])
        await pilot.pause()
        await pilot.press("j", "j")
        assert next(drawn(view)) == "line 2"
        assert view.check_action("choose", ()) is False
        assert moved_to == []


async def test_a_million_rows_are_asked_for_by_the_page() -> None:
    """Only pages that were seen are kept, and not all of those."""
    table = Table(COLUMNS)
    view = LineView(table)
    async with shown(view) as (pilot, _):
        table.set_total(1_000_000)
        await pilot.pause(0.05)
        assert "row 0" in list(drawn(view))[1]
        await pilot.press("G")
        await pilot.pause(0.05)
        assert "row 999999" in list(drawn(view))[-1]
        for n in range(0, 40 * PAGE, PAGE):
            table.put_page(n, numbered(n, PAGE))
        known = [n for n in range(0, 1_000_000, PAGE) if table.row_at(n) is not None]
        assert len(known) <= KEPT_PAGES


async def test_a_range_of_rows_is_dragged_or_extended() -> None:
    """The message includes the range; a table without ranges never sends it."""
    for ranged in (True, False):
        table = Table(COLUMNS, ranged=ranged)
        view = LineView(table)
        extended: list[bool] = []

        def follow(message: LineView.Moved, seen: list[bool] = extended) -> None:
            seen.append(message.extend)

        view.follower = follow
        async with shown(view) as (pilot, _):
            table.set_rows(numbered(0, 30))
            await pilot.press("j", "shift+down")
            assert extended == [False, ranged]
            assert table.cursor == 2


def test_matches_in_cells_keep_the_style_of_the_cell() -> None:
    """Letters of either case are found; what is around them stays as it was."""
    table = Table((Column("Text"),))
    table.set_rows([TableRow((StyledText("Fix the fixture", "user"),))])
    table.mark_text("FIX")
    pieces = [(each.text.rstrip(), each.style) for each in table.line(1, 40).line if each.text.strip()]
    assert pieces == [("Fix", "user match"), (" the", "user"), ("fix", "user match"), ("ture", "user")]
