"""Claims read whole: wrapped in the list, in a pane of their own, and within the running text."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from gates.artifact import Item, ItemKind
from tests.tui.drive import NARROW, press, screen_text
from tests.tui.review.walk import on_screen
from workbench.bootstrap import Env
from workbench.presentation.spans import StyledText
from workbench.services.drafts.draft_page import DraftPage
from workbench.tui.state.review.prose import prose_of, prose_rows
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.line_view import LineView

NUMBERS = count()


def statement(text: str) -> Item:
    """Return a claim with those words."""
    return Item(kind=ItemKind.CLAIM, text=text, item_id=f"itm_{next(NUMBERS)}")


TEXT = """\
# Summary

1. **Work done**: Built the parser. Wrote the
   tests for it.
   - Keep `main` green
   - Keep `main` green
"""


def test_statements_are_found_whatever_stands_between_their_words() -> None:
    """Over line ends and signs; the second of two equal ones takes the second place."""
    items = [
        statement("Built the parser."),
        statement("Wrote the tests for it."),
        statement("Keep main green"),
        statement("Keep `main` green!"),
        statement("Nothing of the sort"),
    ]
    prose = prose_of(TEXT, items)
    assert [TEXT[start:end] for start, end, _ in prose.spans] == [
        "Built the parser",
        "Wrote the\n   tests for it",
        "Keep `main` green",
        "Keep `main` green",
    ]
    assert prose.missing == (items[-1],)
    rows = prose_rows(prose, {items[2].item_id: StyledText("!", "bad")}, 60)
    assert [each.text for each in rows if each.mark.text] == ["   - Keep `main` green"]
    text = "\n".join(each.text for each in rows)
    assert "1. **Work done**" in text
    assert "Nothing of the sort" in text
    assert all(len(each.text) <= 60 for each in rows)


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["claims", "draft"])
async def test_the_summary_stands_in_its_own_words_with_one_key(
    store: Env, states: dict[int, SessionState], pages: dict[int, DraftPage], name: str
) -> None:
    """`T` shows the text that the agent wrote, the cursor on the same statement; `T` again lists."""
    page = pages[1]
    assert page.judged is not None
    item = page.judged.artifact.items[2]
    async with on_screen(store, replace(states[1], item_id=item.item_id), name) as pilot:
        lines = pilot.app.screen.query_one(f"#{name}", LineView)
        cursor = lines.cursor
        await press(pilot, "T")
        assert "in the agent's own words" in screen_text(pilot.app)
        assert "This session is being continued" in "\n".join(each.text for each in lines.rows)
        assert lines.cursor == cursor
        assert set(lines.keys) >= {each.item_id for each in page.judged.artifact.items}
        await press(pilot, "T")
        assert "in the agent's own words" not in screen_text(pilot.app)


@pytest.mark.anyio
async def test_the_draft_scrolls_to_the_problem_selected_beside_it(
    store: Env, states: dict[int, SessionState], pages: dict[int, DraftPage]
) -> None:
    """The cursor of the draft goes to the statement of the problem."""
    async with on_screen(store, states[1], "draft") as pilot:
        screen = pilot.app.screen
        gates, draft = screen.query_one("#gates", LineView), screen.query_one("#draft", LineView)
        seen = set()
        for _ in range(12):
            await press(pilot, "n")
            problem = screen.gates.problem_at(gates.cursor or "")  # type: ignore[attr-defined]
            if problem is not None and problem.item_id in draft.keys:
                assert draft.cursor == problem.item_id
                seen.add(problem.item_id)
        assert seen


@pytest.mark.anyio
async def test_on_a_small_terminal_the_whole_claim_is_a_key_away(
    store: Env, states: dict[int, SessionState], pages: dict[int, DraftPage]
) -> None:
    """`tab` puts all its words in place of the list; the list comes back after the source."""
    page = pages[1]
    assert page.judged is not None
    longest = max(page.judged.artifact.items, key=lambda each: len(each.text))
    async with on_screen(store, replace(states[1], item_id=longest.item_id), "claims", NARROW) as pilot:
        assert "tab Whole claim" in screen_text(pilot.app)
        await press(pilot, "tab")
        shown = " ".join(screen_text(pilot.app).replace("│", " ").split())
        assert " ".join(longest.text.split()) in shown
        assert "tab Source" in shown and "tab Whole claim" not in shown
        await press(pilot, "tab")
        assert "tab List" in screen_text(pilot.app)
        await press(pilot, "tab")
        assert "tab Whole claim" in screen_text(pilot.app)
        assert pilot.app.screen.query_one("#claims", LineView).has_focus
