"""The page's objective and the last request."""

from __future__ import annotations

import pytest

from gates.artifact import parse
from gates.source import EventKind, Signal, SignalEntry, SignalKind, ToolAction, ToolFact
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.facts.objective import (
    BEGAN,
    current_objective,
    cut_to,
    objective_of,
    plan_title,
)
from workbench.facts.spans import GAP
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page.draft import (
    ANSWER,
    ANSWERED,
    APPROVED,
    LAST,
    LONGEST_OBJECTIVE,
    NOW,
    page_objective,
)
from workbench.strategies.page.linked_titles import BEHIND


def test_an_objective_names_the_last_request_that_was_answered() -> None:
    """A reader needs the latest state of the conversation, not only the first request."""
    script = Script()
    script.user("Review the exporter of the portal for rows that it drops.")
    script.agent("It drops rows without a date, since the parser returns nothing for those.")
    script.user("Then write a test for the rows without a date in tests/rows.py.")
    script.edit("tests/rows.py", "", "def test_rows() -> None: ...")
    script.agent("The test is written in tests/rows.py and fails as it should.")
    source = whole(script)
    request = DraftRequest(source.range, source.events, objective=objective_of(script.events))
    objective = parse(IntentionalStrategy().draft(request).payload).objective
    first, _, last = objective.partition("\n\n")
    assert first == "Review the exporter of the portal for rows that it drops."
    answer = '(the agent: "The test is written in tests/rows.py and fails as it should.")'
    assert last == f'{ANSWERED}"Then write a test for the rows without a date in tests/rows.py." {answer}'


def test_an_objective_that_was_answered_says_what_the_answer_was() -> None:
    """Without another request, the answer shows that it is done."""
    script = Script()
    script.user("Find out why the exporter of the portal drops rows.")
    script.agent("It drops rows without a date, since the parser returns nothing for those.")
    source = whole(script)
    request = DraftRequest(source.range, source.events, objective=objective_of(script.events))
    objective = parse(IntentionalStrategy().draft(request).payload).objective
    assert objective.endswith(
        f'{ANSWER}"It drops rows without a date, since the parser returns nothing for those."'
    )


def test_where_nobody_asked_the_objective_is_what_the_agent_began_with() -> None:
    """Some transcripts hold no request; it is marked as the agent's."""
    script = Script()
    script.agent("I will port the selector of the portal to the new theme.")
    script.edit("src/selector.ts", "old", "new")
    script.agent("The selector of the portal uses the new theme now.")
    source = whole(script)
    made = IntentionalStrategy().draft(DraftRequest(source.range, source.events))
    assert (
        parse(made.payload).objective == f'{BEGAN}"I will port the selector of the portal to the new theme."'
    )


def stated(script: Script, start: int = 0) -> str:
    """Return the objective of a page from an event on."""
    source = whole(script, start)
    objective = current_objective(source.events, start)
    return page_objective(DraftRequest(source.range, source.events, objective=objective))


def test_what_was_asked_just_before_the_range_is_what_it_is_about() -> None:
    """A range that begins after the request holds the work on it."""
    script = Script()
    script.user("Was the hint about the trailer removed from the commit message?")
    script.agent("It was removed in March, with the old editor flow.")
    script.user("Let's prefix the hint with the name of the desk in both places")
    start = script.edit("src/hint.py", "hint", "desk hint")
    assert f'{NOW}"Let\'s prefix the hint with the name of the desk in both places"' in stated(script, start)
    script.agent("The hint begins with the name of the desk in both places now.")
    assert f"{ANSWERED}\"Let's prefix" in stated(script, start)


def test_a_bare_assent_goes_on_with_what_was_asked_before() -> None:
    """A short order replaces the request; a remark does not."""
    script = Script()
    script.user("Why is the reader of the ledger slow?")
    script.agent("It reads each row twice.")
    script.user("Please write the reader so that each row of the ledger is read once")
    script.agent("Two ways: 1. a cache, 2. an index.")
    script.user("2")
    script.run("ls src", "reader.py")
    assert f'{NOW}"Please write the reader' in stated(script)
    script.agent("The index is there, each row is read once now.")
    script.user("push, raise a draft PR")
    assert f'{NOW}"push, raise a draft PR"' in stated(script)


