"""How a page treats the end of a session and moments that are over: last answers, attempts, scratch files."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gates.artifact import Item, ItemKind
from gates.render import NEXT
from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.facts.objective import objective_of
from workbench.facts.reading import weighed
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page import page
from workbench.strategies.page.choosing import Chooser
from workbench.strategies.page.draft import ANSWER, ANSWERED, NOW, page_objective
from workbench.strategies.page.exchanges import REFUSED, exchanges
from workbench.strategies.page.handed_in import HANDED_IN, handed_in
from workbench.strategies.page.self_contained import is_interim
from workbench.strategies.page.statements import STEP, statements
from workbench.strategies.page.units import units

REPORT = (
    "The reader drops no rows any more. The filter compared the month as text, so May came before April; it "
    "compares numbers now, and the two tests of the filter pass."
)


def finished() -> Script:
    """A session whose agent reports and then calls a tool that ends it."""
    script = Script()
    script.user("Repair the reader of the ledger, it drops the rows of May.")
    script.write("src/reader.py", "month = int(month)")
    for _ in range(3):
        script.edit("test_reader_quick.py", "a", "rows = reader.read('may')\n" * 40)
    script.agent(REPORT)
    tool = ToolFact("finish", "c99", ToolAction.OTHER, "")
    script.add(EventKind.TOOL_CALL, "finish", tool=tool)
    script.add(EventKind.TOOL_RESULT, REPORT, tool=tool)
    return script


def request(script: Script) -> DraftRequest:
    """A draft of all of it."""
    source = whole(script)
    return DraftRequest(source.range, source.events)


def last_asked(script: Script) -> str:
    """The objective of its page, with the last request."""
    return page_objective(replace(request(script), objective=objective_of(script.events)))


def test_a_call_that_ends_the_session_closes_the_turn() -> None:
    """The message before the call answers the request, which is no longer open."""
    made = request(finished())
    exchange = exchanges(made)[0]
    assert exchange.closing is not None
    assert not exchange.is_open
    closing = [unit for unit in units(made) if unit.ordinals == (exchange.closing.ordinal,)]
    assert [unit.sort for unit in closing] == ["closing"]


def test_advice_on_the_first_question_outlasts_the_next_request() -> None:
    """It is what the session is about, unless the human's next message rejects it."""
    script = Script()
    script.user("Look at the old importer of the ledger, I wonder if we keep it or begin again.")
    script.run("cat old/importer.py", "x = 1")
    script.agent("It is ten years old.\n\nI would begin again from the new reader and keep its tests.")
    start = len(script.events)
    script.user("Write the new importer in src/importer.py then.")
    script.write("src/importer.py", "x = 2")
    script.agent("The importer src/importer.py reads the ledger with the new reader.")
    assert f'{ANSWER}"I would begin again' in last_asked(script)
    script.events[start] = script.events[start]._replace(text="That's not what I want. Write it in old.")
    assert ANSWER not in last_asked(script)


def test_a_short_verdict_answers_a_question() -> None:
    """A list follows it, and it has too few words to be stated without the question."""
    script = finished()
    script.user("Should we add the importer of the old ledger in this change?")
    script.run("git log -3", "one")
    script.agent("Not in this one.\n\nYou have:\n- the reader\n- the tests")
    verdict = exchanges(request(script))[max(exchanges(request(script)))].result()
    assert verdict is not None and verdict.quote(script.events) == "Not in this one."


def test_nothing_comes_next_once_the_work_was_handed_in() -> None:
    """Whatever the agent announced before; by a tool, or by the command of an agent that has only a shell."""
    for name, action, target in (
        ("submit", ToolAction.OTHER, ""),
        ("bash", ToolAction.COMMAND, "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A"),
    ):
        script = Script()
        script.user("Repair the reader of the ledger, it drops the rows of May.")
        script.write("src/reader.py", "month = int(month)")
        script.run("python src/reader.py", "12 rows")
        script.agent("Now let me hand in the repaired reader of the ledger:")
        tool = ToolFact(name, "c99", action, target)
        called = script.add(EventKind.TOOL_CALL, f"{name}\ncommand: {target or name}", tool=tool)
        script.add(EventKind.TOOL_RESULT, "diff --git a/src/reader.py b/src/reader.py", tool=tool)
        made = whole(script).draft(IntentionalStrategy())
        assert not any(item.text.startswith(NEXT) for item in made.items)
        (ended,) = [item for item in made.items if item.text.startswith(HANDED_IN)]
        assert [link.ordinal for link in ended.links] == [called]
        assert not [u for u in units(request(script)) if u.sort == "closing"]  # it only announced
        script.user("Does the reader keep the rows of June, too?")
        made = whole(script).draft(IntentionalStrategy())
        assert not any(item.text.startswith(HANDED_IN) for item in made.items)


