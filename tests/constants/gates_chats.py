"""Pairs for what a claim about a plain chat is laid beside, and for the variables of a type."""

from __future__ import annotations

from gates.contradiction.placement import _shortens
from gates.contradiction.plain_chats import against_messages
from gates.contradiction.said_later import said_later
from gates.language.tokens import tokenise
from tests.constants.holding import holds
from tests.gates.test_session_claims import claim, judge_of


def rules_of(lines: tuple[str, ...], text: str) -> list[str]:
    """The rules of plain chats that warn of a claim."""
    return [each.rule for each in against_messages(claim(text), judge_of(lines).index)]


@holds("gates.contradiction.message_clauses:MATTER_AT", step=0.1)
def a_clause_with_three_fifths_of_the_words_is_of_the_same_matter() -> None:
    """Three of five words are enough, five of nine are too few."""
    words = "red green blue pink grey lime teal gold plum".split()
    for said, told, hit in ((3, 5, True), (5, 9, False)):
        chat = (f"assistant: {' '.join(words[:said])} into main.",)
        rules = rules_of(chat, f"{' '.join(words[:told])} into develop.")
        assert ("place_differs" in rules) is hit


@holds("gates.contradiction.chat_speakers:SAID_BY_OTHER", step=0.1)
def the_other_one_says_three_fifths_of_it() -> None:
    """Three of five words are enough, five of nine are too few."""
    for said, what, hit in (
        ("green paint fence", "green paint fence gate roof", True),
        ("green paint fence gate roof", "green paint fence gate roof door lamp wall shed", False),
    ):
        chat = (f"assistant: {said}.", "user: hm")
        assert ("said_by_other" in rules_of(chat, f"The user suggested {what}.")) is hit


@holds("gates.contradiction.chat_speakers:OTHER_SAYS_MORE", step=0.1)
def the_other_one_says_more_of_it_by_three_tenths() -> None:
    """All against seven tenths is more, all against eight tenths is not."""
    words = "green paint fence gate roof door lamp wall shed barn".split()
    for own, hit in ((7, True), (8, False)):
        chat = (f"assistant: {' '.join(words)}.", f"user: {' '.join(words[:own])}?")
        assert ("said_by_other" in rules_of(chat, f"The user suggested {' '.join(words)}.")) is hit


@holds("gates.contradiction.placement:LEAST_HUMPS")
def three_parts_of_a_name_make_a_variable_of_a_type() -> None:
    """Two are too few."""
    assert _shortens(["session", "conflict", "err"], ["session", "id", "conflict", "error"])
    assert not _shortens(["session", "err"], ["session", "id", "conflict", "error"])


@holds("gates.contradiction.said_later:FOREIGN")
def a_new_number_is_said_in_few_other_words() -> None:
    """In a clause with two words of its own, not with three."""
    for words, later in (("cheap rooms", True), ("cheap cosy rooms", False)):
        lines = ("user: Each guest pays 9 pounds.", "assistant: Fine.", f"user: {words} for 11 pounds")
        number = tokenise("pays 11 pounds").numbers[0]
        index = judge_of(lines).index
        assert said_later(number, "Each guest pays 11 pounds.", 0, index) is later
