"""The timeline: moving, ranges, search, events in full, captured items, drafting."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from textual.content import Content

from tests.tui.drive import NARROW, name_of, press, running, screen_text, settle, timeline
from workbench.bootstrap import Env
from workbench.services.lookup import timeline as lookup
from workbench.tui.screens.dialogs.dialog import ChoiceDialog
from workbench.tui.screens.drafting.plan_choice import PlanDialog
from workbench.tui.screens.timeline.timeline import TimelineScreen

pytestmark = pytest.mark.anyio


async def test_it_opens_on_the_events_with_the_plot_of_context_use(env: Env) -> None:
    """Events, plot with its threshold, and how to make a range."""
    async with timeline(env) as (pilot, _):
        text = screen_text(pilot.app)
        assert "Events (" in text
        assert "compacted at 9.2k" in text
        assert "Nothing is selected" in text
        assert "Turn 0: the login test" in text


async def test_moves_typed_while_the_session_is_read_are_made_then(
    env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In their order: down, down, to the end, up; an `enter` after them opens what they reached."""
    gate, real = threading.Event(), lookup.outline

    def slowly(*args: Any) -> Any:
        assert gate.wait(60)
        return real(*args)

    monkeypatch.setattr(lookup, "outline", slowly)
    async with running(env) as pilot:
        await pilot.press("enter", "j", "j", "G", "k", "enter")
        gate.set()
        await settle(pilot)
        assert name_of(pilot.app) == "event"
        await press(pilot, "q")
        screen = pilot.app.screen
        assert isinstance(screen, TimelineScreen) and screen.outline is not None
        assert screen.here == screen.outline.session.events - 2


async def test_turns_and_compactions_are_jumped_to(env: Env) -> None:
    """`]` goes to the next turn, `)` to the summary of the next compaction."""
    async with timeline(env) as (pilot, screen):
        await press(pilot, "right_square_bracket", "right_square_bracket")
        assert screen.outline is not None
        assert screen.here == screen.outline.turn_starts[2]
        await press(pilot, "right_parenthesis")
        assert screen.here == screen.outline.compactions[0].summary
        await press(pilot, "left_square_bracket")
        assert screen.here == screen.outline.turn_starts[3]


async def test_a_range_says_before_drafting_what_would_be_refused(env: Env) -> None:
    """A split tool call is named, with the nearest valid range; `=` repairs it."""
    async with timeline(env) as (pilot, screen):
        await press(pilot, "j", "v", "j", "j", "v")
        assert screen.range.span == (1, 3)
        assert screen.range.facts is not None
        assert screen.range.facts.parted == ((3, 4),)
        assert "splits the tool" in screen_text(pilot.app)
        await press(pilot, "equals_sign")
        text = screen_text(pilot.app)
        assert "no tool call is split" in text
        assert "at a turn's end" in text
        await press(pilot, "escape")
        assert screen.range.span is None
        assert name_of(pilot.app) == "timeline"


async def test_shift_and_arrows_make_the_same_range(env: Env) -> None:
    """Without a mode."""
    async with timeline(env, NARROW) as (pilot, screen):
        await press(pilot, "shift+down", "shift+down")
        assert screen.range.span == (0, 2)
        assert "RANGE 0-2" in screen_text(pilot.app)
        brief = next(each for each in screen_text(pilot.app).split("\n") if "overlap" in each)
        assert "0-2  " in brief
        assert "3 events" in brief


async def test_a_drag_on_the_rows_makes_a_range(env: Env) -> None:
    """The mouse can do it too."""
    async with timeline(env) as (pilot, screen):
        await pilot.mouse_down("#events", offset=(20, 3))
        await pilot.hover("#events", offset=(20, 6))
        await pilot.mouse_up("#events", offset=(20, 6))
        await settle(pilot)
        assert screen.range.span == (2, 5)


async def test_search_walks_matches_and_esc_clears_it_first(env: Env) -> None:
    """`/` types, enter finds, `n` and `p` walk, esc clears."""
    async with timeline(env) as (pilot, screen):
        await press(pilot, "slash")
        await pilot.press(*"samesite")
        await press(pilot, "enter")
        assert screen.search.hits is not None
        assert len(screen.search.hits) == 7
        first = screen.here
        await press(pilot, "n")
        assert screen.here == screen.search.hits[1]
        assert "match 2 of 7" in screen_text(pilot.app)
        await press(pilot, "p")
        assert screen.here == first
        await press(pilot, "escape")
        assert screen.search.hits is None
        assert name_of(pilot.app) == "timeline"


async def test_enter_shows_an_event_in_full_and_back_returns_to_it(env: Env) -> None:
    """`[ ]` steps there; the timeline's cursor follows."""
    async with timeline(env) as (pilot, screen):
        await press(pilot, "j", "enter")
        assert name_of(pilot.app) == "event"
        assert "Event 1" in screen_text(pilot.app)
        await press(pilot, "right_square_bracket", "w")
        assert "trace line" in screen_text(pilot.app)
        await press(pilot, "q")
        assert pilot.app.screen is screen
        assert screen.here == 2