def test_what_came_of_a_bare_assent_is_the_answer() -> None:
    """Text from before the assent is skipped, and a long sentence is shortened to its beginning."""
    script = Script()
    script.user("Do we want to check for names in the address of the ledger, too?")
    script.agent(
        "A name in the address is no part of the ledger. If you want, I can leave it out of the check."
    )
    script.user("yes, do this")
    script.edit("src/check.py", "old", "new")
    long = "The check compares " + ", ".join(f"part {n} of the address" for n in range(20)) + " now."
    script.agent(long)
    objective = stated(script)
    assert "A name in the address is no part" not in objective
    assert f'{ANSWER}"The check compares part 0 of the address, part 1' in objective
    assert objective.endswith(' …"')


def linked(read: str, asked: str = "https://desk.example/t/DESK-221/both-dates\n\nit's related") -> str:
    """Return the objective of a session that opens with an address and reads its content."""
    script = Script()
    script.user(asked)
    script.run("desk show DESK-221", read)
    script.agent("Both of the dates of a row are to be kept by the exporter of the portal.")
    return stated(script)


def test_an_objective_of_addresses_names_what_they_lead_to() -> None:
    """The title read nearest to the ticket's name is used; an informative objective needs none."""
    other = '{"identifier":"DESK-220","title":"Another one"},'
    read = f'[{other}{{"identifier":"DESK-221","title":"Exporter loses the second date"}}]'
    assert f'{BEHIND}"Exporter loses the second date"' in linked(read)
    assert f'{BEHIND}"Both dates, DESK-221"' in linked("# Both dates, DESK-221\n\nRows have two.")
    assert BEHIND not in linked("no such ticket")
    said = "Keep both of the dates of a row in the exporter: https://desk.example/t/DESK-221"
    assert BEHIND not in linked(read, said)


def test_an_approved_plan_names_what_is_done() -> None:
    """Its title follows the question that led to it, once."""
    script = Script()
    script.user("Compare the way in which the other tool counts lines with ours, what could we take over?")
    script.agent("It counts at the commit.")
    script.plan("# Count lines at the commit\n\nEach line is counted once, when it is committed.")
    script.edit("src/count.py", "a", "b")
    assert f'{APPROVED}"Count lines at the commit"' in stated(script)


def test_a_reply_to_a_question_with_options_opens_nothing_new() -> None:
    """The agent asked before the options; the answer is no topic of its own."""
    script = Script()
    script.user("Write summaries of each checkpoint when it is made, and document them in the README.")
    script.run("git commit -m summaries", "[main 1] summaries")
    script.agent("Which way do you prefer?\n- A: drop the tools\n- B: a list of tools that are skipped")
    script.user(
        "I would note that a tool was loaded and leave out all of its contents in the summary, so the second "
        "way seems right to me, and we can later apply the same thing to pages that were fetched."
    )
    assert stated(script).startswith("Write summaries of each checkpoint")


def test_what_was_said_to_refuse_a_plan_is_the_last_request() -> None:
    """It counts as a message, and the agent's answer to it is named."""
    script = Script()
    script.user("Plan how the exporter of the portal is to be split into batches.")
    tool = ToolFact("ExitPlanMode", "p1", ToolAction.PLAN)
    script.add(EventKind.TOOL_CALL, "ExitPlanMode\nplan: # Batches", tool=tool)
    reason = "update the document docs/batches.md first, then I will say what comes next"
    said = f"The user rejected the plan. They said:\n{reason}"
    entry = SignalEntry(reason, said.index(reason), len(said), context="ExitPlanMode")
    signals = (Signal(SignalKind.PLAN_REJECTED), Signal(SignalKind.REFUSAL, (entry,)))
    script.add(EventKind.TOOL_RESULT, said, tool=tool._replace(failed=True), signals=signals)
    request = DraftRequest(whole(script).range, script.events, objective=objective_of(script.events))
    assert page_objective(request).endswith(f'{NOW}"{reason}"')
    script.write("docs/batches.md", "Split the rows into batches of 40.")
    script.agent("The document docs/batches.md holds the batches of 40 now.")
    request = DraftRequest(whole(script).range, script.events, objective=objective_of(script.events))
    answered = (
        f'{ANSWERED}"{reason}" (the agent: "The document docs/batches.md holds the batches of 40 now.")'
    )
    assert page_objective(request).endswith(answered)


