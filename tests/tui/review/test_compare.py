"""Comparisons: what pairs and changes, on the screen and as plain values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.tui.drive import NARROW, name_of, press, screen_text, until_shown
from tests.tui.review.walk import on_screen, toast_texts
from workbench.bootstrap import Env
from workbench.edits.item_places import places
from workbench.services.drafts.draft_page import DraftPage
from workbench.services.lookup.diff_choices import contrast
from workbench.tui.screens.comparing.compare import CompareScreen
from workbench.tui.state.comparing.compare import by_item, by_text
from workbench.tui.state.comparing.compare_rows import compare_rows
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.line_view import LineView


def claim(key: str, text: str, kind: str = "claim", **extra: object) -> dict[str, Any]:
    """Return a claim of a snapshot."""
    return {
        "claim_id": key,
        "status": "verified",
        "statement": text,
        "evidence_refs": [],
        "kind": kind,
        **extra,
    }


def snapshot(*claims: dict[str, Any], objective: str = "Ship it.") -> dict[str, Any]:
    """As much of a snapshot as a comparison reads."""
    state = {"claims": list(claims), "conflicts": [], "open_questions": [], "failures": []}
    return {"objective": objective, "done_definition": "", "state": state}


A = snapshot(
    claim("k1", "Set SameSite=Lax on the cookie", "decision"),
    claim("k2", "There are 30 uses of refresh_token in the package"),
    claim("k3", "The refresh token rotates on login"),
)
B = snapshot(
    claim("k1", "Set SameSite=Lax on the cookie", "decision"),
    claim("k4", "There are 34 uses of refresh_token in the package"),
    claim("k5", "Test refresh rotation", "open_work", work_status="open"),
)


PLACES = ({"k1": "c-1", "k2": "c-2", "k3": "c-3"}, {"k1": "c-1", "k4": "c-2", "k5": "o-1"})


def test_items_pair_and_keep_their_places() -> None:
    """Reworded statements pair, others are added or removed, and unchanged ones stay visible."""
    found = by_item(A, B, PLACES)
    entries = [(each.mark, each.after or each.before) for each in found.entries]
    changes = [(mark, side.text if side else "") for mark, side in entries]
    assert changes == [
        (" ", "Ship it."),
        (" ", "none given"),
        ("+", "Test refresh rotation"),
        (" ", "Set SameSite=Lax on the cookie"),
        ("~", "There are 34 uses of refresh_token in the package"),
        ("-", "The refresh token rotates on login"),
    ]
    changed = next(each for each in found.entries if each.change == "changed")
    assert ("delete", "30") in changed.words
    assert ("insert", "34") in changed.words


@pytest.mark.anyio
async def test_statements_have_the_places_of_the_draft_and_a_failure_leads_to_its_claim(
    store: Env, states: dict[int, SessionState], pages: dict[int, DraftPage]
) -> None:
    """The place of a statement in a comparison is the one on the draft screen and the command line."""
    found = contrast(store, str(states[1].session_id), *(str(states[n].artifact_id) for n in (1, 2)))
    shown = by_item(found.compared.a.snapshot, found.compared.b.snapshot, (found.a.places, found.b.places))
    judged = pages[1].judged
    assert judged is not None
    known = places(judged.artifact)
    sides = [each.before for each in shown.entries if each.before and each.before.label]
    assert {side.label for side in sides} == set(known.values())
    assert all(known[side.key] == side.label for side in sides)
    failures = [each for each in shown.entries if each.section == "Failures" and each.before]
    async with on_screen(store, replace(states[1], compare=(found.a.id, found.b.id)), "compare") as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, CompareScreen)
        screen.query_one("#changes", LineView).go_to(str(shown.entries.index(failures[0])))
        await press(pilot, "enter")
        assert name_of(pilot.app) == "claims"


def test_changes_are_walked_to_both_ends_and_folded_in_between() -> None:
    """No step leads beyond the last change."""
    found = by_item(A, B, PLACES)
    assert found.following(-1, 1) == 2
    assert found.following(2, 1) == 4
    assert found.following(5, 1) is None
    assert found.following(2, -1) is None
    assert found.folded(0)[0] == 2
    assert len(found.folded(None)) == 6


@pytest.mark.parametrize("split", [True, False])
@pytest.mark.parametrize("width", [76, 114])
def test_rows_never_run_over_and_say_every_change_without_colour(split: bool, width: int) -> None:
    """Signs precede what changed, in either layout."""
    rows = compare_rows(by_item(A, B, PLACES), width, split=split, wrapped=True, context=None)
    assert max(len(each.text) for each in rows) <= width
    text = "\n".join(each.text for each in rows)
    assert "- c-3" in text
    assert "+ o-1" in text
    assert "~" in text
    assert "unchanged" in text


@pytest.mark.parametrize("width", range(40, 58))
def test_what_is_cut_has_one_sign_for_it(width: int) -> None:
    """Whether the line breaks where it is cut or before."""
    for split in (True, False):
        rows = compare_rows(by_item(A, B, PLACES), width, split=split, wrapped=False, context=None)
        cut = "\n".join(each.text for each in rows)
        assert "…" in cut
        assert "...." not in cut
        assert "…." not in cut
        assert "……" not in cut
        assert max(len(each.text) for each in rows) <= width


def test_by_text_compares_line_by_line() -> None:
    """The words of a changed line are distinguished."""
    found = by_text(A, B)
    assert found.count("changed") + found.count("added") + found.count("removed") == len(found.changes)
    assert found.changes


def test_by_text_pairs_only_lines_that_are_alike() -> None:
    """A line that was replaced by an unrelated one is not shown as a change of it."""
    one = snapshot(claim("k1", "Rename the settings file"), claim("k2", "There are 30 uses of the token"))
    other = snapshot(claim("k3", "Nobody reviewed the patch"), claim("k4", "There are 34 uses of the token"))
    changed = [each for each in by_text(one, other).entries if each.change]
    sides = [(each.mark, each.after or each.before) for each in changed]
    assert [(mark, side.text.strip() if side else "") for mark, side in sides] == [
        ("-", "Rename the settings file"),
        ("+", "Nobody reviewed the patch"),
        ("~", "There are 34 uses of the token"),
    ]


@pytest.mark.parametrize("split", [True, False])
def test_by_text_headings_are_told_from_statements(split: bool) -> None:
    """By their style, and statements are inset below them."""
    rows = compare_rows(by_text(A, B), 100, split=split, wrapped=True, context=None)
    heading = next(each for each in rows if "Decisions" in each.text)
    statement = next(each for each in rows if "SameSite" in each.text)
    assert "section" in {span.style for span in heading.line if span.text.strip() == "Decisions"}
    assert statement.text.index("Set SameSite") - heading.text.index("Decisions") == 2


@pytest.mark.anyio
async def test_five_compares_a_draft_with_the_one_of_its_range(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Split if there is room, else unified; by text and back; enter goes to the claim."""
    async with on_screen(store, states[2], "draft") as pilot:
        await press(pilot, "5")
        text = screen_text(pilot.app)
        assert "d-1 with d-2" in text
        assert "split" in text
        assert "none is active; d-1 is the draft before d-2 of the same range" in text
        await press(pilot, "s")
        assert "unified" in screen_text(pilot.app)
        await press(pilot, "m")
        assert "by text" in screen_text(pilot.app)
        await press(pilot, "m", "n", "enter")
        assert name_of(pilot.app) == "claims"
        await press(pilot, "3", "left_square_bracket", "5")
        text = screen_text(pilot.app)
        assert "d-1 with d-2" in text
        assert "none is active; d-2 is the newest draft of the same range" in text