async def test_captured_items_lead_to_their_words(env: Env) -> None:
    """`d` lists what must be retained; enter goes to its event."""
    async with timeline(env) as (pilot, screen):
        await press(pilot, "d")
        assert name_of(pilot.app) == "capture"
        assert "Do not touch" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert pilot.app.screen is screen
        assert screen.here == 0


async def test_a_captured_item_is_dismissed_with_a_reason(env: Env) -> None:
    """The list is shorter by one afterwards; the reason is asked for."""
    async with timeline(env) as (pilot, _):
        await press(pilot, "d")
        before = len(pilot.app.screen.items)  # type: ignore[attr-defined]
        await press(pilot, "x")
        await pilot.press(*"not_so")
        await press(pilot, "enter")
        assert len(pilot.app.screen.items) == before - 1  # type: ignore[attr-defined]


async def test_compact_offers_strategies_and_opens_the_draft(env: Env) -> None:
    """At a compaction its own range is offered; the draft opens scored."""
    async with timeline(env) as (pilot, screen):
        await press(pilot, "right_parenthesis", "c")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        assert screen.outline is not None
        native = screen.outline.compactions[0]
        assert f"Events {native.source_start}-{native.source_end}" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert name_of(pilot.app) == "draft"
        assert pilot.app.state.number == 2  # type: ignore[attr-defined]


async def test_the_plot_zooms_and_changes_its_unit(env: Env) -> None:
    """`}` looks closer around the cursor, `u` shows percent."""
    async with timeline(env) as (pilot, screen):
        whole = screen.plot.window.size
        await press(pilot, "right_curly_bracket", "u")
        assert screen.plot.window.size == whole // 2
        assert "100%" in screen_text(pilot.app)
        await press(pilot, "left_curly_bracket")
        assert screen.plot.window.size == whole


async def test_help_and_palette_know_every_key_of_the_screen(env: Env) -> None:
    """`?` lists them; closing it leaves the screen as it was."""
    async with timeline(env) as (pilot, screen):
        await press(pilot, "question_mark")
        text = screen_text(pilot.app)
        assert "Keys: Timeline" in text
        assert "Go to the next compaction" in text
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        commands = list(pilot.app.get_system_commands(screen))
        titles = [Content.from_markup(command.title).plain for command in commands]
        assert "Go to an event by its number, as [e375] in a text" in titles
        assert "[" in [Content.from_markup(command.help).plain for command in commands]
        assert "Draft a compaction of the range" in titles
        assert "Recent messages" in titles


async def test_a_stale_answer_is_dropped(env: Env) -> None:
    """An answer to a question that a newer one replaced is ignored."""
    import threading

    async with timeline(env) as (pilot, screen):
        gate = threading.Event()
        heard: list[object] = []

        class Hearing:
            """A part that receives every answer."""

            def answered(self, request: object, value: object) -> bool:
                heard.append((request, value))
                return True

        screen.parts = (Hearing(),)

        def slow(_env: Env) -> str:
            gate.wait(120)
            return "old"

        screen.ask("old", slow, group="test")
        screen.ask("new", lambda _env: "new", group="test")
        await pilot.pause(0.1)
        gate.set()
        await settle(pilot)
        assert heard == [("new", "new")]


def accept_all_but_the_last_turns(env: Env) -> tuple[int, int]:
    """Draft and accept the range of the native compaction; returns the range."""
    from workbench.services.drafts import draft_command, range_choice
    from workbench.services.lookup import sessions
    from workbench.services.moves import accept_rollback

    session_id = sessions.sessions_listing(env)[0].session.session_id
    native = sessions.timeline(env, session_id).compactions[0]
    chosen = range_choice.choose_range(env, session_id, (native.source_start, native.source_end))
    made = draft_command.draft(env, chosen)
    assert made.judged is not None
    accept_rollback.accept(env, made.judged.artifact_id, confirm=made.report.to_confirm)
    return native.source_start, native.source_end


async def test_an_accepted_artifact_stands_for_its_range_until_it_is_unfolded(env: Env) -> None:
    """One row with a mark and words; `f` shows the events; enter opens its draft."""
    start, end = accept_all_but_the_last_turns(env)
    async with timeline(env) as (pilot, screen):
        text = screen_text(pilot.app)
        assert "1 range accepted" in text
        assert "d-2 artifact" in text
        assert screen.rows.folds.rows == 62 - (end - start)
        await press(pilot, "f")
        assert screen.rows.folds.rows == 62
        assert "Turn 0: the login test" in screen_text(pilot.app)
        await press(pilot, "f", "g", "enter")
        assert name_of(pilot.app) == "draft"