def test_what_was_handed_in_is_listed_and_not_open() -> None:
    """The file is named in full, even if only the result of the editor names it."""
    script = Script()
    script.user("Repair the reader of the ledger, it drops the rows of May.")
    edit = ToolFact("edit", "c1", ToolAction.CHANGE, "/ledger/src/reader.py")
    script.add(EventKind.TOOL_CALL, "edit 3:4\nmonth = int(month)", tool=edit)
    script.add(EventKind.TOOL_RESULT, "[File: /ledger/src/reader.py (9 lines)]", tool=edit)
    script.run("pytest tests", "12 passed")
    assert any("not committed: reader.py" in each.item.text for each in statements(request(script)))
    tool = ToolFact("submit", "c99", ToolAction.OTHER, "")
    script.add(EventKind.TOOL_CALL, "submit", tool=tool)
    script.add(EventKind.TOOL_RESULT, "diff --git a/src/reader.py b/src/reader.py", tool=tool)
    made = statements(request(script))
    assert not any("not committed" in each.item.text for each in made)
    assert any("/ledger/src/reader.py" in each.item.text for each in made if each.group == "file")


@pytest.mark.parametrize(
    "argued, outcome",
    [("task_completed: partial\noutputs: {}", ": `task_completed: partial`"), ("task_completed: true", "")],
)
def test_a_call_that_ends_the_session_says_that_the_work_is_not_done(argued: str, outcome: str) -> None:
    """Only then: that it is done says no more than the call itself."""
    script = finished()
    tool = ToolFact("finish", "c100", ToolAction.OTHER, "")
    script.add(EventKind.TOOL_CALL, f"finish\n{argued}", tool=tool)
    stated = handed_in(request(script))
    assert stated is not None and stated[0].text == f"{HANDED_IN}`finish`{outcome}"


@pytest.mark.parametrize("said, opened", [("ok", ANSWERED), ("Great, thanks!", ANSWERED), ("continue", NOW)])
def test_thanks_for_what_is_done_ask_for_nothing(said: str, opened: str) -> None:
    """They accept the answer, even if the agent goes on; `continue` asks for more of it."""
    script = Script()
    script.user("Review the exporter of the portal for rows that it drops.")
    script.agent("It drops rows without a date, since the parser returns nothing for those.")
    script.user("Then write a test for the rows without a date in tests/rows.py.")
    script.edit("tests/rows.py", "", "def test_rows() -> None: ...")
    script.agent("The test is written in tests/rows.py and fails as it should.")
    script.user(said)
    objective = last_asked(script)
    assert f'{opened}"Then write a test' in objective
    script.run("find . -name rows.py", "tests/rows.py")
    objective = last_asked(script)
    assert f'{opened}"Then write a test' in objective


def test_files_made_to_try_something_are_no_work() -> None:
    """The number of changes does not matter; a separate item says that they still exist."""
    drafted = whole(finished()).draft(IntentionalStrategy())
    named = [item.text for item in drafted.items if item.kind is ItemKind.ARTIFACT_REF]
    assert "reader.py" in named[0]
    assert not any("test_reader_quick.py" in each for each in named)


def test_the_last_answer_is_kept_where_it_fits() -> None:
    """It is kept whole, or not at all if the limit is smaller."""
    made = request(finished())
    last = next(n for n, unit in enumerate(units(made)) if unit.sort == "closing")
    for most, kept in ((len(REPORT) + 1, [last]), (len(REPORT) - 1, [])):
        chooser = Chooser(statements(made), units(made), 5_000)
        chooser.keep_last_answer(most)
        assert chooser.choice.kept == kept


def test_passed_moments_are_no_findings() -> None:
    """Examples are what to try now, what is running, and what to resume."""
    for moment in (
        "Try the login again, it should show the real error now.",
        "Please reload the page and look at the first row.",
        "The app is running, all variables are loaded from the file.",
        "Hot reload should pick this up.",
        "Still failing on the upload with 500.",
        "Reviewing `b1842f4` against the current tree, focusing on the limits.",
        "After that I’ll run the tests of the reader.",
        "I’ve narrowed it to two areas of the reader.",
        "I’ve got the new test file open.",
        "I have the change scoped: the reader trims the address.",
        "I found a couple of concrete problems in the new benchmark command.",
    ):
        assert is_interim(moment), moment
    for lasting in (
        "The reader tries the cache first.",
        "A retry waits two seconds longer each time.",
        "The service runs on port 3000.",
        "After that the reader closes its handle.",
        "I have the second date kept in `rows.py` now.",
        "I found two rows without a date in `rows.csv`.",
    ):
        assert not is_interim(lasting), lasting


