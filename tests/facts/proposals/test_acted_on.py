"""Permissions, commands and plans that the events show as carried out are no longer open."""

from __future__ import annotations

import pytest

from gates.source import EventKind
from tests.facts.session import Script
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.proposals.acted_on import commands_wanted, gives_leave
from workbench.facts.reading import bound

OFFER = "The reader is slow. Want me to cache the parcel index in `reader.py`?"


def of_basis(script: Script, *bases: Basis) -> list[Commitment]:
    """What counts of some sorts, proposed or sure, as of the last event."""
    found = bound(script.events, 0)
    return [c for c in (*found.counted, *found.proposed) if c.basis in bases and c.counts]


def answered(answer: str, *, goes_on: str = "Now print the labels in colour.") -> Script:
    """Return a script of an offer, an answer, the work, the agent's report and the next message."""
    script = Script()
    script.user("The parcel reader takes ten seconds, look why.")
    script.agent(OFFER)
    script.user(answer)
    script.edit("src/reader.py", "a", "b")
    script.agent("The index is cached.")
    if goes_on:
        script.user(goes_on)
    return script


def test_leave_that_was_given_is_used_once_the_user_goes_on() -> None:
    """It is still in force before that, and if the user objects."""
    used = of_basis(answered("yes please, with the parcel index of today"), Basis.REPLY)
    assert used and all(c.carried_out for c in used)
    waiting = of_basis(answered("yes please, with the parcel index of today", goes_on=""), Basis.REPLY)
    assert waiting and not any(c.carried_out for c in waiting)
    turned = of_basis(
        answered("yes please, with the parcel index of today", goes_on="no, that's wrong"), Basis.REPLY
    )
    assert not any(c.carried_out for c in turned)


def test_a_command_that_a_person_calls_ends_the_turn_too() -> None:
    """A refusal after the command does not concern the work before it."""
    script = answered("yes please, with the parcel index of today", goes_on="")
    script.add(EventKind.META, "<command-name>/review</command-name>")
    script.run("make review", "The tool use was rejected", failed=True)
    script.user("Answer each comment by itself.")
    assert all(c.carried_out for c in of_basis(script, Basis.REPLY))


@pytest.mark.parametrize(
    ("question", "answer", "leave"),
    [
        ("Want me to cache it?", "yes", True),
        ("Should I write the note?", "yes, but we don't need to commit", True),
        ("Ready to write the note?", "sure", True),
        ("I would replace the list by a table.", "ok", True),
        ("I'd also rerun the reader tests.", "yes", True),
        ("I would recommend the file store.", "ok", False),
        ("I'd go with one index for each depot.", "yes", False),
        ("I could imagine two depots sharing an index.", "yes", False),
        ("I'd argue that the index belongs to the depot.", "agreed", False),
        ("I will assume that depots are sorted by name.", "ok", False),
        ("Should I cache it in memory or in a file?", "in a file", False),
        ("Which store do you prefer?", "the file", False),
        ("Should I cache it?", "yes, but never across days", False),
        ("Should I run the tests?", "yes, before each commit", False),
    ],
)
def test_leave_is_for_one_thing_and_for_now(question: str, answer: str, leave: bool) -> None:
    """A choice of how things should be, or a rule beside the assent, is not a one-time permission."""
    assert gives_leave(question, answer) is leave


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("fetch it first: `git fetch origin parcels`", ("git fetch origin parcels",)),
        ("why don't you do `git clone  parcels.git` instead", ("git clone parcels.git",)),
        ("run `make check` before each commit", ()),
        ("look into `reader.py`", ()),
        (f"`make check` {'and then tell me what you think of the whole thing ' * 2}", ()),
    ],
)
def test_commands_that_a_message_names_to_be_run_now(text: str, commands: tuple[str, ...]) -> None:
    """A short message, a command with its arguments, and nothing that holds on."""
    assert commands_wanted(text) == commands


@pytest.mark.parametrize(("ran", "over"), [("git fetch origin parcels", True), ("git status --short", False)])
def test_a_refusal_that_names_a_command_is_over_once_it_ran(ran: str, over: bool) -> None:
    """Alone or among others."""
    script = Script()
    script.user("Measure the parcel reader.")
    script.refuse("make measure", "pull the parcels first: `git fetch origin parcels`")
    script.run(f"cd depot && {ran}", "done")
    found = of_basis(script, Basis.REFUSAL)
    assert [c.carried_out for c in found] == [over]


PLAN = """# Parcel index

Cache the index so that the reader is fast.

## Changes

### Step 1: Fix Bug 1 in `src/reader.py`

- Keep the old parameter of the reader
- The user wants one index for each depot

### Step 2: Fix Bug 2 in `src/writer.py`

- Never write the index twice

## Out of scope

- The label printer

## Verification

`make test`
"""


def planned() -> Script:
    """The plan, approved."""
    script = Script()
    script.user("Plan the parcel index.")
    script.plan(PLAN)
    return script