async def test_what_an_artifact_keeps_verbatim_is_marked_so(
    env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not replaced: it has another mark, and the artifact's row counts it."""
    start, end = accept_all_but_the_last_turns(env)
    monkeypatch.setattr(
        lookup, "kept_verbatim", lambda _, active: {m.artifact_id: frozenset({start + 1}) for m in active}
    )
    async with timeline(env) as (pilot, screen):
        assert f"replaces {start}-{end} (1 verbatim" in screen_text(pilot.app)
        await press(pilot, "f", "g")
        rows = [screen.rows.table.row_at(start + each) for each in range(3)]
        assert [row.mark for row in rows if row is not None] == ["≋", "=", "≋"]


async def test_the_help_explains_the_marks_of_the_screen(env: Env) -> None:
    """At 80x24 the plot has no room for a legend; a line under the events names the key."""
    async with timeline(env, NARROW) as (pilot, _screen):
        assert "? has the marks" in screen_text(pilot.app)
        await press(pilot, "question_mark")
        lay = pilot.app.screen._lay(70)  # type: ignore[attr-defined]
        text = "\n".join("".join(piece.text for piece in line) for line in lay)
        assert "Marks" in text
        assert "a compaction that the agent made itself" in text


async def test_a_click_on_the_plot_goes_there_and_a_drag_selects(env: Env) -> None:
    """Events can be reached through the plot."""
    async with timeline(env) as (pilot, screen):
        await pilot.click("Plot", offset=(60, 3))
        await settle(pilot)
        assert screen.here > 20
        await pilot.mouse_down("Plot", offset=(20, 3))
        await pilot.hover("Plot", offset=(40, 3))
        await pilot.mouse_up("Plot", offset=(40, 3))
        await settle(pilot)
        assert screen.range.span is not None
        assert "range" in screen_text(pilot.app).lower()


async def test_the_pager_gets_the_text_made_visible(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """`o` hands the whole event over, or reports that it cannot."""
    from workbench.tui import pager

    paged: list[str] = []

    def keep(_app: object, text: str) -> str:
        paged.append(text)
        return ""

    monkeypatch.setattr(pager, "page", keep)
    async with timeline(env) as (pilot, _):
        await press(pilot, "o")
    assert paged
    assert paged[0].startswith("Turn 0")


async def test_keys_pressed_before_the_session_is_read_wait_for_it(
    env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`)` and `c` at once offer to draft the compaction, not the range that would be the default."""
    gate, read = threading.Event(), lookup.outline

    def slow(*args: Any) -> Any:
        assert gate.wait(120)
        return read(*args)

    monkeypatch.setattr(lookup, "outline", slow)
    async with running(env) as pilot:
        await pilot.press("enter", "right_parenthesis", "c")
        assert not isinstance(pilot.app.screen, ChoiceDialog)
        gate.set()
        await settle(pilot)
        dialog = pilot.app.screen
        assert isinstance(dialog, PlanDialog)
        found = lookup.outline(env, str(pilot.app.state.session_id)).compactions[0]  # type: ignore[attr-defined]
        assert f"Events {found.source_start}-{found.source_end}," in dialog.intro


async def test_a_compaction_says_whose_count_its_tokens_are(env: Env) -> None:
    """The count that the agent reported is not the count of the list."""
    async with timeline(env) as (pilot, _):
        await press(pilot, "right_parenthesis")
        assert "the agent reported" in screen_text(pilot.app)
        await press(pilot, "g")
        assert "no draft reaches this event" not in screen_text(pilot.app)


async def test_a_summary_is_said_to_be_its_draft_not_to_be_out_of_reach(env: Env) -> None:
    """Its draft is named beside it; a later event that no draft covers is out of reach."""
    async with timeline(env) as (pilot, _):
        await press(pilot, "right_parenthesis")
        text = " ".join(screen_text(pilot.app).split())
        assert "this is d-1; no other draft reaches it" in text
        assert "no draft reaches this event" not in text
        await press(pilot, "j")
        assert "no draft reaches this event" in screen_text(pilot.app)


async def test_help_lists_the_keys_of_a_range_where_a_list_has_one(env: Env) -> None:
    """Of the library there is no range to extend."""
    async with running(env, (120, 110)) as pilot:
        for keys, there in ((("question_mark",), False), (("escape", "enter", "question_mark"), True)):
            await press(pilot, *keys)
            text = screen_text(pilot.app)
            assert "In lists" in text
            assert ("Extend the range upwards" in text) == there


async def test_a_range_that_opens_a_summary_says_so_before_drafting(env: Env) -> None:
    """The dialog names the range that replaces the summary whole."""
    async with timeline(env) as (pilot, _):
        await press(pilot, "g", "v", "c")
        await settle(pilot)
        dialog = pilot.app.screen
        assert isinstance(dialog, PlanDialog)
        found = lookup.outline(env, str(pilot.app.state.session_id)).compactions[0]  # type: ignore[attr-defined]
        assert "this range opens a summary of the transcript" in dialog.intro
        assert f"To replace it whole, mark {found.source_start}-{found.source_end}" in dialog.intro
