"""Repairing by keyboard: every edit is logged at once, judged, undone and kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Input

from store.records import artifacts, edits
from tests.tui.drive import NARROW, WIDE, name_of, press, screen_text, settle
from tests.tui.review.walk import claims, listed, on_screen, say, stand_on, toast_texts
from workbench.bootstrap import Env
from workbench.edits import acts
from workbench.edits.changes import Act
from workbench.services.drafts.edit import Desk
from workbench.tui.app import WorkbenchApp
from workbench.tui.screens.editing.edit_dialogs import ListedDialog, WordsDialog
from workbench.tui.screens.editing.relink import RelinkDialog
from workbench.tui.screens.moves.accept import AcceptDialog
from workbench.tui.state.review.editing import kept_words, unkept_words
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.line_view import LineView

pytestmark = pytest.mark.anyio


async def test_a_claim_is_edited_and_dropped_with_undo_and_redo(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Each edit is in the store before the next key; the log is what another process sees."""
    async with on_screen(store, states[1], "claims") as pilot:
        before = len(listed(pilot).keys)
        first = stand_on(pilot, "c-1")
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, WordsDialog)
        await pilot.press(*" today", "enter")
        await settle(pilot)
        entry = claims(pilot).entry()
        assert entry is not None
        assert entry.place == "c-1"
        assert entry.text.endswith(" today")
        assert entry.key != first
        await press(pilot, "D")
        assert len(listed(pilot).keys) < before + 1
        assert "2 edits not kept" in screen_text(pilot.app)
        await press(pilot, "u")
        assert "1 edit not kept" in screen_text(pilot.app)
        await press(pilot, "ctrl+r", "ctrl+r")
        assert "Nothing was undone last" in toast_texts(pilot.app)
        log = edits.of_artifact(store.open_store(), str(states[1].artifact_id))
        assert [each.action for each in log] == ["edit", "drop", "undo", "redo"]
        await press(pilot, "u", "u", "u")
        assert "no edit to undo" in toast_texts(pilot.app)
        assert first in listed(pilot).keys


async def test_words_left_by_esc_are_there_the_next_time(store: Env, states: dict[int, SessionState]) -> None:
    """And the statement stays as it was."""
    async with on_screen(store, states[1], "claims") as pilot:
        stand_on(pilot, "c-1")
        await press(pilot, "e")
        await pilot.press(*" or not", "escape")
        await settle(pilot)
        assert "not kept" not in screen_text(pilot.app)
        await press(pilot, "e")
        assert " or not" in screen_text(pilot.app)


async def test_what_is_lost_is_added_and_several_with_one_reason(
    store: Env, states: dict[int, SessionState]
) -> None:
    """One key for one; a range is listed first, and its reason is kept with the one edit that it is."""
    async with on_screen(store, states[1], "claims") as pilot:
        lost = [each.key for each in claims(pilot).claims.entries if each.place == "lost"]
        assert len(lost) > 2
        listed(pilot).go_to(lost[0])
        await press(pilot, "a")
        assert "1 edit not kept" in screen_text(pilot.app)
        lost = [each.key for each in claims(pilot).claims.entries if each.place == "lost"]
        listed(pilot).go_to(lost[0])
        await press(pilot, "v", "G")
        claims(pilot).written_elsewhere()  # as the watch on the store's file does after any write
        await settle(pilot)
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, ListedDialog)
        await press(pilot, "enter")
        assert "Say why" in toast_texts(pilot.app)
        await say(pilot, "they bind")
        assert not [each for each in claims(pilot).claims.entries if each.place == "lost"]
        last = edits.of_artifact(store.open_store(), str(states[1].artifact_id))[-1]
        assert (last.action, last.reason) == ("add", "they bind")
        assert len(last.body["changes"]) == len(lost)


async def test_open_work_is_set_to_done_and_back(store: Env, states: dict[int, SessionState]) -> None:
    """One key, logged as an edit, sets the status; other items give a message.

    Leaving names unsaved edits.
    """
    async with on_screen(store, states[2], "claims") as pilot:
        stand_on(pilot, "o-1")
        await press(pilot, "X")
        entry = claims(pilot).entry()
        assert entry is not None and entry.item is not None
        assert (entry.place, entry.item.status) == ("o-1", "done")
        assert "Set to done; 1 edit not kept yet" in toast_texts(pilot.app)
        assert isinstance(pilot.app, WorkbenchApp)
        assert unkept_words(tuple(pilot.app.unkept.values())).startswith(
            "edits of d-2 stay as a working copy"
        )
        await press(pilot, "X")
        entry = claims(pilot).entry()
        assert entry is not None and entry.item is not None and entry.item.status == "open"
        assert "Set to open; 2 edits" in toast_texts(pilot.app)
        await press(pilot, "u", "u")
        assert pilot.app.unkept == {}
        stand_on(pilot, "c-1")
        await press(pilot, "X")
        assert "Only open work is open or done" in toast_texts(pilot.app)


