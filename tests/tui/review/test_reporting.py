"""Notices during a review: what a repair left out, warnings, a summary that is replaced."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Button
from textual.widgets._toast import Toast

from gates.artifact import Origin
from gates.report import Measure, Verdict
from tests.tui.drive import NARROW, name_of, press, screen_text, settle
from tests.tui.review.walk import on_screen
from workbench.bootstrap import Env
from workbench.cli.views.sessions import timeline_lines
from workbench.edits.against_parent import AgainstParent, StatementWords
from workbench.presentation.against_parent import left_out_words, totals
from workbench.presentation.problems import problems, warnings
from workbench.services.drafts.draft_page import DraftPage, draft_page
from workbench.services.drafts.repair import repair
from workbench.services.lookup.diff_choices import contrast
from workbench.services.lookup.sessions import sessions_listing, timeline
from workbench.services.moves.move_preview import Foreseen, foresee_acceptance
from workbench.services.moves.verbatim import VerbatimChange
from workbench.strategies.made_by import made_by
from workbench.tui.app import WorkbenchApp
from workbench.tui.screens.moves.accept import AcceptDialog
from workbench.tui.screens.review.repaired import RepairedDialog
from workbench.tui.state.comparing.compare import by_item
from workbench.tui.state.moves import accept_rows
from workbench.tui.state.review.drafts import judgement, step
from workbench.tui.state.review.gate_table import gate_rows, refusal_rows, verdict_bar
from workbench.tui.state.review.repaired import repaired_rows
from workbench.tui.state.session import SessionState
from workbench.tui.state.spans import PaneRow
from workbench.tui.widgets.confirm import ConfirmBox
from workbench.tui.widgets.line_view import LineView

pytestmark = pytest.mark.anyio

LEFT = AgainstParent(
    1,
    added=(StatementWords("decision", "No lint rule."),),
    relinked=3,
    left_out=(
        StatementWords("open_work", "Finish TC02."),
        StatementWords("decision", "Ship it."),
        StatementWords("claim", "It ran."),
    ),
)


def _repaired(store: Env, states: dict[int, SessionState]) -> tuple[str, AgainstParent]:
    made = repair(store, str(states[1].artifact_id), drop_unsourced=True)
    assert made.judged is not None
    assert made.against is not None
    return made.judged.artifact_id, made.against


def _texts(rows: list[PaneRow]) -> str:
    return "\n".join(each.text for each in rows)


async def test_a_repair_is_read_in_a_dialog(store: Env, states: dict[int, SessionState]) -> None:
    """`m` reports how much was left out, with the words, and closes to the new draft."""
    async with on_screen(store, states[1], "draft") as pilot:
        await press(pilot, "m")
        dialog = pilot.app.screen
        assert isinstance(dialog, RepairedDialog)
        text = screen_text(pilot.app)
        assert f"Repaired as d-4: {totals(dialog.against)}" in text
        first = (*dialog.against.left_out, *dialog.against.added)[0]
        assert first.text[:24] in text
        await press(pilot, "enter")
        assert name_of(pilot.app) == "draft"
        assert "native, repaired" in screen_text(pilot.app)


async def test_counts_are_those_of_the_comparison(store: Env, states: dict[int, SessionState]) -> None:
    """Added, relinked and left out as the compare screen counts them, and the same name for the draft."""
    child, against = _repaired(store, states)
    found = contrast(store, str(states[1].session_id), str(states[1].artifact_id), child)
    shown = by_item(found.compared.a.snapshot, found.compared.b.snapshot)
    assert len(against.added) == shown.count("added")
    assert len(against.left_out) == shown.count("removed")
    assert against.relinked == shown.count("relinked")
    assert found.b.about.startswith("native, repaired")
    seen = foresee_acceptance(store, child)
    assert seen.against == against


def test_what_stands_in_anothers_place_is_counted_where_there_is_any() -> None:
    """It is added and left out at once, so neither count includes it."""
    assert totals(LEFT) == "1 added, 3 relinked, 3 left out"
    assert totals(replace(LEFT, reworded=2)) == "1 added, 2 in place of another, 3 relinked, 3 left out"


def test_open_work_and_decisions_are_listed_first() -> None:
    """Left out before added, each with its words, and the way to get one back."""
    text = _texts(repaired_rows(LEFT, ["A loose sentence."], 60))
    places = [
        text.index(each) for each in ("Finish TC02.", "Ship it.", "It ran.", "A loose", "No lint rule.")
    ]
    assert places == sorted(places)
    assert "d-1 stays as it is" in text
    assert left_out_words(LEFT) == "left out against d-1: 1 open work, 1 decision, 1 claim"
    assert left_out_words(replace(LEFT, left_out=LEFT.left_out[2:])) == "left out against d-1: 1 claim"
    assert left_out_words(replace(LEFT, left_out=())) == ""
    assert "Only links" in _texts(repaired_rows(AgainstParent(1), [], 60))


@pytest.fixture
def seen(store: Env, states: dict[int, SessionState]) -> Foreseen:
    """Return the acceptance of d-3, foreseen."""
    return foresee_acceptance(store, str(states[3].artifact_id))


def test_the_accept_dialog_names_what_was_left_out(seen: Foreseen) -> None:
    """All kinds, decisions and constraints first, above before and after, with the key that compares.

    Else nothing.
    """
    text = _texts(accept_rows(replace(seen, against=LEFT), "t", 68))
    assert "left out against d-1: 1 open work, 1 decision, 1 claim (5 compares)" in text
    assert text.index("left out") < text.index("before")
    assert "left out" not in _texts(accept_rows(replace(seen, against=None), "t", 68))


def test_a_summary_that_leaves_is_reported(seen: Foreseen) -> None:
    """The transcript's own summary is named by its event; a move that leaves it in place reports nothing."""
    text = _texts(accept_rows(replace(seen, verbatim=VerbatimChange((217,), 1, 12)), "t", 140))
    assert "own summary (event 217) leaves the context; 1 event it stood for is verbatim again" in text
    assert "leaves the context" not in _texts(accept_rows(replace(seen, verbatim=VerbatimChange()), "t", 140))


