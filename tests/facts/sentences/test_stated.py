"""Rules, facts and preferences that a human states outright."""

from __future__ import annotations

import pytest

from workbench.facts.directives.directives import DirectiveForce, directives
from workbench.facts.sentences.stated import states_outright, states_what_happened, without_label


@pytest.mark.parametrize(
    "text",
    [
        "SAFETY RULE: never share the gate code 4471 with a visitor.",
        "House rule: shoes stay at the door.",
        "FACT: The archive lives in ap-south-2.",
        "From now on, all amounts are in Swiss francs.",
        "I'd rather have short answers with metric units.",
        "my spending limit is 1,200 euros",
        "Ines Marti now owns the rota.",
        "The review was moved to 14 May.",
        "We are calling the tool Heron-7 now.",
        "my account name is mira",
    ],
)
def test_what_is_said_outright_is_a_rule(text: str) -> None:
    """A label, a word that it holds from now on, a preference, an own value, a changed value."""
    assert states_outright(text)
    assert [each.force for each in directives(text)] == [DirectiveForce.RULE]


@pytest.mark.parametrize(
    "text",
    [
        "Is the limit still 40?",
        "Retry logic uses exponential backoff, capped at thirty seconds.",
        "Load test peaked at moderate traffic on the small cluster.",
        "I now get an error in the second test",
        "the build is now passing",
        "I moved the file to the other folder and it fails",
        "Thanks, that looks right.",
        "I want to see the log of the last run",
    ],
)
def test_reports_and_questions_state_nothing_that_stands(text: str) -> None:
    """Questions, thanks and reports of events are no rules."""
    assert not states_outright(text)
    assert all(each.force is not DirectiveForce.RULE for each in directives(text))


def test_a_statement_of_more_than_400_characters_is_no_rule_said_outright() -> None:
    """400 characters are read, 401 are not."""
    rule = "RULE: keep it "
    assert states_outright(rule + "x" * (400 - len(rule)))
    assert not states_outright(rule + "x" * (401 - len(rule)))


def test_the_label_is_cut_off() -> None:
    """The text after the label is kept."""
    assert without_label("HARD CONSTRAINT: Only two coaches.") == "Only two coaches."
    assert without_label("Only two coaches.") == "Only two coaches."


@pytest.mark.parametrize("text", ["Never use Postgres.", "No Docker.", "Don't touch billing."])
def test_a_rule_with_one_name_is_a_rule(text: str) -> None:
    """Few words are enough where one of them names something."""
    from workbench.facts.directives.directed import is_vague

    assert [each.force for each in directives(text)] == [DirectiveForce.RULE]
    assert not is_vague(text, DirectiveForce.RULE)


def test_a_rule_without_a_name_is_vague() -> None:
    """The referent of `Don't do that` is elsewhere."""
    from workbench.facts.directives.directed import is_vague

    assert is_vague("Don't do that.", DirectiveForce.RULE)


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Mila has a nut allergy.", True),
        ("The hall is booked until nine.", True),
        ("It rained yesterday and the tent was wet.", False),
        ("That looks good to me.", False),
        ("Does the hall have chairs?", False),
        ("hall is ours", False),
        ("where do we even start", False),
        ("how's the hall looking with all that", False),
        ("does Mila get the hall back then", False),
        ("the hall is 8 m long, will it fit", False),
        ("When the light is red the door stays shut.", True),
        ("What is left of the hall", False),
        ("Maybe the hall is too small.", False),
    ],
)
def test_a_statement_of_plain_talk_says_how_things_are(text: str, stands: bool) -> None:
    """Questions, reports, guesses and comments do not; four words are enough, three are not."""
    from workbench.facts.sentences.stated import states_fact

    assert states_fact(text) is stands


def test_in_plain_talk_an_answered_request_is_done_and_a_fact_stands() -> None:
    """With a tool in the session neither is decided by form alone."""
    from tests.facts.session import SESSION, Script
    from workbench.capture import capture_range

    script = Script()
    script.user("Draft the invitation for me. The hall has forty chairs.")
    script.agent("Here it is.")
    script.user("Thanks.")
    found = capture_range(SESSION, script.events, 0, 2)
    assert {i.text: i.status for i in found.items} == {
        "Draft the invitation for me.": "done",
        "The hall has forty chairs.": "in_force",
    }


def test_the_place_of_an_image_is_no_statement() -> None:
    """Only the text beside the placeholder is captured."""
    from tests.facts.session import SESSION, Script
    from workbench.capture import capture_range

    script = Script()
    script.user("[image image/png 4096 bytes]\nNever crop the logo of the fair.")
    script.agent("Noted.")
    found = capture_range(SESSION, script.events, 0, 1)
    assert [i.text for i in (*found.items, *found.proposed)] == ["Never crop the logo of the fair."]


@pytest.mark.parametrize(
    ("text", "reports"),
    [
        ("I tried to install the dmg but it fails to open", True),
        ("ok, still getting a 500 on every upload", True),
        ("it doesn't show the second row", True),
        ("I tried the beta yesterday, please use the stable one", False),
        ("it fails in the second region, so don't deploy there", False),
        ("The second region runs on the old image", False),
    ],
)
def test_what_happened_to_somebody_directs_nothing(text: str, reports: bool) -> None:
    """It counts as a report unless the sentence states what to do about it."""
    assert states_what_happened(text) is reports


@pytest.mark.parametrize(
    "text",
    [
        "it's giving me a fresh list, and that probably depends on the key which is now blank",
        "iiuc, they are now read by both parts of the tool",
        "1 does seem decent, though we might want to improve this in future",
    ],
)
def test_a_guess_states_nothing_outright(text: str) -> None:
    """A future possibility is not a statement either."""
    assert not states_outright(text)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("only warnings logged are about the old probe", False),
        ("Only failures left are in the slow suite.", False),
        ("only pages shown to guests are timetables", True),
        ("Only errors logged are to be read.", True),
        ("only reports shown are kept", True),
        ("only members may be listed", True),
    ],
)
def test_what_alone_was_seen_is_no_rule(text: str, rules: bool) -> None:
    """`Only X shown are Y` reports an observation; a sole permission is a rule."""
    assert states_outright(text) == rules
