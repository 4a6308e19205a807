"""A narrative has no filler, no participle for a past form, and the approved plan before side remarks."""

from __future__ import annotations

import pytest

from gates.language.sentence_spans import sentences
from workbench.strategies.historian import arc
from workbench.strategies.historian.changed_files import without_files
from workbench.strategies.historian.extractive import ExtractiveHistory
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.rules import narrative_problems
from workbench.strategies.historian.sentences import done, reported

PLAN = "Give each kiosk its own price list"


def turn(user: str, agent: str, number: int = 1, plan: str | None = None) -> Turn:
    return Turn(number=number, user_message=user, assistant_message=agent, approved_plan=plan)


def told(*turns: Turn) -> list[str]:
    """Return the sentences of the narrative, which keeps every rule."""
    text = ExtractiveHistory().compress_turns(turns, "")
    assert narrative_problems(turns, "", text) == ()
    return [text[a:b] for a, b in sentences(text)]


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("I've done three small repairs of the kiosk.", "The agent did three small repairs of the kiosk."),
        ("We have written a price list for the kiosk.", "The agent wrote a price list for the kiosk."),
        ("I have already taken the old list away.", "The agent took the old list away."),
        ("I added a price list.", "The agent added a price list."),
    ],
)
def test_an_action_has_a_past_form(said: str, action: str) -> None:
    """A participle without its auxiliary is no verb."""
    assert done(said) == action


def test_an_approved_plan_is_the_choice() -> None:
    """A remark made on the way is not told instead of it."""
    stated = told(
        turn("Please give the two kiosks different prices.", "I looked at both kiosks."),
        turn("I think we should never print prices twice.", "I saw that one list is shared.", 2),
        turn("Go on.", "I added a list for each kiosk.", 3, PLAN),
    )
    assert stated == [
        "The user asked to give the two kiosks different prices.",
        f'The user approved the plan "{PLAN}".',
        "The agent added a list for each kiosk.",
    ]


def test_a_plan_with_a_file_is_stated_by_its_title() -> None:
    """A file before the title is a technical detail."""
    stated = told(
        turn("Please give the two kiosks different prices.", "I looked at both kiosks."),
        turn("Go on.", "I added a list for each kiosk.", 2, f"`kiosk/list.py`: {PLAN}"),
    )
    assert f'The user approved the plan "{PLAN}".' in stated


def test_a_plan_that_opens_the_range_is_the_goal() -> None:
    """What is asked for after its approval was asked later, and does not come before it."""
    stated = told(
        turn("", "I added a list for each kiosk.", plan=PLAN),
        turn("Please print the prices in bold.", "I printed the prices in bold.", 2),
    )
    assert stated[:2] == [
        f'The user approved the plan "{PLAN}".',
        "Later the user asked to print the prices in bold.",
    ]


def test_words_that_look_like_an_approval_are_the_users_own() -> None:
    """A person may write such a line; nothing that they say is taken out, or read as an approval."""
    stated = told(turn("Approved plan: none of them. Please close the kiosk.", "I closed the kiosk."))
    assert not any("approved the plan" in each for each in stated)


def test_a_turn_without_a_plan_is_stored_as_before() -> None:
    """A conversation that was stored by an earlier version is read and written unchanged."""
    stored = {"number": 1, "user_message": "Hello", "assistant_message": "Hi", "summary": None}
    assert Turn.model_validate(stored).model_dump() == stored
    assert turn("Hello", "Hi", plan=PLAN).model_dump()["approved_plan"] == PLAN


def test_no_sentence_is_filler() -> None:
    """Without a stated goal, two things that happened are told if there are two."""
    stated = told(
        turn("`a`", "I added a list for each kiosk."),
        turn("`b`", "The second kiosk now shows its own prices.", 2),
    )
    assert stated[0] == "The agent added a list for each kiosk."
    assert len(stated) == 2
    assert "began" not in " ".join(told(turn("`a`", "The kiosk is still closed today.")))


def test_an_action_and_a_result_of_other_turns_are_not_joined() -> None:
    """Only what one reply reports is one sentence: `and reported that` joins an action to its own result."""
    apart = told(
        turn("Please give the two kiosks different prices.", "I added a price list for each kiosk."),
        turn("Does the north kiosk open again?", "The north kiosk opens again after 2 hours of rain.", 2),
    )
    assert not any(", and reported that" in sentence for sentence in apart)
    joined = told(
        turn("Please give the two kiosks different prices.", "I looked at both kiosks."),
        turn("Go on.", "I added a price list for each kiosk. The 14 tests of the kiosks pass.", 2),
    )
    assert any(", and reported that" in sentence for sentence in joined)


def test_a_reply_that_only_says_that_something_is_understood_is_not_told() -> None:
    """It names nothing that the agent found out."""
    filler = "Now I understand the kiosk."
    stated = told(turn("Please give the two kiosks different prices.", filler))
    assert not any(filler.rstrip(".") in each for each in stated)


def test_a_text_that_occurs_twice_has_the_place_and_turn_of_its_best() -> None:
    """A weak occurrence in another turn neither moves it back nor moves it to that turn."""
    found = [(9.0, 0, "added the index", 1), (8.0, 0, "renamed the table", 2), (1.0, 0, "added the index", 3)]
    assert arc._best(found) == [("added the index", 1), ("renamed the table", 2)]