@pytest.mark.anyio
async def test_what_is_active_is_said_to_be(moved: Env, states: dict[int, SessionState]) -> None:
    """The message disappears when another pair is chosen."""
    async with on_screen(moved, states[1], "compare") as pilot:
        await until_shown(pilot, "d-2 is active in the range of d-1")
        await press(pilot, "right_square_bracket")
        await until_shown(pilot, "d-3 with d-2")
        assert "is active in the range" not in screen_text(pilot.app)


@pytest.mark.anyio
async def test_eighty_columns_are_unified_and_n_counts_the_changes(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The counter moves with the cursor; at the end a message reports it."""
    async with on_screen(store, states[2], "compare", NARROW) as pilot:
        text = screen_text(pilot.app)
        assert "unified" in text
        assert "change 1 of" in text
        await press(pilot, "n")
        assert "change 2 of" in screen_text(pilot.app)
        await press(pilot, "p", "p")
        assert "This is the first change." in toast_texts(pilot.app)


@pytest.mark.anyio
async def test_a_draft_alone_says_what_to_do(env: Env) -> None:
    """Nothing to compare is a state with a next key, not an error."""
    from workbench.services.lookup.sessions import sessions_listing

    chat = next(each.session for each in sessions_listing(env) if each.session.compactions == 0)
    async with on_screen(env, SessionState(chat.session_id, "chat"), "compare", NARROW) as pilot:
        text = screen_text(pilot.app)
        assert "no two moves" in text
        assert "3 opens the drafts" in text


@pytest.mark.anyio
async def test_the_change_under_the_cursor_stays_in_view(store: Env, states: dict[int, SessionState]) -> None:
    """Whether side by side or not, wrapped or cut."""
    async with on_screen(store, states[2], "compare", NARROW) as pilot:
        await press(pilot, *"mnnnnnnnn")
        lines = pilot.app.screen.query_one("#changes", LineView)
        key = lines.cursor
        for pressed in "swsw":
            await press(pilot, pressed)
            assert lines.cursor == key
            assert "❯" in screen_text(pilot.app)