def over(script: Script) -> set[str]:
    """The rules and checks of the plan that were carried out."""
    found = of_basis(script, Basis.PLAN_RULE, Basis.PLAN_CHECK)
    return {c.text for c in found if c.carried_out}


KEEP, TWICE = "Keep the old parameter of the reader", "Never write the index twice"
WANTED = "The user wants one index for each depot"
PRINTER, CHECK = "The plan leaves alone: The label printer", "Verify the plan with: make test"


def test_a_plan_whose_work_is_committed_is_carried_out() -> None:
    """Rules that the plan reports of its user stay open, since they may apply to more."""
    script = planned()
    script.edit("src/reader.py", "a", "b")
    script.edit("src/writer.py", "a", "b")
    assert over(script) == set()
    script.run("git add -A && git commit -m 'Parcel index'", "[main 1234567] Parcel index")
    assert over(script) == {KEEP, TWICE, PRINTER, CHECK}
    script.edit("src/reader.py", "b", "c")
    assert over(script) == set()


def test_one_whose_work_was_tried_is_too_but_for_its_check() -> None:
    """A test that passed after the last edit; one that failed leaves it open."""
    script = planned()
    script.edit("src/reader.py", "a", "b")
    script.edit("src/writer.py", "a", "b")
    script.run("make test", "FAILED test_reader", failed=True)
    assert over(script) == set()
    script.run("make test", "12 passed")
    assert over(script) == {KEEP, TWICE, PRINTER}


def test_a_step_that_is_left_keeps_the_plan_open() -> None:
    """Its file was not changed."""
    script = planned()
    script.edit("src/reader.py", "a", "b")
    script.run("git commit -am 'Parcel index'", "[main 1234567] Parcel index")
    assert over(script) == set()


def test_an_open_task_keeps_the_plan_open() -> None:
    """An open task keeps it open even after a commit."""
    script = planned()
    script.task("9", "Write the depot manual")
    script.edit("src/reader.py", "a", "b")
    script.edit("src/writer.py", "a", "b")
    script.run("git commit -am 'Parcel index'", "[main 1234567] Parcel index")
    assert over(script) == set()


def test_a_part_is_carried_out_with_its_task() -> None:
    """The task that is called like the heading; another's rules stay."""
    script = planned()
    script.task("1", "Fix Bug 1: read each parcel once")
    script.task("2", "Fix Bug 2: write each parcel once")
    script.task_status("1", "completed")
    assert over(script) == {KEEP}


def test_how_the_agent_works_is_over_with_the_plan() -> None:
    """`I dispatch ...` decides nothing of the result."""
    script = planned()
    ways = "1. One agent for all - I dispatch one agent for each task\n2. No agents"
    script.agent(f"Two options:\n\n{ways}\n\nWhich approach?")
    script.user("1")
    script.edit("src/reader.py", "a", "b")
    script.edit("src/writer.py", "a", "b")
    before = of_basis(script, Basis.REPLY)
    script.run("git commit -am 'Parcel index'", "[main 1234567] Parcel index")
    after = of_basis(script, Basis.REPLY)
    assert before and not any(c.carried_out for c in before)
    assert after and all(c.carried_out for c in after)


def test_an_approved_plan_counts_whatever_the_model_says() -> None:
    """One that was only pasted is a request like others."""
    script = planned()
    counted = [c for c in bound(script.events, 0).counted if c.basis is Basis.PLAN]
    assert [c.text.startswith("Approved plan: Parcel index") for c in counted] == [True]


def committed(*, offer: str = "", answer: str = "yes, please do", out: str = "") -> Script:
    """An offer to commit, the assent, and what came of the commit; the range ends there."""
    script = Script()
    script.user("The parcel reader leaks a handle when the header is torn, look into it.")
    script.edit("src/reader.py", "a", "b")
    script.agent(
        f"The handle is closed now.\n\n{offer or 'If you want, I can commit this fix onto the branch too.'}"
    )
    script.user(answer)
    script.run(
        'git commit -m "Close the handle"',
        out or "[main 9c50a33] Close the handle\n 1 file changed",
        failed=bool(out),
    )
    script.agent("Committed as 9c50a33. If you want, I can push the branch now.")
    return script


def test_leave_to_commit_is_over_once_the_commit_is_made() -> None:
    """The session records the commit, so nothing is left to do."""
    assert not of_basis(committed(), Basis.REPLY)
    assert not of_basis(committed(offer="Shall I commit it?", answer="yes"), Basis.REPLY)


def test_leave_to_commit_stands_until_then() -> None:
    """After a failed commit, another offer or a longer answer it is still in force."""
    failed = committed(out="error: gpg failed to sign the data")
    assert of_basis(failed, Basis.REPLY)
    assert of_basis(committed(offer="If you want, I can trim the header reader too."), Basis.REPLY)
    rule = "yes, but never commit the generated tables of the desk together with the code"
    assert of_basis(committed(answer=rule), Basis.REPLY, Basis.RULE)