def test_a_context_that_grows_is_explained_by_what_makes_it_grow(seen: Foreseen) -> None:
    """Events that are verbatim again if they account for most of it; else the new text."""
    grown = replace(seen, after=replace(seen.before, tokens=seen.before.tokens + 500))
    text = _texts(accept_rows(replace(grown, verbatim=VerbatimChange((217,), 89, 480)), "t", 200))
    assert "89 events that the transcript's own summary stood for are verbatim again (480 tokens)" in text
    text = _texts(accept_rows(replace(grown, verbatim=VerbatimChange((217,), 1, 3)), "t", 200))
    assert "grows by 500 tokens: d-3 is longer than what stood there before it." in text


def test_what_stays_verbatim_is_said_where_the_range_is(seen: Foreseen) -> None:
    """The range is not all replaced: the artifact keeps some of its events."""
    assert seen.kept == 5
    assert "with d-3? 5 of them stay verbatim." in _texts(accept_rows(seen, "t", 140))
    assert "verbatim" not in _texts(accept_rows(replace(seen, kept=0), "t", 140))


def test_replacing_the_range_of_the_transcripts_summary_takes_it_out(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Found from the context before and after, not from the artifact."""
    session = store.open_store()
    from store.records import sessions

    summary = sessions.compactions(session, str(states[1].session_id))[0].summary
    assert foresee_acceptance(store, str(states[2].artifact_id)).verbatim.native_gone == (summary,)


def test_warnings_are_counted_where_the_verdict_is(pages: dict[int, DraftPage], seen: Foreseen) -> None:
    """In the gate's row, the verdict line and the accept dialog; one on a marked statement is looked at."""
    judged = judgement(pages[3])
    plain = "".join(each.text for each in verdict_bar(judged)[0])
    base = len(warnings(judged.problems))
    report = judged.report
    found = judgement(pages[1]).report.gates.values()
    finding = next(each for gate in found for each in gate.findings if each.item_id)
    warned = finding.model_copy(update={"severity": "warning", "reviewed": None, "rule": "number_absent"})
    gate = report.gates["D"].model_copy(update={"findings": (*report.gates["D"].findings, warned)})
    report = report.model_copy(update={"gates": {**report.gates, "D": gate}})
    changed = replace(judged, report=report)
    assert len(warnings(problems(report))) == base + 1
    assert len(warnings(problems(report), {str(warned.item_id)})) <= base
    bar = "".join(each.text for each in verdict_bar(changed)[0])
    assert f"{base + 1} warning" in bar
    assert "to look at (n)" in bar
    assert bar != plain
    assert "the context grows" not in bar
    larger = finding.model_copy(update={"severity": "warning", "item_id": None, "rule": "context_grows"})
    gate = report.gates["E"].model_copy(update={"findings": (larger,)})
    report = report.model_copy(update={"gates": {**report.gates, "E": gate}})
    bar = "".join(each.text for each in verdict_bar(replace(judged, report=report))[0])
    assert bar.endswith("the context grows; accepting asks you to confirm it")
    rows = [each for each in gate_rows(changed, 70, compact=True) if each.key == "D"]
    assert "PASS" in rows[0].text
    assert "1 warning" in rows[0].text
    assert rows[0].mark.text == "?"
    text = _texts(accept_rows(replace(seen, report=report), "t", 68))
    assert "not looked at yet: esc, then n goes to" in text
    text = _texts(accept_rows(replace(seen, report=report), "t", 68, looked_at={warned.finding_id}))
    assert f"{base} warning" in text or (not base and "looked at" not in text)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("compression_ratio", "not smaller than its source"), ("model_tokens", "cost or time")],
)
def test_a_draft_that_is_too_large_is_not_reported_to_be_too_dear(
    pages: dict[int, DraftPage], name: str, expected: str
) -> None:
    """The refusal names the size if nothing else of gate E is missed."""
    judged = judgement(pages[3])
    gate = judged.report.gates["E"]
    missed = Measure(name=name, value=9.0, op="<", threshold=1.0, passed=False)
    failed = gate.model_copy(update={"status": Verdict.FAIL, "measures": (missed,)})
    report = judged.report.model_copy(update={"gates": {**judged.report.gates, "E": failed}})
    text = _texts(refusal_rows(replace(judged, report=report), 100))
    assert expected in text
    assert ("cost or time" in text) == (name == "model_tokens")


