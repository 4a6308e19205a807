"""A link that spans a whole line of JSON is laid out to be read, and the claim's words are marked in it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.importers.build import Log, text
from tests.tui.build import fixed_env, store_with
from tests.tui.drive import screen_text
from tests.tui.review.walk import on_screen
from workbench.services.drafts.draft_page import draft_page
from workbench.services.lookup.sessions import sessions_listing
from workbench.tui.state.session import SessionState
from workbench.tui.state.source.borne_out import words_in
from workbench.tui.state.source.linked_span import LONG_SPAN, linked_span
from workbench.tui.state.source.readable_json import LONG_LINE, readable
from workbench.tui.state.source.source_window import AS_TEXT

PROBLEM = "When an agent commits via Bash between prompt and stop, the end of the conversation is missed."
ISSUE = {
    "issues": [
        {
            "id": "1612c0dc-1481-44f2-8fd0-1076d428b8ad",
            "identifier": "ENT-221",
            "title": "State machine for tracking commits",
            "description": f'## Problem\n\n{PROBLEM}\n\n* Is it "cross-hook"? \U0001f600 é',
            "url": "https://tracker.example/issue/ENT-221/state-machine-for-tracking-commits",
            "labels": ["needs-analysis", "later"],
            "priority": {"value": 2, "none": None},
            "more": [f"field {n}" for n in range(40)],
        }
    ]
}
CLAIM = (
    "ENT-221: an agent commits via Bash between prompt and stop, and the end of the conversation is missed"
)
RAW = json.dumps(ISSUE)


def shown(raw: str) -> str:
    """Return all of a text laid out."""
    runs = readable(raw, 0, len(raw))
    assert runs is not None
    return "".join(run.text for run in runs)


def test_a_field_has_a_line_and_escapes_are_decoded() -> None:
    """Keys, values and nothing else; line feeds in a value are line feeds."""
    lines = shown(RAW).splitlines()
    assert lines[0] == "issues: "
    assert "    id: 1612c0dc-1481-44f2-8fd0-1076d428b8ad" in lines
    assert PROBLEM in lines
    assert '* Is it "cross-hook"? \U0001f600 é' in lines
    assert "    labels: needs-analysis, later" in lines
    assert "      none: null" in lines


@pytest.mark.parametrize(
    ("raw", "laid_out"),
    [
        ('{"a":"' + "x" * LONG_LINE + '"}', True),
        ("{" + "x" * (LONG_LINE - 1), False),
        ("plain " * 100, False),
        ('{\n"a": 1\n}', False),
    ],
)
def test_only_json_on_long_lines_is_laid_out(raw: str, laid_out: bool) -> None:
    """What a person can read already stays as it is."""
    assert (readable(raw, 0, len(raw)) is not None) is laid_out


@pytest.mark.parametrize("at", ["agent commits", "needs-analysis", "ENT-221"])
def test_the_halves_of_a_text_show_what_the_whole_shows(at: str) -> None:
    """Every run knows its place: cut within a value nothing is lost, and nothing shown twice."""
    raw = json.dumps({"padding": "x" * (LONG_LINE + 1)} | ISSUE)
    cut = raw.index(at) + 2
    halves = [readable(raw, 0, cut), readable(raw, cut, len(raw))]
    assert "".join(run.text for half in halves if half is not None for run in half) == shown(raw)


@pytest.mark.parametrize(
    "raw", ['{"' + "\\" * 5_001, '[[[["a' + "x" * 300, "{" + '"k":' * 300, '{"\\ud83d' + "y" * 300]
)
def test_broken_json_is_shown_too(raw: str) -> None:
    """Cut strings, lone halves of pairs, keys without values: nothing fails."""
    assert "".join(piece.text for piece in linked_span(raw, (0, len(raw)), (0, len(raw))).pieces)


def test_the_words_of_the_claim_are_marked_where_they_stand_together() -> None:
    """The supporting sentence is marked, not an address that contains the same words."""
    passage = shown(RAW)
    marked = [passage[start:end] for start, end in words_in(passage, CLAIM)]
    assert "agent commits via Bash" in " ".join(marked) or "agent commits" in marked
    assert any("conversation" in each for each in marked)
    assert not any("tracker.example" in each for each in marked)
    assert words_in(passage, "nothing whatever alike zebra") == []


@pytest.mark.parametrize(("size", "all_of_it"), [(LONG_SPAN, True), (LONG_SPAN + 1, False)])
def test_a_short_span_is_marked_as_a_whole(size: int, all_of_it: bool) -> None:
    """A long one is marked only at the claim's words; its brackets show how far it goes."""
    passage = ("the zebra is striped. " + "filler here. " * 60)[:size]
    span = linked_span(passage, (0, size), (0, size), claim="a striped zebra")
    marked = "".join(piece.text for piece in span.pieces if piece.style == "mark")
    assert (marked == passage) is all_of_it
    assert "zebra" in marked
    assert "".join(piece.text for piece in span.pieces) == f"[[{passage}]]"


@pytest.mark.anyio
async def test_the_claims_show_the_text_and_not_the_json(tmp_path: Path) -> None:
    """The fields, the supporting sentence and the output are shown beside the statement."""

    def log() -> Log:
        made = Log()
        made.user("Look at ENT-221.")
        made.call("issues", {"query": "ENT-221"}, "t1")
        made.result("t1", RAW)
        made.assistant(text("I have it."))
        made.user("Go on.")
        made.assistant(text("Done."))
        made.compact(f"Summary:\n1. Problem:\n   - {CLAIM}\n", trigger="auto", preTokens=9_000)
        return made

    env = store_with(tmp_path, log)
    assert env.store_location == fixed_env(tmp_path).store_location
    session = sessions_listing(env)[0].session.session_id
    page = draft_page(env, session)
    assert page.judged is not None
    state = SessionState(session, "issues", page.judged.artifact_id, 1)
    async with on_screen(env, replace(state), "claims", (120, 40)) as pilot:
        seen = screen_text(pilot.app)
        assert AS_TEXT in seen
        assert "title: State machine for tracking commits" in seen
        assert '{"issues"' not in seen
        assert "the claim's words marked" in seen