def test_an_objective_that_was_cut_says_so() -> None:
    """No picture that was pasted as a tag, and no heading that nothing follows."""
    script = Script()
    whole_text = "The exporter of the portal loses rows without a date, and nobody knows why. " * 40
    script.user(f'<img src="https://example.org/logo.png" style="height:64px"/>\n\n{whole_text}')
    request = DraftRequest(whole(script).range, script.events, objective=objective_of(script.events))
    stated = page_objective(request)
    assert stated.endswith(f" {GAP}")
    assert "<img" not in stated
    assert cut_to("One sentence that stands.\n\n## Goal\n\nAnother sentence, which is longer.", 40) == (
        f"One sentence that stands. {GAP}"
    )
    assert cut_to("Short.", 40) == "Short."


def test_a_plan_that_is_handed_over_is_named_by_its_title() -> None:
    """All of it would be the plan again."""
    text = "Implement the following plan:\n\n# Plan: Release through the tap\n\n## Goal\nUpdate the file."
    assert plan_title(text) == "Implement the following plan: Plan: Release through the tap"
    assert plan_title("Please release through the tap.") == ""


def test_what_the_objective_says_last_is_no_line_of_its_own() -> None:
    """The last request with its answer follows the objective and is not repeated below."""
    script = work_session()
    asked = (
        "Could the column of weights be read by the printer of the desk, or does it take whole lines only?"
    )
    script.user(asked)
    script.agent("The printer reads the column of weights by its heading, and leaves the other columns out.")
    source = whole(script)
    task = current_objective(source.events, 0)
    request = DraftRequest(source.range, source.events, objective=task)
    made = parse(IntentionalStrategy().draft(request).payload)
    assert asked in made.objective
    assert not any(asked in item.text for item in made.items)


def test_an_agreement_to_a_question_is_the_last_request() -> None:
    """It names the question, and is not finished while a failed command stands."""
    script = Script()
    script.user("Please write the reader so that each row of the ledger is read once")
    script.edit("src/reader.py", "a", "b")
    script.agent("Each row is read once now. Shall I publish the ledger and announce its release?")
    script.user("yes, do it")
    script.run("npm run publish", "error: no member called RowTheme", failed=True)
    script.agent("Oh, the publish failed. Let me look at the exports of the ledger first. Was RowTheme")
    asked = '"yes, do it" (to the agent\'s "Shall I publish the ledger and announce its release?")'
    assert f"{NOW}{asked}" in stated(script)
    script.run("npm run publish -- --force", "+ ledger@2.0.0")
    script.agent("The ledger is published and its release is announced.")
    assert f"{ANSWERED}{asked}" in stated(script)


@pytest.mark.parametrize(
    ("asked", "answer", "opening"),
    [
        (
            "Then set up the login of the portal in src/login.py.",
            "The login page is there, and 4 checks pass.",
            ANSWERED,
        ),
        (
            "Then set up the login of the portal in src/login.py.",
            "The client exists. The login returns an error.",
            LAST,
        ),
        (
            "Then write the undo script of the portal, publish nothing before Friday.",
            "undo.sql is written and was tried on the copy.",
            LAST,
        ),
        (
            "Then write the undo script of the portal in undo.sql.",
            "undo.sql is written. Waiting for your word on the key.",
            LAST,
        ),
        (
            "The login of the portal in src/login.py ends in a blank page.",
            "The route was missing. Go ahead and try the login again.",
            LAST,
        ),
    ],
)
def test_only_a_request_that_its_answer_settles_is_called_answered(
    asked: str, answer: str, opening: str
) -> None:
    """A fault at the end, a rule that stays, or an answer that waits settles nothing."""
    script = Script()
    script.user("Review the exporter of the portal for rows that it drops.")
    script.agent("It drops rows without a date, since the parser returns nothing for those.")
    script.user(asked)
    script.agent(answer)
    source = whole(script)
    request = DraftRequest(source.range, source.events, objective=objective_of(script.events))
    assert page_objective(request).partition("\n\n")[2].startswith(f'{opening}"{asked}"')


