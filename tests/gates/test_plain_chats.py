"""A claim about a plain chat beside the sentences of it: each rule with a case on either side."""

from __future__ import annotations

import pytest

from gates.contradiction.negation import LONGEST
from gates.contradiction.plain_chats import against_messages
from gates.contradiction.ranking import SHORT_SOURCE
from tests.gates.test_session_claims import claim, judge_of

RULE_CASES = [
    (
        "unit_differs",
        ("assistant: Chill it for 45 minutes.",),
        "Chill it for 45 hours.",
        "Chill it for 45 min.",
    ),
    ("unit_differs", ("user: a spoon is 2.5 ml",), "A spoon is 2.5 l.", "A spoon is 2.5 ml."),
    (
        "value_ruled_out",
        ("user: deliver it to the lobby, not to the gate",),
        "It is delivered to the gate.",
        "It is delivered to the lobby.",
    ),
    (
        "value_ruled_out",
        ("assistant: Rows with NaN are dropped.", "assistant: For an empty list it gives 1, not NaN."),
        "For an empty list it returns NaN.",
        "Rows with NaN are dropped.",
    ),
    (
        "value_ruled_out",
        (
            "assistant: I could take Flask.",
            "user: For the service no Flask.",
        ),
        "The service runs on Flask.",
        "Flask was proposed for the service.",
    ),
    (
        "value_ruled_out",
        ("assistant: Shall we meet on Monday?", "user: make it Friday"),
        "The meeting is on Monday.",
        "The meeting is on Friday.",
    ),
    (
        "value_ruled_out",
        ("user: 7:15 is too early, say 8:30",),
        "Breakfast is at 7:15.",
        "Breakfast is at 8:30.",
    ),
    (
        "place_differs",
        ("assistant: PR 77 is opened against main.",),
        "PR 77 is opened against develop.",
        "PR 77 is opened against main.",
    ),
    (
        "order_reversed",
        ("user: feed the cat before you call Ann",),
        "Call Ann before feeding the cat.",
        "Feed the cat, then call Ann.",
    ),
    (
        "order_reversed",
        ("user: starters first",),
        "Serve soup, then the starters.",
        "Serve the starters, then soup.",
    ),
    (
        "order_reversed",
        ("assistant: Take the pill after lunch.",),
        "Take the pill before lunch.",
        "Lunch comes first, then the pill.",
    ),
    (
        "outcome_differs",
        ("assistant: All 3 tests fail so far.",),
        "All 3 tests pass.",
        "All three tests still fail.",
    ),
    (
        "outcome_differs",
        ("assistant: The build succeeded, but the upload failed.",),
        "The upload succeeded.",
        "The build succeeded.",
    ),
    (
        "outcome_differs",
        ("command: ctest", "result: 9 passed", "user: good"),
        "Two tests failed.",
        "The tests passed.",
    ),
    (
        "said_by_other",
        ("assistant: I would paint the fence green.", "user: hm, maybe"),
        "The user suggested to paint the fence green.",
        "The assistant suggested to paint the fence green.",
    ),
    (
        "said_by_other",
        ("user: the fence needs green paint", "assistant: All right."),
        "Green paint for the fence was requested by the assistant.",
        "Green paint for the fence was requested by the user.",
    ),
    (
        "answer_differs",
        ("assistant: Shall I delete the old album?", "user: no, keep it"),
        "The user agreed to delete the old album.",
        "The user declined to delete the old album.",
    ),
    (
        "answer_differs",
        ("assistant: Shall I delete the old album?", "user: yes please"),
        "The user refused to delete the old album.",
        "The user agreed to delete the old album.",
    ),
    (
        "owner_differs",
        ("user: for the party Nora bakes the cake, and Ivo brings the chairs",),
        "Ivo bakes the cake.",
        "Nora bakes the cake.",
    ),
    (
        "only_planned",
        ("assistant: I will print the posters tomorrow.",),
        "The posters were printed.",
        "The posters will be printed tomorrow.",
    ),
    (
        "state_differs",
        ("assistant: The hall is not booked yet.",),
        "The hall was booked.",
        "The hall was not booked.",
    ),
    (
        "state_differs",
        ("assistant: I have booked the hall.",),
        "The hall was never booked.",
        "The hall has been booked.",
    ),
]


def rules_of(lines: tuple[str, ...], text: str) -> list[str]:
    """The rules of plain chats that warn of a claim."""
    return [each.rule for each in against_messages(claim(text), judge_of(lines).index)]


@pytest.mark.parametrize(("rule", "lines", "wrong", "right"), RULE_CASES)
def test_a_wrong_claim_is_found_and_the_right_one_is_not(
    rule: str, lines: tuple[str, ...], wrong: str, right: str
) -> None:
    """Each beside the same chat."""
    assert rule in rules_of(lines, wrong)
    assert rules_of(lines, right) == []


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("assistant: Shall I use Redis?", "user: yes"), "The user wants to use Redis."),
        (("assistant: I drew the map and will print it later.",), "The map was drawn."),
        (("assistant: I'll send it.", "command: send", "result: done"), "It was sent."),
        (("user: why do you think I've been to Oslo?",), "Adam hasn't been to Oslo."),
        (("assistant: Did the upload fail?",), "The upload succeeded."),
        (("user: delete the merged ones",), "The branch isn't merged."),
        (("assistant: 4 of 9 tests fail.",), "5 of the 9 tests pass."),
        (("user: it's JavaScript, not Java",), "It was never Java."),
        (("assistant: Chill it for 60 minutes.",), "Chill it for 1 hour."),
        (("user: no gluten", "assistant: Berlin has a bakery."), "The assistant named a bakery in Berlin."),
    ],
)
def test_what_only_looks_like_a_contradiction(lines: tuple[str, ...], text: str) -> None:
    """Assent, actions done meanwhile, parts, denials, and the same value in other units."""
    assert rules_of(lines, text) == []


def test_only_short_sources_and_sentences_are_read_so() -> None:
    """In a long session things are stated in many ways, and a long text is no sentence."""
    said = "assistant: The hall is not booked yet."
    text = "The hall was booked."
    rest = tuple("user: go on" for _ in range(SHORT_SOURCE - 2))
    assert rules_of((said, *rest), text) == ["state_differs"]
    assert rules_of((said, *rest, "user: go on"), text) == []
    assert rules_of((said,), text + " " * (LONGEST - len(text))) == ["state_differs"]
    assert rules_of((said,), text + " " * (LONGEST + 1 - len(text))) == []
