"""The line of a page that says what comes next."""

from __future__ import annotations

import pytest

from gates.artifact import ItemKind, parse
from gates.render import NEXT, artifact_text
from gates.source import EventKind
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.importers.summaries.own_format import read_own_format
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page.next_step import ASKED, without_next
from workbench.strategies.page.superfluous import IN_HAND


def work(script: Script) -> list[str]:
    """Return the open work on a page of a whole script, in order."""
    source = whole(script)
    made = parse(IntentionalStrategy().draft(DraftRequest(source.range, source.events)).payload)
    return [item.text for item in made.items if item.kind is ItemKind.OPEN_WORK]


def test_the_step_that_was_announced_comes_next() -> None:
    """It stands first, once, and is said by the agent; a heading at the end of a message is such a step."""
    script = Script()
    script.user("Please keep the dates of a parcel in src/export.py when it is sent back to the desk.")
    script.agent("The dates are read in two places.\n\n## Part 3. Writing the dates of a returned parcel")
    texts = work(script)
    assert texts[0] == f'{NEXT}{IN_HAND}"Part 3. Writing the dates of a returned parcel"'
    assert sum(text.startswith(NEXT) for text in texts) == 1


def test_an_unanswered_request_comes_next() -> None:
    """In the user's own words."""
    script = work_session()
    script.user("Can you add a column for the weight of a parcel to src/export.py?")
    assert work(script)[0] == (
        f'{NEXT}{ASKED}"Can you add a column for the weight of a parcel to src/export.py?"'
    )


def test_the_check_that_failed_last_comes_next() -> None:
    """Unless another check was run since: then it may be over."""
    script = Script()
    script.edit("src/desk.py", "3", "4")
    script.user("Why do the tests of the desk fail?")
    script.run("pytest tests/desk.py", "Exit code 1\nE   AssertionError: 3 != 4", failed=True)
    script.agent("The sum of the desk counts the header row of the ledger as a parcel.")
    assert work(script)[0].startswith(f"{NEXT}Failed when last run: pytest tests/desk.py")
    script.run("python check_ledger.py", "3 rows differ\nAll tests passed.")
    script.run("pytest tests/rows.py", "4 passed")
    script.agent("The ledger itself is right: every row of it has its own parcel.")
    assert not any(text.startswith(NEXT) for text in work(script))


def test_nothing_comes_next_while_a_question_waits() -> None:
    """The answer decides it."""
    script = Script()
    script.user("Can you add a column for the weight of a parcel to src/export.py?")
    script.agent("Two columns hold a date. Which of the two columns shall be kept in the export of a parcel?")
    assert not any(text.startswith(NEXT) for text in work(script))


def test_what_comes_next_can_be_read_back_and_is_open() -> None:
    """A page that replaces a range is read again when the next one is made."""
    script = work_session()
    script.user("Can you add a column for the weight of a parcel to src/export.py?")
    source = whole(script)
    made = parse(IntentionalStrategy().draft(DraftRequest(source.range, source.events)).payload)
    text = artifact_text(made)
    assert f"\n- {NEXT}{ASKED}" in text
    read = read_own_format(text)
    assert read is not None
    (found,) = [item for item in read[0] if item.text.startswith(NEXT)]
    assert found.status == "open"
    assert without_next(found).text.startswith(ASKED)
    assert EventKind.USER in {source.events[link.ordinal].kind for link in made.items[0].links}


def test_a_step_of_a_list_and_its_announcement_are_one_step() -> None:
    """The agent's heading gives the step a number, and says less than the list does."""
    script = work_session()
    script.todos(("Sort the ledger's rows by the day of the delivery, oldest first", "in_progress"))
    script.agent("The rows are read by one function.\n\n## Phase 5. Sort the ledger's rows")
    texts = work(script)
    assert sum("Sort the ledger" in text for text in texts) == 1


