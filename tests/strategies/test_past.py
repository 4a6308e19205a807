"""States that held during the work and are over at the end of the range."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gates.artifact import Item, ItemKind
from gates.source import ToolAction, ToolFact
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.facts.actions.commands import failures
from workbench.facts.spans import EventWords
from workbench.strategies.asked import parse_size
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.draft import page
from workbench.strategies.page.past import passed_events
from workbench.strategies.page.statement import PageStatement, made_of
from workbench.strategies.page.statements import LEAST_LIKELY, statements
from workbench.strategies.page.units import ON_THE_WAY, units
from workbench.strategies.ranked import Offers


def _stated(script: Script) -> dict[str, PageStatement]:
    source = whole(script)
    return {each.item.text: each for each in statements(DraftRequest(source.range, source.events))}


def _failures(script: Script) -> list[str]:
    return [text for text, each in _stated(script).items() if each.item.kind is ItemKind.FAILURE]


def test_a_command_that_only_looks_at_tests_is_no_check() -> None:
    """A call of a program inside a container is no check either; a build is."""
    script = Script()
    for command in (
        "sed -n 1,40p tests/cart_test.py",
        "docker exec -i postgres psql -c 'select 1'",
        "docker compose build api",
        "cd shop && make test",
    ):
        script.run(command, "Exit code 1\nerror: it cannot be done", failed=True)
    assert [f.category for f in failures(script.events, 0)] == ["command", "command", "build", "test"]


def test_a_failure_that_passed_without_a_change_is_not_reported() -> None:
    """It failed because of the environment; one fixed by a change is reported with its pass."""
    script = work_session()
    script.run("make build", "Exit code 1\nerror: operation not permitted", failed=True)
    script.run("make build", "built", failed=False)
    assert not any("operation not permitted" in text for text in _failures(script))
    script.run("make build", "Exit code 1\nerror: undefined name total", failed=True)
    script.edit("src/cart.py", "a = 1", "total = 1")
    script.run("make build", "built", failed=False)
    told = [text for text in _failures(script) if "undefined name total" in text]
    assert any("passed later" in text for text in told)


def test_a_file_that_was_removed_is_not_reported_as_made() -> None:
    """What was found with it stays."""
    made = "I have created `docs/parcels.md` with the weights of all parcels of the orchard in it."
    found = "The reader of the ledger counts the header row of `docs/parcels.md` as a parcel of the orchard."
    script = Script()
    script.user("Please describe the weights of the parcels in a document of their own.")
    script.write("docs/parcels.md", "# Weights")
    script.agent(made)
    script.agent(found)
    script.run("ls docs", "ledger.md\nparcels.md")
    assert _stated(script)[made].informative
    script.run("rm docs/parcels.md", "")
    stated = _stated(script)
    assert not stated[made].informative
    assert any(found in text and each.informative for text, each in stated.items())


def test_a_failing_check_is_left_behind_once_the_work_was_committed() -> None:
    """The human must also have moved on to other requests; without a commit it stays."""
    for commits in (True, False):
        script = work_session()
        script.run("make test", "Exit code 1\nFAILED test_theme: expected 3, got 4", failed=True)
        if commits:
            script.run('git commit -m "Add the themes"', "[main 45ffe0a] Add the themes")
        for said in ("Rename the theme.", "Write the changelog.", "Make the light theme brighter."):
            script.user(said)
            script.agent("The file was changed as you asked for.")
        source = whole(script)
        passed = passed_events(DraftRequest(source.range, source.events))
        (failure,) = [f for f in failures(source.events, 0) if "test_theme" in f.output.quote(source.events)]
        assert passed.is_left(failure, {failure.output.ordinal}) is commits
        assert passed.is_left(failure, set())
        assert any("test_theme" in text for text in _stated(script)) is not commits


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("If you want the next step, I'd pick the retry logic of the exporter.", True),
        ("I would now go after the streaming of the request body in the exporter.", True),
        ("The exporter drops rows without a date, because the parser returns nothing.", False),
    ],
)
def test_an_offer_is_over_once_the_human_went_on(said: str, *, over: bool) -> None:
    """The human's next request replaces the offer."""
    script = work_session()
    script.agent(said)
    before = _stated(script)
    script.user("Take the csv reader first, and keep its columns as they are.")
    script.agent("The csv reader keeps its columns now.")
    after = _stated(script)
    assert said not in after or after[said].informative is not over
    assert said in before