def test_the_last_request_is_the_last_order_however_short() -> None:
    """One of the range, and not a longer one before it; a remark on the way does not answer it."""
    script = work_session()
    script.user("The list of orders in src/orders.py shows each order twice, please look into it.")
    script.agent("Each order was joined with its rows; the join is gone now.")
    start = len(script.events)
    script.user("And the header should say Orders of the week.")
    script.edit("src/orders.py", "Orders", "Orders of the week")
    script.agent("The header says Orders of the week now.")
    assert f'{ANSWERED}"And the header should' in stated(script, start)
    script.user("stage")
    script.run("git add src/orders.py", "ok")
    script.agent("Staged the file src/orders.py with both changes.")
    assert f'{ANSWERED}"stage"' in stated(script, start)
    script.user("open the page and look at it yourself")
    script.run("open page", "ok")
    script.agent("It still loads. Let me wait for it.")
    script.user("its there")
    script.run("shot page", "ok")
    assert f'{NOW}"open the page' in stated(script, start)


@pytest.mark.parametrize(
    "greeting", ["Hi! Hope you're well. ", "Hello Anna,\n\n", "Good morning. I hope you are fine! ", ""]
)
def test_a_greeting_is_no_objective(greeting: str) -> None:
    """The objective begins with what is wanted."""
    script = Script()
    script.user(f"{greeting}Move the wiki to a static site.")
    assert objective_of(script.events) == "Move the wiki to a static site."


def test_a_turn_that_ends_in_a_question_did_not_break_off() -> None:
    """A failed check before it and `Here is the list:` do not make the request unfinished."""
    script = Script()
    script.user("Answer the three remarks of the review of src/cart.py.")
    script.run("pytest tests/cart.py", "Exit code 1\nE   AssertionError: 3 != 4", failed=True)
    script.agent(
        "All three remarks are answered. Here is the list:\n\n- the sum: to be changed\n- the row: right as "
        "it is\n\nThe first one would be better before the merge. Want me to change it now?"
    )
    source = whole(script)
    request = DraftRequest(source.range, source.events, objective="Repair the cart.")
    assert NOW not in page_objective(request)
    assert ANSWERED in page_objective(request)


def test_a_cut_objective_is_marked_although_a_comment_of_a_template_was_left_out() -> None:
    """And it has one blank line at most in a row, so that the room is for words."""
    script = Script()
    long = " ".join(f"The gauge of basin {n} shows a wrong level after a restart." for n in range(60))
    script.user(f"Mend the gauges.\r\n\r\n<!-- fill in -->\r\n\r\n\r\n\r\n{long}")
    request = DraftRequest(whole(script).range, whole(script).events, objective=objective_of(script.events))
    objective = page_objective(request)
    assert objective.endswith(GAP)
    assert "Mend the gauges.\n\nThe gauge of basin 0" in objective


@pytest.mark.parametrize("quoted", [True, False])
def test_a_message_that_quotes_the_agent_opens_no_new_topic(*, quoted: bool) -> None:
    """It answers those words, also after a commit; the same words of the human's own do open one."""
    script = Script()
    script.user("Write the manual of the pump house in docs/pumps.md, please.")
    words = "The valve of each basin is read once a minute, and the level is written to the log after that."
    script.agent(words if quoted else "The manual is written.")
    script.run("git commit -m manual", "[main abc1234] manual")
    script.agent("The manual is committed.")
    script.user(
        f"{words}\n\nPlease check in the source of the driver whether a valve is read while a pump is "
        "switched on, and explain in the manual what an operator sees then."
    )
    began = current_objective(script.events, 0).startswith("Write the manual")
    assert began is quoted


INTRODUCTION = "The parcel desk lies in `/srv/desk`, and you can read and change all of its files. "
REPORT = (
    "<report>\nThe weekly export repeats rows\n"
    "<!-- Say what you saw, not what you think: -->\n"
    "A parcel with two owners is in the export twice, once for each of them.\n"
    f"{'The first row has the right weight and the second one has none. ' * 8}\n</report>\n\n"
)


def test_a_cut_objective_goes_on_until_the_problem_is_stated() -> None:
    """The first 500 characters of a long message are often only its introduction."""
    script = Script()
    script.user(INTRODUCTION * 5 + REPORT + "Please mend what the report describes. " * 40)
    objective = stated(script)
    assert "A parcel with two owners is in the export twice" in objective
    assert 500 < len(objective) <= LONGEST_OBJECTIVE + 2
    assert objective.endswith(GAP)
