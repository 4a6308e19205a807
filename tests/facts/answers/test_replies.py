"""Short answers are read with what they answer."""

from __future__ import annotations

import pytest

from gates.capture import Capture
from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range
from workbench.facts.answers.replies import ReplyFold
from workbench.facts.spans import without_emphasis


def reply(agent: str, human: str) -> Capture:
    """The capture of one exchange."""
    script = Script()
    script.agent(agent)
    script.user(human)
    return capture_range(SESSION, script.events, 0, 1)


def test_numbered_answers_go_to_the_numbered_questions() -> None:
    """Each answer is a decision of its own, with its question."""
    found = reply("1. Cap the retries at five?\n2. Log to stderr or to a file?", "1. yes\n2. the file")
    assert [item.text for item in found.items] == [
        "Cap the retries at five? yes",
        "Log to stderr or to a file? the file",
    ]
    assert all(len(item.evidence) == 2 for item in found.items)


def test_numbers_that_the_message_does_not_have_answer_nothing() -> None:
    """A list of the human's own is no list of answers."""
    found = reply("1. Cap the retries at five?", "1. rename the loader\n2. drop the flag of the parser")
    assert not any("five" in item.text for item in found.items)


def test_an_assent_takes_the_last_proposal() -> None:
    """The accepted proposal is captured in the agent's words."""
    found = reply("I'd suggest moving the cache to disk because restarts are frequent.", "ok, do it")
    (item,) = found.items
    assert item.text == "I'd suggest moving the cache to disk because restarts are frequent."
    assert [link.ordinal for link in item.evidence] == [0, 1]


def test_a_bare_yes_to_an_open_choice_is_only_proposed() -> None:
    """It does not say which."""
    found = reply("We could either keep the flat file on disk or move everything to SQLite.", "yes")
    assert found.items == ()


def test_what_a_choice_adds_is_kept() -> None:
    """Five words say more than the option, four do not."""
    options = "Two ways:\n1. Keep the flat file\n2. Move to SQLite\n\nWhich one?"
    assert reply(options, "option 2, but archive the file").items[0].text.endswith("but archive the file")
    assert reply(options, "2 sounds good then").items[0].text == "Which one? 2: Move to SQLite"


def test_a_no_with_what_to_do_instead_is_a_decision() -> None:
    """The offer is declined."""
    found = reply("Do you want me to also delete the old fixtures?", "no, keep them")
    assert [i.text for i in found.items] == ["Do you want me to also delete the old fixtures? no, keep them"]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Drop the table users_2023 after the export.", "Drop the table users_2024 after the export."),
        ("Pay invoice 12 by Friday.", "Pay invoice 13 by Friday."),
        ("Never deploy service-1 on Fridays.", "Never deploy service-2 on Fridays."),
    ],
)
def test_different_things_do_not_overwrite_each_other(earlier: str, later: str) -> None:
    """A number inside a name is part of the name."""
    script = Script()
    script.user(earlier)
    script.user(later)
    found = capture_range(SESSION, script.events, 0, 1)
    assert {i.text: i.status for i in found.items} == {earlier: "in_force", later: "in_force"}


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("**Keep** `phase_test.go`", "Keep phase_test.go"),
        ("`__init__.py` and __main__.py", "__init__.py and __main__.py"),
        ("_really_ keep snake_case", "really keep snake_case"),
        ("2 * 3 ** 4", "2 * 3 ** 4"),
    ],
)
def test_only_marks_of_emphasis_are_taken_out(marked: str, plain: str) -> None:
    """Underscores and stars that belong to a name or a formula stay."""
    assert without_emphasis(marked) == plain


def test_an_assent_with_a_but_takes_no_proposal() -> None:
    """The user's alternative is captured instead."""
    found = reply(
        "I'd suggest moving the cache to disk because restarts are frequent.",
        "yes, but let's first write the importer test",
    )
    assert not any("moving the cache" in item.text for item in found.items)


@pytest.mark.parametrize(
    ("offer", "binds"),
    [
        ("If you want, I can map out the exact shape of the replicate command next.", False),
        ("I'd suggest moving the replicate command into a file of its own.", True),
    ],
)
def test_an_offer_of_the_next_step_is_over_once_it_was_taken(offer: str, binds: bool) -> None:
    """A proposal of how things shall be stays."""
    script = Script()
    script.agent(offer)
    script.user("yes")
    call = ToolFact("Bash", "c1", ToolAction.COMMAND, "ls")
    script.add(EventKind.TOOL_CALL, "Bash\ncommand: ls", tool=call)
    script.user("now show me the parser")
    found = capture_range(SESSION, script.events, 0, 3)
    assert any("replicate" in item.text and item.counts for item in found.items) is binds


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("ok, the next problem is the popup that stays open", "done"),
        ("ok, but don't push the branch to the remote yet", "in_force"),
        (
            "ok, " + "the shelf in the hall is full of parcels, " * 8 + "so start it for each of them",
            "in_force",
        ),
        ("ok, " + "the shelf in the hall is full of parcels, " * 8 + "so start it", "done"),
    ],
)
def test_an_offer_that_was_carried_out_is_over_whatever_comes_next(reply: str, status: str) -> None:
    """An answer with a specification keeps it open."""
    script, fold = Script(), ReplyFold()
    script.agent("The variables are set. Want me to restart the app with the staging api?")
    script.user(reply)
    script.run("make run", "started")
    script.agent("It runs.")
    script.user("Thanks.")
    for event in script.events:
        fold.take(event)
    assert [each.status for each in fold.result() if "restart" in each.context] == [status]