async def test_a_key_pressed_before_the_draft_is_read_waits_for_it(
    store: Env, states: dict[int, SessionState]
) -> None:
    """With `4` and `D` at once, the statement is dropped after the draft was read."""
    async with on_screen(store, states[1], "draft") as pilot:
        await pilot.press("4", "D")
        await settle(pilot)
        assert "There is no draft to edit" not in toast_texts(pilot.app)
        assert "Dropped 1 statement" in toast_texts(pilot.app)


async def test_keeping_names_the_keys_of_the_screen(store: Env, states: dict[int, SessionState]) -> None:
    """`a` adds among the claims: there the way to accepting begins with `3`."""
    async with on_screen(store, states[3], "claims") as pilot:
        stand_on(pilot, "c-1")
        await press(pilot, "t")
        await say(pilot, "seen")
        await press(pilot, "a")
        assert "3, then a accepts the draft" in toast_texts(pilot.app)
    report = Desk().open(store, str(states[3].artifact_id)).judged.report
    assert "every gate passes: 3, then a accepts it" in kept_words(4, 3, report, "claims")
    assert "every gate passes: a accepts it" in kept_words(4, 3, report, "draft")


async def test_what_is_not_lost_is_not_added(store: Env, states: dict[int, SessionState]) -> None:
    """A key that does not apply reports that and changes nothing."""
    async with on_screen(store, states[1], "claims") as pilot:
        stand_on(pilot, "c-1")
        await press(pilot, "a")
        assert "Only what is lost" in toast_texts(pilot.app)
        stand_on(pilot, "lost")
        await press(pilot, "e", "D", "r")
        assert toast_texts(pilot.app).count("Only a statement of the draft") == 3
        assert edits.of_artifact(store.open_store(), str(states[1].artifact_id)) == ()