async def test_space_confirms_from_anywhere(
    store: Env, states: dict[int, SessionState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key is shown beside the question, and works while Cancel has the focus."""
    from workbench.services.moves import move_preview

    foresee = move_preview.foresee_acceptance

    def growing(env: Env, artifact_id: str) -> Foreseen:
        found = foresee(env, artifact_id)
        return replace(found, after=replace(found.after, tokens=found.before.tokens + 9))

    monkeypatch.setattr(move_preview, "foresee_acceptance", growing)
    async with on_screen(store, states[3], "draft", NARROW) as pilot:
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, AcceptDialog)
        assert pilot.app.screen.query_one("#no", Button).has_focus
        assert "[ ] space: I accept" in screen_text(pilot.app)
        await press(pilot, "space")
        assert pilot.app.screen.query_one("#confirm", ConfirmBox).value


@pytest.mark.parametrize("size", [(120, 36), NARROW])
async def test_a_toast_hides_neither_keys_nor_verdict(
    store: Env, states: dict[int, SessionState], size: tuple[int, int]
) -> None:
    """They say what to press next; on a low terminal there is one message at a time."""
    async with on_screen(store, states[3], "draft", size, toasts=True) as pilot:
        await press(pilot, "right_square_bracket", "D")
        toasts = list(pilot.app.screen.query(Toast))
        assert "elsewhere: 4 Claims" in screen_text(pilot.app)
        assert len(toasts) == (1 if size == NARROW else 2)
        assert toasts[-1].region.bottom == size[1] - 2
        in_sight = [pilot.app.screen.query_one(each).region for each in ("#verdict", "KeyBar")]
        assert not any(each.region.overlaps(other) for each in toasts for other in in_sight)


@pytest.mark.parametrize("size", [(120, 36), NARROW])
async def test_a_toast_leaves_the_keys_of_other_screens_and_a_dialog_alone(
    store: Env, states: dict[int, SessionState], size: tuple[int, int]
) -> None:
    """Above the footer where there is one; under a dialog's box it is at the very bottom."""
    async with on_screen(store, states[3], "claims", size, toasts=True) as pilot:
        pilot.app.screen.toast("said")  # type: ignore[attr-defined]
        await settle(pilot)
        assert pilot.app.screen.query_one(Toast).region.bottom == size[1] - 1
        await press(pilot, "3", "a")
        pilot.app.screen.toast("and once more")  # type: ignore[attr-defined]
        await settle(pilot)
        box = pilot.app.screen.query_one(".dialog").region
        toasts = list(pilot.app.screen.query(Toast))
        assert toasts[-1].region.bottom == size[1]
        assert not toasts[-1].region.overlaps(box)
        assert screen_text(pilot.app).count("and once more") == 1


def test_one_name_for_what_was_repaired() -> None:
    """The strategy alone if a draft was not changed."""
    assert made_by("native", Origin.IMPORTED) == "native"
    assert made_by("native", Origin.REPAIRED) == "native, repaired"
    assert made_by("intentional", "edited") == "intentional, edited"


def test_the_status_line_uses_it(store: Env, states: dict[int, SessionState]) -> None:
    """The draft's page tells strategy and origin that the name is made of."""
    child, _ = _repaired(store, states)
    line = draft_page(store, str(states[1].session_id), child).line
    assert line is not None
    assert made_by(line.strategy, line.origin) == "native, repaired"


async def test_what_one_went_to_is_not_counted_as_unseen(store: Env, states: dict[int, SessionState]) -> None:
    """`n` and `enter` count as looking: by draft and finding, also for a finding about no statement."""
    async with on_screen(store, states[1], "draft") as pilot:
        bench, artifact_id = pilot.app, states[1].artifact_id
        assert isinstance(bench, WorkbenchApp)
        await press(pilot, "n")
        first = bench.looked_at.of(artifact_id)
        assert len(first) == 1
        await press(pilot, "n")
        assert len(bench.looked_at.of(artifact_id)) == 2
        assert bench.looked_at.of(states[2].artifact_id) == frozenset()
        await press(pilot, "4", "n")
        assert len(bench.looked_at.of(artifact_id)) >= 2


def test_a_note_is_not_a_warning_to_look_at(pages: dict[int, DraftPage], seen: Foreseen) -> None:
    """It is in the report, asks for nothing, and `n` skips it."""
    assert seen.report is not None
    gates_of = judgement(pages[1]).report.gates.values()
    found = next(each for gate in gates_of for each in gate.findings)
    note = found.model_copy(
        update={"rule": "compression_note", "severity": "warning", "item_id": None, "reviewed": None}
    )
    gates = {gate: result.model_copy(update={"findings": ()}) for gate, result in seen.report.gates.items()}
    gates["E"] = gates["E"].model_copy(update={"findings": (note,)})
    problem_list = problems(seen.report.model_copy(update={"gates": gates, "retention": ()}))
    assert [each.headline for each in problem_list] == ["compression_note"]
    assert warnings(problem_list) == ()
    assert step(problem_list, None, "A", 1) is None


def test_the_timeline_of_the_shell_marks_what_is_kept_verbatim(moved: Env) -> None:
    """`~` is replaced; events kept verbatim have another sign, and the legend names both."""
    session = sessions_listing(moved)[0].session.session_id
    found = timeline(moved, session, (216, 318), preview=20)
    (move,) = (each for each in found.active if each.source_start == 216)
    kept = found.kept[move.artifact_id]
    assert len(kept) == 5
    marks = {}
    for each in timeline_lines(found, 80):
        words = "".join(span if isinstance(span, str) else span.text for span in each).split()
        if len(words) > 1 and words[0] in "~=|" and words[1].isdigit():
            marks[int(words[1])] = words[0]
    assert {ordinal for ordinal, mark in marks.items() if mark == "="} == kept
    assert marks[217] == "~"
    assert "= inside such a range, kept verbatim" in " ".join(
        "".join(span if isinstance(span, str) else span.text for span in each)
        for each in timeline_lines(found, 200)
    )


async def test_a_long_dialog_is_read_on_by_keys(store: Env, states: dict[int, SessionState]) -> None:
    """If the text does not fit, a hint names the keys; if it fits, arrows move between buttons."""
    async with on_screen(store, states[3], "draft", (80, 12)) as pilot:
        await press(pilot, "a")
        assert "pgdn reads on" in screen_text(pilot.app)
        swap = pilot.app.screen.query_one("#swap", LineView)
        assert swap.scroll_y == 0
        await press(pilot, "down", "pagedown")
        assert swap.scroll_y == swap.max_scroll_y > 0
        assert "A PASS  B PASS" in screen_text(pilot.app)
    async with on_screen(store, states[3], "draft", (80, 24)) as pilot:
        await press(pilot, "a")
        assert "pgdn reads on" not in screen_text(pilot.app)
        assert "A PASS  B PASS" in screen_text(pilot.app)
        focused = pilot.app.focused
        await press(pilot, "down")
        assert pilot.app.focused is not focused


async def test_the_keys_of_an_active_draft_begin_with_what_one_does_with_it(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Rolling back, comparing and the history; a draft that can be accepted begins with that."""
    async with on_screen(store, states[3], "draft", NARROW) as pilot:
        assert screen_text(pilot.app).splitlines()[-1].strip().startswith("a Accept")
        await press(pilot, "a", "y", "enter")
        assert screen_text(pilot.app).splitlines()[-1].strip().startswith("z Roll back  5 Diff")


def test_a_checkpoint_is_named_once() -> None:
    """Its strategy and its origin are one word."""
    assert made_by("checkpoint", Origin.CHECKPOINT) == "checkpoint"
