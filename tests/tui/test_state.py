"""The plain values behind the screens: selection, folds, plots, text, requests."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.build import HOSTILE
from tests.tui.drive import STEER
from workbench.cli.main import wants_app
from workbench.cli.parser import build_parser
from workbench.escaping import one_line, visible
from workbench.presentation.cells import width_of, wrap
from workbench.presentation.run_status import PHASE_WORDS
from workbench.runs.records import state
from workbench.services.lookup.timeline import Overlap, RangeFacts
from workbench.tui.glyphs import ASCII, UNICODE
from workbench.tui.request import AppRequest, app_request
from workbench.tui.screens.timeline.event_rows import columns_for
from workbench.tui.screens.timeline.timeline_search import TimelineSearch
from workbench.tui.state.timeline.folding import FoldedRange, Folds
from workbench.tui.state.timeline.plot import PlotView, PlotWindow, plot_lines
from workbench.tui.state.timeline.selection import RangeSelection, next_stop, turn_of
from workbench.tui.state.timeline.timeline import cells_of, draft_at, range_brief, range_lines, where
from workbench.tui.text import clip, fit

if TYPE_CHECKING:
    from store.quick_look import EventGlimpse
    from workbench.services.lookup.timeline import SessionOutline
    from workbench.tui.screens.base import BaseScreen
    from workbench.tui.screens.timeline.event_rows import EventRows

STARTS = (0, 10, 20, 30)


def test_a_range_grows_with_the_cursor_until_it_is_ended() -> None:
    """`v` begins, moving extends, `v` again ends, moving then leaves it alone."""
    selection = RangeSelection().toggled(5).moved(5, 9, extend=False)
    assert selection.span == (5, 9)
    selection = selection.toggled(9).moved(9, 3, extend=False)
    assert (selection.span, selection.growing) == ((5, 9), False)


def test_shift_makes_a_range_without_a_mode() -> None:
    """The first step with shift begins the range where the cursor was."""
    selection = RangeSelection().moved(4, 3, extend=True).moved(3, 2, extend=True)
    assert selection.span == (2, 4)


def test_a_range_grows_to_whole_turns() -> None:
    """From the start of its first turn to the end of its last."""
    assert RangeSelection(12, 24).to_turns(STARTS, 35).span == (10, 29)
    assert RangeSelection(31, 31).to_turns(STARTS, 35).span == (30, 35)


def test_turns_and_stops() -> None:
    """An event lies in the turn that began last; stops are strictly before or after."""
    assert [turn_of(STARTS, o) for o in (0, 9, 10, 35)] == [0, 0, 1, 3]
    assert next_stop(STARTS, 10, 1) == 20
    assert next_stop(STARTS, 10, -1) == 0
    assert next_stop(STARTS, 30, 1) is None


@given(st.data())
def test_rows_and_events_map_to_each_other(data: st.DataObject) -> None:
    """Every row shows its event; every event is in the row that shows it or its fold."""
    total = data.draw(st.integers(1, 60))
    cuts = sorted(data.draw(st.sets(st.integers(0, total - 1), max_size=8)))
    folds = Folds(total, [FoldedRange(a, b, "art") for a, b in zip(cuts[::2], cuts[1::2], strict=False)])
    for row in range(folds.rows):
        assert folds.row_of(folds.ordinal_of(row)) == row
    for ordinal in range(total):
        row = folds.row_of(ordinal)
        assert folds.ordinal_of(row) <= ordinal <= folds.end_of(row)


@given(st.integers(1, 50), st.integers(0, 20), st.integers(0, 20), st.integers(0, 40), st.integers(1, 60))
def test_pieces_hold_one_event_for_each_row(total: int, start: int, size: int, row: int, count: int) -> None:
    """A page reads exactly what its rows show."""
    end = min(start + size, total - 1)
    folds = Folds(total, [FoldedRange(start, end, "art")] if start <= end else [])
    read = [o for a, b in folds.pieces(row, count) for o in range(a, b + 1)]
    assert read == [folds.ordinal_of(each) for each in range(row, min(row + count, folds.rows))]


def test_the_window_zooms_around_the_cursor_and_never_leaves_the_session() -> None:
    """Half the events, then all of them again."""
    window = PlotWindow(0, 999).zoomed(1, 900, 1000)
    assert (window.size, window.end) == (500, 999)
    assert window.zoomed(-1, 0, 1000) == PlotWindow(0, 999)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_plot_fills_its_box_and_shows_the_range_without_colour(glyphs: object) -> None:
    """Every line has the width of the box; a sign under the axis marks the range."""
    signs = UNICODE if glyphs is UNICODE else ASCII
    view = PlotView(
        PlotWindow(0, 99), tuple(range(0, 100)), 90, selected=(20, 40), cursor=50, compactions=(70,)
    )
    lines = plot_lines(view, 60, 8, signs)
    assert {sum(width_of(piece.text) for piece in line) for line in lines} == {60}
    axis = "".join(piece.text for piece in lines[-1])
    assert signs.axis_mark in axis
    assert "C" in axis
    if signs.ascii:
        assert all(piece.text.isascii() for line in lines for piece in line)


def test_nothing_hostile_is_visible_as_itself() -> None:
    """Escapes, bidirectional marks and invisible letters become words."""
    assert not STEER.search(one_line(HOSTILE))
    assert "\\x1b[31m" in visible(HOSTILE)


@given(st.text(max_size=200), st.integers(1, 40))
def test_cut_text_fits(text: str, width: int) -> None:
    """Clipped text is no wider than asked, fitted text exactly as wide."""
    shown = one_line(text)
    assert width_of(clip(shown, width)) <= max(width, 1)
    assert width_of(fit(shown, width)) == width


@given(st.text(max_size=300), st.integers(8, 60))
def test_wrapped_text_fits_and_loses_nothing(text: str, width: int) -> None:
    """No line is too wide, and every letter is still there."""
    lines = wrap(text, width)
    assert all(width_of(line) <= width for line in lines)
    kept = "".join("".join(line.split()) for line in lines)
    assert kept == "".join(visible(text).split())


def test_a_line_of_megabytes_is_cut_quickly_into_lines() -> None:
    """A long line is not wrapped at words."""
    lines = wrap("x" * 1_000_000, 100)
    assert len(lines) == 10_000


def test_the_app_is_asked_for_by_no_command_or_demo() -> None:
    """Everything else is a command line."""
    for words, wanted in (
        ([], AppRequest()),
        (["demo", "--ascii"], AppRequest(demo=True, ascii_only=True)),
        (["--ascii", "demo"], AppRequest(demo=True, ascii_only=True)),
        (["--store=a.duckdb", "--actor", "ann"], AppRequest(store="a.duckdb", actor="ann")),
        (["--wait", "3", "--policy", "p.toml"], AppRequest(wait=3.0, policy="p.toml")),
    ):
        args = build_parser().parse_args(words)
        assert wants_app(args)
        assert app_request(args) == wanted
    for other in (["sessions"], ["demo", "--headless"], ["--json"], ["accept", "art_1", "--actor", "ann"]):
        assert not wants_app(build_parser().parse_args(other))


def test_an_actor_given_before_the_command_is_the_commands_too() -> None:
    """An option before the command is never dropped."""
    args = build_parser().parse_args(["--actor", "ann", "accept", "art_1"])
    assert args.actor == "ann"


def test_what_is_at_the_cursor_goes_before_what_contains_it() -> None:
    """The later compaction covers the earlier one with its summary; the draft of the summary is separate."""
    earlier = SimpleNamespace(artifact_id="art_a", source_start=0, source_end=9, summary=10)
    later = SimpleNamespace(artifact_id="art_b", source_start=0, source_end=19, summary=20)
    moved = SimpleNamespace(artifact_id="art_c", source_start=0, source_end=14)
    outline = cast("SessionOutline", SimpleNamespace(compactions=(earlier, later), active=()))
    accepted = cast("SessionOutline", SimpleNamespace(compactions=(earlier, later), active=(moved,)))
    assert [draft_at(outline, None, here) for here in (5, 10, 15, 20, 21)] == [
        "art_b", "art_a", "art_b", "art_b", None,
    ]  # fmt: skip
    assert draft_at(outline, (0, 9), 12) == "art_a"
    assert draft_at(outline, (3, 8), 5) == "art_b"
    assert [draft_at(accepted, None, here) for here in (5, 10)] == ["art_c", "art_a"]
    assert draft_at(accepted, (0, 19), 5) == "art_b"


def test_every_phase_of_a_run_has_words() -> None:
    """A reader sees the activity, not the name of a phase."""
    phases = {state.SOURCES, state.COMPILE, state.PLAN, state.ACT, state.OBSERVE, state.CHECKPOINT,
              state.EGRESS, state.ENDED}  # fmt: skip
    assert set(PHASE_WORDS) == phases
    assert all(words == words.lower() for words in PHASE_WORDS.values())


@pytest.mark.parametrize(("how", "words"), [("displaces", "displaces d-3"), ("parts", "cuts through d-3")])
def test_an_overlap_is_said_alike_in_a_pane_and_in_a_line(how: Any, words: str) -> None:
    """The effect of a range on an accepted one, in the same words on a wide and on a narrow screen."""
    overlap = Overlap(3, 4, 20, how, (0, 20))
    facts = RangeFacts(2, 9, 8, 100, (1, 2), True, True, (), (2, 9), (overlap,), 1_000, (20, 35))
    assert words in "".join(text for text, _ in range_brief(facts, (2, 9)))
    pane = ["".join(text for text, _ in each) for each in range_lines(facts, (2, 9), 120)]
    assert any(words.replace("displaces", "displace") in each for each in pane)


@pytest.mark.parametrize(("here", "words"), [(0, "2 matches"), (4, "match 1 of 2"), (9, "match 2 of 2")])
def test_no_match_has_the_number_zero(here: int, words: str) -> None:
    """Before the first match only their count is shown."""
    rows = cast("EventRows", SimpleNamespace(here=here))
    search = TimelineSearch(cast("BaseScreen", None), rows, lambda: None)
    search.hits = (4, 9)
    assert search.status() == words


@pytest.mark.parametrize(("tokens", "shown"), [(99_999, "99,999"), (100_000, "100k"), (2_400_000, "2.4M")])
def test_the_tokens_of_a_huge_event_are_not_cut(tokens: int, shown: str) -> None:
    """All digits as far as the column has room for them, then a rounded figure."""
    event = SimpleNamespace(text="dump", sidechain=None, ordinal=3, turn=1, tokens=tokens)
    cell = cells_of(cast("EventGlimpse", event), "tool_result")[3].text
    room = next(each.width for each in columns_for(9, 2) if each.title == "Tokens")
    assert (cell, width_of(cell) <= room) == (shown, True)


def test_the_numbers_of_a_long_session_are_not_cut() -> None:
    """Of events and of turns, in the list and below it."""
    widths = {each.title: each.width for each in columns_for(240_000, 120_000)}
    assert widths["#"] >= 6 and widths["Turn"] >= 6
    session = SimpleNamespace(events=240_000, turns=120_000)
    outline = cast("SessionOutline", SimpleNamespace(session=session, turn_starts=range(0, 240_000, 2)))
    assert where(outline, 239_999) == "event 239999 of 0-239999   turn 120000 of 120000"
