"""Verbatim events of a page contain decisions: no logs, acknowledgements or revised documents."""

from __future__ import annotations

import pytest

from gates.artifact import parse
from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.facts.spans import GAP
from workbench.strategies.asked import parse_size
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page import page
from workbench.strategies.page.deciding_events import PRINTED, REMARK, REVISED, deciding_units
from workbench.strategies.page.self_contained import awaits_run
from workbench.strategies.page.units import units

LOG = "[main 909e61f8d] docs: capture the rows\n" + "\n".join(
    f"[STARTED] task {n} of the hook\n[COMPLETED] task {n} of the hook" for n in range(12)
)


def session() -> Script:
    """Short messages, a document that is changed twice, and a commit with the log of its hook."""
    script = Script()
    script.user("Please write the rows of the exporter to docs/rows.md and commit them when that is done.")
    script.edit("docs/rows.md", "none", "240 rows")
    script.edit("docs/rows.md", "240 rows", "240 rows in batches of 40")
    script.agent("The rows stand in docs/rows.md; the batches of 40 come from the exporter's own limit.")
    script.user("did more npm run check")
    script.agent("What would you like to clarify?")
    script.user("commit")
    script.run("git commit -m 'docs: capture the rows'", LOG)
    script.agent("Committed the rows of the exporter as 909e61f8d; the working tree has nothing left in it.")
    return script


def sorts(script: Script) -> dict[int, str]:
    """The sort of every unit, by the first of its events."""
    source = whole(script)
    request = DraftRequest(source.range, source.events)
    return {unit.ordinals[0]: unit.sort for unit in deciding_units(request, units(request), frozenset())}


def test_what_decides_nothing_has_a_sort_of_its_own() -> None:
    """The first change of a document, remarks, a question that was answered, the commit with its log."""
    found = sorts(session())
    assert (found[1], found[3]) == (REVISED, "document")
    assert (found[6], found[7], found[8]) == (REMARK, REMARK, REMARK)
    assert found[9] == PRINTED
    assert found[0] == "user"
    assert found[11] == "closing"


@pytest.mark.parametrize(
    ("command", "output", "failed", "sort"),
    [
        ("psql orchard", 'FATAL: role of user "gardener" does not exist', True, "failed"),
        ("id gardener", "id: the user does not exist", True, "failed"),
        ("useradd gardener", "useradd: user 'gardener' already exists", True, "failed"),
        ("rm -r beds", "The user doesn't want to proceed with this tool use.", True, "refused"),
        ("rm -r beds", "The call was denied by the user.", True, "refused"),
        ("git status", "nothing to commit", False, "git"),
        ("python digits.py", "240 rows", False, "command"),
    ],
)
def test_an_error_about_a_user_is_no_refusal(command: str, output: str, failed: bool, sort: str) -> None:
    """A refusal mentions the user; in a git command it is only a word."""
    script = session()
    at = script.run(command, output, failed=failed) - 1
    for n in range(60):
        script.agent(f"The bed number {n} has been dug and watered, and its fence stands.")
    source = whole(script)
    request = DraftRequest(source.range, source.events)
    assert {unit.ordinals[0]: unit.sort for unit in units(request)}[at] == sort


@pytest.mark.parametrize(
    ("message", "sort"),
    [
        (
            "Great! I can see that the pump of the orchard is opened by the timer in `valves.py`, which "
            "reads the beds from a table of the year. Let me look at that table next:",
            "remark",
        ),
        (
            "Excellent! Now I found the table. It lists twelve beds with a pump each, and the timer goes "
            "through all of them in one loop over the hours of the day. Let me see the loop:",
            "remark",
        ),
        (
            "Perfect! Now I see the bug. The timer in `valves.py` opens the pump before it has read the "
            "beds, so that the first bed of each day is never watered at all. Let me check the loop:",
            "explains",
        ),
        (
            "The problem is that the timer in `valves.py` reads the beds after it has opened the pump, so "
            "that the first bed of each day stays dry. Let me look at who calls it:",
            "explains",
        ),
        (
            "The pump is opened by the timer in `valves.py`, which reads the beds from the table of the "
            "year, and every bed names the pump that it belongs to. Let me look at that table next:",
            "step",
        ),
    ],
)
def test_talk_of_a_search_is_a_remark_and_a_cause_explains(message: str, sort: str) -> None:
    """A message between two steps of at most 450 characters, whichever step it announces."""
    script = session()
    at = script.agent(message)
    for n in range(60):
        script.run(f"cat bed{n}.txt", f"The bed number {n} has been dug.")
    source = whole(script)
    found = units(DraftRequest(source.range, source.events))
    assert {unit.ordinals[0]: unit.sort for unit in found}[at] == sort


def test_a_report_of_how_far_a_run_is_is_a_remark() -> None:
    """Its outcome says all of that; a cause that is told in the same form is no such report."""
    script = session()
    reports = [
        script.agent(
            "The orchard suite is still running; the parcels and the invoices passed without warnings."
        ),
        script.agent("Parcel checks passed in the first package. The checks of the ledger are running now."),
    ]
    script.agent("The ledger has 12 rows for May again, and both packages of the orchard suite passed.")
    found = sorts(script)
    assert [found[n] for n in reports] == [REMARK, REMARK]
    assert not awaits_run(
        "The reader is currently dropping the header row of the ledger, so May has 11 rows."
    )