async def test_a_claim_is_linked_to_a_passage_and_to_a_range_of_lines(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The nearest passages are offered; lines of an event are chosen with the keys of a range."""
    async with on_screen(store, states[1], "claims") as pilot:
        stand_on(pilot, "c-1")
        await press(pilot, "r")
        dialog = pilot.app.screen
        assert isinstance(dialog, RelinkDialog)
        assert dialog.shown.offers
        await press(pilot, "enter")
        entry = claims(pilot).entry()
        assert entry is not None
        assert entry.links == (dialog.shown.offers[0].link,)
        await press(pilot, "r", "slash")
        pilot.app.screen.query_one(Input).value = "9" * 5_000  # too long to be read as a number
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, RelinkDialog)
        await press(pilot, "slash")
        await say(pilot, "0")
        chooser = pilot.app.screen
        assert isinstance(chooser, RelinkDialog)
        assert chooser.shown.event is not None
        pieces = chooser.shown.event.pieces
        chooser.query_one(LineView).go_to("piece:0")
        await press(pilot, "v", "j", "a")
        entry = claims(pilot).entry()
        assert entry is not None
        chosen = entry.links[-1]
        assert (chosen.ordinal, len(entry.links)) == (0, 2)
        assert len(chosen.quote) == pieces[min(1, len(pieces) - 1)][1] - pieces[0][0]


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_the_whole_way_from_blocked_to_accepted(
    store: Env, states: dict[int, SessionState], size: tuple[int, int]
) -> None:
    """Add what is lost, show and drop what has no source, keep it, accept it: by keys alone."""
    async with on_screen(store, states[1], "claims", size) as pilot:
        await press(pilot, "slash", "escape")
        for _ in range(6):
            lost = [each.key for each in claims(pilot).claims.entries if each.place == "lost"]
            if not lost:
                break
            listed(pilot).go_to(lost[0])
            await press(pilot, "a")
        await press(pilot, "U")
        if isinstance(pilot.app.screen, ListedDialog):
            await say(pilot, "no source")
        wrong = [
            each for each in claims(pilot).claims.entries if each.mark.text == "!" and each.item is not None
        ]
        for each in wrong:
            listed(pilot).go_to(each.key)
            await press(pilot, "D")
        assert "no gate fails" in screen_text(pilot.app) or size == NARROW
        await press(pilot, "3", "a")
        assert "w keeps them as a new draft" in toast_texts(pilot.app)
        assert "NOT KEPT" in screen_text(pilot.app)
        await press(pilot, "w")
        assert "Kept as d-4; every gate passes" in toast_texts(pilot.app)
        kept = artifacts.get(store.open_store(), str(pilot.app.state.artifact_id))  # type: ignore[attr-defined]
        assert kept.artifact.parents == (states[1].artifact_id,)
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, AcceptDialog)
        if pilot.app.screen.query_one("#confirm").display:
            await press(pilot, "y")
            assert "has to be confirmed" in toast_texts(pilot.app)
            await press(pilot, "space")
            assert "[x] space: I accept" in screen_text(pilot.app)
        await press(pilot, "y", "enter")
        assert "Accepted as #1: d-4" in toast_texts(pilot.app)


async def test_reviewed_statements_are_marked_counted_and_kept(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The mark is there in the next draft too, as long as words and links are the same."""
    async with on_screen(store, states[1], "claims") as pilot:
        stand_on(pilot, "c-1")
        await press(pilot, "space", "j", "space")
        total = sum(each.item is not None for each in claims(pilot).claims.entries)
        assert f"2 of {total} reviewed" in screen_text(pilot.app)
        await press(pilot, "space")
        assert f"1 of {total} reviewed" in screen_text(pilot.app)
        await press(pilot, "D", "w")
        assert "1 of" in screen_text(pilot.app)
    async with on_screen(store, states[1], "claims") as pilot:
        assert f"1 of {total} reviewed" in screen_text(pilot.app)
        stand_on(pilot, "c-1")
        await press(pilot, "e")
        await pilot.press(*" x", "enter")
        await settle(pilot)
        assert "reviewed" not in screen_text(pilot.app).split("\n")[0]


async def test_a_note_is_kept_and_shown_and_no_gate_uses_it(
    store: Env, states: dict[int, SessionState]
) -> None:
    """On a statement and on an event."""
    async with on_screen(store, states[1], "claims") as pilot:
        stand_on(pilot, "c-1")
        page = claims(pilot).shown.page
        assert page is not None and page.judged is not None
        report = page.judged.report
        await press(pilot, "t")
        await say(pilot, "ask Ben")
        assert "note  ann, 2026-11-20 14:02: ask Ben" in screen_text(pilot.app)
        page = claims(pilot).shown.page
        assert page is not None and page.judged is not None
        assert page.judged.report == report
    async with on_screen(store, replace(states[1], event=3), "event") as pilot:
        await press(pilot, "t")
        await say(pilot, "here it began")
        assert "ann, 2026-11-20 14:02: here it began" in screen_text(pilot.app)


async def test_an_event_becomes_open_work_of_the_selected_draft(
    store: Env, states: dict[int, SessionState]
) -> None:
    """From the event itself; rejected if the draft ends before the event."""
    async with on_screen(store, replace(states[1], event=0), "event") as pilot:
        await press(pilot, "a", "j", "enter")
        assert isinstance(pilot.app.screen, WordsDialog)
        await press(pilot, "enter")
        assert "Added from the event" in toast_texts(pilot.app)
        await press(pilot, "4")
        made = claims(pilot).claims.entries
        added = [each for each in made if each.item is not None][-1]
        assert added.kind == "open_work"
        assert added.links[0].ordinal == 0
    last = Desk().open(store, str(states[1].artifact_id)).stored.artifact.source.source_end + 1
    async with on_screen(store, replace(states[1], event=last), "event") as pilot:
        await press(pilot, "a")
        assert f"ends with event {last - 1}" in toast_texts(pilot.app)


async def test_a_second_person_is_reported_once(store: Env, states: dict[int, SessionState]) -> None:
    """Who, how many edits, since when; the edits of the two do not mix."""
    ben = replace(store, actor="ben")
    artifact_id = str(states[1].artifact_id)
    Desk().change(ben, artifact_id, Act.DROP, lambda w: acts.dropped(w.copy, [w.copy.items[0].item_id]))
    async with on_screen(store, states[1], "claims") as pilot:
        assert toast_texts(pilot.app).count("ben (1 edit since 2026-11-20 14:02)") == 1
        stand_on(pilot, "c-1")
        await press(pilot, "D")
        assert "1 edit not kept" in screen_text(pilot.app)
        assert toast_texts(pilot.app).count("since 2026-11-20") == 1


async def test_problems_are_counted_once_and_the_same_everywhere(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Statements without a source count in gate B's line, in the bar and in the claims alike."""
    async with on_screen(store, states[1], "draft", (140, 40)) as pilot:
        screen = pilot.app.screen
        judgement = screen.shown.judgement  # type: ignore[attr-defined]
        from workbench.presentation.problems import blocking as shown
        from workbench.strategies.repaired import blocking

        expected = len(blocking(judgement.artifact, judgement.report))
        assert len(shown(judgement.problems)) == expected
        await press(pilot, "4")
        assert f"{expected} problems" in screen_text(pilot.app)
        assert name_of(pilot.app) == "claims"