@pytest.mark.parametrize(("words", "status"), [(4, "done"), (60, "in_force")])
def test_an_offer_too_long_to_be_quoted_whole_is_not_over(words: int, status: str) -> None:
    """The rest of a truncated offer is unknown."""
    script, fold = Script(), ReplyFold()
    script.agent(f"Want me to restart the app{' now' * words}?")
    script.user("yes")
    script.run("make run", "started")
    script.agent("It runs.")
    script.user("Thanks.")
    for event in script.events:
        fold.take(event)
    assert [each.status for each in fold.result() if "restart" in each.context] == [status]


def test_an_option_that_was_taken_stays_though_the_offer_to_go_on_was_carried_out() -> None:
    """The content of the chosen option remains a decision."""
    script, fold = Script(), ReplyFold()
    options = "A) Delete the unused getter from config.go\nB) Move it to a shared package\n"
    script.agent(f"There are two ways.\n\n{options}\nWant me to proceed with Option A?")
    script.user("yes, let's go with A")
    script.edit("src/config.go", "a", "b")
    script.agent("It is gone.")
    script.user("Thanks.")
    for event in script.events:
        fold.take(event)
    (chosen,) = [each for each in fold.result() if "unused getter" in each.text]
    assert chosen.status == "in_force"


@pytest.mark.parametrize("answer", ["nope send it like that", "nah publish it", "No, skip it"])
def test_an_order_after_a_no_is_joined_with_the_question_that_it_declines(answer: str) -> None:
    """It says little without the question; it is shown at the user's own words."""
    script = Script()
    script.user("Proofread the newsletter.")
    script.agent("Done. Should I add pictures of the new greenhouse?")
    script.user(answer)
    found = [each for each in capture_range("ses_x", script.events, 0, 2).items if answer in each.text]
    assert [each.text for each in found] == [f"Should I add pictures of the new greenhouse? {answer}"]
    assert found[0].stated_at is not None
    assert found[0].stated_at.ordinal == 2


POINTING = """I think the cold room is better for the cheese:

1. It has a lock
2. It is dry, which the cheese of the second shelf needs more than anything else, as the last summer showed
3. The hall is warm, which suits the bread better than the cheese, and nobody goes there in the evening
4. It is near

Should I move it?"""
STEPS = """The change would be simple:

1. loader.py: drop the second pass
2. saver.py: call the loader once

You might want a test for it later.

Want me to make that change?"""


@pytest.mark.parametrize(
    ("agent", "named"),
    [
        (POINTING, "I think the cold room is better for the cheese: 1. It has a lock 2. It is dry"),
        (STEPS, "The change would be simple: 1. loader.py: drop the second pass"),
        (
            "Three ways:\n\n1. Wait\n2. Ask\n3. Go\n\nI'd suggest 2 - asking the miller about the flour "
            "first.\n\nWant me to do that?",
            "asking the miller about the flour",
        ),
    ],
)
@pytest.mark.parametrize("answer", ["yes", "Ok do it", "sure, please do"])
def test_a_bare_yes_is_joined_with_what_its_offer_points_to(agent: str, named: str, answer: str) -> None:
    """It counts until the agent acted on it, and then is done."""
    (item,) = reply(agent, answer).items
    assert named in item.text and item.text.endswith(f"? {answer}") and item.status == "in_force"
    script = Script()
    script.agent(agent)
    script.user(answer)
    script.edit("loader.py", "a", "b")
    script.agent("Moved.")
    script.user("Now the labels of the shelves.")
    found = capture_range(SESSION, script.events, 0, len(script.events) - 1).items
    assert [each.status for each in found if named in each.text] == ["done"]


def test_a_bare_yes_to_an_offer_that_points_to_nothing_is_not_sure() -> None:
    """Nor is one to two offers at once."""
    assert reply("The cheese is in the hall.\n\nShould I move it?", "yes").items == ()
    assert reply(f"{POINTING} Or would you rather keep it?", "yes").items == ()