def test_a_message_that_waits_is_no_remark() -> None:
    """Even a short message counts if it is still unanswered."""
    source = whole(session())
    request = DraftRequest(source.range, source.events)
    found = deciding_units(request, units(request), frozenset((6,)))
    assert {unit.ordinals[0]: unit.sort for unit in found}[6] == "user"


def test_a_thought_that_was_only_logged_is_printed() -> None:
    """The thought is stated elsewhere; its result has no content."""
    script = session()
    tool = ToolFact("think", "t1", ToolAction.PLAN)
    at = script.add(EventKind.TOOL_CALL, "think\nthought: the exporter holds all rows at once", tool=tool)
    script.add(EventKind.TOOL_RESULT, "Your thought has been logged.", tool=tool)
    assert sorts(script)[at] == PRINTED


def test_a_page_keeps_none_of_them_and_states_the_commit() -> None:
    """A draft that was asked to be larger is filled with them last."""
    script = session()
    source = whole(script)
    made = page(DraftRequest(source.range, source.events))
    assert made.kept.isdisjoint((1, 2, 6, 7, 8, 9, 10))
    assert any("909e61f8d" in item.text for item in made.items)


def test_a_changed_file_stays_named_beside_its_kept_edit() -> None:
    """The main file of the work is no less so for its last edit being kept."""
    script = session()
    source = whole(script)
    request = DraftRequest(source.range, source.events, size=parse_size("70%"))
    artifact = parse(IntentionalStrategy().draft(request).payload)
    assert {3, 4} <= set(artifact.source.kept)
    assert any(item.text.startswith("docs/rows.md") for item in artifact.items)


def test_a_cut_answer_says_that_it_goes_on() -> None:
    """Three of four points are not the user's whole answer."""
    script = session()
    points = "\n".join(
        f"- if the session number {n} has no rows then leave it out of the file" for n in range(8)
    )
    script.answer("How is it to be handled?", f"this is what I think:\n{points}")
    script.agent("All of these are handled in the exporter now, each by a branch of its own.")
    source = whole(script)
    items = page(DraftRequest(source.range, source.events)).items
    (cut,) = [item.text for item in items if "what I think" in item.text]
    assert cut.endswith(f" {GAP}")
    assert not any(item.text.endswith(GAP) for item in items if item.text != cut)


def test_instructions_for_planning_end_with_the_approval() -> None:
    """`Change nothing yet` is not kept once the plan was approved."""
    script = Script()
    script.user("Please plan how the rows of the exporter are sorted, and then sort them.")
    tool = ToolFact("EnterPlanMode", "p1", ToolAction.PLAN)
    begun = script.add(EventKind.TOOL_CALL, "EnterPlanMode", tool=tool)
    script.add(
        EventKind.TOOL_RESULT, "Planning begins: look only, and change no file of the desk.", tool=tool
    )
    before = sorts(script)[begun]
    assert before != PRINTED
    script.plan("# Sorted rows\n\nThe rows of the exporter are sorted by their date.")
    assert sorts(script)[begun] == PRINTED


def test_a_short_report_of_an_earlier_turn_is_worth_less_than_the_last_one() -> None:
    """`Done! It is removed.` says nothing once the conversation went on."""
    script = work_session()
    script.user("Remove the file tools/old_round.py, the cart of the shop does not use it.")
    early = script.agent("Done! The file tools/old_round.py of the cart has been removed from the shop.")
    script.user("Remove the file tools/old_sum.py, the cart of the shop does not use it either.")
    last = script.agent("Done! The file tools/old_sum.py of the cart has been removed from the shop.")
    source = whole(script)
    request = DraftRequest(source.range, source.events)
    before = {unit.ordinals[0]: unit.worth for unit in units(request)}
    worth = {unit.ordinals[0]: unit.worth for unit in deciding_units(request, units(request), frozenset())}
    assert worth[early] < before[early]
    assert worth[last] == before[last]


def test_answered_questions_and_causes_given_up_are_remarks() -> None:
    """An offer, a question alone, a note before the next step, and of a turn's causes all but the last."""
    script = Script()
    script.user("Please find out why the exporter of the orchard drops its last row of every batch.")
    script.agent(
        "The problem is the reader of the rows, which stops at the first empty line of a batch and does not "
        "tell the exporter that more of them follow. Let me look at the reader of the orchard:"
    )
    script.run("cat reader.py", "rows = read()")
    script.agent(
        "The problem is the writer, which cuts the batch after 39 rows, because it counts the line of "
        "the titles as a row of the orchard. Let me see how the writer counts them:"
    )
    script.run("cat writer.py", "rows[:39]")
    script.agent("The reader of `orchard.csv` gave all 40 rows in time. Now let me try the writer with them.")
    script.run("python writer.py", "39 rows")
    script.agent("The batch ends a row too early.")
    script.user("is the size of a batch of the exporter written down somewhere in the docs?")
    script.agent(
        "All rows are there now and everything is saved on the branch of the orchard. "
        "Do you want more of the exporter to be looked at?"
    )
    script.user("is there no limit for the rows of a batch? the exporter must never write more than 40")
    script.agent("The exporter of the orchard stops after 40 rows now, as the docs say.")
    found = sorts(script)
    reader, writer, waits, wonders, offer, rule = (
        next(e.ordinal for e in script.events if words in e.text)
        for words in (
            "the reader of the rows",
            "after 39",
            "in time",
            "written down",
            "looked at",
            "no limit",
        )
    )
    assert [found[n] for n in (reader, waits, wonders, offer)] == [REMARK] * 4
    assert (found[writer], found[rule]) == ("explains", "user")