def test_a_thing_that_is_only_described_is_no_report() -> None:
    """`A nested shelf` has no verb: its participle tells what shelf is meant."""
    assert reported("A nested shelf of the kiosk: `shelf(3)` (fails)") is None
    assert reported("The kiosk nested two shelves by mistake") is not None


def test_a_title_in_bold_is_no_summary_of_a_reply() -> None:
    """It names what the reply states below it, and states nothing."""
    reply = "**5.1 What the fault is:**\nThe `count` function adds each row of the ledger twice."
    assert ExtractiveHistory().summarize_response(reply).startswith("The `count` function adds")


def test_a_result_is_of_the_time_after_the_last_change() -> None:
    """What was reported before it is over; else the last check tells, and it is no word of the agent."""
    first = turn(
        "Please give the two kiosks different prices.", "The shared list still gives both one price."
    )
    changed = Turn(
        number=2,
        user_message="",
        assistant_message="Let me look.",
        changed=("kiosk/list.py", "kiosk/price.py"),
    )
    assert told(first, changed)[1:] == ["The agent changed 2 files."]
    assert told(first, changed.model_copy(update={"last_check": "passed"}))[1:] == [
        "The agent changed 2 files, and the last check passed.",
    ]
    committed = changed.model_copy(update={"last_check": "passed", "last_commit": "Part the kiosks' prices"})
    assert told(first, committed)[-1] == (
        'The agent changed 2 files, and the last commit says "Part the kiosks\' prices".'
    )
    replied = committed.model_copy(update={"assistant_message": "The two kiosks have two prices each now."})
    assert "commit" not in " ".join(told(first, replied))


def test_a_remark_is_no_choice() -> None:
    """A person's statement of how something is, or might be, decides nothing."""
    opened = turn("Please give the two kiosks different prices.", "I looked at both kiosks.")
    ended = turn("Go on.", "I added a list for each kiosk.", 3)
    for said, chosen in (
        ("The old kiosk has its prices on paper, so that might be where they come from.", False),
        ("Both lists are read in one go now, and the others don't change that.", False),
        ("The paper list must stay as it is, because the shop reads it.", True),
    ):
        stated = told(opened, turn(said, "I saw that.", 2), ended)
        assert any(sentence.startswith("Later the user said") for sentence in stated) is chosen, stated


def test_what_somebody_was_doing_is_the_goal() -> None:
    """A later question about what the agent can see is none."""
    said = "I was looking into the kiosk that hangs at noon."
    stated = told(turn(said, ""), turn("do you still have access to the picture of the kiosk?", "Yes.", 2))
    assert stated[0] == "The user said that they were looking into the kiosk that hangs at noon."


def test_work_from_before_the_first_change_is_no_change() -> None:
    """A report on older work stands before anything was changed here."""
    turns = [
        turn("Please show the kiosk.", "- Moved the old sign of the kiosk to the door"),
        turn("Please print the prices in bold.", "I printed the prices in bold.", 2).model_copy(
            update={"changed": ("prices.py",)}
        ),
    ]
    assert "old sign" not in " ".join(told(*turns))
    assert "old sign" in " ".join(told(turns[0]))


def test_the_end_is_told_by_what_was_done_last() -> None:
    """Where files were changed since, an older action is no end; the number of files is one."""
    turns = [
        turn(
            "Please give the two kiosks different prices.", "I added a list for each kiosk.", n + 1
        ).model_copy(update={"changed": ("prices.py", f"kiosk{n}.py"), "assistant_message": said})
        for n, said in enumerate(["I added a list for each kiosk.", *["Now I look at the sign."] * 8])
    ]
    assert told(*turns)[-1].startswith("The agent changed 10 files")


def test_a_question_about_what_the_agent_saw_is_no_goal() -> None:
    """The question after it is."""
    stated = told(
        turn("did you catch the number of the kiosk there?", "It is 12."),
        turn("any idea why the printing of the prices fails?", "The list of prices is empty.", 2),
    )
    assert stated[0] == 'The user asked "any idea why the printing of the prices fails".'


def test_a_failed_check_is_the_result() -> None:
    """Whatever was reported before it; beside the number of files it is one sentence."""
    last = turn("Print the prices in bold.", "The prices are printed in bold now.", 2)
    last = last.model_copy(update={"changed": ("prices.py",), "last_check": "failed"})
    stated = told(turn("Please give the kiosks their own prices.", "I looked at both kiosks."), last)
    assert stated[-1] == "The agent changed one file, and the last check failed."
    assert without_files(stated[-1]) == "The last check failed."


def test_a_choice_is_still_in_force() -> None:
    """Where it is known what still holds, nothing else is told as a choice; an answer is one."""
    asked = 'Should each kiosk keep its own list? "One list for all" (the user answered)'
    turns = [
        turn("Please give the two kiosks different prices.", "I looked at both kiosks."),
        turn("I need you to order a new sign for the kiosk.", "The sign costs more than the kiosk.", 2),
        turn("Go on.", "Both kiosks have prices now.", 3),
    ]
    assert told(*turns)[1].startswith("Later the user wanted to order a new sign")
    known = [each.model_copy(update={"decided": ()}) for each in turns]
    assert "sign for" not in " ".join(told(*known))
    known[2] = known[2].model_copy(update={"decided": (asked,)})
    assert told(*known)[1] == (
        'Asked "Should each kiosk keep its own list", the user answered "One list for all".'
    )
