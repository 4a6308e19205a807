"""The claims screen: source beside claim, problems, filter, search, reviews."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.tui.drive import NARROW, WIDE, name_of, press, screen_text, settle
from tests.tui.review.walk import on_screen, say
from workbench.bootstrap import Env
from workbench.presentation.problems import UNEVALUATED, GateProblem
from workbench.presentation.spans import StyledText
from workbench.services.drafts.draft_page import DraftPage, draft_page
from workbench.tui.state.review.claims import ClaimLine, claims_of, detail_rows, list_rows, list_title
from workbench.tui.state.session import SessionState
from workbench.tui.state.spans import number_at
from workbench.tui.widgets.line_view import LineView

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_the_linked_words_stand_in_brackets_beside_the_claim(
    store: Env, states: dict[int, SessionState], size: tuple[int, int]
) -> None:
    """Moving the cursor moves the source; the link is checked."""
    async with on_screen(store, states[1], "claims", size) as pilot:
        text = screen_text(pilot.app)
        assert "Source: event 0" in text
        assert "[[" in text
        await press(pilot, "j", "j")
        text = screen_text(pilot.app)
        assert "Source: event 23" in text
        assert "hash ok" in text


async def test_what_the_draft_lost_is_listed_with_where_it_was_said(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The last of the lost items is open work out of a todo list."""
    async with on_screen(store, states[1], "claims") as pilot:
        await press(pilot, "f")
        assert "only problems" in screen_text(pilot.app)
        await press(pilot, "G")
        lines = pilot.app.screen.query_one("#claims", LineView)
        wanted = next(each.key for each in lines.rows if "dead letter alert" in each.text)
        while lines.cursor != wanted and lines.cursor != lines.keys[0]:
            await press(pilot, "left_square_bracket")
        text = screen_text(pilot.app)
        assert "[[Add the dead letter alert to" in text
        assert "open work dropped" in text
        await press(pilot, "escape")
        assert "only problems" not in screen_text(pilot.app)


async def test_links_are_stepped_and_linked_scrolling_can_be_let_go(
    store: Env, states: dict[int, SessionState], pages: dict[int, DraftPage]
) -> None:
    """`l` goes around the links; with `L` off the source stays."""
    state, page = states[1], pages[1]
    assert page.judged is not None
    several = next(each for each in page.judged.artifact.items if len(each.links) > 1)
    async with on_screen(store, replace(state, item_id=several.item_id), "claims") as pilot:
        assert "link 1 of 2" in screen_text(pilot.app)
        await press(pilot, "l")
        assert "link 2 of 2" in screen_text(pilot.app)
        assert "the source" not in screen_text(pilot.app).splitlines()[0]
        await press(pilot, "L")
        assert "the source stays where it is" in screen_text(pilot.app)
        before = pilot.app.screen.query_one("#source-pane").title  # type: ignore[attr-defined]
        await press(pilot, "right_square_bracket")
        assert pilot.app.screen.query_one("#source-pane").title == before  # type: ignore[attr-defined]


async def test_search_keeps_the_claims_with_the_words(store: Env, states: dict[int, SessionState]) -> None:
    """`/` asks, esc clears; in the dialog it changes nothing."""
    async with on_screen(store, states[1], "claims") as pilot:
        lines = pilot.app.screen.query_one("#claims", LineView)
        every = len(lines.keys)
        await press(pilot, "slash")
        await say(pilot, "runbook")
        found = lines.keys
        assert 0 < len(found) < 10
        await press(pilot, "slash", "escape")
        assert lines.keys == found, "esc in the dialog changed the search"
        await press(pilot, "slash", "ctrl+u", "enter")
        assert len(lines.keys) == every, "no words find everything"
        await press(pilot, "slash")
        await say(pilot, "runbook")
        await press(pilot, "escape")
        assert len(lines.keys) == every


async def test_a_contradiction_is_cleared_with_a_reason_and_scored_again(
    store: Env, states: dict[int, SessionState], pages: dict[int, DraftPage]
) -> None:
    """A review is recorded, and the gate counts one less."""
    state, page = states[1], pages[1]
    assert page.judged is not None
    wrong = [f for f in page.judged.report.gates["D"].findings if f.severity == "hard"]
    async with on_screen(store, replace(state, item_id=wrong[0].item_id), "claims") as pilot:
        await press(pilot, "x")
        await say(pilot, "seen")
        detail = pilot.app.screen.query_one("#detail", LineView)
        assert any("cleared by review" in each.text for each in detail.rows)
    page = draft_page(store, str(state.session_id), state.artifact_id)
    assert page.judged is not None
    assert page.judged.report.gates["D"].measures[0].value == len(wrong) - 1


async def test_a_lost_item_is_dismissed_with_a_reason(
    store: Env, states: dict[int, SessionState], pages: dict[int, DraftPage]
) -> None:
    """An impossible review gives a message."""
    state, page = states[1], pages[1]
    assert page.judged is not None
    lost = [each for each in page.judged.report.retention if not each.retained]
    async with on_screen(store, replace(state, item_id=lost[-1].item_id), "claims") as pilot:
        await press(pilot, "x")
        assert name_of(pilot.app) == "claims"
        await press(pilot, "d")
        await say(pilot, "old")
    after = draft_page(store, str(state.session_id), state.artifact_id)
    assert after.judged is not None
    assert len([each for each in after.judged.report.retention if not each.retained]) == len(lost) - 1