def test_an_answer_is_stated_by_what_lasts_of_it() -> None:
    """The invitation to try it is skipped."""
    script = Script()
    script.user("The error of the login page says nothing, show what the service answered.")
    script.edit("src/login.py", "a", "b")
    script.agent(
        "Try the login page again with the second account. The page shows the status and the answer of the "
        "service below the form."
    )
    result = exchanges(request(script))[0].result()
    assert result is not None
    assert result.quote(script.events) == (
        "The page shows the status and the answer of the service below the form."
    )


def test_a_message_that_only_invites_to_try_closes_nothing_for_good() -> None:
    """Once the human went on it is a remark; as the last word of all it stays what the turn ended with."""
    script = Script()
    script.user("The popup of the login page is blocked, open it in a window of its own.")
    script.edit("src/login.py", "a", "b")
    invited = script.agent("Hot reload should pick this up. Try the login again, the popup should open now.")

    def sort() -> str:
        return next(unit.sort for unit in units(request(script)) if unit.ordinals == (invited,))

    assert sort() == "closing"
    script.user("It says that loading the page of the service failed.")
    script.agent("The service answers with 500 to every request that names an origin.")
    assert sort() != "closing"


def test_a_request_whose_call_was_refused_is_stated_with_the_refusal() -> None:
    """The user's alternative replaces it, and the following answer belongs to that."""
    script = Script()
    script.user("Write the reader of the ledger and push the branch.")
    script.edit("src/reader.py", "a", "rows = 1\n" * 600)
    script.agent("The reader is written, and the branch of the desk is pushed.")
    asked = script.user("it's fine, let's put the reader of the ledger behind a flag")
    refused = script.refuse("sed -i s/rows/flag/ src/reader.py", "actually maybe let's test this first")
    script.agent("Good idea. The reader is tested by the command of the desk with the file of May.")
    script.user("The file of May is there now.")
    script.agent("The reader reads it, and the totals of May are right.")
    drafted = whole(script).draft(IntentionalStrategy())
    framed = [item for item in drafted.items if "behind a flag" in item.text]
    assert [item.text for item in framed] == [
        f'"{script.events[asked].text}" ({REFUSED}"actually maybe let\'s test this first")'
    ]
    assert {link.ordinal for link in framed[0].links} == {asked, refused}


def test_a_question_by_which_a_call_was_refused_is_stated_beside_it() -> None:
    """It is an order: the same call may not be made again."""
    script = Script()
    script.user("Please count the parcels of the ledger in src/desk.py and in src/rows.py.")
    script.edit("src/desk.py", "1", "2")
    script.refuse("python src/rows.py --count", "any chance that both files share this count?")
    script.agent("Both files count the parcels with one function of src/rows.py now, and the tests pass.")
    said = '"any chance that both files share this count?" (said to refuse Bash python src/rows.py --count)'
    (stated,) = [each for each in statements(request(script)) if each.item.text == said]
    assert stated.pinned
    assert stated.informative


def test_a_failure_that_was_left_behind_is_not_stated() -> None:
    """Three messages of the human later it is what they turned from; a test that fails stays."""
    script = Script()
    script.user("Restart the service of the desk on the staging machine.")
    script.run("docker compose restart desk", "no configuration file provided: not found", failed=True)
    script.run("python -m pytest tests", "FAILED tests/test_desk.py::test_rows - assert 1 == 2", failed=True)
    for number in range(3):
        assert any("docker compose" in item.text for item in failures_of(script)) is (number < 3)
        script.user(f"Now look at page {number} of the form, its title is wrong.")
        script.agent(f"The title of page {number} names the desk of last year.")
    assert not any("docker compose" in item.text for item in failures_of(script))


def test_a_step_of_a_procedure_counts_less_than_what_is_demanded() -> None:
    """Both come from one prompt; text in the objective is not repeated."""
    opening = "There is a repository of the desk in /tmp/desk, and its ledger drops the rows of May."
    steps = "\n".join(f"{n}.1 Look at the part {n} of the ledger and its rows" for n in range(1, 9))
    script = Script()
    script.user(f"{opening}\nChange as little as possible in the files of the ledger.\n\n{steps}")
    source = whole(script)
    found = {each.item.text: each.likelihood for each in statements(request(script), with_answers=False)}
    weighed_as = {j.commitment.text: j.likelihood for j in weighed(script.events, 0)}
    said = [text for text in found if text[:1].isdigit()]
    assert len(said) == 8
    assert all(found[text] == weighed_as[text] * STEP for text in said)
    short = DraftRequest(source.range, source.events, objective=opening)
    assert opening not in [item.text for item in page(short).items]


def failures_of(script: Script) -> list[Item]:
    """The failures that a page may state first."""
    found = statements(request(script))
    return [each.item for each in found if each.group == "state" and each.item.kind is ItemKind.FAILURE]