def test_no_list_has_an_offer_that_the_human_passed_over() -> None:
    """A memory and a historian's list state no offer either, once the human asked for something else."""
    said = "If you want, I can next move the retry logic of the exporter into its own module."
    script = work_session()
    script.agent(said)

    def offered() -> bool:
        source = whole(script)
        found = Offers(DraftRequest(source.range, source.events), in_short=False).likely()
        return any("retry logic" in item.text for each in found for item in each.items)

    before = offered()
    script.user("Take the csv reader first, and keep its columns as they are.")
    script.agent("The csv reader keeps its columns now.")
    assert (before, offered()) == (True, False)


def test_a_tree_is_clean_until_the_next_edit() -> None:
    """After an edit the earlier statement would mislead."""
    said = "All of it was committed, and the working tree is clean at `4f2a9c1` now."
    script = work_session()
    place = script.agent(said)
    source = whole(script)
    request = DraftRequest(source.range, source.events)
    stated = [e for e in statements(request) if e.group == "likely" and e.places[0].ordinal == place]
    assert not any(passed_events(request).is_over(each) for each in stated)
    script.edit("src/cart.py", "a = 1", "a = 2")
    source = whole(script)
    passed = passed_events(DraftRequest(source.range, source.events))
    assert stated
    assert all(passed.is_over(each) for each in stated)


def test_a_message_on_the_way_is_worth_less_on_a_page() -> None:
    """It ranks lower if another message closed its turn."""
    script = work_session()
    script.user("Find out why the export is slow.")
    way = script.agent(
        "The export opens the file again for every row, since the writer is made inside the loop."
    )
    script.run("ls", "a.py")
    script.agent("The writer is made once now, so the export takes two seconds in place of forty.")
    script.user("Good. Then look at the import too.")
    source = whole(script)
    request = DraftRequest(source.range, source.events)
    (unit,) = [u for u in units(request) if u.ordinals == (way,)]
    closed, opened = unit.worth, 0.0
    script.events = script.events[: way + 1]
    script.run("ls", "a.py")
    source = whole(script)
    (unit,) = [u for u in units(DraftRequest(source.range, source.events)) if u.ordinals == (way,)]
    opened = unit.worth
    assert unit.sort == "news"
    assert 0 < closed <= ON_THE_WAY * opened


def test_a_fault_that_was_repaired_is_not_open() -> None:
    """The human turned to other things and the work was committed since; without a commit it is open."""
    for commits in (True, False):
        script = work_session()
        script.user("I get to the list, but there is a message that `sync failed` above the list.")
        script.edit("src/sync.py", "a = 1", "total = 1")
        script.agent(
            "The message came of an empty list; the sync returns now where there is nothing to read."
        )
        if commits:
            script.run(
                'git commit -m "Return from an empty sync"', "[main 45ffe0a] Return from an empty sync"
            )
        for said in ("Rename the theme.", "Write the changelog.", "Make the light theme brighter."):
            script.user(said)
            script.agent("That is done and looks as it should in the preview of the page.")
        source = whole(script)
        passed = passed_events(DraftRequest(source.range, source.events))
        fault = next(e for e in script.events if "sync failed" in e.text)
        words = EventWords(fault.ordinal, 0, len(fault.text))
        item = Item(kind=ItemKind.OPEN_WORK, text=fault.text, status="open")
        assert passed.is_over(made_of(item, [words], 0.3, "likely")) is commits