def test_a_range_in_which_no_user_speaks_names_the_step_too() -> None:
    """A program started the agent: its last announcement comes next, and a conclusion does not."""
    script = Script()
    script.agent("The ledger has two columns with a date, and the desk reads only the first of them.")
    script.run("cat ledger.csv", "day,parcel")
    script.agent("Now I'll write the second column of the ledger to the export of the desk:")
    assert work(script)[0].startswith(f"{NEXT}{IN_HAND}\"Now I'll write the second column")
    script.run("sed -i s/day/date/ desk.py", "done with 1 file of the desk")
    script.agent("The export of the desk has both columns of the ledger now, and all its tests pass.")
    assert not any(IN_HAND in text for text in work(script))


def test_a_short_announcement_is_told_with_the_sentence_that_it_means() -> None:
    """`Let me do that:` alone names no step."""
    script = work_session()
    script.user("Keep the weight of a parcel in src/export.py when it is sent back to the desk.")
    script.agent("The weight is lost. I need to write the weight before the row is closed. Let me do that:")
    script.run("cat src/export.py", "row.close()")
    assert work(script)[0].startswith(
        f'{NEXT}{IN_HAND}"I need to write the weight before the row is closed. Let me do that:"'
    )


def test_a_file_that_was_made_and_run_since_is_no_step_in_hand() -> None:
    """What was announced is done; until the run ends well it may be done."""
    script = work_session()
    script.user("Keep the weight of a parcel in src/export.py when it is sent back to the desk.")
    script.agent("Now let me write a short script that weighs every parcel of the ledger:")
    script.write("/shop/weigh_all.py", "print(weigh(ledger))")
    assert any(IN_HAND in text for text in work(script))
    script.run("cd /shop && python weigh_all.py", "KeyError: 'weight'", failed=True)
    assert any(IN_HAND in text for text in work(script))
    script.run("cd /shop && python weigh_all.py", "412 parcels of the ledger have a weight")
    assert not any(IN_HAND in text for text in work(script))


def test_two_names_of_one_phase_are_one_step() -> None:
    """The same phase of a procedure, in other words: its number says that it is the same."""
    script = work_session()
    script.todos(("Phase 5: Inspect the ledger and its rows", "in_progress"))
    script.agent("The rows are read.\n\n## Phase 5: LEDGER REVIEW - Days that no desk has entered")
    assert sum("Phase 5" in text for text in work(script)) == 1
    script.agent("The rows are known.\n\n## Phase 6: LEDGER EXPORT - Writing the rows of the ledger")
    assert sum(text.endswith('rows of the ledger"') for text in work(script)) == 1


def test_no_step_of_a_plan_comes_next_where_the_human_decides_it() -> None:
    """A request that ends with what the human does then; without that, the first open step comes next."""

    def planned(last: str) -> list[str]:
        script = Script()
        script.user("Plan how the desk keeps the weight of a parcel, please.")
        script.todos(
            ("Add a column for the weight", "in_progress"), ("Print the weight on the label", "pending")
        )
        script.user(last)
        script.agent("The file docs/desk.md now has the two steps as they were discussed.")
        return work(script)

    assert planned("Write both steps into docs/desk.md.")[0].startswith(NEXT)
    for words in ("then I'll tell you which step comes first", "and don't start before I have read it"):
        assert not any(
            text.startswith(NEXT) for text in planned(f"Write both steps into docs/desk.md, {words}.")
        )


@pytest.mark.parametrize(
    ("said", "command", "failed", "left"),
    [
        ("Great! Let me also test the printer of the ledger:", "python print_rows.py", False, False),
        ("Great! Let me also test the printer of the ledger:", "python print_rows.py", True, True),
        ("Great! Let me also test the printer of the ledger:", "cat print_rows.py", False, True),
        ("Now let me run the printer and update the ledger:", "python print_rows.py", False, True),
        ("Now let me run the printer, then the ledger of May:", "python print_rows.py", False, True),
    ],
)
def test_a_run_that_was_announced_and_ended_well_is_no_step_in_hand(
    said: str, command: str, failed: bool, left: bool
) -> None:
    """Unless more was announced with it."""
    script = Script()
    script.user("Make the ledger print its rows in the right order.")
    script.agent(said)
    script.run(command, "All rows are printed in order.", failed=failed)
    assert any("let me" in text.casefold() for text in work(script)) is left