async def test_enter_goes_to_the_source_and_on_to_the_event(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Two enters from a claim to the event in full; q comes back."""
    async with on_screen(store, states[1], "claims") as pilot:
        await press(pilot, "enter")
        assert "*Source" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert name_of(pilot.app) == "event"
        await press(pilot, "q")
        assert name_of(pilot.app) == "claims"


def test_the_title_of_the_claims_counts_claims_and_the_counter_names_the_rest() -> None:
    """Lost items are in the list but are no claims of the draft."""
    loose = ClaimLine("cap_1", "lost", "Keep the lock", "decision", StyledText("!"), (), ())
    likely = replace(loose, place="lost?")
    assert list_title([loose]) == ("Claims (0)", ", 1 lost")
    assert list_title([loose, likely, likely]) == ("Claims (0)", ", 1 lost, 2 likely lost")
    assert list_title([]) == ("Claims (0)", "")


def test_the_number_beside_a_claim_is_that_of_an_event(states: dict[int, SessionState], store: Env) -> None:
    """As everywhere else.

    A statement without a link states that, and a finding about the whole shows no number.
    """
    page = draft_page(store, states[1].session_id or "", states[1].artifact_id)
    assert page.judged is not None
    item = next(each for each in page.judged.artifact.items if each.links)
    link = item.links[0]
    links = tuple(link.model_copy(update={"ordinal": number}) for number in (144, 7, 144, 9))
    sourced = ClaimLine("a", "c-1", "Set the limit", "claim", StyledText(""), links, (), item)
    loose = replace(sourced, key="b", links=())
    whole = ClaimLine("A", "A", "it could not be read", "finding", StyledText("!"), (), ())
    shown = [each.text.rstrip() for each in list_rows([sourced, loose, whole], 60) if each.key]
    assert shown[0].endswith("[144+2]")
    assert shown[1].endswith("[none]")
    assert shown[2].endswith("it could not be read")


def test_the_words_of_a_search_are_marked_in_the_list() -> None:
    """In any case, also across the end of a line."""
    entry = ClaimLine("a", "c-1", "Set the retry limit to five", "claim", StyledText(""), (), ())
    for width in (60, 22):
        rows = list_rows([entry], width, words="RETRY limit")
        marked = " ".join(span.text for each in rows for span in each.line if span.style == "match")
        assert marked == "retry limit"


@pytest.mark.parametrize("width", [24, 46])
def test_what_is_said_of_a_claim_is_wrapped_not_cut(width: int) -> None:
    """Of a narrow pane every line fits, and the whole sentence is there."""
    lost = GateProblem("cap_1", "C", True, "decision mutated", "Keep the limit at 3", "c_3", ())
    entry = ClaimLine("cap_1", "c-3", "Keep the limit at 5", "constraint", StyledText("?"), (), (lost,))
    rows = detail_rows(entry, 0, (), width)
    assert all(each.width <= width for each in rows)
    quoted = replace(entry, text='"Keep it" (the user answered)')
    assert '""' not in " ".join(each.text for each in detail_rows(quoted, 0, (), width))
    text = " ".join(" ".join(each.text for each in rows).split())
    assert "c-3 retains a captured item in part only (C)" in text


async def test_during_a_search_the_footer_names_matches(store: Env, states: dict[int, SessionState]) -> None:
    """`n` and `p` then walk matches of the words, not problems; esc has the problems back."""
    async with on_screen(store, states[1], "claims") as pilot:
        assert "n p Problem" in screen_text(pilot.app)
        await press(pilot, "slash")
        await say(pilot, "retry")
        assert "n p Match" in screen_text(pilot.app)
        await press(pilot, "escape")
        assert "n p Problem" in screen_text(pilot.app)


def test_gates_that_could_not_be_evaluated_are_one_line(pages: dict[int, DraftPage]) -> None:
    """A summary that cannot be read leaves every gate so, for one reason; a gate with its own stays apart."""
    judged = pages[1].judged
    assert judged is not None

    def whole(gate: str, text: str = UNEVALUATED) -> GateProblem:
        return GateProblem(f"gate:{gate}", gate, True, "gate not passed", text, None, (), unverifiable=True)

    empty = judged.artifact.with_items(())
    shown = claims_of(empty, (whole("A"), whole("C"), whole("D"), whole("B"))).entries
    assert [(each.place, each.text) for each in shown] == [
        ("ABCD", "gates A, B, C and D could not be evaluated")
    ]
    own = claims_of(empty, (whole("A"), whole("E", "the count of output tokens is missing"))).entries
    assert [each.place for each in own] == ["A", "E"]


async def test_the_number_of_an_event_is_a_way_to_it_by_mouse(
    store: Env, states: dict[int, SessionState]
) -> None:
    """In the list of the claims as in the draft; the count of further links is none."""
    async with on_screen(store, states[1], "claims") as pilot:
        lines = screen_text(pilot.app).splitlines()
        found = next((y, each) for y, line in enumerate(lines) for each in re.finditer(r"\[(\d+)[],+]", line))
        y, reference = found
        await pilot.click(offset=(reference.start(1), y))
        await settle(pilot)
        assert name_of(pilot.app) == "event"
        assert f"Event {reference[1]} " in screen_text(pilot.app)


def test_only_the_events_of_a_reference_are_clicked() -> None:
    """Not a count of further ones, nor a number of a claim in words of the same colour."""
    line = (StyledText("cited by d-2 c-38 ", "ref"), StyledText("[26,144+2]", "ref"))
    hit = "".join("." if (at := number_at(line, cell)) is None else f"{at}"[0] for cell in range(29))
    assert hit == "." * 19 + "22.111..." + "."