def test_a_page_that_is_read_as_a_whole_has_no_line_that_hardly_binds() -> None:
    """Items below a likelihood limit are left out, unless a size was requested."""
    source = whole(work_session())
    request = DraftRequest(source.range, source.events)
    every, fewer = (len(page(request, least=least).items) for least in (LEAST_LIKELY, 1.1))
    assert fewer < every
    sized = replace(request, size=parse_size("300"))
    every, fewer = (len(page(sized, least=least).items) for least in (LEAST_LIKELY, 1.1))
    assert fewer == every


def test_a_step_list_that_was_left_behind_is_no_open_work() -> None:
    """The turn closed with later commits; a list that is newer than the last commit stays open."""
    for newer in (False, True):
        script = Script()
        script.user("Please sort the rows of the ledger by date, and commit each of the steps.")
        steps = (("sort the rows of the ledger", "in_progress"), ("note the order in the manual", "pending"))
        if not newer:
            script.todos(*steps)
        script.edit("src/rows.py", "a = 1", "a = 2")
        script.run("git commit -am 'Sort the rows'", "[main 1a2b3c4] Sort the rows")
        if newer:
            script.todos(*steps)
        script.agent("The rows of the ledger are sorted by date now, and each step is committed.")
        script.user("Now rename the ledger to the desk book, please.")
        script.edit("src/desk.py", "a = 1", "a = 2")
        source = whole(script)
        passed = passed_events(DraftRequest(source.range, source.events))
        assert bool(passed.left_lists) is not newer
        listed = 1 if not newer else 5
        item = Item(kind=ItemKind.OPEN_WORK, text="note the order in the manual", status="open")
        each = made_of(item, [EventWords(listed, 0, 9)], 0.4, "likely")
        assert passed.is_over(each) is not newer


@pytest.mark.parametrize(("later", "saved", "over"), [(1, False, False), (3, False, True), (1, True, True)])
def test_the_plan_of_a_closed_turn_is_over_once_the_human_asked_for_other_things(
    later: int, saved: bool, over: bool
) -> None:
    """Nobody ticks the last steps of such a plan; a list of tasks is not the plan of one turn.

    One other thing is enough if the turn's work was committed.
    """
    script = Script()
    script.user("Please read the ledger and say what is wrong with it.")
    steps = (("read the ledger", "completed"), ("say what is wrong", "in_progress"))
    listed = script.todos(*steps)
    tool = script.events[listed].tool
    fact = ToolFact("update_plan", tool.call_id if tool else "p1", ToolAction.TODO, "")
    script.events[listed] = script.events[listed]._replace(tool=fact)
    if saved:
        script.run("git commit -am 'Note the fuel'", "[main 1a2b3c4] Note the fuel")
    script.agent("The ledger counts the fuel of the night crossing twice.")
    for number in range(later):
        script.user(f"Now rename desk {number} of the office, please.")
        script.run(f"git commit -am 'Rename desk {number}'", f"[main 2b3c4d{number}] Rename desk {number}")
        script.agent(f"Desk {number} of the office has another name in `src/desk.py` now.")
    source = whole(script)
    passed = passed_events(DraftRequest(source.range, source.events))
    assert (listed in passed.left_lists) is over


def test_an_offer_of_another_round_is_over_once_the_user_goes_on() -> None:
    """`I can do X next` decides nothing; what the agent can do at all is no offer."""
    offer = "I can do a stricter round next: run the cart of src/cart.py again with your own prices."
    script = work_session()
    script.user("Check the cart of src/cart.py for prices that are rounded too early.")
    script.agent(f"Two prices are rounded before the sum. {offer}")
    script.user("Write a page about the two prices of the cart in docs/cart.md.")
    script.agent("The page docs/cart.md lists the two prices of the cart.")
    made = whole(script)
    passed = passed_events(DraftRequest(made.range, made.events))
    at = len(script.events) - 3
    assert passed.is_outdated(at, offer)
    assert not passed.is_outdated(at, "I can run the tests of the cart without a network.")
